"""What previews tell besides dice and odds: lines of sight, reach, and consequences in words."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.games.ccn.field import FRENCH, Field, british, cell, field, french, leader, played
from tests.games.ccn.fights import NO_STRIKES, fire, melee, through, won
from tests.games.ccn.walks import WALKS, questions
from walstatt.games.ccn.attack import attack_ledger, reading, request
from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.combat import Fire
from walstatt.games.ccn.consequences import outlook, percent
from walstatt.games.ccn.leaders import RetreatLeader
from walstatt.games.ccn.morale import IgnoreFlags, Retreat
from walstatt.games.ccn.movement import Move, MoveLeader
from walstatt.games.ccn.orders import Order, OrderLeader
from walstatt.games.ccn.ranged import fire_over
from walstatt.games.ccn.reactions import PlayFirstStrike, Retire
from walstatt.games.ccn.sight import obstacle, sees
from walstatt.games.ccn.square import FormSquare
from walstatt.games.ccn.tactics import TakeSection
from walstatt.games.ccn.turn import PlayCard
from walstatt.kernel.asking import preview
from walstatt.kernel.chance import outcomes
from walstatt.kernel.decisions import Answer
from walstatt.kernel.ids import CellId, UnitId
from walstatt.kernel.odds import distribution
from walstatt.kernel.prompts import Preview, Target

A, B, N = map(UnitId, "abn")
FAR = british("z", "LN", "1,13")


def seen(battle: Field, answer: Answer) -> Preview:
    (seat,) = battle.game.to_act
    return preview(battle.game, seat, answer)


def facts(battle: Field, answer: Answer) -> dict[str, int | None]:
    """Give the consequences told, each with its number."""
    found = seen(battle, answer).facts
    numbers = {one.id.removeprefix("ccn.fact."): one.args.get("n") for one in found}
    return {name: n if isinstance(n, int) else None for name, n in numbers.items()}


def cells(targets: tuple[Target, ...]) -> set[str]:
    return {BOARD.label(CellId(int(one.id))) for one in targets}


# -- lines of sight -------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "preset"), WALKS)
def test_an_obstacle_is_named_exactly_where_nothing_can_be_seen(scenario: str, preset: str) -> None:
    named = 0
    for game, _ in questions(scenario, preset, every=40):
        for one in game.world.units.values():
            over = fire_over(game.ctx, one, game.ctx.content.troops[one.troop])
            for to in BOARD.cells:
                if not 2 <= BOARD.distance(one.at, to) <= 5:
                    continue
                what = obstacle(game.ctx, one.at, to, over)
                assert (what is None) == sees(game.ctx, one.at, to, over)
                if what is not None:
                    named += 1
                    between = {cell for step in BOARD.line(one.at, to) for cell in step}
                    assert what in between
    assert named > 100


@pytest.mark.parametrize(("scenario", "preset"), WALKS)
def test_previews_of_fire_show_the_line_that_sees_says(scenario: str, preset: str) -> None:
    lines = 0
    for game, seat in questions(scenario, preset):
        for answer in game.options(seat) or ():
            if isinstance(answer, Fire):
                (line,) = preview(game, seat, answer).sight
                one, enemy = game.world.units[answer.unit], answer.target
                target = game.world.units.get(enemy) or game.world.leaders[enemy]
                assert (line.start.id, line.end.id) == (str(one.at), str(target.at))
                assert line.blocked is None
                lines += 1
    assert lines > 10


def test_fire_that_is_refused_for_sight_shows_what_is_in_the_way() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        french("c", "LN", "9,1", ordered=True),
        british("b", "LN", "5,7"),
        british("d", "LN", "9,3"),
        terrain={"forest": ("5,6",)},
    )
    shown = seen(battle, fire("a", "b"))
    assert [one.rule for one in shown.violations] == ["CCN-8.1.2"]
    (line,) = shown.sight
    assert line.blocked == Target("cell", str(cell("5,6")))
    assert seen(battle, fire("a", "d")).sight == ()


def test_a_unit_in_the_way_is_named() -> None:
    battle = field(
        french("a", "FA", "5,5", ordered=True),
        french("c", "LN", "9,1", ordered=True),
        british("b", "LN", "5,8"),
        british("d", "LN", "5,7"),
        british("e", "LN", "9,3"),
    )
    assert obstacle(battle.ctx, cell("5,5"), cell("5,8")) == cell("5,7")


def test_of_two_hexes_beside_a_line_one_is_named() -> None:
    ground = {"forest": ("4,5", "4,6")}
    battle = field(
        french("a", "LN", "5,6", ordered=True), british("b", "LN", "9,9"), terrain=ground
    )
    assert obstacle(battle.ctx, cell("3,6"), cell("5,6")) in {cell("4,5"), cell("4,6")}
    one = field(french("a", "LN", "5,6"), british("b", "LN", "9,9"), terrain={"forest": ("4,5",)})
    assert obstacle(one.ctx, cell("3,6"), cell("5,6")) is None


def test_staggered_obstacles_block_together() -> None:
    ground = {"forest": ("4,5", "6,6")}
    far = british("b", "LN", "9,9")
    battle = field(french("a", "LN", "9,1", ordered=True), far, terrain=ground)
    assert not sees(battle.ctx, cell("3,6"), cell("7,6"))
    assert obstacle(battle.ctx, cell("3,6"), cell("7,6")) == cell("6,6")


# -- flags ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("chance", "n"), [(0, 0), (Fraction(1, 1000), 1), (1, 100)])
def test_only_what_is_impossible_or_certain_is_told_as_such(chance: Fraction, n: int) -> None:
    assert percent(Fraction(chance)) == n
    assert percent(Fraction(999, 1000)) == 99
    assert percent(Fraction(1, 2)) == 50


def shooting(*more: dict[str, object], **given: object) -> Field:
    return field(
        french("a", "LN", "5,5", blocks=2, ordered=True),
        british("b", "LN", "5,7"),
        *more,
        **given,  # type: ignore[arg-type]
    )


def test_the_chance_of_a_flag_is_exact() -> None:
    assert facts(shooting(), fire("a", "b")) == {"flag": 31}
    assert round(100 * (1 - (5 / 6) ** 2)) == 31


def test_flags_that_can_be_ignored_are_told_apart_from_those_that_count() -> None:
    friends = british("c", "LN", "5,8"), british("d", "LN", "6,7")
    told = facts(shooting(*friends), fire("a", "b"))
    assert told == {"flag": 31, "ignores": 1, "driven": 3}
    assert percent(Fraction(1, 36)) == 3


def test_a_target_without_a_way_back_is_pinned() -> None:
    battle = field(french("a", "LN", "3,5", blocks=1, ordered=True), british("b", "LN", "1,6"))
    assert facts(battle, fire("a", "b")) == {"flag": 17, "pinned": 17}


def test_the_fate_of_a_leader_counts_for_the_flags() -> None:
    """By hand over all faces: a leader who falls lets no flag be ignored any more."""
    battle = field(
        french("a", "LN", "5,5", blocks=3, ordered=True), british("b", "LN", "5,7", leader="hill")
    )
    ctx = battle.ctx
    dice = attack_ledger(ctx, A, B, "fire")
    asked = request(ctx, A, reading(ctx, A, B, "fire"), "fire", dice)
    seen = outlook(ctx, A, B, "fire", distribution(asked))
    by_hand = Fraction(0)
    for faces, chance in outcomes(asked):
        hits, flags = faces.count("INF"), faces.count("FLAG")
        falls = Fraction(1, 36) if hits else Fraction(0)
        by_hand += chance * ((1 - falls) * (flags > 1) + falls * (flags > 0))
    assert seen.driven() == by_hand
    assert (seen.ignores, seen.led, seen.pinned) == (1, 1, False)


def test_a_melee_tells_how_likely_the_defender_stands() -> None:
    units = french("a", "LN", "5,5", blocks=1, ordered=True), british("b", "LN", "5,6", blocks=1)
    told = facts(field(*units), melee("a", "b"))
    # Two dice: 5 of 6 faces of each leave it where it is but for hits (INF, SABER) and the flag.
    assert told["stands"] == percent(Fraction(2, 6) ** 2)
    square = field(units[0], british("b", "LN", "5,6", blocks=2, square=True))
    ctx = square.ctx
    dice = attack_ledger(ctx, A, B, "melee")
    asked = request(ctx, A, reading(ctx, A, B, "melee"), "melee", dice)
    seen = outlook(ctx, A, B, "melee", distribution(asked))
    by_hand = sum(
        (
            chance
            for faces, chance in outcomes(asked)
            if sum(face in ("INF", "SABER", "FLAG") for face in faces) < 2
        ),
        Fraction(0),
    )
    assert seen.stands() == by_hand


def test_what_the_defender_may_do_first_is_told() -> None:
    foot, horse = french("a", "LN", "5,5", ordered=True), french("a", "LC", "5,5", ordered=True)
    cavalry, infantry = british("b", "LC", "5,6"), british("b", "LN", "5,6")
    cards = {"allied": 4}
    assert "may_retire" in facts(field(foot, cavalry), melee("a", "b"))
    assert "may_square" in facts(field(horse, infantry, hands=cards), melee("a", "b"))
    assert "may_square" not in facts(field(horse, infantry, hands={"allied": 2}), melee("a", "b"))
    square = british("b", "LN", "5,6", square=True)
    assert "square_first" in facts(field(horse, square, hands=cards), melee("a", "b"))
    lone = [leader("n", "allied", "5,6")]
    assert facts(field(foot, FAR, leaders=lone), melee("a", "n")) == {"lone_leader": None}


# -- moves and orders -----------------------------------------------------------------------------


def test_a_move_tells_with_how_many_dice_it_could_fight_then() -> None:
    battle = field(
        french("a", "LN", "5,4", ordered=True),
        british("b", "LN", "5,7"),
        british("c", "LN", "5,6"),
        phase="move",
    )
    told = seen(battle, Move(A, cell("5,5"))).facts
    assert [(one.id, one.args["n"]) for one in told] == [("ccn.fact.melee", 5)]
    assert facts(battle, Move(A, cell("4,4"))) == {"fire": 2}
    assert facts(battle, Move(A, cell("6,3"))) == {}


def test_a_move_after_which_nobody_fights_says_why() -> None:
    ground = {"forest": ("5,6",), "hill": ("5,4",)}
    units = french("a", "LT", "5,5", ordered=True), french("c", "LN", "6,5", ordered=True), FAR
    battle = field(*units, phase="move", terrain=ground)
    assert facts(battle, Move(A, cell("3,5"))) == {"barred": None}
    told = facts(battle, Move(UnitId("c"), cell("5,6")))
    assert list(told) == ["barred_here", "shelter"]
    assert list(facts(battle, Move(A, cell("5,4")))) == ["shelter"]


def test_a_move_tells_which_banners_it_wins_and_gives_up() -> None:
    goals = [
        {"side": "french", "at": ["5,5"], "banners": 2, "held": True},
        {"side": "french", "at": ["5,6"], "banners": 1},
    ]
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        FAR,
        phase="move",
        objectives=goals,
        banners={"french": 2},
    )
    assert facts(battle, Move(A, cell("5,6"))) == {"forfeits": 2, "objective": 1}
    assert battle.world.banners[FRENCH] == 2


def test_a_move_tells_which_leader_comes_and_who_stays() -> None:
    lone = leader("n", "french", "5,6")
    battle = field(french("a", "LN", "5,5", ordered=True), FAR, leaders=[lone], phase="move")
    assert facts(battle, Move(A, cell("5,6"))) == {"joins": None}
    him = leader("n", "french", "5,5", ordered=True)
    both = field(french("a", "LN", "5,5", ordered=True), FAR, leaders=[him], phase="move")
    assert facts(both, Move(A, cell("5,6"))) == {"leaves": None}


def test_a_leader_tells_whom_he_joins_and_whose_order_is_lost() -> None:
    units = french("a", "LN", "5,5", ordered=True), french("c", "LN", "5,7"), FAR
    him = leader("n", "french", "5,5", ordered=True)
    battle = field(*units, leaders=[him], phase="move", card="leadership")
    assert facts(battle, MoveLeader(N, cell("5,7"))) == {"leader_joins": None, "order_lost": None}


def test_an_order_shows_reach_and_fights() -> None:
    battle = field(
        french("a", "LN", "5,5", leader="n"),
        british("b", "LN", "5,7"),
        phase="order",
        card="probe_center",
        command=5,
    )
    shown = seen(battle, Order(A))
    assert len(shown.reach) == 6
    assert facts(battle, Order(A)) == {"fire": 4}
    assert len(seen(battle, OrderLeader(N)).reach) > 20


def test_a_square_that_is_left_moves_and_one_that_stays_does_not() -> None:
    battle = field(
        french("a", "LN", "5,5", square=True),
        british("b", "LN", "5,7"),
        phase="order",
        card="probe_center",
        command=5,
    )
    stays, leaves = Order(A), Order(A, leave_square=True)
    assert (len(seen(battle, stays).reach), facts(battle, stays)) == (0, {"fire": 1})
    assert (len(seen(battle, leaves).reach), facts(battle, leaves)) == (6, {"fire": 4})


# -- cards ----------------------------------------------------------------------------------------


def card_facts(card: str, *units: dict[str, object], **given: object) -> dict[str, int | None]:
    position: dict[str, object] = {
        "phase": "command",
        "hands": {"french": [card, "probe_left"], "allied": ["forward"]},
        **given,
    }
    battle = field(*units, FAR, **position)  # type: ignore[arg-type]
    return facts(battle, PlayCard(card))


def test_a_card_tells_how_many_it_could_order() -> None:
    line = french("a", "LN", "5,5"), french("c", "LN", "5,6"), french("d", "LC", "5,1")
    assert card_facts("attack_center", *line) == {"orders": 2}
    assert card_facts("attack_left", *line) == {"orders_nobody": None}
    assert card_facts("forward", *line) == {"orders": 3}
    assert card_facts("scout_center", *line) == {"orders": 1, "scout": None}
    assert card_facts("bombard", *line) == {"plain_order": None, "orders": 1}
    assert card_facts("leadership", *line, leaders=[leader("n", "french", "5,5")]) == {
        "orders_all": 2
    }
    assert card_facts("elan", *line) == {"rolls": 2}
    assert card_facts("first_strike", *line) == {"orders_nobody": None}
    assert card_facts("grande_manoeuvre", *line) == {"manoeuvre": None}
    assert card_facts("cold_steel", *line) == {"orders_nobody": None}


def test_a_card_shows_whom_it_could_order() -> None:
    units = french("a", "LN", "5,5"), french("c", "LC", "5,1"), FAR
    hands = {"french": ["bayonet_charge", "short_supply"], "allied": ["forward"]}
    battle = field(*units, phase="command", hands=hands)
    assert seen(battle, PlayCard("bayonet_charge")).reach == (Target("piece", "a"),)
    supply = seen(battle, PlayCard("short_supply")).reach
    assert {one.id for one in supply} == {"a", "c", "z"}
    assert battle.world.hands[FRENCH] == ("bayonet_charge", "short_supply")


def test_counter_attack_tells_what_it_counts_as() -> None:
    told = card_facts(
        "counter_attack", french("a", "LN", "5,1"), last_cards={"allied": "probe_left"}
    )
    assert told == {"copies": None, "orders": 1}


def test_force_march_tells_the_infantry_of_each_section() -> None:
    hands = {"french": ["force_march", "rally"], "allied": ["forward"]}
    battle = field(french("a", "LN", "5,5"), FAR, phase="command", hands=hands)
    told = seen(battle, PlayCard("force_march")).facts
    assert [one.args["n"] for one in told] == [0, 1, 0]
    battle.do(PlayCard("force_march"))
    assert seen(battle, TakeSection("center")).reach == (Target("piece", "a"),)


# -- retreats and reactions -----------------------------------------------------------------------


def test_a_way_back_tells_what_it_costs() -> None:
    battle = field(french("a", "LN", "4,5", blocks=2, ordered=True), british("b", "LN", "2,5"))
    battle.do(Fire(A, B)).roll("FLAG", "FLAG")
    way = Retreat(B, (cell("1,5"),))
    assert facts(battle, way) == {"loses_blocks": 1}
    assert cells(seen(battle, way).reach) == {"1,5", "1,6"}
    assert cells(seen(battle, Retreat(B, (cell("3,5"),))).reach) == {"1,5", "1,6"}


def test_flags_that_are_not_ignored_tell_what_they_cost() -> None:
    units = french("a", "LN", "3,5", blocks=2, ordered=True), british("b", "LN", "1,6", leader="n")
    battle = field(*units).do(Fire(A, B)).roll("FLAG", "FLAG")
    assert facts(battle, IgnoreFlags(1)) == {"costs_blocks": 1}
    assert facts(battle, IgnoreFlags(0)) == {"costs_blocks": 2}


def test_reactions_tell_what_they_mean() -> None:
    horse = french("a", "LC", "5,5", ordered=True)
    squares = field(
        horse, british("b", "LN", "5,6"), hands={"allied": ["rally", "elan", "forward"]}
    )
    squares.do(melee("a", "b"))
    if squares.asked()[1] == "offer_first_strike":
        squares.do(squares.options()[0])
    told = facts(squares, FormSquare())
    assert told == {"square_first": None, "square_stays": None, "square_card": 3}
    foot = field(french("a", "LN", "5,5", ordered=True), british("b", "LC", "5,6"), **NO_STRIKES)
    foot.do(melee("a", "b"))
    assert facts(foot, Retire()) == {"retire": None}
    assert len(seen(foot, Retire()).reach) == 3
    first = field(
        french("a", "LN", "5,5", blocks=2, ordered=True),
        british("b", "LN", "5,6"),
        hands={"allied": ["first_strike"]},
    ).do(melee("a", "b"))
    assert facts(first, PlayFirstStrike())["flag"] == percent(1 - Fraction(5, 6) ** 4)


def test_an_advance_tells_whom_it_can_attack_next() -> None:
    battle = won("LC", british("c", "LN", "4,6"))
    assert facts(battle, through("5,6")) == {"bonus": 4}
    assert facts(battle, through("5,6", "6,7")) == {}
    forest = won("LC", british("c", "LN", "4,6"), terrain={"forest": ("5,7",)})
    assert list(facts(forest, through("5,6", "5,7"))) == ["shelter"]
    weak = forest.decision().present(forest.ctx, through("5,6", "5,7"))
    strong = forest.decision().present(forest.ctx, through("5,6", "6,6"))
    assert (weak.weak, strong.weak) == (True, False)


def test_a_leader_who_runs_through_an_enemy_sees_his_odds() -> None:
    him = leader("hill", "allied", "5,5")
    battle = field(
        french("a", "LN", "6,5", blocks=1, ordered=True),
        french("c", "LN", "4,5", blocks=2),
        leaders=[him],
    )
    battle.do(melee("a", "hill")).roll("INF")
    shown = seen(battle, RetreatLeader(cell("4,5")))
    assert shown.ledgers[0].total == 2
    (chance,) = shown.odds
    assert chance.millionths == round((1 - Fraction(5, 6) ** 2) * 1_000_000)


def test_looking_ahead_changes_nothing() -> None:
    battle = played("forward", french("a", "LN", "5,5"), FAR)
    before = battle.game.clone(None).world
    for answer in battle.options():
        seen(battle, answer)
    assert battle.world == before
