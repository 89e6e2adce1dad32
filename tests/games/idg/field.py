"""Positions of idg for tests: written as in cases, for calling rules directly or playing on."""

from __future__ import annotations

from typing import Any

import msgspec

from tests.games.idg.speaking import SpokenRules
from walstatt.games.idg.content import BLUE, RED, IdgContent
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.positions import INCH, Given, arranged
from walstatt.games.idg.world import Element, IdgCtx, IdgWorld, Unit
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.events import Emitted
from walstatt.kernel.ids import UnitId

__all__ = ["BLUE", "INCH", "RED", "blue", "field", "red", "told"]


class StandIn:
    """Stands for the fixed rules where a test only calls functions of the rules."""

    def __init__(self, content: IdgContent, options: IdgOptions) -> None:
        class _Game:
            id = "idg"

        self.rules: Any = SpokenRules(_Game(), "empty", options, content, (RED, BLUE))  # type: ignore[arg-type]


def red(name: str, kind: str, at: tuple[float, float], **more: object) -> dict[str, Any]:
    """Write a unit of the red side, which faces the top of the table."""
    return {"id": name, "side": "red", "type": kind, "at": at, **more}


def blue(name: str, kind: str, at: tuple[float, float], **more: object) -> dict[str, Any]:
    """Write a unit of the blue side, which faces the bottom."""
    return {"id": name, "side": "blue", "type": kind, "at": at, **more}


class Field:
    """A position whose rules can be called."""

    def __init__(self, ctx: IdgCtx) -> None:
        self.ctx = ctx

    @property
    def world(self) -> IdgWorld:
        """Give the world."""
        return self.ctx.world

    def unit(self, name: str) -> Unit:
        """Find a unit."""
        return self.world.units[UnitId(name)]

    def element(self, name: str) -> Element:
        """Find an element."""
        return self.world.elements[name]


def field(*units: dict[str, Any], options: dict[str, Any] | None = None, **more: Any) -> Field:  # noqa: ANN401
    """Lay out a position: units as written by `red` and `blue`, and whatever else a case gives."""
    given = msgspec.convert({"units": units, **more}, Given, strict=False)
    content, world = arranged(given)
    chosen = msgspec.convert(options or {}, IdgOptions)
    tape: list[Emitted] = []
    return Field(Ctx(StandIn(content, chosen).rules, world, tape=tape))


def told(where: Field) -> list[str]:
    """List the kinds of events that were told."""
    tape = where.ctx.tape or []
    return [str(type(one.event).__struct_config__.tag) for one in tape]
