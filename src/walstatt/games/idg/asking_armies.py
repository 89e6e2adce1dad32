"""What can be asked in cases about troops and armies: prices, legality, budgets, weather."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from walstatt.games.idg.army import Army, budget, budget_against
from walstatt.games.idg.army_check import (
    check,
    home_terrains,
    meeting_flaws,
    periods_of,
    tolerance,
)
from walstatt.games.idg.army_file import army_from, mustered, ready_armies
from walstatt.games.idg.army_price import price as army_price
from walstatt.games.idg.dismounting import on_foot
from walstatt.games.idg.given import BattleWord, GivenTroops, StratagemWord, Troops
from walstatt.games.idg.given_words import BATTLES, STRATAGEMS, name_of, word_of, zone_named
from walstatt.games.idg.prices import ElementPrice, element_price
from walstatt.games.idg.stratagems import TRICKS
from walstatt.games.idg.troop_words import profile_said, troops_said
from walstatt.games.idg.troops import CommandType, Profile, Role, troop_flaws
from walstatt.games.idg.unit_layout import profile_from
from walstatt.games.idg.weather import ADDED, Season, weather_for
from walstatt.games.idg.world import IdgCtx
from walstatt.kernel.casebook import Question
from walstatt.kernel.decisions import Violation
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ledger import Ledger

# -- what is asked ---------------------------------------------------------------------------------


class PriceQuestion(GivenTroops, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What does an element cost, with its lines (ledger `points`)? Or a whole army?"""

    general: CommandType | None = None
    """The command type of the army whose general's element this is."""
    exceptional: bool = False
    printed: int | None = None
    """What the army list says it costs."""
    army: str | dict[str, Any] = ""
    """Instead of troops: a ready army by its id, or as in an army file (ledger `army_points`)."""


class ArmyQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A question about an army: a ready one by its id, or as in an army file."""

    army: str | dict[str, Any]


class TroopsQuestion(GivenTroops, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question about troops."""


class MeetQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """By which rules may two armies not meet?"""

    red: str | dict[str, Any]
    blue: str | dict[str, Any]


class BudgetQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """How many points has a side: as recommended, or against an enemy who has so many?"""

    battle: BattleWord
    role: Role
    enemy: int | None = None


class WeatherQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Which weather does a roll bring?"""

    zone: str
    """As the rulebook calls it: `west and central Europe`, `Mediterranean`."""
    season: Season
    roll: int


class StratagemQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """What must be rolled for a stratagem to work?"""

    stratagem: StratagemWord


class MeleeResultQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """What comes of a difference between two totals in melee?"""

    difference: int
    winner: Troops = Troops("warriors")
    loser: Troops = Troops("warriors")


class ShotResultQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """What comes of a modified shooting roll?"""

    total: int
    target: Troops = Troops("warriors")


# -- answering -------------------------------------------------------------------------------------


def army_named(army: str | dict[str, Any]) -> Army:
    """Find a ready army, or read one."""
    if isinstance(army, str):
        if army not in ready_armies():
            known = ", ".join(ready_armies())
            raise BadRequest(f"there is no ready army {army!r}; there are: {known}")
        return ready_armies()[army]
    return army_from({"walstatt-army": 1, "game": "idg", "name": "", **army})


def ask_price(ctx: IdgCtx, question: PriceQuestion) -> Ledger:
    """Price troops, or an army."""
    if question.army:
        return army_price(army_named(question.army), ctx.options)
    query = ElementPrice(
        legal_profile(question), question.printed, question.general, question.exceptional
    )
    return element_price(query, ctx.options)


def legal_profile(question: GivenTroops) -> Profile:
    """Read troops, which there must be."""
    profile = profile_from(question)
    flaws = troop_flaws(profile)
    if flaws:
        raise BadRequest(f"there are no such troops: {flaws[0].rule}")
    return profile


def rules_of(flaws: list[Violation]) -> list[str]:
    """List the rules that are broken, each once."""
    return sorted({flaw.rule for flaw in flaws})


def ask_army_flaws(ctx: IdgCtx, question: ArmyQuestion) -> list[str]:
    """Judge an army."""
    return rules_of(check(army_named(question.army), ctx.options))


def ask_army_legal(ctx: IdgCtx, question: ArmyQuestion) -> bool:
    """Judge an army."""
    return not check(army_named(question.army), ctx.options)


def ask_command(ctx: IdgCtx, question: ArmyQuestion) -> str:
    """Tell an army's command type."""
    return mustered(army_named(question.army), ctx.options).command


