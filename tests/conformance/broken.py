"""The toy game, broken on purpose in one way at a time, and which checks must notice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property, wraps
from random import Random
from typing import Any, ClassVar, TypeAlias

import pytest
from msgspec import Struct, structs
from msgspec.structs import replace

from walstatt.games.toy import round as toy_round
from walstatt.games.toy.activation import Activation, Go, Halt, MarchFreely, Step
from walstatt.games.toy.combat import Attack
from walstatt.games.toy.content import ToyContent
from walstatt.games.toy.events import TurnBegan
from walstatt.games.toy.game import TOY, ToyGame
from walstatt.games.toy.options import ToyOptions
from walstatt.games.toy.rally import OfferRally, RallyWith
from walstatt.games.toy.round import Activate, Battle, ChoosePlan, ChooseUnit, Pass, Plan, Turns
from walstatt.games.toy.view import ToyView
from walstatt.games.toy.world import ToyCtx, ToyWorld, alive
from walstatt.i18n.catalogue import LANGUAGES, Catalogue, Message, say
from walstatt.kernel.decisions import Violation
from walstatt.kernel.definition import Ruleset
from walstatt.kernel.frames import Flow, Frame, ask, call, done
from walstatt.kernel.ids import Seat
from walstatt.kernel.outcome import Outcome
from walstatt.kernel.prompts import Chance, Preview, Target
from walstatt.scene.about import About
from walstatt.scene.model import Scene
from walstatt.scene.playable import AnyPlayable

ToyRules: TypeAlias = Ruleset[ToyContent, ToyOptions]


class Patch(Struct, frozen=True):
    """Something replaced for a while."""

    owner: Any
    name: str
    new: Any


class Variant(Struct, frozen=True):
    """A broken game, and the checks that must fail on it."""

    name: str
    caught_by: frozenset[str]
    game: Any = TOY
    patches: tuple[Patch, ...] = ()
    scenario: str = "hill"
    only: bool = True
    """Whether no other check may fail: nothing can be said where chance has no source."""

    @contextmanager
    def broken(self) -> Iterator[AnyPlayable]:
        """Break the game while the block runs."""
        with pytest.MonkeyPatch.context() as patching:
            for patch in self.patches:
                patching.setattr(patch.owner, patch.name, patch.new)
            # Another game every time, since walks are remembered by game.
            yield self.game if self.game is not TOY else ToyGame()


def instead(owner: type, name: str, new: Callable[..., Any]) -> Patch:
    """Replace a step under its own name, which is what saves know it by."""
    return Patch(owner, name, wraps(getattr(owner, name))(new))


def caught(*checks: str) -> frozenset[str]:
    return frozenset(f"check_{check}" for check in checks)


# -- secrets --------------------------------------------------------------------------------------


class AllHands(ToyView, frozen=True):
    hands: dict[Seat, tuple[int, ...]] = {}


class LeakingView(ToyGame):
    view_type = AllHands

    def observe(self, ctx: ToyCtx, seat: Seat | None) -> AllHands:
        seen = super().observe(ctx, seat)
        return AllHands(**structs.asdict(seen), hands=dict(ctx.world.hands))


def others_cards(ctx: ToyCtx, seat: Seat | None) -> int:
    return sum(sum(hand) for one, hand in ctx.world.hands.items() if one != seat)


def telling_prompt(self: ChooseUnit, ctx: ToyCtx) -> Message:
    return ctx.say("ask.choose_unit", n=others_cards(ctx, self.seat))


def telling_preview(self: ChooseUnit, ctx: ToyCtx, answer: Activate | Pass) -> Preview:
    card = ctx.say("card", card=others_cards(ctx, self.seat))
    return Preview(odds=(Chance(card, 1_000_000),))


def telling_refusal(self: ChooseUnit, ctx: ToyCtx, answer: Activate | Pass) -> list[Violation]:
    unit = ctx.world.units.get(answer.unit) if isinstance(answer, Activate) else None
    if isinstance(answer, Pass) or (unit and unit.side == self.seat and not unit.acted):
        return []
    return [Violation("TOY-2.6", say("toy.no.card", card=others_cards(ctx, self.seat)))]


def telling_wish(self: ChoosePlan, ctx: ToyCtx, target: Target, of: Target | None) -> Plan:
    return Plan(others_cards(ctx, self.seat))


def stumbling_wish(self: ChooseUnit, ctx: ToyCtx, target: Target, of: Target | None) -> Activate:
    return Activate(next(unit for unit in ctx.world.units if unit == target.id))


def misread_wish(self: ChooseUnit, ctx: ToyCtx, target: Target, of: Target | None) -> Activate:
    return Activate(next(unit for unit, one in ctx.world.units.items() if one.side != self.seat))


def answer_to_another_question(
    self: ChooseUnit, ctx: ToyCtx, target: Target, of: Target | None
) -> Plan:
    return Plan(1)


class LeakingAbout(ToyGame):
    def observe(self, ctx: ToyCtx, seat: Seat | None) -> ToyView:
        self.peeked = others_cards(ctx, seat)
        return super().observe(ctx, seat)

    def about(self, rules: ToyRules, view: ToyView, target: Target) -> About | None:
        return About(say("toy.card", card=self.peeked))


class Tongueless(ToyGame):
    def about(self, rules: ToyRules, view: ToyView, target: Target) -> About | None:
        raise KeyError(target.id)


class LeakingScene(ToyGame):
    def observe(self, ctx: ToyCtx, seat: Seat | None) -> ToyView:
        self.peeked = others_cards(ctx, seat)
        return super().observe(ctx, seat)

    def scene(self, rules: ToyRules, view: ToyView, seat: Seat | None) -> Scene:
        status = (say("toy.status", n=view.round, deck=self.peeked),)
        return replace(super().scene(rules, view, seat), status=status)


def telling_turn(self: Turns, ctx: ToyCtx) -> Flow:
    if not self.seats:
        return done()
    ctx.emit(TurnBegan(self.seats[0], sum(ctx.world.hands[self.seats[0]])))
    return self.offer(ctx)


class PlansInTurn(Frame, frozen=True, tag="broken_plans_in_turn"):
    """Asks one seat after the other for its secret and keeps the secrets in the frame."""

    seats: tuple[Seat, ...]
    cards: tuple[int, ...] = ()

    def begin(self, ctx: ToyCtx) -> Flow:
        if len(self.cards) == len(self.seats):
            return done(dict(zip(self.seats, map(Plan, self.cards), strict=True)))
        return ask(ChoosePlan(self.seats[len(self.cards)]), then=self.planned)

    def planned(self, ctx: ToyCtx, plan: Plan) -> Flow:
        return replace(self, cards=(*self.cards, plan.card)).begin(ctx)


class SecretInFrame(ToyGame):
    """Knows the frame above, because it lives in the same package."""


def planning_in_turn(self: Battle, ctx: ToyCtx, _: object) -> Flow:
    if ctx.world.round >= ctx.options.rounds:
        return toy_round.most_banners(ctx)
    ctx.world.round += 1
    for unit, one in ctx.world.units.items():
        ctx.world.units[unit] = replace(one, acted=False, reacted=False)
    return call(PlansInTurn(alive(ctx)), then=self.planned)


# -- copies ---------------------------------------------------------------------------------------


def forgetful_clone(self: ToyWorld) -> ToyWorld:
    copy = structs.replace(self)
    copy.units, copy.banners = dict(self.units), dict(self.banners)
    copy.hands, copy.plans = dict(self.hands), dict(self.plans)
    copy.rallied = ()
    return copy


class LostStep(ToyGame):
    aliases: ClassVar[dict[str, str]] = {"turns.chosen": "turns.gone"}


# -- answers --------------------------------------------------------------------------------------


def samples_of_another_kind(self: MarchFreely, ctx: ToyCtx, rng: Random, count: int) -> list[Any]:
    (x, y), _ = self.start(ctx)
    return [Step((x, y)), *(MarchFreely.default(self, ctx) for _ in range(2))]  # type: ignore[arg-type]


def drawn_off_the_table(self: MarchFreely, ctx: ToyCtx, rng: Random) -> Go | Halt:
    return Halt() if rng.random() < 0.5 else Go((-1, -1))


def nothing_to_choose(self: ChooseUnit, ctx: ToyCtx) -> list[Pass]:
    return [Pass()] if ctx.world.round == 1 else []


CHOSEN = Turns.chosen


def tripping_over_archers(self: Turns, ctx: ToyCtx, answer: Activate | Pass) -> Flow:
    if isinstance(answer, Activate) and ctx.world.units[answer.unit].type == "archers":
        raise LookupError("no bows today")
    return CHOSEN(self, ctx, answer)


def trusting_check(self: ChooseUnit, ctx: ToyCtx, answer: Activate | Pass) -> list[Violation]:
    if isinstance(answer, Pass) or ctx.world.units[answer.unit].side == self.seat:
        return []
    return [Violation("TOY-2.5", say("toy.no.own", unit=answer.unit))]


def rallying_anybody(self: OfferRally, ctx: ToyCtx) -> list[RallyWith]:
    own = [unit for unit, one in ctx.world.units.items() if one.side == self.seat]
    return [RallyWith(unit, card) for unit in own for card in ctx.world.hands[self.seat]]


def healthy_as_well(self: OfferRally, ctx: ToyCtx, answer: RallyWith) -> list[Violation]:
    if answer in rallying_anybody(self, ctx):
        return []
    return [Violation("TOY-6.3", say("toy.no.own", unit=answer.unit))]


def counting_preview(self: ChooseUnit, ctx: ToyCtx, answer: Activate | Pass) -> Preview:
    ctx.world.round += 1
    return Preview()


def refusing_preview(self: ChooseUnit, ctx: ToyCtx, answer: Activate | Pass) -> Preview:
    return Preview(violations=(Violation("TOY-2.5", say("toy.no.own", unit="nobody")),))


# -- chance ---------------------------------------------------------------------------------------

_rolled = Attack.rolled
_OWN_DICE = Random(0)


def always_missing(self: Attack, ctx: ToyCtx, faces: tuple[int, ...]) -> Flow:
    return _rolled(self, ctx, (1,) * len(faces))


def rolling_its_own(self: Attack, ctx: ToyCtx, faces: tuple[int, ...]) -> Flow:
    return _rolled(self, ctx, tuple(_OWN_DICE.choice((1, 6)) for _ in faces))


# -- the course of the game -----------------------------------------------------------------------


class Endless(ToyGame):
    longest = 150


_next_round = Battle.next_round


def forever(self: Battle, ctx: ToyCtx, _: object) -> Flow:
    ctx.world.round = 0
    return _next_round(self, ctx, None)


def standing_still(self: Activation, ctx: ToyCtx) -> Flow:
    return done()


def scored_by_nobody(ctx: ToyCtx, winners: tuple[Seat, ...], reason: str) -> Outcome:
    return Outcome(winners, say(reason), {Seat("nobody"): 1})


# -- faces ----------------------------------------------------------------------------------------


class Speechless(ToyGame):
    """Lacks a message in every language, which the catalogue itself cannot notice."""

    @cached_property
    def catalogue(self) -> Catalogue:
        known = TOY.catalogue.entries
        return Catalogue({lang: _without(known[lang], "toy.ask.march") for lang in LANGUAGES})


class HalfTranslated(ToyGame):
    @cached_property
    def catalogue(self) -> Catalogue:
        known = TOY.catalogue.entries
        return Catalogue({**known, "de": _without(known["de"], "toy.no.again")})


def _without(entries: Mapping[str, Any], message: str) -> dict[str, Any]:
    return {name: entry for name, entry in entries.items() if name != message}


class NothingForSpectators(ToyGame):
    def scene(self, rules: ToyRules, view: ToyView, seat: Seat | None) -> Scene:
        if seat is None:
            raise KeyError(seat)
        return super().scene(rules, view, seat)


class WrongColours(ToyGame):
    def scene(self, rules: ToyRules, view: ToyView, seat: Seat | None) -> Scene:
        return replace(super().scene(rules, view, seat), status=("round 1",))


class NeverWrong(ToyGame):
    def invariants(self, ctx: ToyCtx) -> Iterable[str]:
        if ctx.world.round == 2:
            yield "the second round is cursed"


UNCOPIED = ("units", "banners", "hands", "plans")

VARIANTS = (
    Variant("a view with all hands", caught("views"), LeakingView()),
    Variant(
        "a prompt that counts the others' cards",
        caught("prompts"),
        patches=(Patch(ChooseUnit, "prompt", telling_prompt),),
    ),
    Variant(
        "a refusal that counts the others' cards",
        caught("prompts"),
        patches=(Patch(ChooseUnit, "check", telling_refusal),),
    ),
    Variant(
        "a preview that counts the others' cards",
        caught("prompts"),
        patches=(Patch(ChooseUnit, "preview", telling_preview),),
    ),
    Variant("a scene that counts the others' cards", caught("scenes"), LeakingScene()),
    Variant(
        "a wish that counts the others' cards",
        caught("wishes"),
        patches=(Patch(ChoosePlan, "wish", telling_wish),),
    ),
    Variant(
        "a wish that stumbles over what is not there",
        caught("wishes"),
        patches=(Patch(ChooseUnit, "wish", stumbling_wish),),
    ),
    Variant(
        "a choice that is read as something else",
        caught("wishes"),
        patches=(Patch(ChooseUnit, "wish", misread_wish),),
    ),
    Variant(
        "a wish that answers another question",
        caught("wishes"),
        patches=(Patch(ChooseUnit, "wish", answer_to_another_question),),
    ),
    Variant("telling about things what nobody knows", caught("abouts"), LeakingAbout()),
    Variant("nothing to tell about anything", caught("abouts"), Tongueless()),
    Variant(
        "an event that counts a hand",
        caught("events"),
        patches=(instead(Turns, "turn", telling_turn),),
    ),
    Variant(
        "secrets in a frame",
        caught("frames", "imagined_play"),
        SecretInFrame(),
        (instead(Battle, "next_round", planning_in_turn),),
    ),
    Variant(
        "a clone that shares one dict",
        caught("clone_independence"),
        patches=(Patch(ToyWorld, "shared", ("plans",)),),
    ),
    Variant(
        "a shallow clone",
        caught("clone_independence", "clone_equality", "undo"),
        patches=(Patch(ToyWorld, "shared", UNCOPIED),),
    ),
    Variant(
        "a clone that forgets a field",
        caught("clone_equality", "undo", "replay", "save_and_load"),
        patches=(Patch(ToyWorld, "clone", forgetful_clone),),
    ),
    Variant("a step that saves cannot name", caught("serialising"), LostStep()),
    Variant(
        "an option that is refused",
        caught("options"),
        patches=(Patch(ChooseUnit, "answers", (Activate,)),),
    ),
    Variant(
        "a sample that is refused",
        caught("samples"),
        patches=(Patch(MarchFreely, "sample", samples_of_another_kind),),
        scenario="field",
    ),
    Variant(
        "a drawn answer that nobody may give",
        caught("draws"),
        patches=(Patch(MarchFreely, "draw", drawn_off_the_table),),
        scenario="field",
        only=False,
    ),
    Variant(
        "a check that trusts its answer",
        caught("strange_answers"),
        patches=(Patch(ChooseUnit, "check", trusting_check),),
    ),
    Variant(
        "a checked answer that raises",
        caught("checked_answers_never_raise"),
        patches=(instead(Turns, "chosen", tripping_over_archers),),
    ),
    Variant(
        "a dead end",
        caught("no_dead_ends"),
        patches=(Patch(ChooseUnit, "candidates", nothing_to_choose),),
    ),
    Variant(
        "an endless game",
        caught("bounded_length"),
        Endless(),
        (instead(Battle, "next_round", forever), instead(Activation, "begin", standing_still)),
    ),
    Variant(
        "a score for nobody",
        caught("outcome"),
        patches=(Patch(toy_round, "outcome", scored_by_nobody),),
    ),
    Variant("an invariant that does not hold", caught("invariants"), NeverWrong()),
    Variant(
        "a rule that breaks an invariant",
        caught("invariants"),
        patches=(
            Patch(OfferRally, "candidates", rallying_anybody),
            Patch(OfferRally, "check", healthy_as_well),
        ),
    ),
    Variant(
        "a preview that changes the world",
        caught("looking_changes_nothing"),
        patches=(Patch(ChooseUnit, "preview", counting_preview),),
    ),
    Variant(
        "a roll that ignores what falls",
        caught("forced_chance"),
        patches=(instead(Attack, "rolled", always_missing),),
    ),
    Variant(
        "a rule with dice of its own",
        caught("forced_chance", "scripted_chance", "replay"),
        patches=(instead(Attack, "rolled", rolling_its_own),),
        only=False,
    ),
    Variant("no scene for spectators", caught("rendering"), NothingForSpectators()),
    Variant("a scene that cannot be sent", caught("rendering"), WrongColours()),
    Variant(
        "a preview that refuses an option",
        caught("previews"),
        patches=(Patch(ChooseUnit, "preview", refusing_preview),),
    ),
    Variant("a message in no language", caught("messages"), Speechless()),
    Variant("a message without its translation", caught("messages"), HalfTranslated()),
)
