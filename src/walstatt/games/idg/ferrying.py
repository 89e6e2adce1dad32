"""How embarking, sailing and landing are shown. IDG-17.2."""

from __future__ import annotations

from walstatt.boards.pose import Pose
from walstatt.games.idg.activating import Disembark, Embark, Sail
from walstatt.games.idg.boats import boat_places, on_foot, shore_places
from walstatt.games.idg.ghosts import ghosts_of, point_at
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.world import ElementId, IdgCtx, shown
from walstatt.kernel.decisions import do_of
from walstatt.kernel.prompts import Choice, Ghost, Target


def ferry_choice(ctx: IdgCtx, answer: Embark | Sail | Disembark) -> Choice:
    """Take a unit in hand; who embarks or lands is shown where he would be."""
    word, of = do_of(answer), Target("piece", shown(ctx, answer.unit)[0])
    if isinstance(answer, Sail):
        word = "sail" if answer.column == "good" else "sail_slowly"
        label = ctx.say(f"do.{word}", unit=unit_name(ctx, answer.unit))
        return Choice(label, Target("button", word), rolls=True, of=of)
    if isinstance(answer, Disembark) and answer.attack:
        word = "disembark_to_fight"
    label = ctx.say(f"do.{word}", unit=unit_name(ctx, answer.unit))
    there, places = ferried(ctx, answer)
    if not places:
        return Choice(label, Target("button", word), of=of)
    element, pose = next(iter(places.items()))
    return Choice(label, point_at(there, element, pose), of=of)


def ferry_ghosts(ctx: IdgCtx, answer: Embark | Disembark) -> tuple[Ghost, ...]:
    """Show where a unit would be that embarks or lands."""
    there, places = ferried(ctx, answer)
    return ghosts_of(there, places)


def ferried(ctx: IdgCtx, answer: Embark | Disembark) -> tuple[IdgCtx, dict[ElementId, Pose]]:
    """Give the places, and the riders as they are on foot."""
    if isinstance(answer, Embark):
        return on_foot(ctx, answer.unit), boat_places(ctx, answer.unit, answer.way) or {}
    return ctx, shore_places(ctx, answer.unit, answer.way, attack=answer.attack) or {}
