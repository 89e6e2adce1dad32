# ruff: noqa: RUF001 - what is written uses real dashes and minus signs

import re

import pytest
from msgspec.structs import replace

from tests.scene.samples import (
    FLAT,
    MARKS,
    OVER_TABLE,
    PROMPT,
    SIDES,
    TRAYS,
    area_scene,
    big_scene,
    hex_scene,
    table_scene,
)
from walstatt.i18n.catalogue import LANGUAGES
from walstatt.scene.model import Scene
from walstatt.scene.text import render
from walstatt.scene.words import base_catalogue

SCENES = {
    "pointy": hex_scene(),
    "flat": hex_scene(FLAT),
    "areas": area_scene(),
    "table": table_scene(),
    "big": big_scene(),
}

POINTY_MAP = """\
Move > [Fight]
Turn 3 of 8
Blue in CAPITALS; Red in small letters; ' nobody's

Map
      1       2       3       4
1 │·    @!│&    +1│^²  !2)│·      │
  │LN4+↗  │       │hc3    │       │
2     │·     <│·   +1)│n~     │
      │r??    │(LN)   │       │
3 │·      │·     <│·      │·     i│
  │       │ph10↑  │=ph    │'MA    │
          1       2       3
Legend
  · clear   & forest   ^ hill   n town   ~ river
  LN line   HC heavy horse   PH phalanx   ?? hidden   MA objective
  @ in hand   + can go there   < last move   ! within range   i noted   ² level   1) can be chosen
Names
  Old wood: 1,2
  Red: 1,3
Edges
  stream: 1,1:1
Lines
  road: 2,1 2,2 2,3
Pieces
  1,1: LN line, 4 of 4, facing 60°, with Ney
  2) 1,3: hc heavy horse, 3, disorder 2
  3,2+3,3: ph phalanx, 10, facing 0°
Shown
  + can go there: 1,2=1 2,2=2
  < last move: Way 3,2 → 2,1
  ! within range: seen, Line of sight 1,1 → 1,3, blocked at 1,2
  i noted: ford, 3,4

What happened
  Blue marches.
  Red waits.

Blue: Choose a unit, or pass.
  1) March [2,2]
  2) Fight the horse [hc3 at 1,3] (no way back)
  3) Play
  4) Pass
At any time
Blue: Rally?
  a) Rally
"""

FLAT_MAP = """\
Move > [Fight]
Turn 3 of 8
Blue in GROSSBUCHSTABEN; Red in Kleinbuchstaben; ' herrenlos

Karte
      1       2       3       4
1 |.      |       |n~     |
  |LN4+   |.      |       |.      | 1
2 |&      |       |.      |=ph    |
  |       |.      |       |.      | 2
3 |^2     |r??    |.      |'MA    |
  |hc3    |.      |ph10   |.      | 3
          |(LN)   |       |       |
Legende
  . frei   & Wald   ^ Huegel   n Ort   ~ Fluss
  LN line   HC heavy horse   PH phalanx   ?? verdeckt   MA objective
  2 Hoehe
Namen
  Old wood: 0102
  Red: 0103
Kanten
  Bach: 0101:1
Linien
  Strasse: 0202 0203 0301
Figuren
  0101: LN line, 4 von 4, Front 60 deg, mit Ney
  0103: hc heavy horse, 3, Unordnung 2
  0303+0401: ph phalanx, 10, Front 0 deg
"""

AREA_MAP = """\
B Blue; R Red; N Green

Karte
  1) + Paris [Blue; Land; Hauptstadt]
      nach Bavaria, North Sea (Meer)
  Bavaria [Green, besetzt von Blue; Land]
      Bar Grand Army, 6 infantry, 2 cavalry
      Bld Napoleon, bei: Grand Army
      nach Paris
  North Sea [Meer]
      Rfl Fleet, 3
      nach Paris (Meer)
Angezeigt
  + erreichbar: Paris
  < letzter Zug: Weg Paris → Bavaria

Reserve: Rin infantry, 1

Blue: Where to?
  1) March [Paris]
  2) Halt
"""

