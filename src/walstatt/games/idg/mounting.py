"""The start of the movement phase: who dismounts or mounts, which oxen are lit. IDG-7.2, IDG-14.

Side 1 chooses first, one unit after the other until it is ready. Whoever has nothing to choose is
not asked, unless he might have concealed units: then being asked betrays nothing (IDG-5.8.6).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, TypeAlias

from msgspec.structs import replace

from walstatt.games.idg.activating import may_hide_some
from walstatt.games.idg.footing import (
    dismount,
    dismount_flaws,
    finish_mounting,
    get_off_in_sight,
    is_down,
    is_up,
    may_be_swordsmen,
    remount_flaws,
    start_to_mount,
    up_or_down,
)
from walstatt.games.idg.ghosts import ghosts_of
from walstatt.games.idg.going import poses_of
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.oxen import OXEN, is_ox, light, light_flaws
from walstatt.games.idg.world import IdgCtx, enemy_of, in_play, shown
from walstatt.kernel.decisions import Answer, Decision, Violation, do_of, refuse
from walstatt.kernel.frames import Flow, Frame, ask, done
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Choice, Preview, Target
from walstatt.kernel.trace import cite, rule


class Dismount(Answer, frozen=True, tag="dismount"):
    """Let a unit dismount, perhaps as swordsmen. IDG-14.1.2."""

    unit: UnitId
    swordsmen: bool = False


class Remount(Answer, frozen=True, tag="remount"):
    """Let a unit begin to mount. IDG-14.2.1."""

    unit: UnitId


class Light(Answer, frozen=True, tag="light"):
    """Light a fire ox. IDG-18.12.26."""

    unit: UnitId


class Ready(Answer, frozen=True, tag="ready_to_move"):
    """Leave all others as they are."""


Readying: TypeAlias = Dismount | Remount | Light | Ready
READY: Final = Ready()


@rule("IDG-14.1.2", "IDG-14.2.1", "IDG-18.12.26")
class ChooseMounts(Decision[Readying], frozen=True, tag="choose_mounts"):
    """Who dismounts, who begins to mount, which oxen are lit. D16."""

    answers: ClassVar[tuple[type[Answer], ...]] = (Dismount, Remount, Light, Ready)
    auto: ClassVar[bool] = False

    def check(self, ctx: IdgCtx, answer: Readying) -> list[Violation]:
        """Allow the units of the seat what they can do."""
        if isinstance(answer, Ready):
            return []
        unit = ctx.world.units.get(answer.unit)
        if unit is None or unit.side != self.seat:
            return [refuse("IDG-14.1.2", "idg.no.mount.not_yours")]
        if isinstance(answer, Dismount):
            return list(dismount_flaws(ctx, answer.unit, swordsmen=answer.swordsmen))
        if isinstance(answer, Remount):
            return list(remount_flaws(ctx, answer.unit))
        return list(light_flaws(ctx, answer.unit))

    def candidates(self, ctx: IdgCtx) -> Sequence[Readying]:
        """Offer to be ready first, then all that units could do."""
        found: list[Readying] = [READY]
        oxen = OXEN.among(ctx.content)
        for unit in in_play(ctx, self.seat):
            cite("IDG-14.1.1", "IDG-14.3.5")
            up, down = up_or_down(ctx, unit)
            if up:
                found.append(Dismount(unit))
                if may_be_swordsmen(ctx, unit):
                    found.append(Dismount(unit, swordsmen=True))
            if down:
                found.append(Remount(unit))
            if oxen and is_ox(ctx, unit) and not ctx.world.units[unit].lit:
                found.append(Light(unit))
        return found

    def has_choice(self, ctx: IdgCtx) -> bool:
        """Is there anything to choose? Mounting, for which room is looked for, comes last."""
        units = in_play(ctx, self.seat)
        oxen = units if OXEN.among(ctx.content) else ()
        return (
            any(is_up(ctx, one) and not any(dismount_flaws(ctx, one)) for one in units)
            or any(is_ox(ctx, one) and not any(light_flaws(ctx, one)) for one in oxen)
            or any(is_down(ctx, one) and not any(remount_flaws(ctx, one)) for one in units)
        )

    def default(self, ctx: IdgCtx) -> Ready:
        """Leave all as they are."""
        del ctx
        return READY

    def present(self, ctx: IdgCtx, answer: Readying) -> Choice:
        """Take a unit in hand, then say what it does."""
        if isinstance(answer, Ready):
            return Choice(ctx.say("do.ready_to_move"))
        word = do_of(answer)
        if isinstance(answer, Dismount) and answer.swordsmen:
            word = "dismount_as_swordsmen"
        label = ctx.say(f"do.{word}", unit=unit_name(ctx, answer.unit))
        of = Target("piece", shown(ctx, answer.unit)[0])
        return Choice(label, Target("button", word), of=of)

    def preview(self, ctx: IdgCtx, answer: Readying) -> Preview:
        """Show where the bases would stand."""
        flaws = tuple(self.check(ctx, answer))
        if flaws or isinstance(answer, Ready | Light):
            return Preview(violations=flaws)
        there = ctx.clone(None)
        if isinstance(answer, Dismount):
            dismount(there, answer.unit, swordsmen=answer.swordsmen)
            return Preview(ghosts=ghosts_of(there, poses_of(there, answer.unit)))
        start_to_mount(there, answer.unit)
        finish_mounting(there)
        facts = (ctx.say("fact.mounted_next_turn", unit=unit_name(ctx, answer.unit)),)
        return Preview(facts=facts, ghosts=ghosts_of(there, poses_of(there, answer.unit)))

    def wish(self, ctx: IdgCtx, target: Target, of: Target | None) -> Readying | None:
        """Read pointing at an own unit as the wish to change how it moves."""
        del of
        element = ctx.world.elements.get(target.id)
        if element is None:
            return None
        if is_ox(ctx, element.unit):
            return Light(element.unit)
        return Remount(element.unit) if is_down(ctx, element.unit) else Dismount(element.unit)


@rule("IDG-7.2.1", "IDG-14.1.2", "IDG-14.2.1", "IDG-18.12.26")
class MoveStart(Frame, frozen=True, tag="move_start"):
    """Both sides make ready to move, Side 1 first. T4a."""

    ready: tuple[Seat, ...] = ()

    def begin(self, ctx: IdgCtx) -> Flow:
        """Begin with Side 1."""
        ctx.world.phase = "move_start"
        get_off_in_sight(ctx)
        return self.go_on(ctx)

    def go_on(self, ctx: IdgCtx) -> Flow:
        """Ask the next side that has anything to choose, or might have."""
        for side in (ctx.world.first, enemy_of(ctx.world.first)):
            if side in self.ready:
                continue
            question = ChooseMounts(side)
            if may_hide_some(ctx, side) or question.has_choice(ctx):
                ctx.world.active = side
                return ask(question, then=self.chosen)
        return done()

    def chosen(self, ctx: IdgCtx, answer: Readying) -> Flow:
        """Carry it out, and ask again until the side is ready."""
        if isinstance(answer, Ready):
            return replace(self, ready=(*self.ready, ctx.world.active)).go_on(ctx)
        if isinstance(answer, Dismount):
            dismount(ctx, answer.unit, swordsmen=answer.swordsmen)
        elif isinstance(answer, Remount):
            start_to_mount(ctx, answer.unit)
        else:
            light(ctx, answer.unit)
        return self.go_on(ctx)
