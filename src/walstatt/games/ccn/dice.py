"""How many dice an attack rolls: one formula for fire and melee. CCN-7.10, CCN-8.4, CCN-9.2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.cards import card_dice, in_force
from walstatt.games.ccn.content import Arm, Terrain, Troop, terrains, troop_file
from walstatt.games.ccn.options import CcnOptions
from walstatt.games.ccn.terrain import crosses_works
from walstatt.games.ccn.world import CcnCtx, ground_now
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.ids import RuleId, UnitId
from walstatt.kernel.ledger import Cancel, Line, Quantity, Stage, contributes
from walstatt.kernel.trace import cite, rule

Target = Literal["infantry", "cavalry", "artillery", "leader"]


class AttackDice(Struct, frozen=True):
    """Everything the number of dice depends on."""

    troop: Troop
    blocks: int
    moved: int
    """The hexes it moved this turn; 0 for whoever strikes in the enemy's turn. CCN-7.13."""
    distance: int
    in_square: bool
    target: Target
    target_square: bool
    card: int
    card_rule: RuleId
    ground: Terrain
    target_ground: Terrain
    works_into: bool
    """Whether it attacks across a protected side of the target's field works."""
    works_out: bool
    """Whether it attacks across a protected side of its own field works."""
    round_up: bool
    sand_hinders: bool = True
    """Whether a sand pit takes a die of guns in melee, as the rule is read. CCN-A31."""


FIRE: Quantity[AttackDice] = Quantity(
    "ccn.fire_dice",
    "CCN-7.10",
    (
        Stage("base"),
        Stage("type"),
        Stage("card"),
        Stage("square", "cap"),
        Stage("terrain"),
        Stage("least", "floor"),
    ),
)
MELEE: Quantity[AttackDice] = Quantity(
    "ccn.melee_dice",
    "CCN-7.10",
    (*FIRE.stages, Stage("combined")),
)


# -- base -----------------------------------------------------------------------------------------


@rule("CCN-7.8")
def _blocks(query: AttackDice) -> int:
    """Most units roll a die for each block."""
    return query.blocks


@contributes(FIRE, "CCN-8.4.1", "base")
def standing_infantry(query: AttackDice) -> int | None:
    """Infantry that did not move fires with all its blocks."""
    return _blocks(query) if query.troop.arm == "infantry" and not query.moved else None


@contributes(FIRE, "CCN-8.4.2", "base")
def moved_infantry(query: AttackDice) -> int | None:
    """Infantry that moved fires with half its blocks, rounded as its nation rounds."""
    if query.troop.arm != "infantry" or not query.moved:
        return None
    cite("CCN-19.2")
    return (query.blocks + query.round_up) // 2


@contributes(FIRE, "CCN-8.4.7", "base", when=lambda options: options.artillery_table == "default")
def battery_fires(query: AttackDice) -> int | None:
    """Batteries fire with the dice of their table."""
    return _gun_dice(query, "default")


@contributes(FIRE, "CCN-21.4", "base", when=lambda options: options.artillery_table == "variant_b")
def battery_fires_by_other_table(query: AttackDice) -> int | None:
    """Batteries fire with the dice of the other table."""
    return _gun_dice(query, "variant_b")


def _gun_dice(query: AttackDice, table: Literal["default", "variant_b"]) -> int | None:
    if query.troop.arm != "artillery":
        return None
    if query.moved and query.distance > 1:
        cite("CCN-8.4.8")
    cite("CCN-A2")
    guns = troop_file().guns[table][query.troop.type]
    by_range = guns.full if query.blocks > 1 else guns.last
    return by_range[query.distance - 1] if query.distance <= len(by_range) else 0


@contributes(MELEE, "CCN-9.2.1", "base")
def infantry_fights(query: AttackDice) -> int | None:
    """Infantry fights with all its blocks."""
    return _blocks(query) if query.troop.arm == "infantry" else None


@contributes(MELEE, "CCN-9.2.6", "base")
def cavalry_fights(query: AttackDice) -> int | None:
    """Cavalry fights with all its blocks."""
    return _blocks(query) if query.troop.arm == "cavalry" else None


@contributes(MELEE, "CCN-9.2.8", "base")
def foot_battery_fights(query: AttackDice) -> int | None:
    """A foot battery fights with four dice, its last block with three."""
    if query.troop.arm != "artillery" or query.troop.horse:
        return None
    dice = _gun_dice(query, "default")
    return None if dice is None else dice - query.troop.guard


