import pytest

from tests.games.toy.battles import BLUE, GOLD, RED, A, B, C, Field, Z, acting, blue, field, red
from walstatt.games.toy.activation import Halt, March, Step
from walstatt.games.toy.casebook import (
    DiceQuestion,
    GapQuestion,
    Given,
    ToyCasebook,
    ask_dice,
    ask_gap,
    millimetres,
    spot_of,
)
from walstatt.games.toy.field import Spot
from walstatt.games.toy.game import TOY
from walstatt.games.toy.options import ToyOptions
from walstatt.games.toy.round import Activate, ChooseUnit, Plan
from walstatt.kernel.errors import WalstattError
from walstatt.kernel.ids import CellId, Seat, UnitId

ENEMY = blue(B, "foot", "7,7")


def refused(**given: object) -> str:
    with pytest.raises(WalstattError) as refusal:
        ToyCasebook().arrange(Given(**given), ToyOptions())  # type: ignore[arg-type]
    return str(refusal.value)


def test_what_is_not_said_of_a_unit_is_as_usual() -> None:
    battle = field(red(A, "foot", "1,1"), red(C, "captain", "1,2", strength=1), ENEMY)
    assert (battle[A].strength, battle[A].acted, battle[A].reacted) == (4, False, False)
    assert battle[C].strength == 1


def test_hands_are_full_if_not_said_and_can_be_counted() -> None:
    battle = field(red(A, "foot", "1,1"), ENEMY, hands={RED: (5,), BLUE: 2})
    assert battle.world.hands == {RED: (5,), BLUE: (1, 1), GOLD: (1, 2, 2)}
    assert list(TOY.invariants(battle.ctx)) == []


def test_whoever_acts_has_a_one_if_no_plan_is_said() -> None:
    battle = field(red(A, "foot", "1,1"), ENEMY, phase="act")
    assert battle.world.plans == {RED: 1}
    assert list(TOY.invariants(battle.ctx)) == []


def test_the_others_follow_from_the_highest_card_unless_the_order_is_said() -> None:
    plans = {BLUE: 2, RED: 3, GOLD: 4}
    units = blue(B, "foot", "7,7"), red(A, "foot", "1,1")
    battle = field(*units, phase="act", plans=plans)
    assert battle.game.ctx.frames[-1].seats == (RED, GOLD, BLUE)  # type: ignore[attr-defined]
    battle = field(*units, phase="act", plans=plans, order=(BLUE,), used=1)
    assert battle.game.ctx.frames[-1].seats == (RED, BLUE)  # type: ignore[attr-defined]
    assert battle.asked(RED) == ChooseUnit(RED, 2)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"scenario": "hil"}, "there is no scenario 'hil'"),
        ({"to_move": Seat("green")}, "there is no seat 'green'; there are: red, blue, gold"),
        ({"hands": {Seat("green"): 1}}, "there is no seat 'green'"),
        ({"rallied": (Seat("green"),)}, "there is no seat 'green'"),
        ({"hands": {RED: 16}}, "there are not 16 cards left for red"),
        ({"hands": {RED: (5, 5)}, "discards": (5, 5)}, "not so many cards of value 5"),
        ({"units": (red(A, "food", "1,1"),)}, "there is no unit type 'food'"),
        ({"units": (red(A, "foot", "9,9"),)}, "no cell '9,9' on this board"),
        ({"units": (red(A, "foot", (10, 10)),)}, "on a hex map a place is a label"),
        ({"units": (red(A, "foot", "1,1"), blue(A, "foot", "2,2"))}, "two units are called 'a'"),
        ({"units": (), "phase": "attack", "unit": A}, "there is no unit 'a'; there are: none"),
        ({"units": (ENEMY,), "phase": "attack", "unit": B}, "b is a unit of blue"),
        ({"phase": "act", "order": (BLUE,)}, "blue cannot act without a card in plans"),
        ({"terrain": {"hill": ("1,1", "2,2")}}, "there is exactly one hill"),
        ({"scenario": "empty_table", "terrain": {"woods": ("1,1",)}}, "played on a table"),
        ({"scenario": "empty_table", "units": (red(A, "foot", "1,1"),)}, "[x, y] in millimetres"),
        ({"scenario": "empty_table", "units": (red(A, "foot", (9, 99)),)}, "not wholly on"),
    ],
)
def test_a_position_that_makes_no_sense_is_refused(given: dict[str, object], words: str) -> None:
    assert words in refused(**given)