TABLE_MAP = """\
Blue in GROSSBUCHSTABEN; Red in Kleinbuchstaben

Karte
    0         10        20
0   .&&&&&&!&..~........$gen
    .&&...&&!.!~!!!!!!!!...$
    .&&cc&&&&..!!++++.+!....
    .ccccc..ho#.~!!.!!......
    ..cccc......~#SP4#+.....
10  <<<<........~....^^^^^^.
Legende
  Ein Zeichen ist 1 mal 2 Zoll.
  . frei   & Wald   ^ Huegel   ~ Fluss
Namen
  Old wood: 4,724 / 3,15 Zoll
Linien
  Fluss: 11,811 / 0 Zoll -> 12,598 / 11,996 Zoll
Figuren
  15,748 / 8,661 Zoll: SP Spears, 4, Front 0 deg,
    4,724 mal 2,362
  9,843 / 7,087 Zoll: ho Horse, Front 45 deg,
    3,937 mal 1,575
  23,976 / 0,394 Zoll: gen General, Front 180 deg,
    0,394 mal 0,394
Angezeigt
  ! in Reichweite: bow, Winkel 15,748 / 8,661
      Zoll, 90 deg weit Richtung 0 deg, Radius
      5,906 Zoll
  c im Befehlsbereich: Kreis 3,937 / 7,874 Zoll,
      Radius 1,969 Zoll
  + erreichbar: Korridor 2,756 Zoll, 0,787 uebrig
  $ Zielfeld: Flaeche 20,472 / 0,787 Zoll; 23,228
      / 0,787 Zoll; 23,228 / 2,756 Zoll
  < letzter Zug: Weg 0,394 / 11,417 Zoll -> 3,543
      / 11,417 Zoll
  ! Ziel: Sichtlinie 15,748 / 8,661 Zoll -> 7,874
      / 1,575 Zoll
  @ in der Hand: SP
  i vermerkt: gap, 19,685 / 3,937 Zoll

Blue: Move the spears.
  Gib Ort und Front an; dies sind Vorschlaege.
  1) Advance [15,748 / 5,906 Zoll]
  2) Stand
"""

BESIDE = """\
Blue in CAPITALS; Red in small letters

Hand of Blue
  3) Attack: Order three.
  2 cards face down
Lost: 3 infantry
Reserve: nothing
Turn: 1–8; now 3
Units
  Guard of Blue, 3 of 4, fresh
Politics
        Blue  Red
  Blue  -     war
  Red   war   7
Banners: Blue 2 of 5

Blue: Choose a unit, or pass.
  1) March [5]
  2) Fight the horse [u2] (no way back)
  3) Play [Attack]
  4) Pass
"""


def written(scene: Scene, language: str, width: int = 100, *, unicode: bool = True) -> str:
    return render(scene, base_catalogue(), language, width, unicode=unicode) + "\n"


def test_rows_of_hexes() -> None:
    assert written(replace(hex_scene(), trays=()), "en") == POINTY_MAP


def test_columns_of_hexes_in_plain_letters() -> None:
    scene = hex_scene(FLAT)
    scene = replace(scene, trays=(), overlays=(), prompt=None, standing=(), log=())
    assert written(scene, "de", unicode=False) == FLAT_MAP


def test_a_map_of_areas() -> None:
    assert written(area_scene(), "de", 60) == AREA_MAP


def test_a_measured_table() -> None:
    assert written(table_scene(), "de", 50, unicode=False) == TABLE_MAP


def test_what_lies_beside_the_board() -> None:
    assert written(Scene(sides=SIDES, trays=TRAYS, prompt=PROMPT), "en") == BESIDE


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [40, 72, 100, 160])
@pytest.mark.parametrize("name", SCENES)
def test_nothing_is_too_wide_or_ends_in_spaces(name: str, width: int, language: str) -> None:
    for unicode in (True, False):
        text = written(SCENES[name], language, width, unicode=unicode)
        lines = text.split("\n")
        assert all(len(line) <= width for line in lines)
        assert all(line == line.rstrip() for line in lines)
        assert unicode or text.isascii()
        assert text == written(SCENES[name], language, width, unicode=unicode)


@pytest.mark.parametrize("name", SCENES)
def test_colours_add_nothing_but_colours(name: str) -> None:
    coloured = render(SCENES[name], base_catalogue(), "en", colour=True)
    assert "\x1b[34m" in coloured or name == "areas"
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render(SCENES[name], base_catalogue(), "en")


@pytest.mark.parametrize("overlay", [*MARKS, *OVER_TABLE], ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("name", SCENES)
def test_every_overlay_can_be_shown_on_every_board(name: str, overlay: object) -> None:
    scene = replace(SCENES[name], overlays=(overlay,))
    for language in LANGUAGES:
        assert written(scene, language)


def test_an_empty_scene_is_empty() -> None:
    assert render(Scene(), base_catalogue(), "en") == ""
