"""Small scenes of every kind; all words are given verbatim, so the shared catalogue says them."""

from walstatt.boards.hex import HexLayout, Run, rectangle
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.ids import Seat
from walstatt.kernel.prompts import Choice, Prompt, Target
from walstatt.scene.model import (
    AnyOverlay,
    Area,
    AreaBoard,
    AtArea,
    AtPoint,
    Badge,
    Card,
    Cell,
    Count,
    Counter,
    Counters,
    Edge,
    Ground,
    Hand,
    HexBoard,
    InTray,
    Link,
    Marker,
    Marks,
    Matrix,
    Note,
    Path,
    Piece,
    Pool,
    Ring,
    Roster,
    Row,
    Scene,
    Sector,
    Shape,
    Side,
    Sight,
    Strip,
    Stroke,
    TableBoard,
    Track,
    on,
)

BLUE, RED, GREEN = Seat("blue"), Seat("red"), Seat("green")


def word(text: str) -> Message:
    return say("scene.text", text=text)


SIDES = (Side(BLUE, word("Blue")), Side(RED, word("Red")))

POINTY = HexLayout("pointy", "even", (Run(1, 4), Run(2, 3), Run(3, 4)))
FLAT = HexLayout("flat", "even", rectangle(4, 3), separator="", digits=2)

TRAYS = (
    Hand(
        "hand", word("Hand of Blue"), BLUE, (Card("c1", word("Attack"), word("Order three.")),), 2
    ),
    Pool("lost", word("Lost"), counts=(Count("inf", 3, word("infantry")),)),
    Pool("box", word("Reserve")),
    Track("turns", word("Turn"), first=1, last=8, markers=(Marker("now", 3, word("now")),)),
    Roster(
        "units", word("Units"), rows=(Row("r1", word("Guard"), BLUE, word("fresh"), now=3, most=4),)
    ),
    Matrix(
        "talks",
        word("Politics"),
        columns=(word("Blue"), word("Red")),
        heads=(word("Blue"), word("Red")),
        rows=((None, word("war")), (word("war"), 7)),
    ),
    Counters("won", word("Banners"), counters=(Counter("b", word("Blue"), 2, 5, BLUE),)),
)

PROMPT = Prompt(
    BLUE,
    "order",
    word("Choose a unit, or pass."),
    (
        Choice(word("March"), Target("cell", "5")),
        Choice(word("Fight the horse"), Target("piece", "u2"), rolls=True),
        Choice(word("Play"), Target("card", "c1")),
        Choice(word("Pass")),
    ),
)
OFFER = Prompt(BLUE, "rally", word("Rally?"), (Choice(word("Rally")),), standing=True)

MARKS: tuple[AnyOverlay, ...] = (
    Marks("select", cells=(0,)),
    Marks("reach", cells=(1, 5), numbers=(1, 2)),
    Path("last", via=(on(8), on(4))),
    Sight("range", start=on(0), end=on(2), blocked=on(1), label=word("seen")),
    Note("note", at=on(10), label=word("ford")),
)


def hex_pieces() -> tuple[Piece, ...]:
    return (
        Piece("u1", "x/LN", on(0), BLUE, word("line"), facing=6000, now=4, most=4),
        Piece("l1", "x/leader", on(0), BLUE, word("Ney"), inside="u1"),
        Piece("u2", "x/HC", on(2), RED, word("heavy horse"), now=3, badges=(Badge("disorder", 2),)),
        Piece("u3", "x/PH", on(8, 9), RED, word("phalanx"), facing=0, now=10),
        Piece("u4", "x/LN", on(4), RED, hidden=True),
        Piece("ob", "x/mark", on(10), name=word("objective")),
        Piece("gh", "x/LN", on(5), BLUE, word("line"), ghost=True),
    )


def hex_scene(layout: HexLayout = POINTY) -> Scene:
    cells = (
        Cell(1, ("forest",), name=word("Old wood")),
        Cell(2, ("hill",), level=2, owner=RED),
        Cell(6, ("town", "river")),
    )
    board = HexBoard("map", layout, cells, (Edge(0, 1, ("stream",)),), (Stroke("road", (4, 5, 6)),))
    return Scene(
        boards=(board,),
        sides=SIDES,
        pieces=hex_pieces(),
        overlays=MARKS,
        trays=TRAYS,
        phases=(word("Move"), word("Fight")),
        phase=1,
        status=(word("Turn 3 of 8"),),
        prompt=PROMPT,
        standing=(OFFER,),
        log=(word("Blue marches."), word("Red waits.")),
    )


