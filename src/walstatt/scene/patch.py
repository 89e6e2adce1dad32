"""Patches: what changed between two scenes, small enough to be sent after every command."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import UNSET, Struct, UnsetType, structs
from msgspec.structs import replace

from walstatt.i18n.catalogue import Message
from walstatt.kernel.prompts import Prompt
from walstatt.scene.model import (
    AnyOverlay,
    AnyTray,
    Area,
    AreaBoard,
    Board,
    Cell,
    Edge,
    Ground,
    HexBoard,
    Piece,
    Scene,
    Side,
    TableBoard,
)

Id = TypeVar("Id", bound=Hashable)
T = TypeVar("T", bound="Keyed[Any]")
I_co = TypeVar("I_co", bound=Hashable, covariant=True)


class Keyed(Protocol[I_co]):
    """Something with an id."""

    @property
    def id(self) -> I_co:
        """Give the id."""


class Changes(Struct, Generic[T, Id], frozen=True, omit_defaults=True):
    """What to do to a list of things with ids: drop, replace or add at the end, then sort."""

    drop: tuple[Id, ...] = ()
    put: tuple[T, ...] = ()
    order: tuple[Id, ...] = ()
    """The ids in their new order, if dropping, replacing and adding does not give it."""


class BoardPatch(Struct, frozen=True, omit_defaults=True):
    """Changes of one board: each kind of board has its own parts."""

    id: str
    cells: Changes[Cell, int] | None = None
    edges: Changes[Edge, str] | None = None
    areas: Changes[Area, str] | None = None
    ground: Changes[Ground, str] | None = None


class Patch(Struct, frozen=True, omit_defaults=True):
    """What to do to a scene: large parts are changed by id, small ones given anew."""

    boards: Changes[Board, str] | None = None
    within: tuple[BoardPatch, ...] = ()
    pieces: Changes[Piece, str] | None = None
    trays: Changes[AnyTray, str] | None = None
    focus: str | UnsetType = UNSET
    sides: tuple[Side, ...] | UnsetType = UNSET
    overlays: tuple[AnyOverlay, ...] | UnsetType = UNSET
    phases: tuple[Message, ...] | UnsetType = UNSET
    phase: int | UnsetType = UNSET
    status: tuple[Message, ...] | UnsetType = UNSET
    prompt: Prompt | UnsetType | None = UNSET
    standing: tuple[Prompt, ...] | UnsetType = UNSET
    log: tuple[Message, ...] | UnsetType = UNSET


SMALL = ("focus", "sides", "overlays", "phases", "phase", "status", "prompt", "standing", "log")
PARTS: dict[type[Board], tuple[str, ...]] = {
    HexBoard: ("cells", "edges"),
    AreaBoard: ("areas",),
    TableBoard: ("ground",),
}


def diff(old: Scene, new: Scene) -> Patch:
    """Say what turns one scene into another."""
    within = _within(old.boards, new.boards)
    boards = _patched_boards(old.boards, within)
    return Patch(
        boards=_changes(boards, new.boards),
        within=within,
        pieces=_changes(old.pieces, new.pieces),
        trays=_changes(old.trays, new.trays),
        **_differing(old, new, SMALL),
    )


def apply(scene: Scene, patch: Patch) -> Scene:
    """Change a scene as a patch says."""
    boards = _patched_boards(scene.boards, patch.within)
    return replace(
        scene,
        boards=_changed(boards, patch.boards),
        pieces=_changed(scene.pieces, patch.pieces),
        trays=_changed(scene.trays, patch.trays),
        **_given(patch, SMALL),
    )


def _differing(old: Struct, new: Struct, names: Iterable[str]) -> dict[str, Any]:
    pairs = ((name, getattr(old, name), getattr(new, name)) for name in names)
    return {name: after for name, before, after in pairs if before != after}


def _given(patch: Patch, names: Iterable[str]) -> dict[str, Any]:
    values = ((name, getattr(patch, name)) for name in names)
    return {name: value for name, value in values if value is not UNSET}


def _changes(old: Sequence[T], new: Sequence[T]) -> Changes[T, Any] | None:
    if old == new:
        return None
    if not (_distinct(old) and _distinct(new)):
        return Changes(drop=tuple(dict.fromkeys(_ids(old))), put=tuple(new))
    before = {one.id: one for one in old}
    staying = set(_ids(new))
    drop = tuple(one.id for one in old if one.id not in staying)
    put = tuple(one for one in new if before.get(one.id) != one)
    found = Changes(drop, put)
    ids = _ids(new)
    return found if _ids(_changed(old, found)) == ids else replace(found, order=tuple(ids))


def _changed(old: Sequence[T], changes: Changes[T, Any] | None) -> tuple[T, ...]:
    if changes is None:
        return tuple(old)
    dropped = set(changes.drop)
    kept = [one for one in old if one.id not in dropped]
    known = set(_ids(kept))
    fresh = {one.id: one for one in changes.put if one.id in known}
    now = [fresh.get(one.id, one) for one in kept]
    now += [one for one in changes.put if one.id not in known]
    return _sorted(now, changes.order)


def _sorted(things: Sequence[T], order: Sequence[Any]) -> tuple[T, ...]:
    if not order:
        return tuple(things)
    found = {one.id: one for one in things}
    return tuple(found[one] for one in order)


def _ids(things: Iterable[T]) -> list[Any]:
    return [one.id for one in things]


def _distinct(things: Sequence[T]) -> bool:
    return len(set(_ids(things))) == len(things)


def _within(old: Sequence[Board], new: Sequence[Board]) -> tuple[BoardPatch, ...]:
    """Find the boards of which only cells, edges, areas or ground changed."""
    if not (_distinct(old) and _distinct(new)):
        return ()
    before = {board.id: board for board in old}
    pairs = [(before.get(board.id), board) for board in new]
    return tuple(_inner(was, now) for was, now in pairs if was is not None and _alike(was, now))


def _alike(old: Board, new: Board) -> bool:
    """Tell whether two boards differ, but in nothing that has to be given anew."""
    if type(old) is not type(new) or old == new:
        return False
    parts = PARTS[type(old)]
    return not _differing(old, new, (name for name in _fields(old) if name not in parts))


def _fields(board: Board) -> tuple[str, ...]:
    return tuple(field.name for field in structs.fields(board))


def _inner(old: Board, new: Board) -> BoardPatch:
    changes = {name: _changes(getattr(old, name), getattr(new, name)) for name in PARTS[type(old)]}
    return BoardPatch(old.id, **changes)


def _patched_boards(boards: Sequence[Board], within: Sequence[BoardPatch]) -> tuple[Board, ...]:
    patches = {patch.id: patch for patch in within}
    return tuple(_patched(board, patches.get(board.id)) for board in boards)


def _patched(board: Board, patch: BoardPatch | None) -> Board:
    if patch is None:
        return board
    parts = {name: (getattr(board, name), getattr(patch, name)) for name in PARTS[type(board)]}
    return replace(board, **{name: _changed(old, change) for name, (old, change) in parts.items()})
