"""Rolling for a move, and rolling again. IDG-8.1, IDG-8.3."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.field import BLUE, RED, blue, field, red
from tests.games.idg.play import Playing, playing
from tests.games.idg.speaking import rules_in
from walstatt.games.idg.activation import Activation, Again, ChooseActivation, Keep, March, Stand
from walstatt.games.idg.changes import note_contacts
from walstatt.games.idg.commanding import may_reroll
from walstatt.games.idg.movement import MovementPhase
from walstatt.i18n.catalogue import Message
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Target
from walstatt.workshop.covers import covers

A, G = UnitId("a"), UnitId("g")


def led(
    command: str = "disciplined",
    *,
    away: float = 11.0,
    kind: str = "warrior",
    **more: Any,  # noqa: ANN401
) -> Playing:
    """Let a unit march that stands so far to the right of an independent general."""
    at = 20 + (600 / 254) + away
    army = {"command": command, **more.pop("army", {})}
    there = field(
        red("g", "heavy_cavalry", (20, 30), general=True, **more.pop("general", {})),
        red("a", kind, (at, 30)),
        blue("b", "warrior", (20, 5)),
        armies={"red": army},
        **more,
    )
    return playing(there, Activation(A))


@covers("IDG-8.3.1", "IDG-8.3.5", "IDG-8.3.6")
def test_the_general_has_a_bad_roll_repeated_once() -> None:
    there = led()
    there.roll(1, 2)
    assert there.asked() == ("red", "offer_reroll")
    there.do(Again())
    assert there.dice() == 2
    there.roll(1, 1)
    assert there.asked() == ("red", "choose_move")
    assert there.world.generals[RED].rerolls == 1
    decision = there.decision()
    assert decision.rolled == 2  # type: ignore[attr-defined]


@covers("IDG-8.3.5")
def test_he_need_not() -> None:
    there = led()
    there.roll(1, 2).do(Keep())
    assert there.asked() == ("red", "choose_move")
    assert there.world.generals[RED].rerolls == 0


@covers("IDG-8.3.1", "IDG-8.3.2", "IDG-8.3.4", "IDG-2.5.1")
@pytest.mark.parametrize(
    ("more", "may"),
    [
        ({"away": 12.0}, True),
        ({"away": 12.1}, False),
        ({"command": "organised"}, False),
        ({"command": "organised", "army": {"exceptional": True}}, True),
        ({"command": "organised", "army": {"exceptional": True, "rerolls": 1}}, False),
        ({"army": {"rerolls": 1}}, False),
        ({"army": {"rerolls": 1, "exceptional": True}}, True),
        ({"army": {"rerolls": 2, "exceptional": True}}, False),
        ({"kind": "elephant"}, False),
        ({"kind": "artillery"}, False),
        ({"kind": "baggage"}, False),
    ],
)
def test_when_he_may(more: dict[str, Any], may: bool) -> None:
    assert may_reroll(led(**more).ctx, A) is may


@covers("IDG-8.3.1")
def test_he_must_see_the_unit() -> None:
    wood = {"id": "w", "kind": "wood", "at": (27, 30), "size": (6, 20)}
    assert not may_reroll(led(terrain=[wood]).ctx, A)


@covers("IDG-8.3.3", "IDG-2.5.4")
@pytest.mark.parametrize(("general", "may"), [({}, False), ({"full": True}, True)])
def test_an_impetuous_general_must_have_charged(general: dict[str, Any], may: bool) -> None:
    assert may_reroll(led("impetuous", general=general).ctx, A) is may


@covers("IDG-8.3.3", "IDG-2.5.4")
def test_an_impetuous_general_in_melee_commands() -> None:
    there = field(
        red("g", "heavy_cavalry", (20, 30), general=True),
        red("a", "warrior", (26, 30)),
        blue("b", "warrior", (20, 30)),
        armies={"red": {"command": "impetuous"}},
    )
    note_contacts(there.ctx, G)
    assert may_reroll(there.ctx, A)


@covers("IDG-2.5.2")
def test_a_general_always_reaches_his_own_unit() -> None:
    there = field(
        red("a", "warrior", (20, 30), elements=[{"general": True}, {}]),
        armies={"red": {"command": "disciplined"}},
    )
    assert may_reroll(there.ctx, A)


@covers("IDG-8.5.1", "IDG-8.5.2")
def test_everything_offered_is_allowed_and_standing_is_the_default() -> None:
    there = playing(
        field(red("a", "warrior", (20, 30), size=2), blue("b", "warrior", (20, 5))), MovementPhase()
    )
    offered = there.options()
    assert Stand(A) in offered
    assert March(A) in offered
    assert len(offered) == 3
    assert there.decision().default(there.ctx) == Stand(A)
    assert all(one.of is not None for one in there.decision().present_all(there.ctx, offered))


def test_nobody_moves_the_enemy() -> None:
    there = field(red("a", "warrior", (20, 30)), blue("b", "warrior", (20, 5)))
    found = ChooseActivation(BLUE).check(there.ctx, March(A))
    assert rules_in(found) == ["IDG-7.2.2"]


@covers("IDG-8.1.5", "IDG-A24")
@pytest.mark.parametrize(
    ("kind", "column", "dice", "average"),
    [
        ("skirmisher", "good", "2D6+3", ("10", "0")),
        ("skirmisher", "difficult", "2D6", ("7", "0")),
        ("cataphract", "difficult", "1D6-2", ("1", "5")),
    ],
)
def test_a_preview_tells_what_will_be_rolled(
    kind: str,
    column: Any,  # noqa: ANN401
    dice: str,
    average: tuple[str, str],
) -> None:
    there = field(red("a", kind, (20, 30), size=2))
    (fact,) = ChooseActivation(RED).preview(there.ctx, March(A, column)).facts
    far = fact.args["far"]
    assert isinstance(far, Message)
    assert (fact.args["dice"], far.args["whole"], far.args["tenths"]) == (dice, *average)


def test_pointing_at_a_unit_means_moving_it() -> None:
    there = field(red("a", "warrior", (20, 30), size=2))
    question = ChooseActivation(RED)
    assert question.wish(there.ctx, Target("piece", "a2"), None) == March(A)
    assert question.wish(there.ctx, Target("piece", "nobody"), None) is None
    assert question.preview(there.ctx, March(A)).violations == ()
    assert question.preview(there.ctx, Stand(UnitId("x"))).violations