@contributes(MELEE, "CCN-9.2.9", "type")
def guard_battery_fights(query: AttackDice) -> int | None:
    """A guard battery fights with one die more."""
    return 1 if query.troop.arm == "artillery" and query.troop.guard else None


@contributes(MELEE, "CCN-9.2.10", "base")
def horse_battery_fights(query: AttackDice) -> int | None:
    """A horse battery fights with three dice."""
    return _gun_dice(query, "default") if query.troop.horse and query.blocks > 1 else None


@contributes(MELEE, "CCN-9.2.12", "base")
def last_horse_gun_fights(query: AttackDice) -> int | None:
    """The last block of a horse battery fights with two dice."""
    return _gun_dice(query, "default") if query.troop.horse and query.blocks == 1 else None


# -- type and nation ------------------------------------------------------------------------------


def _fire_bonus(query: AttackDice) -> int:
    return query.troop.fire_moved if query.moved else query.troop.fire


@contributes(FIRE, "CCN-8.4.4", "type")
def picked_infantry_fires(query: AttackDice) -> int | None:
    """Light and guard infantry fires with one die more, moved or not."""
    if query.troop.arm != "infantry" or not (query.troop.light or query.troop.guard):
        return None
    if query.troop.light:
        cite("CCN-19.5")
    return _fire_bonus(query) or None


@contributes(FIRE, "CCN-8.4.4", "type")
def grenadiers_fire(query: AttackDice) -> int | None:
    """Grenadiers fire with one die more."""
    if not query.troop.grenadier or query.troop.nation == "french":
        return None
    return _fire_bonus(query) or None


@contributes(FIRE, "CCN-8.4.4", "type", when=lambda options: options.grenadier_fire_bonus)
def french_grenadiers_fire(query: AttackDice) -> int | None:
    """French grenadiers fire with one die more, unless the older card is followed."""
    if not query.troop.grenadier or query.troop.nation != "french":
        return None
    cite("CCN-A1", "CCN-21.2")
    return _fire_bonus(query) or None


@contributes(FIRE, "CCN-8.4.5", "type")
def steady_line_fires(query: AttackDice) -> int | None:
    """British line that did not move fires with one die more."""
    troop = query.troop
    if troop.arm != "infantry" or troop.light or troop.guard or troop.grenadier:
        return None
    if troop.fire:
        cite("CCN-19.4")
    return _fire_bonus(query) or None


@contributes(FIRE, "CCN-A32", "type", when=lambda options: options.guard_artillery_fire_bonus)
def guard_battery_fires(query: AttackDice) -> int | None:
    """A guard battery fires with one die more, if so read."""
    return 1 if query.troop.arm == "artillery" and query.troop.guard else None


@contributes(MELEE, "CCN-9.2.3", "type")
def old_guard_fights(query: AttackDice) -> int | None:
    """The Old Guard fights with two dice more."""
    return query.troop.melee if query.troop.type == "OG" else None


@contributes(MELEE, "CCN-9.2.4", "type")
def guards_and_grenadiers_fight(query: AttackDice) -> int | None:
    """Other guard infantry and grenadiers fight with one die more."""
    if query.troop.arm != "infantry" or query.troop.type == "OG":
        return None
    return query.troop.melee or None


@contributes(MELEE, "CCN-9.2.5", "type")
def french_line_fights(query: AttackDice) -> int | None:
    """French line fights infantry with one die more."""
    if query.target != "infantry" or not query.troop.melee_vs_infantry:
        return None
    cite("CCN-19.3")
    return query.troop.melee_vs_infantry


@contributes(MELEE, "CCN-9.2.7", "type")
def heavy_cavalry_fights(query: AttackDice) -> int | None:
    """Heavy cavalry fights with one die more."""
    if not query.troop.heavy:
        return None
    cite("CCN-19.10")
    return query.troop.melee


# -- card and square ------------------------------------------------------------------------------


def _card(query: AttackDice, because: RuleId) -> Line | None:
    if not query.card:
        return None
    cite(because)
    message = say("ccn.dice.card")
    return Line(query.card_rule, message, "card", query.card, tags=(query.card_rule,))


@contributes(FIRE, "CCN-8.4.11", "card")
def card_for_fire(query: AttackDice) -> Line | None:
    """The card adds dice."""
    return _card(query, "CCN-8.4.11")


@contributes(MELEE, "CCN-9.2.15", "card")
def card_for_melee(query: AttackDice) -> Line | None:
    """The card adds dice."""
    return _card(query, "CCN-9.2.15")


