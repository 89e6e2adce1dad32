"""Boards as text: the drawing, and below it whatever a drawing cannot say."""

from collections.abc import Iterable, Iterator, Sequence

from walstatt.i18n.catalogue import Message
from walstatt.kernel.prompts import Target
from walstatt.scene.model import (
    AreaBoard,
    AtCells,
    Board,
    Cell,
    HexBoard,
    Outline,
    Piece,
    Spot,
    Stroke,
    TableBoard,
    compass,
)
from walstatt.scene.page import Page, bare_code, joined
from walstatt.scene.pen import GLUE, name_id
from walstatt.scene.places import label_of, point_text
from walstatt.scene.signs import MEANINGS
from walstatt.scene.text_areas import area_list
from walstatt.scene.text_hexes import (
    LINE,
    RAISED,
    arrow,
    hex_map,
    pieces_by_cell,
    strokes_drawn,
    terrain_signs,
)
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
        line = joined((entry.replace(" ", GLUE) for entry in entries), "   ")
        if line:
            yield from (one.replace(GLUE, " ") for one in page.pen.wrapped(line, "  "))


def _ground(page: Page, board: Board) -> Iterator[str]:
    if isinstance(board, AreaBoard):
        return
    yield f"{page.pen.sign('·', '.')} {page.pen.word('clear')}"
    signs = terrain_signs(board) if isinstance(board, HexBoard) else ground_signs(board)
    for kind, sign in signs.items():
        yield f"{sign} {page.pen.named('terrain', kind)}"
    if isinstance(board, HexBoard):
        lines = (_stroke_name(page, stroke) for stroke in strokes_drawn(board))
        yield from (f"{page.pen.sign(*LINE)} {name}" for name in dict.fromkeys(lines))


def _codes(page: Page, board: Board) -> Iterator[str]:
    if isinstance(board, HexBoard):
        seen = _seen(page, board)
        for code, name in _names_by_code(page, board).items():
            if name and code in seen:
                yield f"{code} {name}"


def _seen(page: Page, board: HexBoard) -> set[str]:
    """List the codes that the drawing shows: those on top."""
    tops = (stack[-1] for stack in pieces_by_cell(page, board).values())
    return {"??" if piece.hidden else bare_code(piece) for piece in tops}


def _names_by_code(page: Page, board: Board) -> dict[str, str]:
    """Say what each code stands for: a name, or what those with different names have in common."""
    found: dict[str, list[Piece]] = {}
    for piece in page.standing_on(board):
        found.setdefault("??" if piece.hidden else bare_code(piece), []).append(piece)
    return {code: _common_name(page, pieces) for code, pieces in found.items()}


def _common_name(page: Page, pieces: Sequence[Piece]) -> str:
    names = {page.piece_name(piece) for piece in pieces}
    if len(names) == 1:
        return names.pop()
    known = page.pen.catalogue.entries[page.pen.language]
    sprites = {piece.sprite for piece in pieces}
    alike = len(sprites) == 1 and name_id("sprite", pieces[0].sprite) in known
    return page.pen.named("sprite", pieces[0].sprite) if alike else ""


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
            badges, owner = joined(map(page.badge, cell.badges)), _owner(page, cell.owner)
            name = _proper(page, cell.name, *cell.terrain)
            said = joined((name, "" if owner in badges else owner, badges))
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
    for cell in board.cells if isinstance(board, HexBoard) else ():
        if cell.dirs and cell.terrain:
            said = page.pen.named("terrain", cell.terrain[-1])
            found.setdefault(said, []).append(_faced(page, board, cell))
    return _grouped(page, found)


def _faced(page: Page, board: Board, cell: Cell) -> str:
    """Name a cell and the sides that its terrain faces."""
    layout = board.layout if isinstance(board, HexBoard) else None
    facings = [] if layout is None else [compass(layout, side) for side in cell.dirs]
    arrows = "".join(arrow(page, facing) for facing in facings)
    return f"{label_of(board, cell.id)} {arrows or joined(map(page.pen.angle, facings))}"


def _stroke_name(page: Page, stroke: Stroke) -> str:
    return page.maybe(stroke.name) or page.pen.named("terrain", stroke.kind)


def _lines(page: Page, board: Board) -> Iterator[str]:
    drawn = strokes_drawn(board) if isinstance(board, HexBoard) else []
    for stroke in board.strokes:
        if stroke in drawn:
            continue
        said = _stroke_name(page, stroke)
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
        if _is_told_by_carrier(page, piece):
            continue
        if piece.id in stacked or not names[code] or _has_more(piece):
            key = page.key(Target("piece", piece.id))
            said = joined((f"{page.place(piece.at)}: {page.told(piece)}", *_carried(page, piece)))
            yield from page.pen.wrapped(joined((key, said), " "), "  ", "    ")


def _is_told_by_carrier(page: Page, piece: Piece) -> bool:
    """Tell whether all there is to say of a piece is who carries it."""
    carrier = page.pieces.get(piece.inside)
    if carrier is None or carrier.at != piece.at or piece.hidden:
        return False
    return not (_has_more(piece) or page.key(Target("piece", piece.id)))


def _carried(page: Page, piece: Piece) -> Iterator[str]:
    """Name those whom a piece carries and who have no line of their own."""
    for one in page.scene.pieces:
        if one.inside == piece.id and _is_told_by_carrier(page, one):
            yield page.pen.word("carries", piece=page.piece_name(one))


def _stacked(stacks: Iterable[Sequence[Piece]]) -> set[str]:
    return {piece.id for stack in stacks if len(stack) > 1 for piece in stack}


def _has_more(piece: Piece) -> bool:
    long = isinstance(piece.at, AtCells) and len(piece.at.cells) > 1
    return bool(piece.badges or piece.labels or piece.counts or long)
