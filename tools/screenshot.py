"""Draws the pictures in docs/pictures: the terminal client on positions of the games.

The same program draws the same bytes. Nothing in a picture is loaded from elsewhere: letters are
drawn with whatever fixed-width font the reader has, each line stretched to its true length.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from msgspec import Struct
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from walstatt.games import find_game
from walstatt.kernel.asking import preview
from walstatt.kernel.codec import read_answer
from walstatt.scene.playable import stage
from walstatt.scene.text import keys, render, render_preview
from walstatt.workshop.case_playing import play_case
from walstatt.workshop.cases import parse_cases

FOLDER = Path("docs/pictures")

FIELD = """\
case: Foot charges into the woods, led by its captain
game: toy
given:
  scenario: field
  phase: attack
  round: 2
  to_move: red
  unit: red-foot
  marched: 1
  units:
    - {id: red-captain, side: red, type: captain, at: [320, 180]}
    - {id: red-foot, side: red, type: foot, at: [360, 220]}
    - {id: red-archers, side: red, type: archers, at: [180, 130], strength: 2}
    - {id: blue-captain, side: blue, type: captain, at: [150, 420]}
    - {id: blue-foot, side: blue, type: foot, at: [240, 360], strength: 3}
    - {id: blue-archers, side: blue, type: archers, at: [90, 380]}
    - {id: gold-captain, side: gold, type: captain, at: [480, 430]}
    - {id: gold-foot, side: gold, type: foot, at: [400, 260]}
    - {id: gold-archers, side: gold, type: archers, at: [540, 400]}
  plans: {red: 3, blue: 2, gold: 4}
  hands: {red: [2, 5], blue: 2, gold: 2}
  banners: {red: 1, blue: 0, gold: 2}
  rallied: [red]
then: {pending: {seat: red, kind: choose_target}}
"""


ROLICA = """\
case: British line attacks up the hill of Rolica
game: ccn
given:
  scenario: rolica_1
  phase: combat
  turn: 9
  to_move: allied
  card: attack_center
  hands: {allied: [forward, leadership, probe_left, scout_right, first_strike], french: 5}
  banners: {french: 2, allied: 1}
  units:
    - {id: a, side: allied, type: LN, at: "5,7", ordered: true, moved: 1, leader: Wellesley}
    - {id: g, side: allied, type: FA, at: "3,6", ordered: true}
    - {id: c, side: allied, type: LT, at: "4,5", blocks: 4, ordered: true}
    - {id: d, side: allied, type: LN, at: "3,9", blocks: 3}
    - {id: e, side: allied, type: HC, at: "3,7"}
    - {id: h, side: allied, nation: portuguese, type: LN, at: "4,10", leader: Trant}
    - {id: i, side: allied, type: LN, at: "4,2", leader: Fergusson}
    - {id: k, side: french, type: LN, at: "6,6", blocks: 3, leader: Brenier}
    - {id: l, side: french, type: LN, at: "6,7", blocks: 2}
    - {id: m, side: french, type: FA, at: "7,7"}
    - {id: n, side: french, type: LT, at: "6,8"}
    - {id: o, side: french, type: LN, at: "8,6", leader: Delaborde}
    - {id: p, side: french, type: LC, at: "7,3", blocks: 3}
then: {pending: {seat: allied, kind: choose_combat}}
"""


class Picture(Struct, frozen=True):
    """What is shown: a position, in which language, how wide, and which choice is looked at."""

    name: str
    position: str
    language: str
    width: int
    asked: str


PICTURES = (
    Picture("terminal-rolica", ROLICA, "en", 100, asked="4"),
    Picture("terminal-rolica-de", ROLICA, "de", 100, asked="4"),
    Picture("terminal-field-de", FIELD, "de", 78, asked="2"),
)

THEME = TerminalTheme(
    background=(24, 27, 32),
    foreground=(214, 217, 222),
    normal=[
        (24, 27, 32),
        (235, 111, 111),
        (134, 194, 116),
        (229, 192, 110),
        (108, 165, 240),
        (200, 140, 220),
        (100, 196, 200),
        (171, 178, 189),
    ],
    bright=[
        (120, 128, 140),
        (245, 140, 140),
        (160, 215, 145),
        (240, 210, 140),
        (140, 187, 247),
        (216, 165, 232),
        (132, 214, 217),
        (240, 242, 245),
    ],
)

SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">
<style>
.{unique_id}-matrix {{
  font-family: "DejaVu Sans Mono", Menlo, Consolas, "Liberation Mono", monospace;
  font-size: {char_height}px;
  line-height: {line_height}px;
}}
.{unique_id}-title {{ font-family: sans-serif; font-size: 18px; font-weight: bold; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def screen(picture: Picture) -> str:
    """Write what the terminal shows at a position, and below it what one choice would mean."""
    game = play_case(parse_cases(picture.position, picture.name)[0]).game
    definition = find_game(game.rules.game.id)
    (seat,) = game.to_act
    scene = stage(game, seat)
    words, language, width = definition.catalogue, picture.language, picture.width
    shown = render(scene, words, language, width, colour=True)
    name = words.text(definition.seat_name(seat), language)
    _, choice = keys(scene)[picture.asked]
    meant = preview(game, seat, read_answer(definition, choice.answer))
    told = render_preview(meant, words, language, width, colour=True)
    return f"{shown}\n{name}> ? {picture.asked}\n{told}\n{name}> "


def drawn(picture: Picture) -> str:
    """Draw a screen."""
    console = Console(
        record=True,
        width=picture.width,
        file=io.StringIO(),
        force_terminal=True,
        color_system="standard",
        legacy_windows=False,
    )
    console.print(Text.from_ansi(screen(picture)), soft_wrap=False, highlight=False)
    svg = console.export_svg(
        title="walstatt play", theme=THEME, code_format=SVG, unique_id=picture.name
    )
    return "\n".join(line.rstrip() for line in svg.splitlines() if line.strip()) + "\n"


def main() -> int:
    """Draw every picture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for picture in PICTURES:
        path = FOLDER / f"{picture.name}.svg"
        path.write_text(drawn(picture), encoding="utf-8")
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
