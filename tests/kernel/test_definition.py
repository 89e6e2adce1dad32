import sys
from types import ModuleType
from typing import Any

import pytest

from tests.kernel.pebbles.answers import Grab
from tests.kernel.pebbles.events import Grabbed, Shown
from tests.kernel.pebbles.game import PEBBLES, Pebbles
from tests.kernel.pebbles.marbles import MARBLES, Flick, Marbles
from tests.kernel.pebbles.procedures import Turn
from tests.kernel.pebbles.table import exactly, sit_down
from tests.kernel.pebbles.world import ANN, BOB, CID, LIMIT, Ground, PebbleOptions, Reach
from walstatt.i18n.catalogue import say
from walstatt.kernel.chance import Meaning
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.decisions import Answer, Decision
from walstatt.kernel.definition import Ruleset, Scenario, renamed
from walstatt.kernel.errors import BadRequest, MissingMigration, UnknownStep
from walstatt.kernel.events import Event, Forced
from walstatt.kernel.frames import Frame


def ruleset(options: Any) -> Ruleset[Ground, Any]:  # noqa: ANN401 - or what looks like options
    return Ruleset(PEBBLES, "turns", options, Ground(most=2), (ANN, BOB))


def module(monkeypatch: pytest.MonkeyPatch, name: str, package: str) -> None:
    """Pretend that a module has been imported."""
    made = ModuleType(name)
    made.__package__ = package
    monkeypatch.setitem(sys.modules, name, made)


# -- scenarios -----------------------------------------------------------------------------------


def test_a_scenario_is_found_by_its_id() -> None:
    seats = (ANN, BOB, CID)
    found = PEBBLES.scenario("turns of three")
    assert found == Scenario("turns of three", say("pebbles.scenario"), seats)


def test_an_unknown_scenario_is_refused_with_all_that_are_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = {name: PEBBLES.scenario("turns") for name in ("turns", "once")}
    monkeypatch.setattr(Pebbles, "scenarios", lambda _: known)
    text = "pebbles has no scenario 'chess'; there are: turns, once"
    with pytest.raises(BadRequest, match=exactly(text)):
        PEBBLES.scenario("chess")


# -- rules ---------------------------------------------------------------------------------------


def test_a_number_is_reckoned_under_the_options_of_the_game() -> None:
    plain, greedy = ruleset(PebbleOptions()), ruleset(PebbleOptions(greed=1))
    assert plain.reckon(LIMIT, Reach(2, 1)).explain() == ["+2 PEB-2"]
    assert greedy.reckon(LIMIT, Reach(2, 1)).explain() == ["+2 PEB-2", "+1 PEB-2.1"]
    assert greedy.reckon(LIMIT, Reach(3, 4)).total == 7
    assert plain.reckon(LIMIT, Reach(3, 4)).total == 3


def test_contributors_are_chosen_once_for_each_ruleset() -> None:
    asked: list[int] = []

    class Counting:
        @property
        def greed(self) -> int:
            asked.append(1)
            return 1

    rules = ruleset(Counting())
    for _ in range(3):
        rules.reckon(LIMIT, Reach(2, 1))
    assert asked == [1]


def test_a_game_that_cannot_be_played_inside_is_refused() -> None:
    rules = ruleset(PebbleOptions())
    with pytest.raises(UnknownStep, match=exactly("no game 'chess' can be played inside pebbles")):
        rules.subgame("chess")
    assert rules.subgame("marbles").game is MARBLES


# -- what a game does unless told otherwise ------------------------------------------------------


def test_a_game_has_no_standing_actions_rerolls_flaws_files_or_inner_games_by_itself() -> None:
    ctx = sit_down("duel").ctx
    assert MARBLES.standing(ctx, ANN) == []
    assert MARBLES.after_roll(ctx, None, ()) is None  # type: ignore[arg-type]
    assert MARBLES.invariants(ctx) == ()
    assert MARBLES.content_paths() == ()
    assert super(Pebbles, PEBBLES).subgames() == {}
    assert (MARBLES.version, MARBLES.aliases, MARBLES.runaway) == (1, {}, 1000)


def test_a_game_is_asked_for_rerolls_only_if_it_knows_some() -> None:
    assert (PEBBLES.offers_rerolls, MARBLES.offers_rerolls) == (True, False)


def test_a_game_has_no_migrations_by_itself() -> None:
    with pytest.raises(
        MissingMigration, match=exactly("pebbles has none from version 3 (2 parts)")
    ):
        PEBBLES.migrate(3, {"scopes": [], "outcome": None})


def test_names_are_kept_unless_there_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pebbles, "aliases", {"old": "new"})
    assert (renamed(PEBBLES, "old"), renamed(PEBBLES, "turn")) == ("new", "turn")


# -- telling -------------------------------------------------------------------------------------


def test_events_are_told_with_seats_by_name() -> None:
    told = PEBBLES.tell(Grabbed(ANN, heap=1, count=2))
    assert told == say("pebbles.grabbed", seat=say("pebbles.seat.ann"), heap=1, count=2)