def area_scene() -> Scene:
    board = AreaBoard(
        "europe",
        1000,
        800,
        (
            Area(
                "par",
                word("Paris"),
                (100, 100),
                terrain=("land",),
                owner=BLUE,
                badges=(Badge("capital"),),
            ),
            Area("bav", word("Bavaria"), (300, 120), terrain=("land",), owner=GREEN, occupier=BLUE),
            Area("sea", word("North Sea"), (90, 20), terrain=("sea",)),
        ),
        (Link("par", "bav"), Link("par", "sea", "sea")),
    )
    stack = (Count("inf", 6, word("infantry")), Count("cav", 2, word("cavalry")))
    pieces = (
        Piece("a1", "army", AtArea("bav"), BLUE, word("Grand Army"), "AR", counts=stack),
        Piece("n", "leader", AtArea("bav"), BLUE, word("Napoleon"), "LD", inside="a1"),
        Piece("f1", "fleet", AtArea("sea"), RED, word("Fleet"), "FL", now=3),
        Piece("x", "inf", InTray("box"), RED, word("infantry"), "IN", now=1),
    )
    prompt = Prompt(
        BLUE,
        "march",
        word("Where to?"),
        (Choice(word("March"), Target("area", "par")), Choice(word("Halt"))),
    )
    return Scene(
        boards=(board,),
        sides=(*SIDES, Side(GREEN, word("Green"), mark="N")),
        pieces=pieces,
        overlays=(Marks("reach", areas=("par",)), Path("last", via=(AtArea("par"), AtArea("bav")))),
        trays=(Pool("box", word("Reserve")),),
        prompt=prompt,
    )


OVER_TABLE: tuple[AnyOverlay, ...] = (
    Sector("range", at=(4000, 2200), facing=0, width=9000, radius=1500, label=word("bow")),
    Ring("command", at=(1000, 2000), radius=500),
    Strip("reach", start=(4000, 2200), end=(4000, 1500), width=1200, left=200),
    Shape("objective", outline=((5200, 200), (5900, 200), (5900, 700))),
    Path("last", via=(AtPoint(100, 2900), AtPoint(900, 2900))),
    Sight("target", start=AtPoint(4000, 2200), end=AtPoint(2000, 400)),
    Marks("select", pieces=("t1",)),
    Note("note", at=AtPoint(5000, 1000), label=word("gap")),
)


def table_scene() -> Scene:
    board = TableBoard(
        "table",
        6096,
        3048,
        (
            Ground(
                "w1",
                "forest",
                ((200, 200), (2200, 200), (2200, 1400), (200, 1400)),
                holes=(((800, 600), (1500, 600), (1500, 1000), (800, 1000)),),
                name=word("Old wood"),
            ),
            Ground("h1", "hill", ((4300, 2300), (5900, 2300), (5900, 2900), (4300, 2900)), level=1),
        ),
        (Stroke("river", points=((3000, 0), (3200, 3047)), width=200),),
    )
    pieces = (
        Piece(
            "t1", "spears", AtPoint(4000, 2200), BLUE, word("Spears"), "SP", 0, (1200, 600), now=4
        ),
        Piece("t2", "horse", AtPoint(2500, 1800), RED, word("Horse"), "HO", 4500, (1000, 400)),
        Piece("t3", "general", AtPoint(6090, 100), RED, word("General"), "GEN", 18000, (100, 100)),
    )
    choices = (Choice(word("Advance"), Target("point", "4000,1500")), Choice(word("Stand")))
    prompt = Prompt(BLUE, "move", word("Move the spears."), choices, "drag-pose")
    return Scene(boards=(board,), sides=SIDES, pieces=pieces, overlays=OVER_TABLE, prompt=prompt)


def big_scene() -> Scene:
    """A board of 13 by 9 with 40 units, every cell with terrain, and 60 choices."""
    layout = HexLayout("pointy", "even", rectangle(9, 13))
    kinds = ("forest", "hill", "town", "river")
    cells = tuple(Cell(n, (kinds[n % 4],), level=n % 3) for n in range(117))
    pieces = tuple(
        Piece(
            f"unit-{n}",
            f"x/{('LN', 'LC', 'FA')[n % 3]}",
            on(n * 2),
            (BLUE, RED)[n % 2],
            word(f"Regiment {n}"),
            facing=6000 * (n % 6),
            now=n % 4 + 1,
            most=4,
            badges=(Badge("disorder", n % 3),),
            labels=(word(f"Colonel {n}"),),
        )
        for n in range(40)
    )
    choices = tuple(
        Choice(word(f"March to {n}"), Target("cell", str(n)), {"do": "go", "to": n})
        for n in range(60)
    )
    prompt = Prompt(BLUE, "march", word("Where to?"), choices)
    return Scene(
        boards=(HexBoard("map", layout, cells),),
        sides=SIDES,
        pieces=pieces,
        trays=TRAYS,
        prompt=prompt,
        log=tuple(word(f"Regiment {n} marches.") for n in range(20)),
    )
