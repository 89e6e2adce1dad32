"""Units in melee: breaking off, evading, and sending up who fights nobody. IDG-11.2, IDG-11.3."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TypeAlias

from walstatt.games.idg.across import foes_met_by
from walstatt.games.idg.contacting import MOST_DISORDER, engaged_elsewhere, is_eager
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.pairing import is_involved
from walstatt.games.idg.world import (
    ElementId,
    IdgCtx,
    is_baggage,
    pair_key,
    shown,
    troop_of,
)
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule

Contacts: TypeAlias = Mapping[ElementId, list[UnitId]]
"""Which enemy units elements touch."""

# -- who may --------------------------------------------------------------------------------------


@rule("IDG-11.3.4", "IDG-11.3.5", "IDG-A11")
def break_off_flaws(ctx: IdgCtx, unit: UnitId) -> Iterator[Violation]:
    """Say why a unit may not leave its melee: its foes must be able to follow it this turn."""
    foes = engaged_elsewhere(ctx, unit)
    if not foes:
        yield refuse("IDG-11.3.4", "idg.no.march.no_melee")
    for foe in foes:
        name = unit_name(ctx, foe)
        if _is_fresh(ctx, unit, foe):
            yield refuse("IDG-11.3.4", "idg.no.march.fresh_melee", unit=name)
        if ctx.world.units[foe].activated:
            yield refuse("IDG-11.3.4", "idg.no.march.foe_first", unit=name)


@rule("IDG-11.2.7", "IDG-11.2.12")
def join_flaws(ctx: IdgCtx, unit: UnitId) -> Iterator[Violation]:
    """Say why a unit may not send further elements into its melee."""
    one, foes = ctx.world.units[unit], engaged_elsewhere(ctx, unit)
    if not foes:
        yield refuse("IDG-11.2.7", "idg.no.march.no_melee")
    elif not long_fought(ctx, unit):
        yield refuse("IDG-11.2.7", "idg.no.march.fresh_join")
    if all(is_involved(ctx, element) for element in shown(ctx, unit)):
        yield refuse("IDG-11.2.7", "idg.no.march.all_fight")
    if one.disorder > MOST_DISORDER:
        yield refuse("IDG-11.2.12", "idg.no.too_disordered", n=one.disorder)
    if not is_eager(ctx, unit):
        yield refuse("IDG-11.2.12", "idg.no.not_eager", unit=unit_name(ctx, unit))


@rule("IDG-11.2.7")
def long_fought(ctx: IdgCtx, unit: UnitId) -> set[UnitId]:
    """Name the enemy units that a unit fights since an earlier turn."""
    return {foe for foe in engaged_elsewhere(ctx, unit) if not _is_fresh(ctx, unit, foe)}


def _is_fresh(ctx: IdgCtx, unit: UnitId, foe: UnitId) -> bool:
    """Did a melee begin this turn?"""
    return ctx.world.melees[pair_key(unit, foe)].since >= ctx.world.turn


@rule("IDG-11.1.6")
def plunder_flaws(ctx: IdgCtx, unit: UnitId) -> Iterator[Violation]:
    """Say why a unit may not move into enemy baggage: guns and baggage contact nobody."""
    if is_baggage(ctx, unit) or troop_of(ctx, unit) == "artillery":
        yield refuse("IDG-11.1.6", "idg.no.march.baggage")


# -- where such moves may end ---------------------------------------------------------------------


def purpose_flaws(
    ctx: IdgCtx, purpose: str, unit: UnitId, contacts: Contacts, moving: Collection[ElementId]
) -> Iterator[Violation]:
    """Say why a move may not end in these contacts, given what it is made for."""
    if not contacts and purpose != "join":
        return
    old = set(engaged_elsewhere(ctx, unit))
    new = [foe for foes in contacts.values() for foe in foes if foe not in old]
    if purpose == "break_off":
        yield from _broken_off(ctx, old, new, contacts)
    elif purpose == "evade":
        yield from _evaded(ctx, new, contacts)
    elif purpose == "join":
        joining = {one: contacts.get(one, []) for one in moving}
        yield from _joined(ctx, long_fought(ctx, unit), new, joining)
    elif purpose == "face":
        yield from _faced({one: contacts.get(one, []) for one in moving})
    elif any(is_baggage(ctx, foe) for foe in new):
        yield from plunder_flaws(ctx, unit)


@rule("IDG-11.3.7", "IDG-11.3.9")
def _broken_off(
    ctx: IdgCtx, old: set[UnitId], new: list[UnitId], contacts: Contacts
) -> Iterator[Violation]:
    for element, foes in contacts.items():
        for foe in foes:
            if foe in old:
                yield refuse(
                    "IDG-11.3.9", "idg.no.march.still_there", element, unit=unit_name(ctx, foe)
                )
    for foe in new:
        yield refuse("IDG-11.3.7", "idg.no.march.new_foe", unit=unit_name(ctx, foe))


@rule("IDG-11.4.6")
def _evaded(ctx: IdgCtx, new: list[UnitId], contacts: Contacts) -> Iterator[Violation]:
    for foe in new:
        yield refuse("IDG-11.4.6", "idg.no.march.new_foe", unit=unit_name(ctx, foe))
    for element, foes in contacts.items():
        if foes and not foes_met_by(ctx, element):
            yield refuse("IDG-11.4.6", "idg.no.march.more_contact", element)


@rule("IDG-11.2.7", "IDG-11.2.8", "IDG-11.2.9")
def _joined(
    ctx: IdgCtx, fought: set[UnitId], new: list[UnitId], contacts: Contacts
) -> Iterator[Violation]:
    for foe in new:
        yield refuse("IDG-11.2.8", "idg.no.march.new_foe", unit=unit_name(ctx, foe))
    for element, foes in contacts.items():
        if not fought & set(foes):
            yield refuse("IDG-11.2.7", "idg.no.march.no_contact", element)


@rule("IDG-8.2.8", "IDG-11.2.6")
def _faced(contacts: Contacts) -> Iterator[Violation]:
    for element, foes in contacts.items():
        if foes:
            yield refuse("IDG-8.2.8", "idg.no.march.turn_contact", element)
