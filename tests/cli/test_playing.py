"""The terminal client: whole games, played through what is typed."""

import re
from pathlib import Path

from tests.cli.driving import Runner, is_asked, match_where
from walstatt.cli.typed import SHORT
from walstatt.games import find_game
from walstatt.i18n.catalogue import say
from walstatt.kernel.asking import standing_prompts
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.kernel.prompts import Choice, Prompt
from walstatt.kernel.save import load, save
from walstatt.scene.model import Scene
from walstatt.scene.text import keys

TO_THE_END = ["2", "1"] * 300
"""Takes the second choice where there is one, else the first."""
ALL_RANDOM = ("--seats", "random,random,random")


def test_the_first_screen(walstatt: Runner) -> None:
    ran = walstatt("play", "toy", "--seed", "1")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Three Banners: The hill. Type h for help.\n")
    assert "Red: Choose a plan card, face down.\n  1) 1: 5 units act [Plan 1]\n" in ran.out
    assert "  Blue, plan cards: 3 drawn face down\n" in ran.out
    assert "Goodbye. The game was not kept;" in ran.out


def test_a_whole_game(walstatt: Runner) -> None:
    ran = walstatt("play", "toy", "--seed", "4", typed=TO_THE_END)
    assert (ran.code, ran.err) == (0, "")
    assert re.search(r"^Victory: (Red|Blue|Gold) |^A draw: ", ran.out, re.MULTILINE)
    assert "\nScore: Red " in ran.out
    assert "Luck, in losses inflicted\n" in ran.out
    assert "Type replay to see the battle once more" in ran.out


def test_the_measured_table(walstatt: Runner) -> None:
    ran = walstatt("play", "toy", "--scenario", "field", "--seed", "4", typed=TO_THE_END)
    assert (ran.code, ran.err) == (0, "")
    assert "Or type an answer yourself: go to=… or halt\n" in ran.out
    assert re.search(r"^Victory: (Red|Blue|Gold) |^A draw: ", ran.out, re.MULTILINE)


def test_the_same_seed_gives_the_same_game(walstatt: Runner) -> None:
    first = walstatt("play", "toy", "--seed", "4", typed=TO_THE_END)
    assert walstatt("play", "toy", "--seed", "4", typed=TO_THE_END) == first
    assert walstatt("play", "toy", "--seed", "5", typed=TO_THE_END) != first


def test_options_and_presets_are_played_by(walstatt: Runner) -> None:
    typed = ["s a.save"]
    assert (
        walstatt("play", "toy", "--preset", "short", "--option", "target=4", typed=typed).code == 0
    )
    options = load(Path("a.save"), find_game).header.options
    assert (options["rounds"], options["target"]) == (3, 4)


def test_random_players_alone(walstatt: Runner) -> None:
    ran = walstatt("play", "toy", *ALL_RANDOM, "--seed", "1", typed=["replay", ""])
    assert (ran.code, ran.err) == (0, "")
    replayed = ran.answer_to("replay")
    assert replayed[0] == "The battle begins"
    assert any(re.match(r"  \w+, the attack: \d", line) for line in replayed)
    assert any(re.fullmatch(r" +\+\d  strength \[TOY-4\.2\]", line) for line in replayed)
    assert ran.out.endswith("Goodbye.\n")


def test_looking_back_after_the_end(walstatt: Runner) -> None:
    typed = ["1", "luck", "log", "look", "u", "? 1", "r 7.3", "h", "lang de", "q"]
    ran = walstatt("play", "toy", *ALL_RANDOM, "--preset", "short", "--seed", "1", typed=typed)
    assert ran.answer_to("1") == ["The game is over."]
    assert ran.answer_to("luck")[0] == "Luck, in losses inflicted"
    assert "  Round 1 begins." in ran.answer_to("log")
    assert ran.answer_to("look")[1].startswith("Round ")
    assert ran.answer_to("u") == ["The game is over."]
    assert ran.answer_to("? 1") == ["The game is over."]
    assert ran.answer_to("h")[0] == "What can be typed"
    assert any(line.startswith("Stand: Rot ") for line in ran.answer_to("lang de"))
    assert ran.out.endswith("Auf Wiedersehen.\n")


def test_news_are_told_since_the_last_action(walstatt: Runner) -> None:
    ran = walstatt("play", "toy", "--seed", "1", typed=["1"])
    told = ran.answer_to("1")
    begin = told.index("What happened")
    assert [line.split()[0] for line in told[begin + 1 : begin + 4]] == ["Red", "Blue", "Gold"]
    assert all("planned with" in line for line in told[begin + 1 : begin + 4])
    assert "  Round 1 begins." not in told


def offers(match: Match, least: int) -> bool:
    """Tell whether red is asked and has so many standing actions."""
    if not is_asked(match, "red", "choose_unit"):
        return False
    return sum(len(one.choices) for one in standing_prompts(match.game, Seat("red"))) >= least


def test_a_standing_action_by_letter(walstatt: Runner) -> None:
    save(match_where(lambda match: offers(match, 1)), Path("a.save"))
    ran = walstatt("play", "--load", "a.save", typed=["a", "s b.save"])
    assert "At any time\n" in ran.out
    entry = load(Path("b.save"), find_game).entries[-1]
    assert (entry.seat, entry.kind, entry.answer["do"]) == ("red", "offer_rally", "rally")


def test_no_letter_of_a_choice_is_a_command() -> None:
    choices = tuple(Choice(say("scene.text", text=str(n))) for n in range(26))
    standing = Prompt(Seat("red"), "x", say("scene.text", text="x"), choices, standing=True)
    found = list(keys(Scene(standing=(standing,))))
    assert found == [*"abcdefgijkmnoptvwxyz", "aa", "ab", "ac", "ad", "ae", "af"]
    assert not set(found) & set(SHORT)


def test_german(walstatt: Runner) -> None:
    typed = ["9", "r Wald", "u", "h", "luck", "s", "lang fr", "lang en", "h"]
    ran = walstatt("play", "toy", "--lang", "de", "--seed", "1", typed=typed)
    assert ran.out.startswith("Drei Fahnen: Der Hügel. Hilfe mit h.\n")
    assert "Rot: Wähle verdeckt eine Plankarte.\n" in ran.out
    assert ran.answer_to("9")[0].startswith("Das ist nicht zu verstehen: ")
    assert ran.answer_to("u") == [
        "Das lässt sich nicht zurücknehmen: es gibt nichts zurückzunehmen."
    ]
    assert ran.answer_to("r Wald")[0] == "TOY-3 Marschieren"
    assert ran.answer_to("lang fr") == ["Die Sprache fr gibt es nicht; es gibt: en, de."]
    assert "Red: Choose a plan card, face down." in ran.answer_to("lang en")


def test_the_language_comes_from_the_surroundings(walstatt: Runner) -> None:
    walstatt.monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert walstatt("play", "toy").out.startswith("Drei Fahnen")
    walstatt.monkeypatch.setenv("WALSTATT_LANG", "en")
    assert walstatt("play", "toy").out.startswith("Three Banners")
    assert walstatt("play", "toy", "--lang", "de").out.startswith("Drei Fahnen")
    walstatt.monkeypatch.setenv("WALSTATT_LANG", "fr")
    assert walstatt("play", "toy").out.startswith("Drei Fahnen")
    walstatt.monkeypatch.setenv("LANG", "fr_FR")
    assert walstatt("play", "toy").out.startswith("Three Banners")
