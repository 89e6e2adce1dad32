"""A page: a scene being written, with the codes and keys by which its things are called."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import count
from string import ascii_lowercase, ascii_uppercase
from typing import Final

from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.ids import Seat
from walstatt.kernel.prompts import Choice, Prompt, Target
from walstatt.scene.model import (
    NOBODY,
    AtArea,
    AtCells,
    AtPoint,
    Badge,
    Board,
    Count,
    Piece,
    Place,
    Scene,
    Side,
)
from walstatt.scene.pen import STYLES, Pen
from walstatt.scene.places import label_of, point_text

RESERVED: Final = frozenset("hlqrsu")
"""Letters that are commands of the terminal: help, log, quit, rules, save, undo."""


def letters(index: int) -> str:
    """Count in letters: a to z, aa to zz and so on."""
    more, rest = divmod(index, 26)
    return (letters(more - 1) if more else "") + ascii_lowercase[rest]


def keys(scene: Scene) -> dict[str, tuple[Prompt, Choice]]:
    """Give everything that can be chosen by what a person types for it: numbers, then letters."""
    asked = scene.prompt
    numbered = [] if asked is None else [(asked, choice) for choice in asked.choices]
    lettered = [(offer, choice) for offer in scene.standing for choice in offer.choices]
    free = (name for name in map(letters, count()) if name not in RESERVED)
    return {
        **{str(number): pair for number, pair in enumerate(numbered, 1)},
        **dict(zip(free, lettered, strict=False)),
    }


class Page:
    """A scene and a pen."""

    def __init__(self, scene: Scene, pen: Pen) -> None:
        self.scene = scene
        self.pen = pen

    @cached_property
    def sides(self) -> dict[Seat, Side]:
        """Give the sides by seat, those that only own something included."""
        named = {side.seat: side for side in self.scene.sides}
        owners = (piece.owner for piece in self.scene.pieces if piece.owner != NOBODY)
        strangers = {seat: Side(seat, say("scene.text", text=seat)) for seat in owners}
        return named | {seat: side for seat, side in strangers.items() if seat not in named}

    @cached_property
    def marks(self) -> dict[Seat, str]:
        """Give each side a letter of its own."""
        found: dict[Seat, str] = {}
        for side in self.sides.values():
            wishes = (side.mark, *self.side_name(side.seat).upper(), *ascii_uppercase)
            free = (wish for wish in wishes if wish.strip() and wish not in found.values())
            found[side.seat] = next(free, side.seat)
        return found

    @cached_property
    def keys(self) -> dict[Target, list[str]]:
        """Give what to type for each thing that can be chosen."""
        found: dict[Target, list[str]] = {}
        for key, (_, choice) in keys(self.scene).items():
            found.setdefault(choice.target, []).append(key)
        return found

    @cached_property
    def boards(self) -> dict[str, Board]:
        """Give the boards by id."""
        return {board.id: board for board in self.scene.boards}

    @cached_property
    def pieces(self) -> dict[str, Piece]:
        """Give the pieces by id."""
        return {piece.id: piece for piece in self.scene.pieces}

    def board_of(self, name: str) -> Board | None:
        """Find a board; no name means the first one."""
        first = self.scene.boards[0] if self.scene.boards else None
        return self.boards.get(name, first)

    def is_focused(self, board: Board) -> bool:
        """Tell whether the prompt speaks of this board."""
        return board is self.board_of(self.scene.focus)

    def standing_on(self, board: Board) -> Iterator[Piece]:
        """List the pieces on a board, the lowest first."""
        for piece in sorted(self.scene.pieces, key=lambda one: (not one.ghost, one.layer)):
            at = piece.at
            if isinstance(at, AtCells | AtArea | AtPoint) and self.board_of(at.board) is board:
                yield piece

    # -- names -----------------------------------------------------------------------------------

    def side_name(self, seat: Seat) -> str:
        """Name a seat."""
        side = self.sides.get(seat)
        return self.pen.spell(seat) if side is None else self.pen.say(side.name)

    def style(self, seat: Seat) -> str:
        """Give the colour of a seat: its livery where the terminal has one like it."""
        side = self.sides.get(seat)
        if side is not None and side.livery in STYLES:
            return side.livery
        order = list(self.sides)
        return f"side{order.index(seat) % 8}" if seat in order else "nobody"

    def piece_style(self, piece: Piece) -> str:
        """Give the colour of a piece: its own livery, or that of its side."""
        return piece.livery if piece.livery in STYLES else self.style(piece.owner)

    def code(self, piece: Piece) -> str:
        """Write a piece in a few letters that also tell whose it is."""
        bare = "??" if piece.hidden else bare_code(piece)
        return f"({self._owned(bare, piece)})" if piece.ghost else self._owned(bare, piece)

    def _owned(self, bare: str, piece: Piece) -> str:
        if piece.owner == NOBODY:
            return f"'{bare}"
        if len(self.sides) > 2:
            return f"{self.marks[piece.owner]}{bare.lower()}"
        mark = self.marks[piece.owner] if piece.hidden else ""
        first = piece.owner == next(iter(self.sides))
        return (mark + bare).upper() if first else (mark + bare).lower()

    def piece_name(self, piece: Piece) -> str:
        """Name a piece by what it is."""
        if piece.name is not None:
            return self.pen.say(piece.name)
        return (
            self.pen.word("hidden_name") if piece.hidden else self.pen.named("sprite", piece.sprite)
        )

    def strength(self, piece: Piece) -> str:
        """Write how strong a piece is, or how many it stands for."""
        if piece.now is not None:
            return str(piece.now)
        return str(sum(count.n for count in piece.counts)) if piece.counts else ""

    def told(self, piece: Piece) -> str:
        """Tell all about a piece but its place."""
        return ", ".join((f"{self.code(piece)} {self.piece_name(piece)}", *self._facts(piece)))

    def _facts(self, piece: Piece) -> Iterator[str]:
        if piece.now is not None:
            yield self.of(piece.now, piece.most)
        yield from map(self.count, piece.counts)
        yield from map(self.badge, piece.badges)
        yield from map(self.pen.say, piece.labels)
        if piece.facing is not None:
            yield self.pen.word("facing", angle=self.pen.angle(piece.facing))
        if piece.inside in self.pieces:
            yield self.pen.word("inside", piece=self.piece_name(self.pieces[piece.inside]))
        if piece.hidden:
            yield self.pen.word("hidden")
        if piece.ghost:
            yield self.pen.word("ghost")

    def of(self, now: int, most: int | None) -> str:
        """Write a number, and of how many."""
        return self.number(now) if most is None else self.pen.word("of", now=now, most=most)

    def number(self, number: int) -> str:
        """Write a number."""
        return self.pen.word("number", n=number)

    def badge(self, badge: Badge) -> str:
        """Write a badge: what it says, or what it is called, and its number."""
        said = (
            self.pen.named("badge", badge.kind) if badge.text is None else self.pen.say(badge.text)
        )
        return said if badge.n is None else f"{said} {self.number(badge.n)}"

    def count(self, count: Count) -> str:
        """Write how many of what."""
        said = (
            self.pen.named("sprite", count.sprite)
            if count.name is None
            else self.pen.say(count.name)
        )
        return self.pen.word("times", n=count.n, name=said)

    def place(self, place: Place) -> str:
        """Name a place."""
        match place:
            case AtCells():
                board = self.board_of(place.board)
                return "+".join(label_of(board, cell) for cell in place.cells)
            case AtArea():
                return self.area_name(self.board_of(place.board), place.area)
            case AtPoint():
                return point_text(self.pen, self.board_of(place.board), (place.x, place.y))
            case _:
                return self.tray_name(place.tray)

    def area_name(self, board: Board | None, area: str) -> str:
        """Name an area of a map."""
        areas = getattr(board, "areas", ())
        found = next((one for one in areas if one.id == area), None)
        return self.pen.spell(area) if found is None else self.pen.say(found.name)

    def tray_name(self, tray: str) -> str:
        """Name a tray."""
        found = next((one for one in self.scene.trays if one.id == tray), None)
        return self.pen.spell(tray) if found is None else self.pen.say(found.title)

    def key(self, *targets: Target) -> str:
        """Give what to type for one of these targets, a star if there are several choices."""
        found = [key for target in targets for key in self.keys.get(target, ())]
        if not found:
            return ""
        return f"{found[0] if len(found) == 1 else '*'})"

    def maybe(self, message: Message | None) -> str:
        """Say a message, if there is one."""
        return "" if message is None else self.pen.say(message)


def bare_code(piece: Piece) -> str:
    """Give the code of a piece, made from its sprite if it has none."""
    if piece.code:
        return piece.code[:3]
    name = piece.sprite.replace("/", ".").rpartition(".")[2]
    words = [word for word in name.replace("-", "_").split("_") if word]
    if len(words) > 1:
        return "".join(word[0] for word in words[:3]).upper()
    return (name if len(name) <= 3 else name[:2]).upper()


def joined(parts: Iterable[str], sign: str = ", ") -> str:
    """Join what is not empty."""
    return sign.join(part for part in parts if part)
