"""The shooting phase: declarations, all rolls, then everything that follows. IDG-7.2, IDG-9.

Side 1 declares first, Side 2 knows its declarations (IDG-A54). Nothing takes force before the last
roll: markers are held apart, elements stay, whoever is put out of action still shoots.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from walstatt.games.idg.activating import may_hide_some
from walstatt.games.idg.changes import lose_element, note_contacts, settle
from walstatt.games.idg.declarations import declare_openly
from walstatt.games.idg.elephant_run import run, run_roll, runs_of
from walstatt.games.idg.fire import fire_roll, holds, set_fire, spoil
from walstatt.games.idg.footing import get_off_to_shoot
from walstatt.games.idg.ladders import drop_ladders
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.put_back import put_back
from walstatt.games.idg.ship_shots import judge_ship, ship_roll, strike_ships
from walstatt.games.idg.shooting_choices import (
    ChooseLoss,
    Declared,
    DeclareShots,
    HoldAll,
    Remove,
    ShootAll,
)
from walstatt.games.idg.shooting_events import ShotFromHiding
from walstatt.games.idg.shooting_odds import foresee
from walstatt.games.idg.shooting_results import (
    Hit,
    doomed,
    give_shot_markers,
    note_shot_deeds,
)
from walstatt.games.idg.unfolding import Unfoldings, folded_among
from walstatt.games.idg.volleys import (
    Dice,
    fire_rockets,
    note_terrors,
    rolls_of,
    strike,
    strike_works,
    tell_volley,
    volleys_of,
)
from walstatt.games.idg.world import (
    TORCH,
    Aim,
    ElementId,
    IdgCtx,
    Shot,
    enemy_of,
)
from walstatt.kernel.frames import Flow, Frame, ask, become, call, done, roll_all
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import rule

__all__ = ["ShootingPhase", "foresee"]


# -- declaring ------------------------------------------------------------------------------------


@rule("IDG-7.2.1", "IDG-9.1.2", "IDG-A54")
class ShootingPhase(Frame, frozen=True, tag="shooting_phase"):
    """Both sides declare their shots, Side 1 first."""

    aims: tuple[Aim, ...] = ()
    second: bool = False

    def begin(self, ctx: IdgCtx) -> Flow:
        """Look who is in contact, and forget the shots of long ago."""
        world = ctx.world
        world.phase = "shooting"
        world.shots = tuple(one for one in world.shots if one.turn >= world.turn - 1)
        note_contacts(ctx)
        return self.declare(ctx)

    def seat(self, ctx: IdgCtx) -> Seat:
        """Tell who declares."""
        return enemy_of(ctx.world.first) if self.second else ctx.world.first

    def declare(self, ctx: IdgCtx) -> Flow:
        """Ask for the next declaration; skip a side that can do nothing."""
        seat = ctx.world.active = self.seat(ctx)
        asked = DeclareShots(seat)
        known = asked.candidates(ctx)
        if len(known) == 1 and not (may_hide_some(ctx, seat) and not ctx.world.declared):
            return self.close(ctx)
        return ask(asked, then=self.declared, known=known)

    def declared(self, ctx: IdgCtx, answer: Declared) -> Flow:
        """Take a declaration; after `all`, the side has declared everything."""
        more = DeclareShots(self.seat(ctx)).aims_of(ctx, answer)
        ctx.world.declared = (*ctx.world.declared, *more)
        for aim in more:
            if aim.how not in ("hold", "flame"):
                reveal(ctx, UnitId(aim.by) if aim.how == "rocket" else _unit_of(ctx, aim.by))
        if isinstance(answer, ShootAll | HoldAll):
            return self.close(ctx)
        return self.declare(ctx)

    def close(self, ctx: IdgCtx) -> Flow:
        """Let a side's shots be known, not who held them back; folded units among them unfold."""
        declared, ctx.world.declared = ctx.world.declared, ()
        aims = [aim for aim in declared if aim.how != "hold"]
        made_known(ctx, self.seat(ctx), aims)
        if not self.second:
            declare_openly(ctx, self.seat(ctx), aims)
        folded = folded_among(ctx, (name for aim in aims for name in (aim.by, aim.at)))
        after = replace(self, aims=(*self.aims, *aims))
        if folded:
            return call(Unfoldings(folded), then=after.known)
        return after.known(ctx, None)

    def known(self, ctx: IdgCtx, value: object) -> Flow:
        """Go on with the other side, or roll."""
        del value
        if not self.second:
            return replace(self, second=True).declare(ctx)
        return become(Volleys(self.aims))


