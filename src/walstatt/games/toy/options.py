"""The switches of the toy game."""

from typing import Annotated, Any, ClassVar, Literal

from walstatt.kernel.options import Options, about


class ToyOptions(Options, frozen=True):
    """How long the game is, and how one ambiguous rule is read."""

    rounds: Annotated[int, about("TOY-2.1")] = 6
    target: Annotated[int, about("TOY-7.3")] = 5
    cornered: Annotated[Literal["loses", "stands"], about("TOY-A1")] = "loses"
    reaction_fire: Annotated[bool, about("TOY-3.5")] = True

    presets: ClassVar[dict[str, dict[str, Any]]] = {
        "short": {"rounds": 3, "target": 3},
        "stands": {"cornered": "stands"},
        "no_reactions": {"reaction_fire": False},
    }
