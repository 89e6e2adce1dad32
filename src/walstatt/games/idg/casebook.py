"""How positions are written in cases, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from walstatt.boards.paths import Slide, Wheel
from walstatt.boards.pose import Angle, Length, Pose, Spot
from walstatt.games.idg.activation import OfferReroll
from walstatt.games.idg.asking import QUESTIONS
from walstatt.games.idg.changes import note_contacts, note_fear
from walstatt.games.idg.choose_move import ChooseMove, Go
from walstatt.games.idg.content import SEATS, IdgContent
from walstatt.games.idg.deployment_order import EndPlacing
from walstatt.games.idg.dummies import Dummy, MakeDummies, decoys
from walstatt.games.idg.engine_moves import GoEngine
from walstatt.games.idg.facts import facts_of
from walstatt.games.idg.given import Given
from walstatt.games.idg.given_check import refuse_nonsense
from walstatt.games.idg.given_names import TYPE_NAMES
from walstatt.games.idg.given_words import STRATAGEMS, word_of
from walstatt.games.idg.ground_said import Laid, pieces_in_full
from walstatt.games.idg.marching import who_moves
from walstatt.games.idg.melee import MeleePhase
from walstatt.games.idg.morale import ChooseRepeat
from walstatt.games.idg.mounting import Ready
from walstatt.games.idg.movement import MovementPhase
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.positions import arranged
from walstatt.games.idg.rally import ChooseRally
from walstatt.games.idg.retreats import ChooseBend
from walstatt.games.idg.ships import SailShip
from walstatt.games.idg.shooting_choices import ChooseLoss, HoldAll, ShootAll
from walstatt.games.idg.siege_towers import PushTower
from walstatt.games.idg.spoken import (
    NOBODY,
    in_degrees,
    in_full,
    in_inches,
    legs_in_full,
    read_angle,
    read_leg,
    read_length,
    read_pairs,
    read_places,
    read_pose,
    read_spot,
    write_leg,
    write_pairs,
    write_places,
    write_pose,
    write_spot,
)
from walstatt.games.idg.stratagems import Trick
from walstatt.games.idg.troop_words import profile_said, troops_said
from walstatt.games.idg.turn import BEFORE, Battle, battle_from, turn_from
from walstatt.games.idg.unfolding import Places, Unfold
from walstatt.games.idg.world import (
    ElementId,
    Feature,
    IdgCtx,
    IdgWorld,
    Melee,
    Phase,
    shown,
)
from walstatt.games.idg.writing import given_position, read_ground, write_ground
from walstatt.kernel.casebook import Casebook, Question
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.decisions import Answer, Decision
from walstatt.kernel.definition import Ruleset, Setup
from walstatt.kernel.frames import Flow, Frame, become, call
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import musing

__all__ = ["Given", "IdgCasebook"]

ANY_LEG: Final[Any] = Slide[ElementId] | Wheel
PLACES: Final[Any] = dict[ElementId, Pose]
PAIRS: Final[Any] = tuple[tuple[ElementId, Pose], ...]
SPOT: Final[Any] = Spot
IN_BETWEEN: Final = (ChooseMove, OfferReroll, ChooseLoss, ChooseRally, ChooseRepeat, ChooseBend)
"""Questions with which no phase begins."""
BEGINNINGS: Final = tuple(phase for phase, _ in BEFORE)
"""What comes before the first turn."""


class IdgCasebook(Casebook[Given]):
    """The vocabulary of cases."""

    given_type = Given
    type_names = TYPE_NAMES
    asks_as_given = True
    phases = {
        "roles": "before the battle: dice decide who attacks, and in which scenario",
        "layout": "before the battle: the terrain is laid out",
        "works": "before the battle: edges, fortifications and breaches of a raid or a siege",
        "stratagems": "before the battle: the contest of stratagems",
        "deployment": "before the battle: the units with the status `reserve` are deployed",
        "season": "before the battle: season and weather",
        "sides": "before the battle: who is Side 1; then the first turn begins",
        "weather": "the turn begins: a blizzard may end, smoke spreads (T0)",
        "rally": "units with markers roll to rally, generals give their dice (T1)",
        "announcing": "in turn 4: those held back are named before they roll (T2)",
        "arrivals": "late units roll to arrive (T2)",
        "retreats": "compulsory retreats and flights are made (T3)",
        "move_start": "units dismount or begin to remount, fire oxen are lit (T4a)",
        "move": "the sides activate their units in turn, beginning with `to_move` (T4b)",
        "shooting": "all have moved; shots are declared, Side 1 first, and rolled unit by unit as "
        "they were declared, then the runs of elephants, then the torches; one list of dice may "
        "hold them all (T5)",
        "melee": "all who are in contact fight (T6), pair by pair in the order of the first army's "
        "elements; of the two dice the first is of whoever made the contact, in later turns of "
        "Side 1, or they are named: `dice: {a1: 9, b: 5}`, by element, unit or side",
        "morale": "tests of morale for what happened this turn (T7)",
        "victory": "the turn ends: has anybody won? (T8)",
    }
    example = """\
