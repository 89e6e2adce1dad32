"""What lies beside the table: both armies, who is still to come, who is lost, and the battle."""

from __future__ import annotations

from collections.abc import Iterator

from walstatt.boards.table import is_on_table
from walstatt.games.idg.army import FREE, Name
from walstatt.games.idg.content import SEATS
from walstatt.games.idg.fitness import fighting_units, fit_units
from walstatt.games.idg.naming import either, unit_name
from walstatt.games.idg.scene_pieces import (
    WAITING,
    engines_waiting,
    general_words,
    in_order,
    sprite_of,
    unit_badges,
)
from walstatt.games.idg.troops import in_words
from walstatt.games.idg.world import (
    IN_PLAY,
    IdgCtx,
    Status,
    Unit,
    fielded,
    lead_profile,
    rect_of,
)
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.ids import Seat, UnitId
from walstatt.scene.model import AnyTray, Counter, Counters, Roster, Row

GONE: tuple[Status, ...] = ("exited", "driven_off", "destroyed", "absent")


def trays_of(ctx: IdgCtx, seat: Seat | None) -> Iterator[AnyTray]:
    """Show everything beside the table, the seat's own first."""
    order = SEATS if seat is None else (seat, *(side for side in SEATS if side != seat))
    yield score(ctx)
    for side in order:
        yield from listed(ctx, side, seat)
    yield about_battle(ctx)


def score(ctx: IdgCtx) -> AnyTray:
    """Show how many units of each side are fit to fight, of those that are known. IDG-19.1.3."""
    counters = tuple(
        Counter(side, side_name(ctx, side), *fit(ctx, side), owner=side, sprite="idg.fit")
        for side in SEATS
    )
    return Counters("fit", say("idg.scene.fit"), counters=counters)


def fit(ctx: IdgCtx, side: Seat) -> tuple[int, int]:
    """Count the units of a side that can fight, and all that are known to have come."""
    return len(fit_units(ctx, side)), len(fighting_units(ctx, side))


def side_name(ctx: IdgCtx, side: Seat) -> Message:
    """Name a side and its army's list, if it follows one."""
    name, book = say(f"idg.seat.{side}"), fielded(ctx, side).list
    if book == FREE:
        return name
    return say("idg.scene.side", seat=name, army=say(f"idg.list.{book}"))


# -- units ----------------------------------------------------------------------------------------


def listed(ctx: IdgCtx, side: Seat, seat: Seat | None) -> Iterator[AnyTray]:
    """List the units of a side by where they are."""
    units = {unit: one for unit, one in ctx.world.units.items() if one.side == side}
    name = say(f"idg.seat.{side}")
    there = [unit for unit, one in units.items() if one.status in IN_PLAY]
    waiting = [unit for unit in there if _waits(ctx, unit)]
    groups: dict[str, list[UnitId]] = {
        "army": [unit for unit in there if unit not in waiting],
        WAITING: waiting,
        "reserve": _in_column(ctx, [u for u, one in units.items() if one.status == "reserve"]),
        "late": [unit for unit, one in units.items() if one.status == "late"],
        "lost": [unit for unit, one in units.items() if one.status in GONE],
    }
    for key, group in groups.items():
        rows = [row_of(ctx, unit, units[unit], own=side == seat) for unit in group]
        if key == "reserve" and side == seat:
            rows += engine_rows(ctx, side)
        if rows:
            title = say(f"idg.scene.tray.{_title(ctx, key, group)}", seat=name)
            yield Roster(f"{key}-{side}", title, side, rows=tuple(rows), folded=key == "lost")


def engine_rows(ctx: IdgCtx, side: Seat) -> Iterator[Row]:
    """List the engines that are still to be placed."""
    for name, kind in engines_waiting(ctx, side).items():
        words = say(f"idg.scene.engine.{kind}")
        yield Row(name, words, side, piece=name, sprite=f"idg.{kind}")


def _waits(ctx: IdgCtx, unit: UnitId) -> bool:
    """Does a unit still wait outside the edge?"""
    table = ctx.content.table
    elements = ctx.world.units[unit].elements
    return not any(is_on_table(rect_of(ctx, one), table) for one in elements)


def _in_column(ctx: IdgCtx, units: list[UnitId]) -> list[UnitId]:
    """Bring units into the order of march. IDG-5.3.2."""
    place = {unit: number for number, unit in enumerate(ctx.world.column)}
    return sorted(units, key=lambda unit: place.get(unit, len(place)))


def _title(ctx: IdgCtx, key: str, group: list[UnitId]) -> str:
    marching = key == "reserve" and any(unit in ctx.world.column for unit in group)
    return "column" if marching else key


def row_of(ctx: IdgCtx, unit: UnitId, one: Unit, *, own: bool) -> Row:
    """Show a unit in a list; who is gone has only a name and what became of it."""
    if one.status in GONE or not one.elements:
        return Row(unit, unit_name(ctx, unit), one.side, say(f"idg.scene.gone.{_fate(one)}"))
    profile = lead_profile(ctx, unit)
    return Row(
        unit,
        unit_name(ctx, unit),
        one.side,
        in_words(profile),
        in_order(ctx, unit)[0],
        sprite_of(profile, riding=one.form == "riding"),
        len(one.elements) if one.size else None,
        one.size or None,
        tuple(unit_badges(ctx, unit, one, own=own)),
    )


def _fate(one: Unit) -> str:
    return "dummy" if one.dummy and one.status == "absent" else one.status


# -- the battle -----------------------------------------------------------------------------------


def about_battle(ctx: IdgCtx) -> AnyTray:
    """Tell what a player reads once: scenario, armies, and how the battle is won."""
    return Roster("battle", say("idg.scene.battle"), rows=tuple(_notes(ctx)), folded=True)


def _notes(ctx: IdgCtx) -> Iterator[Row]:
    name = ctx.rules.scenario
    yield Row("title", say(f"idg.scenario.{name}"), note=say(f"idg.note.{name}"))
    kind = say(f"idg.battle.{ctx.world.scenario}")
    yield Row("scenario", say("idg.scene.kind"), note=kind)
    for side in SEATS:
        yield Row(f"side-{side}", say(f"idg.seat.{side}"), side, army_note(ctx, side))
    yield Row("goal", say("idg.scene.goal"), note=say(f"idg.scene.wins.{ctx.world.scenario}"))


def army_note(ctx: IdgCtx, side: Seat) -> Message:
    """Tell an army: whose, which list, how led, how many points."""
    army = fielded(ctx, side)
    return say(
        "idg.scene.army",
        army=army_name(army.name, army.list),
        general=general_words(ctx, side),
        command=say(f"idg.command.{army.command}"),
        n=army.points,
    )


def army_name(name: Name, book: str) -> Message:
    """Name an army, or at least its list."""
    return either(name) if name else say(f"idg.list.{book}")
