"""Mutants: functions wrong in one small thing, and how they take the place of the right ones.

Mutmut says what can be wrong: its operators are used, but not its runner. Nothing is written to
disk: a mutated function is compiled and its code put into the living one, whoever holds that.
"""

from __future__ import annotations

import ast
import difflib
import gc
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.file_mutation import Mutation, MutationVisitor
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode

from walstatt.kernel.trace import _BOUND

LEFT_ALONE = {"abstractmethod", "overload"}
"""Whatever is so decorated never runs."""

Key = tuple[str, int]
"""The name of a function and the line on which it begins."""


@dataclass(frozen=True)
class Mutant:
    """One small wrong thing in one function of a file."""

    path: str
    function: str
    number: int
    lines: tuple[int, int]
    """The statement that is wrong, from its first line to its last."""
    begins: int
    """The line on which its function begins, decorators included."""
    text: str
    """The whole file with the wrong thing in it."""

    @property
    def name(self) -> str:
        """Call the mutant by where it stands."""
        return f"{Path(self.path).with_suffix('').as_posix()}:{self.function}:{self.number}"


class AllFunctions(MutationVisitor):
    """Mutmut's visitor, which here does not leave decorated functions alone."""

    def __init__(self) -> None:
        super().__init__(mutation_operators, IgnoredCode(set(), set(), set()))
        self.where: dict[int, int] = {}

    def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.FunctionDef) and node.decorators:
            return any(_name(one.decorator) in LEFT_ALONE for one in node.decorators)
        return super()._skip_node_and_children(node)

    def _create_mutations(self, node: cst.CSTNode) -> None:
        known = len(self.mutations)
        super()._create_mutations(node)
        if len(self.mutations) > known:
            self.where[id(node)] = self.get_metadata(PositionProvider, node).start.line


def _name(decorator: cst.BaseExpression) -> str:
    return decorator.value if isinstance(decorator, cst.Name) else ""


class WrongFile:
    """All that can be wrong in a file."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        wrapper = MetadataWrapper(cst.parse_module(text))
        visitor = AllFunctions()
        wrapper.visit(visitor)
        self.module = wrapper.module
        self.where = visitor.where
        self.starts = wrapper.resolve(PositionProvider)
        self.mutations = [one for one in visitor.mutations if _in_function(one)]
        self.statements = sorted(_statements(ast.parse(text)))

    def mutant(self, number: int) -> Mutant:
        """Make one of the mutants."""
        mutation = self.mutations[number]
        function = mutation.contained_by_top_level_function
        if function is None:
            raise ValueError(f"mutant {number} of {self.path} is in no function")
        wrong = self.module.deep_replace(mutation.original_node, mutation.mutated_node)
        if not isinstance(wrong, cst.Module):
            raise TypeError(self.path)
        begins = self.starts[function.decorators[0] if function.decorators else function].start.line
        line = self.where[id(mutation.original_node)]
        body = self.starts[function.body]
        in_head = line < body.start.line
        lines = (body.start.line, body.end.line) if in_head else self._statement(line)
        return Mutant(self.path, function.name.value, number, lines, begins, wrong.code)

    def _statement(self, line: int) -> tuple[int, int]:
        around = [(first, last) for first, last in self.statements if first <= line <= last]
        return max(around) if around else (line, line)


def _in_function(mutation: Mutation) -> bool:
    return isinstance(mutation.contained_by_top_level_function, cst.FunctionDef)


def _statements(tree: ast.AST) -> Iterator[tuple[int, int]]:
    """Give the lines of all statements; of those that hold others only the head."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            within = [
                one.lineno
                for one in ast.walk(node)
                if isinstance(one, ast.stmt) and one is not node and one.lineno > node.lineno
            ]
            last = min(within) - 1 if within else node.end_lineno or node.lineno
            yield node.lineno, last


def counted(paths: Sequence[Path], known: dict[str, int]) -> dict[str, int]:
    """Count the mutants of every file; what was counted before is not counted again."""
    counts = {}
    for path in paths:
        text = path.read_text(encoding="utf-8")
        key = hashlib.sha256(text.encode()).hexdigest()
        if key not in known:
            known[key] = len(WrongFile(str(path), text).mutations)
        counts[str(path)] = known[key]
    return counts


def difference(mutant: Mutant, right: str) -> list[str]:
    """Show what is wrong in a mutant."""
    lines = difflib.unified_diff(right.splitlines(), mutant.text.splitlines(), n=0, lineterm="")
    return [line for line in lines if not line.startswith(("---", "+++"))]


def living() -> dict[str, list[FunctionType]]:
    """List all functions that there are by the files in which they stand.

    Asking ``isinstance`` would look through a weak proxy, which may have died.
    """
    found: dict[str, list[FunctionType]] = {}
    for one in gc.get_objects():
        if type(one) is FunctionType:
            found.setdefault(one.__code__.co_filename, []).append(one)
    return found


def put_in(mutant: Mutant, right: str, file: str, functions: Sequence[FunctionType]) -> int:
    """Make every living function of that name and place wrong, and say how many there were."""
    wrong = _code(compile(mutant.text, file, "exec", dont_inherit=True), mutant)
    defaults = _changed_defaults(mutant, right)
    key = (mutant.function, mutant.begins)
    found = [one for one in functions if _key(one.__code__) == key]
    for function in found:
        _keep(function.__code__, wrong)
        function.__code__ = wrong
        _set_defaults(function, defaults)
    return len(found)


def _keep(right: CodeType, wrong: CodeType) -> None:
    """See to it that a function with rules stays wrong when its rules were recorded."""
    for bound in _BOUND:
        if bound.plain is right:
            bound.plain = wrong


def _key(code: CodeType) -> Key:
    return code.co_name, code.co_firstlineno


def _code(module: CodeType, mutant: Mutant) -> CodeType:
    waiting = [module]
    while waiting:
        code = waiting.pop()
        if _key(code) == (mutant.function, mutant.begins):
            return code
        waiting += [one for one in code.co_consts if isinstance(one, CodeType)]
    raise LookupError(mutant.name)


def _defaults(text: str, key: Key) -> dict[str, ast.expr]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            if (node.name, first) == key:
                return _named(node.args)
    raise LookupError(key)


def _named(given: ast.arguments) -> dict[str, ast.expr]:
    places = [*given.posonlyargs, *given.args]
    late = places[len(places) - len(given.defaults) :]
    named = {one.arg: value for one, value in zip(late, given.defaults, strict=True)}
    words = zip(given.kwonlyargs, given.kw_defaults, strict=True)
    return named | {one.arg: value for one, value in words if value is not None}


def _changed_defaults(mutant: Mutant, right: str) -> dict[str, ast.expr]:
    key = (mutant.function, mutant.begins)
    old = {name: ast.dump(one) for name, one in _defaults(right, key).items()}
    new = _defaults(mutant.text, key)
    return {name: one for name, one in new.items() if ast.dump(one) != old[name]}


def _set_defaults(function: FunctionType, changed: dict[str, ast.expr]) -> None:
    code = function.__code__
    places = code.co_varnames[: code.co_argcount]
    values = list(function.__defaults__ or ())
    for name, expression in changed.items():
        value = ast.literal_eval(expression)
        if name in places:
            values[places.index(name) - len(places)] = value
        elif function.__kwdefaults__:
            function.__kwdefaults__[name] = value
    function.__defaults__ = tuple(values) if values else None
