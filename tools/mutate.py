"""Mutation testing: change the rules one small thing at a time and see whether a test notices.

Mutmut leaves decorated functions alone, and most of our rules are decorated. So it works on a copy
of the tree in which `@rule(...)` above a function is a call below it, which means the same.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import libcst as cst

BUILD = Path("build/mutate")
REPORT = Path("build/mutation.json")
RESULT = re.compile(r"^\s+(?P<name>\S+): (?P<status>.+)$")
NOBODY = "no.such.mutant"
"""Lets mutmut make the mutants and learn which test reaches which, and try none."""
UNNOTICED = ("survived", "no tests", "suspicious", "timeout")
KEPT = {"abstractmethod", "overload", "staticmethod", "classmethod"}

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

NOT_RULES = ("messages", "scene", "content", "content_check", "casebook", "positions")
"""Tests of ccn that read the code itself, or prove no rules."""


def stating(folder: Path, but: Sequence[str]) -> list[str]:
    """List the modules in a folder that state rules."""
    return [
        str(path)
        for path in sorted(folder.glob("*.py"))
        if path.stem not in but and re.search(r"^ *@rule\(", path.read_text("utf-8"), re.MULTILINE)
    ]


TARGETS: dict[str, tuple[list[str], list[str]]] = {
    "kernel": (["src/walstatt/kernel/*"], ["tests/kernel"]),
    "ccn": (
        [f"src/walstatt/games/ccn/{name}.py" for name in CCN_RULES],
        [
            "tests/games/ccn",
            "tests/workshop/test_case_files.py",
            *(f"--ignore=tests/games/ccn/test_{name}.py" for name in NOT_RULES),
        ],
    ),
    "idg": (
        stating(IDG, IDG_TOLD),
        ["tests/games/idg", "tests/workshop/test_case_files.py", "--ignore=tests/games/idg/ai"],
    ),
    "toy": (["src/walstatt/games/toy/*"], ["tests/games/toy", "tests/workshop/test_case_files.py"]),
}
"""What can be mutated, and the tests that must notice: unit tests and cases, never the fuzzer."""


class CallDecorators(cst.CSTTransformer):
    """Write decorators of functions as calls after them."""

    def leave_FunctionDef(  # noqa: N802 - libcst's name
        self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef
    ) -> cst.FunctionDef | cst.FlattenSentinel[cst.BaseStatement]:
        """Take the decorators off and apply them below, innermost first."""
        decorators = [one.decorator for one in original_node.decorators]
        if not decorators or any(not _movable(one) for one in decorators):
            return updated_node
        calls = [_applied(one, original_node.name) for one in reversed(decorators)]
        return cst.FlattenSentinel([updated_node.with_changes(decorators=()), *calls])


def _movable(decorator: cst.BaseExpression) -> bool:
    return not (isinstance(decorator, cst.Name) and decorator.value in KEPT) and not (
        isinstance(decorator, cst.Attribute)
    )


def _applied(decorator: cst.BaseExpression, name: cst.Name) -> cst.SimpleStatementLine:
    call = cst.Call(decorator, [cst.Arg(name)])
    target = cst.AssignTarget(name)
    return cst.SimpleStatementLine([cst.Assign([target], call)])


def prepare(target: str, only: Sequence[str], tests: Sequence[str]) -> Path:
    """Copy the tree, move the decorators, and tell mutmut what to do."""
    place = BUILD / target
    shutil.rmtree(place, ignore_errors=True)
    for folder in ("src", "tests", "cases"):
        shutil.copytree(folder, place / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in place.glob("src/**/*.py"):
        if any(path.relative_to(place).match(pattern) for pattern in only):
            tree = cst.parse_module(path.read_text(encoding="utf-8"))
            path.write_text(tree.visit(CallDecorators()).code, encoding="utf-8")
    settings = {
        "source_paths": ["src"],
        "only_mutate": list(only),
        "pytest_add_cli_args_test_selection": list(tests),
        "pytest_add_cli_args": ["-p", "no:randomly", "-q"],
        "also_copy": ["cases"],
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
    text = Path("pyproject.toml").read_text(encoding="utf-8")
    text += "\n[tool.mutmut]\n" + "\n".join(lines) + "\n"
    (place / "pyproject.toml").write_text(text, encoding="utf-8")
    shutil.copy("README.md", place)
    return place


def run(place: Path, jobs: int, sample: int, seed: int) -> dict[str, str]:
    """Run mutmut on all mutants, or on some drawn by lot, and give their fates."""
    mutmut = [sys.executable, "-m", "mutmut"]
    chosen: list[str] = []
    if sample:
        subprocess.run([*mutmut, "run", NOBODY], cwd=place, check=False)
        everybody = sorted(fates_in(place))
        chosen = Random(seed).sample(everybody, min(sample, len(everybody)))
        print(f"{len(chosen)} of {len(everybody)} mutants, drawn with seed {seed}")
    subprocess.run([*mutmut, "run", "--max-children", str(jobs), *chosen], cwd=place, check=True)
    fates = fates_in(place)
    return {name: fates[name] for name in chosen} if chosen else fates


def fates_in(place: Path) -> dict[str, str]:
    """Read what became of every mutant."""
    mutmut = [sys.executable, "-m", "mutmut"]
    listed = subprocess.run(
        [*mutmut, "results", "--all", "true"], cwd=place, check=True, capture_output=True, text=True
    )
    found = (RESULT.match(line) for line in listed.stdout.splitlines())
    return {match["name"]: match["status"].strip() for match in found if match}


def module_of(mutant: str) -> str:
    """Name the module a mutant stands in."""
    return re.sub(r"\.(x_|xǁ).*", "", mutant)


def report(target: str, fates: dict[str, str]) -> dict[str, object]:
    """Print the score of each module and the mutants nobody noticed."""
    modules: dict[str, Counter[str]] = {}
    for mutant, fate in fates.items():
        modules.setdefault(module_of(mutant), Counter())[fate] += 1
    print(f"\n{target}: module, mutants, noticed")
    scores: dict[str, float] = {}
    for module, fate_counts in sorted(modules.items()):
        scores[module] = _score(fate_counts)
        print(f"  {module:<48}{fate_counts.total():>6}{scores[module]:>8.1%}")
    survivors = sorted(mutant for mutant, fate in fates.items() if fate in UNNOTICED)
    total = _score(Counter(fates.values()))
    print(f"  {'all':<48}{len(fates):>6}{total:>8.1%}; {len(survivors)} not noticed")
    return {"score": round(total, 4), "modules": scores, "survivors": survivors}


def _score(fates: Counter[str]) -> float:
    missed = sum(fates[one] for one in UNNOTICED)
    return 1 - missed / fates.total() if fates.total() else 1.0


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
        only, tests = TARGETS[target]
        reports[target] = report(
            target, run(prepare(target, only, tests), wanted.jobs, wanted.sample, wanted.seed)
        )
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps(reports, indent=2) + "\n", encoding="utf-8")
    print(f"the mutants nobody noticed are listed in {REPORT}")
    low = [name for name, one in reports.items() if float(str(one["score"])) < wanted.least]
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
