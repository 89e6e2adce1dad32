"""Chance as named requests, answered by sources that rules never see."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, count, permutations, product
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from walstatt.kernel.errors import ScriptError
from walstatt.kernel.ids import NOBODY, Face, RuleId, Seat
from walstatt.kernel.ledger import Ledger

F = TypeVar("F", bound=Face)
Outcomes: TypeAlias = tuple[Face, ...]


class Die(Struct, Generic[F], frozen=True):
    """A die and its faces; a face that stands twice comes up twice as often."""

    id: str
    faces: tuple[F, ...]


def numbered(sides: int, low: int = 1) -> Die[int]:
    """Make an ordinary die."""
    return Die(f"d{sides}", tuple(range(low, low + sides)))


D6 = numbered(6)


class Meaning(Struct, frozen=True, tag_field="meaning"):
    """How the faces of a roll are read; one reading resolves the roll and gives its exact odds."""

    ordered: ClassVar[bool] = False
    """Whether the order of the dice matters."""

    def read(self, faces: Sequence[Any]) -> Any:
        """Read the faces into a frozen result."""
        raise TypeError(f"{type(self).__name__} cannot read {faces}")

    def hits(self, faces: Sequence[Any]) -> tuple[bool, ...]:
        """Tell of every face whether it did something, for showing the dice."""
        return (False,) * len(faces)

    def losses(self, result: Any) -> int:
        """Count what the result costs the enemy of whoever rolled, for the luck report."""
        del result
        return 0

    def backlash(self, result: Any) -> int:
        """Count what the result costs whoever rolled, where both sides' dice fall at once."""
        del result
        return 0


class Roll(Struct, Generic[F], frozen=True, tag_field="chance", tag="roll"):
    """A request for dice: what for, under which rule, by whom, and how they will be read."""

    purpose: str
    rule: RuleId
    die: Die[F]
    count: int
    seat: Seat = NOBODY
    meaning: Meaning | None = None
    ledgers: tuple[Ledger, ...] = ()
    stream: str = "dice"


class Draw(Struct, Generic[F], frozen=True, tag_field="chance", tag="draw"):
    """A request for some of a pool without putting back; no order exists until drawn."""

    purpose: str
    rule: RuleId
    pool: tuple[F, ...]
    count: int = 1
    seat: Seat = NOBODY
    seen_by: tuple[Seat, ...] | None = None
    """Who sees what was drawn; None is everybody."""
    stream: str = "cards"


Request: TypeAlias = Roll[Any] | Draw[Any]


class Waiting(Struct, frozen=True):
    """Requests nobody has answered yet."""

    requests: tuple[tuple[str, Request], ...]
    keyed: bool


class ChanceSource(Protocol):
    """Whatever answers requests."""

    def resolve(self, request: Request) -> Outcomes:
        """Answer one request."""
        ...


def fits(request: Request, outcome: Sequence[Face]) -> str:
    """Say what is wrong with an outcome, or nothing."""
    if len(outcome) != request.count:
        return f"{describe(request)} takes {request.count} results, not {len(outcome)}"
    if isinstance(request, Roll):
        strange = [face for face in outcome if face not in request.die.faces]
        if not strange:
            return ""
        return f"{describe(request)}: {strange[0]!r} is no face of {request.die.id}"
    left = list(request.pool)
    for item in outcome:
        if item not in left:
            return f"{describe(request)}: {item!r} is not in the pool"
        left.remove(item)
    return ""


def describe(request: Request) -> str:
    """Name a request for an error message."""
    what = (
        f"{request.count}{request.die.id}" if isinstance(request, Roll) else f"draw {request.count}"
    )
    return f"{what} for {request.purpose} ({request.rule})"


def outcomes(request: Request) -> Iterator[tuple[Outcomes, Fraction]]:
    """Enumerate every outcome in order, with its probability."""
    if isinstance(request, Roll):
        each = Fraction(1, len(request.die.faces) ** request.count)
        seen: dict[Outcomes, Fraction] = {}
        for faces in product(request.die.faces, repeat=request.count):
            seen[faces] = seen.get(faces, Fraction(0)) + each
    else:
        ways = list(permutations(request.pool, request.count))
        seen = {}
        for items in ways:
            seen[items] = seen.get(items, Fraction(0)) + Fraction(1, len(ways))
    yield from seen.items()


