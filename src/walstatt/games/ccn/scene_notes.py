"""What is told about a battle beside its board: battle notes, and where its values come from."""

from __future__ import annotations

from collections.abc import Iterator

from walstatt.games.ccn.content import Exit, Objective, ScenarioFile, SideFile
from walstatt.i18n.catalogue import Message, say
from walstatt.scene.model import Badge, Roster, Row


def about_battle(scenario: str, file: ScenarioFile) -> Roster:
    """Tell what a player reads once, before the battle. CCN-20.2."""
    rows = (
        *_story(scenario, file),
        *(_side(file, side) for side in (file.top, file.bottom)),
        *_specials(file),
        *_goals(file),
        *_exits(file),
        *_origins(file),
    )
    return Roster("battle", say("ccn.battle.title"), rows=rows, folded=True)


def _story(scenario: str, file: ScenarioFile) -> Iterator[Row]:
    date = day_of(file.date) if file.date else None
    yield Row("title", say(f"ccn.scenario.{scenario}"), note=date)
    yield Row("note", say("ccn.battle.note"), note=say(f"ccn.note.{scenario}"))


def day_of(date: str) -> Message:
    """Write a date as people do."""
    year, month, day = date.split("-")
    return say("ccn.date", day=day.lstrip("0"), month=say(f"ccn.month.{month}"), year=year)


def _side(file: ScenarioFile, side: SideFile) -> Row:
    """Tell commander, cards and banners of a side, and whether it moves first."""
    note = say("ccn.battle.side", commander=side.commander, cards=side.cards, n=side.banners)
    first = (Badge("first", text=say("ccn.battle.first")),) if side.army == file.first else ()
    name = say(f"ccn.seat.{side.army}")
    return Row(f"side-{side.army}", name, side.army, note, badges=first)


def _specials(file: ScenarioFile) -> Iterator[Row]:
    for rule in file.special:
        yield Row(f"special-{rule}", say("ccn.battle.special"), note=say(f"ccn.special.{rule}"))


def _goals(file: ScenarioFile) -> Iterator[Row]:
    for number, one in enumerate(file.objectives, 1):
        place = say(f"ccn.place.{one.name}" if one.name else "ccn.battle.objective")
        name = say("ccn.goal_of", place=place, cells=" ".join(one.at))
        yield Row(f"objective-{number}", name, note=goal_text(one))


def goal_text(one: Objective) -> Message:
    """Say what an objective gives to whom. CCN-3.8."""
    return say(f"ccn.goal.{one.kind}", n=one.banners, seat=say(f"ccn.seat.{one.side}"))


def held_text(one: Objective) -> Message:
    """Say that a side has the banners of an objective now."""
    return say("ccn.held", n=one.banners, seat=say(f"ccn.seat.{one.side}"))


def _exits(file: ScenarioFile) -> Iterator[Row]:
    for one in file.exits:
        name = say("ccn.goal_of", place=say("ccn.battle.exit"), cells=one.at)
        yield Row(f"exit-{one.at}", name, note=exit_text(one))


def exit_text(one: Exit) -> Message:
    """Say who may leave here, and for how many banners. CCN-20.3."""
    seat = say(f"ccn.seat.{one.side}")
    return say("ccn.exit_of", seat=seat, n=one.banners, leader=one.leader_banners)


def _origins(file: ScenarioFile) -> Iterator[Row]:
    """Tell of each value whether it is published or made up."""
    for value, status in file.status.items():
        badge = Badge(status, text=say(f"ccn.status.{status}"))
        yield Row(f"origin-{value}", say(f"ccn.statusof.{value}"), badges=(badge,))
