"""The same numbers, wherever games are played, and after being killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from textwrap import dedent

import pytest

from tests.arena.batches import ABOUT, toy_jobs
from walstatt.arena.job import Job, Result
from walstatt.arena.journal import JournalError, read_journal
from walstatt.arena.referee import play
from walstatt.arena.runners import InProcess, NotInstalled, Pool, runner_called
from walstatt.arena.running import JOURNAL, play_all
from walstatt.kernel.errors import BadRequest


def expected(jobs: list[Job]) -> dict[str, Result]:
    return {job.key: play(job) for job in jobs}


def test_processes_give_the_same_results_as_one(tmp_path: Path) -> None:
    jobs = toy_jobs(12)
    assert play_all(jobs, tmp_path, ABOUT, Pool(2)) == expected(jobs)


def test_ray_gives_the_same_results(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    jobs = toy_jobs(6)
    program = tmp_path / "on_ray.py"
    program.write_text(
        dedent("""
        import sys
        from pathlib import Path
        from tests.arena.batches import ABOUT, toy_jobs
        from walstatt.arena.runners import runner_called
        from walstatt.arena.running import play_all
        play_all(toy_jobs(6), Path(sys.argv[1]), ABOUT, runner_called("ray", 1))
        """)
    )
    root = Path(__file__).parents[2]
    path = os.pathsep.join([str(root), str(root / "src")])
    environment = {**os.environ, "PYTHONPATH": path}
    environment.pop("RAY_ADDRESS", None)
    subprocess.run(
        [sys.executable, str(program), str(tmp_path)],
        check=True,
        env=environment,
        cwd=root,
        timeout=240,
        capture_output=True,
    )
    assert read_journal(tmp_path / JOURNAL) == expected(jobs)


def test_without_ray_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NotInstalled, match=r"walstatt\[ray\]"):
        list(runner_called("ray", 1).run(toy_jobs(1)))


def test_strange_runners_and_workers_are_refused() -> None:
    with pytest.raises(BadRequest, match="there are: inprocess, pool, ray"):
        runner_called("spark")
    with pytest.raises(BadRequest, match="at least 1 worker"):
        runner_called("pool", 0)


class Stopping:
    """Plays some games, then is interrupted."""

    def __init__(self, after: int) -> None:
        self.after = after

    def run(self, jobs: Iterable[Job]) -> Iterator[Result]:
        for job in islice(jobs, self.after):
            yield play(job)
        raise KeyboardInterrupt


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    jobs = toy_jobs(8)
    with pytest.raises(KeyboardInterrupt):
        play_all(jobs, tmp_path, ABOUT, Stopping(3))
    assert len(read_journal(tmp_path / JOURNAL)) == 3
    told: list[tuple[int, int]] = []
    found = play_all(jobs, tmp_path, ABOUT, InProcess(), lambda *now: told.append(now))
    assert found == expected(jobs)
    assert told[0] == (3, 8)
    assert told[-1] == (8, 8)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_killed_twice_it_finishes_with_the_same_numbers(tmp_path: Path) -> None:
    jobs, chance = toy_jobs(60), Random(6)
    root = Path(__file__).parents[2]
    program = tmp_path / "run.py"
    program.write_text(
        dedent("""
        import sys
        from pathlib import Path
        from tests.arena.batches import ABOUT, toy_jobs
        from walstatt.arena.runners import Pool
        from walstatt.arena.running import play_all

        def show(done, total):
            print(done, flush=True)

        if __name__ == "__main__":
            play_all(toy_jobs(60), Path(sys.argv[1]), ABOUT, Pool(2), show)
        """)
    )
    path = os.pathsep.join([str(root), str(root / "src")])
    done = until = 0
    for _ in range(2):
        until = chance.randrange(done + 3, done + 20)
        process = subprocess.Popen(
            [sys.executable, str(program), str(tmp_path)],
            stdout=subprocess.PIPE,
            cwd=root,
            env={**os.environ, "PYTHONPATH": path},
            text=True,
        )
        assert process.stdout is not None
        for line in process.stdout:
            done = int(line)
            if done >= until:
                process.send_signal(signal.SIGKILL)
                break
        process.wait()
        process.stdout.close()
        assert process.returncode == -signal.SIGKILL
    played = len(read_journal(tmp_path / JOURNAL))
    assert until <= played < 60
    assert play_all(jobs, tmp_path, ABOUT, InProcess()) == expected(jobs)


def test_half_a_line_at_the_end_is_played_again(tmp_path: Path) -> None:
    jobs = toy_jobs(4)
    play_all(jobs, tmp_path, ABOUT, InProcess())
    journal = tmp_path / JOURNAL
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-20])
    assert len(read_journal(journal)) == 3
    assert play_all(jobs, tmp_path, ABOUT, InProcess()) == expected(jobs)
    assert journal.read_bytes() == whole


def test_a_damaged_line_in_the_middle_is_refused(tmp_path: Path) -> None:
    jobs = toy_jobs(3)
    play_all(jobs, tmp_path, ABOUT, InProcess())
    journal = tmp_path / JOURNAL
    lines = journal.read_bytes().split(b"\n")
    lines[2] = lines[2][:30]
    journal.write_bytes(b"\n".join(lines))
    with pytest.raises(JournalError, match=":3: the journal is damaged"):
        play_all(jobs, tmp_path, ABOUT, InProcess())


def test_a_run_that_became_another_one_is_refused(tmp_path: Path) -> None:
    jobs = toy_jobs(3)
    play_all(jobs, tmp_path, ABOUT, InProcess())
    with pytest.raises(JournalError, match="begun with seed 1, but now it is 2"):
        play_all(jobs, tmp_path, {**ABOUT, "seed": 2}, InProcess())
    with pytest.raises(JournalError, match="1 games that this run does not have"):
        play_all(jobs[:2], tmp_path, ABOUT, InProcess())


def test_a_run_may_be_enlarged(tmp_path: Path) -> None:
    play_all(toy_jobs(2), tmp_path, ABOUT, InProcess())
    jobs = toy_jobs(4)
    assert play_all(jobs, tmp_path, ABOUT, InProcess()) == expected(jobs)


def test_games_that_went_wrong_are_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs = toy_jobs(2)
    with monkeypatch.context() as broken:
        broken.setattr("walstatt.arena.referee.ask", lambda *_: 1 // 0)
        first = play_all(jobs, tmp_path, ABOUT, InProcess())
    assert all(one.fault for one in first.values())
    assert play_all(jobs, tmp_path, ABOUT, InProcess()) == expected(jobs)