@contributes(MELEE, "CCN-16.5.6", "card")
def no_charge_at_buildings(query: AttackDice) -> Cancel | None:
    """Cavalry Charge gives nothing into or out of a building."""
    if query.ground.type.no_charge or query.target_ground.type.no_charge:
        cite("CCN-17.4.3.5")
        message = say("ccn.melee_dice.no_charge_at_buildings")
        return Cancel("CCN-17.4.3.2", "CCN-16.5.6", message)
    return None


@contributes(FIRE, "CCN-14.3.1", "square")
def square_fires(query: AttackDice) -> int | None:
    """A square rolls one die at most."""
    if not query.in_square:
        return None
    cite("CCN-8.4.10")
    return 1


@contributes(MELEE, "CCN-14.3.1", "square")
def square_fights(query: AttackDice) -> int | None:
    """A square rolls one die at most."""
    if not query.in_square:
        return None
    cite("CCN-9.2.14")
    return 1


@contributes(MELEE, "CCN-14.3.4", "square")
def cavalry_meets_square(query: AttackDice) -> int | None:
    """Cavalry rolls one die at most against a square."""
    if not (query.target_square and query.troop.arm == "cavalry"):
        return None
    cite("CCN-9.2.14")
    return 1


# -- terrain --------------------------------------------------------------------------------------


@contributes(
    FIRE, "CCN-16.1.1", "terrain", when=lambda options: options.terrain_reductions_cumulative
)
def terrain_for_fire(query: AttackDice) -> Sequence[Line]:
    """Terrain takes dice: the target's, and for some the firer's own."""
    return _terrain(query, melee=False, group="")


@contributes(
    FIRE, "CCN-21.3", "terrain", when=lambda options: not options.terrain_reductions_cumulative
)
def worst_terrain_for_fire(query: AttackDice) -> Sequence[Line]:
    """Only the larger of the two reductions counts, if so read."""
    return _terrain(query, melee=False, group="terrain")


@contributes(
    MELEE, "CCN-16.1.1", "terrain", when=lambda options: options.terrain_reductions_cumulative
)
def terrain_for_melee(query: AttackDice) -> Sequence[Line]:
    """Terrain takes dice: the target's, and for some the attacker's own."""
    return _terrain(query, melee=True, group="")


@contributes(
    MELEE, "CCN-21.3", "terrain", when=lambda options: not options.terrain_reductions_cumulative
)
def worst_terrain_for_melee(query: AttackDice) -> Sequence[Line]:
    """Only the larger of the two reductions counts, if so read."""
    return _terrain(query, melee=True, group="terrain")


def _terrain(query: AttackDice, *, melee: bool, group: str) -> list[Line]:
    """List what terrain takes off. CCN-16.1.2."""
    arm = query.troop.arm
    found: list[Line] = []
    into, into_rule = _into(query, arm, melee=melee)
    if into:
        words = say(
            "ccn.dice.into", terrain=_terrain_name(query.target_ground, query.works_into, into_rule)
        )
        found.append(Line(into_rule, words, "terrain", into, group=group))
        if query.target == "leader":
            cite("CCN-9.5.4", "CCN-16.1.3")
    out, out_rule = _out(query, arm, melee=melee)
    if out:
        words = say("ccn.dice.out", terrain=_terrain_name(query.ground, query.works_out, out_rule))
        found.append(Line(out_rule, words, "terrain", out, group=group))
    if found:
        cite("CCN-16.1.1", "CCN-9.2.15" if melee else "CCN-8.4.11")
    if len(found) == 2:
        cite("CCN-16.1.2", "CCN-A4")
        if query.works_into:
            cite("CCN-16.6.13")
    if found and query.in_square:
        cite("CCN-14.3.2")
    if found and group:
        cite("CCN-21.3")
    return found


def _terrain_name(ground: Terrain, works: bool, because: RuleId) -> Message:
    name = "field_works" if works and because in ("CCN-16.6.5", "CCN-16.6.9") else ground.id
    return say(f"ccn.terrain.{name}")


def _into(query: AttackDice, arm: Arm, *, melee: bool) -> tuple[int, RuleId]:
    """Tell what the target's hex costs."""
    ground = query.target_ground
    natural, because = _natural_into(query, arm, melee=melee)
    if not query.works_into:
        return natural, because
    works = WORKS_INTO[arm]
    if ground.type.hill:
        cite("CCN-16.6.6")
        return works, "CCN-16.6.5"
    cite("CCN-16.6.12")
    return (natural, because) if natural < works else (works, "CCN-16.6.5")


