"""Whatever players do, deployment comes to an end and leaves a sound position."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.idg.deploying import LISTS, mustered, played
from tests.games.idg.field import BLUE, RED
from tests.games.idg.play import Playing, playing
from walstatt.games.idg.concealment import HoldBack
from walstatt.games.idg.content import SEATS
from walstatt.games.idg.deployment import Deployment
from walstatt.games.idg.deployment_area import is_before, is_in_zone, prospect, zone_of
from walstatt.games.idg.holding_back import concealed_flaws, deployed_flaws, late_flaws
from walstatt.games.idg.invariants import invariants
from walstatt.games.idg.standing import is_coherent
from walstatt.games.idg.troops import Scenario
from walstatt.games.idg.view import observe
from walstatt.games.idg.world import in_play, rects_of
from walstatt.kernel.codec import state_hash
from walstatt.workshop.covers import covers

SCENARIOS: tuple[Scenario, ...] = ("open_battle", "raid", "ambush", "siege")


def assert_sound(there: Playing) -> None:
    """Check that everybody is somewhere he may be."""
    ctx, units = there.ctx, there.world.units
    assert list(invariants(ctx)) == []
    for seat in SEATS:
        view = prospect(ctx, seat)
        for unit in in_play(ctx, seat):
            assert is_coherent(ctx, unit)
            for rect in rects_of(ctx, unit):
                assert is_in_zone(view, zone_of(ctx, unit), rect)
                assert is_before(view, rect)
        own = [name for name, one in units.items() if one.side == seat]
        late = [name for name in own if units[name].status == "late"]
        hidden = [name for name in own if units[name].status == "concealed"]
        assert list(late_flaws(ctx, seat, late)) == []
        assert list(deployed_flaws(ctx, seat, late)) == []
        assert list(concealed_flaws(ctx, seat, len(hidden))) == []
    waiting = [name for name, one in units.items() if one.status == "reserve"]
    assert sorted(waiting) == sorted(there.world.column)


@covers("IDG-5.3.9", "IDG-5.4.3", "IDG-5.5.3", "IDG-5.6.8")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("number", range(len(LISTS)))
def test_random_deployment_of_every_list_in_every_scenario(number: int, scenario: Scenario) -> None:
    ready = mustered(LISTS[number], LISTS[(number + 7) % 12], scenario, number)
    assert_sound(played(playing(ready, Deployment()), number))


@pytest.mark.nightly
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(60))
def test_random_deployment_again_and_again(seed: int, scenario: Scenario) -> None:
    red, blue = LISTS[seed % 12], LISTS[(seed * 5 + 1) % 12]
    assert_sound(played(playing(mustered(red, blue, scenario, seed), Deployment()), seed))


def test_the_same_answers_give_the_same_position() -> None:
    def once() -> str:
        ready = mustered("vikings", "anglo_saxons", "open_battle", 3)
        return state_hash(played(playing(ready, Deployment()), 5).game)

    assert once() == once()


def test_deployment_can_be_saved_at_any_moment() -> None:
    there = playing(mustered("mongols", "late_sung", "raid", 2), Deployment())
    for _ in range(6):
        if there.game.waiting is not None:
            there.roll(1, 2)
        else:
            seat = there.game.to_act[0]
            there.do(there.game.pick(seat, Random(1)), seat)
        again = there.reloaded()
        assert (state_hash(again.game), again.pending()) == (
            state_hash(there.game),
            there.pending(),
        )
        there = again


@covers("IDG-5.4.10", "IDG-5.8.6")
@pytest.mark.parametrize("seed", range(8))
def test_nobody_learns_who_is_hidden_or_comes_later(seed: int) -> None:
    there = playing(mustered("seljuks", "first_crusade", "open_battle", seed), Deployment())
    played(there, seed)
    for seat, foe in ((RED, BLUE), (BLUE, RED)):
        seen = observe(there.ctx, seat).world.units
        gone = [
            name
            for name, one in there.world.units.items()
            if one.side == foe and one.status in ("late", "concealed")
        ]
        assert not set(gone) & set(seen)
        for told in there.game.tape or ():
            event = told.for_seat(seat)
            if event is not None and getattr(event, "seat", "") == foe:
                assert type(event).__name__ in ("Decided", "UnitPlaced", "PlacesFirst", "FusesSet")


def test_an_away_player_needs_one_answer_for_each_question() -> None:
    there = playing(mustered("carthaginians", "romans_punic_wars", "raid"), Deployment())
    count = 0
    while not there.is_over:
        if there.game.waiting is not None:
            there.roll(1, 2)
            continue
        seat = there.game.to_act[0]
        decision = there.decision(seat)
        there.do(decision.default(there.ctx) or there.options(seat)[0], seat)
        count += 1
    assert count == 5
    assert HoldBack.auto is False
