"""In Death Ground as the platform knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from walstatt.games.idg.about import about
from walstatt.games.idg.army_words import ready_words
from walstatt.games.idg.battles import battle_files
from walstatt.games.idg.casebook import IdgCasebook
from walstatt.games.idg.census import blows, census
from walstatt.games.idg.content import SEATS, IdgContent
from walstatt.games.idg.glossary import glossary
from walstatt.games.idg.invariants import invariants
from walstatt.games.idg.inventory import content_ids, content_seen
from walstatt.games.idg.lessons import lessons
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.report import told
from walstatt.games.idg.roster_desk import IdgDesk
from walstatt.games.idg.sampling import sample_rosters
from walstatt.games.idg.scene import scene_of
from walstatt.games.idg.setup import DICED, FREE_SCENARIOS, set_up
from walstatt.games.idg.troops import FOLDER
from walstatt.games.idg.view import IdgView, observe, redeterminise
from walstatt.games.idg.world import IdgCtx, IdgWorld
from walstatt.i18n.catalogue import Catalogue, Message, say
from walstatt.kernel.census import Blow, Body
from walstatt.kernel.chance import Outcomes, Request
from walstatt.kernel.decisions import Rng
from walstatt.kernel.definition import Ruleset, Scenario, Setup
from walstatt.kernel.events import Event
from walstatt.kernel.ids import Seat
from walstatt.kernel.prompts import Target
from walstatt.scene.about import About, Lesson, Term
from walstatt.scene.model import Scene
from walstatt.scene.playable import Playable


class IdgGame(Playable[IdgWorld, IdgContent, IdgOptions, IdgView]):
    """Ancient and medieval battles on a measured table."""

    id = "idg"
    world_type = IdgWorld
    options_type = IdgOptions
    view_type = IdgView
    trial_games = 19
    words = (
        "messages",
        "armies",
        "builder",
        "options",
        "ground",
        "layout",
        "siege",
        "scenarios_play",
        "deployment",
        "weather",
        "mounting",
        "movement",
        "shooting",
        "fire",
        "melee",
        "morale",
        "scene",
        "about",
        "glossary",
        "lessons",
        "ai",
        "odds",
    )

    def scenarios(self) -> Mapping[str, Scenario]:
        """List the ready battles, then those to which armies are brought."""
        return self._listed

    @cached_property
    def _listed(self) -> Mapping[str, Scenario]:
        ready = [listed(name) for name in battle_files()]
        brought = [listed(name, rosters=True) for name in (*FREE_SCENARIOS, DICED)]
        empty = listed("empty", for_cases=True)
        return {one.id: one for one in (*ready, *brought, empty)}

    @cached_property
    def catalogue(self) -> Catalogue:
        """Read the messages, and the names in the ready armies."""
        return super().catalogue.merged(ready_words())

    def setup(
        self, scenario: str, options: IdgOptions, rosters: Mapping[Seat, Any]
    ) -> Setup[IdgWorld, IdgContent]:
        """Bring two armies to a battlefield."""
        return set_up(scenario, options, rosters)

    def sample_rosters(self, scenario: str, options: IdgOptions, rng: Rng) -> Mapping[Seat, Any]:
        """Let chance choose two armies."""
        return sample_rosters(scenario, options, rng)

    def observe(self, ctx: IdgCtx, seat: Seat | None) -> IdgView:
        """Show everything but what lies hidden."""
        return observe(ctx, seat)

    def redeterminise(
        self, rules: Ruleset[IdgContent, IdgOptions], view: IdgView, rng: Rng
    ) -> IdgWorld:
        """Imagine what may lie hidden."""
        return redeterminise(rules, view, rng)

    def tell(self, event: Event) -> Message:
        """Tell an event with seats by their names."""
        return self.named(told(event))

    def invariants(self, ctx: IdgCtx) -> Iterable[str]:
        """Check what must always hold."""
        return invariants(ctx)

    def turn(self, ctx: IdgCtx) -> int:
        """Give the number of the turn."""
        return ctx.world.turn

    def census(self, ctx: IdgCtx) -> Mapping[str, Body]:
        """Weigh every unit."""
        return census(ctx)

    def blows(self, ctx: IdgCtx, key: str, request: Request, outcome: Outcomes) -> Iterable[Blow]:
        """Say who struck whom."""
        return blows(ctx, key, request, outcome)

    def scene(
        self, rules: Ruleset[IdgContent, IdgOptions], view: IdgView, seat: Seat | None
    ) -> Scene:
        """Draw the table."""
        return scene_of(rules, view)

    def about(
        self, rules: Ruleset[IdgContent, IdgOptions], view: IdgView, target: Target
    ) -> About | None:
        """Tell about a unit, an engine or a piece of terrain."""
        return about(rules, view, target)

    def glossary(self) -> tuple[Term, ...]:
        """Explain the words of the rulebook."""
        return glossary()

    def lessons(self) -> tuple[Lesson, ...]:
        """List what a newcomer is told in his first battle."""
        return lessons()

    def content_paths(self) -> Iterable[Path]:
        """List troops, lists, armies, terrain, weather and battles."""
        return sorted(FOLDER.rglob("*.yaml"))

    def content_ids(self) -> frozenset[str]:
        """Name everything that play should show."""
        return content_ids()

    def content_seen(self, ctx: IdgCtx) -> Iterable[str]:
        """Name what can be seen here."""
        return content_seen(ctx)

    @cached_property
    def roster_desk(self) -> IdgDesk:
        """Give the desk at which armies are made."""
        return IdgDesk()

    @cached_property
    def casebook(self) -> IdgCasebook:
        """Give the vocabulary of cases."""
        return IdgCasebook()


def listed(name: str, *, rosters: bool = False, for_cases: bool = False) -> Scenario:
    """List a scenario."""
    title, note = say(f"idg.scenario.{name}"), say(f"idg.note.{name}")
    return Scenario(name, title, SEATS, note, for_cases=for_cases, rosters=rosters)


IDG = IdgGame()
