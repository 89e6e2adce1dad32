"""Trying mutants: everything is imported once, and every mutant is tried in a fork of its own.

First each test runs once and it is written down which lines it reaches; a mutant is then shown only
to the tests that reach it, the quickest first, until one fails. The time that a test may take
is counted as the processor's, so that a busy machine spoils nothing.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import _lru_cache_wrapper
from pathlib import Path
from types import FunctionType
from typing import Any, TypeGuard

import coverage
import pytest
from _pytest.runner import runtestprotocol
from hypothesis import Phase, settings

from tools.mutants import Mutant, difference, living, put_in

QUICKEST = 30.0
"""Seconds that every test may take, however quick it is as a rule."""
PATIENCE = 20.0
"""How many times its usual time a test may take."""
LONGEST = 1800.0
"""Seconds by the clock after which a mutant is given up."""
MEMORY = 6 << 30

Lines = dict[str, int]
"""The lines that were reached in every file, each a bit."""


@dataclass
class Known:
    """What is known of a test: whether it holds, how long it takes, what it reaches."""

    holds: bool
    seconds: float
    lines: Lines
    stamps: dict[str, str]
    """The modules it reaches, as they were."""
    test: str
    """The test, as it was."""

    def reaches(self, path: str, first: int, last: int, stamp: str) -> bool:
        """Does it reach one of these lines, or a module whose lines are others now?"""
        if self.stamps.get(path) != stamp:
            return path in self.stamps
        return bool(self.lines[path] & (((1 << (last - first + 1)) - 1) << first))


@dataclass
class Plan:
    """What is to be tried, and where the answers go."""

    mutants: list[Mutant]
    tests: list[str]
    reach: Path
    """Where it is kept which test reaches what."""
    fates: Path
    jobs: int = 1
    stamps: dict[str, str] = field(default_factory=dict)

    def stamp(self, path: str) -> str:
        """Give a short print of a file as it is now."""
        if path not in self.stamps:
            file = Path(path)
            text = file.read_bytes() if file.exists() else b""
            self.stamps[path] = hashlib.sha256(text).hexdigest()[:16]
        return self.stamps[path]


class Trying:
    """A plugin that tries mutants instead of running the tests once."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.items: dict[str, pytest.Item] = {}
        self.reach: dict[str, Known] = {}
        self.cases = _folder_stamp(Path("cases"))
        self.empty: list[dict[Any, Any]] = []
        self.caches: list[_lru_cache_wrapper[Any]] = []
        self.functions: dict[str, list[FunctionType]] = {}
        self.trusted: dict[str, bool] = {}

    def pytest_sessionstart(self) -> None:
        """A failing example is enough; the smallest need not be found."""
        phases = [Phase.explicit, Phase.reuse, Phase.generate]
        settings.register_profile(
            "mutants", deadline=None, derandomize=True, database=None, phases=phases
        )
        settings.load_profile("mutants")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Find out which test reaches what, then try all mutants."""
        if session.testsfailed:
            raise session.Interrupted("not all tests can be read")
        self.items = {item.nodeid: item for item in session.items}
        self.empty = list(_empty_memories())
        self.caches = [one for one in gc.get_objects() if _forgets(one)]
        self.functions = living()
        gc.freeze()
        self.know()
        broken = sorted(name for name, one in self.reach.items() if not one.holds)
        if broken:
            print(f"these fail without any mutant and are left out: {', '.join(broken)}")
        self.try_all()
        return True

    def know(self) -> None:
        """Learn what each test reaches, unless it is known already and nothing has changed."""
        known: dict[str, Known] = {}
        if self.plan.reach.exists():
            kept = json.loads(self.plan.reach.read_text(encoding="utf-8"))
            known = {name: _read(one) for name, one in kept.items()}
        fresh = {name: one for name, one in known.items() if self.is_fresh(name, one)}
        missing = [name for name in self.items if name not in fresh]
        print(f"{len(self.items)} tests, {len(missing)} of them to be looked at", flush=True)
        if missing:
            child = os.fork()
            if not child:
                self.look_at(missing, fresh)
                os._exit(0)
            if os.waitpid(child, 0)[1]:
                raise RuntimeError("looking at the tests failed")
            kept = json.loads(self.plan.reach.read_text(encoding="utf-8"))
            fresh = {name: _read(one) for name, one in kept.items()}
        self.reach = {name: fresh[name] for name in self.items}

    def is_fresh(self, name: str, known: Known) -> bool:
        """Is a test still the one that was looked at?"""
        return name in self.items and known.test == self.stamp_of(name)

    def stamp_of(self, name: str) -> str:
        """Give a print of the file of a test, and of all cases if it plays them."""
        file = name.partition("::")[0]
        return self.plan.stamp(file) + (self.cases if file.endswith("_case_files.py") else "")

    def look_at(self, names: Sequence[str], fresh: dict[str, Known]) -> None:
        """Run tests and write down what they reach."""
        here = Path.cwd()
        cover = coverage.Coverage(data_file=None, config_file=False, include=[f"{here}/src/*"])
        results: list[tuple[bool, float]] = []
        cover.start()
        for number, item in enumerate(self.order(names)):
            self.forget()
            cover.switch_context(str(number))
            begin = time.process_time()
            holds = _holds(item)
            results.append((holds, time.process_time() - begin))
        cover.stop()
        reached = _by_test(cover.get_data(), here, len(names))
        for name, (holds, seconds), lines in zip(names, results, reached, strict=True):
            stamps = {path: self.plan.stamp(path) for path in lines}
            fresh[name] = Known(holds, round(seconds, 3), lines, stamps, self.stamp_of(name))
        kept = {name: _written(one) for name, one in fresh.items()}
        self.plan.reach.write_text(json.dumps(kept), encoding="utf-8")

    def order(self, names: Sequence[str]) -> list[pytest.Item]:
        """Give tests by their names."""
        return [self.items[name] for name in names]

    def forget(self) -> None:
        """Empty all memories of a certain size, so that a test reaches whatever it needs."""
        for one in self.caches:
            one.cache_clear()
        for memory in self.empty:
            memory.clear()

    def try_all(self) -> None:
        """Try every mutant and write down what became of it."""
        running: dict[int, tuple[Mutant, int, float]] = {}
        waiting = list(reversed(self.plan.mutants))
        done = 0
        while waiting or running:
            while waiting and len(running) < self.plan.jobs:
                mutant = waiting.pop()
                reading, writing = os.pipe()
                child = os.fork()
                if not child:
                    os._exit(self.attempt(mutant, writing))
                os.close(writing)
                running[child] = mutant, reading, time.monotonic()
            child, status = os.wait()
            mutant, reading, begun = running.pop(child)
            with os.fdopen(reading) as pipe:
                said = pipe.read()
            fate = _fate(status)
            if fate == "noticed" and said and not self.is_trusted(said):
                print(f"{said} fails without any mutant and is left out", flush=True)
                self.reach[said].holds = False
                waiting.append(mutant)
                continue
            done += 1
            print(
                f"{done}/{len(self.plan.mutants)} {fate:<9}{time.monotonic() - begun:6.1f} s  "
                f"{mutant.name}  {said}",
                flush=True,
            )
            self.write(mutant, fate, said)

    def is_trusted(self, name: str) -> bool:
        """Does a test that failed hold without any mutant?"""
        if name not in self.trusted:
            child = os.fork()
            if not child:
                _silence()
                os._exit(0 if _holds(self.items[name]) else 1)
            self.trusted[name] = os.waitpid(child, 0)[1] == 0
        return self.trusted[name]

    def write(self, mutant: Mutant, fate: str, said: str) -> None:
        """Add the fate of a mutant to the file of fates."""
        right = Path(mutant.path).read_text(encoding="utf-8")
        told = {"name": mutant.name, "fate": fate, "said": said, "wrong": difference(mutant, right)}
        with self.plan.fates.open("a", encoding="utf-8") as file:
            file.write(json.dumps(told) + "\n")

    def attempt(self, mutant: Mutant, writing: int) -> int:
        """Show a mutant to the tests that reach it; 1 if one of them fails."""
        with os.fdopen(writing, "w") as pipe:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            signal.setitimer(signal.ITIMER_REAL, LONGEST)
            names = self.reaching(mutant)
            if not names:
                return 3
            file = str(Path(mutant.path).resolve())
            try:
                right = Path(mutant.path).read_text(encoding="utf-8")
                put_in(mutant, right, file, self.functions.get(file, []))
            except ValueError as problem:
                pipe.write(str(problem))
                return 4
            _silence()
            self.forget()
            _forget_all(file)
            for name in names:
                limit = max(QUICKEST, PATIENCE * self.reach[name].seconds)
                signal.setitimer(signal.ITIMER_PROF, limit)
                if not _holds(self.items[name]):
                    pipe.write(name)
                    return 1
            pipe.write(f"{len(names)} tests")
            return 0

    def reaching(self, mutant: Mutant) -> list[str]:
        """List the tests that reach what is wrong, the quickest first."""
        stamp = self.plan.stamp(mutant.path)
        found = [
            name
            for name, one in self.reach.items()
            if one.holds and one.reaches(mutant.path, *mutant.lines, stamp)
        ]
        return sorted(found, key=lambda name: self.reach[name].seconds)


def _holds(item: pytest.Item) -> bool:
    reports = runtestprotocol(item, log=False, nextitem=None)
    return not any(one.failed for one in reports)


def _fate(status: int) -> str:
    if os.WIFSIGNALED(status):
        ended = os.WTERMSIG(status)
        return "given up" if ended == signal.SIGALRM else "endless"
    return {0: "survived", 1: "noticed", 3: "no tests", 4: "unfit"}.get(
        os.WEXITSTATUS(status), "noticed"
    )


def _silence() -> None:
    sys.stdout.flush()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)


def _by_test(data: coverage.CoverageData, here: Path, count: int) -> list[Lines]:
    reached: list[Lines] = [{} for _ in range(count)]
    for file in data.measured_files():
        path = str(Path(file).relative_to(here))
        for line, contexts in data.contexts_by_lineno(file).items():
            for context in contexts:
                if context:
                    lines = reached[int(context)]
                    lines[path] = lines.get(path, 0) | (1 << line)
    return reached


def _written(known: Known) -> dict[str, object]:
    return asdict(known) | {"lines": {path: hex(one) for path, one in known.lines.items()}}


def _read(kept: dict[str, Any]) -> Known:
    lines = {path: int(one, 16) for path, one in kept["lines"].items()}
    return Known(kept["holds"], kept["seconds"], lines, kept["stamps"], kept["test"])


def _folder_stamp(folder: Path) -> str:
    files = sorted(folder.rglob("*.yaml"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def _modules() -> list[tuple[str, object]]:
    return [(name, one) for name, one in sys.modules.items() if name.startswith("walstatt")]


def _empty_memories() -> Iterator[dict[Any, Any]]:
    """Find the dicts in which modules keep what they have worked out."""
    for _, module in _modules():
        for name, value in vars(module).items():
            if name.startswith("_") and name.isupper() and value == {}:
                yield value


def _forgets(one: object) -> TypeGuard[_lru_cache_wrapper[Any]]:
    return type(one) is _lru_cache_wrapper and bool(one.cache_parameters()["maxsize"])


def _forget_all(file: str) -> None:
    """Empty every memory that the mutated module itself has."""
    for _, module in _modules():
        if getattr(module, "__file__", None) == file:
            for value in vars(module).values():
                if isinstance(value, _lru_cache_wrapper):
                    value.cache_clear()


def main() -> int:
    """Read a plan and carry it out."""
    told = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    mutants = [Mutant(**one | {"lines": tuple(one["lines"])}) for one in told["mutants"]]
    plan = Plan(mutants, told["tests"], Path(told["reach"]), Path(told["fates"]), int(told["jobs"]))
    args = ["-p", "no:randomly", "-p", "no:cacheprovider", "-q", "-s", "-o", "timeout=0"]
    args += ["-o", "addopts=--import-mode=importlib", "-m", "not nightly"]
    args += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    return int(pytest.main([*args, *plan.tests], plugins=[Trying(plan)]))


if __name__ == "__main__":
    sys.exit(main())
