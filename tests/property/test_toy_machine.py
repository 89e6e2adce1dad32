"""Whatever people do with a match, in whatever order, it stays whole: for every game there is."""

from __future__ import annotations

import re
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from walstatt.games import all_games
from walstatt.kernel.chance import Seeded
from walstatt.kernel.codec import state_hash
from walstatt.kernel.errors import BadRequest, IllegalAnswer
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.kernel.save import from_bytes, to_bytes, verify_state
from walstatt.scene.playable import AnyPlayable
from walstatt.workshop.conformance.strange import strange_answers
from walstatt.workshop.playout import playable_scenarios, playout, presets_of, random_standing

PICKS = st.integers(0, 999)
SEEDS = st.integers(0, 99)


class Players(RuleBasedStateMachine):
    """People at one table."""

    definition: AnyPlayable
    match: Match
    answered: ClassVar[int]
    """How many answers were given in all matches."""

    @initialize(scenario=PICKS, preset=PICKS, seed=SEEDS)
    def begin(self, scenario: int, preset: int, seed: int) -> None:
        names, presets = playable_scenarios(self.definition), presets_of(self.definition)
        self.match = Match.start(
            self.definition,
            names[scenario % len(names)],
            seed=seed,
            preset=presets[preset % len(presets)],
        )

    def is_on(self) -> bool:
        return self.match.game.outcome is None

    def seat(self, pick: int) -> Seat:
        seats = self.match.game.rules.seats
        return seats[pick % len(seats)]

    @precondition(is_on)
    @rule(who=PICKS, what=PICKS)
    def answer(self, who: int, what: int) -> None:
        game = self.match.game
        seat = game.to_act[who % len(game.to_act)]
        choices = game.choices(seat, Random(what))
        before = len(self.match.entries)
        self.match.answer(seat, choices[what % len(choices)])
        assert len(self.match.entries) == before + 1
        type(self).answered += 1

    @precondition(is_on)
    @rule(luck=SEEDS)
    def do_something_unasked(self, luck: int) -> None:
        offer = random_standing(self.match.game, Random(luck))
        if offer is not None:
            self.match.answer(*offer)
            assert self.match.entries[-1].kind == offer[2]

    @rule(who=PICKS)
    def take_back(self, who: int) -> None:
        seat, chain = self.seat(who), self.match.chain
        why = self.match.why_no_undo(seat)
        if not why:
            self.match.undo(seat)
            assert self.match.chain != chain
            return
        with pytest.raises(BadRequest, match=re.escape(why)):
            self.match.undo(seat)
        assert self.match.chain == chain

    @rule()
    def save_and_load(self) -> None:
        loaded = from_bytes(to_bytes(self.match), lambda _: self.definition)
        assert loaded.entries == self.match.entries
        self.match = loaded

    @rule(luck=SEEDS)
    def try_something_out(self, luck: int) -> None:
        before = state_hash(self.match.game)
        playout(self.match.game.clone(Seeded(luck)), Random(luck), 10)
        assert state_hash(self.match.game) == before

    @precondition(is_on)
    @rule(who=PICKS, luck=SEEDS)
    def imagine(self, who: int, luck: int) -> None:
        imagined = self.match.game.imagine(self.seat(who), Random(luck))
        imagined.source = Seeded(luck)
        playout(imagined, Random(luck), 5)

    @precondition(is_on)
    @rule(luck=SEEDS)
    def cheat(self, luck: int) -> None:
        """Give answers that were made up; they are taken or refused, but nothing else."""
        game = self.match.game
        known = [one for seat in game.to_act for one in game.choices(seat, Random(luck))]
        for given in list(strange_answers(game, known, Random(luck)))[:3]:
            chain = self.match.chain
            try:
                self.match.answer(*given)
            except (IllegalAnswer, BadRequest):
                assert self.match.chain == chain
            else:
                return

    @invariant()
    def is_whole(self) -> None:
        assert verify_state(self.match)
        for scope in self.match.game.scopes:
            assert list(scope.rules.game.invariants(scope)) == []

    @invariant()
    def goes_on(self) -> None:
        assert self.match.game.to_act or self.match.game.outcome is not None


def machine(definition: AnyPlayable) -> type[Players]:
    fields: dict[str, Any] = {"definition": definition, "answered": 0}
    return type(f"PlayersOf{definition.id.title()}", (Players,), fields)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_a_match_stays_whole(game: AnyPlayable) -> None:
    few = settings(
        max_examples=25,
        stateful_step_count=40,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    players = machine(game)
    run_state_machine_as_test(players, settings=few)
    assert players.answered > 25


@pytest.mark.nightly
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_a_match_stays_whole_for_long(game: AnyPlayable) -> None:
    many = settings(
        max_examples=300,
        stateful_step_count=100,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    players = machine(game)
    run_state_machine_as_test(players, settings=many)
    assert players.answered > 300
