"""The modules that may be compiled: mypyc must find nothing in them that it would change."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from hatch_build import LEAVES

SOURCE = Path(__file__).parents[2] / "src"
PATHS = [SOURCE / home / f"{name}.py" for home, names in LEAVES.items() for name in names]
KEEPING_SETTINGS = {"Struct", "Frame", "Decision", "Answer", "Event"}
"""Classes whose heirs have settings after their bases, which mypyc drops."""
OWN_TO_A_THREAD = {"local"}
"""Classes whose heirs keep what each thread has for itself; compiled, all would share it."""


def names(node: ast.AST) -> set[str]:
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_leaf_holds_no_structs_and_no_rules(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    classes = [one for one in ast.walk(tree) if isinstance(one, ast.ClassDef)]
    functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]
    assert not [one.name for one in classes if one.keywords]
    bases = {name for one in classes for base in one.bases for name in names(base)}
    assert not bases & (KEEPING_SETTINGS | OWN_TO_A_THREAD)
    marks = [mark for one in classes for mark in one.decorator_list]
    marks += [mark for one in functions for mark in one.decorator_list]
    assert "rule" not in {name for mark in marks for name in names(mark)}


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_leaf_has_no_constant_tuples_of_floats(path: Path) -> None:
    """Read without a type that says so, mypyc takes a tuple of floats for one never set."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for one in tree.body:
        if isinstance(one, ast.AnnAssign) and isinstance(one.value, ast.Tuple):
            numbers = [item for item in one.value.elts if isinstance(item, ast.Constant)]
            bare = isinstance(one.annotation, ast.Name)
            assert not (bare and any(isinstance(item.value, float) for item in numbers))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_leaf_unpacks_points_one_by_one(path: Path) -> None:
    """Where several values are assigned at once to nested names, mypyc makes objects of all."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for one in ast.walk(tree):
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Tuple):
            targets = [item for item in one.targets if isinstance(item, ast.Tuple)]
            nested = [item for target in targets for item in target.elts]
            assert not [item for item in nested if isinstance(item, ast.Tuple)], one.lineno
