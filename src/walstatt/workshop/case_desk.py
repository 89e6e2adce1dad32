"""What reading a case needs at hand: its game, where its lines stand, and a list of its faults."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from msgspec import Struct

from walstatt.kernel.casebook import Casebook
from walstatt.kernel.content import ContentError, ContentProblem, Lines, did_you_mean, read_part
from walstatt.kernel.ctx import AnyCtx, Ctx
from walstatt.kernel.decisions import Answer, Decision
from walstatt.kernel.definition import Ruleset
from walstatt.kernel.errors import WalstattError
from walstatt.kernel.ids import RuleId, Seat
from walstatt.kernel.options import Options
from walstatt.scene.playable import AnyPlayable
from walstatt.workshop.case_format import STEP_WORDS
from walstatt.workshop.case_situation import Said
from walstatt.workshop.case_values import Translator, Words, answer_text, inline, listed

S = TypeVar("S", bound=Struct)
V = TypeVar("V")


class Desk:
    """Reads the parts of one case and notes what is wrong with them."""

    def __init__(
        self, definition: AnyPlayable, casebook: Casebook[Struct], lines: Lines, prefix: str
    ) -> None:
        self.definition = definition
        self.casebook = casebook
        self.lines = lines
        self.prefix = prefix
        self.problems: list[ContentProblem] = []
        self.scope: AnyCtx | None = None
        """The position, as soon as it is laid out."""

    def at(self, path: str) -> str:
        """Give the place of a part in its file."""
        return f"{self.prefix}.{path}".strip(".")

    def line(self, path: str) -> int:
        """Give the line of a part."""
        return self.lines.at(self.at(path))

    def wrong(self, path: str, message: str) -> None:
        """Note a fault."""
        self.problems.append(self.lines.problem(self.at(path), message))

    @contextmanager
    def noting(self, path: str) -> Iterator[None]:
        """Note whatever is refused inside as a fault of this part."""
        try:
            yield
        except ContentError as error:
            self.problems += error.problems
        except WalstattError as error:
            self.wrong(path, str(error))

    def part(self, path: str, value: object, type_: type[S]) -> S | None:
        """Read a part as a record."""
        try:
            return read_part(value, type_, self.lines, self.at(path))
        except ContentError as error:
            self.problems += error.problems
        return None

    def mapping(self, path: str, value: object, what: str) -> dict[str, object]:
        """Require a mapping."""
        if isinstance(value, dict):
            return value
        self.wrong(path, f"expected {what}, got {inline(value)}")
        return {}

    def listing(self, path: str, value: object, what: str) -> list[object]:
        """Require a list."""
        if isinstance(value, list):
            return value
        self.wrong(path, f"expected a list of {what}, got {inline(value)}")
        return []

    def known(self, path: str, name: object, known: Mapping[str, V], what: str) -> V | None:
        """Look a name up."""
        if isinstance(name, str) and name in known:
            return known[name]
        there = ", ".join(known) or "none"
        self.wrong(
            path, f"there is no {what} {name!r}{did_you_mean(name, known)}; there are: {there}"
        )
        return None

    # -- the position ----------------------------------------------------------------------------

    def lay_out(self, given: Struct, options: Options) -> None:
        """Lay the position out, to know its seats and cells and whether it can be."""
        with self.noting("given"):
            setup = self.casebook.arrange(given, options)
            scenario = str(getattr(given, "scenario", ""))
            rules: Ruleset[object, Options] = Ruleset(
                self.definition, scenario, options, setup.content, setup.seats
            )
            self.scope = Ctx(rules, setup.world)
            for flaw in self.definition.invariants(self.scope):
                self.wrong("given", f"such a position cannot be: {flaw}")

    @property
    def readers(self) -> Words:
        """Say how ids are read."""
        return {} if self.scope is None else self.casebook.readers(self.scope.content)

    def seat(self, path: str, name: object) -> Seat | None:
        """Read a seat."""
        if name is None or self.scope is None:
            return None
        return self.known(path, name, {str(seat): seat for seat in self.scope.rules.seats}, "seat")

    # -- rules -----------------------------------------------------------------------------------

    def rules(self, path: str, value: object) -> tuple[RuleId, ...]:
        """Read a list of rule ids."""
        ids = [str(one) for one in self.listing(path, value, "rule ids")]
        for place, rule in enumerate(ids):
            self.require_rule(f"{path}[{place}]", rule)
        return tuple(ids)

    def cited(self, path: str, text: str) -> str:
        """Read a line of a ledger, whose rules must exist."""
        for rule in re.findall(rf"\b{self.definition.rulebook.prefix}-\S+", text):
            self.require_rule(path, rule)
        return " ".join(text.split())

    def require_rule(self, path: str, rule: RuleId) -> None:
        """Note a rule id that does not exist."""
        known = self.definition.rulebook.rules
        if rule not in known:
            self.wrong(path, f"there is no rule {rule}{did_you_mean(rule, known)}")

    # -- answers ---------------------------------------------------------------------------------

    def answers(self, path: str, value: object, *, lenient: bool = False) -> tuple[Said, ...]:
        """Read a list of answers."""
        listed = self.listing(path, value, "answers")
        read = (self.said(f"{path}[{n}]", one, lenient=lenient) for n, one in enumerate(listed))
        return tuple(one for one in read if one is not None)

    def said(self, path: str, raw: object, *, lenient: bool = False) -> Said | None:
        """Read an answer: its name, its fields and who gives it.

        If lenient, fields with nonsense in them make an answer that is none, not a fault.
        """
        given = {raw: {}} if isinstance(raw, str) else self.mapping(path, raw, "an answer")
        named = {key: one for key, one in given.items() if key not in ("seat", "kind")}
        if len(named) != 1:
            if isinstance(raw, str | dict):
                self.wrong(path, f"expected one answer, got {', '.join(map(str, named)) or 'none'}")
            return None
        ((name, fields),) = named.items()
        answer, wrong = self._answer(path, name, fields, lenient=lenient)
        if answer is None and not wrong:
            return None
        seat, kind = self.seat(f"{path}.seat", given.get("seat")), given.get("kind", "")
        if kind:
            self.known(f"{path}.kind", kind, self.definition.types(Decision), "kind of decision")
        return Said(answer_text(name, fields), answer, wrong, seat, str(kind))

    def _answer(
        self, path: str, name: str, fields: object, *, lenient: bool
    ) -> tuple[Answer | None, str]:
        types = self.definition.types(Answer)
        if name not in types:
            meant = did_you_mean(name, [*types, *STEP_WORDS])
            self.wrong(path, f"there is no answer {name!r}{meant}; there are: {', '.join(types)}")
            return None, ""
        inside = f"{path}.{name}"
        given = self.mapping(inside, {} if fields is None else fields, f"the fields of {name}")
        if self._strange(inside, given, types[name]) or self.scope is None:
            return None, ""
        return self._read(inside, given, types[name], lenient=lenient)

    def _strange(self, path: str, fields: Mapping[str, object], cls: type[Struct]) -> bool:
        known = cls.__struct_fields__
        strange = [field for field in fields if field not in known]
        for field in strange:
            self.wrong(f"{path}.{field}", f"unknown field{did_you_mean(field, known)}")
        return bool(strange)

    def _read(
        self, path: str, fields: Mapping[str, object], cls: type[Answer], *, lenient: bool
    ) -> tuple[Answer | None, str]:
        config = cls.__struct_config__
        try:
            read = self.translated(cls, {**fields, str(config.tag_field): config.tag})
            return read_part(read, cls, self.lines, self.at(path)), ""
        except ContentError as error:
            if lenient:
                return None, "; ".join(one.message for one in error.problems)
            self.problems += error.problems
        except WalstattError as error:
            if lenient:
                return None, str(error)
            self.wrong(path, str(error))
        return None, ""

    def translated(self, hint: object, value: object) -> object:
        """Put what a case says into the game's own form."""
        return listed(Translator(self.readers, typed=False).through(hint, value))

    def forbid(self, path: str, given: Iterable[str], known: tuple[str, ...]) -> None:
        """Note keys that have no meaning here."""
        for key in given:
            if key not in known:
                there = f"; there are: {', '.join(known)}"
                self.wrong(f"{path}.{key}", f"unknown key{did_you_mean(key, known)}{there}")
