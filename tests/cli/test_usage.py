"""Help, versions, completion, and command lines that ask for what does not exist."""

import pytest

from tests.cli.driving import Runner
from walstatt import __version__
from walstatt.cli import commands

COMMANDS = [
    *("games", "play", "sim", "replay", "dice", "rules", "trace", "fuzz", "vocabulary"),
    *("check-content", "completion", "case run", "case new", "case from"),
    *("serve", "admin tables", "admin check"),
    *("arena", "lab", "odds", "hint"),
    *("army list", "army new", "army check", "army price", "army print"),
]


def test_version(walstatt: Runner) -> None:
    assert walstatt("--version") == (0, f"walstatt {__version__}\n", "")


def test_help_lists_every_command(walstatt: Runner) -> None:
    ran = walstatt("--help")
    assert ran.code == 0
    for command in COMMANDS:
        assert command.partition(" ")[0] in ran.out
    assert "walstatt play" in ran.out


def test_nothing_to_do_is_answered_with_help(walstatt: Runner) -> None:
    assert walstatt() == walstatt("--help")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(walstatt: Runner, command: str) -> None:
    ran = walstatt(*command.split(), "--help")
    assert ran.code == 0
    assert "Examples:" in ran.out
    assert f"  walstatt {command} " in f"{ran.out} ".replace("\n", " ")
    assert ran.err == ""


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_the_commands(walstatt: Runner, shell: str) -> None:
    ran = walstatt("completion", shell)
    assert ran.code == 0
    assert "check-content" in ran.out
    assert "manual-dice" in ran.out


WRONG = {
    "paly": 'Unknown command "paly". Did you mean "play"?',
    "play --sceanrio hill": "Unknown option: --sceanrio. Did you mean --scenario?",
    "play --lang fr": 'Invalid value "fr" for --lang. Choose from: "de", "en".',
    "play toy hill": "Unused Tokens: ['hill'].",
    "play tyo": "There is no game 'tyo'. Did you mean 'toy'? There are: ccn, idg, toy.",
    "play toy --scenario hil": (
        "There is no scenario of toy called 'hil'. Did you mean 'hill'?"
        " There are: hill, field, host."
    ),
    "play toy --scenario empty": (
        "Scenario empty is only for cases: nothing stands there to play with."
    ),
    "play toy --option round=3": (
        "There is no option of toy called 'round'. Did you mean 'rounds'?"
        " There are: rounds, target, cornered, reaction_fire."
    ),
    "play toy --option rounds": "--option takes name=value, not 'rounds'.",
    "play toy --option rounds=six": "Option rounds is a whole number, not 'six'.",
    "play toy --option reaction_fire=perhaps": (
        "Option reaction_fire is true or false, not 'perhaps'."
    ),
    "play toy --option cornered=stand": (
        "There is no value of option cornered called 'stand'. Did you mean 'stands'?"
        " There are: loses, stands."
    ),
    "play toy --preset shrt": (
        "There is no preset of toy called 'shrt'. Did you mean 'short'?"
        " There are: short, stands, no_reactions."
    ),
    "play toy --seats human": "Scenario hill has 3 seats (red, blue, gold), but --seats names 1.",
    "play toy --seats human,robot,random": (
        "There is no player called 'robot'. There are: human, random."
    ),
    "sim toy --seats human,random,random": "There is no player called 'human'. There are: random.",
    "sim toy --seats random,random": (
        "Scenario hill has 3 seats (red, blue, gold), but --seats names 2."
    ),
    "sim toy --games 0": "--games is at least 1, not 0.",
    "sim toy --games many": 'Invalid value for --games: unable to convert "many" into int.',
    "rules ccc": "There is no game 'ccc'. Did you mean 'ccn'? There are: ccn, idg, toy.",
    "check-content ccc": "There is no game 'ccc'. Did you mean 'ccn'? There are: ccn, idg, toy.",
    "trace ccc": "There is no game 'ccc'. Did you mean 'ccn'? There are: ccn, idg, toy.",
    "vocabulary ccc": "There is no game 'ccc'. Did you mean 'ccn'? There are: ccn, idg, toy.",
    "case new ccc": "There is no game 'ccc'. Did you mean 'ccn'? There are: ccn, idg, toy.",
    "fuzz ccc": "There is no game 'ccc'. Did you mean 'ccn'? There are: ccn, idg, toy.",
    "fuzz": "Name a game, or say --all.",
    "play --load a.save --seed 3": "--seed is for a new game; --load goes on with a saved one.",
}


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_command_line_is_answered_in_one_line(walstatt: Runner, line: str) -> None:
    ran = walstatt(*line.split())
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith(f"walstatt: {WRONG[line]}")
    assert ran.err.count("\n") == 1


def test_every_command_is_listed_here() -> None:
    known = {name for name in commands.app if not name.startswith("-")}
    assert known == {command.partition(" ")[0] for command in COMMANDS}
