"""Battlefields in answers: a piece without a name is called after its kind, as in `given`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from msgspec.structs import replace

from walstatt.games.idg.land import low_works
from walstatt.games.idg.layout import Add, ChangeLayout, LayPieces
from walstatt.games.idg.works_check import blueprint
from walstatt.games.idg.works_setup import LayWorks
from walstatt.games.idg.world import Feature, IdgCtx

Laid: TypeAlias = LayPieces | LayWorks | ChangeLayout


def pieces_in_full(ctx: IdgCtx, answer: Laid) -> Laid:
    """Number the pieces of an answer that have only their kind for a name, and complete works."""
    if isinstance(answer, LayWorks):
        return replace(answer, pieces=built(ctx, numbered(answer.pieces)))
    if isinstance(answer, LayPieces):
        return replace(answer, pieces=numbered(answer.pieces))
    added = [one.piece for one in answer.changes if isinstance(one, Add)]
    names = iter(numbered(added, ctx.world.ground))
    changes = (Add(next(names)) if isinstance(one, Add) else one for one in answer.changes)
    return ChangeLayout(tuple(changes))


def built(ctx: IdgCtx, works: tuple[Feature, ...]) -> tuple[Feature, ...]:
    """Make works as wide as such works are, and the defender's, where that is not said."""
    plan, low = blueprint(ctx), low_works(works)
    return tuple(
        replace(
            one,
            width=one.width or plan.width(one.kind, low=one.id in low),
            side=one.side or plan.seat,
        )
        for one in works
    )


def numbered(pieces: Iterable[Feature], before: Iterable[Feature] = ()) -> tuple[Feature, ...]:
    """Call the second wood without a name wood2, and so on."""
    there = list(before)
    known = len(there)
    for one in pieces:
        name, n = one.id, 1
        if name == one.kind:
            taken = {other.id for other in there}
            while name in taken:
                n += 1
                name = f"{one.kind}{n}"
        there.append(replace(one, id=name))
    return tuple(there[known:])
