"""What comes of a fight. IDG-11.9."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from tests.games.idg.brawl import FOOT, WIDTH, X, Y, brawl, duel, fight
from tests.games.idg.field import Field, blue, red, told
from walstatt.games.idg.changes import settle
from walstatt.games.idg.melee_odds import bouts
from walstatt.games.idg.melee_results import (
    Clash,
    Fallen,
    Lost,
    clash_of,
    clash_roll,
    harm_of,
    made_up,
    remove_lost,
    take,
)
from walstatt.i18n.catalogue import MINUS
from walstatt.kernel.ids import Seat, UnitId
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")


def outcome(there: Field, own: int, foe: int) -> tuple[int, int, list[str]]:
    """Let `a` and `b` fight with given dice: the markers of both units, and who is lost."""
    lost = take(there.ctx, fight(there), (own, foe))
    return there.unit("a").fresh, there.unit("b").fresh, [element for element, _ in lost]


# IDG-E37, IDG-E39
@covers(
    "IDG-11.9.1",
    "IDG-11.9.2",
    "IDG-11.9.3",
    "IDG-11.9.4",
    "IDG-11.9.5",
    "IDG-11.9.7",
)
@pytest.mark.parametrize(
    ("margin", "on_foot", "mounted"),
    [
        (0, (1, 1, []), (1, 1, [])),
        (1, (0, 0, []), (0, 0, [])),
        (2, (0, 0, []), (0, 0, [])),
        (3, (0, 1, []), (0, 1, [])),
        (4, (0, 1, []), (0, 1, [])),
        (5, (0, 1, []), (0, 2, [])),
        (7, (0, 1, []), (0, 2, [])),
        (8, (0, 2, []), (0, 2, ["b"])),
        (9, (0, 2, []), (0, 2, ["b"])),
    ],
)
def test_what_a_difference_means(
    margin: int, on_foot: tuple[int, int, list[str]], mounted: tuple[int, int, list[str]]
) -> None:
    assert outcome(duel("warrior"), 1 + margin, 1) == on_foot
    # Moved warriors do not put cavalry off.
    cavalry = duel("heavy_cavalry", {"type": "warrior", "moved": 1})
    assert outcome(cavalry, 1 + margin, 1) == mounted


@covers("IDG-11.9.1", "IDG-11.9.3", "IDG-11.9.4")
def test_the_lower_total_loses_whoever_it_is() -> None:
    assert outcome(duel("warrior"), 1, 5) == (1, 0, [])
    assert outcome(duel({"type": "warrior", "quality": "elite"}), 1, 3) == (1, 1, [])


# IDG-E38
@covers("IDG-11.9.6")
@pytest.mark.parametrize(
    ("loser", "lost"),
    [
        ({"type": "warrior"}, []),
        ({"type": "warrior", "wild": True}, ["b"]),
        ({"type": "skirmisher"}, ["b"]),
        ({"type": "heavy_cavalry"}, []),
    ],
)
def test_at_eight_skirmishers_and_wild_troops_are_lost(
    loser: dict[str, Any], lost: list[str]
) -> None:
    there = duel("warrior", loser)
    bonus = clash_of(there.ctx, fight(there))
    own = 8 + bonus.foe - bonus.own + 1
    assert outcome(there, own, 1) == (0, 2, lost)


@covers("IDG-11.9.7", "IDG-A10")
@pytest.mark.parametrize(("option", "markers"), [(0, 0), (2, 2)])
def test_at_ten_the_element_is_lost(option: int, markers: int) -> None:
    there = duel({"type": "warrior", "quality": "elite"}, options={"var_ten_plus_markers": option})
    assert outcome(there, 9, 1) == (0, markers, ["b"])


@covers("IDG-11.9.11")
def test_elephants_count_as_mounted() -> None:
    there = duel("elephant", "skirmisher")
    reading = clash_of(there.ctx, fight(there))
    assert reading.own_mounted
    assert harm_of(5, winner_mounted=True, loser_frail=False) == (2, False, "IDG-11.9.4")
    assert harm_of(8, winner_mounted=True, loser_frail=False) == (2, True, "IDG-11.9.6")


@covers("IDG-11.9.4", "IDG-14.2.2")
def test_dismounted_winners_are_on_foot() -> None:
    there = duel({"type": "heavy_cavalry", "form": "dismounted"}, {"type": "warrior", "moved": 1})
    assert outcome(there, 6, 1) == (0, 1, [])


# IDG-E35
@covers("IDG-11.9.2")
def test_cavalry_with_nine_and_hoplites_with_five_do_nothing_to_each_other() -> None:
    there = brawl(
        red("a", "heavy_cavalry", (X, Y), entered=True, moved=6),
        blue("b", "warrior", (X, Y), armour="armoured", size=2, formation="column"),
    )
    bout = fight(there, "a", "b1")
    reading = clash_of(there.ctx, bout)
    assert (reading.own, reading.foe) == (-4, 1)
    assert reading.read((9, 5)) == Fallen(-1, rule="IDG-11.9.2")


@covers("IDG-11.9.8", "IDG-11.9.9")
def test_the_element_that_fought_is_the_one_that_is_lost_a_general_too() -> None:
    there = brawl(
        red("a", "warrior", (X, Y), size=2, general=True, quality="raw"),
        blue("b", "elephant", (X - WIDTH / 2, Y)),
    )
    lost = take(there.ctx, fight(there, "a1", "b"), (1, 8))
    assert lost == (("a1", "IDG-11.9.7"),)
    remove_lost(there.ctx, lost)
    assert there.unit("a").elements == ("a2",)
    assert [(loss.general, loss.last) for loss in there.world.losses] == [(True, False)]
    assert "idg.general_lost" in told(there)


@covers("IDG-11.9.6", "IDG-11.9.7", "IDG-12.2.9")
def test_a_lost_element_is_remembered_for_the_morale_phase() -> None:
    there = duel("heavy_cavalry", {"type": "warrior", "moved": 1})
    remove_lost(there.ctx, take(there.ctx, fight(there), (9, 1)))
    (loss,) = there.world.losses
    assert (loss.unit, loss.last, loss.shot) == ("b", True, False)
    assert there.unit("b").status == "destroyed"


@covers("IDG-18.12.31")
def test_a_fire_ox_is_killed_like_anybody() -> None:
    ox = {"type": "heavy_cavalry", "armour": "armoured", "special": ["fire_ox"]}
    there = duel({"type": "elephant"}, ox)
    remove_lost(there.ctx, take(there.ctx, fight(there), (5, 1)))
    assert there.unit("b").status == "destroyed"


# -- generals' deeds ------------------------------------------------------------------------------


@covers("IDG-2.5.3")
@pytest.mark.parametrize(
    ("dice", "deeds"),
    [
        ((5, 5), ()),
        ((6, 6), ()),
        ((6, 1), ("disorder",)),
        ((8, 1), ("disorder", "destroyed")),
        ((10, 1), ("destroyed",)),
    ],
)
def test_a_general_is_remembered_for_disorder_he_caused_and_elements_he_destroyed(
    dice: tuple[int, int], deeds: tuple[str, ...]
) -> None:
    there = duel({"type": "heavy_cavalry", "general": True}, {"type": "warrior", "moved": 1})
    # He adds one by being there.
    take(there.ctx, fight(there), dice)
    assert there.world.generals[Seat("red")].deeds == deeds


@covers("IDG-2.5.3")
def test_a_draw_is_disorder_he_caused_and_losing_is_not() -> None:
    there = duel({"type": "warrior", "general": True})
    take(there.ctx, fight(there), (4, 5))
    assert there.world.generals[Seat("red")].deeds == ("disorder",)
    there = duel({"type": "warrior", "general": True})
    take(there.ctx, fight(there), (1, 9))
    assert there.world.generals[Seat("red")].deeds == ()


# -- several fights -------------------------------------------------------------------------------


def line_of_battle() -> Field:
    """Lay out a red line in which all depend on each other: support, general, markers."""
    return brawl(
        red("a", "warrior", (X, Y), size=6, formation="3x2", disorder=1),
        red("g", "warrior", (X + 2 * WIDTH, Y), general=True, quality="elite"),
        blue("b", "heavy_cavalry", (X - WIDTH, Y), moved=3, entered=True),
        blue("c", "skirmisher", (X + WIDTH / 2, Y), size=2, disorder=4),
        blue("d", "warrior", (X + 2 * WIDTH, Y), wild=True),
        armies={"red": {"command": "impetuous"}},
    )


DICE = {"a1": (1, 10), "a2": (9, 1), "a3": (4, 4), "g": (10, 1)}


def resolved(order: tuple[int, ...]) -> Any:  # noqa: ANN401
    """Resolve all fights in some order and give what is left."""
    there = line_of_battle()
    planned = bouts(there.ctx)
    lost: list[Lost] = []
    for place in order:
        bout = planned[place]
        own = next(one for one in bout.elements if one in DICE)
        dice = DICE[own] if bout.one.element == own else DICE[own][::-1]
        lost += take(there.ctx, bout, dice)
    remove_lost(there.ctx, lost)
    settle(there.ctx, there.world.units)
    world = there.world
    return world.units, world.elements, world.losses, world.generals


@covers("IDG-7.2.10", "IDG-7.2.9", "IDG-11.9.10", "IDG-11.9.12")
def test_the_order_of_fights_has_no_effect() -> None:
    assert len(bouts(line_of_battle().ctx)) == 4
    results = [resolved(order) for order in permutations(range(4))]
    assert all(one == results[0] for one in results)
    units, elements, losses, _ = results[0]
    assert units[UnitId("a")].disorder > 1
    assert "d" not in elements
    assert len(losses) >= 2


@covers("IDG-11.9.10", "IDG-7.2.9", "IDG-13.1.2")
def test_markers_of_all_fights_of_a_unit_add_up_and_take_force_together() -> None:
    there = brawl(red("a", "warrior", (X, Y), size=2), blue("b", "warrior", (X, Y), size=2))
    take(there.ctx, fight(there, "a1", "b2"), (1, 5))
    assert (there.unit("a").disorder, there.unit("a").fresh) == (0, 1)
    # The second fight is not hampered by the first.
    assert clash_of(there.ctx, fight(there, "a2", "b1")).own == 0
    take(there.ctx, fight(there, "a2", "b1"), (1, 9))
    assert (there.unit("a").disorder, there.unit("a").fresh) == (0, 3)
    settle(there.ctx, [A])
    assert there.unit("a").disorder == 3


@covers("IDG-11.9.12")
def test_support_counts_as_at_the_start_of_the_phase() -> None:
    there = brawl(
        red("a", "warrior", (X, Y), size=3),
        blue("b", "warrior", (X - WIDTH / 2, Y), size=1),
        blue("c", "elephant", (X + WIDTH, Y), size=1),
    )
    first, *_ = bouts(there.ctx)
    before = clash_of(there.ctx, first)
    take(there.ctx, fight(there, "a3", "c"), (1, 10))
    assert clash_of(there.ctx, first) == before
    assert there.world.elements.keys() >= {"a3"}


# -- the roll -------------------------------------------------------------------------------------


def test_the_roll_of_a_pair_shows_both_dice_and_both_ledgers() -> None:
    there = duel(
        {"type": "warrior", "quality": "elite"}, {"type": "warrior", "disorder": 2}, by="b"
    )
    request = clash_roll(there.ctx, fight(there))
    # b made the contact, so its die comes first.
    assert (request.seat, request.count, request.die.faces[-1]) == ("blue", 2, 10)
    assert [ledger.total for ledger in request.ledgers] == [-2, 2]
    assert request.purpose == "idg.roll.melee"


def test_the_dice_that_hurt_are_shown() -> None:
    clash = Clash(0, 0)
    assert clash.hits((6, 1)) == (True, False)
    assert clash.hits((1, 6)) == (False, True)
    assert clash.hits((5, 5)) == (True, True)
    assert clash.hits((5, 4)) == (False, False)
    assert clash.losses(clash.read((10, 1))) == 2
    assert Clash(5, 0).losses(Clash(5, 0).read((10, 1))) == 1


@pytest.mark.parametrize(
    ("die", "added", "text"),
    [
        (9, 2, "9 + 2 = 11"),
        (5, -1, f"5 {MINUS} 1 = 4"),
        (7, 0, "7"),
        (1, -4, f"1 {MINUS} 4 = {MINUS}3"),
    ],
)
def test_totals_are_told_with_the_die(die: int, added: int, text: str) -> None:
    assert made_up(die, added) == text


def test_feet_are_shallower_than_wide() -> None:
    assert pytest.approx(WIDTH) == FOOT * 2
