"""Computers in processes of their own: what they are told, and what happens when they fail."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Callable, Iterator
from multiprocessing import Pipe
from random import Random
from threading import Event
from typing import Any

import msgspec
import pytest

from walstatt.ai.player import Budget
from walstatt.ai.player import Chosen as Choice
from walstatt.ai.playing import choose, imagined
from walstatt.games import find_game
from walstatt.i18n.catalogue import LANGUAGES
from walstatt.kernel.codec import dump, plain, read_answer
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.server import computers as pool
from walstatt.server import thinking
from walstatt.server.computers import Computers, Confused, Swamped, levels
from walstatt.server.seating import level_of
from walstatt.server.thinking import STOP, Task, answer, task_for
from walstatt.server.words import server_catalogue
from walstatt.server.worker import Closed, Died, Overdue, Question

pytestmark = pytest.mark.anyio

CCN = find_game("ccn")
ALLIED, FRENCH = Seat("allied"), Seat("french")
PATIENT_S = 60.0


@pytest.fixture
def match() -> Match:
    return Match.start(CCN, "rolica_1", seed="a secret of the server")


@pytest.fixture(scope="module")
def one_process() -> Iterator[Computers]:
    """One process for many tests, since starting takes most of their time."""
    found = Computers(1, grace_s=PATIENT_S)
    yield found
    asyncio.run(found.close())


@pytest.fixture
async def computers(anyio_backend: str, one_process: Computers) -> AsyncIterator[Computers]:
    del anyio_backend
    yield one_process
    await until(lambda: one_process.stats()["busy"] == 0)


async def ready(computers: Computers, match: Match) -> int:
    """Let the process of a computer start, and give its number."""
    await computers.choose(match.game, ALLIED, "random", "0", 60_000)
    await until(lambda: computers.stats()["busy"] == 0)
    pid = computers.workers[0].pid
    assert pid is not None
    return pid


async def until(holds: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    async with asyncio.timeout(PATIENT_S):
        while not holds():  # noqa: ASYNC110 - what is waited for happens in another process
            await asyncio.sleep(0.01)


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


# -- what there is ---------------------------------------------------------------------------------


def test_levels_have_names_in_both_languages() -> None:
    assert [level.id for level in levels("ccn")][:3] == ["random", "recruit", "officer"]
    assert Computers(1).levels("toy") == levels("toy")
    words = server_catalogue()
    for language, name in zip(LANGUAGES, ("Recruit", "Rekrut"), strict=True):
        assert words.text(levels("ccn")[1].name, language) == name


def test_who_names_no_level_gets_the_strongest_without_a_temper() -> None:
    assert levels("ccn")[-1].id == "general:cautious"
    assert level_of(Computers(1), "ccn", "") == "general"
    assert level_of(Computers(1), "ccn", "officer:bold") == "officer:bold"


# -- what a computer is told -----------------------------------------------------------------------


def told(game: AnyGame, seat: Seat, seed: str = "seed") -> bytes:
    return task_for(game, seat, "recruit", seed, 1000, {})


def test_a_computer_is_told_an_imagined_game_and_nothing_more(match: Match) -> None:
    content = told(match.game, ALLIED)
    task = msgspec.msgpack.decode(content, type=Task)
    guess = imagined(match.game, ALLIED, "seed")
    assert task.state == msgspec.msgpack.decode(msgspec.msgpack.encode(dump(guess)))
    hands = task.state["scopes"][0]["world"]["hands"]
    assert tuple(hands["allied"]) == match.game.world.hands[ALLIED]
    assert tuple(hands["french"]) == guess.world.hands[FRENCH]
    assert (task.game, task.scenario, task.options) == (
        "ccn",
        "rolica_1",
        plain(match.game.rules.options),
    )
    assert match.header.dice.key.encode() not in content


def test_redealing_the_truth_gives_the_same_bytes(match: Match) -> None:
    rng = Random(5)
    other_hands = 0
    for n in range(60):
        seat = match.game.to_act[0]
        other = CCN.scenario("rolica_1").seats[seat != ALLIED]
        wanted = told(match.game, seat, f"seed {n}")
        for number in range(3):
            truth = match.game.imagine(seat, Random(f"{n} {number}"))
            other_hands += truth.world.hands[other] != match.game.world.hands[other]
            assert told(truth, seat, f"seed {n}") == wanted
        match.answer(seat, match.game.pick(seat, rng))
    assert other_hands > 60


def test_hidden_cards_are_told_only_as_often_as_imagining_deals_them(match: Match) -> None:
    """The enemy's true hand is in the bytes as often as chance puts it there, and not more."""
    true = match.game.world.hands[FRENCH]
    found = 0
    for n in range(300):
        task = msgspec.msgpack.decode(told(match.game, ALLIED, str(n)), type=Task)
        found += tuple(task.state["scopes"][0]["world"]["hands"]["french"]) == true
    assert found <= 3


