"""Positions of ccn for tests: written as in cases, played step by step with dice that are given."""

from __future__ import annotations

from typing import Any

import msgspec

from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.casebook import CcnCasebook, Given
from walstatt.games.ccn.game import CCN
from walstatt.games.ccn.morale import ChooseFlags
from walstatt.games.ccn.options import CcnOptions
from walstatt.games.ccn.turn import PlayCard
from walstatt.games.ccn.world import CcnCtx, CcnWorld, Leader, Unit
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.decisions import Answer, Decision, kind_of
from walstatt.kernel.definition import Ruleset
from walstatt.kernel.errors import IllegalAnswer
from walstatt.kernel.events import Emitted
from walstatt.kernel.game import AnyGame, Game
from walstatt.kernel.ids import CellId, Seat, UnitId

FRENCH, ALLIED = Seat("french"), Seat("allied")


def french(name: str, code: str, at: str, **more: object) -> dict[str, Any]:
    """Write a French unit."""
    return {"id": name, "side": "french", "type": code, "at": at, **more}


def british(name: str, code: str, at: str, **more: object) -> dict[str, Any]:
    """Write a British unit."""
    return {"id": name, "side": "allied", "type": code, "at": at, **more}


def portuguese(name: str, code: str, at: str, **more: object) -> dict[str, Any]:
    """Write a Portuguese unit."""
    return british(name, code, at, nation="portuguese", **more)


def leader(name: str, side: str, at: str, **more: object) -> dict[str, Any]:
    """Write a leader."""
    return {"id": name, "side": side, "at": at, **more}


class Field:
    """A position being played; rolls and draws wait until they are given."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @property
    def ctx(self) -> CcnCtx:
        """Give the context for calling rules directly."""
        return self.game.ctx

    @property
    def world(self) -> CcnWorld:
        """Give the world."""
        world: CcnWorld = self.game.world
        return world

    def unit(self, name: str) -> Unit:
        """Find a unit."""
        return self.world.units[UnitId(name)]

    def leader(self, name: str) -> Leader:
        """Find a leader."""
        return self.world.leaders[UnitId(name)]

    def at(self, name: str) -> str:
        """Tell where a unit or leader stands."""
        piece = UnitId(name)
        cell = (self.world.units.get(piece) or self.world.leaders[piece]).at
        return BOARD.label(cell)

    def asked(self) -> tuple[str, str]:
        """Tell who is asked what."""
        (seat,) = self.game.to_act
        return str(seat), kind_of(self.decision())

    def decision(self) -> Decision[Any]:
        """Give the question that is open."""
        (seat,) = self.game.to_act
        decision = self.game.decision(seat)
        assert decision is not None
        return decision

    def options(self) -> list[Answer]:
        """List the legal answers."""
        (seat,) = self.game.to_act
        return list(self.game.options(seat) or ())

    def do(self, answer: Answer) -> Field:
        """Give an answer, which must be legal."""
        (seat,) = self.game.to_act
        self.game.answer(seat, answer)
        return self

    def refusal(self, answer: Answer) -> list[str]:
        """Give an answer that must be refused, and list the rules."""
        (seat,) = self.game.to_act
        try:
            self.game.answer(seat, answer)
        except IllegalAnswer as refused:
            return [one.rule for one in refused.violations]
        raise AssertionError(f"{answer} was allowed")

    def dice(self) -> int:
        """Count the dice that are about to be rolled."""
        assert self.game.waiting is not None, f"nothing is rolled; asked: {self.game.to_act}"
        ((_, request),) = self.game.waiting.requests
        return request.count

    def roll(self, *faces: str) -> Field:
        """Let dice fall, or cards be drawn."""
        self.game.force(faces)
        return self

    def told(self) -> list[str]:
        """List the tags of everything told so far."""
        return [str(type(one.event).__struct_config__.tag) for one in self.game.tape or ()]


def flags_asked(battle: Field) -> tuple[Seat, UnitId, int, int]:
    """Tell who may ignore flags for which unit: how many there are, and how many he may."""
    asked = battle.decision()
    assert isinstance(asked, ChooseFlags)
    return asked.seat, asked.unit, asked.flags, asked.most


def cell(label: str) -> CellId:
    """Find a hex."""
    return BOARD.parse(label)


def field(
    *units: dict[str, Any],
    options: dict[str, Any] | None = None,
    phase: str = "combat",
    to_move: str = "french",
    **given: object,
) -> Field:
    """Lay a position out, as a case would, and play to its first question or roll."""
    written = {"units": list(units), "phase": phase, "to_move": to_move, **given}
    position = msgspec.convert(written, Given)
    chosen = CcnOptions(**(options or {}))
    setup = CcnCasebook().arrange(position, chosen)
    rules: Ruleset[Any, Any] = Ruleset(CCN, position.scenario, chosen, setup.content, setup.seats)
    tape: list[Emitted] = []
    game: AnyGame = Game([Ctx(rules, setup.world, tape=tape)], None, tape)
    game.start(setup.first)
    return Field(game)


def played(card: str, *units: dict[str, object], **given: object) -> Field:
    """Let the French play a card from their hand."""
    position: dict[str, object] = {
        "phase": "command",
        "hands": {"french": [card, "rally"], "allied": ["forward"]},
        **given,
    }
    battle = field(*units, **position)  # type: ignore[arg-type]
    return battle.do(PlayCard(card))
