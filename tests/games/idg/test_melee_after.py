"""After the fights: baggage, gates, fire lances. IDG-5.10, IDG-16.2, IDG-18.12.16."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.brawl import FOOT, WIDTH, X, Y, brawl, duel
from tests.games.idg.field import Field, blue, field, red
from tests.games.idg.play import Playing, playing
from walstatt.games.idg.melee import MeleePhase
from walstatt.games.idg.melee_after import BreakGate, GateRoll, MeleeAfter, SpareGate
from walstatt.games.idg.morale_causes import beside_lances, due_tests
from walstatt.games.idg.world import Shot
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Target
from walstatt.workshop.covers import covers

WAGON = 1200 / 254


# -- baggage --------------------------------------------------------------------------------------


# IDG-E57
@covers("IDG-5.10.4", "IDG-5.10.5", "IDG-A63")
def test_one_touched_element_loses_the_whole_train() -> None:
    there = field(
        red("a", "skirmisher", (X, Y)),
        blue("t", "baggage", (X + 1.5 * WIDTH, Y), size=4),
    )
    battle = playing(there, MeleeAfter())
    assert battle.is_over
    assert battle.unit("t").status == "destroyed"
    assert battle.world.captured == (Seat("blue"),)
    assert battle.world.losses == ()
    assert battle.told()[0] == "idg.baggage_captured"


@covers("IDG-5.10.4")
@pytest.mark.parametrize(
    ("kind", "gap", "captured"),
    [
        ("warrior", 0.0, True),
        ("warrior", 0.06, False),
        ("baggage", 0.0, False),
        ("elephant", 0, True),
    ],
)
def test_only_fighting_elements_in_contact_capture(kind: str, gap: float, captured: bool) -> None:
    there = field(red("a", kind, (X, Y + gap)), blue("t", "baggage", (X, Y), size=1))
    battle = playing(there, MeleeAfter())
    assert (battle.unit("t").status == "destroyed") is captured


@covers("IDG-5.10.4", "IDG-A63")
def test_who_is_lost_in_melee_captures_nothing() -> None:
    there = brawl(
        red("a", "skirmisher", (X, Y)),
        blue("b", "elephant", (X - 0.4 * WIDTH, Y)),
        blue("t", "baggage", (X + 0.6 * WIDTH, Y)),
    )
    battle = playing(there, MeleePhase())
    battle.roll(1, 10)
    assert battle.unit("a").status == "destroyed"
    assert battle.unit("t").status == "table"
    assert battle.world.captured == ()


@covers("IDG-5.10.6", "IDG-17.1.7", "IDG-17.1.8")
@pytest.mark.parametrize(
    ("scenario", "guarded", "captured"),
    [
        ("ambush", False, True),
        ("ambush", True, False),
        ("open_battle", False, False),
    ],
)
def test_wagons_are_captured_only_in_an_ambush_and_unguarded(
    scenario: str, guarded: bool, captured: bool
) -> None:
    guard = [blue("g", "warrior", (X, Y - WAGON), facing=0)] if guarded else []
    there = field(
        red("a", "warrior", (X, Y)),
        blue("t", "wagon", (X, Y)),
        *guard,
        battle=scenario,
        attacker="blue",
    )
    battle = playing(there, MeleeAfter())
    assert (battle.unit("t").status == "destroyed") is captured
    assert battle.world.captured == ((Seat("blue"),) if captured else ())


@covers("IDG-17.1.7")
def test_a_guard_at_another_wagon_does_not_help() -> None:
    there = field(
        red("a", "warrior", (X, Y)),
        blue("t", "wagon", (X, Y), elements=[{"at": (X, Y)}, {"at": (X + 2 * WIDTH, Y)}]),
        blue("g", "warrior", (X + 2 * WIDTH, Y - WAGON), facing=0),
        battle="ambush",
        attacker="blue",
    )
    assert playing(there, MeleeAfter()).unit("t").status == "destroyed"


# -- fire lances ----------------------------------------------------------------------------------


@covers("IDG-18.12.16")
@pytest.mark.parametrize(
    ("foe", "form", "tests"),
    [
        ("heavy_cavalry", "usual", ["b"]),
        ("elephant", "usual", ["b"]),
        ("warrior", "usual", []),
        ("heavy_cavalry", "dismounted", []),
    ],
)
def test_mounted_troops_in_contact_with_fire_lances_will_test(
    foe: str, form: str, tests: list[str]
) -> None:
    lances = {"type": "skirmisher", "special": ["fire_lance"]}
    there = duel(lances, {"type": foe, "form": form})
    assert beside_lances(there.ctx) == []
    there.world.phase = "morale"
    assert beside_lances(there.ctx) == tests
    assert [test.unit for test in due_tests(there.ctx)] == tests


@covers("IDG-18.12.16")
def test_fire_lances_destroyed_in_this_melee_frighten_nobody() -> None:
    there = duel({"type": "skirmisher", "special": ["fire_lance"]}, "elephant")
    battle = playing(there, MeleePhase()).roll(1, 10)
    battle.world.phase = "morale"
    assert beside_lances(battle.ctx) == []


# -- gates ----------------------------------------------------------------------------------------

GATE = {"id": "gate", "kind": "gate", "via": [(X - 2, Y - 0.5), (X + 2, Y - 0.5)], "width": 1}
GATE |= {"side": "blue"}


def at_gate(*units: dict[str, Any], **more: Any) -> Field:  # noqa: ANN401
    """Lay out attackers before a gate whose outside is at Y."""
    return field(*units, **{"battle": "siege", "terrain": [GATE], "turn": 3, **more})


def is_open(battle: Playing) -> bool:
    """Tell whether the gate is smashed."""
    return battle.world.ground[0].open


@covers("IDG-16.2.5", "IDG-16.2.6", "IDG-16.2.9", "IDG-1.1.5")
@pytest.mark.parametrize(("dice", "smashed"), [((9, 9), False), ((3, 10), True), ((10, 10), True)])
def test_axes_smash_a_gate_with_a_ten(dice: tuple[int, int], smashed: bool) -> None:
    battle = playing(at_gate(red("a", "warrior", (X, Y), size=2)), MeleeAfter())
    assert battle.asked() == ("red", "choose_gate")
    assert battle.options() == [BreakGate(), SpareGate()]
    choice = battle.decision().present(battle.ctx, BreakGate())
    assert (choice.target, choice.rolls) == (Target("area", "gate"), True)
    battle.do(BreakGate())
    assert list(battle.rolls()) == ["a1", "a2"]
    assert {one.rule for one in battle.rolls().values()} == {"IDG-16.2.6"}
    battle.roll(*dice)
    assert is_open(battle) is smashed
    assert battle.told()[-2] == ("idg.gate_smashed" if smashed else "idg.gate_attacked")


@covers("IDG-16.2.5")
def test_at_most_two_elements_attack_a_gate_at_once() -> None:
    there = at_gate(red("a", "warrior", (X, Y), size=3))
    battle = playing(there, MeleeAfter()).do(BreakGate())
    assert list(battle.rolls()) == ["a1", "a2"]


@covers("IDG-16.2.5")
def test_a_gate_may_be_left_alone() -> None:
    battle = playing(at_gate(red("a", "warrior", (X, Y))), MeleeAfter()).do(SpareGate())
    assert battle.is_over
    assert not is_open(battle)


@covers("IDG-16.2.5")
@pytest.mark.parametrize(
    ("kind", "form", "may"),
    [
        ("warrior", "usual", True),
        ("heavy_cavalry", "dismounted", True),
        ("heavy_chariot", "dismounted", True),
        ("light_chariot", "dismounted", True),
        ("heavy_cavalry", "usual", False),
        ("skirmisher", "usual", False),
        ("light_cavalry", "dismounted", False),
    ],
)
def test_who_has_axes(kind: str, form: str, may: bool) -> None:
    battle = playing(at_gate(red("a", kind, (X, Y), form=form)), MeleeAfter())
    assert (not battle.is_over) is may


@covers("IDG-16.2.5")
def test_axes_are_at_hand_only_in_a_siege() -> None:
    there = at_gate(red("a", "warrior", (X, Y)), battle="raid")
    assert playing(there, MeleeAfter()).is_over


@covers("IDG-16.2.6")
@pytest.mark.parametrize(
    ("more", "may"),
    [
        ({}, True),
        ({"turned": True}, True),
        ({"moved": 0.5}, False),
        ({"arrived": 3}, False),
    ],
)
def test_who_moved_this_turn_does_not_attack_the_gate(more: dict[str, Any], may: bool) -> None:
    battle = playing(at_gate(red("a", "warrior", (X, Y), **more)), MeleeAfter())
    assert (not battle.is_over) is may


@covers("IDG-16.2.6")
def test_who_shot_or_fought_this_turn_does_not_attack_the_gate() -> None:
    there = at_gate(red("a", "warrior", (X, Y), weapon="bow"))
    there.world.shots = (Shot(3, UnitId("a"), UnitId("b")),)
    assert playing(there, MeleeAfter()).is_over
    there.world.shots = (Shot(2, UnitId("a"), UnitId("b")),)
    assert not playing(there, MeleeAfter()).is_over
    there = at_gate(red("a", "warrior", (X, Y)))
    assert playing(there, MeleeAfter(fought=("a",))).is_over


@covers("IDG-16.2.6")
def test_who_is_in_melee_at_the_gate_does_not_attack_it() -> None:
    there = at_gate(
        red("a", "warrior", (X, Y)),
        blue("b", "warrior", (X - WIDTH / 2, Y + FOOT / 2), facing=90),
    )
    battle = playing(there, MeleePhase()).roll(10, 1)
    assert battle.is_over
    assert not is_open(battle)


@covers("IDG-16.2.8", "IDG-1.7.6")
@pytest.mark.parametrize(
    ("breed", "die", "smashed"),
    [("african", 9, False), ("african", 10, True), ("indian", 8, False), ("indian", 9, True)],
)
def test_elephants_smash_gates(breed: str, die: int, smashed: bool) -> None:
    there = at_gate(red("a", "elephant", (X, Y), elements=[{"kind": breed}], moved=4))
    battle = playing(there, MeleeAfter())
    # Also in the turn in which they come, and unasked.
    (request,) = battle.rolls().values()
    assert request.rule == "IDG-16.2.8"
    battle.roll(die)
    assert is_open(battle) is smashed


@covers("IDG-16.2.6", "IDG-16.2.8")
def test_axes_and_elephants_attack_together() -> None:
    there = at_gate(
        red("a", "warrior", (X - 1.0, Y)),
        red("e", "elephant", (X - 1.0 + WIDTH, Y), elements=[{"kind": "indian"}]),
    )
    battle = playing(there, MeleeAfter()).do(SpareGate())
    assert battle.dice() == 1
    battle = playing(there, MeleeAfter()).do(BreakGate()).reloaded()
    assert battle.dice() == 2
    battle.roll(9, 9)
    assert is_open(battle)


@covers("IDG-16.2.9")
def test_nobody_attacks_a_gate_that_is_open_or_his_own() -> None:
    there = at_gate(red("a", "warrior", (X, Y)), terrain=[{**GATE, "open": True}])
    assert playing(there, MeleeAfter()).is_over
    there = at_gate(red("a", "warrior", (X, Y)), terrain=[{**GATE, "side": "red"}])
    assert playing(there, MeleeAfter()).is_over


@covers("IDG-16.2.9")
def test_whoever_stood_on_a_smashed_gate_is_on_open_ground() -> None:
    there = at_gate(
        red("a", "warrior", (X, Y)),
        blue("b", "warrior", (X, Y), elements=[{"aboard": "gate"}]),
    )
    battle = playing(there, MeleeAfter()).do(BreakGate()).roll(10)
    assert is_open(battle)
    assert battle.element("b").aboard == ""


@covers("IDG-16.2.6")
def test_only_the_element_that_shot_has_done_something_else() -> None:
    there = at_gate(red("a", "warrior", (X, Y), size=2, weapon="bow"))
    there.world.shots = (Shot(3, UnitId("a"), UnitId("b"), "a1"),)
    battle = playing(there, MeleeAfter()).do(BreakGate())
    assert list(battle.rolls()) == ["a2"]


def test_the_dice_that_smash_a_gate_are_shown() -> None:
    assert GateRoll(9).hits((8, 9, 10)) == (False, True, True)
    assert GateRoll(10).read((10,))
    assert not GateRoll(10).read((9,))
