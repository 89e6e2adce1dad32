"""Mutation testing: change the rules one small thing at a time and see whether a test notices."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from math import sqrt
from pathlib import Path
from random import Random

from tools.mutants import Mutant, WrongFile, counted

BUILD = Path("build/mutate")
REPORT = Path("build/mutation.json")
UNNOTICED = ("survived", "no tests", "given up", "unfit")
"""An endless mutant counts as noticed: a test used many times the time it takes."""

CCN_RULES = [
    "advance",
    "announcing",
    "attack",
    "board",
    "cards",
    "changes",
    "combat",
    "combined_arms",
    "dice",
    "leaders",
    "melee",
    "morale",
    "leader_movement",
    "movement",
    "unit_movement",
    "odds",
    "orders",
    "ranged",
    "reactions",
    "setup",
    "sight",
    "square",
    "tactics",
    "terrain",
    "turn",
    "view",
    "world",
]
"""The modules of ccn that hold rules, not pictures or vocabulary."""

IDG = Path("src/walstatt/games/idg")
IDG_TOLD = ("about_units", "asking_moves", "imagining")
"""Modules of idg that name rules without holding any."""
IDG_BESIDE = [
    "close_quarters",
    "engine_turns",
    "foes_about",
    "glance",
    "glancing",
    "hindrances",
    "hulls",
    "landing",
    "lists",
    "melee_odds",
    "outlines",
    "prices",
    "profiles",
    "registers",
    "shooting_odds",
    "sight_memory",
    "stopping",
    "surroundings",
    "ways",
    "whereabouts",
]
"""Modules of idg by which rules are judged although they state none by number."""

TABLE = [str(one) for one in sorted(Path("src/walstatt/boards").glob("*.py")) if one.stem != "hex"]
"""The measured table, on which idg is played."""

NOT_RULES = ("messages", "scene", "content", "content_check", "casebook", "positions")
"""Tests of ccn that read the code itself, or prove no rules."""
IDG_NOT_RULES = ("casebook", "inventory", "glossary", "lessons", "scene", "scene_text")
"""Tests of idg that play whole games by chance, or prove no rules."""


def stating(folder: Path, but: Sequence[str]) -> list[str]:
    """List the modules in a folder that state rules."""
    return [
        str(path)
        for path in sorted(folder.glob("*.py"))
        if path.stem not in but and re.search(r"^ *@rule\(", path.read_text("utf-8"), re.MULTILINE)
    ]


def _but(folder: str, names: Sequence[str]) -> list[str]:
    return [f"--ignore={folder}/test_{name}.py" for name in names]


CASES = "tests/workshop/test_case_files.py"
TARGETS: dict[str, tuple[list[str], list[str]]] = {
    "kernel": (["src/walstatt/kernel/*.py"], ["tests/kernel"]),
    "ccn": (
        [f"src/walstatt/games/ccn/{name}.py" for name in CCN_RULES],
        ["tests/games/ccn", CASES, "-k", "not (idg or toy)", *_but("tests/games/ccn", NOT_RULES)],
    ),
    "idg": (
        [*stating(IDG, IDG_TOLD), *(f"{IDG}/{name}.py" for name in IDG_BESIDE), *TABLE],
        [
            "tests/games/idg",
            "tests/boards",
            CASES,
            "--ignore=tests/games/idg/ai",
            *_but("tests/games/idg", IDG_NOT_RULES),
        ],
    ),
    "toy": (["src/walstatt/games/toy/*.py"], ["tests/games/toy", CASES]),
}
"""What can be mutated, and the tests that must notice: unit tests and cases, never the fuzzer."""


def prepare(target: str) -> Path:
    """Copy the tree, so that it can be worked on meanwhile."""
    place = BUILD / target
    for folder in ("src", "tests", "cases", "docs", "tools"):
        shutil.rmtree(place / folder, ignore_errors=True)
        shutil.copytree(folder, place / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "README.md"):
        shutil.copy(file, place)
    return place


def chosen(target: str, place: Path, sample: int, seed: int) -> list[Mutant]:
    """Make all mutants, or some drawn by lot."""
    known_at = BUILD / f"{target}.counts.json"
    known = json.loads(known_at.read_text(encoding="utf-8")) if known_at.exists() else {}
    files = [file for pattern in TARGETS[target][0] for file in sorted(place.glob(pattern))]
    counts = counted(files, known)
    known_at.write_text(json.dumps(known), encoding="utf-8")
    everybody = [(file, number) for file, count in counts.items() for number in range(count)]
    drawn = everybody
    if sample:
        drawn = Random(seed).sample(everybody, min(sample, len(everybody)))
        print(f"{len(drawn)} of {len(everybody)} mutants, drawn with seed {seed}", flush=True)
    return _made(place, drawn)


def _made(place: Path, drawn: Sequence[tuple[str, int]]) -> list[Mutant]:
    """Make mutants in the order in which they were drawn, reading every file once."""
    made: dict[tuple[str, int], Mutant] = {}
    for file in {one for one, _ in drawn}:
        path = str(Path(file).relative_to(place))
        wrong = WrongFile(path, Path(file).read_text(encoding="utf-8"))
        made |= {(file, n): wrong.mutant(n) for one, n in drawn if one == file}
    return [made[one] for one in drawn]


def run(
    target: str, place: Path, mutants: Sequence[Mutant], jobs: int
) -> dict[str, dict[str, str]]:
    """Try mutants in a process of its own, in the copy, and give their fates."""
    fates = (BUILD / f"{target}.fates.jsonl").resolve()
    fates.unlink(missing_ok=True)
    plan = {
        "mutants": [asdict(one) for one in mutants],
        "tests": TARGETS[target][1],
        "reach": str((BUILD / f"{target}.reach.json").resolve()),
        "fates": str(fates),
        "jobs": jobs,
    }
    plan_at = (BUILD / f"{target}.plan.json").resolve()
    plan_at.write_text(json.dumps(plan), encoding="utf-8")
    surroundings = os.environ | {"PYTHONPATH": str((place / "src").resolve())}
    command = [sys.executable, "-m", "tools.mutation_run", str(plan_at)]
    subprocess.run(command, cwd=place, env=surroundings, check=True)
    told = [json.loads(line) for line in fates.read_text(encoding="utf-8").splitlines()]
    return {one["name"]: one for one in told}


def report(target: str, fates: dict[str, dict[str, str]]) -> dict[str, object]:
    """Print the score of each module and the mutants nobody noticed."""
    modules: dict[str, Counter[str]] = {}
    for name, one in fates.items():
        modules.setdefault(name.partition(":")[0], Counter())[one["fate"]] += 1
    print(f"\n{target}: module, mutants, noticed")
    scores: dict[str, float] = {}
    for module, counts in sorted(modules.items()):
        scores[module] = _score(counts)
        print(f"  {module:<48}{counts.total():>6}{scores[module]:>8.1%}")
    survivors = [one for _, one in sorted(fates.items()) if one["fate"] in UNNOTICED]
    for one in survivors:
        print(f"{one['fate']}: {one['name']} ({one['said']})", *one["wrong"], sep="\n    ")
    total = _score(Counter(one["fate"] for one in fates.values()))
    low, high = interval(len(fates) - len(survivors), len(fates))
    print(f"  {'all':<48}{len(fates):>6}{total:>8.1%}; {len(survivors)} not noticed")
    print(f"  95 % interval, if these were drawn by lot: {low:.1%} to {high:.1%}")
    return {
        "score": round(total, 4),
        "interval": [round(low, 4), round(high, 4)],
        "modules": scores,
        "survivors": survivors,
    }


def _score(fates: Counter[str]) -> float:
    missed = sum(fates[one] for one in UNNOTICED)
    return 1 - missed / fates.total() if fates.total() else 1.0


def interval(hits: int, tries: int) -> tuple[float, float]:
    """Give Wilson's 95 % interval of a share."""
    if not tries:
        return 0.0, 1.0
    z, share = 1.96, hits / tries
    middle = (share + z * z / (2 * tries)) / (1 + z * z / tries)
    half = z / (1 + z * z / tries) * sqrt(share * (1 - share) / tries + (z / tries / 2) ** 2)
    return middle - half, middle + half


def main() -> int:
    """Mutate what is asked for and fail below the wanted score."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", default=["kernel"], choices=[*TARGETS, []])
    parser.add_argument("--least", type=float, default=0.8, help="the score below which to fail")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--sample", type=int, default=0, help="try only so many, drawn by lot")
    parser.add_argument("--seed", type=int, default=1, help="the lot")
    wanted = parser.parse_args()
    reports: dict[str, dict[str, object]] = {}
    for target in wanted.targets:
        place = prepare(target)
        mutants = chosen(target, place, wanted.sample, wanted.seed)
        reports[target] = report(target, run(target, place, mutants, wanted.jobs))
    REPORT.write_text(json.dumps(reports, indent=2) + "\n", encoding="utf-8")
    print(f"the mutants nobody noticed are listed in {REPORT}")
    low = [name for name, one in reports.items() if float(str(one["score"])) < wanted.least]
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
