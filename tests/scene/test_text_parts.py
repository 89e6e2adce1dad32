# ruff: noqa: RUF001 - what is written uses real dashes and minus signs

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from tests.scene.samples import (
    BLUE,
    GREEN,
    POINTY,
    PROMPT,
    RED,
    SIDES,
    hex_scene,
    table_scene,
    word,
)
from walstatt.boards.hex import HexLayout, rectangle
from walstatt.i18n.catalogue import Catalogue
from walstatt.kernel.decisions import Violation
from walstatt.kernel.ids import Seat
from walstatt.kernel.ledger import Ledger, Line, Op, Strike
from walstatt.kernel.prompts import BUTTON, Chance, Choice, Preview, Prompt, Target
from walstatt.scene.model import (
    AnyOverlay,
    AnyTray,
    Area,
    AreaBoard,
    AtArea,
    AtPoint,
    Card,
    Cell,
    Hand,
    HexBoard,
    InTray,
    Marker,
    Marks,
    Matrix,
    Piece,
    Roster,
    Row,
    Scene,
    Side,
    Strip,
    TableBoard,
    Track,
    on,
)
from walstatt.scene.page import Page, bare_code, letters
from walstatt.scene.pen import Pen
from walstatt.scene.text import keys, render, render_ledger, render_preview
from walstatt.scene.text_prompts import target_text
from walstatt.scene.words import base_catalogue

WORDS = base_catalogue()


def lines(scene: Scene, width: int = 100, *, unicode: bool = True) -> list[str]:
    return render(scene, WORDS, "en", width, unicode=unicode).split("\n")


def page(scene: Scene) -> Page:
    return Page(scene, Pen(WORDS, "en"))


def tray(one: AnyTray, pieces: Sequence[Piece] = (), width: int = 100) -> list[str]:
    return lines(Scene(sides=SIDES, trays=(one,), pieces=tuple(pieces)), width)[2:]


# -- codes and keys -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sprite", "code"),
    [
        ("x/LN", "LN"),
        ("x/GHC", "GHC"),
        ("archers", "AR"),
        ("light_infantry", "LI"),
        ("very-light-foot-men", "VLF"),
        ("a.b.horse", "HO"),
    ],
)
def test_a_code_is_made_from_the_sprite(sprite: str, code: str) -> None:
    assert bare_code(Piece("u", sprite, on(0))) == code


def test_two_sides_are_told_apart_by_case() -> None:
    scene = Scene(sides=SIDES)
    codes = [page(scene).code(Piece("u", "LN", on(0), seat)) for seat in (BLUE, RED, Seat(""))]
    assert codes == ["LN", "ln", "'LN"]


def test_more_sides_are_told_apart_by_a_letter() -> None:
    brown = Seat("brown")
    sides = (*SIDES, Side(GREEN, word("Green")), Side(brown, word("Brown")))
    seats = (BLUE, RED, GREEN, brown)
    codes = [page(Scene(sides=sides)).code(Piece("u", "LN", on(0), seat)) for seat in seats]
    assert codes == ["Bln", "Rln", "Gln", "Oln"]


def test_a_hidden_piece_shows_only_its_side() -> None:
    shown = page(Scene(sides=SIDES))
    hidden = Piece("u", "secret", on(0), RED, hidden=True)
    assert (shown.code(hidden), shown.told(hidden)) == ("r??", "r?? hidden, face down")


def test_owners_that_no_side_names_still_get_a_name() -> None:
    scene = Scene((HexBoard("map", POINTY),), pieces=(Piece("u", "LN", on(0), GREEN),))
    assert lines(scene)[0] == "green in CAPITALS"


def test_letters_go_on_after_z() -> None:
    assert [letters(index) for index in (0, 25, 26, 51, 52, 701, 702)] == [
        *("a", "z", "aa", "az", "ba", "zz", "aaa"),
    ]


def test_keys_are_numbers_then_letters() -> None:
    scene = hex_scene()
    known = keys(scene)
    assert list(known) == ["1", "2", "3", "4", "a"]
    assert known["4"] == (PROMPT, PROMPT.choices[3])
    assert known["a"][0] is scene.standing[0]


# -- hexes ----------------------------------------------------------------------------------------


