"""The battle report: what each line carries besides its words, and which dice are shown as hits."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.ccn.field import FRENCH, british, field, french, leader
from tests.games.ccn.fights import fire
from tests.games.ccn.walks import WALKS
from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.dice import Target
from walstatt.games.ccn.events import Fired, Moved, TurnBegan
from walstatt.games.ccn.game import CCN
from walstatt.games.ccn.odds import AttackRoll, LeaderCheckRoll
from walstatt.games.ccn.options import CcnOptions
from walstatt.games.ccn.world import told_place
from walstatt.i18n.catalogue import LANGUAGES
from walstatt.kernel.events import Deed, Event
from walstatt.kernel.match import Match
from walstatt.workshop.playout import random_answer


@pytest.mark.parametrize(("scenario", "preset"), WALKS)
def test_every_deed_names_its_side_and_a_rule_that_exists(scenario: str, preset: str) -> None:
    match = Match.start(CCN, scenario, seed=5, options=CcnOptions.presets.get(preset, {}))
    rng, deeds = Random(scenario), list[Deed]()
    while match.game.outcome is None and len(match.entries) < 500:
        happened = match.answer(*random_answer(match.game, rng))
        deeds += [one.event for one in happened if isinstance(one.event, Deed)]
    assert len(deeds) > 300
    for deed in deeds:
        shuffled = type(deed).__struct_config__.tag == "ccn.reshuffled"
        assert deed.seat in (*match.game.rules.seats, *([""] if shuffled else []))
        assert not deed.rule or deed.rule in CCN.rulebook.rules


@pytest.mark.parametrize("tag", sorted(tag for tag in CCN.types(Event) if tag.startswith("ccn.")))
def test_the_usual_rule_of_an_event_exists(tag: str) -> None:
    kind = CCN.types(Event)[tag]
    assert issubclass(kind, Deed)
    assert not kind.usual or kind.usual in CCN.rulebook.rules


def test_a_turn_is_a_heading_and_nothing_else_is() -> None:
    heads = {tag for tag, kind in CCN.types(Event).items() if kind.heading}
    assert heads == {"ccn.turn_began"}
    event = TurnBegan(3, seat=FRENCH)
    said = [CCN.catalogue.text(CCN.tell(event), language) for language in LANGUAGES]
    assert said == ["Turn 3: French", "Zug 3: Franzosen"]


def told(events: list[Event], kind: type[Event], language: str) -> str:
    (event,) = (one for one in events if isinstance(one, kind))
    return CCN.catalogue.text(CCN.tell(event), language)


def test_leaders_are_named_with_their_units() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True, leader="Soult"),
        british("b", "LN", "5,7"),
        leaders=[leader("hill", "allied", "5,7")],
    ).do(fire("a", "b"))
    events = [one.event for one in battle.game.tape or ()]
    en = "French line infantry under Soult (5,5) fires at British line infantry under hill (5,7)"
    assert told(events, Fired, "en") == f"{en} with 4 dice."
    de = "Französische Linieninfanterie unter Soult (5,5) feuert mit 4 Würfeln auf "
    assert told(events, Fired, "de") == f"{de}Britische Linieninfanterie unter hill (5,7)."


def test_places_are_called_by_their_names() -> None:
    ctx = Match.start(CCN, "vimiero", seed=1).game.ctx
    town, field_ = (told_place(ctx, BOARD.parse(label)) for label in ("3,6", "6,6"))
    who = CCN.seat_name(FRENCH)
    assert told([Moved(who, town)], Moved, "en") == "French moves to Vimiero (3,6)."
    assert told([Moved(who, field_)], Moved, "en") == "French moves to 6,6."


# -- dice -----------------------------------------------------------------------------------------

FACES = ("INF", "CAV", "ART", "FLAG", "SABER")


def hits(meaning: AttackRoll) -> set[str]:
    shown = zip(FACES, meaning.hits(FACES), strict=True)
    return {face for face, hit in shown if hit}


@pytest.mark.parametrize(
    ("target", "symbol"), [("infantry", "INF"), ("cavalry", "CAV"), ("artillery", "ART")]
)
def test_the_symbol_of_the_target_is_shown_as_a_hit(target: Target, symbol: str) -> None:
    assert hits(AttackRoll(target, 4, melee=False)) == {symbol}
    assert hits(AttackRoll(target, 4, melee=True)) == {symbol, "SABER"}
    assert hits(AttackRoll(target, 4, melee=True, sabers_hit=False)) == {symbol}


def test_only_its_symbol_hits_cavalry_that_retires() -> None:
    assert hits(AttackRoll("cavalry", 4, melee=True, retiring=True)) == {"CAV"}


def test_sabers_are_shown_as_hits_on_a_leader_only_if_they_fell_him() -> None:
    assert hits(AttackRoll("leader", 1, melee=True)) == {"SABER"}
    assert hits(AttackRoll("leader", 1, melee=False)) == set()
    two = AttackRoll("leader", 1, melee=False).hits(("SABER", "INF", "SABER"))
    assert two == (True, False, True)
    check = LeaderCheckRoll()
    assert check.hits(("SABER", "INF")) == (False, False)
    assert check.hits(("SABER", "SABER")) == (True, True)


@pytest.mark.parametrize("melee", [True, False])
def test_as_many_dice_are_shown_as_hits_as_are_counted(melee: bool) -> None:
    rng = Random(3)
    for _ in range(200):
        faces = tuple(rng.choice(FACES) for _ in range(5))
        for target in ("infantry", "cavalry", "artillery"):
            meaning = AttackRoll(target, 9, melee)
            assert sum(meaning.hits(faces)) == meaning.read(faces).hits
