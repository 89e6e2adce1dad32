"""What players choose in shooting: who shoots at whom, and which elements are removed. IDG-9.1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, Literal, TypeAlias

from walstatt.boards.formation import majority_facing
from walstatt.boards.pose import Angle, heading
from walstatt.games.idg.content import Kind
from walstatt.games.idg.fire import may_light, may_set_fire, open_to_fire
from walstatt.games.idg.idlers import busy_among, is_by_tinder
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.overhead import findings
from walstatt.games.idg.pairing import element_name
from walstatt.games.idg.ship_shots import enemy_ships
from walstatt.games.idg.shooting_dice import shot_ledger
from walstatt.games.idg.shooting_odds import foresee, foresee_all
from walstatt.games.idg.siege_shots import (
    bomb_flaws,
    enemy_works,
    flame_flaws,
    flames,
    rocket_flaws,
    spares_friends,
    works_flaws,
)
from walstatt.games.idg.target_priority import duty, shot_flaws
from walstatt.games.idg.targets import may_reach
from walstatt.games.idg.weather import is_too_wet
from walstatt.games.idg.world import (
    Aim,
    ElementId,
    How,
    IdgCtx,
    enemy_of,
    in_play,
    makeup_of,
    on_table,
    profile_of,
    rect_of,
    shown,
    side_of,
)
from walstatt.i18n.catalogue import Message
from walstatt.kernel.decisions import Answer, Decision, Violation, refuse
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import BUTTON, Choice, Preview, Target
from walstatt.kernel.trace import rule

# -- answers --------------------------------------------------------------------------------------


class ShootAll(Answer, frozen=True, tag="shoot_all"):
    """Let everybody else who can shoot do so as usual, and declare no more."""


class HoldAll(Answer, frozen=True, tag="hold_all"):
    """Let nobody else shoot, and declare no more."""


class ShootUnit(Answer, frozen=True, tag="shoot_unit"):
    """Let the rest of a unit shoot as usual."""

    unit: UnitId


class HoldUnit(Answer, frozen=True, tag="hold_unit"):
    """Let nobody else of a unit shoot."""

    unit: UnitId


class ShootAt(Answer, frozen=True, tag="shoot_at"):
    """Let an element shoot at an enemy, a gate or a siege tower."""

    element: ElementId
    target: str
    bomb: bool = False


class Hold(Answer, frozen=True, tag="hold"):
    """Let an element not shoot."""

    element: ElementId


class Ignite(Answer, frozen=True, tag="ignite"):
    """Let an element try to set a fire."""

    element: ElementId
    what: str


class LaunchRockets(Answer, frozen=True, tag="launch_rockets"):
    """Fire rockets at a unit."""

    unit: UnitId
    target: UnitId


class SpoutFlame(Answer, frozen=True, tag="spout_flame"):
    """Fire a flamethrower in a direction."""

    engine: str
    facing: Angle


Declared: TypeAlias = (
    ShootAll | HoldAll | ShootUnit | HoldUnit | ShootAt | Hold | Ignite | LaunchRockets | SpoutFlame
)


# -- declaring ------------------------------------------------------------------------------------


@rule("IDG-9.1.1", "IDG-9.1.8", "IDG-A54")
class DeclareShots(Decision[Declared], frozen=True, tag="declare_shots"):
    """Who shoots at whom, element by element, unit by unit, or all as usual. D22, D28, D38."""

    answers: ClassVar[tuple[type[Answer], ...]] = (
        ShootAll,
        HoldAll,
        ShootUnit,
        HoldUnit,
        ShootAt,
        Hold,
        Ignite,
        LaunchRockets,
        SpoutFlame,
    )
    exact: ClassVar[bool] = True
    auto: ClassVar[bool] = False

    # -- judging ----------------------------------------------------------------------------------

    def check(self, ctx: IdgCtx, answer: Declared) -> list[Violation]:
        """Say everything that is wrong with a declaration."""
        match answer:
            case ShootAt():
                return [*self.taken(ctx, answer.element), *self.shot_flaws(ctx, answer)]
            case Hold():
                return self.taken(ctx, answer.element)
            case Ignite():
                found = may_set_fire(ctx, answer.element, answer.what)
                return [*self.taken(ctx, answer.element), *found]
            case ShootUnit() | HoldUnit():
                return self.unit_flaws(ctx, answer.unit)
            case LaunchRockets():
                return [*self.taken(ctx, answer.unit), *self.rocket_flaws(ctx, answer)]
            case SpoutFlame():
                found = flame_flaws(ctx, self.seat, answer.engine, answer.facing)
                return [*self.taken(ctx, answer.engine), *found]
        return []

    @rule("IDG-9.1.1", "IDG-10.1.2")
    def taken(self, ctx: IdgCtx, who: str) -> list[Violation]:
        """Refuse whoever belongs to the other side, or has something to do already."""
        if who in ctx.world.elements and side_of(ctx, who) != self.seat:
            return [refuse("IDG-9.1.1", "idg.no.shot.not_yours", who)]
        for aim in ctx.world.declared:
            if aim.by == who:
                cited = "IDG-10.1.2" if aim.how == "fire" else "IDG-9.1.1"
                return [refuse(cited, "idg.no.shot.declared", who)]
        return []

    def shot_flaws(self, ctx: IdgCtx, answer: ShootAt) -> list[Violation]:
        """Judge a shot at an enemy, or at works."""
        target = answer.target
        if target in ctx.world.elements:
            found = shot_flaws(ctx, answer.element, target)
        else:
            found = works_flaws(ctx, answer.element, target)
        if answer.bomb and answer.element in ctx.world.elements:
            found = [*found, *bomb_flaws(ctx, answer.element, self.bombs(ctx))]
        return found

    def rocket_flaws(self, ctx: IdgCtx, answer: LaunchRockets) -> list[Violation]:
        """Judge a volley of rockets."""
        one = ctx.world.units.get(answer.unit)
        if one is None or one.side != self.seat:
            return [refuse("IDG-18.12.12", "idg.no.shot.no_rockets", answer.unit)]
        return rocket_flaws(ctx, answer.unit, answer.target)

    def unit_flaws(self, ctx: IdgCtx, unit: UnitId) -> list[Violation]:
        """Refuse a unit of which nobody is left to shoot."""
        if unit not in ctx.world.units or ctx.world.units[unit].side != self.seat:
            return [refuse("IDG-9.1.1", "idg.no.shot.not_yours", unit)]
        if not self.usual(ctx, unit):
            return [refuse("IDG-9.1.1", "idg.no.shot.nobody", unit)]
        return []

    def bombs(self, ctx: IdgCtx) -> int:
        """Count the bombs already loaded."""
        return sum([aim.how == "bomb" for aim in ctx.world.declared])

    # -- what is usual ----------------------------------------------------------------------------

    def free(self, ctx: IdgCtx, unit: UnitId) -> tuple[ElementId, ...]:
        """List the elements of a unit with nothing declared for them."""
        if not ctx.world.declared:
            return shown(ctx, unit)
        busy = {aim.by for aim in ctx.world.declared}
        return tuple([one for one in shown(ctx, unit) if one not in busy])

    def usual(self, ctx: IdgCtx, unit: UnitId) -> list[Aim]:
        """Give what the rest of a unit does as usual."""
        free = self.free(ctx, unit)
        if not free:
            return []
        near = may_reach(ctx, unit, free)
        found = (usual_aim(ctx, one, near=one in near) for one in free)
        return [aim for aim in found if aim is not None]

    @rule("IDG-9.1.8")
    def all_usual(self, ctx: IdgCtx) -> list[Aim]:
        """Give what all others do as usual; concealed units stay concealed."""
        units = busy_among(ctx, self.seat, on_table(ctx, self.seat))
        found = [aim for unit in units for aim in self.usual(ctx, unit)]
        busy = {aim.by for aim in ctx.world.declared}
        for engine, facing in flames(ctx, self.seat):
            if engine not in busy and spares_friends(ctx, engine, facing):
                found.append(Aim(engine, "", "flame", facing))
                busy.add(engine)
        return found

    def aims_of(self, ctx: IdgCtx, answer: Declared) -> tuple[Aim, ...]:
        """Give what an answer declares."""
        match answer:
            case ShootAll():
                return tuple(self.all_usual(ctx))
            case ShootUnit():
                return tuple(self.usual(ctx, answer.unit))
            case HoldUnit():
                return tuple(Aim(one, how="hold") for one in self.free(ctx, answer.unit))
            case Hold():
                return (Aim(answer.element, how="hold"),)
            case ShootAt():
                return (Aim(answer.element, answer.target, self.how(ctx, answer)),)
            case Ignite():
                return (Aim(answer.element, answer.what, "fire"),)
            case LaunchRockets():
                held = (Aim(one, how="hold") for one in self.free(ctx, answer.unit))
                return (Aim(answer.unit, answer.target, "rocket"), *held)
            case SpoutFlame():
                return (Aim(answer.engine, "", "flame", answer.facing),)
        return ()

    def how(self, ctx: IdgCtx, answer: ShootAt) -> How:
        """Tell shots, bombs and shots at works apart."""
        if answer.target not in ctx.world.elements:
            return "works"
        return "bomb" if answer.bomb else "shot"

    # -- offering ---------------------------------------------------------------------------------

    def candidates(self, ctx: IdgCtx) -> Sequence[Declared]:
        """Offer everything as usual, then units, then single elements."""
        single: list[Declared] = []
        units: list[Declared] = []
        for unit in busy_among(ctx, self.seat, in_play(ctx, self.seat)):
            shots = self._shots(ctx, unit)
            if shots and any(isinstance(one, ShootAt) for one in shots):
                units += [ShootUnit(unit), HoldUnit(unit)]
            single += shots
            if ROCKETEERS.among(ctx.content):
                single += self._rockets(ctx, unit)
        busy = {aim.by for aim in ctx.world.declared}
        single += [SpoutFlame(*one) for one in flames(ctx, self.seat) if one[0] not in busy]
        first: list[Declared] = [ShootAll()] if single else []
        return [*first, HoldAll(), *units, *single]

    def _shots(self, ctx: IdgCtx, unit: UnitId) -> list[Declared]:
        """List what the elements of a unit could do; as long as nothing changes, it is known."""
        free, bombs = self.free(ctx, unit), self.bombs(ctx)
        known = findings(ctx).offers
        offers: list[Declared] | None = known.get((free, bombs))
        if offers is None:
            offers, near = [], may_reach(ctx, unit, free)
            burns = ctx.options.opt_fire and not is_too_wet(ctx) and is_by_tinder(ctx, unit)
            for one in free:
                lights = burns and may_light(ctx, one)
                if one in near or lights or ctx.world.engines or self._is_gun(ctx, one):
                    offers += self._of(ctx, one, near=one in near, lights=lights)
            known[free, bombs] = offers
        return offers

    def _is_gun(self, ctx: IdgCtx, element: ElementId) -> bool:
        return profile_of(ctx, element).troop == "artillery"

    def _of(
        self, ctx: IdgCtx, element: ElementId, *, near: bool, lights: bool
    ) -> Iterator[Declared]:
        marks = duty(ctx, element).marks if near else ()
        shots: list[ShootAt] = [ShootAt(element, mark.target) for mark in marks]
        if self._is_gun(ctx, element):
            works = enemy_works(ctx, self.seat)
            shots += [ShootAt(element, one) for one in works if not works_flaws(ctx, element, one)]
            if shots and not bomb_flaws(ctx, element, self.bombs(ctx)):
                aimed = [one for one in shots if one.target in ctx.world.elements]
                shots += [ShootAt(element, one.target, bomb=True) for one in aimed]
        ships = enemy_ships(ctx, self.seat) if ctx.world.engines else ()
        shots += [ShootAt(element, one) for one in ships if not works_flaws(ctx, element, one)]
        yield from shots
        if shots:
            yield Hold(element)
        if lights:
            yield from [Ignite(element, what) for what in open_to_fire(ctx, element)]

    def _rockets(self, ctx: IdgCtx, unit: UnitId) -> Iterator[Declared]:
        if not _has_rockets(ctx, unit) or unit in ctx.world.rockets or not self.free(ctx, unit):
            return
        for target in on_table(ctx, enemy_of(self.seat)):
            if not rocket_flaws(ctx, unit, target):
                yield LaunchRockets(unit, target)

    def default(self, ctx: IdgCtx) -> Declared:
        """Shoot as usual."""
        return ShootAll()

    # -- showing ----------------------------------------------------------------------------------

    def present(self, ctx: IdgCtx, answer: Declared) -> Choice:
        """Take an element in hand, then point at its target; units and all have buttons."""
        match answer:
            case ShootAt():
                words = "do.drop_bomb" if answer.bomb else "do.shoot_at"
                return self._pointed(ctx, words, answer.element, answer.target)
            case Ignite():
                return self._pointed(ctx, "do.ignite", answer.element, answer.what)
            case Hold():
                label = ctx.say("do.hold", element=element_name(ctx, answer.element))
                return Choice(label, BUTTON, of=Target("piece", answer.element), weak=True)
            case ShootUnit():
                count = len(self.usual(ctx, answer.unit))
                name = unit_name(ctx, answer.unit)
                label = ctx.say("do.shoot_unit", unit=name, n=count)
                return Choice(label, of=self._first(ctx, answer.unit))
            case HoldUnit():
                label = ctx.say("do.hold_unit", unit=unit_name(ctx, answer.unit))
                return Choice(label, of=self._first(ctx, answer.unit), weak=True)
            case LaunchRockets():
                return self._launch(ctx, answer)
            case SpoutFlame():
                return Choice(ctx.say("do.spout_flame"), of=Target("piece", answer.engine))
            case ShootAll():
                return Choice(ctx.say("do.shoot_all", n=len(self.all_usual(ctx))), rolls=True)
        return Choice(ctx.say("do.hold_all"), rolls=True, weak=True)

    def _first(self, ctx: IdgCtx, unit: UnitId) -> Target:
        return Target("piece", (*self.free(ctx, unit), *shown(ctx, unit))[0])

    def _pointed(self, ctx: IdgCtx, words: str, element: ElementId, target: str) -> Choice:
        piece = target in ctx.world.elements or target in ctx.world.engines
        label = ctx.say(words, element=element_name(ctx, element), target=target_name(ctx, target))
        kind: Literal["piece", "area"] = "piece" if piece else "area"
        return Choice(label, Target(kind, target), of=Target("piece", element))

    def _launch(self, ctx: IdgCtx, answer: LaunchRockets) -> Choice:
        names = {"unit": unit_name(ctx, answer.unit), "foe": unit_name(ctx, answer.target)}
        by, at = shown(ctx, answer.unit)[0], shown(ctx, answer.target)[0]
        label = ctx.say("do.launch_rockets", **names)
        return Choice(label, Target("piece", at), of=Target("piece", by))

    def preview(self, ctx: IdgCtx, answer: Declared) -> Preview:
        """Show the lines and the chances of a shot, or of many."""
        flaws = tuple(self.check(ctx, answer))
        if flaws:
            return Preview(violations=flaws)
        if isinstance(answer, ShootAt) and answer.target in ctx.world.elements:
            return foresee(ctx, answer.element, answer.target)
        shots = [(aim.by, aim.at) for aim in self.aims_of(ctx, answer) if aim.how == "shot"]
        return foresee_all(ctx, shots) if shots else Preview()

    def wish(self, ctx: IdgCtx, target: Target, of: Target | None) -> Declared | None:
        """Read an element in hand and something pointed at as a shot, or as setting it on fire."""
        if of is None or of.id not in ctx.world.elements or target.kind == "button":
            return None
        kinds = {one.id: one.kind for one in ctx.world.ground}
        if kinds.get(target.id, "gate") != "gate":
            return Ignite(of.id, target.id)
        return ShootAt(of.id, target.id)


ROCKETEERS: Final = Kind(lambda one: "rocket" in one.special)
"""Who may carry rockets; most battles have none of them. IDG-18.12.11."""


def _has_rockets(ctx: IdgCtx, unit: UnitId) -> bool:
    """Does any element of a unit that shows carry rockets?"""
    rockets = [one for one in makeup_of(ctx, unit) if "rocket" in one.special]
    return bool(rockets) and any(profile_of(ctx, one) in rockets for one in shown(ctx, unit))


def target_name(ctx: IdgCtx, target: str) -> Message:
    """Name what is shot at or set on fire."""
    if target in ctx.world.elements:
        return element_name(ctx, target)
    if target in ctx.world.engines:
        return ctx.say(f"terrain.{ctx.world.engines[target].kind}")
    kind = next((one.kind for one in ctx.world.ground if one.id == target), "gate")
    return ctx.say(f"terrain.{kind}")


def usual_aim(ctx: IdgCtx, element: ElementId, *, near: bool = True) -> Aim | None:
    """Give what an element shoots at as usual: the best target among equals, else a gate."""
    found = duty(ctx, element).marks if near else ()
    if len(found) == 1:
        return Aim(element, found[0].target)
    if found:
        best = max(
            found, key=lambda one: (shot_ledger(ctx, element, one.target).total, -one.distance)
        )
        return Aim(element, best.target)
    if profile_of(ctx, element).troop == "artillery":
        for one in enemy_works(ctx, side_of(ctx, element)):
            if not works_flaws(ctx, element, one):
                return Aim(element, one, "works")
    for one in enemy_ships(ctx, side_of(ctx, element)):
        if not works_flaws(ctx, element, one):
            return Aim(element, one, "works")
    return None


# -- losses ---------------------------------------------------------------------------------------


class Remove(Answer, frozen=True, tag="remove_element"):
    """Remove this element."""

    element: ElementId


@rule("IDG-9.7.3", "IDG-9.7.6")
class ChooseLoss(Decision[Remove], frozen=True, tag="choose_loss"):
    """Which element of a unit is removed, whichever was aimed at. D23."""

    answers: ClassVar[tuple[type[Answer], ...]] = (Remove,)
    exact: ClassVar[bool] = True

    unit: UnitId = UnitId("")
    left: int = 1
    """How many are still to be removed."""

    def check(self, ctx: IdgCtx, answer: Remove) -> list[Violation]:
        """Allow any element of the unit; its general only if he is the last."""
        elements = ctx.world.units[self.unit].elements
        if answer.element not in elements:
            return [refuse("IDG-9.7.3", "idg.no.shot.not_of_unit", answer.element)]
        if ctx.world.elements[answer.element].general and len(elements) > 1:
            return [refuse("IDG-9.7.6", "idg.no.shot.spare_general", answer.element)]
        return []

    def candidates(self, ctx: IdgCtx) -> Sequence[Remove]:
        """Offer all but the general, the rearmost first."""
        elements = ctx.world.units[self.unit].elements
        plain = [one for one in elements if not ctx.world.elements[one].general]
        return [Remove(one) for one in rearmost_first(ctx, plain or list(elements))]

    def default(self, ctx: IdgCtx) -> Remove:
        """Remove the rearmost."""
        return self.candidates(ctx)[0]

    def present(self, ctx: IdgCtx, answer: Remove) -> Choice:
        """Point at the element."""
        label = ctx.say("do.remove_element", element=element_name(ctx, answer.element))
        return Choice(label, Target("piece", answer.element))

    def prompt(self, ctx: IdgCtx) -> Message:
        """Say how many are to be removed."""
        return ctx.say("ask.choose_loss", unit=unit_name(ctx, self.unit), n=self.left)

    def wish(self, ctx: IdgCtx, target: Target, of: Target | None) -> Remove | None:
        """Read pointing at an element as removing it."""
        del of
        return Remove(target.id) if target.id in ctx.world.elements else None


def rearmost_first(ctx: IdgCtx, elements: list[ElementId]) -> list[ElementId]:
    """Sort elements from the rear of their unit to its front."""
    way = heading(majority_facing([ctx.world.elements[one].pose for one in elements]))
    places = {one: rect_of(ctx, one).centre for one in elements}
    return sorted(elements, key=lambda one: places[one][0] * way[0] + places[one][1] * way[1])
