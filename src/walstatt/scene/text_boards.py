"""Boards as text: the drawing, and below it whatever a drawing cannot say."""

from collections.abc import Iterable, Iterator, Sequence

from walstatt.i18n.catalogue import Message
from walstatt.kernel.prompts import Target
from walstatt.scene.model import (
    AreaBoard,
    AtCells,
    Board,
    HexBoard,
    Outline,
    Piece,
    Spot,
    Stroke,
    TableBoard,
)
from walstatt.scene.page import Page, bare_code, joined
from walstatt.scene.places import label_of, point_text
from walstatt.scene.signs import MEANINGS
from walstatt.scene.text_areas import area_list
from walstatt.scene.text_hexes import RAISED, hex_map, pieces_by_cell, terrain_signs
from walstatt.scene.text_overlays import edge_name, meaning_of, overlays_on, told
from walstatt.scene.text_tables import ground_signs, piece_list, scale_line, table_map


def board_text(page: Page, board: Board) -> list[str]:
    """Write a board with everything on it."""
    title = page.maybe(board.title) or page.pen.word("map")
    return page.pen.headed(title, [*_drawn(page, board), *_below(page, board)])


def _drawn(page: Page, board: Board) -> list[str]:
    match board:
        case HexBoard():
            return hex_map(page, board)
        case AreaBoard():
            return area_list(page, board)
        case TableBoard():
            return table_map(page, board)


def _below(page: Page, board: Board) -> list[str]:
    pen = page.pen
    return [
        *pen.headed(pen.word("legend"), _legend(page, board)),
        *pen.headed(pen.word("names"), _names(page, board)),
        *pen.headed(pen.word("edges"), _edges(page, board)),
        *pen.headed(pen.word("lines"), _lines(page, board)),
        *pen.headed(pen.word("pieces"), _pieces(page, board)),
        *pen.headed(pen.word("shown"), told(page, board)),
    ]


# -- legend ---------------------------------------------------------------------------------------


def _legend(page: Page, board: Board) -> Iterator[str]:
    if isinstance(board, TableBoard):
        yield from page.pen.wrapped(scale_line(page, board), "  ")
    for entries in (_ground(page, board), _codes(page, board), _meanings(page, board)):
        line = joined(entries, "   ")
        if line:
            yield from page.pen.wrapped(line, "  ")


def _ground(page: Page, board: Board) -> Iterator[str]:
    if isinstance(board, AreaBoard):
        return
    yield f"{page.pen.sign('·', '.')} {page.pen.word('clear')}"
    signs = terrain_signs(board) if isinstance(board, HexBoard) else ground_signs(board)
    for kind, sign in signs.items():
        yield f"{sign} {page.pen.named('terrain', kind)}"


def _codes(page: Page, board: Board) -> Iterator[str]:
    if isinstance(board, HexBoard):
        for code, names in _names_by_code(page, board).items():
            if len(names) == 1:
                yield f"{code} {next(iter(names))}"


def _names_by_code(page: Page, board: Board) -> dict[str, dict[str, None]]:
    found: dict[str, dict[str, None]] = {}
    for piece in page.standing_on(board):
        code = "??" if piece.hidden else bare_code(piece)
        found.setdefault(code, {})[page.piece_name(piece)] = None
    return found


def _meanings(page: Page, board: Board) -> Iterator[str]:
    shown = dict.fromkeys(meaning_of(overlay) for overlay in overlays_on(page, board))
    if not isinstance(board, HexBoard):
        return
    for meaning in shown:
        yield f"{MEANINGS[meaning]} {page.pen.word(f'meaning.{meaning}')}"
    if any(cell.level for cell in board.cells):
        yield f"{page.pen.sign(RAISED[2], '2')} {page.pen.word('meaning.level')}"
    if page.keys and page.is_focused(board):
        yield page.pen.word("meaning.choice")


# -- what has a name, a line or a stack -----------------------------------------------------------


def _names(page: Page, board: Board) -> Iterator[str]:
    """List the named cells and grounds, those of one name together."""
    found: dict[str, list[str]] = {}
    if isinstance(board, HexBoard):
        for cell in board.cells:
            badges = joined(map(page.badge, cell.badges))
            said = joined(
                (_proper(page, cell.name, *cell.terrain), _owner(page, cell.owner), badges)
            )
            found.setdefault(said, []).append(label_of(board, cell.id))
    if isinstance(board, TableBoard):
        for ground in board.ground:
            spot = point_text(page.pen, board, _middle(ground.outline))
            said = joined((_proper(page, ground.name, ground.kind), _owner(page, ground.owner)))
            found.setdefault(said, []).append(spot)
    return _grouped(page, found)


def _proper(page: Page, name: Message | None, *terrain: str) -> str:
    """Say a name, unless it only names the terrain, as the legend does."""
    said = page.maybe(name)
    return "" if said in [page.pen.named("terrain", kind) for kind in terrain] else said


def _middle(outline: Outline) -> Spot:
    xs, ys = [x for x, _ in outline] or [0], [y for _, y in outline] or [0]
    return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2


def _owner(page: Page, owner: str) -> str:
    return next((page.side_name(seat) for seat in page.sides if seat == owner), owner)


def _grouped(page: Page, found: dict[str, list[str]]) -> Iterator[str]:
    for said, places in found.items():
        if said:
            yield from page.pen.wrapped(f"{said}: {'  '.join(places)}", "  ", "    ")


def _edges(page: Page, board: Board) -> Iterator[str]:
    found: dict[str, list[str]] = {}
    for edge in board.edges if isinstance(board, HexBoard) else ():
        kinds = joined(page.pen.named("terrain", kind) for kind in edge.terrain)
        said = joined((kinds, _owner(page, edge.owner)))
        found.setdefault(said, []).append(edge_name(board, edge.id))
    return _grouped(page, found)


def _lines(page: Page, board: Board) -> Iterator[str]:
    for stroke in board.strokes:
        said = page.maybe(stroke.name) or page.pen.named("terrain", stroke.kind)
        way = " ".join(label_of(board, cell) for cell in stroke.cells)
        yield from page.pen.wrapped(f"{said}: {way or _ends(page, board, stroke)}", "  ", "    ")


def _ends(page: Page, board: Board, stroke: Stroke) -> str:
    ends = (stroke.points[0], stroke.points[-1]) if stroke.points else ()
    return page.pen.sign(" → ", " -> ").join(point_text(page.pen, board, spot) for spot in ends)


def _pieces(page: Page, board: Board) -> Iterable[str]:
    match board:
        case HexBoard():
            return _untold(page, board)
        case TableBoard():
            return piece_list(page, board)
        case AreaBoard():
            return ()


def _untold(page: Page, board: HexBoard) -> Iterator[str]:
    """List the pieces of which the drawing does not show everything."""
    names = _names_by_code(page, board)
    stacked = _stacked(pieces_by_cell(page, board).values())
    for piece in page.standing_on(board):
        code = "??" if piece.hidden else bare_code(piece)
        if piece.id in stacked or len(names[code]) > 1 or _has_more(piece):
            key = page.key(Target("piece", piece.id))
            said = f"{page.place(piece.at)}: {page.told(piece)}"
            yield from page.pen.wrapped(joined((key, said), " "), "  ", "    ")


def _stacked(stacks: Iterable[Sequence[Piece]]) -> set[str]:
    return {piece.id for stack in stacks if len(stack) > 1 for piece in stack}


def _has_more(piece: Piece) -> bool:
    long = isinstance(piece.at, AtCells) and len(piece.at.cells) > 1
    return bool(piece.badges or piece.labels or piece.counts or long)