def test_terrain_is_added_and_the_hill_moved() -> None:
    scenario = ToyCasebook().arrange(
        Given(scenario="hill", terrain={"woods": ("1,1",), "hill": ("2,2",)}), ToyOptions()
    )
    ground = scenario.content.field
    cells = ground.grid.parse  # type: ignore[attr-defined]
    assert ground.wooded(cells("1,1"))
    assert ground.wooded(cells("3,3"))
    assert ground.on_hill(cells("2,2"))
    assert not ground.on_hill(cells("4,4"))


def test_spots_are_written_in_millimetres_to_the_tenth() -> None:
    assert spot_of([12, 0.5]) == (120, 5)
    assert millimetres((120, 5)) == [12, 0.5]
    with pytest.raises(WalstattError, match="finer than a tenth"):
        spot_of([12.05, 0])
    with pytest.raises(WalstattError, match=r"\[x, y\] in millimetres"):
        spot_of("4,4")


def test_hexes_are_read_and_written_by_label() -> None:
    battle = field(red(A, "foot", "1,1"), ENEMY)
    book, content = battle.book, battle.ctx.content
    assert book.writers(content)[CellId](book.readers(content)[CellId]("4,4")) == "4,4"
    with pytest.raises(WalstattError, match="in quotes"):
        book.readers(content)[CellId](44)
    assert book.readers(content)[Spot]([1, 2]) == (10, 20)


def test_questions_about_units_that_are_not_there_are_refused() -> None:
    battle = field(red(A, "foot", "1,1"), blue(B, "foot", "1,2"))
    assert ask_gap(battle.ctx, GapQuestion(A, B)) == 1
    assert ask_dice(battle.ctx, DiceQuestion(A, B, marched=True)).total == 5
    for ask in (
        lambda: ask_dice(battle.ctx, DiceQuestion(A, Z)),
        lambda: ask_gap(battle.ctx, GapQuestion(Z, B)),
    ):
        with pytest.raises(WalstattError, match="there is no unit 'z'; there are: a, b"):
            ask()


def phase(battle: Field) -> object:
    given = battle.book.given_of(battle.ctx)
    return None if given is None else given["phase"]


def test_a_position_is_written_by_the_question_that_is_asked() -> None:
    battle = field(red(A, "foot", "1,1"), ENEMY, hands={RED: (3,), BLUE: (1, 2)})
    assert phase(battle) == "plan"
    battle.do(RED, Plan(3))
    assert phase(battle) is None
    battle.do(BLUE, Plan(1))
    assert phase(battle) == "act"
    battle.do(RED, Activate(A))
    assert phase(battle) == "activation"


def test_a_written_position_tells_how_far_a_unit_has_marched() -> None:
    battle = acting(red(A, "captain", "1,1"), red(C, "foot", "7,1"), blue(B, "foot", "1,4"))
    battle.do(RED, Step(battle.cell("1,2")))
    given = battle.book.given_of(battle.ctx)
    assert given is not None
    assert (given["unit"], given["marched"], given["used"]) == (A, 1, 0)
    assert battle.asked(RED) == March(RED, A, 2)
    battle.do(RED, Step(battle.cell("1,3")))
    given = battle.book.given_of(battle.ctx)
    assert given is not None
    assert (given["phase"], given["marched"]) == ("attack", 2)
    assert given["units"][0] == {
        "id": UnitId("a"),
        "side": "red",
        "type": "captain",
        "at": "1,3",
        "strength": 3,
        "acted": True,
    }


def test_what_no_phase_begins_with_cannot_be_written() -> None:
    battle = acting(red(A, "foot", "4,1"), blue(B, "archers", "4,4"))
    battle.do(RED, Step(battle.cell("4,2")))
    assert phase(battle) is None
    over = field(red(A, "foot", "1,1"), ENEMY, phase="act", round=6)
    over.do(RED, Activate(A)).do(RED, Halt())
    assert over.game.outcome is not None
    assert phase(over) is None
