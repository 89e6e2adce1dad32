"""The melee phase, played. IDG-7.2, IDG-11.5 to IDG-11.9."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.brawl import BIG, FOOT, WIDTH, X, Y, brawl, duel
from tests.games.idg.field import blue, field, red
from tests.games.idg.play import Playing, playing
from walstatt.games.idg.melee import MeleePhase
from walstatt.games.idg.melee_choices import EngageAll
from walstatt.games.idg.melee_events import Fought
from walstatt.kernel.events import Rolled
from walstatt.kernel.ids import Seat, UnitId
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")


def state(battle: Playing, name: str) -> tuple[str, int, int]:
    """Tell the status, the markers and the elements of a unit."""
    one = battle.unit(name)
    return one.status, one.disorder + one.fresh, len(one.elements)


def test_nothing_happens_where_nobody_is_in_contact() -> None:
    battle = playing(
        field(red("a", "warrior", (X, Y)), blue("b", "warrior", (X, 10))), MeleePhase()
    )
    assert battle.is_over
    assert battle.told() == ["kernel.ended"]


@covers("IDG-11.5.1", "IDG-11.9.3", "IDG-11.9.10")
def test_every_pair_rolls_once_and_the_markers_take_force_at_the_end() -> None:
    there = brawl(red("a", "warrior", (X, Y), size=2), blue("b", "warrior", (X, Y), size=2))
    battle = playing(there, MeleePhase())
    assert (battle.pending(), battle.dice()) == ("roll idg.roll.melee", 2)
    battle.roll(6, 2)
    assert (battle.unit("b").disorder, battle.unit("b").fresh) == (0, 1)
    battle.roll(7, 4)
    assert battle.is_over
    assert (battle.unit("b").disorder, battle.unit("b").fresh) == (2, 0)
    assert state(battle, "a") == ("table", 0, 2)


def test_a_fight_is_told_right_after_its_dice() -> None:
    there = brawl(red("a", "warrior", (X, Y), size=2), blue("b", "warrior", (X, Y), size=2))
    battle = playing(there, MeleePhase()).roll(6, 2).roll(4, 4)
    assert battle.told() == [
        "kernel.rolled",
        "idg.fought",
        "idg.disordered",
        "kernel.rolled",
        "idg.fought_even",
        "idg.disordered",
        "idg.disordered",
        "kernel.ended",
    ]
    won = next(one for one in battle.events() if isinstance(one, Fought))
    assert (won.seat, won.own, won.other, won.n, won.rule) == ("red", "6", "2", 4, "IDG-11.9.3")
    rolled = next(one for one in battle.events() if isinstance(one, Rolled))
    assert (rolled.outcome, rolled.request.seat) == ((6, 2), "red")


def test_the_loser_is_told_second_whoever_rolled_first() -> None:
    battle = playing(duel("warrior", {"type": "warrior", "quality": "elite"}), MeleePhase())
    battle.roll(2, 3)
    won = next(one for one in battle.events() if isinstance(one, Fought))
    assert (won.seat, won.own, won.other, won.n) == ("blue", "3 + 2 = 5", "2", 3)


@covers("IDG-7.2.9", "IDG-13.2.12", "IDG-11.9.10")
def test_a_unit_with_seven_markers_fights_on_until_all_is_decided() -> None:
    there = brawl(
        red("a", "warrior", (X, Y), size=2, disorder=5), blue("b", "warrior", (X, Y), size=2)
    )
    battle = playing(there, MeleePhase())
    battle.roll(1, 4)  # 1 - 5 against 4 is 8 less: two markers, seven in all
    assert state(battle, "a") == ("table", 7, 2)
    (request,) = battle.rolls().values()
    assert [ledger.total for ledger in request.ledgers] == [-5, 0]  # type: ignore[union-attr]
    battle.roll(10, 1)
    assert battle.unit("a").status == "destroyed"
    assert battle.unit("b").disorder == 1
    assert "idg.scattered" in battle.told()
    assert [(loss.unit, loss.last) for loss in battle.world.losses] == [("a", False), ("a", True)]
    assert battle.world.melees == {}


@covers("IDG-11.9.12", "IDG-11.9.8")
def test_fights_go_on_as_planned_when_a_neighbour_is_lost() -> None:
    there = brawl(
        red("a", "warrior", (X, Y), size=3),
        blue("b", "elephant", (X - WIDTH, Y)),
        blue("c", "warrior", (X + WIDTH / 4, Y)),
    )
    battle = playing(there, MeleePhase())
    battle.roll(1, 10)  # a1 is lost to the elephant
    assert "a1" in battle.world.elements
    (request,) = battle.rolls().values()
    # a2 has a neighbour on its right who supports it, and a1 fights himself.
    assert [ledger.total for ledger in request.ledgers] == [1, 0]  # type: ignore[union-attr]
    battle.roll(5, 5)
    assert battle.unit("a").elements == ("a2", "a3")
    assert battle.told().count("idg.element_lost") == 1


# IDG-E40
@covers("IDG-11.5.6", "IDG-15.2.1")
def test_artillery_in_contact_is_destroyed_without_a_roll() -> None:
    there = brawl(red("a", "warrior", (X, Y)), blue("b", "artillery", (X, Y)))
    battle = playing(there, MeleePhase())
    assert battle.is_over
    assert battle.unit("b").status == "destroyed"
    assert battle.told()[:3] == ["idg.overrun", "idg.element_lost", "idg.unit_destroyed"]
    assert [loss.unit for loss in battle.world.losses] == ["b"]


@covers("IDG-11.5.6")
def test_artillery_is_safe_from_baggage_and_from_whoever_has_left() -> None:
    there = brawl(
        red("a", "warrior", (X, Y + 0.1)),
        red("t", "baggage", (X + 10, Y), size=2),
        blue("b", "artillery", (X, Y)),
        blue("c", "artillery", (X + 10, Y)),
    )
    battle = playing(there, MeleePhase())
    assert battle.is_over
    assert battle.unit("b").status == battle.unit("c").status == "table"


@covers("IDG-11.5.6", "IDG-2.5.3")
def test_a_general_who_overruns_artillery_destroyed_an_element() -> None:
    there = brawl(red("a", "heavy_cavalry", (X, Y), general=True), blue("b", "artillery", (X, Y)))
    battle = playing(there, MeleePhase())
    assert battle.world.generals[Seat("red")].deeds == ("destroyed",)


@covers("IDG-11.5.6", "IDG-11.5.8")
def test_who_overruns_artillery_also_fights_the_enemy_beside_it() -> None:
    there = brawl(
        red("a", "warrior", (X, Y)),
        blue("b", "artillery", (X - 0.4 * WIDTH, Y)),
        blue("c", "warrior", (X + 0.6 * WIDTH, Y)),
    )
    battle = playing(there, MeleePhase())
    assert battle.unit("b").status == "destroyed"
    battle.roll(3, 3)
    assert (battle.unit("a").disorder, battle.unit("c").disorder) == (1, 1)


@covers("IDG-11.5.7", "IDG-14.3.3")
def test_foot_on_horses_dismounts_when_caught() -> None:
    there = duel("heavy_cavalry", {"type": "warrior", "horses": True, "form": "riding"})
    battle = playing(there, MeleePhase())
    assert battle.unit("b").form == "usual"
    assert battle.told() == ["idg.caught_riding"]
    (request,) = battle.rolls().values()
    # They are warriors who did not move.
    assert request.ledgers[0].explain() == ["-2 IDG-11.8.20"]  # type: ignore[union-attr]


@covers("IDG-11.5.7")
def test_foot_on_horses_that_nobody_touches_rides_on() -> None:
    there = field(
        red("a", "warrior", (X, Y), horses=True, form="riding"), blue("b", "warrior", (X, 10))
    )
    battle = playing(there, MeleePhase())
    assert battle.unit("a").form == "riding"


@covers("IDG-14.2.2")
def test_who_remounts_fights_as_foot() -> None:
    there = duel({"type": "heavy_cavalry", "form": "remounting"}, {"type": "warrior", "moved": 1})
    battle = playing(there, MeleePhase()).roll(6, 1)
    assert battle.unit("b").disorder == 1


@covers("IDG-A60", "IDG-11.3.2")
def test_who_has_left_contact_is_not_struck_any_more() -> None:
    there = field(
        red("a", "warrior", (X, Y)),
        blue("b", "warrior", (X, Y - 3)),
        melees=[{"units": ["a", "b"], "since": 1, "by": "a"}],
    )
    battle = playing(there, MeleePhase())
    assert battle.is_over
    assert battle.world.melees == {}


@covers("IDG-11.3.1", "IDG-11.3.2", "IDG-11.3.3")
def test_a_melee_goes_on_next_turn_with_nobody_pushed_back() -> None:
    there = duel("warrior")
    poses = {name: one.pose for name, one in there.world.elements.items()}
    battle = playing(there, MeleePhase()).roll(6, 1)
    assert {name: one.pose for name, one in battle.world.elements.items()} == poses
    assert battle.world.melees["a|b"].since == 3
    battle.world.turn = 4
    again = playing(battle, MeleePhase())
    assert again.pending() == "roll idg.roll.melee"
    assert again.world.melees["a|b"].since == 3


# IDG-E63
@covers("IDG-11.6.6", "IDG-11.8.24", "IDG-11.8.27")
def test_flank_attackers_make_no_roll() -> None:
    there = brawl(
        red("a", "warrior", (X, Y)),
        blue("b", "warrior", (X - WIDTH + 1.0, Y)),
        blue("q", "warrior", (X + WIDTH / 2, Y + FOOT / 2), facing=270),
    )
    battle = playing(there, MeleePhase())
    (request,) = battle.rolls().values()
    assert [ledger.total for ledger in request.ledgers] == [-2, 0]  # type: ignore[union-attr]
    assert battle.roll(5, 5).is_over


def test_the_phase_survives_saving_at_every_step() -> None:
    there = brawl(
        red("a", "warrior", (X, Y), size=4, formation="2x2"),
        blue("b", "warrior", (X + WIDTH / 2, Y), size=4),
    )
    battle = playing(there, MeleePhase()).reloaded()
    assert battle.asked() == ("red", "choose_opponent")
    battle = battle.do(EngageAll()).reloaded()
    while not battle.is_over:
        battle = battle.roll(5, 3).reloaded()
    assert battle.told().count("idg.fought") == 2


@pytest.mark.parametrize("seed", range(8))
def test_random_brawls_come_to_an_end(seed: int) -> None:
    kinds = ["warrior", "skirmisher", "heavy_cavalry", "cataphract", "elephant", "light_chariot"]
    units: list[dict[str, Any]] = []
    for n in range(4):
        shift = X - 8 + 5 * n
        own, foe = kinds[(seed + n) % 6], kinds[(seed + 2 * n + 1) % 6]
        units.append(red(f"r{n}", own, (shift, Y), size=2, disorder=n))
        units.append(blue(f"b{n}", foe, (shift + 0.3 * seed, Y), size=2, entered=True, moved=3))
    battle = playing(field(*units, turn=3), MeleePhase()).finish(seed)
    for unit in battle.world.units.values():
        assert unit.fresh == 0
        assert unit.disorder < 7 or unit.status == "destroyed"
        assert unit.elements or unit.status == "destroyed"


def test_elephants_are_wide() -> None:
    assert BIG == WIDTH
