"""Which keys of a scene have no words: a check for games, since the renderer makes do."""

from collections.abc import Iterator

from walstatt.i18n.catalogue import LANGUAGES, Catalogue
from walstatt.scene.model import AreaBoard, Board, HexBoard, Piece, Scene
from walstatt.scene.pen import name_id
from walstatt.scene.words import complete


def unnamed(scene: Scene, catalogue: Catalogue) -> list[str]:
    """List the messages that should name terrain, badges and nameless pieces, but are not there."""
    words = complete(catalogue)
    needed = {name_id(kind, key) for kind, key in _keys(scene)}
    return sorted(one for one in needed if any(one not in words.ids(lang) for lang in LANGUAGES))


def _keys(scene: Scene) -> Iterator[tuple[str, str]]:
    for board in scene.boards:
        yield from (("terrain", kind) for kind in _terrain(board))
        for part in (*getattr(board, "cells", ()), *getattr(board, "areas", ())):
            yield from (("badge", badge.kind) for badge in part.badges if badge.text is None)
    for piece in scene.pieces:
        yield from _of_piece(piece)


def _terrain(board: Board) -> Iterator[str]:
    yield from (stroke.kind for stroke in board.strokes if stroke.name is None)
    if isinstance(board, HexBoard):
        yield from (kind for cell in board.cells for kind in cell.terrain)
        yield from (kind for edge in board.edges for kind in edge.terrain)
    elif isinstance(board, AreaBoard):
        yield from (kind for area in board.areas for kind in area.terrain)
        yield from (link.kind for link in board.links if link.kind)
    else:
        yield from (ground.kind for ground in board.ground)


def _of_piece(piece: Piece) -> Iterator[tuple[str, str]]:
    if piece.name is None and not piece.hidden:
        yield "sprite", piece.sprite
    yield from (("sprite", count.sprite) for count in piece.counts if count.name is None)
    yield from (("badge", badge.kind) for badge in piece.badges if badge.text is None)
