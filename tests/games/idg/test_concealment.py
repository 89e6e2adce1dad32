"""Who is concealed and who comes later, decided in secret. IDG-5.3 to IDG-5.6, IDG-5.8."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.field import BLUE, INCH, RED, blue, field, red
from tests.games.idg.play import Playing, playing
from tests.games.idg.speaking import rules_in
from walstatt.boards.pose import Pose
from walstatt.games.idg.concealment import (
    CallBack,
    Conceal,
    Hidden,
    HoldingBack,
    KeepLate,
    SetAside,
    as_drafted,
    usual_late,
)
from walstatt.games.idg.content import SEATS
from walstatt.games.idg.deployment_events import Decided, HeldBack
from walstatt.games.idg.drawing_up import Poses, body_of
from walstatt.games.idg.holding_back import held_units, limits_of, may_hold_back
from walstatt.games.idg.view import observe
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Target
from walstatt.workshop.covers import covers

WOOD = {"id": "wood", "kind": "wood", "at": (20, 44), "size": (16, 8)}
TOP_WOOD = {"id": "top", "kind": "wood", "at": (20, 4), "size": (16, 8)}
ALL = (WOOD, TOP_WOOD)


def army(side: Any, count: int, size: int = 4) -> list[dict[str, Any]]:  # noqa: ANN401
    """Write so many units of foot, a general by himself and baggage, all waiting."""
    letter = "r" if side is red else "b"
    return [
        *(
            side(f"{letter}{n}", "warrior", (0, 0), size=size, formation="2x2")
            for n in range(1, count + 1)
        ),
        side(f"{letter}-general", "heavy_cavalry", (0, 0), general=True),
        side(f"{letter}-baggage", "baggage", (0, 0), size=2),
    ]


def holding(
    battle: str,
    reds: int = 6,
    blues: int = 6,
    seats: tuple[Seat, ...] = SEATS,
    **more: Any,  # noqa: ANN401
) -> Playing:
    """Let both sides decide whom they hold back."""
    units = [*army(red, reds), *army(blue, blues)]
    waiting = ({**one, "status": "reserve"} for one in units)
    given = {"terrain": ALL, "attacker": "red", **more}
    return playing(field(*waiting, battle=battle, **given), HoldingBack(seats))


def late(*names: str) -> SetAside:
    """Let these come later."""
    return SetAside(tuple(UnitId(name) for name in names))


def hidden(there: Playing, unit: str, x: float, y: float, files: int = 2) -> Poses:
    """Draw a unit up with the middle of its front there, in inches."""
    facing = 0 if there.unit(unit).side == RED else 18_000
    front = Pose(round(x * INCH), round(y * INCH), facing)
    return body_of(there.ctx, UnitId(unit)).poses(files, front)


def statuses(there: Playing, status: str) -> list[str]:
    """List the units that are somewhere."""
    return [name for name, one in there.world.units.items() if one.status == status]


# -- how many -------------------------------------------------------------------------------------


@covers("IDG-5.4.6")
def test_in_an_open_battle_two_units_may_come_later() -> None:
    there = holding("open_battle")
    assert there.refusal(late("r1", "r2", "r3"), "red") == ["IDG-5.4.6"]
    there.do(late("r1", "r2"), "red").do(late(), "blue")
    assert statuses(there, "late") == ["r1", "r2"]
    assert there.is_over


@covers("IDG-5.4.7")
def test_in_an_open_battle_one_unit_may_be_concealed() -> None:
    there = holding("open_battle")
    one, two = hidden(there, "r1", 16, 43), hidden(there, "r2", 24, 43)
    both = (Hidden(UnitId("r1"), one), Hidden(UnitId("r2"), two))
    assert there.refusal(SetAside((), both), "red") == ["IDG-5.4.7"]
    there.do(SetAside((), both[:1]), "red")
    assert statuses(there, "concealed") == ["r1"]
    assert {there.element(f"r1{n}").pose for n in (1, 2, 3, 4)} == {pose for _, pose in one}


@covers("IDG-5.5.3", "IDG-5.5.10")
@pytest.mark.parametrize(("units", "most"), [(2, 1), (3, 1), (5, 1), (6, 2), (8, 2), (9, 3)])
def test_in_a_raid_a_third_of_the_defenders_units_is_deployed_rounded_down(
    units: int, most: int
) -> None:
    there = holding("raid", blues=units)
    assert limits_of(there.ctx, BLUE).deployed == most
    names = [f"b{n}" for n in range(1, units + 1)]
    too_few = names[: units - most - 1]
    assert there.refusal(late(*too_few), "blue") == ["IDG-5.5.3"]
    there.do(late(*names[: units - most]), "blue")
    assert len(statuses(there, "late")) == units - most


@covers("IDG-5.5.6", "IDG-5.5.9", "IDG-5.5.10")
def test_in_a_raid_the_defender_conceals_two_units_which_count_and_the_attacker_one() -> None:
    there = holding("raid")
    assert limits_of(there.ctx, RED)[:4] == (2, "IDG-5.5.9", 1, "IDG-5.5.9")
    assert limits_of(there.ctx, BLUE)[2:4] == (2, "IDG-5.5.6")
    lying = tuple(
        Hidden(UnitId(name), hidden(there, name, x, 5)) for name, x in (("b1", 16), ("b2", 24))
    )
    three = ("b3", "b4", "b5")
    assert there.refusal(SetAside(late(*three).late, lying), "blue") == ["IDG-5.5.3"]
    there.do(SetAside(late(*three, "b6").late, lying), "blue")
    assert statuses(there, "concealed") == ["b1", "b2"]


@covers("IDG-5.3.9", "IDG-5.3.20", "IDG-5.3.11")
@pytest.mark.parametrize(("units", "least"), [(2, 5), (3, 7), (4, 9)])
def test_in_an_ambush_half_of_the_elements_are_deployed_rounded_up(units: int, least: int) -> None:
    there = holding("ambush", blues=units, seats=(BLUE,))
    assert limits_of(there.ctx, BLUE).elements == least
    most = (4 * units + 1 - least) // 4
    names = [f"b{n}" for n in range(1, units + 1)]
    assert there.refusal(late(*names[: most + 1])) == ["IDG-5.3.9"]
    there.do(late(*names[:most]))
    assert statuses(there, "late") == names[:most]


@covers("IDG-5.3.10")
def test_in_an_ambush_any_number_may_be_concealed() -> None:
    edges = {"red": {"edge": "left"}, "blue": {"edge": "right"}}
    woods = [
        {"id": f"w{n}", "kind": "wood", "at": (40, 6 + 12 * n), "size": (10, 10)} for n in range(4)
    ]
    there = holding("ambush", blues=4, seats=(BLUE,), armies=edges, terrain=woods)
    lying = tuple(
        Hidden(
            UnitId(f"b{n + 1}"),
            body_of(there.ctx, UnitId(f"b{n + 1}")).poses(
                2, Pose(40 * INCH, (6 + 12 * n) * INCH, 27_000)
            ),
        )
        for n in range(4)
    )
    there.do(SetAside((), lying))
    assert statuses(there, "concealed") == ["b1", "b2", "b3", "b4"]


@covers("IDG-5.6.7")
def test_the_besieged_conceal_one_unit_and_all_others_are_there() -> None:
    there = holding("siege", seats=(BLUE,))
    assert there.refusal(late("b1")) == ["IDG-5.6.7"]
    assert there.refusal(KeepLate(UnitId("b1"))) == ["IDG-5.6.7"]
    lying = tuple(
        Hidden(UnitId(name), hidden(there, name, x, 5)) for name, x in (("b1", 16), ("b2", 24))
    )
    assert there.refusal(SetAside((), lying)) == ["IDG-5.6.7"]
    there.do(SetAside((), lying[:1]))
    assert statuses(there, "concealed") == ["b1"]


@covers("IDG-5.6.8")
@pytest.mark.parametrize(("units", "most"), [(6, 3), (7, 4)])
def test_at_least_half_of_the_besiegers_units_are_deployed(units: int, most: int) -> None:
    """Their general by himself is a unit, too."""
    there = holding("siege", reds=units, seats=(RED,))
    names = [f"r{n}" for n in range(1, units + 1)]
    assert there.refusal(late(*names[: most + 1])) == ["IDG-5.6.8"]
    poses = hidden(there, "r1", 20, 43)
    assert there.refusal(Conceal(UnitId("r1"), poses)) == ["IDG-5.6.7"]
    there.do(late(*names[:most]))
    assert len(statuses(there, "late")) == most


# -- who ------------------------------------------------------------------------------------------


@covers("IDG-5.4.5", "IDG-5.5.5", "IDG-5.6.9", "IDG-5.10.7", "IDG-5.4.10", "IDG-5.5.10")
@pytest.mark.parametrize(
    ("battle", "seat", "train", "general"),
    [
        ("open_battle", "r", "IDG-5.4.5", "IDG-5.4.10"),
        ("raid", "b", "IDG-5.5.5", "IDG-5.5.10"),
        ("raid", "r", "IDG-5.5.5", "IDG-5.5.10"),
        ("siege", "r", "IDG-5.6.9", ""),
        ("ambush", "b", "IDG-5.10.7", ""),
    ],
)
def test_baggage_is_always_placed_and_a_general_by_himself_in_open_battles_and_raids(
    battle: str, seat: str, train: str, general: str
) -> None:
    own, alone = RED if seat == "r" else BLUE, UnitId(f"{seat}-general")
    there = holding(battle, seats=(own,))
    assert there.refusal(KeepLate(UnitId(f"{seat}-baggage"))) == [train]
    poses = hidden(there, alone, 20, 44, 1)
    if general:
        assert there.refusal(KeepLate(alone)) == [general]
        assert there.refusal(Conceal(alone, poses))[0] == general
        assert alone not in held_units(there.ctx, own)
    else:
        assert alone in held_units(there.ctx, own)
        there.do(KeepLate(alone))
        assert there.unit(alone).status == "late"


@covers("IDG-5.6.7", "IDG-1.4.2")
def test_the_one_whom_the_besieged_conceal_may_be_their_general() -> None:
    there = holding("siege", seats=(BLUE,))
    alone = UnitId("b-general")
    assert there.refusal(KeepLate(alone)) == ["IDG-5.6.7"]
    there.do(Conceal(alone, hidden(there, alone, 20, 5, 1)))
    assert there.unit(alone).status == "concealed"


@covers("IDG-5.3.9", "IDG-5.3.20", "IDG-5.3.10", "IDG-5.3.11")
def test_random_ambushers_hold_their_general_back_now_and_then() -> None:
    found = set()
    for seed in range(40):
        there = holding("ambush", seats=(BLUE,)).finish(seed)
        found.add(there.unit("b-general").status)
    assert {"late", "reserve"} <= found


@covers("IDG-17.1.2", "IDG-5.7.10")
def test_wagons_and_dummies_are_placed_for_all_to_see() -> None:
    units = [
        red("w", "wagon", (0, 0), size=2, status="reserve"),
        red("d", "warrior", (0, 0), size=2, dummy=True, status="reserve"),
        red("a", "warrior", (0, 0), size=2, status="reserve"),
        blue("b", "warrior", (0, 0), status="reserve"),
    ]
    there = playing(field(*units), HoldingBack((RED,)))
    assert there.refusal(KeepLate(UnitId("w"))) == ["IDG-17.1.2"]
    assert there.refusal(KeepLate(UnitId("d"))) == ["IDG-5.7.10"]
    there.do(KeepLate(UnitId("a")))


def test_nobody_holds_back_units_of_the_enemy_or_a_unit_twice() -> None:
    there = holding("open_battle")
    assert there.refusal(KeepLate(UnitId("b1")), "red") == ["IDG-5.4.10"]
    assert there.refusal(KeepLate(UnitId("nobody")), "red") == ["IDG-5.4.10"]
    assert there.refusal(late("r1", "r1"), "red") == ["IDG-5.4.10"]
    poses = hidden(there, "r1", 20, 43)
    twice = SetAside(late("r1").late, (Hidden(UnitId("r1"), poses),))
    assert there.refusal(twice, "red") == ["IDG-5.4.10"]


# -- where ----------------------------------------------------------------------------------------


@covers("IDG-5.8.1", "IDG-5.8.5", "IDG-5.4.7")
def test_the_whole_unit_must_be_hidden_inside_the_deployment_area() -> None:
    there = holding("open_battle")
    unit = UnitId("r1")
    assert there.refusal(Conceal(unit, hidden(there, "r1", 40, 43)), "red") == ["IDG-5.8.5"]
    assert there.refusal(Conceal(unit, hidden(there, "r1", 28, 43)), "red") == ["IDG-5.8.5"]
    assert there.refusal(Conceal(unit, hidden(there, "r1", 20, 41)), "red") == ["IDG-5.4.7"]
    there.do(Conceal(unit, hidden(there, "r1", 20, 42)), "red")
    assert there.unit("r1").status == "concealed"


@covers("IDG-5.8.2", "IDG-5.8.3", "IDG-5.8.4")
def test_every_rule_of_concealment_is_kept() -> None:
    ground = [
        {"id": "m", "kind": "marsh", "at": (10, 44), "size": (10, 8)},
        {"id": "w", "kind": "wood", "at": (30, 44), "size": (10, 8)},
        {"id": "v", "kind": "village", "at": (33, 44), "size": (4, 8)},
    ]
    units = [
        red("s", "skirmisher", (0, 0), size=2, status="reserve"),
        red("f", "warrior", (0, 0), size=2, status="reserve"),
        red("e", "elephant", (0, 0), status="reserve"),
        blue("b", "warrior", (0, 0), status="reserve"),
    ]
    there = playing(field(*units, terrain=ground), HoldingBack((RED,)))

    def broken(unit: str, x: float) -> list[str]:
        return [
            one.rule
            for one in there.decision().check(
                there.ctx, Conceal(UnitId(unit), hidden(there, unit, x, 44))
            )
        ]

    assert broken("s", 10) == []
    assert broken("f", 10) == ["IDG-5.8.5"]
    assert broken("f", 28) == []
    assert broken("e", 28) == ["IDG-4.2.10", "IDG-5.8.3"]
    assert broken("f", 32) == ["IDG-5.8.4"]


@covers("IDG-5.8.1")
def test_dead_ground_behind_a_hill_conceals_too() -> None:
    hill = {"id": "h", "kind": "gentle_hill", "outline": [(4, 40), (12, 37), (60, 37), (68, 40), (60, 42), (12, 42)]}  # fmt: skip  # noqa: E501
    there = holding("open_battle", terrain=[hill])
    unit = UnitId("r1")
    assert there.decision("red").check(there.ctx, Conceal(unit, hidden(there, "r1", 36, 43))) == []
    seen = there.refusal(Conceal(unit, hidden(there, "r1", 4, 43)), "red")
    assert seen == ["IDG-5.8.5"]


def test_concealed_units_do_not_lie_on_each_other() -> None:
    there = holding("raid")
    poses = hidden(there, "b1", 20, 5)
    other = hidden(there, "b2", 20.5, 5)
    names = late("b3", "b4", "b5", "b6").late
    both = SetAside(names, (Hidden(UnitId("b1"), poses), Hidden(UnitId("b2"), other)))
    assert there.refusal(both, "blue") == ["IDG-1.9.6"]
    there.do(Conceal(UnitId("b1"), poses), "blue")
    assert there.refusal(Conceal(UnitId("b2"), other), "blue") == ["IDG-1.9.6"]
    there.do(Conceal(UnitId("b1"), other[:0] + hidden(there, "b1", 20.5, 5)), "blue")


# -- making up one's mind -------------------------------------------------------------------------


def test_a_draft_can_be_changed_until_it_is_settled() -> None:
    there = holding("open_battle")
    there.do(KeepLate(UnitId("r1")), "red").do(KeepLate(UnitId("r2")), "red")
    assert there.refusal(KeepLate(UnitId("r3")), "red") == ["IDG-5.4.6"]
    there.do(CallBack(UnitId("r1")), "red").do(KeepLate(UnitId("r3")), "red")
    there.do(Conceal(UnitId("r4"), hidden(there, "r4", 20, 43)), "red")
    assert there.refusal(CallBack(UnitId("r1")), "red") == ["IDG-5.4.10"]
    draft = there.decision("red").default(there.ctx)
    assert isinstance(draft, SetAside)
    assert draft.late == ("r2", "r3")
    assert [one.unit for one in draft.concealed] == ["r4"]
    there.do(draft, "red")
    assert there.pending() == "blue hold_back"
    assert there.reloaded().unit("r3").status == "late"


@covers("IDG-5.4.10")
def test_both_sides_decide_at_the_same_time_and_learn_nothing_of_each_other() -> None:
    there = holding("open_battle")
    assert there.pending() == "red hold_back blue hold_back"
    there.do(KeepLate(UnitId("r1")), "red")
    there.do(Conceal(UnitId("r2"), hidden(there, "r2", 20, 43)), "red")
    assert there.pending() == "red hold_back blue hold_back"
    seen = observe(there.ctx, BLUE)
    assert [name for name in seen.world.units if name.startswith("r")] == []
    assert there.told() == []
    there.do(as_drafted(there.ctx, RED), "red")
    told = [(one.for_seat(RED), one.for_seat(BLUE)) for one in there.game.tape or ()]
    assert told == [(HeldBack(1, 1, seat=RED), Decided(seat=RED))]


def test_an_away_player_keeps_everybody_in_sight_unless_a_raid_forbids_it() -> None:
    there = holding("open_battle")
    assert there.decision("red").default(there.ctx) == SetAside()
    raid = holding("raid", blues=7)
    assert raid.decision("blue").default(raid.ctx) == late("b3", "b4", "b5", "b6", "b7")
    assert usual_late(raid.ctx, RED) == ()


def test_the_unit_of_the_general_is_the_last_to_be_left_behind_in_a_raid() -> None:
    units = [
        *(blue(f"b{n}", "warrior", (0, 0), size=6, status="reserve") for n in range(1, 4)),
        blue("led", "warrior", (0, 0), size=3, general=True, status="reserve"),
        red("r", "warrior", (0, 0), status="reserve"),
    ]
    there = field(*units, battle="raid")
    assert usual_late(there.ctx, BLUE) == ("b1", "b2", "b3")


def test_who_has_nothing_to_decide_is_not_asked() -> None:
    there = holding("siege", seats=(BLUE,), terrain=[])
    assert there.is_over
    assert not may_hold_back(there.ctx, BLUE)
    assert may_hold_back(there.ctx, RED)
    column = holding("ambush", seats=(RED, BLUE), terrain=[])
    assert column.pending() == "blue hold_back"


# -- pointing and carrying ------------------------------------------------------------------------


def test_carrying_a_unit_somewhere_means_to_conceal_it_there() -> None:
    there = holding("open_battle")
    decision = there.decision("red")
    at = Target("point", f"{20 * INCH},{44 * INCH},0")
    wish = decision.wish(there.ctx, at, Target("piece", "r11"))
    assert isinstance(wish, Conceal)
    assert wish.unit == "r1"
    assert dict(wish.poses)["r11"] == Pose(20 * INCH, 44 * INCH - 150, 0)
    preview = decision.preview(there.ctx, wish)
    assert not preview.violations
    places = {one.piece: (one.x, one.y) for one in preview.ghosts}
    assert places["r11"] == (20 * INCH, 44 * INCH)
    assert places["r14"] == (20 * INCH + 600, 44 * INCH + 300)


def test_a_unit_carried_past_the_wood_is_offered_the_nearest_place_in_it() -> None:
    there = holding("open_battle")
    decision = there.decision("red")
    at = Target("point", f"{28 * INCH},{44 * INCH},0")
    wish = decision.wish(there.ctx, at, Target("piece", "r11"))
    preview = decision.preview(there.ctx, wish)
    assert rules_in(preview.violations) == ["IDG-5.8.5"]
    assert preview.instead is not None
    assert preview.instead["do"] == "conceal"
    assert max(one.x for one in preview.ghosts) <= 28 * INCH - 300


def test_pointing_at_a_unit_means_to_let_it_come_later() -> None:
    there = holding("open_battle")
    decision = there.decision("red")
    assert decision.wish(there.ctx, Target("piece", "r22"), None) == KeepLate(UnitId("r2"))
    assert decision.wish(there.ctx, Target("piece", "nobody"), None) is None
    choice = decision.present(there.ctx, KeepLate(UnitId("r2")))
    assert choice.of == Target("piece", "r21")
