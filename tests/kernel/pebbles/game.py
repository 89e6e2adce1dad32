"""The game of Pebbles as a package exports it."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from msgspec import Struct

from tests.kernel.pebbles.marbles import MARBLES
from tests.kernel.pebbles.procedures import PROCEDURES, Reroll, Table
from tests.kernel.pebbles.tricks import Crow, Meddle
from tests.kernel.pebbles.world import (
    ANN,
    BOB,
    CID,
    DAN,
    Ground,
    PebbleCtx,
    PebbleOptions,
    PebbleWorld,
)
from walstatt.i18n.catalogue import Catalogue, say
from walstatt.kernel.chance import Outcomes, Request
from walstatt.kernel.decisions import Decision
from walstatt.kernel.definition import GameDef, Ruleset, Scenario, Setup
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.frames import Frame
from walstatt.kernel.ids import Seat
from walstatt.kernel.rulebook import Rulebook, RuleEntry, RuleFile

Rosters: TypeAlias = Mapping[Seat, dict[str, Any]]


MANY = {"one": (ANN,), "three": (ANN, BOB, CID), "four": (ANN, BOB, CID, DAN)}


class PebbleView(Struct, frozen=True):
    seat: Seat | None
    heaps: dict[int, int]
    taken: dict[Seat, int]
    tricks: dict[Seat, tuple[str, ...]]
    rerolls: dict[Seat, int]
    own: tuple[str, ...]
    unseen: tuple[str, ...]
    """What lies in the bag and in the hands of others, sorted."""
    hands: dict[Seat, int]


class Pebbles(GameDef[PebbleWorld, Ground, PebbleOptions, PebbleView]):
    id = "pebbles"
    world_type = PebbleWorld
    options_type = PebbleOptions
    view_type = PebbleView
    runaway = 20

    def scenarios(self) -> Mapping[str, Scenario]:
        of_many = {f"{what} of {many}" for what in PROCEDURES for many in MANY}
        return {
            what: Scenario(what, say("pebbles.scenario"), MANY.get(what.split()[-1], (ANN, BOB)))
            for what in (*PROCEDURES, *sorted(of_many))
        }

    def setup(
        self, scenario: str, options: PebbleOptions, rosters: Rosters
    ) -> Setup[PebbleWorld, Ground]:
        if options.greed > 9:
            raise BadRequest("nobody can be as greedy as that")
        seats = self.scenario(scenario).seats
        brought = {seat: rosters.get(seat, {}) for seat in seats}
        world = PebbleWorld(
            heaps={1: 3, 2: 1},
            taken={seat: brought[seat].get("taken", 0) for seat in seats},
            tricks={seat: tuple(brought[seat].get("tricks", ())) for seat in seats},
            rerolls={seat: brought[seat].get("rerolls", 0) for seat in seats},
            hands=dict.fromkeys(seats, ()),
        )
        first = Table(scenario.partition(" of ")[0])
        return Setup(world, Ground(most=2), first, seats)

    def observe(self, ctx: PebbleCtx, seat: Seat | None) -> PebbleView:
        world = ctx.world
        others = [stones for one, stones in world.hands.items() if one != seat]
        return PebbleView(
            seat,
            dict(world.heaps),
            dict(world.taken),
            dict(world.tricks),
            dict(world.rerolls),
            world.hands[seat] if seat is not None else (),
            tuple(sorted(sum(others, world.bag))),
            {one: len(stones) for one, stones in world.hands.items()},
        )

    def redeterminise(
        self, rules: Ruleset[Ground, PebbleOptions], view: PebbleView, rng: Random
    ) -> PebbleWorld:
        stones = list(view.unseen)
        rng.shuffle(stones)
        hands = {
            seat: view.own
            if seat == view.seat
            else tuple(stones.pop() for _ in range(view.hands[seat]))
            for seat in rules.seats
        }
        return PebbleWorld(
            dict(view.heaps),
            dict(view.taken),
            dict(view.tricks),
            dict(view.rerolls),
            hands,
            tuple(sorted(stones)),
        )

    @cached_property
    def rulebook(self) -> Rulebook:
        return Rulebook(RuleFile("PEB", (RuleEntry("PEB-1", "Take.", "Nimm."),)))

    @cached_property
    def catalogue(self) -> Catalogue:
        return Catalogue({})

    def content_paths(self) -> tuple[Path, ...]:
        return (Path(__file__),)

    def standing(self, ctx: PebbleCtx, seat: Seat) -> list[Decision[Any]]:
        return [Meddle(seat), Crow(seat)] if ctx.world.tricks.get(seat) else []

    def after_roll(self, ctx: PebbleCtx, request: Request, outcome: Outcomes) -> Frame | None:
        if request.purpose != "pebbles.roll.throw" or not ctx.world.rerolls[request.seat]:
            return None
        return Reroll(request.seat, tuple(int(face) for face in outcome))

    def subgames(self) -> Mapping[str, GameDef[Any, Any, Any, Any]]:
        return {"marbles": MARBLES}


PEBBLES = Pebbles()