given:
  scenario: empty
  phase: move
  armies: {red: {command: disciplined}}
  terrain: [{kind: wood, at: [12, 12], size: [14, 8]}]
  units:
    - {id: a, side: red, type: elite armoured heavy cavalry, at: [30, 30], formation: line of 2}
    - {id: g, side: red, type: heavy cavalry, at: [50, 40], general: true}
    - {id: b, side: blue, type: warriors, at: [30, 24], formation: line of 2}
when:
  - march: {unit: a}
  - dice: [4, 3, 2]
  - then: {ledger: {allowance: {total: 9, lines: ["+9 IDG-8.1.1"]}}}
  - go: {legs: [{ahead: contact}]}
  - stand: {unit: b}
  - stand: {unit: g}
  - dice: [9, 5]
  - dice: [7, 7]
then:
  ledger:
    melee_dice: {total: -2, lines: ["-2 IDG-11.8.23"]}
  units: {a: {at: [30, 24], disorder: 0}, b: {disorder: 2}}
  log: [IDG-11.1.1, IDG-11.9.4, IDG-11.9.2]
"""

    def arrange(self, given: Given, options: IdgOptions) -> Setup[IdgWorld, IdgContent]:
        """Lay the position out."""
        content, world = arranged(given, options)
        refuse_nonsense(content, world)
        settle(content, world, options)
        return Setup(world, content, CaseStart(world.phase), SEATS)

    def facts(self, ctx: IdgCtx) -> dict[str, Any]:
        """Describe the world."""
        return facts_of(ctx)

    def given_of(self, ctx: IdgCtx) -> dict[str, Any] | None:
        """Write a position in which a phase begins with a question, or a unit is activated."""
        decision = decision_now(ctx)
        begins = decision is not None and not isinstance(decision, IN_BETWEEN)
        return given_position(ctx) if begins else None

    def questions(self) -> tuple[Question, ...]:
        """List what can be asked."""
        return QUESTIONS

    def readers(self, content: IdgContent) -> Mapping[Any, Callable[[Any], Any]]:
        """Read legs, poses and points in inches and degrees."""
        del content
        return {
            ANY_LEG: read_leg,
            PLACES: read_places,
            PAIRS: read_pairs,
            Pose: read_pose,
            SPOT: read_spot,
            Length: read_length,
            Angle: read_angle,
            Feature: read_ground,
            Trick: read_trick,
        }

    def writers(self, content: IdgContent) -> Mapping[Any, Callable[[Any], Any]]:
        """Write them in inches and degrees."""
        del content
        return {
            ANY_LEG: write_leg,
            PLACES: write_places,
            PAIRS: write_pairs,
            Pose: write_pose,
            SPOT: write_spot,
            Length: in_inches,
            Angle: in_degrees,
            Feature: write_ground,
        }

    def completed(self, ctx: IdgCtx, answer: Answer) -> Answer:
        """Say moves and places in full."""
        decision = decision_now(ctx)
        if isinstance(answer, Go) and isinstance(decision, ChooseMove):
            movers = who_moves(ctx, decision.orders)
            poses = {one: ctx.world.elements[one].pose for one in movers}
            return Go(legs_in_full(ctx, poses, answer.legs)) if movers else answer
        if isinstance(answer, GoEngine) and isinstance(decision, PushTower | SailShip):
            pose = ctx.world.engines[decision.engine].pose
            return GoEngine(legs_in_full(ctx, {decision.engine: pose}, answer.legs))
        if isinstance(answer, MakeDummies) and decision is not None:
            return dummies_in_full(ctx, decision.seat, answer)
        if isinstance(answer, Laid):
            return pieces_in_full(ctx, answer)
        full = in_full(ctx, answer, getattr(decision, "unit", NOBODY))
        return Unfold(all_but_here(ctx, full.places)) if isinstance(full, Unfold) else full

    def whose(self, ctx: IdgCtx) -> tuple[tuple[str, ...], ...]:
        """Name the two who fight in melee: by element, unit or side."""
        phase = next((one for one in ctx.frames if isinstance(one, MeleePhase)), None)
        if phase is None or not phase.bouts:
            return ()
        units = [ctx.world.elements[one].unit for one in phase.bouts[0].elements]
        names = zip(phase.bouts[0].elements, units, strict=True)
        return tuple(
            tuple(dict.fromkeys((one, unit, ctx.world.units[unit].side))) for one, unit in names
        )

    def deals_on(self, ctx: IdgCtx) -> bool:
        """Deal a long list of dice out over the units that shoot, and over the fights."""
        return ctx.world.phase in ("shooting", "melee")

    def is_idle(self, ctx: IdgCtx, answer: Answer | None, *, rolls: bool) -> bool:
        """Let a case end declarations or preparations that are over: nobody is left for them."""
        if isinstance(answer, Ready):
            return ctx.world.phase == "move"
        if isinstance(answer, EndPlacing):
            return ctx.world.phase != "deployment" and ctx.world.turn <= 1
        over = rolls and ctx.world.phase == "shooting"
        return over and isinstance(answer, ShootAll | HoldAll)

    def may_wait(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
        """Let a case end where a later phase begins with dice."""
        return (before["turn"], before["phase"]) != (now["turn"], now["phase"])


def read_trick(value: object) -> str:
    """Read a stratagem in any of its names."""
    return str(word_of("stratagem", str(value), STRATAGEMS))


def all_but_here(ctx: IdgCtx, places: Places) -> Places:
    """Leave out of the places of a whole unit the element that shows, if it stands there."""
    known = ctx.world.elements
    here = [one for one, pose in places if one in known and known[one].pose == pose]
    seen = {name for one in here for name in shown(ctx, known[one].unit)}
    return tuple((one, pose) for one, pose in places if one not in here or one not in seen)


def dummies_in_full(ctx: IdgCtx, seat: Seat, answer: MakeDummies) -> MakeDummies:
    """Tell which troops of an army dummies are that are only called by what they look like."""
    known = decoys(ctx, seat)
    return MakeDummies(
        tuple(
            one if one.kind in known else Dummy(decoy_called(ctx, seat, one.kind), one.size)
            for one in answer.dummies
        )
    )


def decoy_called(ctx: IdgCtx, seat: Seat, kind: str) -> str:
    """Find the troops of an army that are called so; what it has not stays as it was said."""
    if ":" in kind:
        return kind
    profile, known = profile_said(troops_said(kind)), decoys(ctx, seat)
    alike = (name for name, one in known.items() if ctx.content.profiles[one.profile] == profile)
    return next(alike, kind)


def decision_now(ctx: IdgCtx) -> Decision[Any] | None:
    """Find what somebody is asked."""
    asked = ctx.asked[-1] if ctx.asked else None
    return next(iter(asked.decisions.values())) if asked else None


# -- entering a battle -----------------------------------------------------------------------------


class CaseStart(Frame, frozen=True, tag="case_start"):
    """Begin in the phase a case asks for, then play on as usual."""

    phase: Phase

    def begin(self, ctx: IdgCtx) -> Flow:
        """Enter the phase."""
        if self.phase in BEGINNINGS:
            return become(battle_from(self.phase))
        if self.phase == "move":
            return call(CaseMove(), then=self.moved)
        return call(turn_from(self.phase), then=self.played)

    def moved(self, ctx: IdgCtx, value: object) -> Flow:
        """Go on with the turn when all have moved."""
        del ctx, value
        return call(turn_from("shooting"), then=self.played)

    def played(self, ctx: IdgCtx, value: object) -> Flow:
        """Go on with the next turn."""
        del ctx, value
        return become(Battle(len(BEFORE)))


class CaseMove(MovementPhase, frozen=True, tag="case_move"):
    """A movement phase in which somebody may have moved already."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """Begin with the side that is to move."""
        return self.turn_of(ctx, ctx.world.active)


def settle(content: IdgContent, world: IdgWorld, options: IdgOptions) -> None:
    """Settle what follows from where everybody stands: contacts, and what is feared by now."""
    from walstatt.games.idg.game import IDG  # noqa: PLC0415 - the game knows its casebook

    ctx: IdgCtx = Ctx(Ruleset(IDG, "", options, content, SEATS), world)
    if world.phase in BEGINNINGS:
        return
    with musing():
        settle_contacts(ctx)
        if world.phase == "morale":
            note_fear(ctx)


def settle_contacts(ctx: IdgCtx) -> None:
    """Note who is in contact since when: since this turn if a unit entered, else the one before."""
    world = ctx.world
    known = dict(world.melees)
    note_contacts(ctx)
    for key in world.melees:
        if key not in known:
            world.melees[key] = melee_between(ctx, key)


def melee_between(ctx: IdgCtx, key: str) -> Melee:
    """Tell since when two units are in contact, and whose move it was."""
    world = ctx.world
    units = sorted(key.split("|"), key=lambda name: world.units[UnitId(name)].side != world.first)
    came = [unit for unit in units if has_entered(ctx, UnitId(unit))]
    if came:
        return Melee(world.turn, UnitId(came[0]))
    return Melee(max(0, world.turn - 1), UnitId(units[0]))


def has_entered(ctx: IdgCtx, unit: UnitId) -> bool:
    """Did a unit's own move bring it into contact this turn?"""
    elements = ctx.world.units[unit].elements
    return any(ctx.world.elements[one].entered for one in elements)
