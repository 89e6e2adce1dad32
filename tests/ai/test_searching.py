"""The player who tries things out: what it finds, when it stops, and that luck does not fool it."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from random import Random
from statistics import pvariance
from typing import Any

import pytest

from tests.games.ccn.field import FRENCH, Field, british, field, french
from tests.games.ccn.fights import NO_STRIKES, fire
from walstatt.ai.player import Budget
from walstatt.ai.playing import imagined
from walstatt.ai.searching import Arm, Effort, Line, Search, SearchingPlayer, WeighedDice
from walstatt.games import find_game
from walstatt.games.ccn.ai.advisor import CcnAdvisor
from walstatt.games.ccn.ai.weights import OFFICER
from walstatt.games.ccn.combat import EndCombat
from walstatt.games.ccn.odds import BATTLE_DIE, AttackRoll
from walstatt.i18n.catalogue import say
from walstatt.kernel.advice import Advice
from walstatt.kernel.chance import Roll
from walstatt.kernel.decisions import Answer, Decision
from walstatt.kernel.game import AnyGame, new_game
from walstatt.kernel.ids import Seat
from walstatt.kernel.odds import distribution
from walstatt.workshop.playout import dice_for


class Misled(CcnAdvisor):
    """An advisor who likes ending a fight a little more than anything else."""

    def advise(self, game: AnyGame, seat: Seat) -> Sequence[Advice]:
        found = super().advise(game, seat)
        best = max((one.worth for one in found), default=0.0)
        ends = any(EndCombat in decision.answers for decision in _asked(game, seat))
        return [*found, Advice(EndCombat(), best + 0.1)] if ends else found


def _asked(game: AnyGame, seat: Seat) -> list[Decision[Any]]:
    decision = game.decision(seat)
    return [] if decision is None else [decision]


def sure_shot() -> Field:
    return field(
        french("a", "LN", "5,5", ordered=True), british("b", "LN", "3,5", blocks=1), **NO_STRIKES
    )


def chosen(advisor: CcnAdvisor, battle: Field, budget: Budget, seed: int = 1) -> Answer:
    player = SearchingPlayer(advisor, Effort())
    return player.choose(battle.game, FRENCH, Random(seed), budget).answer


def test_trying_out_finds_what_the_advisor_misjudged() -> None:
    misled = Misled(OFFICER)
    assert chosen(misled, sure_shot(), Budget(0, playouts=0)) == EndCombat()
    assert chosen(misled, sure_shot(), Budget(0, playouts=24)) == fire("a", "b")


def test_whoever_is_stopped_answers_at_a_glance() -> None:
    stopped = Budget(60_000, lambda: True, playouts=24)
    assert chosen(Misled(OFFICER), sure_shot(), stopped) == EndCombat()
    assert chosen(Misled(OFFICER), sure_shot(), Budget(0)) == EndCombat()


def why(advisor: CcnAdvisor, battle: Field) -> list[str]:
    player = SearchingPlayer(advisor, Effort(sure=99.0))
    told = player.choose(battle.game, FRENCH, Random(1), Budget(0, playouts=24)).why
    assert told[-1] == say(told[-1].id, n=24)
    return [one.id for one in told]


def test_what_trying_out_has_shown_is_told() -> None:
    assert why(Misled(OFFICER), sure_shot())[-1] == "ai.why.tried_better"
    two = field(
        french("a", "LN", "5,5", ordered=True),
        british("b", "LN", "3,5", blocks=1),
        british("c", "LN", "5,7", blocks=2),
        **NO_STRIKES,
    )
    told = why(CcnAdvisor(OFFICER), two)
    assert (told[0], told[-1]) == ("ccn.why.fire", "ai.why.tried")


# -- how many tries --------------------------------------------------------------------------------


def opening() -> tuple[AnyGame, Seat]:
    definition = find_game("ccn")
    game = new_game(definition, "rolica_1", dice_for(definition, "search"))
    seat = game.to_act[0]
    return imagined(game, seat, "search"), seat


def searched(effort: Effort, tries: int, key: str = "k") -> tuple[Advice, int]:
    game, seat = opening()
    advisor = CcnAdvisor(OFFICER)
    search = Search(advisor, effort, game, seat, key)
    return search.best(advisor.advise(game, seat), Budget(0, playouts=tries)), search.tries


@pytest.mark.parametrize("tries", [0, 1, 7])
def test_a_budget_of_tries_is_kept_exactly(tries: int) -> None:
    assert searched(Effort(sure=99.0, margin=9.0), tries)[1] == tries


def test_the_same_key_gives_the_same_answer() -> None:
    effort = Effort(margin=9.0)
    assert searched(effort, 20) == searched(effort, 20)


def test_only_answers_near_the_best_are_tried() -> None:
    assert searched(Effort(margin=0.0), 20)[1] == 0


def test_the_search_stops_when_the_best_is_beyond_doubt() -> None:
    assert searched(Effort(margin=9.0, sure=0.0), 500)[1] < 40


# -- comparing -------------------------------------------------------------------------------------


def arm(prior: float, *lines: tuple[float, float]) -> Arm:
    found = Arm(Advice(EndCombat(), prior), prior)
    found.lines.extend(Line(result, glance, frozenset()) for result, glance in lines)
    return found


def test_a_lead_weighs_what_was_seen_at_a_glance_like_so_many_tries() -> None:
    better = arm(-0.2, (1.0, 0.5), (2.0, 0.3))
    worse = arm(0.0, (0.0, 0.6), (1.0, 0.6))
    lead, error = better.lead(worse, 3.0)
    assert lead == pytest.approx((2 * 1.0 + 3 * -0.2) / 5)
    assert error == pytest.approx((0.05 / 2) ** 0.5)
    assert worse.lead(better, 3.0)[0] == pytest.approx(-lead)


def test_without_tries_only_the_glance_counts() -> None:
    assert arm(0.0).lead(arm(-0.3), 2.0) == (0.3, float("inf"))


class Steady(Search):
    """A search in which every try of an answer comes to the same."""

    def _tried(self, number: int, advice: Advice) -> Line:
        return Line(advice.worth, advice.worth, frozenset())


def test_answers_that_come_to_the_same_make_room_for_others() -> None:
    game, seat = opening()
    search = Steady(CcnAdvisor(OFFICER), Effort(width=2, sure=99.0), game, seat, "k")
    same = [Advice(fire("a", name), 1.0) for name in "bcdef"]
    search.best([*same, Advice(EndCombat(), 0.9)], Budget(0, playouts=99))
    assert search.tries == 99
    search = Steady(CcnAdvisor(OFFICER), Effort(width=2, sure=99.0), game, seat, "k")
    search.best(same, Budget(0, playouts=99))
    assert search.tries < 40


def two_shots(*more: dict[str, Any]) -> Field:
    return field(
        french("a", "LN", "5,5", ordered=True),
        french("d", "LN", "5,9", ordered=True),
        british("b", "LN", "3,5", blocks=1),
        british("c", "LN", "3,9", blocks=3),
        *more,
        **NO_STRIKES,
    )


def test_the_glance_at_a_plan_counts_everything_that_is_done_in_it() -> None:
    battle, advisor = two_shots(), CcnAdvisor(OFFICER)
    advice = advisor.advise(battle.game, FRENCH)
    search = Search(advisor, Effort(), battle.game, FRENCH, "k")
    search._arms(advice)
    first, last = (one for one in advice if one.answer in (fire("a", "b"), fire("d", "c")))
    assert first.worth > last.worth > 0
    lines = [search._tried(0, one) for one in (first, last)]
    done = (first.answer, last.answer, EndCombat())
    assert lines[0].deeds == lines[1].deeds == set(map(repr, done))
    assert [line.glance for line in lines] == pytest.approx([first.worth + last.worth] * 2)
    ends = search._tried(0, Advice(EndCombat(), 0.0))
    assert ends.glance == 0.0


def test_what_would_be_done_anyhow_is_tried_after_other_plans() -> None:
    battle, advisor = two_shots(british("e", "LN", "5,7", blocks=3)), CcnAdvisor(OFFICER)
    search = Search(advisor, Effort(margin=9.0, most=4), battle.game, FRENCH, "k")
    first, *rest = search._arms(advisor.advise(battle.game, FRENCH))
    search._try(first, 1, Budget(0, playouts=1))
    others = [one.advice.answer for one in search._others(rest, first.lines[0])]
    assert repr(fire("d", "c")) in first.lines[0].deeds
    assert others == [fire("a", "e"), fire("d", "e"), fire("d", "c")]


# -- luck ------------------------------------------------------------------------------------------

ENDS = EndCombat()
FIRE = Roll("", "", BATTLE_DIE, 4, Seat("french"), meaning=AttackRoll("infantry", 4, melee=False))


def rolling(key: str, seat: Seat, answer: Answer = ENDS) -> WeighedDice:
    dice = WeighedDice(key, seat, CcnAdvisor(OFFICER))
    dice.watch(sure_shot().game, answer)
    return dice


def test_dice_know_how_lucky_somebody_was() -> None:
    mine, theirs = rolling("7", FRENCH), rolling("7", Seat("allied"))
    fallen = mine.resolve(FIRE)
    assert theirs.resolve(FIRE) == fallen

    def taken(lost: int) -> float:
        ladder = OFFICER.ladder
        banner = OFFICER.lead * log(5.5 / 4.5) if lost == 4 else 0.0
        return ladder[4] - ladder[4 - lost] + banner

    meaning = FIRE.meaning
    assert meaning is not None
    needed = sure_shot().game.ctx.content.sides[FRENCH].banners
    assert needed == 5
    usual = sum(float(p) * taken(one.losses) for one, p in distribution(FIRE).items())
    assert mine.luck == pytest.approx(taken(meaning.losses(meaning.read(fallen))) - usual)
    assert theirs.luck == pytest.approx(-mine.luck)


def test_the_same_act_rolls_the_same_whatever_was_done_before() -> None:
    late, early = rolling("7", FRENCH), rolling("7", FRENCH)
    many = Roll("", "", BATTLE_DIE, 20, FRENCH)
    late.resolve(many)
    for dice in (late, early):
        dice.watch(sure_shot().game, ENDS)
        dice.watch(sure_shot().game, fire("a", "b"))
    assert late.resolve(many) == early.resolve(many)
    assert late.resolve(many) != rolling("7", FRENCH, fire("a", "c")).resolve(many)


def test_luck_evens_out() -> None:
    dice = rolling("many", FRENCH)
    for _ in range(2000):
        dice.resolve(FIRE)
    assert abs(dice.luck) < 100


def test_taking_luck_out_makes_results_steadier() -> None:
    battle = sure_shot()
    advisor = CcnAdvisor(OFFICER)

    def spread(luck: float) -> float:
        search = Search(advisor, Effort(luck=luck), battle.game, FRENCH, "k")
        shot = Advice(fire("a", "b"), 0.0)
        return pvariance([search._tried(n, shot).result for n in range(30)])

    assert spread(1.0) < 0.6 * spread(0.0)
