"""Where rules are cited: found by reading code, content, tests and cases, without running them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

from msgspec import Struct

from walstatt.kernel.content import load_content
from walstatt.kernel.ids import RuleId

_ID: Final = r"[A-Z]{2,4}-[A-Z]?\.?\d+(?:\.\d+)*"
IS_ID: Final = re.compile(_ID)
_CITED: Final = re.compile(rf"(?<![\w-]){_ID}")


class Citation(Struct, frozen=True):
    """A rule id and the place that cites it."""

    rule: RuleId
    place: str


Node: TypeAlias = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


# -- Python ---------------------------------------------------------------------------------------


def in_code(folder: Path, package: str) -> Iterator[Citation]:
    """Find every rule id that stands as a text of its own in a package."""
    for path, module in _modules(folder, package):
        yield from _literals(_parsed(path), module)


def in_docstrings(folder: Path, package: str) -> Iterator[Citation]:
    """Find every rule id that a docstring of a package mentions."""
    for path, module in _modules(folder, package):
        for node, place in _named(_parsed(path), module):
            for rule in _CITED.findall(ast.get_docstring(node) or ""):
                yield Citation(rule, place)


def _modules(folder: Path, package: str) -> Iterator[tuple[Path, str]]:
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        names = [part for part in parts if part != "__init__"]
        yield path, ".".join((package, *names))


def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def _named(node: Node, place: str) -> Iterator[tuple[Node, str]]:
    """List a module, its classes and functions with their full names."""
    yield node, place
    for child in node.body:
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _named(child, f"{place}.{child.name}")


def _literals(node: ast.AST, place: str) -> Iterator[Citation]:
    for child in ast.iter_child_nodes(node):
        here = place
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            here = f"{place}.{child.name}"
        if isinstance(child, ast.Constant) and IS_ID.fullmatch(str(child.value)):
            yield Citation(str(child.value), here)
        yield from _literals(child, here)


def in_tests(folders: Iterable[Path]) -> Iterator[Citation]:
    """Find the rules named by `@covers(...)` on tests and on classes of tests."""
    for path in _files(folders, "*.py"):
        for node in ast.walk(_parsed(path)):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                for rule in _covered(node):
                    yield Citation(rule, f"{path.as_posix()}::{node.name}")


def _covered(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[RuleId]:
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and _name(decorator.func) == "covers":
            for argument in decorator.args:
                if isinstance(argument, ast.Constant):
                    yield str(argument.value)


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _files(folders: Iterable[Path], pattern: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted(folder.rglob(pattern)) if folder.is_dir() else [folder]


# -- YAML -----------------------------------------------------------------------------------------


def in_content(paths: Iterable[Path]) -> Iterator[Citation]:
    """Find every rule id that stands as a value of its own in content files."""
    for path in _files(paths, "*.yaml"):
        for value in _values(_read(path)):
            if isinstance(value, str) and IS_ID.fullmatch(value):
                yield Citation(value, path.as_posix())


def in_cases(folders: Iterable[Path], game: str) -> Iterator[Citation]:
    """Find the rules that the cases of a game say they prove."""
    for path in _files(folders, "*.yaml"):
        read = _read(path)
        for case in read if isinstance(read, list) else [read]:
            if isinstance(case, dict) and case.get("game") == game:
                for rule in case.get("rules") or ():
                    yield Citation(str(rule), f"{path.as_posix()}: {case.get('case', '')}")


def _read(path: Path) -> object:
    found: object = load_content(path, object)
    return found


def _values(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        for key, one in value.items():
            yield key
            yield from _values(one)
    elif isinstance(value, list):
        for one in value:
            yield from _values(one)
    else:
        yield value
