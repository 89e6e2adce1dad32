"""What can be told about a unit: what it is, how it moves, shoots, fights and holds its ground."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from walstatt.boards.contact import distance, is_within
from walstatt.boards.formation import majority_facing
from walstatt.boards.pose import Spot, between
from walstatt.games.idg.about_words import fact
from walstatt.games.idg.allowance import COLUMNS, Dice, measure, turns_freely, unit_dice
from walstatt.games.idg.commanding import general_of, lets_skip, rally_dice, ranges, rerolls
from walstatt.games.idg.ground import cover, mover, why_difficult
from walstatt.games.idg.morale import needed_to_hold
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.outlines import arc_ahead, around, together
from walstatt.games.idg.overhead import is_all_round
from walstatt.games.idg.rally import rally_ledger
from walstatt.games.idg.scene_ground import BOARD
from walstatt.games.idg.scene_pieces import general_words
from walstatt.games.idg.standing import elements_on_table
from walstatt.games.idg.targets import ARC, marks, reach_with, shooter_flaws
from walstatt.games.idg.troops import class_info, in_words, troop_file
from walstatt.games.idg.world import (
    IN_PLAY,
    ElementId,
    IdgCtx,
    Unit,
    enemy_of,
    fielded,
    foes_in_melee,
    is_baggage,
    is_wild,
    lead_profile,
    on_table,
    profile_of,
    rect_of,
    rects_of,
    shown,
)
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.ids import RuleId, Seat, UnitId
from walstatt.kernel.prompts import Target
from walstatt.kernel.trace import rule
from walstatt.scene.about import About, Fact
from walstatt.scene.model import AnyOverlay, Shape

MARKED: Final[tuple[tuple[int, str, RuleId], ...]] = (
    (1, "shoots_worse", "IDG-13.1.3"),
    (3, "no_charge", "IDG-11.1.2"),
    (3, "keeps_away", "IDG-13.2.1"),
    (4, "retreats", "IDG-13.2.5"),
    (5, "flees", "IDG-13.2.8"),
    (5, "not_nearer", "IDG-13.2.9"),
    (5, "unfit", "IDG-19.1.3"),
)
"""From how many markers on what holds, and the rule that says so."""
BRAVE: Final = 2
"""Up to how many markers a unit may move into melee. IDG-11.1.3."""
ALIKE: Final = 500
"""How far facings may differ for an arc to be drawn as one: five degrees."""


def about_unit(ctx: IdgCtx, unit: UnitId, seat: Seat | None) -> About:
    """Tell what a unit is, can do and has done, and draw how far it reaches."""
    one = ctx.world.units[unit]
    there = one.status in IN_PLAY
    facts = (
        *_kind(ctx, unit, one),
        *_movement(ctx, unit, one),
        *_fighting(ctx, unit, one),
        *(_shooting(ctx, unit) if there else ()),
        *_nerve(ctx, unit, one),
        *_command(ctx, unit, one),
        *(_ground(ctx, unit) if there else ()),
        *(_nearest(ctx, unit) if there else ()),
        *_state(ctx, unit, one),
    )
    targets = tuple(Target("piece", name) for name in _in_range(ctx, unit)) if there else ()
    drawn = tuple(_drawn(ctx, unit, one, seat)) if there else ()
    reach = tuple(Target("piece", name) for name in _in_reach(ctx, unit, one)) if there else ()
    return About(unit_name(ctx, unit), facts, reach, targets, overlays=drawn)


# -- what it is -----------------------------------------------------------------------------------


def _kind(ctx: IdgCtx, unit: UnitId, one: Unit) -> Iterator[Fact]:
    """Tell troops, strength, and what is special about them."""
    kinds = Counter(profile_of(ctx, name) for name in one.elements)
    if one.size == 1:
        yield fact("single", "IDG-1.4.2")
    elif one.size:
        yield fact("strength", "IDG-1.4.1", n=len(one.elements), most=one.size)
    elif one.folded:
        yield fact("strength_hidden", "IDG-5.7.14")
    if len(kinds) == 1:
        yield fact("troops", "IDG-1.6.1", troops=in_words(next(iter(kinds))))
    else:
        for profile, count in kinds.items():
            yield fact("some_troops", "IDG-1.4.4", n=count, troops=in_words(profile))
    if is_wild(ctx, one.elements[0]) and not lead_profile(ctx, unit).wild:
        yield fact("enraged", "IDG-5.7.7")
    special = dict.fromkeys(what for profile in kinds for what in profile.special)
    for what in special:
        yield Fact(say(f"idg.special_text.{what}"), troop_file().special[what].rule)


# -- how it moves and fights ----------------------------------------------------------------------


def _movement(ctx: IdgCtx, unit: UnitId, one: Unit) -> Iterator[Fact]:
    good, hard = (dice_words(unit_dice(ctx, unit, column)) for column in COLUMNS)
    yield fact("moves", "IDG-8.1.1", good=good, hard=hard)
    if one.status not in IN_PLAY:
        return
    if turns_freely(ctx, unit):
        yield fact("turns_freely", "IDG-8.2.3")
    else:
        yield fact("turns_dearly", "IDG-8.2.1")
    if one.allowance >= 0:
        yield fact("rolled", "IDG-8.1.1", n=one.allowance)


def dice_words(dice: Dice) -> Message:
    """Write the dice of a move."""
    key = "dice_plus" if dice.add > 0 else "dice_minus" if dice.add < 0 else "dice"
    return say(f"idg.about.{key}", n=dice.dice, add=abs(dice.add))


def _fighting(ctx: IdgCtx, unit: UnitId, one: Unit) -> Iterator[Fact]:
    if is_baggage(ctx, unit):
        yield fact("baggage", "IDG-5.10.2")
        return
    if not _likes_melee(ctx, unit):
        yield fact("never_charges", "IDG-11.1.4")
    elif one.disorder <= BRAVE:
        yield fact("charges", "IDG-11.1.3")
    for foe in foes_in_melee(ctx, unit):
        yield fact("fights", "IDG-11.1.1", unit=unit_name(ctx, foe))


def _likes_melee(ctx: IdgCtx, unit: UnitId) -> bool:
    profile = lead_profile(ctx, unit)
    return class_info(profile).charges or profile.quality == "elite"


@rule("IDG-1.1.4")
def _nearest(ctx: IdgCtx, unit: UnitId) -> Iterator[Fact]:
    """Tell how far away the nearest enemy is; everybody may measure."""
    foes = {foe: rects_of(ctx, foe) for foe in on_table(ctx, enemy_of(ctx.world.units[unit].side))}
    own = rects_of(ctx, unit)
    away = {foe: min(distance(a, b) for a in own for b in rects) for foe, rects in foes.items()}
    if away:
        foe = min(away, key=lambda one: away[one])
        far = measure(ctx, away[foe])
        yield fact("nearest", "IDG-1.1.4", unit=unit_name(ctx, foe), far=far)


def _in_reach(ctx: IdgCtx, unit: UnitId, one: Unit) -> list[ElementId]:
    """List the enemies near enough for a unit that may attack: as it rolled, or on average."""
    free = not one.activated and one.disorder <= BRAVE and not foes_in_melee(ctx, unit)
    if not free or not _likes_melee(ctx, unit) or is_baggage(ctx, unit):
        return []
    far, own = far_of(ctx, unit, one) * ctx.content.mu, rects_of(ctx, unit)
    foes = elements_on_table(ctx, enemy_of(one.side))
    return [foe for foe in foes if any(is_within(a, rect_of(ctx, foe), far) for a in own)]


def far_of(ctx: IdgCtx, unit: UnitId, one: Unit) -> float:
    """Give how many inches a unit moves: what it rolled, or what it rolls on average."""
    average = unit_dice(ctx, unit, "good").average
    return float(average) if one.allowance < 0 else float(one.allowance)


# -- shooting -------------------------------------------------------------------------------------


def _armed(ctx: IdgCtx, unit: UnitId) -> list[ElementId]:
    return [name for name in shown(ctx, unit) if profile_of(ctx, name).missile]


def _shooting(ctx: IdgCtx, unit: UnitId) -> Iterator[Fact]:
    """Tell with what it shoots, how far, and why not now."""
    armed = _armed(ctx, unit)
    kinds = [(profile_of(ctx, name).missile, reach_with(ctx, name)) for name in armed]
    for weapon, reach in dict.fromkeys(kinds):
        yield fact("shoots", "IDG-9.2.1", weapon=say(f"idg.weapon.{weapon}"), n=reach)
    if any(is_all_round(ctx, name) for name in armed):
        yield fact("all_round", "IDG-9.3.1")
    flaws = [shooter_flaws(ctx, name) for name in armed]
    if all(flaws):
        reasons = {str(one.message): one for found in flaws for one in found}
        yield from (Fact(one.message, one.rule) for one in reasons.values())


def _in_range(ctx: IdgCtx, unit: UnitId) -> list[ElementId]:
    """List the enemies whom some element could shoot at as they stand now."""
    able = [name for name in _armed(ctx, unit) if not shooter_flaws(ctx, name)]
    return list(dict.fromkeys(mark.target for name in able for mark in marks(ctx, name)))


# -- holding and leading --------------------------------------------------------------------------


def _nerve(ctx: IdgCtx, unit: UnitId, one: Unit) -> Iterator[Fact]:
    """Tell what it needs in a test, its markers and what they forbid, and how it rallies."""
    if is_baggage(ctx, unit):
        return
    yield fact("morale", "IDG-12.4.1", n=needed_to_hold(ctx, unit).total)
    if one.disorder:
        yield fact("markers", "IDG-13.1.1", n=one.disorder)
        yield from (
            fact(f"marked.{what}", cited, n=one.disorder)
            for least, what, cited in MARKED
            if one.disorder >= least
        )
        yield fact("rallies", "IDG-13.4.1", n=rally_ledger(ctx, unit).total)
    if one.fresh:
        yield fact("fresh", "IDG-13.1.2", n=one.fresh)


def _command(ctx: IdgCtx, unit: UnitId, one: Unit) -> Iterator[Fact]:
    """Tell what the general gives, if he is here."""
    general = general_of(ctx, one.side)
    if general is None or ctx.world.elements[general.element].unit != unit:
        return
    reach, army = ranges(ctx), fielded(ctx, one.side)
    kind = say(f"idg.command.{army.command}")
    key = "exceptional_general" if general.exceptional else "general"
    yield fact(key, "IDG-2.1.1", name=general_words(ctx, one.side), command=kind)
    yield fact("general_rallies", "IDG-13.4.6", n=rally_dice(ctx, one.side), far=reach.rally)
    if rerolls(ctx, one.side):
        yield fact("general_hurries", "IDG-8.3.1", n=rerolls(ctx, one.side), far=reach.reroll)
    if lets_skip(ctx, one.side):
        yield fact("general_steadies", "IDG-12.3.1", far=reach.morale)
    yield fact("general_inspires", "IDG-11.8.9", far=reach.inspire)


# -- where it stands and what it did --------------------------------------------------------------


def _ground(ctx: IdgCtx, unit: UnitId) -> Iterator[Fact]:
    """Tell which ground slows it, and what covers it."""
    riding = ctx.world.units[unit].form == "riding"
    seen: dict[str, None] = {}
    for name in shown(ctx, unit):
        cause = why_difficult(ctx, mover(profile_of(ctx, name), riding=riding), rect_of(ctx, name))
        if cause is not None and cause.kind not in seen:
            seen[cause.kind] = None
            yield fact("in_difficult", cause.rule, ground=say(f"idg.ground.{cause.kind}"))
    covers = (cover(ctx, name, 4 * ctx.content.mu) for name in shown(ctx, unit))
    for kind, cited in dict.fromkeys((one.kind, one.rule) for one in covers if one is not None):
        yield fact("in_cover", cited, ground=say(f"idg.ground.{kind}"))


def _state(ctx: IdgCtx, unit: UnitId, one: Unit) -> Iterator[Fact]:
    """Tell what it has done this turn, and what only some know."""
    if one.deed:
        yield fact(f"deed.{one.deed}", "IDG-7.2.2")
    if one.arrived and one.arrived == ctx.world.turn:
        yield fact("arrived", "IDG-5.9.6")
    signs: tuple[tuple[bool, str, RuleId], ...] = (
        (one.status == "concealed", "concealed", "IDG-5.8.6"),
        (one.status == "late", "late", "IDG-5.9.1"),
        (one.status == "reserve" and unit in ctx.world.column, "column", "IDG-5.3.5"),
        (one.dummy, "dummy", "IDG-5.7.12"),
        (one.form == "riding", "riding", "IDG-14.3.2"),
        (one.form == "dismounted", "dismounted", "IDG-14.1.4"),
        (one.form == "remounting", "remounting", "IDG-14.2.1"),
        (one.form == "afloat", "afloat", "IDG-17.2.4"),
        (one.unhitched, "unhitched", "IDG-17.1.9"),
        (bool(one.lit), "lit", "IDG-18.12.27"),
    )
    yield from (fact(key, cited) for holds, key, cited in signs if holds)
    if one.fuse:
        yield fact("fuse", "IDG-18.12.29", n=one.fuse)
    ladders = sum(ctx.world.elements[name].ladder for name in one.elements)
    if ladders:
        yield fact("ladders", "IDG-16.4.1", n=ladders)


# -- what is drawn --------------------------------------------------------------------------------


def _drawn(ctx: IdgCtx, unit: UnitId, one: Unit, seat: Seat | None) -> Iterator[AnyOverlay]:
    """Draw how far it could move and shoot; what an enemy can hit is a threat."""
    yield from _moves_drawn(ctx, unit, one)
    yield from _arcs_drawn(ctx, unit, threat=seat is not None and one.side != seat)


def _moves_drawn(ctx: IdgCtx, unit: UnitId, one: Unit) -> Iterator[AnyOverlay]:
    far = far_of(ctx, unit, one)
    rects = [] if one.activated else rects_of(ctx, unit)
    if rects and far > 0:
        outline = together(around(rect, far * ctx.content.mu) for rect in rects)
        key = "on_average" if one.allowance < 0 else "at_most"
        label = say(f"idg.about.{key}", n=round(far))
        yield Shape("reach", BOARD, weak=one.allowance < 0, label=label, outline=outline)


def _arcs_drawn(ctx: IdgCtx, unit: UnitId, *, threat: bool) -> Iterator[AnyOverlay]:
    """Draw the arcs of those who can shoot; of one front they are drawn as one."""
    by_reach: dict[int, list[ElementId]] = {}
    for name in _armed(ctx, unit):
        by_reach.setdefault(reach_with(ctx, name), []).append(name)
    for reach, names in by_reach.items():
        rects = [rect_of(ctx, name) for name in names]
        arcs = [_arc(ctx, name, reach * ctx.content.mu) for name in names]
        facing = majority_facing([rect.pose for rect in rects])
        alike = all(abs(between(rect.pose.facing, facing)) <= ALIKE for rect in rects)
        label = say("idg.about.arc", n=reach)
        for outline in [together(arcs)] if alike else arcs:
            yield Shape("threat" if threat else "range", BOARD, label=label, outline=outline)


def _arc(ctx: IdgCtx, name: ElementId, reach: int) -> tuple[Spot, ...]:
    rect = rect_of(ctx, name)
    return around(rect, reach) if is_all_round(ctx, name) else arc_ahead(rect, reach, ARC)