def _natural_into(query: AttackDice, arm: Arm, *, melee: bool) -> tuple[int, RuleId]:
    ground = query.target_ground
    if ground.type.hill and query.ground.type.hill:
        return (-1 if arm == "infantry" and not melee else 0), "CCN-16.3.4"
    cost = ground.type.into.get(arm)
    if cost is None:
        return 0, ""
    if melee and arm == "artillery" and ground.id == "sand_pit":
        cite("CCN-A31")
        return (cost.melee if query.sand_hinders else 0), ground.type.into_rule
    return (cost.melee if melee else cost.fire), ground.type.into_rule


def _out(query: AttackDice, arm: Arm, *, melee: bool) -> tuple[int, RuleId]:
    """Tell what the attacker's own hex costs."""
    natural, because = _natural_out(query, arm, melee=melee)
    if not query.works_out:
        return natural, because
    works = WORKS_OUT[arm]
    return (natural, because) if natural < works else (works, "CCN-16.6.9")


def _natural_out(query: AttackDice, arm: Arm, *, melee: bool) -> tuple[int, RuleId]:
    ground = query.ground
    if ground.type.hill and query.target_ground.type.hill:
        return 0, ""
    cost = ground.type.out.get(arm)
    if cost is None:
        return 0, ""
    return (cost.melee if melee else cost.fire), ground.type.out_rule


WORKS_INTO: dict[Arm, int] = {"infantry": -1, "cavalry": -2, "artillery": 0}
"""What field works cost across a protected side. CCN-16.6.5."""
WORKS_OUT: dict[Arm, int] = {"infantry": 0, "cavalry": -2, "artillery": 0}
"""What one's own field works cost across a protected side. CCN-16.6.9."""


@contributes(FIRE, "CCN-7.10", "least")
def no_fewer_than_none(query: AttackDice) -> int:
    """There are never fewer than no dice."""
    return 0


@contributes(MELEE, "CCN-7.10", "least")
def no_fewer_than_no_dice(query: AttackDice) -> int:
    """There are never fewer than no dice."""
    return 0


# -- looking the situation up ---------------------------------------------------------------------


def query_of(
    ctx: CcnCtx,
    unit: UnitId,
    target: UnitId,
    *,
    melee: bool,
    reacting: bool = False,
    bonus: bool = False,
) -> AttackDice:
    """Look up everything the dice of an attack depend on.

    `reacting` is whoever strikes in the enemy's turn; `bonus` is a cavalry's second melee.
    """
    world, content = ctx.world, ctx.content
    own = world.units[unit]
    troop = content.troops[own.troop]
    enemy = world.units.get(target)
    at = enemy.at if enemy is not None else world.leaders[target].at
    ground = ground_now(ctx)
    moved = 0 if reacting else own.moved
    card, card_rule = (0, "")
    if reacting:
        cite("CCN-7.13")
        if troop.arm == "artillery":
            cite("CCN-9.4.13")
    else:
        card, card_rule = card_dice(ctx, troop, melee=melee, bonus=bonus, moved=moved)
        if moved and in_force(ctx) == "force_march" and not melee:
            cite("CCN-17.4.8.5")
    works_into = works_out = False
    if ground.works:
        works_into = crosses_works(ctx, at, own.at)
        works_out = crosses_works(ctx, own.at, at)
    return AttackDice(
        troop,
        own.blocks,
        moved,
        BOARD.distance(own.at, at),
        own.square > 0,
        content.troops[enemy.troop].arm if enemy is not None else "leader",
        enemy is not None and enemy.square > 0,
        card,
        card_rule,
        ground.at[own.at],
        ground.at[at],
        works_into,
        works_out,
        rounds_up(ctx.options, troop),
        ctx.options.sand_pit_artillery_melee,
    )


@rule("CCN-A14")
def rounds_up(options: CcnOptions, troop: Troop) -> bool:
    """Tell whether halved blocks are rounded up. CCN-19.2."""
    if troop.type == "RL":
        return options.rifle_rounding == "up"
    return troop.round_up


def escape_query(ctx: CcnCtx, unit: UnitId) -> AttackDice:
    """Look up the dice against a leader who breaks through: no card, no terrain. CCN-11.5.9."""
    own = ctx.world.units[unit]
    troop = ctx.content.troops[own.troop]
    cite("CCN-7.13")
    clear = terrains()["clear"]
    return AttackDice(
        troop,
        own.blocks,
        0,
        1,
        own.square > 0,
        "leader",
        False,
        0,
        "",
        clear,
        clear,
        False,
        False,
        True,
    )
