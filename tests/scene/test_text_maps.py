# ruff: noqa: RUF001 - what is written uses real signs

"""Larger maps: how they fit the screen, and what stands on them beside terrain and pieces."""

from msgspec.structs import replace

from tests.scene.samples import BLUE, RED, SIDES, hex_scene, word
from walstatt.boards.hex import HexLayout, Run, rectangle
from walstatt.i18n.catalogue import Catalogue
from walstatt.kernel.prompts import Choice, Prompt, Target
from walstatt.scene.model import (
    AnyTray,
    Badge,
    Card,
    Cell,
    Hand,
    HexBoard,
    Piece,
    Roster,
    Row,
    Scene,
    Side,
    Stroke,
    on,
)
from walstatt.scene.signs import assigned
from walstatt.scene.text import render
from walstatt.scene.words import base_catalogue

WORDS = base_catalogue()
BATTLE = HexLayout(
    "pointy", "even", tuple(Run(row, 13 if row % 2 else 12) for row in range(1, 10)), upward=True
)
SMALL = HexLayout("pointy", "even", (Run(1, 3), Run(2, 2), Run(3, 3)))


def lines(scene: Scene, width: int = 100, *, unicode: bool = True) -> list[str]:
    return render(scene, WORDS, "en", width, unicode=unicode).split("\n")


def below(heading: str, shown: list[str]) -> list[str]:
    """Give the lines under a heading."""
    found = shown[shown.index(heading) + 1 :]
    until = (at for at, line in enumerate(found) if not line.startswith("  "))
    return found[: next(until, len(found))]


# -- size -----------------------------------------------------------------------------------------


def test_a_board_of_thirteen_columns_fits_eighty_signs() -> None:
    scene = Scene((HexBoard("map", BATTLE),), pieces=(Piece("u", "CHC", on(0), BLUE, now=4),))
    shown = lines(scene, 80)
    assert max(map(len, shown)) == 80
    assert shown[4].startswith("9│·    │·    │")
    assert not any(line.startswith("Map, part") for line in shown)


def test_bricks_are_as_wide_as_the_screen_allows() -> None:
    board = HexBoard("map", BATTLE)
    widths = {width: lines(Scene((board,)), width)[2] for width in (79, 80, 81, 94, 107)}
    assert widths[80].index("│", 2) - widths[80].index("│") == 6
    assert widths[81].startswith("9 │")
    assert widths[94].index("│", 3) - widths[94].index("│") == 7
    assert widths[107].index("│", 3) - widths[107].index("│") == 8
    assert any(line.startswith("Map, part 2") for line in lines(Scene((board,)), 79))


# -- ground ---------------------------------------------------------------------------------------


def test_every_terrain_of_the_napoleonic_board_has_a_sign_of_its_own() -> None:
    kinds = "forest hill rugged_hill building river shallow_river bridge sand_pit field_works"
    assert "".join(assigned(kinds.split()).values()) == "&^An~-=,]"


def test_two_kinds_of_terrain_and_a_level_stand_together() -> None:
    cells = (Cell(0, ("hill", "field_works"), level=1, dirs=(0, 5)),)
    assert lines(Scene((HexBoard("map", SMALL, cells),)))[2].startswith("1 │^]¹    │")


def test_terrain_tells_the_sides_it_faces() -> None:
    cells = (Cell(0, ("hill", "field_works"), dirs=(0, 5)), Cell(1, ("field_works",), dirs=(1,)))
    scene = Scene((HexBoard("map", SMALL, cells),))
    assert below("Edges", lines(scene)) == ["  field works: 1,1 ↗↖  1,2 →"]
    plain = below("Edges", lines(scene, unicode=False))
    assert plain == ["  field works: 1,1 30 deg, 330 deg  1,2 90 deg"]


