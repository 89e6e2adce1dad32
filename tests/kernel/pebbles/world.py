from typing import Annotated, ClassVar, TypeAlias

from msgspec import Struct

from walstatt.kernel.ctx import Ctx
from walstatt.kernel.ids import Seat
from walstatt.kernel.ledger import Quantity, Stage, contributes
from walstatt.kernel.options import Options, about
from walstatt.kernel.world import World

ANN, BOB, CID, DAN = Seat("ann"), Seat("bob"), Seat("cid"), Seat("dan")


class PebbleOptions(Options, frozen=True):
    presets: ClassVar = {"greedy": {"greed": 2}}

    greed: Annotated[int, about("PEB-2")] = 0


class Ground(Struct, frozen=True):
    most: int
    """How many pebbles may be taken at once."""


class PebbleWorld(World):
    heaps: dict[int, int]
    taken: dict[Seat, int]
    tricks: dict[Seat, tuple[str, ...]]
    rerolls: dict[Seat, int]
    hands: dict[Seat, tuple[str, ...]]
    bag: tuple[str, ...] = ("black", "red", "white")
    result: str = ""


PebbleCtx: TypeAlias = Ctx[PebbleWorld, Ground, PebbleOptions]


class Reach(Struct, frozen=True):
    """Who wants to take how many."""

    most: int
    greed: int


LIMIT: Quantity[Reach] = Quantity("pebbles.limit", "PEB-2", (Stage("base"), Stage("more")))


@contributes(LIMIT, "PEB-2", "base")
def hands_are_small(reach: Reach) -> int:
    return reach.most


@contributes(LIMIT, "PEB-2.1", "more", when=lambda options: options.greed > 0)
def greed_takes_more(reach: Reach) -> int:
    return reach.greed


def most_at_once(ctx: PebbleCtx) -> int:
    return ctx.reckon(LIMIT, Reach(ctx.content.most, ctx.options.greed)).total


def grab(world: PebbleWorld, seat: Seat, heap: int, count: int) -> None:
    world.heaps[heap] -= count
    world.taken[seat] += count
