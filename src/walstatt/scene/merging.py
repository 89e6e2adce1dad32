"""Scenes of games within games made one: outer boards first, the innermost one in focus."""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from walstatt.scene.model import (
    AnyOverlay,
    AnyTray,
    InTray,
    Marks,
    Note,
    Path,
    Piece,
    Place,
    Roster,
    Scene,
    Side,
    Sight,
)

Renaming: TypeAlias = Callable[[str], str]


class Named(Protocol):
    """Something with an id."""

    @property
    def id(self) -> str:
        """Give the id."""


class Renamings(Struct, frozen=True):
    """New ids for the boards, pieces and trays of a scene."""

    board: Renaming
    piece: Renaming
    tray: Renaming


def merged(scopes: Iterable[tuple[str, Scene]]) -> Scene:
    """Join scenes, outermost first; where ids clash, the outer one is put behind its game's name.

    So the ids of the innermost scene, which its prompts speak of, never change.
    """
    return reduce(_joined, scopes)[1]


def _joined(outside: tuple[str, Scene], inside: tuple[str, Scene]) -> tuple[str, Scene]:
    game, outer = outside
    name, inner = inside
    outer = renamed(outer, _without_clash(game, outer, inner))
    inner = renamed(inner, _own_board(inner))
    return name, Scene(
        boards=(*outer.boards, *inner.boards),
        focus=(inner if inner.boards else outer).focus,
        sides=_sides(outer.sides, inner.sides),
        pieces=(*outer.pieces, *inner.pieces),
        overlays=(*outer.overlays, *inner.overlays),
        trays=(*outer.trays, *inner.trays),
        phases=inner.phases or outer.phases,
        phase=inner.phase if inner.phases else outer.phase,
        status=(*outer.status, *inner.status),
    )


def _sides(outer: Sequence[Side], inner: Sequence[Side]) -> tuple[Side, ...]:
    return tuple({side.seat: side for side in (*outer, *inner)}.values())


def _without_clash(game: str, outer: Scene, inner: Scene) -> Renamings:
    return Renamings(
        board=_apart(game, outer.boards, inner.boards),
        piece=_apart(game, outer.pieces, inner.pieces),
        tray=_apart(game, outer.trays, inner.trays),
    )


def _apart(game: str, outer: Sequence[Named], inner: Sequence[Named]) -> Renaming:
    taken = {one.id for one in inner}
    names = {one.id: f"{game}:{one.id}" for one in outer if one.id in taken}
    return lambda name: names.get(name, name)


def _own_board(scene: Scene) -> Renamings:
    """Name the first board of a scene that will not be the first any more."""
    first = scene.boards[0].id if scene.boards else ""
    return Renamings(lambda name: name or first, _same, _same)


def _same(name: str) -> str:
    return name


def renamed(scene: Scene, new: Renamings) -> Scene:
    """Give boards, pieces and trays other ids, wherever they are spoken of."""
    return replace(
        scene,
        boards=tuple(replace(board, id=new.board(board.id)) for board in scene.boards),
        focus=new.board(scene.focus),
        pieces=tuple(_piece(piece, new) for piece in scene.pieces),
        overlays=tuple(_overlay(overlay, new) for overlay in scene.overlays),
        trays=tuple(_tray(tray, new) for tray in scene.trays),
    )


def _piece(piece: Piece, new: Renamings) -> Piece:
    inside = new.piece(piece.inside)
    return replace(piece, id=new.piece(piece.id), at=_place(piece.at, new), inside=inside)


def _place(place: Place, new: Renamings) -> Place:
    if isinstance(place, InTray):
        return InTray(new.tray(place.tray))
    return replace(place, board=new.board(place.board))


def _tray(tray: AnyTray, new: Renamings) -> AnyTray:
    tray = replace(tray, id=new.tray(tray.id))
    if isinstance(tray, Roster):
        rows = tuple(replace(row, piece=new.piece(row.piece)) for row in tray.rows)
        return replace(tray, rows=rows)
    return tray


def _overlay(overlay: AnyOverlay, new: Renamings) -> AnyOverlay:
    overlay = replace(overlay, board=new.board(overlay.board))
    match overlay:
        case Marks():
            return replace(overlay, pieces=tuple(new.piece(one) for one in overlay.pieces))
        case Path():
            return replace(overlay, via=tuple(_place(one, new) for one in overlay.via))
        case Note():
            return replace(overlay, at=_place(overlay.at, new))
        case Sight():
            return _sight(overlay, new)
        case _:
            return overlay


def _sight(sight: Sight, new: Renamings) -> Sight:
    blocked = None if sight.blocked is None else _place(sight.blocked, new)
    return replace(
        sight, start=_place(sight.start, new), end=_place(sight.end, new), blocked=blocked
    )
