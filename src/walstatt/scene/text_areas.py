"""Area maps as text: each area with whose it is, what stands there and where its ways lead."""

from collections.abc import Iterator

from walstatt.kernel.prompts import Target
from walstatt.scene.model import NOBODY, Area, AreaBoard, AtArea, Piece
from walstatt.scene.page import Page, joined
from walstatt.scene.signs import MEANINGS
from walstatt.scene.text_overlays import meaning_of, overlays_on


def area_list(page: Page, board: AreaBoard) -> list[str]:
    """List the areas."""
    standing = _standing(page, board)
    links = _links(page, board)
    signs = _signs(page, board)
    lines: list[str] = []
    for area in board.areas:
        sign = signs.get(area.id, "")
        lines += page.pen.wrapped(_headline(page, board, area, sign), "  ", "      ")
        for piece in standing.get(area.id, ()):
            lines += page.pen.wrapped(_piece(page, piece), "      ", "        ")
        if area.id in links:
            said = page.pen.word("links", areas=joined(links[area.id]))
            lines += page.pen.wrapped(said, "      ")
    return lines


def _standing(page: Page, board: AreaBoard) -> dict[str, list[Piece]]:
    found: dict[str, list[Piece]] = {}
    for piece in page.standing_on(board):
        if isinstance(piece.at, AtArea):
            found.setdefault(piece.at.area, []).append(piece)
    return found


def _links(page: Page, board: AreaBoard) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for link in board.links:
        for here, there in ((link.a, link.b), (link.b, link.a)):
            name = page.area_name(board, there)
            if link.kind:
                kind = page.pen.named("terrain", link.kind)
                name = page.pen.word("link", area=name, kind=kind)
            found.setdefault(here, []).append(name)
    return found


def _signs(page: Page, board: AreaBoard) -> dict[str, str]:
    found: dict[str, str] = {}
    for overlay in overlays_on(page, board):
        for area in getattr(overlay, "areas", ()):
            found[area] = found.get(area, "") + MEANINGS[meaning_of(overlay)]
    return found


def _headline(page: Page, board: AreaBoard, area: Area, sign: str) -> str:
    key = page.key(Target("area", area.id)) if page.is_focused(board) else ""
    facts = joined((_holder(page, area), *_features(page, area)), "; ")
    name = page.pen.say(area.name)
    return joined((key, sign, name, f"[{facts}]" if facts else ""), " ")


def _holder(page: Page, area: Area) -> str:
    owner = "" if area.owner == NOBODY else page.side_name(area.owner)
    if area.occupier in (NOBODY, area.owner):
        return owner
    occupier = page.side_name(area.occupier)
    return page.pen.word("occupied", owner=owner or "-", occupier=occupier)


def _features(page: Page, area: Area) -> Iterator[str]:
    yield from (page.pen.named("terrain", kind) for kind in area.terrain)
    if area.level:
        yield page.pen.word("level", level=area.level)
    yield from map(page.badge, area.badges)


def _piece(page: Page, piece: Piece) -> str:
    spot = piece.at.spot if isinstance(piece.at, AtArea) else ""
    where = page.pen.named("spot", spot) if spot else ""
    key = page.key(Target("piece", piece.id))
    return joined((key, joined((page.told(piece), where))), " ")
