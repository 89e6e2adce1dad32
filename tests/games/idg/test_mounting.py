"""Dismounting, mounting again, and foot on horses. IDG-14."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.field import BLUE, INCH, RED, Field, blue, field, red, told
from tests.games.idg.play import Playing, playing
from tests.games.idg.speaking import rules_in
from walstatt.boards.contact import OVERLAP, distance, overlap
from walstatt.boards.pose import Pose
from walstatt.games.idg.activation import Face, March, Stand
from walstatt.games.idg.allowance import unit_row
from walstatt.games.idg.changes import note_contacts
from walstatt.games.idg.dismounting import on_foot
from walstatt.games.idg.footing import (
    dismount,
    dismount_flaws,
    finish_mounting,
    mounted_places,
    remount_flaws,
)
from walstatt.games.idg.mounting import ChooseMounts, Dismount, MoveStart, Ready, Remount
from walstatt.games.idg.mounting_events import Dismounted
from walstatt.games.idg.movement import MovementPhase
from walstatt.games.idg.new_turn import turn_over
from walstatt.games.idg.shooting import made_known
from walstatt.games.idg.shooting_dice import query_of, target_profile
from walstatt.games.idg.standing import is_coherent
from walstatt.games.idg.targets import may_shoot, shooter_flaws
from walstatt.games.idg.troops import Profile
from walstatt.games.idg.world import Aim, profile_of, rect_of, rects_of
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Target
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
WIDTH = 600 / INCH
FOOT, HORSE, CHARIOT = 300, 500, 600


def start(*units: dict[str, Any], **more: Any) -> Playing:  # noqa: ANN401
    """Begin the start of a movement phase."""
    there = field(*units, **more)
    note_contacts(there.ctx)
    return playing(there, MoveStart())


def next_turn(there: Field) -> None:
    """Begin the next turn."""
    there.world.turn += 1
    turn_over(there.ctx)


def depths(there: Field, unit: UnitId) -> set[int]:
    """List how deep the bases of a unit are."""
    return {rect.base.depth for rect in rects_of(there.ctx, unit)}


# -- what they become -----------------------------------------------------------------------------


# IDG-E52
@covers("IDG-14.1.4", "IDG-14.1.5", "IDG-14.1.6", "IDG-14.1.7", "IDG-14.1.8", "IDG-14.1.9")
@covers("IDG-14.1.11", "IDG-1.2.7")
@pytest.mark.parametrize(
    ("mounted", "afoot"),
    [
        (
            {"troop": "light_cavalry", "weapon": "bow"},
            {"troop": "skirmisher", "weapon": "bow"},
        ),
        (
            {"troop": "light_cavalry", "weapon": "crossbow", "armour": "armoured"},
            {"troop": "skirmisher", "weapon": "crossbow", "armour": "armoured"},
        ),
        ({"troop": "light_cavalry", "quality": "raw"}, {"troop": "skirmisher", "quality": "raw"}),
        (
            {"troop": "heavy_cavalry", "weapon": "bow", "armour": "armoured"},
            {
                "troop": "warrior",
                "weapon": "bow",
                "armour": "armoured",
                "subtypes": ("bowmen",),
            },
        ),
        (
            {"troop": "heavy_cavalry", "wild": True, "quality": "elite"},
            {"troop": "warrior", "wild": True, "quality": "elite"},
        ),
        ({"troop": "cataphract"}, {"troop": "warrior", "armour": "heavily_armoured"}),
        (
            {"troop": "light_chariot", "weapon": "bow"},
            {
                "troop": "warrior",
                "weapon": "bow",
                "armour": "armoured",
                "subtypes": ("bowmen",),
            },
        ),
        ({"troop": "heavy_chariot"}, {"troop": "warrior", "armour": "armoured"}),
        ({"troop": "elephant", "kind": "indian"}, {"troop": "elephant", "kind": "indian"}),
    ],
)
def test_what_riders_are_on_foot(mounted: dict[str, Any], afoot: dict[str, Any]) -> None:
    assert on_foot(Profile(**mounted)) == Profile(**afoot)


@covers("IDG-14.1.9", "IDG-18.12.6", "IDG-18.7.7", "IDG-18.10.4")
def test_some_lists_let_their_heavy_cavalry_be_swordsmen() -> None:
    horse = Profile(troop="heavy_cavalry", armour="armoured")
    assert on_foot(horse, swordsmen=True).subtypes == ("swordsmen",)
    archers = Profile(troop="heavy_cavalry", weapon="bow")
    assert on_foot(archers, swordsmen=True).subtypes == ("bowmen", "swordsmen")


# -- dismounting ----------------------------------------------------------------------------------


@covers("IDG-14.1.2", "IDG-14.1.3", "IDG-14.1.10")
def test_a_unit_dismounts_at_no_cost_and_moves_as_foot() -> None:
    there = start(
        red("a", "heavy_cavalry", (20, 30), size=3, disorder=2), blue("b", "warrior", (20, 5))
    )
    assert there.asked() == ("red", "choose_mounts")
    assert there.options() == [Ready(), Dismount(A)]
    assert unit_row(there.ctx, A, "good") == "heavy_cavalry"
    there.do(Dismount(A))
    assert there.is_over
    assert (there.unit("a").form, there.unit("a").disorder) == ("dismounted", 2)
    assert len(there.unit("a").elements) == 3
    assert unit_row(there.ctx, A, "good") == "warrior"
    assert {profile_of(there.ctx, one).troop for one in there.unit("a").elements} == {"warrior"}
    assert [there.element(one).moved for one in there.unit("a").elements] == [0, 0, 0]
    assert not there.unit("a").activated
    assert there.told()[0] == "idg.dismounted"


@covers("IDG-14.1.2", "IDG-14.1.1")
def test_nobody_dismounts_in_melee_and_elephants_never() -> None:
    there = start(
        red("a", "heavy_cavalry", (20, 30)),
        red("c", "elephant", (40, 30)),
        red("d", "light_chariot", (50, 30)),
        blue("b", "warrior", (20, 30)),
    )
    assert there.refusal(Dismount(A)) == ["IDG-14.1.2"]
    assert there.refusal(Dismount(UnitId("c"))) == ["IDG-14.1.1"]
    assert there.refusal(Dismount(B)) == ["IDG-14.1.2"]
    assert there.refusal(Dismount(UnitId("nobody"))) == ["IDG-14.1.2"]
    assert there.options() == [Ready(), Dismount(UnitId("d"))]


@covers("IDG-14.1.2")
def test_touching_baggage_is_no_melee() -> None:
    there = start(red("a", "heavy_cavalry", (20, 30)), blue("b", "baggage", (20, 30)))
    assert there.options() == [Ready(), Dismount(A)]


@covers("IDG-14.1.3", "IDG-14.2.1")
def test_who_has_just_dismounted_stays_on_foot_this_turn() -> None:
    there = start(red("a", "heavy_cavalry", (20, 30)), red("c", "light_cavalry", (40, 30)))
    there.do(Dismount(A))
    assert there.refusal(Remount(A)) == ["IDG-14.1.3"]
    assert there.options() == [Ready(), Dismount(UnitId("c"))]
    there.do(Ready())
    next_turn(there)
    assert ChooseMounts(RED).check(there.ctx, Remount(A)) == []


@covers("IDG-14.1.4", "IDG-1.9.6")
def test_who_dismounts_keeps_his_front_and_ranks_close_up() -> None:
    there = field(red("a", "cataphract", (20, 30), size=4, formation="2x2"))
    before = [there.element(one).pose for one in ("a1", "a2", "a3", "a4")]
    dismount(there.ctx, A)
    after = [there.element(one).pose for one in ("a1", "a2", "a3", "a4")]
    assert after[:2] == before[:2]
    assert [pose.y for pose in after[2:]] == [30 * INCH + FOOT] * 2
    assert [pose.y for pose in before[2:]] == [30 * INCH + HORSE] * 2
    assert depths(there, A) == {FOOT}
    assert is_coherent(there.ctx, A)


@covers("IDG-14.1.4", "IDG-1.9.6")
def test_nobody_closes_up_onto_others() -> None:
    """A friend stands where the right half of the second rank would close up to."""
    friend = red("c", "warrior", (20 + WIDTH, 30 + 350 / INCH))
    there = field(
        red(
            "a",
            "heavy_chariot",
            (20, 30),
            elements=[{}, {"at": (20 + WIDTH / 2, 30 + CHARIOT / INCH)}],
        ),
        friend,
    )
    before = there.element("a2").pose
    dismount(there.ctx, A)
    assert there.element("a2").pose == before


@covers("IDG-18.12.6", "IDG-14.1.9")
def test_a_list_may_leave_the_choice() -> None:
    there = start(red("a", "heavy_cavalry", (20, 30), size=2), blue("b", "light_cavalry", (20, 5)))
    assert there.refusal(Dismount(A, swordsmen=True)) == ["IDG-14.1.9"]
    content = there.ctx.content
    key = there.element("a1").profile
    content.profiles["sword"] = on_foot(content.profiles[key], swordsmen=True)
    content.on_foot[key + "/swordsmen"] = "sword"
    offered = there.decision().candidates(there.ctx)
    assert offered == [Ready(), Dismount(A), Dismount(A, swordsmen=True)]
    labels = [one.label.id for one in there.decision().present_all(there.ctx, offered or [])]
    assert labels == ["idg.do.ready_to_move", "idg.do.dismount", "idg.do.dismount_as_swordsmen"]
    there.do(Dismount(A, swordsmen=True))
    assert profile_of(there.ctx, "a1").subtypes == ("swordsmen",)


# -- mounting -------------------------------------------------------------------------------------


@covers("IDG-14.2.1", "IDG-14.2.2", "IDG-14.2.4", "IDG-9.4.5")
def test_mounting_takes_a_turn_without_moving_or_shooting() -> None:
    there = start(
        red("a", "light_cavalry", (20, 30), size=2, weapon="bow", form="dismounted"),
        blue("b", "warrior", (20, 25)),
    )
    assert may_shoot(there.ctx, "a1")
    there.do(Remount(A))
    assert there.unit("a").form == "remounting"
    assert profile_of(there.ctx, "a1").troop == "skirmisher"
    assert target_profile(there.ctx, "a1").troop == "light_cavalry"
    assert rules_in(shooter_flaws(there.ctx, "a1")) == ["IDG-14.2.1"]
    moves = playing(there, MovementPhase())
    assert moves.refusal(March(A)) == ["IDG-14.2.1"]
    assert Face(A) in moves.options()
    moves.do(Stand(A)).do(Stand(B))
    next_turn(moves)
    assert moves.unit("a").form == "usual"
    assert profile_of(moves.ctx, "a1").troop == "light_cavalry"
    assert unit_row(moves.ctx, A, "good") == "light_cavalry"
    assert "idg.mounted" in moves.told()


@covers("IDG-14.2.3")
def test_nobody_mounts_in_melee() -> None:
    there = start(
        red("a", "heavy_cavalry", (20, 30), form="dismounted"),
        red("c", "heavy_cavalry", (40, 30)),
        blue("b", "warrior", (20, 30)),
    )
    assert there.refusal(Remount(A)) == ["IDG-14.2.3"]
    assert there.refusal(Remount(UnitId("c"))) == ["IDG-14.2.1"]


@covers("IDG-14.2.3")
def test_who_is_attacked_while_mounting_stays_on_foot() -> None:
    there = field(
        red("a", "heavy_cavalry", (20, 30), form="remounting"), blue("b", "warrior", (20, 30))
    )
    note_contacts(there.ctx)
    next_turn(there)
    assert there.unit("a").form == "dismounted"
    assert told(there) == ["idg.no_room_to_mount"]


@covers("IDG-14.2.1", "IDG-13.3.6")
def test_who_retreated_this_turn_does_not_begin_to_mount() -> None:
    there = start(
        red("a", "heavy_cavalry", (20, 30), form="dismounted", deed="retreated"),
        red("c", "heavy_cavalry", (40, 30)),
    )
    assert there.refusal(Remount(A)) == ["IDG-14.2.1"]


@covers("IDG-14.2.4", "IDG-1.2.7", "IDG-1.9.6")
def test_who_mounts_keeps_his_front_and_pushes_others_back() -> None:
    there = field(red("a", "heavy_cavalry", (20, 30), size=6, formation="2x3", form="remounting"))
    for number, element in enumerate(there.unit("a").elements):
        rank, file = divmod(number, 2)
        x = round(20 * INCH + (file - 0.5) * 600)
        old = there.element(element)
        there.world.elements[element] = type(old)(
            old.unit, old.profile, Pose(x, 30 * INCH + rank * FOOT, 0)
        )
    finish_mounting(there.ctx)
    poses = [there.element(one).pose for one in there.unit("a").elements]
    assert [pose.y - 30 * INCH for pose in poses] == [0, 0, HORSE, HORSE, 2 * HORSE, 2 * HORSE]
    assert depths(there, A) == {HORSE}


@covers("IDG-14.2.4", "IDG-1.9.6")
@pytest.mark.parametrize(
    ("behind", "forward"), [(FOOT, 200), (400, 100), (HORSE, 0), (FOOT + 60, 150)]
)
def test_without_room_behind_the_unit_comes_forward(behind: int, forward: int) -> None:
    there = field(
        red("a", "heavy_cavalry", (20, 30), form="remounting"),
        red("c", "warrior", (20, 30 + behind / INCH)),
    )
    finish_mounting(there.ctx)
    assert there.unit("a").form == "usual"
    assert 30 * INCH - there.element("a").pose.y == forward
    assert overlap(rect_of(there.ctx, "a"), rect_of(there.ctx, "c")) <= OVERLAP


@covers("IDG-14.2.4", "IDG-1.9.6")
def test_without_any_room_nobody_mounts() -> None:
    hemmed = (
        red("a", "heavy_cavalry", (20, 30), form="dismounted"),
        red("c", "warrior", (20, 30 + FOOT / INCH)),
        red("d", "warrior", (20, 30 - FOOT / INCH)),
        red("e", "light_cavalry", (40, 30)),
    )
    there = start(*hemmed)
    assert there.refusal(Remount(A)) == ["IDG-14.2.4"]
    assert mounted_places(there.ctx, A) is None


@covers("IDG-14.2.4", "IDG-1.9.3")
def test_mounting_brings_nobody_into_contact() -> None:
    """An enemy is behind at 23 mm from the rear: forward there is room, back there is not."""
    there = field(
        red("a", "heavy_cavalry", (20, 30), form="remounting"),
        blue("b", "warrior", (20, 30 + 530 / INCH), facing=0),
    )
    finish_mounting(there.ctx)
    assert there.unit("a").form == "usual"
    assert distance(rect_of(there.ctx, "a"), rect_of(there.ctx, "b")) > 13


@covers("IDG-14.2.4", "IDG-4.2.23")
def test_nobody_mounts_where_horses_may_not_be() -> None:
    marsh = {"id": "m", "kind": "marsh", "at": (20, 30), "size": (10, 10)}
    there = start(
        red("a", "heavy_cavalry", (20, 30), form="dismounted"),
        red("c", "light_cavalry", (40, 30)),
        terrain=[marsh],
    )
    assert there.refusal(Remount(A)) == ["IDG-14.2.4"]


# -- foot on horses -------------------------------------------------------------------------------


@covers("IDG-14.3.1", "IDG-14.3.2", "IDG-14.3.4", "IDG-14.3.5")
def test_foot_on_horses_dismounts_and_shoots_in_the_same_turn() -> None:
    there = start(
        red("a", "skirmisher", (20, 28), size=2, weapon="bow", horses=True, form="riding"),
        blue("b", "warrior", (20, 24)),
    )
    assert unit_row(there.ctx, A, "good") == "mounted_infantry"
    assert rules_in(shooter_flaws(there.ctx, "a1")) == ["IDG-14.3.2"]
    there.do(Dismount(A))
    assert there.unit("a").form == "usual"
    assert unit_row(there.ctx, A, "good") == "skirmisher"
    assert may_shoot(there.ctx, "a1")
    next_turn(there)
    again = playing(there, MoveStart())
    again.do(Remount(A))
    assert again.unit("a").form == "remounting"
    next_turn(again)
    assert again.unit("a").form == "riding"


@covers("IDG-14.3.1", "IDG-14.2.1")
def test_foot_without_horses_has_nothing_to_mount() -> None:
    there = field(red("a", "warrior", (20, 30), elements=[{"horses": True}, {}]))
    assert rules_in(ChooseMounts(RED).check(there.ctx, Remount(A))) == ["IDG-14.2.1"]
    assert rules_in(dismount_flaws(there.ctx, A)) == ["IDG-14.1.1"]


@covers("IDG-14.3.6", "IDG-14.2.2")
@pytest.mark.parametrize(
    ("form", "rides"), [("riding", True), ("remounting", True), ("usual", False)]
)
def test_foot_on_horses_is_shot_at_as_mounted_while_mounting_too(form: str, rides: bool) -> None:
    there = field(
        red("a", "warrior", (20, 30), horses=True, form=form),
        blue("b", "skirmisher", (20, 26), weapon="bow"),
    )
    assert query_of(there.ctx, "b", "a").foe_rides is rides


@covers("IDG-14.2.5")
@pytest.mark.parametrize(("away", "form"), [(5.9, "usual"), (6.1, "riding")])
def test_with_models_on_foot_only_riders_get_off_near_the_enemy(away: float, form: str) -> None:
    there = start(
        red("a", "warrior", (20, 30), horses=True, form="riding"),
        blue("b", "warrior", (20, 30 - away)),
        options={"opt_models_only": True},
    )
    assert there.unit("a").form == form


@covers("IDG-14.2.5")
def test_with_models_on_foot_only_nobody_mounts_again() -> None:
    there = field(
        red("a", "warrior", (20, 30), horses=True),
        red("c", "heavy_cavalry", (40, 30), form="dismounted"),
        options={"opt_models_only": True},
    )
    for unit in (A, UnitId("c")):
        assert [one.rule for one in remount_flaws(there.ctx, unit)] == ["IDG-14.2.5"]


@covers("IDG-14.2.5")
@pytest.mark.parametrize(
    ("troops", "away", "form"),
    [
        ("heavy_cavalry", 6.0, "dismounted"),
        ("light_cavalry", 6.1, "usual"),
        ("light_chariot", 6.0, "dismounted"),
        ("elephant", 3.0, "usual"),
    ],
)
def test_with_models_on_foot_only_cavalry_and_chariots_get_off_too(
    troops: str, away: float, form: str
) -> None:
    there = start(
        red("a", troops, (20, 30)),
        red("c", "heavy_cavalry", (60, 44)),
        blue("b", "warrior", (20, 30 - away)),
        options={"opt_models_only": True},
    )
    assert there.unit("a").form == form


@covers("IDG-14.2.5")
def test_with_models_on_foot_only_riders_get_off_to_shoot() -> None:
    there = field(
        red("a", "skirmisher", (20, 30), weapon="bow", horses=True, form="riding"),
        blue("b", "warrior", (20, 25)),
        options={"opt_models_only": True},
    )
    assert may_shoot(there.ctx, "a")
    made_known(there.ctx, RED, [Aim("a", "b")])
    assert there.unit("a").form == "usual"


# -- who is asked ---------------------------------------------------------------------------------


@covers("IDG-14.1.2", "IDG-7.2.1")
def test_side_1_is_asked_first_and_who_has_nothing_is_not_asked() -> None:
    both = (red("a", "heavy_cavalry", (20, 30)), blue("b", "heavy_cavalry", (20, 5)))
    there = start(*both, first="blue")
    assert there.asked()[0] == "blue"
    there.do(Ready())
    assert there.asked()[0] == "red"
    there.do(Ready())
    assert there.is_over
    assert start(red("a", "warrior", (20, 30)), blue("b", "skirmisher", (20, 5))).is_over


@covers("IDG-5.8.6", "IDG-14.1.2")
@pytest.mark.parametrize(
    ("turn", "status", "asked"),
    [(2, "concealed", True), (2, "late", True), (4, "late", False), (4, "concealed", True)],
)
def test_being_asked_betrays_no_ambush(turn: int, status: str, asked: bool) -> None:
    there = start(
        red("a", "warrior", (20, 40)), blue("b", "skirmisher", (20, 5), status=status), turn=turn
    )
    assert (there.pending() == "blue choose_mounts") is asked
    if asked:
        assert there.options() == [Ready()]


@covers("IDG-5.8.6")
def test_the_concealed_dismount_unseen() -> None:
    wood = {"id": "w", "kind": "wood", "at": (20, 10), "size": (12, 8)}
    there = start(
        red("a", "warrior", (20, 40)),
        blue("b", "heavy_cavalry", (20, 10), status="concealed"),
        terrain=[wood],
    )
    there.do(Dismount(B))
    assert there.asked() == ("blue", "choose_mounts")
    (one,) = [one for one in there.game.tape or () if isinstance(one.event, Dismounted)]
    assert one.to == (BLUE,)
    assert one.for_seat(RED) is None
    assert there.unit("b").status == "concealed"


def test_a_preview_shows_the_bases() -> None:
    there = field(red("a", "heavy_cavalry", (20, 30)))
    question = ChooseMounts(RED)
    (ghost,) = question.preview(there.ctx, Dismount(A)).ghosts
    assert (ghost.piece, ghost.x, ghost.y) == ("a", 20 * INCH, 30 * INCH + FOOT // 2)
    there = field(red("a", "heavy_cavalry", (20, 30), form="dismounted"))
    shown = question.preview(there.ctx, Remount(A))
    assert [one.y for one in shown.ghosts] == [30 * INCH + HORSE // 2]
    assert len(shown.facts) == 1
    assert question.wish(there.ctx, Target("piece", "a"), None) == Remount(A)
    assert question.wish(there.ctx, Target("piece", "x"), None) is None
    assert question.preview(there.ctx, Dismount(A)).violations


@pytest.mark.parametrize("seed", range(20))
def test_random_starts_come_to_an_end(seed: int) -> None:
    there = start(
        red("a", "heavy_cavalry", (20, 30), size=4, formation="2x2"),
        red("c", "warrior", (30, 30), size=3, horses=True, form="riding"),
        red("d", "heavy_cavalry", (40, 30), special=["fire_ox"]),
        blue("b", "light_chariot", (20, 10), size=3),
        blue("e", "cataphract", (32, 10), size=4, formation="2x2", form="dismounted"),
    )
    there.finish(seed)
    for _ in range(3):
        there = playing(there, MovementPhase()).finish(seed)
        next_turn(there)
        there = playing(there, MoveStart()).finish(seed)
    rects = [
        rect_of(there.ctx, one)
        for unit in ("a", "b", "c", "e")
        for one in there.unit(unit).elements
    ]
    assert max(overlap(one, two) for n, one in enumerate(rects) for two in rects[:n]) <= OVERLAP + 1
