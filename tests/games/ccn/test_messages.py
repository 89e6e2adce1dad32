"""Every sentence there is is said somewhere, and everything said has a sentence."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from tests.conformance.complaints import complaint
from walstatt.games.ccn import game as ccn_game
from walstatt.games.ccn.content import card_types, scenario_files, terrains, troop_file
from walstatt.games.ccn.game import CCN
from walstatt.games.ccn.odds import BATTLE_DIE
from walstatt.games.ccn.options import CcnOptions
from walstatt.games.ccn.report import IN_WORDS, told
from walstatt.i18n.catalogue import LANGUAGES, Catalogue, Message, say
from walstatt.kernel.chance import Draw, Roll
from walstatt.kernel.decisions import Answer, Decision
from walstatt.kernel.events import DrawnUnseen, Event, Forced, Rolled
from walstatt.kernel.ids import Seat
from walstatt.kernel.ledger import CONTRIBUTORS
from walstatt.kernel.match import Match
from walstatt.kernel.options import make_options, switches
from walstatt.scene.playable import stage
from walstatt.scene.text import render
from walstatt.workshop.conformance.faces import (
    check_messages,
    check_previews,
    check_rendering,
    messages_in,
)
from walstatt.workshop.playout import random_answer

FOLDER = Path(ccn_game.__file__).parent
FILES = CCN.words
WORDS = Catalogue.load(
    {lang: [FOLDER / f"{one}.{lang}.yaml" for one in FILES] for lang in LANGUAGES}
)
DICE = ("fire", "melee", "back", "leader_check", "escape", "elan", "rally")
CARDS = ("deal", "card", "square")
QUANTITIES = ("ccn.fire_dice", "ccn.melee_dice", "ccn.ignorable_flags")


class Call(Struct, frozen=True):
    """A place in the code where something is said."""

    where: str
    id: str
    """The id as far as it is known: `*` stands for what is filled in."""
    names: frozenset[str]
    open: bool
    """Whether parameters are given that cannot be read here."""


def calls() -> Iterator[Call]:
    """Find everything that the code says."""
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield from said_by(path.name, node)


def said_by(file: str, node: ast.Call) -> Iterator[Call]:
    called = node.func
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    place = {"say": 0, "refuse": 1, "fact": 0}.get(name)
    if place is None or len(node.args) <= place:
        return
    game = "ccn.about." if name == "fact" else "ccn." if isinstance(called, ast.Attribute) else ""
    for pattern in patterns(node.args[place]):
        given = {one.arg for one in node.keywords if one.arg}
        # `at` of a refusal is where it lies, and no word of its sentence.
        names = frozenset(given - {"at"} if name == "refuse" else given)
        unread = any(one.arg is None for one in node.keywords)
        yield Call(f"{file}:{node.lineno}", game + pattern, names, unread)


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
    """List every short string of the code, names of fields and functions included."""
    found: set[str] = set()
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def content_words() -> set[str]:
    """List the names that content fills in."""
    files = scenario_files()
    return {
        *card_types(),
        *terrains(),
        *troop_file().types,
        *troop_file().nations,
        *files,
        *(value for one in files.values() for value in (*one.status, *one.special)),
        *(goal.name for one in files.values() for goal in one.objectives),
        *(mark.name for one in files.values() for mark in one.landmarks),
        *(f"{month:02}" for month in range(1, 13)),
        *BATTLE_DIE.faces,
    }


def fits(message: str, pattern: str, words: set[str]) -> bool:
    before, star, after = pattern.partition("*")
    if not star:
        return message == pattern
    if not (message.startswith(before) and message.endswith(after)):
        return False
    return message[len(before) : len(message) - len(after)] in words


def switch_words() -> set[str]:
    """List the messages that name switches, their choices and the presets."""
    known = switches(CcnOptions)
    found = {f"ccn.option.{one.name}" for one in known}
    found |= {f"ccn.choice.{one.name}.{choice}" for one in known for choice in one.choices}
    return found | {f"ccn.preset.{name}" for name in CcnOptions.presets}


def by_name() -> set[str]:
    """List the messages that are looked for without being named in the code."""
    found = {"ccn.title", "ccn.back_dice.name", "ccn.forced", "ccn.ended"}
    found |= switch_words()
    found |= {f"ccn.seat.{seat}" for seat in ("french", "allied")}
    found |= {f"ccn.badge.{one}" for one in ("fought", "barred", "joined")}
    found |= {f"ccn.who.{seat}" for seat in ("french", "allied")}
    found |= {f"ccn.count.{number}" for number in range(IN_WORDS + 1)}
    found |= {f"ccn.fell.{one}" for one in (*DICE, *CARDS)}
    found |= {f"ccn.unseen.{one}" for one in CARDS}
    found |= {one.word.id for one in CCN.glossary()} | {one.meaning.id for one in CCN.glossary()}
    found |= {one.id for lesson in CCN.lessons() for one in (lesson.title, lesson.text)}
    found |= {f"ccn.sprite.{one}" for one in troop_file().types}
    found |= {f"ccn.ask.{tag}" for tag in CCN.types(Decision)}
    found |= {f"ccn.do.{tag}" for tag in CCN.types(Answer)}
    found |= {tag for tag in CCN.types(Event) if tag.startswith("ccn.")}
    found |= {f"{one}.name" for one in QUANTITIES}
    found |= {one.message for name in QUANTITIES for one in CONTRIBUTORS[name]}
    found |= {f"ccn.roll.{one}" for one in (*DICE, *CARDS)}
    return found


def test_both_languages_say_the_same_with_the_same_parameters() -> None:
    assert WORDS.problems() == []


def test_everything_the_code_says_has_words_and_gets_its_parameters() -> None:
    known, wrong = WORDS.entries["en"], list[str]()
    for call in calls():
        if "*" in call.id or not call.id.startswith("ccn."):
            continue
        entry = known.get(call.id)
        if entry is None:
            wrong.append(f"{call.where}: {call.id} has no words")
        elif not call.open and not entry.names <= call.names:
            wrong.append(f"{call.where}: {call.id} needs {sorted(entry.names - call.names)}")
    assert wrong == []


def test_every_sentence_is_said_somewhere() -> None:
    words = strings() | content_words()
    said = {call.id for call in calls()}
    exact = {one for one in said if "*" not in one} | by_name()
    open_ = {one for one in said if "*" in one}
    unused = [
        one
        for one in sorted(WORDS.ids("en"))
        if one not in exact and not any(fits(one, pattern, words) for pattern in open_)
    ]
    assert unused == []


@pytest.mark.parametrize("tag", sorted(tag for tag in CCN.types(Event) if tag.startswith("ccn.")))
def test_every_event_is_a_sentence(tag: str) -> None:
    fields = {*CCN.types(Event)[tag].__struct_fields__}
    given = fields | {"who"} | ({"count"} if "n" in fields else set())
    for language in LANGUAGES:
        assert WORDS.entries[language][tag].names <= given - {"because"}


def test_every_card_terrain_type_and_switch_has_words() -> None:
    wanted = {f"ccn.{kind}.{card}" for card in card_types() for kind in ("card", "cardtext")}
    wanted |= {f"ccn.terrain.{one}" for one in (*terrains(), "field_works")}
    wanted |= {f"ccn.type.{one}" for one in troop_file().types}
    wanted |= switch_words()
    wanted |= {one.message for name in QUANTITIES for one in CONTRIBUTORS[name]}
    assert wanted - WORDS.ids("en") == set()


def test_questions_and_answers_without_words_of_their_own_have_the_usual_ones() -> None:
    own = [
        one for one in CCN.types(Decision).values() if one.__module__.startswith("walstatt.games")
    ]
    asked = {f"ccn.ask.{tag_of(one)}" for one in own if one.prompt is Decision.prompt}
    done = {
        f"ccn.do.{tag_of(answer)}"
        for one in own
        if one.present is Decision.present
        for answer in one.answers
    }
    assert asked | done <= WORDS.ids("en")
    assert {"ccn.ask.choose_card", "ccn.ask.choose_section"} <= asked
    assert "ccn.do.long_move" in done


def tag_of(kind: type[Any]) -> str:
    return str(kind.__struct_config__.tag)


# -- the battle report ----------------------------------------------------------------------------


def tell(event: Event, language: str) -> str:
    return CCN.catalogue.text(CCN.named(told(event)), language)


def test_dice_are_counted_by_their_faces() -> None:
    request = Roll("ccn.roll.fire", "CCN-8.5.2", BATTLE_DIE, 5, Seat("french"))
    event = Rolled(request, ("SABER", "INF", "FLAG", "INF", "SABER"))
    assert tell(event, "en") == "The French roll 2 infantry, 1 flag, 2 sabers."
    assert tell(event, "de") == "Die Franzosen würfeln 2 Infanterie, 1 Fahne, 2 Säbel."


def test_cards_are_called_by_their_names() -> None:
    pool = ("rally", "elan", "elan")
    request = Draw("ccn.roll.deal", "CCN-2.5", pool, 2, Seat("allied"))
    assert tell(Rolled(request, ("rally", "elan")), "en") == "The Allies take up Élan, Rally."
    one = Draw("ccn.roll.card", "CCN-18.1", pool, 1, Seat("allied"))
    assert tell(Rolled(one, ("rally",)), "de") == "Die Alliierten ziehen: Erholung."


def test_sides_and_small_numbers_are_told_in_words() -> None:
    gained = CCN.types(Event)["ccn.gained"](n=2, seat=Seat("french"), because="CCN-3.8")
    assert tell(gained, "en") == "The French gain two victory banners."
    assert tell(gained, "de") == "Die Franzosen gewinnen zwei Siegesfahnen."
    assert "because" not in told(gained).args
    many = CCN.types(Event)["ccn.gained"](n=IN_WORDS + 1, seat=Seat("allied"))
    assert tell(many, "de") == "Die Alliierten gewinnen 13 Siegesfahnen."


def test_cards_drawn_by_others_are_only_counted() -> None:
    unseen = DrawnUnseen(Seat("allied"), 6, say("ccn.roll.deal"))
    assert tell(unseen, "en") == "The Allies take up six cards."
    one = DrawnUnseen(Seat("french"), 1, say("ccn.roll.card"))
    assert tell(one, "de") == "Die Franzosen ziehen eine Karte."


def test_a_forced_answer_is_told_as_one() -> None:
    forced = Forced(Seat("allied"), "choose_retreat", say("ccn.do.retreat", path="4,5"))
    assert tell(forced, "en") == "The Allies have no choice: back by 4,5."


def test_a_roll_without_dice_is_told_as_the_kernel_does() -> None:
    nothing = Roll("ccn.roll.fire", "CCN-8.5.2", BATTLE_DIE, 0, Seat("french"))
    assert told(Rolled(nothing, ())) == Rolled(nothing, ()).message()


# -- random battles -------------------------------------------------------------------------------

WALKS = [
    ("rolica_1", ""),
    ("manoeuvres", "other_readings"),
    ("river_coa", "older_cards"),
    ("waterloo", "leaders_at_risk"),
    ("vitoria", ""),
]


@pytest.mark.parametrize(("scenario", "preset"), WALKS)
def test_what_is_shown_and_refused_can_be_said(scenario: str, preset: str) -> None:
    options = make_options(CcnOptions, {}, preset)
    for check in (check_messages, check_previews, check_rendering):
        assert complaint(check, CCN, scenario, options, 3) == ""


def can_be_said(messages: Iterator[Message]) -> None:
    for message in messages:
        for language in LANGUAGES:
            assert CCN.catalogue.text(CCN.named(message), language)


@pytest.mark.parametrize(("scenario", "preset"), WALKS)
def test_a_battle_can_be_told_from_beginning_to_end(scenario: str, preset: str) -> None:
    match = Match.start(CCN, scenario, seed=7, options=CcnOptions.presets.get(preset, {}))
    rng = Random(scenario)
    for step in range(600):
        if match.game.outcome is not None:
            break
        seat, answer, kind = random_answer(match.game, rng)
        if step % 20 == 0:
            scene = stage(match.game, seat)
            can_be_said(messages_in(scene))
            assert all(render(scene, CCN.catalogue, lang, 80) for lang in LANGUAGES)
        happened = match.answer(seat, answer, kind)
        can_be_said(told(one.event) for one in happened)
    assert match.game.outcome is None or said_of(match.game.outcome.reason)


def said_of(reason: Message) -> str:
    assert reason == say("ccn.won.banners")
    return CCN.catalogue.text(reason, "de")