def on_row(
    *cells: Cell, overlays: tuple[AnyOverlay, ...] = (), choices: tuple[Choice, ...] = ()
) -> str:
    """Draw one row of fourteen narrow cells, and give its upper line."""
    board = HexBoard("map", HexLayout("pointy", "even", rectangle(1, 14)), cells)
    prompt = Prompt(BLUE, "x", word("?"), choices)
    return lines(Scene((board,), overlays=overlays, prompt=prompt), unicode=False)[2]


def test_a_level_stands_only_where_it_cannot_be_mistaken() -> None:
    choices = tuple(Choice(word("x"), Target("cell", str(n))) for n in (5,) * 9 + (0, 1))
    row = on_row(
        Cell(0, ("hill",), level=2), Cell(1, ("hill",)), Cell(2, ("hill",), 1), choices=choices
    )
    assert row.startswith("1 |^ 10)|^ 11)|^1   |.    |.    |.  *)|")


def test_keys_that_do_not_fit_become_stars() -> None:
    choices = tuple(Choice(word("x"), Target("cell", str(n))) for n in (*(9,) * 99, 0))
    assert on_row(choices=choices).startswith("1 |.  *)|.    |")


def test_signs_of_one_meaning_are_not_repeated() -> None:
    marks = (Marks("reach", cells=(0, 1)), Marks("reach", cells=(0,)), Marks("threat", cells=(0,)))
    assert on_row(overlays=marks).startswith("1 |.  +x|.   +|")


def large(*pieces: Piece) -> Scene:
    layout = HexLayout("flat", "even", rectangle(40, 24), separator="", digits=2)
    return Scene((HexBoard("map", layout),), sides=SIDES, pieces=pieces)


def test_the_empty_border_of_a_large_map_is_left_out() -> None:
    shown = lines(large(Piece("a", "LN", on(100), BLUE), Piece("b", "LN", on(148), RED)))
    assert shown[3].split() == ["3", "4", "5", "6", "7", "8", "9"]
    assert len(shown) < 20


def test_a_map_that_is_still_too_wide_comes_in_parts() -> None:
    shown = lines(large(Piece("a", "LN", on(0), BLUE), Piece("b", "LN", on(959), RED)))
    heads = [index for index, line in enumerate(shown) if line.startswith("Map,")]
    assert [shown[head] for head in heads] == [f"Map, part {part} of 3" for part in (1, 2, 3)]
    assert " ".join(shown[head + 1] for head in heads).split() == [str(n) for n in range(1, 41)]


def test_a_map_of_rows_is_cut_without_losing_cells() -> None:
    layout = HexLayout("pointy", "odd", rectangle(3, 40))
    pieces = tuple(Piece(f"u{n}", "LN", on(n), BLUE, now=n) for n in range(0, 120, 7))
    text = render(Scene((HexBoard("map", layout),), pieces=pieces), WORDS, "en", 80)
    assert all(f"LN{piece.now}" in text for piece in pieces)


def test_maps_can_count_upwards() -> None:
    layout = HexLayout("pointy", "even", rectangle(2, 2), upward=True)
    shown = lines(Scene((HexBoard("map", layout),)))
    assert [line[:1] for line in shown[1:6]] == [" ", "2", " ", "1", " "]


# -- prompts --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "text"),
    [
        (Target("cell", "5"), "2,2"),
        (Target("cell", "99"), "99"),
        (Target("edge", "5:2"), "2,2 side 2"),
        (Target("vertex", "5:0"), "2,2 corner 0"),
        (Target("point", "150,-50"), "1.5 / −0.5 hexes"),
        (Target("point", "here"), "here"),
        (Target("piece", "u2"), "hc3 at 1,3"),
        (Target("piece", "nobody"), "nobody"),
        (Target("card", "c1"), "Attack"),
        (Target("card", "c9"), ""),
        (Target("area", "paris"), "paris"),
        (BUTTON, ""),
    ],
)
def test_targets_are_named(target: Target, text: str) -> None:
    assert target_text(page(hex_scene()), target) == text


def test_a_place_that_the_words_name_is_not_named_again() -> None:
    prompt = Prompt(BLUE, "go", word("Where?"), (Choice(word("Go to 2,2"), Target("cell", "5")),))
    assert lines(replace(hex_scene(), prompt=prompt, standing=()))[-1] == "  1) Go to 2,2"


