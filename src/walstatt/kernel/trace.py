"""Rule ids bound to code: who implements a rule, and when it was applied."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from types import FunctionType
from typing import Any, Final, TypeVar, cast

from walstatt.kernel.ids import RuleId

T = TypeVar("T", bound=Callable[..., Any])

IMPLEMENTED: dict[RuleId, list[str]] = {}
_RULES_OF_CLASS: dict[type, tuple[RuleId, ...]] = {}


class Recorder:
    """What was cited while it listened: every hit, and in order those fired by steps of play."""

    __slots__ = ("fired", "firing", "hits")

    def __init__(self) -> None:
        self.hits: Counter[RuleId] = Counter()
        self.fired: list[RuleId] = []
        self.firing = False

    def note(self, ids: tuple[RuleId, ...]) -> None:
        """Count these rules as applied."""
        self.hits.update(ids)
        if self.firing:
            self.fired.extend(ids)


listener: Recorder | None = None
"""Whoever records; hot paths look here before they call `cite`."""


@contextmanager
def recording() -> Iterator[Recorder]:
    """Listen to every rule applied inside the block."""
    global listener  # noqa: PLW0603 - one for the process, none in normal play
    before, listener = listener, Recorder()
    if before is None:
        for one in _BOUND:
            one.watch()
    try:
        yield listener
    finally:
        listener = before
        if before is None:
            for one in _BOUND:
                one.rest()


@contextmanager
def firing() -> Iterator[None]:
    """Mark what happens inside as play itself, not as a look at what would be possible."""
    recorder = listener
    if recorder is None:
        yield
        return
    before, recorder.firing = recorder.firing, True
    try:
        yield
    finally:
        recorder.firing = before


@contextmanager
def musing() -> Iterator[None]:
    """Mark what happens inside as a look at what would be possible, not as play."""
    recorder = listener
    if recorder is None:
        yield
        return
    before, recorder.firing = recorder.firing, False
    try:
        yield
    finally:
        recorder.firing = before


def cite(*ids: RuleId) -> None:
    """Say that these rules are being applied right here."""
    if listener is not None:
        listener.note(ids)


def cite_class(cls: type) -> None:
    """Say that the rules bound to this frame or decision are being applied."""
    if listener is not None:
        listener.note(_RULES_OF_CLASS.get(cls, ()))


def rule(*ids: RuleId) -> Callable[[T], T]:
    """Bind rule ids to the function, frame or decision that implements them."""

    def bind(target: T) -> T:
        register(ids, f"{target.__module__}.{target.__qualname__}")
        if isinstance(target, type):
            _RULES_OF_CLASS[target] = ids
            return target

        if not isinstance(target, FunctionType) or target.__closure__:
            return cast("T", _noting(ids, target))
        bound = Bound(target, ids)
        _BOUND.append(bound)
        if listener is not None:
            bound.watch()
        return target

    return bind


def _noting(ids: tuple[RuleId, ...], target: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(target)
    def applied(*args: Any, **kwargs: Any) -> Any:
        if listener is not None:
            listener.note(ids)
        return target(*args, **kwargs)

    return applied


class Bound:
    """A function with rules, which notes them while somebody records and else costs nothing.

    Whoever imported it holds the function itself, so what changes is its code.
    """

    __slots__ = ("function", "plain", "watched")

    def __init__(self, function: FunctionType, ids: tuple[RuleId, ...]) -> None:
        self.function, self.plain = function, function.__code__
        twin = FunctionType(
            function.__code__, function.__globals__, function.__name__, function.__defaults__
        )
        twin.__kwdefaults__ = function.__kwdefaults__
        consts = tuple(
            _noting(ids, twin) if one == _HERE else one for one in _passing_on.__code__.co_consts
        )
        self.watched = _passing_on.__code__.replace(
            co_consts=consts, co_name=function.__name__, co_filename=self.plain.co_filename
        )

    def watch(self) -> None:
        """Note the rules whenever it is called."""
        self.function.__code__ = self.watched

    def rest(self) -> None:
        """Note nothing any more."""
        self.function.__code__ = self.plain


_HERE: Final = "<whoever notes>"
_BOUND: Final[list[Bound]] = []


def _passing_on(*args: Any, **kwargs: Any) -> Any:
    noting: Any = "<whoever notes>"
    return noting(*args, **kwargs)


def register(ids: tuple[RuleId, ...], place: str) -> None:
    """Remember that this place implements these rules."""
    for rule_id in ids:
        IMPLEMENTED.setdefault(rule_id, []).append(place)