def _unit_of(ctx: IdgCtx, element: ElementId) -> UnitId:
    return ctx.world.elements[element].unit


@rule("IDG-9.5.7", "IDG-5.8.7", "IDG-5.8.11", "IDG-10.1.2")
def made_known(ctx: IdgCtx, seat: Seat, aims: Sequence[Aim]) -> None:
    """Remember who shoots at whom or sets fires, and reveal who does so from concealment."""
    world = ctx.world
    shots = []
    for aim in aims:
        if aim.how in ("shot", "bomb", "works"):
            by = world.elements[aim.by].unit
            at = world.elements[aim.at].unit if aim.at in world.elements else UnitId("")
            shots.append(Shot(world.turn, by, at, aim.by))
            reveal(ctx, by)
            get_off_to_shoot(ctx, by)
        elif aim.how == "fire":
            by = world.elements[aim.by].unit
            shots.append(Shot(world.turn, by, TORCH, aim.by))
            reveal(ctx, by)
        elif aim.how == "rocket":
            reveal(ctx, UnitId(aim.by))
    if shots:
        world.shots = (*world.shots, *shots)
    bombs = sum(aim.how == "bomb" for aim in aims)
    if bombs:
        world.bombs = {**world.bombs, seat: world.bombs[seat] - bombs}


def reveal(ctx: IdgCtx, unit: UnitId) -> None:
    """Show a concealed unit, which the enemy nearby will feel."""
    one = ctx.world.units[unit]
    if one.status != "concealed":
        return
    ctx.world.units[unit] = replace(one, status="table")
    ctx.world.sprung = (*ctx.world.sprung, unit)
    ctx.emit(ShotFromHiding(unit_name(ctx, unit), seat=one.side))


# -- rolling --------------------------------------------------------------------------------------


@rule("IDG-7.2.6", "IDG-7.2.7", "IDG-9.7.8")
class Volleys(Frame, frozen=True, tag="volleys"):
    """All rolls, unit by unit; what they mean is kept until the last."""

    aims: tuple[Aim, ...] = ()
    number: int = 0
    """How many units have rolled."""
    hits: tuple[Hit, ...] = ()

    def begin(self, ctx: IdgCtx) -> Flow:
        """Rockets need no roll; then begin with the first unit."""
        fire_rockets(ctx, self.aims)
        return self.roll(ctx)

    def roll(self, ctx: IdgCtx) -> Flow:
        """Roll for the next unit, or flamethrower."""
        volleys = volleys_of(ctx, self.aims)
        if self.number >= len(volleys):
            return become(AfterShooting(self.aims, self.hits, torches(ctx, self.aims)))
        return roll_all(rolls_of(ctx, volleys[self.number]), then=self.rolled)

    def rolled(self, ctx: IdgCtx, faces: Dice) -> Flow:
        """Read the dice of a unit."""
        volley = volleys_of(ctx, self.aims)[self.number]
        hits = strike(ctx, volley, faces)
        tell_volley(ctx, volley, faces, hits)
        note_shot_deeds(ctx, hits)
        return replace(self, number=self.number + 1, hits=(*self.hits, *hits)).roll(ctx)


class Torch(Struct, frozen=True, gc=False):
    """An attempt to set a fire, and how many markers the unit had before the shooting."""

    element: ElementId
    unit: UnitId
    what: str
    markers: int


def torches(ctx: IdgCtx, aims: Sequence[Aim]) -> tuple[Torch, ...]:
    """List the attempts to set fires."""
    units = {aim: ctx.world.elements[aim.by].unit for aim in aims if aim.how == "fire"}
    return tuple(
        Torch(aim.by, unit, aim.at, ctx.world.units[unit].disorder) for aim, unit in units.items()
    )


# -- afterwards -----------------------------------------------------------------------------------


