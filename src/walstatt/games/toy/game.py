"""The toy game as the platform knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from walstatt.games.toy import content_check
from walstatt.games.toy.about import about, glossary, lessons
from walstatt.games.toy.casebook import ToyCasebook, place_in
from walstatt.games.toy.census import blows, census
from walstatt.games.toy.content import FOLDER, ScenarioFile, ToyContent, scenario_files, toy_content
from walstatt.games.toy.duel import DuelDef
from walstatt.games.toy.inventory import content_ids, content_seen
from walstatt.games.toy.options import ToyOptions
from walstatt.games.toy.rally import OfferRally, may_rally
from walstatt.games.toy.round import Battle
from walstatt.games.toy.scene import scene_of
from walstatt.games.toy.view import ToyView, observe, redeterminise
from walstatt.games.toy.world import ToyCtx, ToyWorld, Unit
from walstatt.i18n.catalogue import say
from walstatt.kernel.census import Blow, Body
from walstatt.kernel.chance import Outcomes, Request
from walstatt.kernel.content import ContentProblem
from walstatt.kernel.decisions import Decision, Rng
from walstatt.kernel.definition import Ruleset, Scenario, Setup
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Target
from walstatt.kernel.trace import cite
from walstatt.scene.about import About, Lesson, Term
from walstatt.scene.model import Scene
from walstatt.scene.playable import Playable

FIRST = "hill"
"""The battle for newcomers, listed before the others."""


class ToyGame(Playable[ToyWorld, ToyContent, ToyOptions, ToyView]):
    """Three banners on one hill."""

    id = "toy"
    world_type = ToyWorld
    options_type = ToyOptions
    words = ("messages", "odds")
    view_type = ToyView

    def scenarios(self) -> Mapping[str, Scenario]:
        """List what the content folder holds."""
        return self._listed

    @cached_property
    def _listed(self) -> Mapping[str, Scenario]:
        files = scenario_files()
        order = sorted(files, key=lambda name: (name != FIRST, not files[name].units, name))
        return {name: listed(name, files[name]) for name in order}

    def setup(
        self, scenario: str, options: ToyOptions, rosters: Mapping[Seat, Any]
    ) -> Setup[ToyWorld, ToyContent]:
        """Place the units and leave the cards in the deck."""
        cite("TOY-1.2")
        content = toy_content(scenario)
        return Setup(laid_out(content), content, Battle(), content.file.seats)

    def observe(self, ctx: ToyCtx, seat: Seat | None) -> ToyView:
        """Show everything but the others' cards."""
        return observe(ctx, seat)

    def redeterminise(
        self, rules: Ruleset[ToyContent, ToyOptions], view: ToyView, rng: Rng
    ) -> ToyWorld:
        """Deal the unseen cards anew."""
        return redeterminise(rules, view, rng)

    def standing(self, ctx: ToyCtx, seat: Seat) -> list[Decision[Any]]:
        """Let a seat rally whenever anybody is asked. TOY-6.1."""
        return [OfferRally(seat)] if may_rally(ctx, seat) else []

    def subgames(self) -> Mapping[str, DuelDef]:
        """Name the duel."""
        return {"duel": DUEL}

    def invariants(self, ctx: ToyCtx) -> Iterable[str]:
        """Check what must always hold."""
        world, content = ctx.world, ctx.content
        cards = (*world.deck, *world.discards, *world.plans.values())
        held = (card for hand in world.hands.values() for card in hand)
        if tuple(sorted((*cards, *held))) != content.cards:
            yield "cards were lost or made up"
        for unit, one in world.units.items():
            if not 1 <= one.strength <= content.types[one.type].strength:
                yield f"{unit} has strength {one.strength}"
            others = {other: its for other, its in world.units.items() if other != unit}
            if content.field.occupant(others, one.at) is not None:
                yield f"{unit} shares its place"

    def turn(self, ctx: ToyCtx) -> int:
        """Give the number of the turn."""
        return ctx.world.round

    def census(self, ctx: ToyCtx) -> Mapping[str, Body]:
        """Weigh every unit."""
        return census(ctx)

    def blows(self, ctx: ToyCtx, key: str, request: Request, outcome: Outcomes) -> Iterable[Blow]:
        """Say who struck whom."""
        return blows(ctx, request, outcome)

    def scene(
        self, rules: Ruleset[ToyContent, ToyOptions], view: ToyView, seat: Seat | None
    ) -> Scene:
        """Draw the battlefield."""
        return scene_of(rules.content, view)

    def about(
        self, rules: Ruleset[ToyContent, ToyOptions], view: ToyView, target: Target
    ) -> About | None:
        """Tell about a unit, a place or a card."""
        return about(rules, view, target)

    def glossary(self) -> tuple[Term, ...]:
        """Explain the words of the rules."""
        return glossary()

    def lessons(self) -> tuple[Lesson, ...]:
        """List what a newcomer is told while playing."""
        return lessons()

    def content_paths(self) -> Iterable[Path]:
        """List the unit types and scenarios."""
        return sorted(FOLDER.rglob("*.yaml"))

    def content_ids(self) -> frozenset[str]:
        """Name the unit types, terrain, cards and scenarios."""
        return content_ids()

    def content_seen(self, ctx: ToyCtx) -> Iterable[str]:
        """Name what stands, lies and is held here."""
        return content_seen(ctx)

    def check_content(self) -> list[ContentProblem]:
        """Look for what no type can tell: impossible places, unknown types and seats."""
        return content_check.problems(FOLDER)

    @cached_property
    def casebook(self) -> ToyCasebook:
        """Give the vocabulary of cases."""
        return ToyCasebook()


def listed(name: str, file: ScenarioFile) -> Scenario:
    """List a scenario."""
    title, note = say(f"toy.scenario.{name}"), say(f"toy.note.{name}")
    return Scenario(name, title, file.seats, note, for_cases=not file.units)


def laid_out(content: ToyContent) -> ToyWorld:
    """Place a scenario's units at full strength."""
    file = content.file
    return ToyWorld(
        round=0,
        units=dict(_placed(file, content)),
        banners=dict.fromkeys(file.seats, 0),
        hands=dict.fromkeys(file.seats, ()),
        deck=content.cards,
    )


def _placed(file: ScenarioFile, content: ToyContent) -> Iterable[tuple[UnitId, Unit]]:
    for unit in file.units:
        strength = content.types[unit.type].strength
        yield UnitId(unit.id), Unit(unit.side, unit.type, strength, place_in(content, unit.at))


DUEL = DuelDef()
TOY = ToyGame()