class Seeded:
    """Results from a key and a counter for each stream: reproducible, cheap to copy, verifiable."""

    __slots__ = ("_keyed", "counters", "key")

    def __init__(self, key: bytes | str | int, counters: dict[str, int] | None = None) -> None:
        self.key = key if isinstance(key, bytes) else hashlib.blake2b(str(key).encode()).digest()
        self._keyed = hashlib.blake2b(key=self.key)
        self.counters = dict(counters or {})

    def resolve(self, request: Request) -> Outcomes:
        """Answer one request from the next part of its stream."""
        name = request.stream
        number = self.counters.get(name, 0)
        self.counters[name] = number + 1
        stream = self._bytes(f"{name}/{number}")
        if isinstance(request, Roll):
            faces = request.die.faces
            return tuple([faces[n] for n in _below(stream, (len(faces),) * request.count)])
        left = list(request.pool)
        bounds = range(len(left), len(left) - request.count, -1)
        return tuple([left.pop(n) for n in _below(stream, bounds)])

    def _bytes(self, name: str) -> Iterator[int]:
        """Give as many random bytes as anybody wants, from hashed blocks; one is mostly enough."""
        return chain(self._block(name, 0), self._later(name))

    def _later(self, name: str) -> Iterator[int]:
        for number in count(1):
            yield from self._block(name, number)

    def _block(self, name: str, number: int) -> bytes:
        hashed = self._keyed.copy()
        hashed.update(f"{name}/{number}".encode())
        return hashed.digest()


def _below(stream: Iterator[int], bounds: Iterable[int]) -> list[int]:
    """Give a uniform integer below each bound, by rejection."""
    found: list[int] = []
    for bound in bounds:
        if bound > 256:
            found.append(_far_below(stream, bound))
            continue
        limit = 256 - 256 % bound
        for value in stream:
            if value < limit:
                found.append(value % bound)
                break
    return found


def _far_below(stream: Iterator[int], bound: int) -> int:
    limit = 256**4 - 256**4 % bound
    while True:
        value = int.from_bytes([next(stream) for _ in range(4)], "big")
        if value < limit:
            return value % bound


class Recorded:
    """Results from a log; each must fit the request it answers."""

    __slots__ = ("_left",)

    def __init__(self, results: Iterable[Outcomes]) -> None:
        self._left = list(results)[::-1]

    def resolve(self, request: Request) -> Outcomes:
        """Answer with the next recorded result."""
        if not self._left:
            raise ScriptError(f"no result is left for {describe(request)}")
        outcome = tuple(self._left.pop())
        wrong = fits(request, outcome)
        if wrong:
            raise ScriptError(wrong)
        return outcome

    @property
    def left(self) -> int:
        """Count the results nobody asked for yet."""
        return len(self._left)


class Scripted(Recorded):
    """Results written by a person; more can be added on the way."""

    def add(self, outcome: Outcomes) -> None:
        """Add the result of a later request."""
        self._left.insert(0, outcome)


class Manual:
    """Results typed in by the players, from real dice."""

    def __init__(self, enter: Callable[[Request], Sequence[Face]]) -> None:
        self._enter = enter

    def resolve(self, request: Request) -> Outcomes:
        """Ask the players; a result that does not fit is refused."""
        outcome = tuple(self._enter(request))
        wrong = fits(request, outcome)
        if wrong:
            raise ScriptError(wrong)
        return outcome


class CommitReveal(Seeded):
    """Dice nobody can doubt: the server commits to a secret, every seat adds a nonce.

    `commitment` is published before the first roll; after the game `secret` is revealed and anybody
    can recompute the key and with it every roll.
    """

    __slots__ = ("commitment", "nonces", "secret")

    def __init__(self, secret: bytes, nonces: dict[Seat, str], game: str) -> None:
        self.secret = secret
        self.nonces = dict(nonces)
        self.commitment = commitment(secret)
        super().__init__(joint_key(secret, nonces, game))


def commitment(secret: bytes) -> str:
    """Publish a secret without telling it."""
    return hashlib.blake2b(secret, person=b"walstatt-commit", digest_size=32).hexdigest()


def joint_key(secret: bytes, nonces: dict[Seat, str], game: str) -> bytes:
    """Make the key that needs the server's secret and every seat's nonce."""
    mixed = hashlib.blake2b(person=b"walstatt-key")
    said = [part for seat in sorted(nonces) for part in (seat, nonces[seat])]
    for part in (secret.hex(), game, *said):
        # With its length, or what one seat says could pass for what two say.
        mixed.update(f"{len(part)}:{part}".encode())
    return mixed.digest()
