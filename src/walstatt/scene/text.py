"""Scenes as text, for the terminal and for golden playthroughs."""

from collections.abc import Iterator, Sequence

from walstatt.i18n.catalogue import Catalogue
from walstatt.scene.model import NOBODY, AnyTray, Scene
from walstatt.scene.page import Page, joined, keys
from walstatt.scene.pen import Pen
from walstatt.scene.text_boards import board_text
from walstatt.scene.text_ledgers import render_events, render_ledger, render_preview
from walstatt.scene.text_prompts import prompt_text
from walstatt.scene.text_trays import tray_text
from walstatt.scene.words import complete

__all__ = ["keys", "render", "render_events", "render_ledger", "render_preview"]


def render(
    scene: Scene,
    catalogue: Catalogue,
    language: str,
    width: int = 100,
    *,
    colour: bool = False,
    unicode: bool = True,
    everything: bool = False,
) -> str:
    """Write a scene: status, boards, trays, what happened, and what can be done.

    Trays that are folded are left out, unless `everything` is wanted.
    """
    page = Page(scene, Pen(complete(catalogue), language, width, colour, unicode))
    trays = [tray for tray in scene.trays if everything or not tray.folded]
    blocks = ("\n".join(block) for block in _blocks(page, trays) if block)
    return "\n\n".join(blocks)


def _blocks(page: Page, trays: Sequence[AnyTray]) -> Iterator[list[str]]:
    yield [*_phases(page), *_status(page), *_sides(page)]
    for board in page.scene.boards:
        yield board_text(page, board)
    yield [line for tray in trays for line in tray_text(page, tray)]
    yield _log(page)
    yield prompt_text(page)


def _phases(page: Page) -> list[str]:
    names = [page.pen.say(phase) for phase in page.scene.phases]
    shown = [f"[{name}]" if at == page.scene.phase else name for at, name in enumerate(names)]
    return page.pen.wrapped(" > ".join(shown)) if shown else []


def _status(page: Page) -> Iterator[str]:
    for message in page.scene.status:
        yield from page.pen.wrapped(page.pen.say(message), "", "  ")


def _sides(page: Page) -> list[str]:
    """Tell how the sides are told apart."""
    seats = list(page.sides)
    if len(seats) > 2:
        said = [
            page.pen.word("side.mark", mark=page.marks[one], name=page.side_name(one))
            for one in seats
        ]
    else:
        cases = zip(("upper", "lower"), seats, strict=False)
        said = [page.pen.word(f"side.{case}", name=page.side_name(one)) for case, one in cases]
    if any(piece.owner == NOBODY for piece in page.scene.pieces):
        said.append(page.pen.word("side.nobody"))
    return page.pen.wrapped(joined(said, "; "), "", "  ") if said else []


def _log(page: Page) -> list[str]:
    lines: list[str] = []
    for message in page.scene.log:
        lines += page.pen.wrapped(page.pen.say(message), "  ", "    ")
    return page.pen.headed(page.pen.word("log"), lines)
