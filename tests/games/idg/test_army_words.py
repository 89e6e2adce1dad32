"""Everything said about armies has words in both languages, and every word is said."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from walstatt.cli import army_desk, army_lists
from walstatt.games.idg import army_words
from walstatt.games.idg.army_words import army_catalogue
from walstatt.games.idg.list_rules import LIST_RULES
from walstatt.games.idg.lists import army_lists as books
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.prices import POINTS
from walstatt.games.idg.troops import troop_file
from walstatt.i18n.catalogue import LANGUAGES, Catalogue
from walstatt.kernel.ledger import CONTRIBUTORS
from walstatt.kernel.options import make_options, switches

FOLDER = Path(army_words.__file__).parent
WORDS = army_catalogue()
OPTION_WORDS = Catalogue.load({one: [FOLDER / f"options.{one}.yaml"] for one in LANGUAGES})
NAMES = (
    *("troops", "prices", "command", "muster", "army_check", "army_price", "army_words"),
    *("unit_check", "line_check", "general_check", "scenario_check", "list_rules"),
    *("roster", "roster_page", "quick_army"),
)
FILES = (
    *(FOLDER / f"{name}.py" for name in NAMES),
    *(Path(str(one.__file__)) for one in (army_desk, army_lists)),
)


class Call(NamedTuple):
    """A place in the code where something is said; `*` stands for what is filled in."""

    where: str
    id: str
    names: frozenset[str]
    open: bool


def calls() -> Iterator[Call]:
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield from said_by(path.name, node)


def said_by(file: str, node: ast.Call) -> Iterator[Call]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    place = {"say": 0, "refuse": 1, "_word": 1, "_fact": 0}.get(name)
    if place is None or len(node.args) <= place:
        return
    prefix = "idg.roster." if name in ("_word", "_fact") else ""
    given = {one.arg for one in node.keywords if one.arg} - {"at"}
    unread = any(one.arg is None for one in node.keywords)
    for pattern in patterns(node.args[place]):
        yield Call(f"{file}:{node.lineno}", prefix + pattern, frozenset(given), unread)


def patterns(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(str(one.value) if isinstance(one, ast.Constant) else "*" for one in parts)
        case ast.IfExp():
            yield from patterns(node.body)
            yield from patterns(node.orelse)


def strings() -> set[str]:
    found: set[str] = set()
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def test_both_languages_say_the_same_with_the_same_parameters() -> None:
    assert WORDS.problems() == []
    assert OPTION_WORDS.problems() == []


def test_everything_the_code_says_has_words_and_gets_its_parameters() -> None:
    wrong = []
    for call in calls():
        if "*" in call.id or not call.id.startswith("idg."):
            continue
        entry = WORDS.entries["en"].get(call.id)
        if entry is None:
            wrong.append(f"{call.where}: {call.id} has no words")
        elif not call.open and not entry.names <= call.names:
            wrong.append(f"{call.where}: {call.id} needs {sorted(entry.names - call.names)}")
    assert wrong == []


def by_content() -> set[str]:
    """List the names of what the content and the types know."""
    found = {f"idg.list_rule.{one}" for one in LIST_RULES} | {"idg.list.free"}
    for name, book in books().items():
        found.add(f"idg.list.{name}")
        found |= {f"idg.line.{name}.{one}" for one in book.lines}
        found |= {f"idg.upgrade.{name}.{one}" for one in book.upgrades}
        found |= {f"idg.state.{name}.{one}" for one in book.states}
        found |= {f"idg.theatre.{name}.{one}" for one in book.theatres}
        found |= {f"idg.leader.{one}" for one in book.exceptional}
        found |= {f"idg.origin.{one}" for line in book.lines.values() for one in line.origins}
        found |= {f"idg.zone.{one}" for one in book.weather.values()}
        found |= {f"idg.home.{one}" for home in book.home for one in home.terrain}
    file = troop_file()
    found |= {f"idg.class.{one}" for one in file.classes}
    found |= {f"idg.kind.{kind}" for one in file.classes.values() for kind in one.kinds}
    found |= {f"idg.special.{one}" for one in file.special}
    found |= {f"idg.special_text.{one}" for one in file.special}
    found |= {f"idg.equipment.{one}" for one in file.equipment}
    found |= {f"idg.battle.{one}" for one in file.scenarios}
    found |= {f"idg.command.{one}" for one in file.general}
    return found


def test_all_content_has_a_name() -> None:
    assert by_content() - WORDS.ids("en") == set()


def test_every_word_is_said_somewhere() -> None:
    exact = {call.id for call in calls()} | by_content() | {"idg.zone.mediterranean"}
    exact |= {one.message for one in CONTRIBUTORS[POINTS.id]}
    exact |= {f"idg.{one}.name" for one in ("points", "unit_points", "army_points")}
    exact |= {f"idg.zone.{one}" for one in ("sahel_south_asia_south_central_america",)}
    exact |= {f"idg.roster.head_{one}" for one in ("number", "unit", "disorder", "points")}
    exact |= {"idg.armour.none"} | {f"idg.unit.{one}" for one in ("general", "wagons", "baggage")}
    literals = strings()
    unsaid = [
        one
        for one in sorted(WORDS.ids("en"))
        if one not in exact and one not in literals and one.rpartition(".")[2] not in literals
    ]
    assert unsaid == []


def test_german_is_german() -> None:
    """Sentences differ; only names and figures may be the same in both languages."""
    same = [
        one
        for one in WORDS.ids("en")
        if one.startswith("idg.army.no.")
        and WORDS.entries["en"][one].source() == WORDS.entries["de"][one].source()
    ]
    assert same == []


# -- options -------------------------------------------------------------------------------------


def test_every_switch_choice_and_preset_has_a_name() -> None:
    known = switches(IdgOptions)
    wanted = {f"idg.option.{one.name}" for one in known}
    wanted |= {f"idg.choice.{one.name}.{choice}" for one in known for choice in one.choices}
    wanted |= {f"idg.preset.{name}" for name in IdgOptions.presets}
    assert wanted == OPTION_WORDS.ids("en")


def test_every_preset_can_be_made_and_every_switch_names_a_rule() -> None:
    for preset in IdgOptions.presets:
        assert make_options(IdgOptions, {}, preset) != IdgOptions()
    assert all(one.rule.startswith("IDG-") for one in switches(IdgOptions))
