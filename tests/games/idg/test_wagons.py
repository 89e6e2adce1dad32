"""Wagons: hitched and unhitched, the ring, and fighting across it. IDG-17.1."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.idg.field import INCH, Field, blue, field, red
from tests.games.idg.play import Playing, playing
from tests.games.idg.speaking import rules_in
from walstatt.boards.contact import OVERLAP, overlap
from walstatt.boards.paths import Slide
from walstatt.games.idg.activation import ChooseMove, Face, Go, Halt, March, Stand, Unhitch
from walstatt.games.idg.changes import note_contacts
from walstatt.games.idg.intents import sampled_moves
from walstatt.games.idg.laager import is_hitched, laagers, shelter_of
from walstatt.games.idg.marching import Judge, Orders
from walstatt.games.idg.melee_dice import is_across_works, melee_ledger
from walstatt.games.idg.movement import MovementPhase
from walstatt.games.idg.new_turn import turn_over
from walstatt.games.idg.pairing import pairing
from walstatt.games.idg.shooting_dice import query_of
from walstatt.games.idg.support import planned
from walstatt.games.idg.wagons import is_alarmed, ring_places, unhitch
from walstatt.games.idg.world import Shot, rect_of, rects_of
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

T, A = UnitId("t"), UnitId("a")
LONG, WIDE = 1200 / INCH, 600 / INCH
MIDDLE = (30.0, 20.0)


def ambushed(*units: dict[str, Any], turn: int = 2, **more: Any) -> Field:  # noqa: ANN401
    """Lay out an ambush in which red is attacked on the march."""
    edges = {"red": {"edge": "left"}, "blue": {"edge": "right"}}
    return field(*units, battle="ambush", attacker="red", armies=edges, turn=turn, **more)


def moving(*units: dict[str, Any], **more: Any) -> Playing:  # noqa: ANN401
    """Begin a movement phase of such an ambush."""
    return playing(ambushed(*units, **more), MovementPhase())


def ring(gap: float = 0.5, side: str = "red") -> dict[str, Any]:
    """Put four wagons round the middle: two lie across above and below, two along the sides."""
    x, y = MIDDLE
    half = LONG / 2 + gap + WIDE / 2
    places = [
        {"at": (x + LONG / 2, y - half), "facing": 90},
        {"at": (x + half, y + LONG / 2), "facing": 180},
        {"at": (x - LONG / 2, y + half), "facing": 270},
        {"at": (x - half, y - LONG / 2), "facing": 0},
    ]
    make = red if side == "red" else blue
    return make("t", "wagon", MIDDLE, elements=places)


# -- hitched or not -------------------------------------------------------------------------------


@covers("IDG-17.1.2", "IDG-17.1.3")
def test_wagons_stay_unless_they_came_in_the_column() -> None:
    there = playing(field(red("t", "wagon", (20, 40), size=2)), MovementPhase())
    assert not is_hitched(there.ctx, T)
    assert there.refusal(March(T)) == ["IDG-17.1.2"]
    assert there.refusal(Face(T)) == ["IDG-17.1.2"]
    there.do(Stand(T))
    assert there.is_over
    there = moving(red("t", "wagon", (20, 20), size=2, facing=90))
    assert is_hitched(there.ctx, T)
    there.do(March(T))
    assert there.dice() == 1
    defender = ambushed(blue("t", "wagon", (20, 20), size=2))
    assert not is_hitched(defender.ctx, T)


@covers("IDG-17.1.5")
@pytest.mark.parametrize(
    ("alarm", "may"),
    [("none", False), ("sees", True), ("shot", True), ("shot at others", False)],
)
def test_they_are_unhitched_when_somebody_sees_an_enemy_or_is_shot_at(
    alarm: str, may: bool
) -> None:
    hill = {"id": "h", "kind": "wood", "at": (40, 20), "size": (4, 40)}
    foe = blue("b", "warrior", (60 if alarm != "sees" else 34, 20))
    there = ambushed(
        red("t", "wagon", (20, 20), size=2, facing=90),
        red("a", "warrior", (26, 20), facing=90),
        foe,
        terrain=[hill],
    )
    if alarm.startswith("shot"):
        at = UnitId("a") if alarm == "shot" else UnitId("b")
        there.world.shots = (Shot(2, UnitId("b"), at),)
    assert is_alarmed(there.ctx, there.unit("t").side) is may
    phase = playing(there, MovementPhase())
    if may:
        assert Unhitch(T) in phase.options()
    else:
        assert phase.refusal(Unhitch(T)) == ["IDG-17.1.5"]
    assert phase.refusal(Unhitch(A)) == ["IDG-17.1.9"]


@covers("IDG-17.1.9")
def test_they_move_a_last_time_and_then_stay() -> None:
    there = moving(red("t", "wagon", (20, 20), size=2, facing=90), blue("b", "warrior", (40, 20)))
    there.do(Unhitch(T)).roll(3)
    assert there.asked() == ("red", "choose_move")
    there.do(Halt())
    assert there.unit("t").unhitched
    assert not is_hitched(there.ctx, T)
    assert "idg.unhitched" in there.told()
    there.do(Stand(UnitId("b")))
    turn_over(there.ctx)
    assert playing(there, MovementPhase()).refusal(March(T)) == ["IDG-17.1.2"]


@covers("IDG-17.1.9")
def test_a_ring_is_offered_and_formed() -> None:
    """Four wagons in two pairs form a ring with a good roll."""
    places = [
        {"at": (30 + 3.6, 20 - 3.6), "facing": 90},
        {"at": (30 + 3.6, 20 + 2), "facing": 170},
        {"at": (30 - 3, 20 + 3.6), "facing": 270},
        {"at": (30 - 3.6, 20 - 2), "facing": 10},
    ]
    there = ambushed(
        red("t", "wagon", MIDDLE, elements=places), blue("b", "warrior", (45, 20), facing=270)
    )
    ends = ring_places(there.ctx, T)
    rects = rects_of(there.ctx, T)
    assert len(ends) == len(rects) == 4
    orders = Orders(T, rolled=6, purpose="unhitch")
    found = sampled_moves(there.ctx, orders, Random(0), 11)
    assert all(Judge(there.ctx, orders).flaws(legs) == [] for legs in found)
    for element, pose in ends.items():
        there.world.elements[element] = replace(there.world.elements[element], pose=pose)
    unhitch(there.ctx, T)
    assert len(laagers(there.ctx)) == 1
    now = rects_of(there.ctx, T)
    assert max(overlap(a, b) for n, a in enumerate(now) for b in now[:n]) <= OVERLAP


# -- the ring -------------------------------------------------------------------------------------


@covers("IDG-17.1.9")
@pytest.mark.parametrize(("gap", "closed"), [(0.2, True), (0.68, True), (0.8, False)])
def test_wagons_at_most_an_inch_apart_form_a_ring(gap: float, closed: bool) -> None:
    """Corner to corner they are 1.41 times as far apart as the gap."""
    there = field(ring(gap))
    assert len(laagers(there.ctx)) == int(closed)


@covers("IDG-17.1.9", "IDG-17.1.3")
def test_hitched_wagons_form_no_ring() -> None:
    there = ambushed(ring())
    assert laagers(there.ctx) == []
    unhitch(there.ctx, T)
    assert len(laagers(there.ctx)) == 1


@covers("IDG-17.1.6", "IDG-9.6.15")
@pytest.mark.parametrize(
    ("kind", "at", "safe"),
    [
        ("warrior", MIDDLE, True),
        ("skirmisher", MIDDLE, True),
        ("heavy_cavalry", MIDDLE, False),
        ("warrior", (30, 34), False),
    ],
)
def test_foot_inside_is_protected_from_shots(
    kind: str, at: tuple[float, float], safe: bool
) -> None:
    there = field(ring(), red("a", kind, at), blue("b", "warrior", (30, 8), weapon="bow"))
    assert query_of(there.ctx, "b", "a").foe_works is safe


@covers("IDG-17.1.6")
def test_it_protects_from_nobody_who_is_inside_too() -> None:
    there = field(ring(), red("a", "warrior", (30, 19.5)), blue("b", "skirmisher", (30, 20.6)))
    assert shelter_of(there.ctx, "a", "b") is None


def stormed(attacker: str = "warrior", **more: Any) -> Field:  # noqa: ANN401
    """Let an enemy touch the upper wagon opposite foot that stands behind it."""
    x, y = MIDDLE
    top = y - (LONG / 2 + 0.5 + WIDE / 2)
    there = field(
        ring(),
        red("a", "warrior", (x, top + WIDE / 2)),
        blue("b", attacker, (x, top - WIDE / 2), **more),
    )
    note_contacts(there.ctx, UnitId("b"))
    return there


@covers("IDG-17.1.6", "IDG-A68", "IDG-11.8.28")
def test_a_laager_is_fought_across() -> None:
    there = stormed()
    assert list(there.world.melees) == ["a|b"]
    (pair,) = pairing(there.ctx).pairs
    assert pair.couple == ("a", "b")
    assert (pair.a_front, pair.b_front) == (True, True)
    assert pair.length == pytest.approx(600, abs=3)
    (bout,) = planned(there.ctx, pairing(there.ctx)).bouts
    lines = {one.rule: one.value for one in melee_ledger(there.ctx, bout.of("b")).lines}
    assert lines["IDG-11.8.28"] == -3
    assert "IDG-11.8.28" not in {one.rule for one in melee_ledger(there.ctx, bout.of("a")).lines}
    assert is_across_works(there.ctx, "b", "a")
    assert not is_across_works(there.ctx, "a", "b")


@covers("IDG-17.1.6", "IDG-11.1.4")
def test_nobody_storms_it_who_does_not_attack() -> None:
    there = stormed("skirmisher", activated=False)
    there.world.melees.clear()
    back = there.element("b")
    far = back.pose._replace(y=back.pose.y - 2 * INCH)
    there.world.elements["b"] = replace(back, pose=far)
    judge = Judge(there.ctx, Orders(UnitId("b"), rolled=6))
    found = rules_in(judge.flaws((Slide({"b": back.pose}),)))
    assert found == ["IDG-11.1.4"]


@covers("IDG-17.1.6")
def test_without_a_defender_behind_it_a_wagon_is_only_a_wagon() -> None:
    x, y = MIDDLE
    top = y - (LONG / 2 + 0.5 + WIDE / 2)
    there = field(
        ring(),
        red("a", "warrior", (x, y + 1)),
        blue("b", "warrior", (x, top - WIDE / 2)),
    )
    note_contacts(there.ctx)
    assert there.world.melees == {}


@pytest.mark.parametrize("seed", range(12))
def test_random_phases_with_wagons_come_to_an_end(seed: int) -> None:
    there = moving(
        red("t", "wagon", (16, 20), size=4, facing=90, formation="column"),
        red("a", "warrior", (22, 20), facing=90, size=3),
        blue("b", "warrior", (34, 20), facing=270, size=4),
        blue("c", "light_cavalry", (30, 10), size=3, facing=225),
    )
    there.finish(seed)
    assert all(one.activated for one in there.world.units.values() if one.status == "table")
    rects = [rect_of(there.ctx, one) for one in there.world.elements]
    assert max(overlap(a, b) for n, a in enumerate(rects) for b in rects[:n]) <= OVERLAP + 1


def test_the_move_into_a_ring_has_its_own_words() -> None:
    there = ambushed(red("t", "wagon", (20, 20), size=4, facing=90, formation="column"))
    question = ChooseMove(there.unit("t").side, T, "good", 6, "unhitch")
    answers = question.sample(there.ctx, Random(0), 6)
    moves = [one for one in answers if isinstance(one, Go)]
    assert moves
    labels = {one.label.id for one in question.present_all(there.ctx, moves)}
    assert "idg.do.go_ahead" in labels or "idg.do.form_ring" in labels
