"""One roll against one target, and all that follows for the target. CCN-7, CCN-11.3."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from walstatt.games.ccn.changes import leader_falls, lose_blocks, put_unit
from walstatt.games.ccn.combined_arms import with_guns
from walstatt.games.ccn.dice import FIRE, MELEE, query_of
from walstatt.games.ccn.events import (
    BattledBack,
    Charged,
    Cornered,
    Fired,
    Ignored,
    NoDice,
    Retreated,
    SquareHolds,
    Unhurt,
)
from walstatt.games.ccn.leaders import LeaderCheck, LeaderRetreat
from walstatt.games.ccn.morale import (
    ChooseFlags,
    ChooseRetreat,
    IgnoreFlags,
    Retreat,
    ignorable_flags,
    missing_hexes,
)
from walstatt.games.ccn.odds import SYMBOL, AttackRoll, attack_roll
from walstatt.games.ccn.world import (
    CcnCtx,
    leader_of,
    told_piece,
    told_place,
    told_unit,
    troop_of,
    unit_name,
)
from walstatt.kernel.chance import Roll
from walstatt.kernel.frames import Flow, Frame, ask, call, done, roll
from walstatt.kernel.ids import CellId, Seat, UnitId
from walstatt.kernel.ledger import Ledger
from walstatt.kernel.trace import cite, rule

Result = Literal["gone", "stands", "pinned"]
"""What became of a target: it left its hex, stood, or should have gone back and could not."""
Manner = Literal["fire", "melee", "back"]
"""Fire, a melee attack in one's own turn, or a strike in the enemy's turn."""


def attack_ledger(
    ctx: CcnCtx,
    unit: UnitId,
    target: UnitId,
    manner: Manner,
    guns: tuple[UnitId, ...] = (),
    *,
    bonus: bool = False,
) -> Ledger:
    """Reckon the dice of an attack, with the dice of guns that join it. CCN-7.8."""
    if manner == "fire":
        return ctx.reckon(FIRE, query_of(ctx, unit, target, melee=False))
    query = query_of(ctx, unit, target, melee=True, reacting=manner == "back", bonus=bonus)
    dice = ctx.reckon(MELEE, query)
    return with_guns(ctx, dice, guns, target, bonus=bonus) if guns else dice


def reading(
    ctx: CcnCtx, unit: UnitId, target: UnitId, manner: Manner, *, retiring: bool = False
) -> AttackRoll:
    """Say how the dice of an attack are read."""
    enemy = ctx.world.units.get(target)
    if enemy is None:
        return AttackRoll("leader", 1, melee=manner != "fire")
    arm = ctx.content.troops[enemy.troop].arm
    sabers = not troop_of(ctx, unit).no_sabers
    return AttackRoll(arm, enemy.blocks, manner != "fire", sabers, retiring)


def request(
    ctx: CcnCtx, unit: UnitId, meaning: AttackRoll, manner: Manner, dice: Ledger
) -> Roll[str]:
    """Make the roll of an attack."""
    because = "CCN-8.5.2" if manner == "fire" else "CCN-9.3.1"
    seat = ctx.world.units[unit].side
    return attack_roll(f"ccn.roll.{manner}", because, seat, dice.total, meaning, dice)


class Attack(Frame, frozen=True, tag="attack"):
    """Roll for one unit against one target; hits, leader, flags and retreat follow. CCN-11.3.1."""

    unit: UnitId
    target: UnitId
    manner: Manner
    guns: tuple[UnitId, ...] = ()
    bonus: bool = False
    retiring: bool = False
    checked: bool = False
    """Whether a leader check was made for this roll. CCN-10.4."""

    def begin(self, ctx: CcnCtx) -> Flow:
        """Roll, if there is anything to roll."""
        ledger = attack_ledger(
            ctx, self.unit, self.target, self.manner, self.guns, bonus=self.bonus
        )
        if ctx.telling:
            self.tell(ctx, ledger.total)
        if not ledger.total:
            return done("stands")
        meaning = reading(ctx, self.unit, self.target, self.manner, retiring=self.retiring)
        return roll(request(ctx, self.unit, meaning, self.manner, ledger), then=self.rolled)

    def tell(self, ctx: CcnCtx, dice: int) -> None:
        """Tell who attacks whom."""
        unit, target = told_unit(ctx, self.unit), told_piece(ctx, self.target)
        seat = ctx.world.units[self.unit].side
        if not dice:
            ctx.emit(NoDice(unit, seat=seat))
        elif self.manner == "fire":
            ctx.emit(Fired(unit, target, dice, seat=seat))
        elif self.manner == "melee":
            ctx.emit(Charged(unit, target, dice, seat=seat))
        else:
            ctx.emit(BattledBack(unit, target, dice, seat=seat))

    def owner(self, ctx: CcnCtx) -> Seat:
        """Tell whose unit the target is."""
        return ctx.world.units[self.target].side

    @rule("CCN-11.3.1")
    def rolled(self, ctx: CcnCtx, faces: tuple[str, ...]) -> Flow:
        """Remove the hits first, then look after the leader, then the flags."""
        meaning = reading(ctx, self.unit, self.target, self.manner, retiring=self.retiring)
        result = meaning.read(faces)
        self.cite_faces(ctx, meaning, faces)
        if meaning.target == "leader":
            return self.leader_struck(ctx, falls=result.destroyed)
        flags = result.flags
        leader = leader_of(ctx, self.target)
        if not result.losses:
            if ctx.telling and not flags:
                ctx.emit(Unhurt(unit_name(ctx, self.target), seat=self.owner(ctx)))
            return self.flags_fall(ctx, flags)
        squared = ctx.world.units[self.target].square
        left = lose_blocks(ctx, self.target, result.losses)
        if not left and squared and troop_of(ctx, self.unit).arm == "cavalry":
            cite("CCN-14.2.5")
        if not left:
            if flags and leader is not None:
                cite("CCN-10.10")
            return self.unit_gone(ctx, leader)
        if leader is None:
            return self.flags_fall(ctx, flags)
        on = replace(self, checked=True)
        return call(LeaderCheck(leader, survives=True), then=_Flags(on, flags).leader_checked)

    def cite_faces(self, ctx: CcnCtx, meaning: AttackRoll, faces: tuple[str, ...]) -> None:
        """Note which rules read the faces."""
        if meaning.target == "leader":
            if "SABER" in faces and troop_of(ctx, self.unit).no_sabers:
                cite("CCN-9.3.4")
            return
        if self.manner == "fire":
            self.cite_fire(ctx, meaning, faces)
            return
        cite("CCN-9.3.1", "CCN-9.3.6")
        if "SABER" in faces and not self.retiring:
            cite("CCN-9.3.2" if meaning.sabers_hit else "CCN-9.3.3")
            if self.guns:
                cite("CCN-15.7" if meaning.sabers_hit else "CCN-15.8")
        if "FLAG" in faces and not self.retiring:
            cite("CCN-9.3.5")

    def cite_fire(self, ctx: CcnCtx, meaning: AttackRoll, faces: tuple[str, ...]) -> None:
        """Note which rules read the faces of fire at a unit."""
        cite("CCN-8.5.2", "CCN-8.5.7")
        if ctx.world.units[self.target].square:
            cite("CCN-14.4.1")
        if not {"FLAG", "SABER", SYMBOL[meaning.target]}.issuperset(faces):
            cite("CCN-8.5.5")
        if "SABER" in faces:
            cite("CCN-8.5.3")
        if "FLAG" in faces:
            cite("CCN-8.5.4")

    # -- the leader --------------------------------------------------------------------------------

    @rule("CCN-9.5.2", "CCN-9.5.3")
    def leader_struck(self, ctx: CcnCtx, *, falls: bool) -> Flow:
        """A lone leader falls, or must go back if it was a melee."""
        if falls:
            leader_falls(ctx, self.target)
            return done("gone")
        if self.manner == "fire":
            return done("stands")
        at = ctx.world.leaders[self.target].at
        return call(LeaderRetreat(self.target, at), then=self.leader_left)

    def unit_gone(self, ctx: CcnCtx, leader: UnitId | None) -> Flow:
        """A leader whose unit is gone is checked, unless he was, and goes back. CCN-10.8."""
        if leader is None:
            return done("gone")
        if self.checked:
            cite("CCN-10.16")
            return self.leader_survives(ctx, leader)
        on = replace(self, checked=True)
        return call(LeaderCheck(leader, survives=False), then=_Orphan(on, leader).leader_checked)

    @rule("CCN-10.8", "CCN-10.11")
    def leader_survives(self, ctx: CcnCtx, leader: UnitId) -> Flow:
        """Go back from the hex where the last block was lost."""
        at = ctx.world.leaders[leader].at
        return call(LeaderRetreat(leader, at), then=self.leader_left)

    def leader_left(self, ctx: CcnCtx, _: object) -> Flow:
        """The hex is empty now. CCN-10.14."""
        if self.manner == "melee":
            cite("CCN-10.14")
        return done("gone")

    # -- flags and retreat -------------------------------------------------------------------------

    def bounced(self, ctx: CcnCtx) -> bool:
        """Tell whether flags bounce cavalry off a square. CCN-14.3.5, CCN-14.3.8."""
        one = ctx.world.units.get(self.unit)
        if one is None or not one.square or self.manner == "fire":
            return False
        return troop_of(ctx, self.target).arm == "cavalry"

    @rule("CCN-11.1.1")
    def flags_fall(self, ctx: CcnCtx, flags: int) -> Flow:
        """Let the owner decide which flags to ignore."""
        if not flags:
            return done("stands")
        bounced = self.bounced(ctx)
        if bounced:
            cite("CCN-14.3.5")
            if self.guns:
                cite("CCN-14.3.8")
        at = ctx.world.units[self.unit].at
        most = ignorable_flags(ctx, self.target, at, bounced=bounced).total
        if not most:
            return self.goes_back(ctx, flags)
        owner = ctx.world.units[self.target].side
        return ask(
            ChooseFlags(owner, self.target, flags, most, at), then=_Flags(self, flags).ignored
        )

    @rule("CCN-11.1.2")
    def goes_back(self, ctx: CcnCtx, flags: int) -> Flow:
        """Go back for every flag that is left."""
        if not flags:
            return done("stands")
        troop = troop_of(ctx, self.target)
        if troop.retreat > 1:
            cite("CCN-11.1.3", "CCN-11.1.4", "CCN-11.2.13")
        else:
            cite("CCN-19.7")
        hexes = flags * troop.retreat
        one = ctx.world.units[self.target]
        if one.square:
            cite("CCN-11.1.16", "CCN-14.4.3")
            return self.loses_instead(ctx, hexes)
        asked = ChooseRetreat(one.side, self.target, hexes)
        paths = asked.paths(ctx)
        if paths == [()]:
            return self.loses_instead(ctx, hexes)
        return ask(asked, then=_Back(self, hexes).path_chosen)

    def retreats(self, ctx: CcnCtx, path: tuple[CellId, ...], hexes: int) -> Flow:
        """Walk the path; every hex that is missing costs a block."""
        missing = missing_hexes(ctx, self.target, hexes, path)
        if ctx.telling:
            names = told_unit(ctx, self.target), told_place(ctx, path[-1])
            ctx.emit(Retreated(*names, seat=self.owner(ctx)))
        cite("CCN-11.1.12")
        put_unit(ctx, self.target, path[-1], leader=True)
        if missing:
            return self.loses(ctx, missing, "gone")
        return done("gone")

    def loses_instead(self, ctx: CcnCtx, hexes: int) -> Flow:
        """Lose a block for every hex, since no step back can be made."""
        return self.loses(ctx, hexes, "pinned")

    @rule("CCN-11.1.10", "CCN-11.1.11")
    def loses(self, ctx: CcnCtx, missing: int, result: Result) -> Flow:
        """Lose blocks for hexes not gone back; a leader not yet checked is checked. CCN-10.5."""
        if self.bounced(ctx):
            cite("CCN-14.3.7")
        leader = leader_of(ctx, self.target)
        if ctx.telling:
            self.tell_cost(ctx, missing)
        left = lose_blocks(ctx, self.target, missing)
        if not left:
            return self.unit_gone(ctx, leader)
        if leader is None or self.checked:
            if leader is not None:
                cite("CCN-10.4")
            return done(result)
        cite("CCN-10.5")
        check = LeaderCheck(leader, survives=True)
        return call(check, then=_Pinned(result).leader_checked)

    def tell_cost(self, ctx: CcnCtx, missing: int) -> None:
        """Tell why the unit pays with blocks: its square, or hexes that are not free."""
        name, owner = unit_name(ctx, self.target), self.owner(ctx)
        one = ctx.world.units[self.target]
        if one.square:
            ctx.emit(SquareHolds(name, min(missing, one.blocks), seat=owner))
        else:
            ctx.emit(Cornered(name, missing, seat=owner))


class _Flags(Frame, frozen=True, tag="attack_flags"):
    """The flags of an attack, waiting for a leader's fate or the owner's choice."""

    attack: Attack
    flags: int

    def leader_checked(self, ctx: CcnCtx, _: object) -> Flow:
        """Go on with the flags; a leader who fell helps no more. CCN-10.17."""
        return self.attack.flags_fall(ctx, self.flags)

    def ignored(self, ctx: CcnCtx, answer: IgnoreFlags) -> Flow:
        """Go back for the rest."""
        if ctx.telling and answer.flags:
            name, owner = unit_name(ctx, self.attack.target), self.attack.owner(ctx)
            ctx.emit(Ignored(name, answer.flags, seat=owner))
        return self.attack.goes_back(ctx, self.flags - answer.flags)


class _Back(Frame, frozen=True, tag="attack_back"):
    """A retreat whose path is being chosen."""

    attack: Attack
    hexes: int

    def path_chosen(self, ctx: CcnCtx, answer: Retreat) -> Flow:
        """Walk it."""
        return self.attack.retreats(ctx, answer.path, self.hexes)


class _Orphan(Frame, frozen=True, tag="attack_orphan"):
    """A leader whose unit is gone, waiting for his fate."""

    attack: Attack
    leader: UnitId

    def leader_checked(self, ctx: CcnCtx, lives: bool) -> Flow:
        """Go back if he lives."""
        if lives:
            return self.attack.leader_survives(ctx, self.leader)
        return done("gone")


class _Pinned(Frame, frozen=True, tag="attack_pinned"):
    """A unit that lost blocks for hexes it could not go back, waiting for its leader's fate."""

    result: Result

    def leader_checked(self, ctx: CcnCtx, _: object) -> Flow:
        """Tell what became of the unit."""
        return done(self.result)
