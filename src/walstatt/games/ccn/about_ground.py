"""What can be told about a hex: its ground, its section, what it is worth. CCN-1.2, CCN-16."""

from __future__ import annotations

from collections.abc import Iterator

from walstatt.games.ccn.content import Arm, Cost, TerrainType
from walstatt.games.ccn.dice import WORKS_INTO
from walstatt.games.ccn.facts import fact
from walstatt.games.ccn.report import listed
from walstatt.games.ccn.scene_notes import exit_text, goal_text, held_text
from walstatt.games.ccn.terrain_words import costs_told, terrain_told
from walstatt.games.ccn.world import (
    CcnCtx,
    ground_now,
    label,
    piece_name,
    section_of,
    told_place,
)
from walstatt.i18n.catalogue import say
from walstatt.kernel.ids import CellId, Seat
from walstatt.scene.about import About, Fact


def about_hex(ctx: CcnCtx, seat: Seat | None, cell: CellId) -> About:
    """Tell who stands in a hex, what its ground does, where it lies and what it is worth."""
    ground = ground_now(ctx)
    place = told_place(ctx, cell)
    title = say("ccn.about.hex", place=place, terrain=terrain_told(ground.at[cell]))
    facts = (
        *_standing(ctx, cell),
        *ground_told(ground.at[cell].type),
        *(works_told() if cell in ground.works else ()),
        *_sections(ctx, seat, cell),
        *_worth(ctx, cell),
    )
    return About(title, facts)


def _standing(ctx: CcnCtx, cell: CellId) -> Iterator[Fact]:
    for where in (ctx.world.unit_at, ctx.world.leader_at):
        piece = where.get(cell)
        if piece is not None:
            yield fact("here", piece=piece_name(ctx, piece))


# -- the ground -----------------------------------------------------------------------------------


def ground_told(kind: TerrainType) -> Iterator[Fact]:
    """Tell what a kind of terrain does to movement, to sight and to dice."""
    found = [*_entering(kind), *_seeing(kind), *_fighting(kind)]
    yield from found or [fact("clear")]


def _entering(kind: TerrainType) -> Iterator[Fact]:
    if kind.closed:
        who = listed([say(f"ccn.about.closed_to.{one}") for one in kind.closed])
        yield fact("closed", kind.closed_rule, who=who)
    if kind.stops:
        yield fact("stops", kind.stop_rule)
    elif kind.open_rule:
        yield fact("open", kind.open_rule)
    if kind.fight_on_entry != "all":
        yield fact(f"entry.{kind.fight_on_entry}", kind.entry_rule)
    if not kind.square and "infantry" not in kind.closed:
        yield fact("no_square", "CCN-14.1.4")


def _seeing(kind: TerrainType) -> Iterator[Fact]:
    if kind.hill:
        yield fact("hill_sight", "CCN-16.3.13")
    elif kind.sight_rule:
        yield fact("blocks" if kind.blocks_sight else "see_through", kind.sight_rule)


def _fighting(kind: TerrainType) -> Iterator[Fact]:
    into, out = costs_told(kind.into), costs_told(kind.out)
    if into is not None:
        yield fact("into", kind.into_rule, costs=into)
    if out is not None:
        yield fact("out", kind.out_rule, costs=out)
    if kind.hill:
        yield fact("hill_to_hill", "CCN-16.3.4")
    if kind.no_charge:
        yield fact("no_charge", "CCN-16.5.6")


def works_told() -> Iterator[Fact]:
    """Tell what field works do."""
    yield fact("works_front", "CCN-16.6.1")
    yield fact("works_stop", "CCN-16.6.2")
    costs = costs_told({arm: Cost(n, n) for arm, n in WORKS_INTO.items() if n})
    if costs is not None:
        yield fact("works_dice", "CCN-16.6.5", costs=costs)
    yield fact("works_flag", "CCN-16.6.7")
    yield fact("no_square", "CCN-16.6.4")


def shelter_facts(ctx: CcnCtx, cell: CellId, arm: Arm) -> Iterator[Fact]:
    """Tell how the ground shelters a unit of this arm, and how it hinders its own attacks."""
    ground = ground_now(ctx)
    terrain = ground.at[cell]
    name, kind = terrain_told(terrain), terrain.type
    into = costs_told(kind.into)
    if into is not None:
        yield fact("shelter", kind.into_rule, terrain=name, costs=into)
    own = costs_told({arm: kind.out[arm]}) if arm in kind.out else None
    if own is not None:
        yield fact("hinders", kind.out_rule, terrain=name, costs=own)
    if cell in ground.works:
        yield fact("works_front", "CCN-16.6.1")


# -- place and worth ------------------------------------------------------------------------------


def _sections(ctx: CcnCtx, seat: Seat | None, cell: CellId) -> Iterator[Fact]:
    """Name the section as the seat sees it, or as both sides do for a spectator."""
    seats = ctx.content.seats if seat is None else (seat,)
    for one in seats:
        names = [say(f"ccn.section.{name}") for name in section_of(ctx, one, cell)]
        rule = "CCN-1.2.2" if len(names) > 1 else "CCN-1.2.1"
        yield fact("section", rule, seat=say(f"ccn.seat.{one}"), sections=listed(names))


def _worth(ctx: CcnCtx, cell: CellId) -> Iterator[Fact]:
    """Tell which banners the hex gives, and who has them now."""
    held = {*ctx.world.claims, *ctx.world.claimed}
    owners = {ctx.content.goals[number].side for number in held if cell in _cells(ctx, number)}
    for one in ctx.content.file.objectives:
        if label(cell) in one.at:
            yield Fact(held_text(one) if one.side in owners else goal_text(one), "CCN-3.8")
    for (at, _), way in ctx.content.exits.items():
        if at == cell:
            yield Fact(exit_text(way), "CCN-20.3")


def _cells(ctx: CcnCtx, number: int) -> tuple[CellId, ...]:
    return ctx.content.goals[number].cells