def test_lines_run_down_through_the_bricks() -> None:
    border = Stroke("section", points=((100, 0), (100, 231)))
    pieces = (Piece("u", "LN", on(3), BLUE, now=4),)
    board = HexBoard("map", SMALL, strokes=(border, Stroke("road", cells=(0, 1))))
    shown = lines(Scene((board,), pieces=pieces))
    assert shown[3:10] == [
        "      1       2       3",
        "1 │·      ┊·      │·      │",
        "  │       ┊       │       │",
        "2     │·  ┊   │·      │",
        "      │LN4┊   │       │",
        "3 │·      ┊·      │·      │",
        "  │       ┊       │       │",
    ]
    assert "  · clear   ┊ section line" in shown
    assert below("Lines", shown) == ["  road: 1,1 1,2"]


def test_a_line_gives_way_to_what_stands_there() -> None:
    border = Stroke("section", points=((100, 0), (100, 231)))
    pieces = (Piece("u", "GHC", on(3), BLUE, now=4),)
    scene = Scene((HexBoard("map", SMALL, strokes=(border,)),), pieces=pieces)
    assert lines(scene)[7] == "      │GHC4   │       │"
    assert lines(scene, unicode=False)[5] == "  |       :       |       |"


def test_a_line_that_goes_only_part_of_the_way_is_drawn_so_far() -> None:
    border = Stroke("section", points=((100, 0), (100, 60), (50, 60)))
    shown = lines(Scene((HexBoard("map", SMALL, strokes=(border,)),)))
    assert [("┊" in line) for line in shown[2:8]] == [True, True, False, False, False, False]


def test_lines_across_a_board_of_columns_are_listed() -> None:
    layout = HexLayout("flat", "even", rectangle(3, 3))
    board = HexBoard("map", layout, strokes=(Stroke("section", points=((0, 0), (100, 0))),))
    assert below("Lines", lines(Scene((board,)))) == ["  section line: 0 / 0 hexes → 1 / 0 hexes"]


# -- pieces ---------------------------------------------------------------------------------------


def army() -> tuple[Piece, ...]:
    return (
        Piece("a", "x/LN", on(0), BLUE, word("French line"), now=4),
        Piece("b", "x/LN", on(1), RED, word("British line"), now=4),
        Piece("c", "x/LN", on(2), RED, word("Portuguese line"), "LNP", now=4, livery="portuguese"),
        Piece("n", "x/leader", on(0), BLUE, word("Ney"), "NEY", inside="a"),
    )


def test_a_code_with_several_names_is_called_by_its_sprite() -> None:
    entry = WORDS.entries["en"]["scene.terrain.land"]
    words = Catalogue({"en": {"x.sprite.LN": entry}})
    scene = Scene((HexBoard("map", SMALL),), sides=SIDES, pieces=army())
    shown = render(scene, words, "en").split("\n")
    assert "  LN land   LNP Portuguese line" in shown
    assert below("Pieces", shown) == ["  1,1: LN French line, 4, with Ney"]


def test_without_a_name_for_the_sprite_all_of_them_are_listed() -> None:
    scene = Scene((HexBoard("map", SMALL),), sides=SIDES, pieces=army())
    assert below("Pieces", lines(scene)) == [
        "  1,1: LN French line, 4, with Ney",
        "  1,2: ln British line, 4",
    ]


def test_whoever_is_carried_has_a_line_when_there_is_something_to_say() -> None:
    ordered = replace(army()[3], badges=(Badge("ordered"),))
    scene = Scene((HexBoard("map", SMALL),), sides=SIDES, pieces=(*army()[:1], ordered))
    assert below("Pieces", lines(scene)) == [
        "  1,1: LN French line, 4",
        "  1,1: NEY Ney, ordered, with French line",
    ]
    asked = Prompt(BLUE, "x", word("Who?"), (Choice(word("He"), Target("piece", "n")),))
    chosen = replace(scene, pieces=army(), prompt=asked)
    assert "  1) 1,1: NEY Ney, with French line" in lines(chosen)