def test_targets_off_any_board_are_named_all_the_same() -> None:
    empty = page(Scene(trays=(Hand("h", word("Hand")),)))
    assert target_text(empty, Target("edge", "5:2")) == "5:2"
    assert target_text(empty, Target("cell", "5")) == "5"
    assert empty.place(InTray("h")) == "Hand"
    assert empty.place(InTray("x")) == "x"
    assert empty.place(AtArea("x")) == "x"


# -- trays ----------------------------------------------------------------------------------------


def test_cards_are_counted_and_pieces_lie_among_them() -> None:
    hand = Hand("h", word("Hand"), BLUE, (Card("a", word("Scout"), n=2),))
    lying = Piece("p", "LN", InTray("h"), RED, word("line"), now=2)
    assert tray(hand, [lying]) == ["Hand", "  2 × Scout", "  ln line, 2"]


def test_an_empty_hand_says_so() -> None:
    assert tray(Hand("h", word("Hand"))) == ["Hand: nothing"]


def test_a_space_of_a_track_may_have_a_name() -> None:
    names = (word("dawn"), word("noon"))
    track = Track(
        "t", word("Time"), first=1, last=2, names=names, markers=(Marker("m", 2, word("now"), RED),)
    )
    assert tray(track) == ["Time: 1–2; now of Red 2 (noon)"]


def test_a_row_that_stands_for_a_piece_can_be_chosen() -> None:
    scene = hex_scene()
    roster = Roster("r", word("List"), rows=(Row("x", word("Horse"), piece="u2"),))
    assert "  2) Horse" in lines(replace(scene, trays=(roster,)))


def test_a_matrix_that_is_too_wide_becomes_a_list() -> None:
    columns = tuple(word(name) for name in ("Austria", "Prussia"))
    matrix = Matrix(
        "m", word("Talks"), columns=columns, heads=(word("France"),), rows=((word("war"), None),)
    )
    assert tray(matrix)[1:] == ["          Austria  Prussia", "  France  war      -"]
    assert tray(matrix, width=24)[-2:] == ["  France: Austria war,", "      Prussia -"]


# -- tables -------------------------------------------------------------------------------------


def test_a_piece_at_the_edge_stays_on_the_table() -> None:
    rows = lines(table_scene())[3:16]
    assert rows[1].endswith("gen")
    assert max(map(len, rows)) == 4 + 48


# -- ledgers --------------------------------------------------------------------------------------


def line(
    text: str, value: int, op: Op = "add", over: int = 1, struck: Strike | None = None
) -> Line:
    return Line("X-1", word(text), "base", value, op, over, struck=struck)


LEDGER = Ledger(
    "x.battle_dice",
    (
        line("blocks", 8),
        line("light", 1, struck=Strike("X-9", word("it moved"))),
        replace(line("forest", -2), parts=(Ledger("x.cover", (line("trees", -2),), -2),)),
        line("halved", 1, "times", 2),
        line("at most", 4, "cap"),
        line("at least", 3, "floor"),
        line("exactly", 3, "set"),
        line("doubled", 2, "times"),
    ),
    6,
    2,
)

GERMAN = """\
battle dice
      +4  blocks [X-1]
  (+0,5)  light [X-1] – gestrichen: it moved [X-9]
      −1  forest [X-1]
          cover
              −2  trees [X-1]
            = −2  Summe
    ×1/2  halved [X-1]
      ≤2  at most [X-1]
    ≥1,5  at least [X-1]
    =1,5  exactly [X-1]
      ×2  doubled [X-1]
     = 3  Summe
"""


def test_a_ledger_shows_every_line() -> None:
    assert render_ledger(LEDGER, WORDS, "de") + "\n" == GERMAN


def test_struck_lines_are_struck_through_in_colour() -> None:
    coloured = render_ledger(LEDGER, WORDS, "en", colour=True).split("\n")
    assert next(row for row in coloured if "light" in row).startswith("\x1b[9;2m")


def test_a_ledger_in_plain_letters() -> None:
    plain = render_ledger(LEDGER, WORDS, "en", unicode=False)
    assert plain.isascii()
    assert "x1/2  halved [X-1]" in plain


def test_a_quantity_has_its_name_from_the_catalogue() -> None:
    own = Catalogue({"en": {"x.battle_dice.name": WORDS.entries["en"]["scene.odds"]}})
    assert render_ledger(LEDGER, own, "en").startswith("Odds\n")


