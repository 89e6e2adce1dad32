"""The battlefield as a scene: table, elements, what is drawn over it and what lies beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from walstatt.games.idg.content import BLUE, RED, SEATS, IdgContent
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.scene_ground import board_of
from walstatt.games.idg.scene_overlays import overlays_of
from walstatt.games.idg.scene_pieces import pieces_of
from walstatt.games.idg.scene_trays import side_name, trays_of
from walstatt.games.idg.view import IdgView
from walstatt.games.idg.world import IdgCtx, Phase, enemy_of, fielded
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.definition import Ruleset
from walstatt.kernel.ids import Seat
from walstatt.scene.model import Scene, Side

TURN: Final[tuple[str, ...]] = (
    "rally",
    "arrivals",
    "retreats",
    "move",
    "shooting",
    "melee",
    "morale",
)
SHOWN_AS: Final[dict[Phase, str]] = {
    "season": "sides",
    "weather": "rally",
    "announcing": "arrivals",
    "move_start": "move",
    "victory": "morale",
}
"""Short phases that are shown as part of a neighbour."""


def seen(rules: Ruleset[IdgContent, IdgOptions], view: IdgView) -> IdgCtx:
    """Give what a seat sees as a battle whose rules can be asked."""
    return Ctx(rules, view.world)


def scene_of(rules: Ruleset[IdgContent, IdgOptions], view: IdgView) -> Scene:
    """Show the battle as a seat sees it."""
    ctx = seen(rules, view)
    phase = SHOWN_AS.get(view.world.phase, view.world.phase)
    phases = TURN if view.world.turn else preparations(ctx, phase)
    return Scene(
        boards=(board_of(ctx),),
        sides=tuple(side_of(ctx, seat) for seat in SEATS),
        pieces=tuple(pieces_of(ctx, view.seat)),
        overlays=tuple(overlays_of(ctx, view.seat)),
        trays=tuple(trays_of(ctx, view.seat)),
        phases=tuple(say(f"idg.phase.{one}") for one in phases),
        phase=phases.index(phase) if phase in phases else 0,
        status=tuple(status_of(ctx)),
    )


def preparations(ctx: IdgCtx, now: str) -> tuple[str, ...]:
    """List what is done before the first turn of this battle, in order."""
    content, scenario = ctx.content, ctx.world.scenario
    steps = {
        "roles": content.diced,
        "layout": not content.ground_given,
        "works": scenario in ("raid", "siege") and not content.deployed,
        "stratagems": ctx.options.opt_stratagems and scenario == "open_battle",
        "deployment": not content.deployed,
        "sides": True,
    }
    return tuple(step for step, needed in steps.items() if needed or step == now)


MARKS: Final[dict[Seat, str]] = {RED: "A", BLUE: "B"}
"""Letters, as armies wear the colours of their lists and not of their seats."""


ALIKE: Final[dict[str, frozenset[str]]] = {
    "classical_greeks": frozenset({"carthaginians", "vikings"}),
    "early_achaemenid_persians": frozenset({"seljuks", "late_sung"}),
    "romans_punic_wars": frozenset(
        {"early_germans", "early_imperial_romans", "seljuks", "mongols"}
    ),
    "early_germans": frozenset({"early_imperial_romans", "anglo_saxons", "seljuks", "mongols"}),
    "early_imperial_romans": frozenset({"mongols"}),
    "anglo_saxons": frozenset({"vikings"}),
}
"""Lists whose colours not everybody can tell apart."""


def side_of(ctx: IdgCtx, seat: Seat) -> Side:
    """Show a seat with the list of its army, whose livery it wears.

    Where both armies look alike, blue wears its second colours.
    """
    book, other = (fielded(ctx, one).list for one in (seat, enemy_of(seat)))
    second = seat == BLUE and look_alike(book, other)
    livery = f"idg.{book}/2" if second else f"idg.{book}"
    return Side(seat, side_name(ctx, seat), livery, mark=MARKS[seat])


def look_alike(one: str, other: str) -> bool:
    """Would two armies wear the same colours, or colours that are hard to tell apart?"""
    return one == other or other in ALIKE.get(one, ()) or one in ALIKE.get(other, ())


def status_of(ctx: IdgCtx) -> Iterator[Message]:
    """Tell the turn, whose unit is next, and weather and wind as far as they matter."""
    world = ctx.world
    battle = say(f"idg.battle.{world.scenario}")
    if not world.turn:
        yield say("idg.scene.before", battle=battle)
    else:
        yield say("idg.scene.turn", n=world.turn, battle=battle)
    if world.turn and world.phase == "move" and world.active:
        yield say("idg.scene.active", seat=say(f"idg.seat.{world.active}"))
    if world.weather and world.weather != ("good",):
        yield say("idg.scene.weather", weather=weather_words(world.weather))
    if world.wind >= 0:
        yield say("idg.scene.wind", where=say(f"idg.wind.{world.wind}"))


def weather_words(weather: tuple[str, ...]) -> Message:
    """Say the weather, of which there may be two kinds at once."""
    first, *rest = (say(f"idg.weather.{one}") for one in weather)
    return say("idg.weather.both", a=first, b=rest[0]) if rest else first
