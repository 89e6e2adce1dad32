"""What can be typed: keys, commands, answers in words, and nonsense."""

from pathlib import Path

import pytest

from tests.cli.driving import Runner, is_asked, match_where
from walstatt.cli.client import ACTED, NO_UNDO
from walstatt.cli.typed import Typed, read_deed, read_line
from walstatt.games import find_game
from walstatt.games.toy.options import ToyOptions
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.kernel.save import load, save


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("2", Typed(key="2")),
        ("A", Typed(key="a")),
        ("?2", Typed("preview", "2")),
        ("? go to=1,2", Typed("preview", "go to=1,2")),
        ("?", Typed("help")),
        ("H", Typed("help")),
        ("s my file.save", Typed("save", "my file.save")),
        ("s! x", Typed("save!", "x")),
        ("halt", Typed(answer={"do": "halt"})),
        ("go to=300,-200", Typed(answer={"do": "go", "to": [300, -200]})),
        (
            "x a=true b=no c=3 d=x-1 e=",
            Typed(answer={"do": "x", "a": True, "b": "no", "c": 3, "d": "x-1", "e": ""}),
        ),
        ('{"do": "go", "to": [1, 2]}', Typed(answer={"do": "go", "to": [1, 2]})),
    ],
)
def test_lines_are_understood(line: str, meant: Typed) -> None:
    assert read_line(line, ("1", "2", "a")) == meant


@pytest.mark.parametrize("line", ["3", "go to", "go 1 2", "go to=1 2", "{", "{]}", "-", "=", "a b"])
def test_nonsense_is_refused(line: str) -> None:
    with pytest.raises(BadRequest):
        read_line(line, ("1", "2"))


def test_deep_json_is_refused() -> None:
    with pytest.raises(BadRequest):
        read_deed('{"do":' + "[" * 100_000)


def test_help_names_every_command(walstatt: Runner) -> None:
    told = "\n".join(walstatt("play", "toy", typed=["h"]).answer_to("h"))
    for typed in ("? 2", "go to=300,200", "u, undo", "r TOY-4.2", "l, log", "luck", "replay"):
        assert typed in told
    for typed in ("s FILE", "lang de", "q, quit", "Enter, look"):
        assert typed in told
    assert "Or type an answer yourself: plan card=…" in told


def test_enter_shows_the_board_again(walstatt: Runner) -> None:
    assert (
        walstatt("play", "toy", typed=["", "look"]).out.count("Red: Choose a plan card, face down.")
        == 3
    )


def test_taking_back(walstatt: Runner) -> None:
    save(match_where(_has_just_planned), Path("a.save"))
    ran = walstatt("play", "--load", "a.save", typed=["1", "u", "s b.save", "undo"])
    assert ran.answer_to("u")[0] == "Taken back."
    assert Path("a.save").read_bytes() == Path("b.save").read_bytes()
    assert ran.answer_to("undo") == [
        "That cannot be taken back: dice have fallen or something was revealed since."
    ]


def _has_just_planned(match: Match) -> bool:
    """Is red the first to act, in the first round?"""
    first = match.game.world.round == 1 and match.entries[-1].answer.get("do") == "plan"
    return first and is_asked(match, "red", "choose_unit")


def test_the_kernels_reasons_against_taking_back_are_the_ones_we_know() -> None:
    match = Match.start(find_game("toy"), "hill", seed=1)
    red, blue, gold = match.game.rules.seats
    nothing = match.why_no_undo(red)
    for seat in (red, blue, gold):
        match.answer(seat, match.default(seat))
    sealed = match.why_no_undo(red)
    assert {nothing, sealed} == set(NO_UNDO)
    seat = match.game.to_act[0]
    match.answer(seat, match.default(seat))
    other = next(one for one in (red, blue, gold) if one != seat)
    assert match.why_no_undo(other) == f"{seat}{ACTED}"


def _may_attack(match: Match) -> bool:
    """May red attack foot or archers?"""
    options = match.game.options(Seat("red")) or ()
    targets = [getattr(one, "target", "") for one in options]
    return is_asked(match, "red", "choose_target") and "captain" not in targets[-1]


