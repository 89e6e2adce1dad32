"""Small battles: a position, scripted dice, and a short way to answer."""

from __future__ import annotations

from typing import Any

from walstatt.games.toy.casebook import Given, GivenUnit, ToyCasebook
from walstatt.games.toy.game import TOY
from walstatt.games.toy.options import ToyOptions
from walstatt.games.toy.world import ToyCtx, ToyWorld, Unit
from walstatt.kernel.chance import Outcomes, Roll, Scripted
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.decisions import Answer, Decision
from walstatt.kernel.definition import Ruleset
from walstatt.kernel.events import Emitted, Event, Rolled
from walstatt.kernel.game import AnyGame, Game
from walstatt.kernel.ids import CellId, Seat, UnitId
from walstatt.kernel.ledger import Ledger

RED, BLUE, GOLD = Seat("red"), Seat("blue"), Seat("gold")
A, B, C, Z = UnitId("a"), UnitId("b"), UnitId("c"), UnitId("z")


def red(name: UnitId, type_: str, at: str | tuple[float, float], **more: Any) -> GivenUnit:  # noqa: ANN401 - fields of a unit
    return GivenUnit(name, RED, type_, at, **more)


def blue(name: UnitId, type_: str, at: str | tuple[float, float], **more: Any) -> GivenUnit:  # noqa: ANN401
    return GivenUnit(name, BLUE, type_, at, **more)


def gold(name: UnitId, type_: str, at: str | tuple[float, float], **more: Any) -> GivenUnit:  # noqa: ANN401
    return GivenUnit(name, GOLD, type_, at, **more)


class Field:
    """A battle in play."""

    def __init__(self, given: Given, options: ToyOptions) -> None:
        self.book = ToyCasebook()
        setup = self.book.arrange(given, options)
        self.dice = Scripted([])
        self.tape: list[Emitted] = []
        rules = Ruleset(TOY, given.scenario, options, setup.content, setup.seats)
        scope: ToyCtx = Ctx(rules, setup.world, tape=self.tape)
        self.game: AnyGame = Game([scope], self.dice, self.tape)
        self.game.start(setup.first)

    @property
    def ctx(self) -> ToyCtx:
        return self.game.scopes[0]

    @property
    def world(self) -> ToyWorld:
        return self.ctx.world

    def __getitem__(self, unit: UnitId) -> Unit:
        return self.world.units[unit]

    def do(self, seat: Seat, answer: Answer, *faces: Outcomes) -> Field:
        """Answer for a seat; the dice that follow must be used up."""
        for outcome in faces:
            self.dice.add(outcome)
        self.game.answer(seat, answer)
        assert not self.dice.left
        return self

    def refused(self, seat: Seat, answer: Answer) -> list[str]:
        """Give the rules that an answer breaks."""
        return [one.rule for one in self.game.check(seat, answer)]

    def options(self, seat: Seat) -> set[Answer]:
        return set(self.game.options(seat) or ())

    def asked(self, seat: Seat) -> Decision[Any] | None:
        return self.game.decision(seat)

    def to_act(self) -> tuple[Seat, ...]:
        """List who is asked."""
        return self.game.to_act

    def deck(self) -> tuple[int, ...]:
        """List the cards left to draw."""
        return self.world.deck

    def cell(self, label: str) -> CellId:
        return self.ctx.content.field.grid.parse(label)  # type: ignore[attr-defined,no-any-return]

    def at(self, unit: UnitId) -> object:
        """Say where a unit stands, as cases do."""
        return self.book.facts(self.ctx)["units"][unit]["at"]

    def told(self, kind: type[Event]) -> list[Event]:
        return [one.event for one in self.tape if isinstance(one.event, kind)]


def field(*units: GivenUnit, options: ToyOptions | None = None, **given: Any) -> Field:  # noqa: ANN401 - fields of a position
    """Lay a position out and play to its first question."""
    return Field(Given(units=units, **given), options or ToyOptions())


def acting(*units: GivenUnit, options: ToyOptions | None = None, **given: Any) -> Field:  # noqa: ANN401
    """Begin with the activation of the first unit."""
    given = {"phase": "activation", "unit": units[0].id, **given}
    return field(*units, options=options, **given)


def attacking(*units: GivenUnit, options: ToyOptions | None = None, **given: Any) -> Field:  # noqa: ANN401
    """Begin when the first unit may attack."""
    return acting(*units, options=options, **{"phase": "attack", **given})


def ledger_of(battle: Field) -> Ledger:
    """Give the ledger of the last roll."""
    rolled = battle.told(Rolled)[-1]
    assert isinstance(rolled, Rolled)
    assert isinstance(rolled.request, Roll)
    return rolled.request.ledgers[0]
