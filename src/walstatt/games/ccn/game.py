"""Commands & Colors: Napoleonics as the platform knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from walstatt.games.ccn import content_check
from walstatt.games.ccn.about import about
from walstatt.games.ccn.casebook import CcnCasebook
from walstatt.games.ccn.census import blows, census
from walstatt.games.ccn.content import (
    FOLDER,
    CcnContent,
    ScenarioFile,
    ccn_content,
    scenario_files,
)
from walstatt.games.ccn.glossary import glossary
from walstatt.games.ccn.invariants import invariants
from walstatt.games.ccn.inventory import content_ids, content_seen
from walstatt.games.ccn.lessons import lessons
from walstatt.games.ccn.options import CcnOptions
from walstatt.games.ccn.report import told
from walstatt.games.ccn.scene import scene_of
from walstatt.games.ccn.setup import laid_out
from walstatt.games.ccn.turn import Battle
from walstatt.games.ccn.view import CcnView, observe, redeterminise
from walstatt.games.ccn.world import CcnCtx, CcnWorld
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.census import Blow, Body
from walstatt.kernel.chance import Outcomes, Request
from walstatt.kernel.content import ContentProblem
from walstatt.kernel.decisions import Rng
from walstatt.kernel.definition import Ruleset, Scenario, Setup
from walstatt.kernel.events import Event
from walstatt.kernel.ids import Seat
from walstatt.kernel.prompts import Target
from walstatt.scene.about import About, Lesson, Term
from walstatt.scene.model import Scene
from walstatt.scene.playable import Playable

SETS = ("booklet", "extra", "own")


class CcnGame(Playable[CcnWorld, CcnContent, CcnOptions, CcnView]):
    """Napoleonic battles with command cards, blocks and battle dice."""

    id = "ccn"
    world_type = CcnWorld
    options_type = CcnOptions
    view_type = CcnView
    words = ("messages", "scenarios", "about", "glossary", "lessons", "ai", "odds")

    def scenarios(self) -> Mapping[str, Scenario]:
        """List the scenarios by date; Rolica is the one for newcomers."""
        return self._listed

    @cached_property
    def _listed(self) -> Mapping[str, Scenario]:
        files = scenario_files()
        order = sorted(files, key=lambda name: _order(files[name], name))
        return {name: listed(name, files[name]) for name in order}

    def setup(
        self, scenario: str, options: CcnOptions, rosters: Mapping[Seat, Any]
    ) -> Setup[CcnWorld, CcnContent]:
        """Place the pieces; dealing is the first thing that happens."""
        content = ccn_content(scenario)
        return Setup(laid_out(content), content, Battle(content.file.first), content.seats)

    def observe(self, ctx: CcnCtx, seat: Seat | None) -> CcnView:
        """Show everything but the enemy's cards."""
        return observe(ctx, seat)

    def redeterminise(
        self, rules: Ruleset[CcnContent, CcnOptions], view: CcnView, rng: Rng
    ) -> CcnWorld:
        """Deal the unseen cards anew."""
        return redeterminise(rules, view, rng)

    def tell(self, event: Event) -> Message:
        """Tell an event with seats, dice and cards by their names."""
        return self.named(told(event))

    def invariants(self, ctx: CcnCtx) -> Iterable[str]:
        """Check what must always hold."""
        return invariants(ctx)

    def turn(self, ctx: CcnCtx) -> int:
        """Give the number of the turn."""
        return ctx.world.turn

    def census(self, ctx: CcnCtx) -> Mapping[str, Body]:
        """Weigh every unit."""
        return census(ctx)

    def blows(self, ctx: CcnCtx, key: str, request: Request, outcome: Outcomes) -> Iterable[Blow]:
        """Say who struck whom."""
        return blows(ctx, request, outcome)

    def scene(
        self, rules: Ruleset[CcnContent, CcnOptions], view: CcnView, seat: Seat | None
    ) -> Scene:
        """Draw the battlefield."""
        return scene_of(rules, view)

    def about(
        self, rules: Ruleset[CcnContent, CcnOptions], view: CcnView, target: Target
    ) -> About | None:
        """Tell about a unit, a leader, a hex or a card."""
        return about(rules, view, target)

    def glossary(self) -> tuple[Term, ...]:
        """Explain the words of the rulebook."""
        return glossary()

    def lessons(self) -> tuple[Lesson, ...]:
        """List what a newcomer is told in the battle of Rolica."""
        return lessons()

    def content_paths(self) -> Iterable[Path]:
        """List troops, terrain, cards and scenarios."""
        return sorted(FOLDER.rglob("*.yaml"))

    def content_ids(self) -> frozenset[str]:
        """Name everything that play should show."""
        return content_ids()

    def content_seen(self, ctx: CcnCtx) -> Iterable[str]:
        """Name what can be seen here."""
        return content_seen(ctx)

    def check_content(self) -> list[ContentProblem]:
        """Look for what no type can tell."""
        return content_check.problems(FOLDER)

    @cached_property
    def casebook(self) -> CcnCasebook:
        """Give the vocabulary of cases."""
        return CcnCasebook()


def _order(file: ScenarioFile, name: str) -> tuple[int, str, int, str]:
    """Sort by set, then by date and number."""
    number = int(file.number) if file.number.isdigit() else 0
    return SETS.index(file.set) + 10 * (not file.units), file.date, number, name


def listed(name: str, file: ScenarioFile) -> Scenario:
    """List a scenario."""
    seats = (file.top.army, file.bottom.army)
    title, note = say(f"ccn.scenario.{name}"), say(f"ccn.note.{name}")
    return Scenario(name, title, seats, note, for_cases=not file.units)


CCN = CcnGame()
