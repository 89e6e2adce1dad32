"""What a command card would bring now, and what it could bring later."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from walstatt.games.ccn.ai.field import Field
from walstatt.games.ccn.ai.plans import Plan, is_pinned, plans
from walstatt.games.ccn.ai.weights import LATER, USUAL
from walstatt.games.ccn.board import SECTIONS, Section
from walstatt.games.ccn.orders import Slots, can_be_given, sheet_of, slots_of_unit
from walstatt.games.ccn.tactics import CHOSEN, MOST, infantry_in, is_meant, reduced
from walstatt.games.ccn.turn import copied_card
from walstatt.games.ccn.world import leader_of, troop_of
from walstatt.kernel.ids import UnitId

ROLLED = {"infantry": 2 / 6, "cavalry": 1 / 6, "artillery": 1 / 6, "any": 1 / 6}
"""The share of battle dice that give an order to each arm, or to anybody."""


class Prospect(Struct, frozen=True):
    """What playing a card now would bring."""

    card: str
    gain: float
    plans: tuple[Plan, ...] = ()
    """The units it would order, the most useful first."""
    section: Section = "center"
    """For Force March: where."""


class Hand:
    """The prospects of cards, with plans made once for each way cards change what units can do."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.command = len(field.world.hands[field.seat])
        self._plans: dict[str, list[Plan]] = {}

    def plans(self, card: str) -> list[Plan]:
        """Plan for every unit under a card; section cards change nothing but who is ordered."""
        section = not card or self.field.ctx.content.cards[card].kind == "section"
        name = "" if section else card
        if name not in self._plans:
            self._plans[name] = plans(self.field, name)
        return self._plans[name]

    def prospect(self, card: str) -> Prospect:
        """Weigh playing a card."""
        effect = card
        if card == "counter_attack":
            effect = copied_card(self.field.ctx, self.field.enemy)
        found = self._effect(effect)
        return Prospect(card, found.gain, found.plans, found.section)

    def _effect(self, effect: str) -> Prospect:
        if not effect or effect == "first_strike":
            return Prospect(effect, 0.0)
        card = self.field.ctx.content.cards[effect]
        if card.kind == "section":
            slots = tuple(
                (name, self.command if count == "command" else count)
                for name, count in card.orders.items()
            )
            found = self._chosen(effect, slots)
            return Prospect(effect, found.gain + 0.05 * card.scout, found.plans)
        return self._tactic(effect)

    def _tactic(self, effect: str) -> Prospect:
        field = self.field
        if effect in CHOSEN:
            kind = CHOSEN[effect][0]
            if not any(is_meant(field.ctx, kind, unit) for unit in field.units(field.seat)):
                return self._chosen("", (("unit", 1),))
            return self._chosen(effect, ((kind, MOST),))
        match effect:
            case "force_march":
                return max(map(self.march, SECTIONS), key=lambda one: one.gain)
            case "cold_steel":
                return self._all(effect, (u for u in self._own() if is_pinned(field, u)))
            case "leadership":
                return self._all(effect, (u for u in self._own() if leader_of(field.ctx, u)))
            case "grande_manoeuvre":
                return self._chosen(effect, (("manoeuvre", MOST),))
            case "elan":
                return self._elan()
            case "rally":
                return self._rally()
        return self._short_supply()

    def _own(self) -> list[UnitId]:
        return self.field.units(self.field.seat)

    def _chosen(self, effect: str, slots: Slots) -> Prospect:
        """Order whoever gains most, as far as the orders go."""
        field = self.field
        sheet = sheet_of(field.ctx.content.homes[field.seat], slots)
        given: list[int] = []
        taken: list[Plan] = []
        for plan in self.plans(effect):
            if plan.gain < field.weights.idle or len(given) >= sheet.sets[-1][1]:
                break
            mask = slots_of_unit(field.ctx, sheet, plan.unit)
            if can_be_given(sheet, [*given, mask]):
                given.append(mask)
                taken.append(plan)
        return Prospect(effect, sum(plan.gain for plan in taken), tuple(taken))

    def _all(self, effect: str, units: Iterable[UnitId]) -> Prospect:
        """Order these units, whether they can use it or not."""
        ordered = set(units)
        useful = [plan for plan in self.plans(effect) if plan.unit in ordered]
        useful = [plan for plan in useful if plan.gain >= self.field.weights.idle]
        return Prospect(effect, sum(plan.gain for plan in useful), tuple(useful))

    def march(self, section: Section) -> Prospect:
        """Weigh a Force March in a section."""
        units = infantry_in(self.field.ctx, self.field.seat, section)
        found = self._all("force_march", units)
        return Prospect("force_march", found.gain, found.plans, section)

    def _elan(self) -> Prospect:
        """Weigh rolling for orders: as many of each arm as the dice give on average."""
        useful = [one for one in self.plans("elan") if one.gain >= self.field.weights.idle]
        gain = sum(
            _first([one for one in useful if self._is_of(one, arm)], share * self.command)
            for arm, share in ROLLED.items()
        )
        return Prospect("elan", gain, tuple(useful[: self.command]))

    def _is_of(self, plan: Plan, arm: str) -> bool:
        return arm == "any" or troop_of(self.field.ctx, plan.unit).arm == arm

    def _rally(self) -> Prospect:
        """Weigh the blocks that come back on average, and the orders they bring."""
        field = self.field
        gain = 0.0
        for arm, share in ROLLED.items():
            if arm == "any":
                continue
            missing = sum(
                troop_of(field.ctx, unit).blocks - field.world.units[unit].blocks
                for unit in reduced(field.ctx, field.seat, arm)
            )
            gain += min(missing, share * self.command) * 0.32
        return Prospect("rally", gain)

    def _short_supply(self) -> Prospect:
        """Weigh sending the most troublesome enemy back."""
        foes = self.field.units(self.field.enemy)
        return Prospect("short_supply", max(map(self.trouble, foes), default=0.0))

    def trouble(self, foe: UnitId) -> float:
        """Weigh how much an enemy is in the way: strong, and close to one's own units."""
        field = self.field
        one = field.world.units[foe]
        if one.square:
            return 0.0
        near = field.to_enemy(foe)
        return one.blocks / 4 * max(0.0, 0.5 - 0.1 * near)

    def worth(self, prospect: Prospect) -> float:
        """Weigh a card: what it brings now against what it could bring another time."""
        return prospect.gain - self.field.weights.saving * LATER.get(prospect.card, USUAL)


def _first(some: Sequence[Plan], count: float) -> float:
    """Add up what the first ones gain, the last of them in part."""
    whole = int(count)
    gain = sum(one.gain for one in some[:whole])
    return gain + (count - whole) * some[whole].gain if whole < len(some) else gain