def test_a_piece_may_have_a_livery_of_its_own() -> None:
    sides = (Side(BLUE, word("Blue"), "french"), Side(RED, word("Red"), "british"))
    scene = Scene((HexBoard("map", SMALL),), sides=sides, pieces=army())
    text = render(scene, WORDS, "en", colour=True)
    assert [f"\x1b[{n}m{code}" in text for n, code in ((34, "LN"), (31, "ln"), (33, "lnp"))] == [
        True,
        True,
        True,
    ]


def test_an_entry_of_the_legend_is_not_broken() -> None:
    pieces = tuple(
        Piece(f"u{n}", f"x/{code}", on(n), BLUE, word(f"a very long name of {code}"))
        for n, code in enumerate(("AA", "BB", "CC"))
    )
    shown = lines(Scene((HexBoard("map", SMALL),), pieces=pieces), 60)
    assert "  AA a very long name of AA   BB a very long name of BB" in shown
    assert "  CC a very long name of CC" in shown


# -- choices and trays ----------------------------------------------------------------------------


def going(*starts: str) -> Scene:
    """Ask where to go, with three places for each start."""
    choices = [Choice(word("Stop"))]
    for start in starts:
        choices += [
            Choice(word(f"{start} to {label}"), Target("cell", str(cell)))
            for cell, label in enumerate(("1,1", "1,2", "1,3"))
        ]
    asked = Prompt(BLUE, "go", word("Where to?"), tuple(choices))
    return Scene((HexBoard("map", SMALL),), sides=SIDES, prompt=asked)


def test_many_choices_that_differ_in_their_place_stand_together() -> None:
    assert lines(going("Foot", "Horse", "Guns"))[-5:] == [
        "Blue: Where to?",
        "  1) Stop",
        "  Foot to 2) 1,1  3) 1,2  4) 1,3",
        "  Horse to 5) 1,1  6) 1,2  7) 1,3",
        "  Guns to 8) 1,1  9) 1,2  10) 1,3",
    ]


def test_a_few_choices_stand_on_lines_of_their_own() -> None:
    assert lines(going("Foot"))[-3:] == ["  2) Foot to 1,1", "  3) Foot to 1,2", "  4) Foot to 1,3"]


def test_a_key_and_its_place_are_not_parted() -> None:
    shown = lines(going("Foot", "Horse", "Guns"), 30)
    assert "  Foot to 2) 1,1  3) 1,2" in shown
    assert "      4) 1,3" in shown


def beside(tray: AnyTray, *, everything: bool = False) -> list[str]:
    return render(Scene(trays=(tray,)), WORDS, "en", everything=everything).split("\n")


def test_what_is_folded_is_shown_when_everything_is_wanted() -> None:
    notes = Roster("n", word("Notes"), rows=(Row("r", word("River"), note=word("cold")),))
    assert beside(notes) == ["Notes", "  River: cold"]
    folded = replace(notes, folded=True)
    assert beside(folded) == [""]
    assert beside(folded, everything=True) == ["Notes", "  River: cold"]


def test_a_long_hand_that_cannot_be_played_tells_its_titles() -> None:
    cards = tuple(
        Card(name, word(name), word("Do it."), n=2) for name in ("Scout", "Probe", "Rally")
    )
    hand = Hand("h", word("Hand"), cards=cards, down=1)
    assert beside(hand) == ["Hand: 2 × Scout; 2 × Probe; 2 × Rally; one card face down"]
    assert beside(replace(hand, cards=cards[:2], down=0)) == [
        "Hand",
        "  2 × Scout: Do it.",
        "  2 × Probe: Do it.",
    ]
    asked = Prompt(BLUE, "x", word("Which?"), (Choice(word("x"), Target("card", "Rally")),))
    scene = replace(hex_scene(), trays=(hand,), prompt=asked, standing=())
    assert "  1) 2 × Rally: Do it." in lines(scene)
