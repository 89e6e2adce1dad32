"""`walstatt army`: every command about armies with its parameters."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

from cyclopts import App

from walstatt.cli.commands import Json, Language, Switches
from walstatt.cli.describing import about, examples

_examples = partial(examples, "walstatt army")

Army: TypeAlias = Annotated[
    str, about("An army file, or a ready army; `walstatt army list --ready` names those.")
]
Force: TypeAlias = Annotated[bool, about("Write over a file that exists.")]

army: Final = App(
    name="army",
    help="Armies for In Death Ground: make one, check it, price it, print it.",
    help_epilogue=_examples(
        "list", "new vikings > mine.yaml", "check mine.yaml", "print mine.yaml --html mine.html"
    ),
)


@army.command(
    name="list", help_epilogue=_examples("list", "list carthaginians --lang de", "list --ready")
)
def list_(
    name: Annotated[str | None, about("The id of a list; without it all lists.")] = None,
    /,
    *,
    ready: Annotated[bool, about("List the armies that are ready to play.")] = False,
    json: Json = False,
    lang: Language = None,
) -> None:
    """List the army lists, print one of them, or name the ready armies."""
    from walstatt.cli.army_lists import tell_list, tell_lists, tell_ready

    if ready:
        tell_ready(name, lang, as_json=json)
    elif name is None:
        tell_lists(lang, as_json=json)
    else:
        tell_list(name, lang, as_json=json)


@army.command(
    help_epilogue=_examples(
        "new carthaginians > mine.yaml",
        "new seljuks --points 450 --seed 7 --out mine.yaml",
        "new late_sung --scenario siege --role defender",
    )
)
def new(
    name: Annotated[str, about("The id of a list; `walstatt army list` names them.")],
    /,
    *,
    points: Annotated[
        int | None, about("How many points; without it those of the scenario, such as 450.")
    ] = None,
    scenario: Annotated[
        Literal["ambush", "open_battle", "raid", "siege"],
        about("For which scenario; without it an open battle."),
    ] = "open_battle",
    role: Annotated[
        Literal["attacker", "defender"], about("For which role; without it the attacker's.")
    ] = "attacker",
    year: Annotated[int | None, about("The year, before Christ negative; without it any.")] = None,
    state: Annotated[str | None, about("The state or tribe; without it any.")] = None,
    seed: Annotated[
        int | None, about("The same seed makes the same army; without it chance.")
    ] = None,
    out: Annotated[Path | None, about("Write it to this file, not to the screen.")] = None,
    force: Force = False,
    option: Switches = (),
    json: Json = False,
    lang: Language = None,
) -> None:
    """Make a legal army of a list and print it as an army file, to be changed and mailed."""
    from walstatt.cli.army_desk import Wish, make_army

    wish = Wish(name, points, scenario, role, year, state or "", seed, out, force, option)
    make_army(wish, lang, as_json=json)


@army.command(help_epilogue=_examples("check mine.yaml", "check mine.yaml --option opt_dates=yes"))
def check(
    army: Army, /, *, option: Switches = (), json: Json = False, lang: Language = None
) -> int:
    """Say whether an army is legal, and if not, every reason; the exit code is 0 only if it is."""
    from walstatt.cli.army_desk import check_army

    return check_army(army, option, lang, as_json=json)


@army.command(help_epilogue=_examples("price mine.yaml", "price mine.yaml --json"))
def price(
    army: Army, /, *, option: Switches = (), json: Json = False, lang: Language = None
) -> None:
    """Tell what an army costs: every unit, every element, every extra with its rule."""
    from walstatt.cli.army_desk import price_army

    price_army(army, option, lang, as_json=json)


@army.command(
    name="print", help_epilogue=_examples("print mine.yaml", "print mine.yaml --html mine.html")
)
def print_(
    army: Army,
    /,
    *,
    html: Annotated[Path | None, about("Write a page for printing to this file.")] = None,
    force: Force = False,
    option: Switches = (),
    json: Json = False,
    lang: Language = None,
) -> None:
    """Print the roster of an army, as text or as a page."""
    from walstatt.cli.army_desk import print_army

    print_army(army, html, option, lang, force=force, as_json=json)