def test_seats_are_named_at_any_depth_and_only_where_they_stand() -> None:
    inner = say("pebbles.do.grab", by="bob", n="bob")
    told = PEBBLES.tell(Forced(ANN, "take", inner))
    named = say("pebbles.do.grab", by=say("pebbles.seat.bob"), n="bob")
    assert told == say("kernel.forced", seat=say("pebbles.seat.ann"), answer=named)
    assert PEBBLES.named(say("x", by=3, seat=4)) == say("x", by=3, seat=4)


# -- types by tag --------------------------------------------------------------------------------


def test_frames_and_the_like_are_found_by_their_tags() -> None:
    frames = PEBBLES.types(Frame)
    assert (frames["pebbles.turn"], frames["marbles.flick"]) == (Turn, Flick)
    assert PEBBLES.types(Answer)["grab"] is Grab
    assert set(PEBBLES.types(Decision)) >= {"take", "bid", "shoot", "keep"}
    assert set(PEBBLES.types(Meaning)) == {"pebbles.sum", "marbles.spots"}


def test_the_kernels_own_events_are_known_to_every_game() -> None:
    events = PEBBLES.types(Event)
    assert (events["pebbles.shown"], events["kernel.forced"]) == (Shown, Forced)


def test_types_are_looked_for_once() -> None:
    assert PEBBLES.types(Frame) is PEBBLES.types(Frame)
    assert set(PEBBLES.types(Frame)).isdisjoint(PEBBLES.types(Event))


def test_types_of_other_packages_are_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    module(monkeypatch, "stones.game", "stones")

    class Stones(Pebbles):
        __module__ = "stones.game"

        def subgames(self) -> dict[str, Any]:
            return {}

    class Near(Frame, frozen=True, tag="near"):
        __module__ = "stones.deep.down"

    class Beside(Frame, frozen=True, tag="beside"):
        __module__ = "stonesandmore.game"

    class Itself(Frame, frozen=True, tag="itself"):
        __module__ = "stones"

    assert Stones().types(Frame) == {"near": Near, "itself": Itself}


def test_a_game_in_a_single_module_knows_what_stands_there(monkeypatch: pytest.MonkeyPatch) -> None:
    module(monkeypatch, "rocks", "")

    class Rocks(Marbles):
        __module__ = "rocks"

    class Roll(Frame, frozen=True, tag="rocks.roll"):
        __module__ = "rocks"

    assert Rocks().types(Frame) == {"rocks.roll": Roll}


def test_types_of_inner_games_are_known_at_any_depth(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("outer", "middle", "inmost"):
        module(monkeypatch, f"{name}.game", name)

    class Inmost(Marbles):
        __module__ = "inmost.game"

    class Middle(Marbles):
        __module__ = "middle.game"

        def subgames(self) -> dict[str, Any]:
            return {"inmost": Inmost(), "outer": Outer()}

    class Outer(Marbles):
        __module__ = "outer.game"

        def subgames(self) -> dict[str, Any]:
            return {"middle": Middle()}

    class Deep(Frame, frozen=True, tag="deep"):
        __module__ = "inmost.frames"

    assert Outer().types(Frame) == {"deep": Deep}


def test_two_types_of_one_tag_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    module(monkeypatch, "twins.game", "twins")

    class Twins(Marbles):
        __module__ = "twins.game"

    class One(Frame, frozen=True, tag="twin"):
        __module__ = "twins.one"

    class Two(Frame, frozen=True, tag="twin"):
        __module__ = "twins.two"

    with pytest.raises(UnknownStep, match=exactly("two kinds of Frame are called 'twin'")):
        Twins().types(Frame)


# -- the context ---------------------------------------------------------------------------------


def test_a_context_gives_what_the_rules_give() -> None:
    game = sit_down("turns")
    ctx = game.ctx
    assert ctx.reckon(LIMIT, Reach(2, 0)).total == 2
    assert (ctx.options, ctx.content) == (PebbleOptions(), Ground(most=2))


def test_without_a_tape_nothing_is_told() -> None:
    ctx = sit_down("turns").ctx
    bare: Ctx[Any, Any, Any] = Ctx(ctx.rules, ctx.world)
    bare.emit(Shown(ANN))
    assert (bare.tape, bare.stack, bare.asked, bare.ended) == (None, (), (), None)


def test_a_context_can_be_cloned_with_another_tape() -> None:
    ctx = sit_down("turns").ctx
    tape: list[Any] = []
    copy = ctx.clone(tape)
    copy.emit(Shown(ANN), to=(ANN,), others=Shown(BOB))
    copy.world.heaps[1] = 0
    assert [(one.event, one.to, one.others) for one in tape] == [(Shown(ANN), (ANN,), Shown(BOB))]
    assert (ctx.tape, ctx.world.heaps) == ([], {1: 3, 2: 1})
    assert (copy.rules, copy.stack, copy.asked) == (ctx.rules, ctx.stack, ctx.asked)