@rule("IDG-9.7.3", "IDG-9.7.9", "IDG-7.2.8")
class AfterShooting(Frame, frozen=True, tag="after_shooting"):
    """Elephants run, elements are removed, markers take force, attackers go back, fires are set."""

    aims: tuple[Aim, ...] = ()
    hits: tuple[Hit, ...] = ()
    torches: tuple[Torch, ...] = ()
    losses: tuple[tuple[UnitId, int], ...] = ()
    """How many elements units still have to lose."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """Let shot elephants run first."""
        note_terrors(ctx, self.aims, self.hits)
        runs = runs_of(self.hits)
        if runs:
            return roll_all({one: run_roll(ctx, one) for one in runs}, then=self.ran)
        return self.apply(ctx)

    @rule("IDG-9.7.10")
    def ran(self, ctx: IdgCtx, faces: Dice) -> Flow:
        """Let them run all at once, from where they stand."""
        for element, by in runs_of(self.hits).items():
            run(ctx, element, by, sum(faces[element]))
        return self.apply(ctx)

    def apply(self, ctx: IdgCtx) -> Flow:
        """Give the markers, smash gates and towers, and begin to remove elements."""
        give_shot_markers(ctx, self.hits)
        strike_works(ctx, self.hits)
        losses = tuple(doomed(self.hits).items())
        now = replace(self, losses=losses)
        struck = [(hit.by, hit.target) for hit in self.hits if hit.how == "ship"]
        due = strike_ships(ctx, struck)
        if due:
            rolls = {ship: ship_roll(ctx, ship, tests) for ship, tests in due.items()}
            return roll_all(rolls, then=now.tested)
        return now.lose(ctx)

    @rule("IDG-17.3.10", "IDG-17.3.11")
    def tested(self, ctx: IdgCtx, faces: Dice) -> Flow:
        """See which ships hold out."""
        for ship, dice in faces.items():
            judge_ship(ctx, ship, dice)
        return self.lose(ctx)

    @rule("IDG-9.7.2", "IDG-9.7.3")
    def lose(self, ctx: IdgCtx) -> Flow:
        """Ask the owner of the next unit which element to remove."""
        if not self.losses:
            return self.take_force(ctx)
        unit, count = self.losses[0]
        one = ctx.world.units[unit]
        if not one.elements or count <= 0:
            return replace(self, losses=self.losses[1:]).lose(ctx)
        if count >= len(one.elements):
            for element in one.elements:
                lose_element(ctx, element, "IDG-9.7.2", by_shooting=True)
            return replace(self, losses=self.losses[1:]).lose(ctx)
        return ask(ChooseLoss(one.side, unit, count), then=self.lost)

    def lost(self, ctx: IdgCtx, answer: Remove) -> Flow:
        """Remove an element."""
        lose_element(ctx, answer.element, "IDG-9.7.2", by_shooting=True)
        unit, count = self.losses[0]
        return replace(self, losses=((unit, count - 1), *self.losses[1:])).lose(ctx)

    @rule("IDG-9.7.9", "IDG-13.2.14")
    def take_force(self, ctx: IdgCtx) -> Flow:
        """Let markers take force, remove who has too many, put attackers back."""
        shot = [unit for unit, one in ctx.world.units.items() if one.fresh]
        settle(ctx, list(ctx.world.units))
        put_back(ctx, shot)
        drop_ladders(ctx)
        note_contacts(ctx)
        return self.burn(ctx)

    @rule("IDG-10.1.3")
    def burn(self, ctx: IdgCtx) -> Flow:
        """Roll for the fires of those who still can set them."""
        for torch in self.torches:
            if not holds(ctx, torch.element, torch.markers):
                spoil(ctx, torch.element, torch.unit)
        lit = self.lit(ctx)
        if not lit:
            return done()
        return roll_all({one: fire_roll(ctx, one) for one in lit}, then=self.burnt)

    def lit(self, ctx: IdgCtx) -> dict[ElementId, str]:
        """List who still tries to set what on fire."""
        return {
            torch.element: torch.what
            for torch in self.torches
            if holds(ctx, torch.element, torch.markers)
        }

    def burnt(self, ctx: IdgCtx, faces: Dice) -> Flow:
        """Set the fires."""
        for element, what in self.lit(ctx).items():
            set_fire(ctx, element, faces[element][0], what)
        return done()