def ask_tolerance(ctx: IdgCtx, question: ArmyQuestion) -> int:
    """Tell by how many points an army may exceed its limit."""
    return tolerance(mustered(army_named(question.army), ctx.options))


def ask_homes(ctx: IdgCtx, question: ArmyQuestion) -> list[str]:
    """List an army's home terrains."""
    del ctx
    return list(home_terrains(army_named(question.army)))


def ask_periods(ctx: IdgCtx, question: ArmyQuestion) -> list[int]:
    """List the periods of an army."""
    del ctx
    return sorted(periods_of(army_named(question.army)))


def ask_meet(ctx: IdgCtx, question: MeetQuestion) -> list[str]:
    """Judge a meeting."""
    armies = army_named(question.red), army_named(question.blue)
    return rules_of(meeting_flaws(*armies, ctx.options))


def ask_troop_flaws(ctx: IdgCtx, question: TroopsQuestion) -> list[str]:
    """Judge whether there are such troops."""
    del ctx
    return rules_of(troop_flaws(profile_from(question)))


def ask_dismounted(ctx: IdgCtx, question: TroopsQuestion) -> dict[str, Any]:
    """Tell what mounted troops are on foot."""
    del ctx
    swords = question.dismounts_as == "swordsmen"
    found = on_foot(legal_profile(question), swordsmen=swords)
    return {
        "type": found.troop,
        "quality": found.quality,
        "armour": found.armour,
        "weapon": found.weapon,
        "subtypes": list(found.subtypes),
        "wild": found.wild,
    }


def ask_budget(ctx: IdgCtx, question: BudgetQuestion) -> int:
    """Tell the points of a side."""
    del ctx
    battle = BATTLES[name_of("battle", question.battle, BATTLES)]
    if question.enemy is None:
        return budget(battle, question.role)
    return budget_against(battle, question.role, question.enemy)


def ask_weather(ctx: IdgCtx, question: WeatherQuestion) -> list[str]:
    """Read the table of weather."""
    zone = zone_named(question.zone)
    return list(weather_for(zone, question.roll + ctx.reckon(ADDED, question.season).total))


def ask_stratagem(ctx: IdgCtx, question: StratagemQuestion) -> int:
    """Tell what a stratagem needs."""
    del ctx
    chosen = word_of("stratagem", question.stratagem, STRATAGEMS)
    return next(needed for trick, (needed, _) in TRICKS.items() if trick == chosen)


def ask_melee_result(ctx: IdgCtx, question: MeleeResultQuestion) -> dict[str, Any]:
    """Read the table of melee results for the loser; equal totals hurt both."""
    from walstatt.games.idg.melee_results import harm_of  # noqa: PLC0415 - melee needs much more

    if question.difference == 0:
        return {"markers": 1, "destroyed": False, "rule": "IDG-11.9.1"}
    winner, loser = (
        profile_said(troops_said(words)) for words in (question.winner, question.loser)
    )
    harm = harm_of(
        abs(question.difference),
        winner_mounted=winner.category == "mounted",
        loser_frail=loser.troop == "skirmisher" or loser.wild,
        at_ten=ctx.options.var_ten_plus_markers,
    )
    return {"markers": harm.markers, "destroyed": harm.lost, "rule": harm.rule}


def ask_shot_result(ctx: IdgCtx, question: ShotResultQuestion) -> dict[str, Any]:
    """Read the table of shooting results."""
    from walstatt.games.idg.shooting_results import struck_by  # noqa: PLC0415

    del ctx
    target = profile_said(troops_said(question.target))
    found = struck_by(question.total, elephant=target.troop == "elephant")
    return {"markers": found.markers, "lost": found.lost, "runs": found.runs}


ARMY_QUESTIONS = (
    Question("price", PriceQuestion, ask_price),
    Question("army_legal", ArmyQuestion, ask_army_legal),
    Question("army_flaws", ArmyQuestion, ask_army_flaws),
    Question("army_command", ArmyQuestion, ask_command),
    Question("army_tolerance", ArmyQuestion, ask_tolerance),
    Question("army_homes", ArmyQuestion, ask_homes),
    Question("army_periods", ArmyQuestion, ask_periods),
    Question("army_meeting", MeetQuestion, ask_meet),
    Question("troop_flaws", TroopsQuestion, ask_troop_flaws),
    Question("dismounted", TroopsQuestion, ask_dismounted),
    Question("budget", BudgetQuestion, ask_budget),
    Question("weather", WeatherQuestion, ask_weather),
    Question("stratagem_needed", StratagemQuestion, ask_stratagem),
    Question("melee_result", MeleeResultQuestion, ask_melee_result),
    Question("shooting_result", ShotResultQuestion, ask_shot_result),
)
