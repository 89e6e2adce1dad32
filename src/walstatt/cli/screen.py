"""What a person sees: the scene, what an answer would mean, and why it is refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from msgspec.structs import replace

from walstatt.cli.chronicle import outcome_lines
from walstatt.cli.deeds import understood
from walstatt.cli.lookup import statement_lines
from walstatt.cli.telling import ALL_KNOWING, Reader, news
from walstatt.cli.terminal import Terminal
from walstatt.cli.typed import forms_of
from walstatt.i18n.catalogue import Message
from walstatt.kernel import asking
from walstatt.kernel.decisions import Violation, said_once
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.kernel.prompts import Chance, Choice, Preview, Prompt
from walstatt.scene.model import Scene
from walstatt.scene.playable import stage
from walstatt.scene.text import keys, render, render_preview

HELP: Final = (
    *("number", "letter", "preview", "free", "look", "undo", "rule", "search", "log"),
    *("luck", "replay", "save", "lang", "quit"),
)


class Screen:
    """Shows a match on a terminal."""

    def __init__(self, match: Match, terminal: Terminal) -> None:
        self.match = match
        self.terminal = terminal

    def show(self, seat: Seat, *, everything: bool = True) -> None:
        """Show what a seat sees, what happened since its last action, and what it may do."""
        told = news(self.match, seat, Reader(seat))
        self._draw(stage(self.match.game, seat, told), everything=everything)
        if self.match.game.options(seat) is None:
            self._forms(seat)

    def show_end(self, seat: Seat | None) -> None:
        """Show how it all ended."""
        told = () if seat is None else news(self.match, seat, ALL_KNOWING)
        self._draw(stage(self.match.game, None, told), everything=False)
        self.terminal.write(*outcome_lines(self.terminal.pen, self.match))

    def _draw(self, scene: Scene, *, everything: bool) -> None:
        pen = self.terminal.pen
        text = render(
            scene,
            pen.catalogue,
            pen.language,
            pen.width,
            colour=pen.colour,
            unicode=pen.unicode,
            everything=everything,
        )
        self.terminal.write("", text)

    def _forms(self, seat: Seat) -> None:
        """Show how an answer that cannot be listed is typed."""
        decision = self.match.game.decision(seat)
        if decision is not None:
            forms = f" {self.terminal.word('or')} ".join(forms_of(decision))
            self.terminal.tell("forms", forms=self.terminal.pen.spell(forms))

    def keys(self, seat: Seat | None) -> dict[str, tuple[Prompt, Choice]]:
        """Give everything a seat can choose, by what it types for it."""
        if seat is None or self.match.game.outcome is not None:
            return {}
        return keys(stage(self.match.game, seat))

    def preview(self, seat: Seat, answer: dict[str, Any], kind: str) -> None:
        """Tell what an answer would mean: the numbers with their rules, and the odds."""
        given = understood(self.match, answer)
        shown = self._named(asking.preview(self.match.game, seat, given, kind))
        pen = self.terminal.pen
        self.terminal.write(
            render_preview(
                shown,
                pen.catalogue,
                pen.language,
                pen.width,
                colour=pen.colour,
                unicode=pen.unicode,
            )
        )

    def _named(self, shown: Preview) -> Preview:
        """Call seats by their names."""
        named = self.match.definition.named
        violations = tuple(
            replace(one, message=named(one.message)) for one in said_once(shown.violations)
        )
        odds = tuple(Chance(named(one.label), one.millionths) for one in shown.odds)
        return replace(shown, violations=violations, odds=odds)

    def refuse(self, violations: Iterable[Violation]) -> None:
        """Tell every reason why an answer is not allowed, with the rule behind it."""
        lines = [line for one in said_once(violations) for line in self._reason(one)]
        self.terminal.headed(self.terminal.word("not_allowed"), lines)

    def _reason(self, violation: Violation) -> list[str]:
        pen, rulebook = self.terminal.pen, self.match.definition.rulebook
        message: Message = self.match.definition.named(violation.message)
        lines = pen.wrapped(f"{pen.say(message)} [{violation.rule}]", "  ", "    ")
        if violation.rule in rulebook:
            lines += statement_lines(pen, rulebook[violation.rule], "    ")
        return lines

    def help(self, seat: Seat | None) -> None:
        """Tell what can be typed."""
        lines = [line for name in HELP for line in self._help_line(name)]
        self.terminal.headed(self.terminal.word("help.title"), lines)
        decision = None if seat is None else self.match.game.decision(seat)
        if seat is not None and decision is not None:
            self._forms(seat)

    def _help_line(self, name: str) -> list[str]:
        typed = self.terminal.word(f"help.{name}.typed")
        meant = self.terminal.word(f"help.{name}.meant")
        return self.terminal.pen.wrapped(meant, f"  {typed:<22} ", " " * 25)
