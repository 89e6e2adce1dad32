"""The program as people start it: as a process, with pipes and with a terminal."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import Self

import pytest

import walstatt
from walstatt import __version__
from walstatt.cli.language import terminal_words
from walstatt.games import find_game
from walstatt.kernel.save import load

COMMAND = (sys.executable, "-m", "walstatt.cli")
SOURCE = str(Path(walstatt.__file__).parents[1])


def surroundings(**more: str) -> dict[str, str]:
    """Give the environment of a process that finds the program wherever it is started."""
    return {**os.environ, "PYTHONPATH": SOURCE, "LANG": "en_GB.UTF-8", "COLUMNS": "100", **more}


def run(
    tmp_path: Path, *argv: str, typed: bytes = b"", **env: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        (*COMMAND, *argv),
        input=typed,
        capture_output=True,
        cwd=tmp_path,
        env=surroundings(**{"PYTHONIOENCODING": "utf-8", **env}),
        check=False,
    )


def test_the_version(tmp_path: Path) -> None:
    ran = run(tmp_path, "--version")
    assert (ran.returncode, ran.stdout) == (0, f"walstatt {__version__}\n".encode())


def test_the_package_itself_can_be_run(tmp_path: Path) -> None:
    command = (sys.executable, "-m", "walstatt", "--version")
    told = subprocess.check_output(command, cwd=tmp_path, env=surroundings())
    assert told == f"walstatt {__version__}\n".encode()


def test_a_game_through_a_pipe(tmp_path: Path) -> None:
    ran = run(tmp_path, "play", "toy", "--seed", "4", "--save", "a.save", typed=b"2\n1\n" * 300)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert re.search(rb"^Victory: (Red|Blue|Gold) |^A draw: ", ran.stdout, re.MULTILINE)
    assert load(tmp_path / "a.save", find_game).game.outcome is not None
    replayed = run(tmp_path, "replay", "a.save", "--json")
    assert json.loads(replayed.stdout)["outcome"] is not None


def test_nothing_is_typed(tmp_path: Path) -> None:
    ran = run(tmp_path, "play", "toy", typed=b"")
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"Goodbye." in ran.stdout


def test_garbage_is_typed(tmp_path: Path) -> None:
    ran = run(tmp_path, "play", "toy", typed=b"\xff\xfe\x00\n{\xff}\n? \xc3\x28\n")
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_a_terminal_without_many_letters(tmp_path: Path) -> None:
    ran = run(tmp_path, "play", "toy", "--lang", "de", typed=b"h\n", PYTHONIOENCODING="ascii")
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"Waehle verdeckt eine Plankarte" in ran.stdout


def test_errors_are_one_line(tmp_path: Path) -> None:
    (tmp_path / "a.save").write_bytes(b"nonsense")
    for argv, code in ((("play", "--load", "a.save"), 1), (("paly",), 2), (("sim", "tyo"), 2)):
        ran = run(tmp_path, *argv)
        assert (ran.returncode, ran.stdout) == (code, b"")
        assert ran.stderr.startswith(b"walstatt: ")
        assert ran.stderr.count(b"\n") == 1


def test_a_reader_who_leaves(tmp_path: Path) -> None:
    with subprocess.Popen(
        (*COMMAND, "rules", "toy"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=surroundings(),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


# -- a real terminal -----------------------------------------------------------------------------


class Screen:
    """A process on a terminal of its own, ended with the block.

    It listens to Ctrl-C, even if the tests run in the background of a shell, which ignores it.
    """

    def __init__(self, folder: Path, *argv: str) -> None:
        self.master, slave = pty.openpty()
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.process = subprocess.Popen(
            (*COMMAND, *argv),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env=surroundings(TERM="xterm"),
            start_new_session=True,
        )
        signal.signal(signal.SIGINT, before)
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    def until(self, wanted: str) -> str:
        """Read until something appears."""
        shown = b""
        while wanted.encode() not in shown:
            ready, _, _ = select.select([self.master], [], [], 30)
            assert ready, f"{wanted!r} never appeared in {shown!r}"
            shown += os.read(self.master, 65536)
        return shown.decode(errors="replace")

    def type(self, text: str) -> None:
        """Type something."""
        os.write(self.master, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C; again if it fell between the prompt and the waiting for a key."""
        for _ in range(15):
            self.process.send_signal(signal.SIGINT)
            if select.select([self.master], [], [], 2)[0]:
                return
        pytest.fail("Ctrl-C does nothing")

    def code(self) -> int:
        """Wait for the end."""
        return self.process.wait(timeout=30)


def test_on_a_terminal_there_are_colours(tmp_path: Path) -> None:
    with Screen(tmp_path, "play", "toy", "--seed", "1") as screen:
        assert "\x1b[" in screen.until("Red> ")
        screen.type("q\n")
        screen.until("Goodbye.")
        assert screen.code() == 0


def test_handing_over_clears_the_screen(tmp_path: Path) -> None:
    with Screen(tmp_path, "play", "toy", "--seats", "human,human,human") as screen:
        screen.until("Then press Enter:")
        screen.type("\n")
        screen.until("Red> ")
        screen.type("1\n")
        assert "\x1b[2J\x1b[3J\x1b[H" in screen.until("Then press Enter:")
        screen.type("q\n")
        screen.until("Goodbye.")
        assert screen.code() == 0


@pytest.mark.parametrize("key", ["Ctrl-C", "Ctrl-D"])
def test_leaving_in_a_hurry(tmp_path: Path, key: str) -> None:
    with Screen(tmp_path, "play", "toy", "--save", "a.save") as screen:
        screen.until("Red> ")
        screen.type("1\n")
        screen.until("> ")
        if key == "Ctrl-C":
            screen.interrupt()
        else:
            screen.type("\x04")
        assert "Traceback" not in screen.until("Goodbye.")
        assert screen.code() == 0
    assert any(one.seat == "red" for one in load(tmp_path / "a.save", find_game).entries)


def test_a_simulation_shows_how_far_it_is(tmp_path: Path) -> None:
    with Screen(tmp_path, "sim", "toy", "--games", "3") as screen:
        shown = screen.until("decisions a second")
        assert "3/3" in shown
        assert '"games": 3' in shown
        assert screen.code() == 0


def test_every_word_is_there_in_every_language() -> None:
    assert terminal_words().problems() == []
