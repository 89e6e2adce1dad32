"""Saving, loading, going on, and files that are no good."""

from pathlib import Path

import pytest

from tests.cli.driving import Runner, played_out
from walstatt.games import find_game
from walstatt.kernel.save import load, save

EVENING = Path("evening.save")


def entries() -> int:
    return len(load(EVENING, find_game).entries)


def test_every_command_is_kept(walstatt: Runner) -> None:
    ran = walstatt("play", "toy", "--save", "evening.save", typed=["1", "1", "q"])
    assert ran.code == 0
    assert " ".join(ran.out.splitlines()[-2:]).startswith(
        "Goodbye. The game is kept in evening.save;"
    )
    assert "walstatt play --load evening.save --save evening.save" in " ".join(ran.out.split())
    match = load(EVENING, find_game)
    assert sum(entry.seat == "red" for entry in match.entries) == 2


def test_what_was_kept_goes_on_as_if_nothing_had_happened(walstatt: Runner) -> None:
    walstatt("play", "toy", "--seed", "7", "--save", "whole.save", typed=["1"] * 8)
    walstatt("play", "toy", "--seed", "7", "--save", "evening.save", typed=["1"] * 3)
    for _ in range(5):
        ran = walstatt("play", "--load", "evening.save", "--save", "evening.save", typed=["1"])
        assert (ran.code, ran.err) == (0, "")
    assert EVENING.read_bytes() == Path("whole.save").read_bytes()


def test_a_new_game_is_kept_from_the_start(walstatt: Runner) -> None:
    assert walstatt("play", "toy", "--save", "a/b/evening.save").code == 0
    assert len(load(Path("a/b/evening.save"), find_game).entries) == 3


def test_taking_back_is_kept(walstatt: Runner) -> None:
    seats = ("--seats", "human,human,human")
    walstatt("play", "toy", *seats, "--save", "evening.save", typed=["", "1", "u"])
    assert entries() == 1


def test_loading_changes_nothing(walstatt: Runner) -> None:
    walstatt("play", "toy", "--save", "evening.save", typed=["1"])
    before = EVENING.read_bytes()
    ran = walstatt("play", "--load", "evening.save", typed=["1", "1"])
    assert "The game was not kept" in ran.out
    assert EVENING.read_bytes() == before


def test_seats_are_told_when_they_are_unusual(walstatt: Runner) -> None:
    seats = ("--seats", "human,human,random")
    out = walstatt("play", "toy", *seats, "--save", "an evening.save", typed=["q"]).out
    command = (
        "walstatt play --load 'an evening.save' --save 'an evening.save' --seats human,human,random"
    )
    assert command in " ".join(out.split())


def test_a_new_game_never_overwrites_another(walstatt: Runner) -> None:
    walstatt("play", "toy", "--save", "evening.save")
    before = EVENING.read_bytes()
    ran = walstatt("play", "toy", "--save", "evening.save")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "walstatt: evening.save exists already; go on with it by --load evening.save"
        " --save evening.save, or choose another file.\n"
    )
    assert EVENING.read_bytes() == before


def test_an_empty_file_may_be_used(walstatt: Runner) -> None:
    EVENING.touch()
    assert walstatt("play", "toy", "--save", "evening.save").code == 0
    assert entries() == 3


def test_a_folder_is_no_file(walstatt: Runner, tmp_path: Path) -> None:
    ran = walstatt("play", "toy", "--save", ".")
    assert (ran.code, ran.err) == (2, "walstatt: . is a folder; --save takes a file.\n")


def test_saving_on_demand(walstatt: Runner) -> None:
    Path("other.txt").write_text("precious")
    typed = ["s evening.save", "s evening.save", "s other.txt", "s! other.txt", "s", "s x/\0", "1"]
    ran = walstatt("play", "toy", typed=typed)
    assert ran.answer_to("s evening.save") == ["Saved to evening.save."]
    assert ran.answer_to("s other.txt") == [
        "other.txt exists already. s! other.txt writes over it.",
    ]
    assert ran.answer_to("s! other.txt") == ["Saved to other.txt."]
    assert ran.answer_to("s") == ["Save to which file? Type s FILE."]
    assert "What was done since the last save is lost" in ran.out
    assert entries() == 3


def test_a_game_that_cannot_be_kept_goes_on(walstatt: Runner) -> None:
    Path("file").touch()
    ran = walstatt("play", "toy", typed=["s file/evening.save", "1"])
    assert ran.answer_to("s file/evening.save")[0].startswith("Not saved: ")
    assert ran.code == 0


def test_a_game_that_cannot_be_kept_from_the_start_is_not_begun(walstatt: Runner) -> None:
    Path("file").touch()
    ran = walstatt("play", "toy", "--save", "file/evening.save")
    assert ran.code == 1
    assert ran.err.count("\n") == 1
    assert "file" in ran.err


def test_a_finished_game_is_shown_again(walstatt: Runner) -> None:
    save(played_out(3), EVENING)
    ran = walstatt("play", "--load", "evening.save", "--save", "evening.save", typed=["luck", ""])
    assert ran.code == 0
    assert "see it again with: walstatt replay evening.save" in ran.out


def test_another_game_than_the_saved_one(walstatt: Runner) -> None:
    save(played_out(3), EVENING)
    assert walstatt("play", "toy", "--load", "evening.save").code == 0
    ran = walstatt("play", "ccn", "--load", "evening.save")
    assert (ran.code, ran.err) == (2, "walstatt: evening.save is a game of toy, not of ccn.\n")


@pytest.mark.parametrize("command", [("play", "--load"), ("replay",), ("dice",), ("case", "from")])
@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda content: content[: len(content) // 2], "evening.save: line "),
        (lambda content: content[: content.rindex(b'{"end"')], "evening.save: the file is cut off"),
        (
            lambda content: content.replace(b'"pass"', b'"halt"'),
            "evening.save: the file was changed",
        ),
        (
            lambda content: content.replace(b'"hill"', b'"host"'),
            "evening.save: the file was changed",
        ),
        (lambda _: b"PK\x03\x04 a picture", "evening.save: this is no save of Walstatt"),
        (lambda _: b"", "evening.save: the file is empty"),
        (None, "evening.save: No such file or directory"),
    ],
    ids=["half", "no end", "edited", "changed", "foreign", "empty", "missing"],
)
def test_files_that_are_no_good(
    walstatt: Runner, command: tuple[str, ...], damage: object, told: str
) -> None:
    if callable(damage):
        save(played_out(3), EVENING)
        EVENING.write_bytes(damage(EVENING.read_bytes()))
    at = ("--at", "1") if command[0] == "case" else ()
    ran = walstatt(*command, "evening.save", *at)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"walstatt: {told}")
    assert ran.err.count("\n") == 1