def test_a_preview_says_why_not_what_and_how_likely() -> None:
    preview = Preview(
        (Violation("X-2", word("Too far.")),),
        (Ledger("x.dice", (line("blocks", 2),), 2),),
        (Chance(word("nothing"), 203_349), Chance(word("a loss"), 796_651)),
        (BUTTON, BUTTON),
    )
    assert render_preview(preview, WORDS, "en").split("\n") == [
        "Not allowed",
        "  Too far. [X-2]",
        "dice",
        "   +2  blocks [X-1]",
        "  = 2  total",
        "Odds",
        "  20.3%  nothing",
        "  79.7%  a loss",
        "2 places can be reached.",
    ]
    assert "  20,3 %  nothing" in render_preview(preview, WORDS, "de")


def test_an_empty_preview_says_so() -> None:
    assert render_preview(Preview(), WORDS, "en") == "Nothing to tell."


# -- the pen --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "parts", "text"),
    [
        (254, 254, "1"),
        (381, 254, "1.5"),
        (1, 254, "0.004"),
        (-5, 10, "−0.5"),
        (0, 3, "0"),
        (-1, 9999, "0"),
    ],
)
def test_decimals_are_exact_and_short(number: int, parts: int, text: str) -> None:
    assert Pen(WORDS, "en").decimal(number, parts, 3) == text


def test_letters_a_terminal_lacks_are_spelled_out() -> None:
    pen = Pen(WORDS, "en", unicode=False)
    assert (
        pen.spell("Fußvolk – Éclaireurs, „Größe“ 5° 兵")
        == 'Fussvolk - Eclaireurs, "Groesse" 5 deg ?'
    )


# -- odds and ends --------------------------------------------------------------------------------


def test_a_choice_that_names_its_place_needs_no_more() -> None:
    said = word("The horse at 1,3")
    prompt = Prompt(BLUE, "go", word("Whom?"), (Choice(said, Target("piece", "u2")),))
    assert lines(replace(hex_scene(), prompt=prompt, standing=()))[-1] == "  1) The horse at 1,3"


def test_edges_and_corridors_are_told() -> None:
    overlays = (
        Marks("objective", edges=("5:1",), label=word("gate")),
        Strip("reach", start=(0, 0), end=(300, 400), width=10),
    )
    shown = lines(replace(hex_scene(), overlays=overlays))
    assert "  $ objective: gate, 2,2:1" in shown
    assert "  + can go there: Corridor 5 hexes" in shown


def test_areas_tell_level_and_ways_or_none() -> None:
    areas = (Area("a", word("Alp"), level=2), Area("b", word("Bay"), occupier=RED))
    board = AreaBoard("map", 9, 9, areas)
    afloat = Piece("f", "fleet", AtArea("b", "x/harbour"), BLUE, word("Fleet"))
    astray = Piece("g", "fleet", AtPoint(1, 1), BLUE, word("Lost"))
    scene = Scene((board,), sides=SIDES, pieces=(afloat, astray))
    assert lines(scene)[2:] == [
        "Map",
        "  Alp [level 2]",
        "  Bay [-, held by Red]",
        "      FL Fleet, harbour",
    ]


def test_pieces_without_a_base_or_a_point_do_no_harm_on_a_table() -> None:
    dot = Piece("d", "flag", AtPoint(500, 500), BLUE, word("Flag"))
    astray = Piece("e", "flag", on(3), BLUE, word("Astray"))
    ghost = Piece("g", "flag", AtPoint(700, 500), BLUE, word("Flag"), ghost=True)
    scene = Scene((TableBoard("t", 1000, 1000, unit=100),), pieces=(dot, astray, ghost))
    shown = lines(scene)
    assert "  5 / 5 in: FL Flag" in shown
    assert "  7 / 5 in: (FL) Flag, (not there)" in shown


def test_a_side_has_the_colour_of_its_livery_where_that_is_one() -> None:
    sides = (Side(RED, word("Red"), livery="red"), Side(BLUE, word("Blue"), livery="grenadiers"))
    scene = Scene(
        (HexBoard("map", POINTY),),
        sides=sides,
        pieces=(Piece("a", "foot", on(0), RED), Piece("b", "foot", on(1), BLUE)),
    )
    text = render(scene, WORDS, "en", colour=True)
    assert "\x1b[31m" in text
    assert "\x1b[34m" not in text