def test_a_question_is_answered_from_its_bytes_as_it_is_in_the_same_process(match: Match) -> None:
    for n in range(12):
        seat = match.game.to_act[0]
        here = choose(match.game, seat, "recruit", str(n))
        reply = answer(told(match.game, seat, str(n)))
        assert reply.chosen is not None
        assert reply.chosen.answer == plain(here.answer)
        assert reply.chosen.why == tuple(CCN.named(one) for one in here.why)
        match.answer(seat, here.answer)


def test_armies_that_players_brought_are_told(match: Match) -> None:
    rosters = {ALLIED: {"units": ["a"]}}
    content = task_for(match.game, ALLIED, "random", "1", 1000, rosters)
    assert msgspec.msgpack.decode(content, type=Task).rosters == {"allied": {"units": ["a"]}}
    assert answer(content).chosen is not None


def test_a_fault_comes_back_with_its_trace(match: Match) -> None:
    reply = answer(task_for(match.game, ALLIED, "marshal", "1", 1000, {}))
    assert reply.chosen is None
    assert reply.fault.startswith("BadRequest: ccn has no player 'marshal'; there are: random, ")
    assert "find_player" in reply.trace


def test_a_thinking_player_hears_that_it_is_stopped(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[bool] = []
    stop = Event()

    def thinking_long(guess: AnyGame, seat: Seat, level: str, seed: str, budget: Budget) -> Choice:
        heard.append(budget.is_spent)
        stop.set()
        heard.append(budget.is_spent)
        return choose(guess, seat, level, seed)

    monkeypatch.setattr(thinking, "ask", thinking_long)
    answer(task_for(match.game, ALLIED, "random", "1", 60_000, {}), stop)
    assert heard == [False, True]


# -- questions -------------------------------------------------------------------------------------


def test_a_question_can_be_hurried_before_and_after_it_is_put() -> None:
    ours, theirs = Pipe()
    early = Question(b"early", 1000)
    early.hurry()
    early.put(ours)
    assert [theirs.recv_bytes() for _ in range(2)] == [b"early", STOP]
    late = Question(b"late", 1000)
    late.put(ours)
    late.hurry()
    assert [theirs.recv_bytes() for _ in range(2)] == [b"late", STOP]
    late.over()
    late.hurry()
    assert not theirs.poll()
    ours.close()
    theirs.close()


# -- the pool --------------------------------------------------------------------------------------


async def test_a_whole_turn_is_played_in_a_process(computers: Computers, match: Match) -> None:
    before = computers.stats()
    for n in range(20):
        seat = match.game.to_act[0]
        chosen = await computers.choose(match.game, seat, "recruit", str(n), 1000)
        assert chosen.why
        assert chosen.answer == plain(choose(match.game, seat, "recruit", str(n)).answer)
        match.answer(seat, read_answer(CCN, chosen.answer), chosen.kind)
    await until(lambda: computers.stats()["busy"] == 0)
    assert computers.stats() == {
        "waiting": 0,
        "busy": 0,
        "processes": 1,
        "answers": before["answers"] + 20,
        "failures": before["failures"],
    }


async def test_processes_start_only_after_the_server_did(
    monkeypatch: pytest.MonkeyPatch, match: Match
) -> None:
    monkeypatch.setattr(pool, "WARM_UP_S", 0.0)
    found = Computers(1)
    await found.open()
    assert found.stats()["processes"] == 0
    await until(lambda: found.stats()["processes"] == 1)
    assert (await found.choose(match.game, ALLIED, "random", "1", 1000)).answer["do"] == "play_card"
    await found.close()


async def test_a_computer_that_trips_says_over_what(computers: Computers, match: Match) -> None:
    before = computers.stats()["failures"]
    with pytest.raises(Confused, match="ccn has no player 'marshal'") as confused:
        await computers.choose(match.game, ALLIED, "marshal", "1", 1000)
    assert "find_player" in confused.value.__notes__[0]
    assert computers.stats()["failures"] == before + 1
    assert (await computers.choose(match.game, ALLIED, "random", "1", 1000)).answer


async def test_a_process_that_dies_is_replaced(computers: Computers, match: Match) -> None:
    pid = await ready(computers, match)
    os.kill(pid, signal.SIGSTOP)
    asked = asyncio.ensure_future(computers.choose(match.game, ALLIED, "recruit", "1", 1000))
    await until(lambda: computers.stats()["busy"] == 1)
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(Died):
        await asked
    assert (await computers.choose(match.game, ALLIED, "random", "2", 1000)).answer
    assert computers.workers[0].pid not in (None, pid)


async def test_a_process_that_died_idle_is_replaced(computers: Computers, match: Match) -> None:
    pid = await ready(computers, match)
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(Died):
        await computers.choose(match.game, ALLIED, "random", "1", 1000)
    assert (await computers.choose(match.game, ALLIED, "random", "2", 1000)).answer


async def test_a_process_that_hangs_is_ended_and_replaced(match: Match) -> None:
    computers = Computers(1, grace_s=0.3)
    pid = await ready(computers, match)
    os.kill(pid, signal.SIGSTOP)
    with pytest.raises(Overdue, match="no answer in 100 ms"):
        await computers.choose(match.game, ALLIED, "random", "1", 100)
    assert not is_there(pid)
    os_pid = await ready(computers, match)
    assert os_pid != pid
    await computers.close()
    assert not is_there(os_pid)


async def test_who_waits_and_who_is_busy_is_counted(computers: Computers, match: Match) -> None:
    pid = await ready(computers, match)
    os.kill(pid, signal.SIGSTOP)
    asked = [
        asyncio.ensure_future(computers.choose(match.game, ALLIED, "random", str(n), 1000))
        for n in range(3)
    ]
    await until(lambda: computers.stats()["waiting"] == 2)
    assert computers.stats()["busy"] == 1
    asked[1].cancel()
    await until(lambda: computers.stats()["waiting"] == 1)
    os.kill(pid, signal.SIGCONT)
    first, last = await asked[0], await asked[2]
    assert first.answer == plain(choose(match.game, ALLIED, "random", "0").answer)
    assert last.answer == plain(choose(match.game, ALLIED, "random", "2").answer)


async def test_too_many_questions_are_refused(
    computers: Computers, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    pid = await ready(computers, match)
    monkeypatch.setattr(pool, "MOST_WAITING", 0)
    os.kill(pid, signal.SIGSTOP)
    asked = asyncio.ensure_future(computers.choose(match.game, ALLIED, "random", "1", 1000))
    await until(lambda: computers.stats()["busy"] == 1)
    with pytest.raises(Swamped):
        await computers.choose(match.game, ALLIED, "random", "2", 1000)
    os.kill(pid, signal.SIGCONT)
    assert (await asked).answer


async def test_who_is_cancelled_lets_the_computer_go(computers: Computers, match: Match) -> None:
    pid = await ready(computers, match)
    os.kill(pid, signal.SIGSTOP)
    asked = asyncio.ensure_future(computers.choose(match.game, ALLIED, "recruit", "1", 60_000))
    await until(lambda: computers.stats()["busy"] == 1)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    os.kill(pid, signal.SIGCONT)
    again = await computers.choose(match.game, ALLIED, "recruit", "2", 1)
    assert again.answer == plain(choose(match.game, ALLIED, "recruit", "2").answer)
    assert computers.workers[0].pid == pid


async def test_a_thinking_computer_can_be_stopped_by_its_key(
    computers: Computers, match: Match
) -> None:
    pid = await ready(computers, match)
    assert computers.stop("table") is False
    os.kill(pid, signal.SIGSTOP)
    asked = asyncio.ensure_future(
        computers.choose(match.game, ALLIED, "recruit", "1", 60_000, key="table")
    )
    await until(lambda: computers.stats()["busy"] == 1)
    assert computers.stop("table") is True
    os.kill(pid, signal.SIGCONT)
    assert (await asked).answer
    assert computers.stop("table") is False


# -- the end ---------------------------------------------------------------------------------------


async def test_closing_ends_a_busy_process_and_refuses_who_waits(match: Match) -> None:
    computers = Computers(1, grace_s=PATIENT_S)
    pid = await ready(computers, match)
    os.kill(pid, signal.SIGSTOP)
    asked = [
        asyncio.ensure_future(computers.choose(match.game, ALLIED, "random", str(n), 60_000))
        for n in range(2)
    ]
    await until(lambda: computers.stats()["waiting"] == 1)
    async with asyncio.timeout(PATIENT_S):
        await computers.close()
    outcomes: list[Any] = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(one) for one in outcomes] == [Died, Closed]
    assert not is_there(pid)
    with pytest.raises(Closed):
        await computers.choose(match.game, ALLIED, "random", "1", 1000)


async def test_closing_does_not_wait_for_what_never_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "WARM_UP_S", 10 * PATIENT_S)
    computers = Computers(2)
    await computers.open()
    async with asyncio.timeout(PATIENT_S):
        await computers.close()
    assert computers.stats()["processes"] == 0


async def test_closing_ends_a_process_that_is_still_starting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "WARM_UP_S", 0.0)
    computers = Computers(1)
    await computers.open()
    await until(lambda: computers.workers[0].pid is not None)
    pid = computers.workers[0].pid
    assert pid is not None
    await computers.close()
    assert not is_there(pid)
    assert computers.stats()["processes"] == 0


ALONE = """
import asyncio, os
from walstatt.games import find_game
from walstatt.kernel.match import Match
from walstatt.server.computers import Computers

async def main():
    computers = Computers(1)
    game = Match.start(find_game("ccn"), "rolica_1", seed=1).game
    await computers.choose(game, game.to_act[0], "random", "1", 1000)
    print(computers.workers[0].pid, flush=True)
    await asyncio.sleep(600)

if __name__ == "__main__":
    asyncio.run(main())
"""


async def test_no_process_outlives_a_server_that_is_killed() -> None:
    server = await asyncio.create_subprocess_exec(sys.executable, "-c", ALONE, stdout=PIPE)
    assert server.stdout is not None
    pid = int(await server.stdout.readline())
    assert is_there(pid)
    server.kill()
    await server.wait()
    await until(lambda: not is_there(pid))
