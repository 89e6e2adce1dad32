"""The exact odds of a pair. IDG-11.8, IDG-11.9."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.idg.brawl import WIDTH, X, Y, brawl, duel, fight, fights
from tests.games.idg.field import blue, red
from walstatt.games.idg.melee_odds import Band, bands, bout_of, foresee, prospects
from walstatt.games.idg.melee_results import D10, Clash, clash_roll
from walstatt.kernel.chance import Roll
from walstatt.kernel.odds import distribution
from walstatt.workshop.covers import covers

CLASHES = st.builds(
    Clash,
    st.integers(-12, 12),
    st.integers(-12, 12),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.sampled_from((0, 2)),
)


def rolled(clash: Clash) -> Roll[int]:
    """Make a roll of a reading."""
    return Roll("idg.roll.melee", "", D10, 2, meaning=clash)


@given(CLASHES)
def test_the_chances_are_those_of_a_hundred_equally_likely_results(clash: Clash) -> None:
    odds = distribution(rolled(clash))
    assert sum(odds.values()) == 1
    counted: dict[object, int] = {}
    for faces in product(range(1, 11), repeat=2):
        result = clash.read(faces)
        counted[result] = counted.get(result, 0) + 1
    assert {one: chance * 100 for one, chance in odds.items()} == counted


@given(CLASHES)
def test_a_fight_looks_the_same_from_the_other_side(clash: Clash) -> None:
    swapped = Clash(
        clash.foe,
        clash.own,
        clash.foe_mounted,
        clash.own_mounted,
        clash.foe_frail,
        clash.own_frail,
        clash.at_ten,
    )
    assert prospects(rolled(clash)) == prospects(rolled(swapped))[::-1]


@covers("IDG-11.9.1", "IDG-11.9.2", "IDG-11.9.3", "IDG-11.9.4", "IDG-11.9.5")
def test_the_bands_of_an_even_fight_on_foot() -> None:
    found = {
        band: int(chance * 100) for band, chance in bands(distribution(rolled(Clash(0, 0)))).items()
    }
    # Of 100 results 10 are even, 34 differ by 1 or 2, 50 by 3 to 7, and 6 by 8 or 9.
    assert found == {
        Band(-1, 2, lost=False): 3,
        Band(-1, 1, lost=False): 25,
        Band(0, 0, lost=False): 34,
        Band(0, 1, lost=False): 10,
        Band(1, 1, lost=False): 25,
        Band(1, 2, lost=False): 3,
    }
    assert next(iter(found)) == Band(-1, 2, lost=False)


def test_what_cavalry_may_expect() -> None:
    # Cavalry two better than warriors: 8+ in (10,1..4),(9,1..3),(8,1..2),(7,1) of 100.
    own, foe = prospects(rolled(Clash(2, 0, own_mounted=True)))
    assert foe.lost == Fraction(10, 100)
    assert own.lost == 0
    assert own.markers < foe.markers


def test_the_preview_shows_both_ledgers_and_all_chances() -> None:
    there = duel("heavy_cavalry", {"type": "warrior", "moved": 1})
    shown = foresee(there.ctx, "a", "b")
    assert [ledger.quantity for ledger in shown.ledgers] == ["idg.melee_dice"] * 2
    assert sum(one.millionths for one in shown.odds) == 1_000_000
    labels = [one.label.id for one in shown.odds]
    assert labels[0] == "idg.odds.melee.lost_and_markers"
    assert labels.count("idg.odds.melee.both") == labels.count("idg.odds.melee.nothing") == 1
    assert [(one.args["whole"], one.args["tenths"]) for one in shown.facts] == [
        ("0", "4"),
        ("0", "5"),
    ]


def test_the_preview_of_a_sure_loss_says_so() -> None:
    there = duel({"type": "skirmisher", "quality": "raw", "disorder": 6}, "elephant")
    lost = [
        one for one in foresee(there.ctx, "b", "a").odds if one.label.id == "idg.odds.melee.lost"
    ]
    # 10 + 4 against at most 10 - 8: (x + 4) - (y - 8) >= 10 if y <= x + 2.
    assert [one.millionths for one in lost] == [720_000]


def test_a_fight_that_cannot_be_has_no_preview() -> None:
    there = brawl(
        red("a", "warrior", (X, Y)),
        blue("b", "warrior", (X, Y)),
        blue("c", "warrior", (X + 3 * WIDTH, Y)),
    )
    assert foresee(there.ctx, "a", "c").odds == ()
    assert bout_of(there.ctx, "a", "c") is None


def test_a_fight_can_be_foreseen_although_another_is_likelier() -> None:
    there = brawl(
        red("a", "warrior", (X, Y)),
        blue("b", "warrior", (X - 0.3 * WIDTH, Y)),
        blue("c", "elephant", (X + 0.7 * WIDTH, Y)),
    )
    assert fights(there) == {("a", "b")}
    assert fight(there, "a", "c").of("c").flank == ("b",)
    request = clash_roll(there.ctx, fight(there, "a", "c"))
    assert [one.total for one in request.ledgers] == [0, 5]


@pytest.mark.parametrize(("own", "foe"), [("a", "b"), ("b", "a")])
def test_the_order_of_the_two_does_not_matter(own: str, foe: str) -> None:
    there = duel("elephant")
    assert foresee(there.ctx, own, foe) == foresee(there.ctx, "a", "b")
