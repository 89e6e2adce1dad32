"""Prompts as text: the question, numbered choices, and what may be done at any time in letters."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final

from walstatt.kernel.prompts import Choice, Prompt, Target
from walstatt.scene.model import Board
from walstatt.scene.page import Page, joined, keys
from walstatt.scene.pen import GLUE
from walstatt.scene.places import label_of, point_text
from walstatt.scene.text_overlays import edge_name

MANY: Final = 8
"""From how many choices on those that differ in their place only stand together."""


def prompt_text(page: Page) -> list[str]:
    """Write the seat's question, and below it what it may do besides."""
    lines: list[str] = []
    asked = page.scene.prompt
    if asked is not None:
        lines += _asked(page, asked)
    if page.scene.standing:
        lines.append(page.pen.paint(page.pen.word("standing"), "head"))
    for offer in page.scene.standing:
        lines += _asked(page, offer)
    return lines


def _asked(page: Page, prompt: Prompt) -> list[str]:
    text = joined((page.side_name(prompt.seat), page.pen.say(prompt.text)), ": ")
    lines = [page.pen.paint(line, "head") for line in page.pen.wrapped(text, "", "  ")]
    if prompt.gesture:
        lines += page.pen.wrapped(page.pen.word(f"gesture.{prompt.gesture}"), "  ")
    choices = _choices(page, prompt)
    return lines + (_in_groups(page, choices) if len(choices) > MANY else _in_lines(page, choices))


def _in_lines(page: Page, choices: Mapping[str, Choice]) -> list[str]:
    """Write every choice on a line of its own."""
    room = max((len(key) for key in choices), default=0)
    said = {key: choice_text(page, choice) for key, choice in choices.items()}
    return [
        line for key, text in said.items() for line in page.pen.wrapped(text, f"  {key:>{room}}) ")
    ]


def _in_groups(page: Page, choices: Mapping[str, Choice]) -> list[str]:
    """Write choices that end in a place together, if all before the place is the same."""
    lines: list[str] = []
    for start, group in groupby(choices.items(), key=lambda item: _start(page, item[1])):
        if not start:
            lines += _in_lines(page, dict(group))
            continue
        places = (f"{key}){GLUE}{target_text(page, choice.target)}" for key, choice in group)
        wrapped = page.pen.wrapped(f"{start} {'  '.join(places)}", "  ", "      ")
        lines += (line.replace(GLUE, " ") for line in wrapped)
    return lines


def _start(page: Page, choice: Choice) -> str:
    """Give what is said before the place at the end of a choice, nothing if none stands there."""
    said, place = choice_text(page, choice), target_text(page, choice.target)
    if choice.target.kind != "cell" or not said.endswith(f" {place}"):
        return ""
    return said.removesuffix(place).rstrip()


def _choices(page: Page, prompt: Prompt) -> Mapping[str, Choice]:
    known = keys(page.scene).items()
    return {key: choice for key, (asked, choice) in known if asked is prompt}


def choice_text(page: Page, choice: Choice) -> str:
    """Say a choice, with its place unless the words name it, and a warning of dice."""
    said = page.pen.say(choice.label)
    where = target_text(page, choice.target)
    known = any(name in said for name in _names(page, choice.target))
    dice = page.pen.word("dice") if choice.rolls else ""
    return joined((said, "" if known else f"[{where}]", dice), " ")


def _names(page: Page, target: Target) -> Iterator[str]:
    """List the words any of which makes clear what is meant."""
    yield target_text(page, target)
    if target.kind == "piece" and target.id in page.pieces:
        yield page.place(page.pieces[target.id].at)


def target_text(page: Page, target: Target) -> str:
    """Name what a choice stands for."""
    board = page.board_of(page.scene.focus)
    match target.kind:
        case "piece":
            return _piece(page, target.id)
        case "cell" if target.id.isdecimal():
            return label_of(board, int(target.id))
        case "area":
            return page.area_name(board, target.id)
        case "edge" | "vertex":
            return _side(page, board, target)
        case "point":
            return _point(page, board, target.id)
        case "card":
            return next(_cards(page, target.id), "")
        case _:
            return ""


def _piece(page: Page, name: str) -> str:
    piece = page.pieces.get(name)
    if piece is None:
        return page.pen.spell(name)
    code = page.code(piece) + page.strength(piece)
    return page.pen.word("at", piece=code, place=page.place(piece.at))


def _side(page: Page, board: Board | None, target: Target) -> str:
    if board is None:
        return page.pen.spell(target.id)
    cell, _, side = edge_name(board, target.id).rpartition(":")
    if target.kind == "edge":
        return page.pen.word("edge", cell=cell, side=side)
    return page.pen.word("corner", cell=cell, corner=side)


def _point(page: Page, board: Board | None, spot: str) -> str:
    x, _, y = spot.partition(",")
    try:
        return point_text(page.pen, board, (int(x), int(y)))
    except ValueError:
        return page.pen.spell(spot)


def _cards(page: Page, name: str) -> Iterator[str]:
    for tray in page.scene.trays:
        for card in getattr(tray, "cards", ()):
            if card.id == name:
                yield page.pen.say(card.title)
