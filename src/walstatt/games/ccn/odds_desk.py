"""The odds of any fire and any melee, and of the leader's fate. CCN-8, CCN-9, CCN-10."""

from __future__ import annotations

from typing import Any, Final, get_args

from msgspec.structs import replace

from walstatt.games.ccn.content import Terrain, Troop, terrains, troops
from walstatt.games.ccn.dice import FIRE, MELEE, AttackDice, Target, rounds_up
from walstatt.games.ccn.odds import (
    AttackRoll,
    attack_roll,
    leader_check_roll,
    leader_falls_chance,
)
from walstatt.games.ccn.options import CcnOptions
from walstatt.games.ccn.world import type_name
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.chance import Roll
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import Seat
from walstatt.kernel.ledger import Ledger, Line
from walstatt.kernel.odds import distribution
from walstatt.kernel.odds_form import (
    Aspect,
    OddsField,
    OddsForm,
    OddsPick,
    Reckoned,
    Row,
    Values,
    choice,
    ledger_of,
    number,
    yes,
)
from walstatt.kernel.options import Options

ROLLER: Final = Seat("")
FURTHEST: Final = 5
CARD_RULE: Final = {False: "CCN-8.4.11", True: "CCN-9.2.15"}
"""Which rule lets cards add dice, to fire and to melee."""


def _words(name: str) -> Message:
    return say(f"ccn.form.{name}")


def _kind(troop: Troop) -> Message:
    return say("ccn.kind", nation=say(f"ccn.nation.{troop.nation}"), type=type_name(troop))


class CcnOdds:
    """Reckons attacks between any two units anywhere."""

    def forms(self) -> tuple[OddsForm, ...]:
        """List fire, melee and the leader's fate."""
        far = number("distance", _words("distance"), 2, FURTHEST, 2)
        moved = yes("moved", _words("moved"))
        fire = OddsForm("fire", _words("fire"), (*_attacker(), moved, far, *_rest(), *_target()))
        guns = number("guns", _words("guns"), 0, 8, 0)
        retiring = yes("retiring", _words("retiring"))
        melee = OddsForm(
            "melee", _words("melee"), (*_attacker(), *_rest(), guns, *_target(), retiring)
        )
        fate = OddsForm(
            "leader", _words("leader_check"), (yes("survives", _words("survives"), default=True),)
        )
        return (fire, melee, fate)

    def reckon(self, form: str, values: Values, options: Options) -> Reckoned:
        """Reckon one of them."""
        match form:
            case "fire" | "melee":
                return _attack(form == "melee", values, options)
            case "leader":
                return _fate(survives=values["survives"])
            case _:
                raise BadRequest(f"there are no odds for {form!r}")


def _attacker() -> tuple[OddsField, ...]:
    return (
        choice("unit", _words("unit"), [OddsPick(one.id, _kind(one)) for one in troops().values()]),
        number("blocks", _words("blocks"), 1, 6, 4),
        yes("square", _words("square")),
        choice("ground", _words("ground"), _grounds(), "clear"),
    )


def _rest() -> tuple[OddsField, ...]:
    return (
        number("card", _words("card"), 0, 4, 0),
        yes("works_out", _words("works_out")),
        yes("works_into", _words("works_into")),
    )


def _target() -> tuple[OddsField, ...]:
    arms = [OddsPick(one, say(f"ccn.form.target_is.{one}")) for one in get_args(Target)]
    return (
        choice("target", _words("target"), arms),
        number("target_blocks", _words("target_blocks"), 1, 6, 4),
        yes("target_square", _words("target_square")),
        yes("target_led", _words("target_led")),
        choice("target_ground", _words("target_ground"), _grounds(), "clear"),
    )


def _grounds() -> list[OddsPick]:
    return [OddsPick(name, say(f"ccn.terrain.{name}")) for name in terrains()]


def _attack(melee: bool, values: Values, options: Options) -> Reckoned:
    troop = troops()[values["unit"]]
    dice = ledger_of(MELEE if melee else FIRE, options, _query(troop, melee, values, options))
    dice = _with_guns(dice, values.get("guns", 0))
    target = values["target"]
    meaning = (
        AttackRoll("leader", 1, melee) if target == "leader" else _reading(troop, melee, values)
    )
    manner, because = ("melee", "CCN-9.3.1") if melee else ("fire", "CCN-8.5.2")
    roll = attack_roll(f"ccn.roll.{manner}", because, ROLLER, dice.total, meaning, dice)
    return Reckoned(roll, _aspects(meaning), _leader(roll, values))


def _reading(troop: Troop, melee: bool, values: Values) -> AttackRoll:
    if values["target"] == "leader":
        return AttackRoll("leader", 1, melee)
    sabers = not troop.no_sabers
    retiring = values.get("retiring", False)
    return AttackRoll(values["target"], values["target_blocks"], melee, sabers, retiring)


def _query(troop: Troop, melee: bool, values: Values, options: Options) -> AttackDice:
    grounds: dict[str, Terrain] = terrains()
    if not isinstance(options, CcnOptions):
        raise BadRequest("these are the options of another game")
    return AttackDice(
        troop,
        values["blocks"],
        int(values.get("moved", False)),
        values.get("distance", 1),
        values["square"],
        values["target"],
        values["target_square"],
        values["card"],
        CARD_RULE[melee],
        grounds[values["ground"]],
        grounds[values["target_ground"]],
        values["works_into"],
        values["works_out"],
        rounds_up(options, troop),
        options.sand_pit_artillery_melee,
    )


def _with_guns(dice: Ledger, guns: int) -> Ledger:
    """Add the dice of batteries that join. CCN-15.2."""
    if not guns:
        return dice
    line = Line("CCN-15.5", _words("guns"), "combined", guns)
    return replace(dice, lines=(*dice.lines, line), total=dice.total + guns)


def _aspects(meaning: AttackRoll) -> tuple[Aspect, ...]:
    def losses(result: Any) -> int:  # noqa: ANN401 - what the reading gives
        return int(result.losses)

    def flags(result: Any) -> int:  # noqa: ANN401
        return int(result.flags)

    def gone(result: Any) -> bool:  # noqa: ANN401
        return bool(result.destroyed)

    wiped = Aspect(_words("end"), gone, lambda one: _words("gone" if one else "stands"))
    if meaning.target == "leader":
        return (wiped,)
    return (
        Aspect(_words("losses"), losses, lambda n: say("ccn.odds.losses", n=n)),
        Aspect(_words("flags"), flags, lambda n: say("ccn.odds.flags", n=n)),
        wiped,
    )


def _leader(roll: Roll[str], values: Values) -> tuple[Row, ...]:
    if not values["target_led"] or values["target"] == "leader":
        return ()
    falls = leader_falls_chance(distribution(roll), ROLLER)
    return (Row(say("ccn.odds.leader_falls"), falls),)


def _fate(*, survives: bool) -> Reckoned:
    def falls(result: Any) -> bool:  # noqa: ANN401 - what the reading gives
        return bool(result.falls)

    name = {True: say("ccn.odds.leader_falls"), False: _words("leader_lives")}
    aspect = Aspect(_words("leader_check"), falls, lambda one: name[one])
    return Reckoned(leader_check_roll(ROLLER, survives=survives), (aspect,))


DESK: Final = CcnOdds()