def test_a_preview_shows_the_ledger_and_the_odds(walstatt: Runner) -> None:
    save(match_where(_may_attack), Path("a.save"))
    ran = walstatt("play", "--load", "a.save", typed=["? 2", "? hold", "? attack target=x"])
    told = ran.answer_to("? 2")
    assert any(line.endswith("strength [TOY-4.2]") for line in told)
    assert "Odds" in told
    assert any(line.endswith("1 loss") and "%" in line for line in told)
    assert ran.answer_to("? hold") == ["Nothing to tell."]
    assert ran.answer_to("? attack target=x") == ["Not allowed", "  x is no enemy. [TOY-4.1]"]


def test_an_illegal_answer_is_refused_with_its_rules(walstatt: Runner) -> None:
    typed = ["s a.save", "plan card=9", "s! b.save"]
    ran = walstatt("play", "toy", "--seed", "1", typed=typed)
    told = ran.answer_to("plan card=9")
    assert told[:3] == [
        "Not allowed",
        "  There is no card 9 in your hand. [TOY-2.2]",
        told[2],
    ]
    assert told[2].startswith("    TOY-2.2: At the start of a round every seat with units secretly")
    assert Path("a.save").read_bytes() == Path("b.save").read_bytes()


def test_several_reasons_are_all_told(walstatt: Runner) -> None:
    typed = ["1", *["1", "1"] * 6, "go to=-5000,-5000"]
    out = walstatt("play", "toy", "--scenario", "field", "--seed", "2", typed=typed).out
    refused = out.partition("> go to=-5000,-5000\n")[2]
    assert refused.startswith("Not allowed\n  The base would leave the table. [TOY-3.6]\n")
    assert "too far. [TOY-3.7]\n" in refused


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("dance", "there is nothing to do called 'dance'; there are: "),
        ("plan", "plan: Object missing required field `card`"),
        ("plan card=x", "plan: Expected `int`, got `str` - at `$.card`"),
        ("plan card=1 n=2", "plan has no field 'n'; it takes: card"),
        ("halt", "red is asked choose_plan, which takes: plan"),
        ("{}", "an answer is an object with a field 'do' that names what to do"),
        ("[1]", "'[1]' is neither a key on the screen nor a command nor an answer"),
        ("99", "'99' is neither a key on the screen nor a command nor an answer"),
    ],
)
def test_what_makes_no_sense_is_refused(walstatt: Runner, line: str, reason: str) -> None:
    ran = walstatt("play", "toy", "--seed", "1", typed=[line, "s a.save"])
    told = " ".join(one.strip() for one in ran.answer_to(line))
    assert told.startswith(f"This is not understood: {reason}")
    assert len(load(Path("a.save"), find_game).entries) == 3


def test_cells_may_be_called_by_their_labels(walstatt: Runner) -> None:
    save(match_where(_has_just_planned), Path("a.save"))
    typed = [
        "activate unit=red-captain",
        "step to=2,4",
        "step to=9,9",
        '{"do": "step", "to": "3,4"}',
        "s b.save",
    ]
    ran = walstatt("play", "--load", "a.save", typed=typed)
    assert ran.answer_to("step to=9,9")[0].startswith(
        "This is not understood: no cell '9,9' on this board"
    )
    content = find_game("toy").setup("hill", ToyOptions(), {}).content
    captain = load(Path("b.save"), find_game).game.world.units["red-captain"]
    assert content.field.grid.label(captain.at) == "3,4"


def test_rules_are_looked_up(walstatt: Runner) -> None:
    ran = walstatt("play", "toy", typed=["r TOY-2.6", "r cavalry", "R woods"])
    assert ran.answer_to("r TOY-2.6") == [
        "TOY-2 The round",
        "  TOY-2.6: A unit acts at most once a round.",
    ]
    assert ran.answer_to("r cavalry") == ["No rule speaks of cavalry."]
    assert ran.answer_to("R woods")[0].startswith("TOY-")


def test_damaged_letters_do_no_harm(walstatt: Runner) -> None:
    ran = walstatt("play", "toy", typed=["\ufffd\x00\x1b[2J", "é=ß", "ß"])
    assert ran.code == 0
    assert ran.out.count("This is not understood: ") == 3
