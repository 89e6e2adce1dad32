"""Plans that were made already: between a unit's orders and its move nothing changes them."""

from __future__ import annotations

from threading import local
from typing import Any, Final

from msgspec.structs import astuple

from walstatt.games.idg.ai.aims import Aim, Aims
from walstatt.games.idg.ai.bodies import Body
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.land import land_of
from walstatt.kernel.ids import Seat, UnitId


class _Kept(local):
    """The last plan of each side, and what it was made for; for each thread its own."""

    def __init__(self) -> None:
        self.plans = dict[Seat, tuple[tuple[Any, ...], dict[UnitId, Aim]]]()


_KEPT: Final = _Kept()


def aims_of(field: Field) -> Aims:
    """Give the plan of a side, the one it had as long as everybody stands as he stood."""
    aims = Aims(field)
    if field.world.scenario == "siege":
        return aims
    now, known = _seen(field), _KEPT.plans.get(field.seat)
    if known is None or known[0] != now:
        known = _KEPT.plans[field.seat] = now, aims.all
    aims.all = known[1]
    return aims


def _seen(field: Field) -> tuple[Any, ...]:
    """Give all that a plan is made from."""
    world = field.world
    own = tuple(_summed_up(body) for body in field.own)
    return (
        field.weights,
        land_of(field.ctx),
        world.turn,
        world.scenario,
        world.attacker,
        own,
        tuple(field.foes),
    )


def _summed_up(body: Body) -> tuple[Any, ...]:
    """Give all of a unit but whether it is still to be activated, which changes no plan."""
    return astuple(body)[:-1]
