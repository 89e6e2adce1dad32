"""The Combat phase: who may fight, in what order, and what is asked. CCN-7."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.ccn.field import (
    FRENCH,
    Field,
    british,
    field,
    french,
    leader,
    portuguese,
)
from tests.games.ccn.fights import (
    BACK,
    END,
    NO_STRIKES,
    cited,
    fire,
    lines,
    melee,
    targets,
    why,
)
from walstatt.games.ccn.combat import (
    ChooseCombat,
    barred_by,
    fire_has_dice,
    may_fight,
    unit_violations,
)
from walstatt.games.ccn.world import Unit
from walstatt.i18n.catalogue import say
from walstatt.kernel.chance import Draw
from walstatt.kernel.ids import CellId, UnitId
from walstatt.kernel.prompts import BUTTON, Choice, Preview, Target
from walstatt.workshop.covers import covers

FAR = french("z", "LN", "9,1", ordered=True), british("y", "LN", "9,3")
"""Two units that can always fight, so that the phase is not skipped."""


def skirmish(*units: dict[str, Any], **given: Any) -> Field:  # noqa: ANN401 - fields of a position
    return field(*units, *FAR, **NO_STRIKES, **given)


def draws(battle: Field) -> bool:
    """Tell whether the turn has come to drawing a card."""
    waiting = battle.game.waiting
    return waiting is not None and isinstance(waiting.requests[0][1], Draw)


# -- who may fight --------------------------------------------------------------------------------


@covers("CCN-5.5", "CCN-7.7")
@pytest.mark.parametrize(("changes", "may"), [
    ({}, True),
    ({"ordered": False}, False),
    ({"fought": True}, False),
    ({"barred": True}, False),
    ({"side": "allied"}, False),
    ({"moved": 1, "joined": True}, True),
])  # fmt: skip
def test_a_unit_may_fight_if_ordered_and_free(changes: dict[str, Any], may: bool) -> None:
    values = {"side": FRENCH, "troop": "french.LN", "blocks": 4, "at": CellId(0), "ordered": True}
    assert may_fight(Unit(**{**values, **changes}), FRENCH) == may


@covers("CCN-7.2", "CCN-7.7")
def test_the_rule_of_fighting_once_is_told_of_whoever_has_fought() -> None:
    one = Unit(FRENCH, "french.LN", 4, CellId(0), ordered=True)
    spent = replace(one, fought=True)
    assert {"CCN-7.2", "CCN-7.7"} <= cited(lambda: may_fight(spent, FRENCH))
    assert not cited(lambda: may_fight(one, FRENCH))
    assert not cited(lambda: may_fight(replace(spent, ordered=False), FRENCH))


@covers("CCN-5.5")
def test_a_unit_that_was_not_ordered_does_not_fight() -> None:
    battle = skirmish(french("a", "LN", "5,5"), british("b", "LN", "5,6"))
    assert targets(battle) == {"f z y"}
    assert why(battle, melee("a", "b")) == [("CCN-5.5", "ccn.no.not_ordered")]


@covers("CCN-5.5", "CCN-7.9")
def test_only_units_of_ones_own_fight() -> None:
    leaders = [leader("ney", "french", "6,5", ordered=True), leader("hill", "allied", "4,5")]
    battle = skirmish(
        french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,6"), leaders=leaders
    )
    assert why(battle, melee("b", "a")) == [("CCN-5.5", "ccn.no.own_unit")]
    assert why(battle, fire("b", "a")) == [("CCN-5.5", "ccn.no.own_unit")]
    assert why(battle, melee("nobody", "b")) == [("CCN-5.5", "ccn.no.own_unit")]
    assert why(battle, melee("ney", "b")) == [("CCN-7.9", "ccn.no.leader_fights")]
    assert not any(" ney " in one for one in targets(battle))


@covers("CCN-7.2", "CCN-7.7")
@pytest.mark.parametrize("answer", [fire("a", "b"), melee("a", "b")])
def test_a_unit_that_has_fought_neither_fires_nor_melees(answer: Any) -> None:  # noqa: ANN401
    at = "5,7" if answer == fire("a", "b") else "5,6"
    battle = skirmish(french("a", "LN", "5,5", ordered=True, fought=True), british("b", "LN", at))
    assert targets(battle) == {"f z y"}
    assert why(battle, answer) == [("CCN-7.7", "ccn.no.fought")]


@covers("CCN-7.7", "CCN-7.12", "CCN-5.5")
def test_every_reason_against_a_unit_is_named() -> None:
    one = french("a", "LN", "5,5", fought=True, moved=1)
    battle = skirmish(one, british("b", "LN", "5,6"), terrain={"forest": ["5,5"]})
    assert why(battle, melee("a", "b")) == [
        ("CCN-5.5", "ccn.no.not_ordered"),
        ("CCN-7.7", "ccn.no.fought"),
        ("CCN-7.12", "ccn.no.barred"),
    ]
    names = [one.message.args["unit"] for one in unit_violations(battle.ctx, FRENCH, UnitId("a"))]
    kind = say("ccn.kind", nation=say("ccn.nation.french"), type=say("ccn.type.LN"))
    assert names == [say("ccn.unit", kind=kind, at="5,5")] * 3


# -- barred by a move -----------------------------------------------------------------------------


@covers("CCN-7.12")
@pytest.mark.parametrize(("code", "terrain", "barred"), [
    ("LN", "forest", True), ("GR", "forest", True), ("OG", "forest", True), ("LC", "forest", True),
    ("LT", "forest", False), ("YG", "forest", False),
    ("LN", "building", True), ("LT", "building", True), ("YG", "building", True),
    ("HC", "building", True), ("LN", "hill", False), ("LN", "shallow_river", False),
    ("LN", "sand_pit", False), ("HC", "clear", False),
])  # fmt: skip
def test_entering_forest_or_building_bars_from_fighting(
    code: str, terrain: str, barred: bool
) -> None:
    unit = french("a", code, "5,5", ordered=True, moved=1)
    battle = skirmish(unit, british("b", "LN", "5,6"), terrain={terrain: ["5,5"]})
    assert ("m a b" in targets(battle)) == (not barred)
    assert why(battle, melee("a", "b")) == [("CCN-7.12", "ccn.no.barred")] * barred


@covers("CCN-7.12")
def test_standing_in_a_forest_bars_nobody() -> None:
    unit = french("a", "LN", "5,5", ordered=True)
    battle = skirmish(unit, british("b", "LN", "5,6"), terrain={"forest": ["5,5"]})
    assert "m a b" in targets(battle)


@covers("CCN-6.2.2", "CCN-6.2.5", "CCN-6.2.7", "CCN-8.4.3", "CCN-8.4.6", "CCN-8.4.9")
@covers("CCN-9.2.2", "CCN-9.2.11", "CCN-9.2.13", "CCN-9.2.8")
@pytest.mark.parametrize(("code", "more", "because"), [
    ("LT", {"moved": 2}, "CCN-6.2.2"),
    ("YG", {"moved": 2}, "CCN-6.2.2"),
    ("FA", {"moved": 1}, "CCN-6.2.5"),
    ("GFA", {"moved": 1}, "CCN-6.2.5"),
    ("HA", {"moved": 1, "blocks": 1}, "CCN-6.2.7"),
    ("HA", {"moved": 2}, "CCN-8.4.9"),
    ("HA", {"moved": 2, "blocks": 1}, "CCN-8.4.9"),
    ("LT", {"moved": 1}, ""),
    ("HA", {"moved": 1}, ""),
    ("HA", {"moved": 1, "blocks": 2}, ""),
    ("LN", {"moved": 1}, ""),
    ("LC", {"moved": 3}, ""),
    ("HC", {"moved": 2}, ""),
    ("FA", {}, ""),
])  # fmt: skip
def test_moving_too_far_bars_from_melee_and_fire(
    code: str, more: dict[str, int], because: str
) -> None:
    near = skirmish(french("a", code, "5,5", ordered=True, **more), british("b", "LN", "5,6"))
    refused = [(because, "ccn.no.barred")] if because else []
    assert why(near, melee("a", "b")) == refused
    assert ("m a b" in targets(near)) == (not because)
    away = skirmish(french("a", code, "5,5", ordered=True, **more), british("b", "LN", "5,7"))
    assert [one for one in why(away, fire("a", "b")) if one[0] != "CCN-8.1.1"] == refused


@covers("CCN-9.2.2", "CCN-6.2.2")
def test_rifles_that_moved_two_hexes_do_not_fight() -> None:
    battle = field(
        british("a", "RL", "5,5", ordered=True, moved=2),
        french("b", "LN", "5,6"),
        british("z", "LN", "9,1", ordered=True),
        french("y", "LN", "9,3"),
        to_move="allied",
    )
    assert why(battle, melee("a", "b")) == [("CCN-6.2.2", "ccn.no.barred")]


@pytest.mark.parametrize(("code", "card", "moved", "terrain", "because"), [
    ("LN", "grande_manoeuvre", 1, "clear", "CCN-17.4.11.2"),
    ("LN", "grande_manoeuvre", 1, "forest", "CCN-17.4.11.2"),
    ("FA", "bombard", 1, "clear", "CCN-17.4.2.2"),
    ("HA", "bombard", 1, "forest", "CCN-17.4.2.2"),
    ("LN", "bombard", 1, "forest", "CCN-7.12"),
    ("LN", "force_march", 2, "forest", "CCN-7.12"),
    ("LN", "force_march", 2, "clear", "CCN-17.4.8.3"),
    ("LT", "", 2, "building", "CCN-7.12"),
    ("LT", "", 2, "forest", "CCN-6.2.2"),
    ("HA", "", 1, "clear", "CCN-6.2.7"),
    ("HA", "", 2, "clear", "CCN-8.4.9"),
    ("FA", "", 1, "clear", "CCN-6.2.5"),
    ("LN", "", 0, "forest", "CCN-17.4.13.4"),
])  # fmt: skip
def test_the_rule_that_bars_a_unit_is_found(
    code: str, card: str, moved: int, terrain: str, because: str
) -> None:
    battle = skirmish(french("a", "LN", "5,5"), terrain={terrain: ["5,5"]})
    battle.world.effect = card
    here = battle.unit("a").at
    one = Unit(FRENCH, f"french.{code}", 3, here, ordered=True, moved=moved, barred=True)
    assert barred_by(battle.ctx, one) == because


@covers("CCN-17.4.14")
def test_a_card_that_only_gives_a_plain_order_bars_nobody_by_its_text() -> None:
    battle = skirmish(french("a", "LN", "5,5"))
    battle.world.effect, battle.world.plain = "grande_manoeuvre", True
    one = Unit(FRENCH, "french.FA", 3, battle.unit("a").at, ordered=True, moved=1, barred=True)
    assert barred_by(battle.ctx, one) == "CCN-6.2.5"


# -- no dice, no attack ---------------------------------------------------------------------------


@covers("CCN-7.11", "CCN-A12")
@pytest.mark.parametrize(("blocks", "terrain", "may"), [
    (2, "building", False), (3, "building", True),
    (1, "forest", False), (2, "forest", True), (1, "clear", True),
])  # fmt: skip
def test_fire_without_dice_may_not_be_announced(blocks: int, terrain: str, may: bool) -> None:
    unit = french("a", "LN", "5,5", ordered=True, blocks=blocks)
    battle = skirmish(unit, british("b", "LN", "5,7"), terrain={terrain: ["5,7"]})
    assert ("f a b" in targets(battle)) == may
    assert why(battle, fire("a", "b")) == [("CCN-7.11", "ccn.no.no_dice")] * (not may)
    assert fire_has_dice(battle.ctx, UnitId("a"), UnitId("b")) == may


@covers("CCN-7.11")
@pytest.mark.parametrize(("blocks", "may"), [(1, False), (2, True)])
def test_one_block_of_portuguese_line_that_moved_cannot_fire(blocks: int, may: bool) -> None:
    battle = field(
        portuguese("a", "LN", "5,5", ordered=True, blocks=blocks, moved=1),
        french("b", "LN", "5,7"),
        british("z", "LN", "9,1", ordered=True),
        french("y", "LN", "9,3"),
        to_move="allied",
    )
    assert ("f a b" in targets(battle)) == may
    assert why(battle, fire("a", "b")) == [("CCN-7.11", "ccn.no.no_dice")] * (not may)


@covers("CCN-7.11")
def test_the_firers_own_ground_and_works_can_leave_no_dice_too() -> None:
    river = skirmish(
        french("a", "LN", "5,5", ordered=True, blocks=1),
        british("b", "LN", "5,7"),
        terrain={"shallow_river": ["5,5"]},
    )
    assert "f a b" not in targets(river)
    works = skirmish(
        french("a", "LN", "5,5", ordered=True, blocks=1),
        british("b", "LN", "3,5"),
        terrain={"field_works": ["3,5"]},
    )
    assert "f a b" not in targets(works)
    more = skirmish(
        french("a", "FA", "5,5", ordered=True, blocks=2),
        british("b", "LN", "5,9"),
        terrain={"forest": ["5,5"]},
    )
    assert "f a b" not in targets(more)
    assert lines(more, "a", "b", "fire") == ["+1 CCN-8.4.7", "-1 CCN-16.2.5"]


@covers("CCN-7.11")
def test_other_reasons_come_before_the_lack_of_dice() -> None:
    unit = french("a", "LN", "5,5", ordered=True, blocks=1)
    battle = skirmish(unit, british("b", "LN", "5,8"), terrain={"building": ["5,8"]})
    assert why(battle, fire("a", "b")) == [("CCN-8.1.2", "ccn.no.out_of_range")]


@covers("CCN-7.11", "CCN-21.7")
def test_fire_at_a_leader_without_dice_is_not_offered() -> None:
    battle = skirmish(
        french("a", "LN", "5,5", ordered=True, blocks=1),
        leaders=[leader("hill", "allied", "5,7")],
        terrain={"building": ["5,7"]},
        options={"lone_leader_can_be_shot": True},
    )
    assert "f a hill" not in targets(battle)


@covers("CCN-7.11", "CCN-A12", "CCN-21.6")
@pytest.mark.parametrize(("blocks", "may"), [(3, False), (4, True)])
def test_melee_without_dice_may_not_be_announced(blocks: int, may: bool) -> None:
    units = french("a", "LC", "5,5", ordered=True, blocks=blocks), british("b", "LN", "5,6")
    battle = skirmish(*units, terrain={"building": ["5,6"]})
    assert ("m a b" in targets(battle)) == may
    assert why(battle, melee("a", "b")) == [("CCN-7.11", "ccn.no.no_dice")] * (not may)
    read_so = skirmish(*units, terrain={"building": ["5,6"]}, options={"zero_dice_attack": True})
    assert "m a b" in targets(read_so)
    assert why(read_so, melee("a", "b")) == []


@covers("CCN-7.11", "CCN-17.4.9.2")
def test_the_dice_of_a_card_can_make_an_attack_possible() -> None:
    units = french("a", "LC", "5,5", ordered=True, blocks=3), british("b", "LN", "5,6")
    battle = skirmish(*units, terrain={"building": ["5,6"]}, card="cold_steel")
    assert targets(battle) == {"m a b"}
    assert why(battle, melee("a", "b")) == []
    assert battle.decision().preview(battle.ctx, melee("a", "b")).ledgers[0].total == 1


@covers("CCN-7.11")
def test_the_attackers_ground_or_works_can_leave_no_dice_in_melee() -> None:
    cavalry = french("a", "LC", "5,5", ordered=True, blocks=2)
    out = skirmish(cavalry, british("b", "LN", "5,6"), terrain={"forest": ["5,5"]})
    assert "m a b" not in targets(out)
    works = skirmish(cavalry, british("b", "LN", "4,5"), terrain={"field_works": ["4,5"]})
    assert "m a b" not in targets(works)
    clear = skirmish(cavalry, british("b", "LN", "4,5"))
    assert "m a b" in targets(clear)


@covers("CCN-7.11", "CCN-9.5.4")
def test_melee_with_a_leader_without_dice_is_not_offered() -> None:
    battle = skirmish(
        french("a", "LN", "5,5", ordered=True, blocks=2),
        leaders=[leader("hill", "allied", "5,6")],
        terrain={"building": ["5,6"]},
    )
    assert "m a hill" not in targets(battle)
    assert why(battle, melee("a", "hill")) == [("CCN-7.11", "ccn.no.no_dice")]


@covers("CCN-21.6")
def test_fire_without_dice_stays_forbidden_where_melee_without_is_allowed() -> None:
    battle = skirmish(
        french("a", "LN", "5,5", ordered=True, blocks=2),
        british("b", "LN", "5,7"),
        terrain={"building": ["5,7"]},
        options={"zero_dice_attack": True},
    )
    assert "f a b" not in targets(battle)


# -- the phase ------------------------------------------------------------------------------------


@covers("CCN-7.1", "CCN-7.3", "CCN-7.4")
def test_fire_and_melee_may_alternate_and_each_is_fought_out_first() -> None:
    battle = skirmish(
        french("a", "LN", "5,5", ordered=True),
        french("c", "LN", "3,9", ordered=True),
        british("b", "LN", "5,6"),
        british("d", "LN", "3,11"),
    )
    assert targets(battle) == {"m a b", "f c d", "f z y"}
    battle.do(fire("c", "d")).roll("ART", "ART", "ART", "ART")
    assert targets(battle) == {"m a b", "f z y"}
    battle.do(melee("a", "b")).roll("ART", "ART", "ART", "ART", "ART")
    assert battle.asked() == ("allied", "offer_battle_back")
    battle.do(BACK).roll("ART", "ART", "ART", "ART")
    assert targets(battle) == {"f z y"}


@covers("CCN-7.5")
def test_nobody_need_fight_even_next_to_an_enemy() -> None:
    battle = skirmish(french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,6"))
    assert battle.options()[0] == END
    battle.do(END)
    assert draws(battle)


@covers("CCN-7.5")
def test_the_phase_is_passed_over_when_nobody_can_fight() -> None:
    battle = field(french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,8"))
    assert draws(battle)


@covers("CCN-7.3")
def test_after_the_last_fight_the_player_says_that_it_was_the_last() -> None:
    battle = field(french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,7"))
    battle.do(fire("a", "b")).roll("ART", "ART", "ART", "ART")
    assert battle.asked() == ("french", "choose_combat")
    assert battle.options() == [END]
    assert not draws(battle)


@covers("CCN-7.7")
def test_whoever_fires_has_fought_before_the_dice_fall() -> None:
    battle = field(french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,7"))
    battle.do(fire("a", "b"))
    assert battle.unit("a").fought


@covers("CCN-7.6")
def test_all_dice_of_a_unit_fall_on_one_target() -> None:
    battle = skirmish(
        french("a", "LN", "5,5", ordered=True), british("b", "FA", "5,6"), british("c", "FA", "4,5")
    )
    battle.do(melee("a", "b"))
    assert battle.dice() == 4
    battle.roll("SABER", "SABER", "INF", "INF").do(BACK).roll("ART", "ART", "ART")
    assert (battle.unit("b").blocks, battle.unit("c").blocks) == (1, 3)
    assert why(battle, melee("a", "c")) == [("CCN-7.7", "ccn.no.fought")]


@covers("CCN-8.5.1", "CCN-8.1.8")
def test_fire_is_told_step_by_step() -> None:
    battle = field(french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,7"))
    assert {"CCN-8.5.1", "CCN-8.1.8", "CCN-7.4"} <= cited(lambda: battle.do(fire("a", "b")))


@covers("CCN-7.1")
def test_what_is_offered_is_what_is_allowed() -> None:
    battle = skirmish(
        french("a", "LN", "5,5", ordered=True),
        french("c", "HA", "6,8", ordered=True, moved=1),
        british("b", "LC", "5,6"),
        british("d", "LN", "3,5"),
    )
    decision = battle.decision()
    for unit in ("a", "c", "z", "b", "x"):
        for target in ("a", "b", "c", "d", "y", "x"):
            for answer in (fire(unit, target), melee(unit, target)):
                legal = not decision.check(battle.ctx, answer)
                assert legal == (answer in battle.options())


# -- what is shown --------------------------------------------------------------------------------


def test_fire_and_melee_are_shown_at_their_target_and_ending_as_a_button() -> None:
    battle = skirmish(
        french("a", "LN", "5,5", ordered=True),
        british("b", "LN", "5,6"),
        leaders=[leader("hill", "allied", "6,5")],
    )
    decision, ctx = battle.decision(), battle.ctx
    assert isinstance(decision, ChooseCombat)
    assert decision.present(ctx, END) == Choice(say("ccn.do.end_combat"), BUTTON)
    line = say("ccn.kind", nation=say("ccn.nation.french"), type=say("ccn.type.LN"))
    foe = say("ccn.kind", nation=say("ccn.nation.british"), type=say("ccn.type.LN"))
    z, y = say("ccn.unit", kind=line, at="9,1"), say("ccn.unit", kind=foe, at="9,3")
    assert decision.present(ctx, fire("z", "y")) == Choice(
        say("ccn.do.fire", unit=z, target=y),
        Target("piece", "y"),
        rolls=True,
        of=Target("piece", "z"),
    )
    a, hill = say("ccn.unit", kind=line, at="5,5"), say("ccn.leader", name="hill", at="6,5")
    assert decision.present(ctx, melee("a", "hill")) == Choice(
        say("ccn.do.melee", unit=a, target=hill),
        Target("piece", "hill"),
        rolls=True,
        of=Target("piece", "a"),
    )


def test_ending_has_nothing_to_preview() -> None:
    battle = skirmish(french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,6"))
    assert battle.decision().preview(battle.ctx, END) == Preview()


def test_a_refused_answer_changes_nothing() -> None:
    battle = skirmish(french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,6"))
    before = targets(battle)
    assert battle.refusal(fire("a", "b")) == ["CCN-8.1.3", "CCN-8.1.4"]
    assert not battle.unit("a").fought
    assert targets(battle) == before
