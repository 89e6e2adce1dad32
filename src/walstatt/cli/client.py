"""The terminal client: shows each person the scene, and does what is typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from walstatt.cli.chronicle import log_lines, outcome_lines, replay_lines
from walstatt.cli.deeds import understood
from walstatt.cli.filing import Filing
from walstatt.cli.lookup import find_rules, nothing_found, rule_lines
from walstatt.cli.luck_table import luck_lines
from walstatt.cli.screen import Screen
from walstatt.cli.seating import Seating
from walstatt.cli.telling import ALL_KNOWING, Reader
from walstatt.cli.terminal import Left, Terminal
from walstatt.cli.typed import Typed, read_deed, read_line
from walstatt.i18n.catalogue import LANGUAGES, Message, say
from walstatt.kernel.errors import BadRequest, EngineFault, IllegalAnswer, WalstattError
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match


class Client:
    """An evening at the terminal."""

    def __init__(self, seating: Seating, terminal: Terminal, filing: Filing) -> None:
        self.seating = seating
        self.terminal = terminal
        self.filing = filing
        self.screen = Screen(seating.match, terminal)
        self.seat: Seat | None = None
        """The person who looks at the screen."""
        self.met: set[Seat] = set()
        """Who has read what there is to be read once."""

    @property
    def match(self) -> Match:
        """Give the match being played."""
        return self.seating.match

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.match.game.outcome is not None

    @property
    def reader(self) -> Reader:
        """Say what may be told now: what the person knows, and all of it after the end."""
        return ALL_KNOWING if self.is_over else Reader(self.seat)

    def name(self, seat: Seat) -> Message:
        """Name a seat."""
        return self.match.definition.seat_name(seat)

    # -- the flow of an evening ------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over or the players leave."""
        self.filing.keep()
        try:
            self._play()
            self._after_the_end()
        except Left:
            pass
        except KeyboardInterrupt:
            self.terminal.write("")
        self.filing.say_goodbye()

    def _play(self) -> None:
        while (seat := self.seating.next_person(self.seat)) is not None:
            self.filing.keep()
            if self._hand_over(seat):
                self._take_turn(seat)
                self.filing.keep()

    def _hand_over(self, seat: Seat) -> bool:
        """Let the next person sit down unseen; the last one may still take an answer back."""
        if seat != self.seat and self.seating.is_shared:
            self.terminal.clear()
            question = self.terminal.word("hand_over", name=self.name(seat))
            while line := self.terminal.ask(f"{question} "):
                if self._is_taken_back(line.lower()):
                    return False
        self.seat = seat
        return True

    def _is_taken_back(self, line: str) -> bool:
        """Obey the two commands there are between two persons."""
        if line in ("q", "quit"):
            raise Left("the player leaves")
        return line in ("u", "undo") and self.seat is not None and self._take_back(self.seat)

    def _take_turn(self, seat: Seat) -> None:
        """Do what is typed until something has changed."""
        self.screen.show(seat, everything=seat not in self.met)
        self.met.add(seat)
        before = self.match.chain
        while self.match.chain == before:
            self._obey(self.terminal.ask(f"{self.terminal.say(self.name(seat))}> "))

    def _after_the_end(self) -> None:
        """Tell how it ended, and let the players look back."""
        self.filing.keep()
        self.screen.show_end(self.seat)
        self.terminal.headed(
            self.terminal.word("luck.title"), luck_lines(self.terminal.pen, self.match)
        )
        self.terminal.tell("offer_replay")
        while (line := self.terminal.ask("> ")) != "":
            self._obey(line)

    # -- what is typed ---------------------------------------------------------------------------

    def _obey(self, line: str) -> None:
        """Do what a line says, or tell every reason why not; then nothing has changed."""
        try:
            self._do(read_line(line, self.screen.keys(self.seat)) if line else Typed("look"))
        except IllegalAnswer as wrong:
            self.screen.refuse(wrong.violations)
        except (Left, EngineFault):
            raise
        except WalstattError as wrong:
            told = "over" if self.is_over else "not_understood"
            self.terminal.tell(told, reason=str(wrong))

    def _do(self, typed: Typed) -> None:
        if typed.key:
            prompt, choice = self.screen.keys(self.seat)[typed.key]
            self._answer(choice.answer, prompt.kind if prompt.standing else "")
        elif typed.answer is not None:
            self._answer(typed.answer, "")
        else:
            self._commands()[typed.command](typed.rest)

    def _commands(self) -> dict[str, Callable[[str], None]]:
        return {
            "preview": self._preview,
            "undo": self._undo,
            "rules": self._rules,
            "help": self._help,
            "log": self._log,
            "save": self.filing.save_as,
            "save!": self.filing.save_over,
            "quit": self._quit,
            "lang": self._lang,
            "luck": self._luck,
            "replay": self._replay,
            "look": self._look,
        }

    def _answer(self, answer: dict[str, Any], kind: str) -> None:
        if self.seat is None or self.is_over:
            self.terminal.tell("over")
        else:
            self.match.answer(self.seat, understood(self.match, answer), kind)

    def _preview(self, rest: str) -> None:
        """Tell what a choice would mean."""
        known = self.screen.keys(self.seat)
        if self.seat is None or self.is_over:
            self.terminal.tell("over")
        elif rest.lower() in known:
            prompt, choice = known[rest.lower()]
            self.screen.preview(self.seat, choice.answer, prompt.kind if prompt.standing else "")
        else:
            self.screen.preview(self.seat, read_deed(rest), "")

    def _undo(self, rest: str) -> None:
        if self.seat is None or self.is_over:
            self.terminal.tell("over")
        else:
            self._take_back(self.seat)

    def _take_back(self, seat: Seat) -> bool:
        """Take a seat's last answer back, or say why that cannot be."""
        try:
            self.match.undo(seat)
        except BadRequest as why:
            self.terminal.tell("no_undo", reason=self._why_no_undo(str(why)))
            return False
        self.terminal.tell("taken_back")
        return True

    def _why_no_undo(self, why: str) -> Message:
        """Put the kernel's reason into the player's language."""
        if why.endswith(ACTED):
            return say("cli.undo.acted", name=self.name(Seat(why.removesuffix(ACTED))))
        known = NO_UNDO.get(why)
        return say(f"cli.undo.{known}") if known else say("scene.text", text=why)

    def _rules(self, rest: str) -> None:
        rulebook, pen = self.match.definition.rulebook, self.terminal.pen
        found = find_rules(rulebook, rest, self.terminal.language)
        if not found:
            self.terminal.write(nothing_found(pen, rulebook, rest))
        self.terminal.write(*rule_lines(pen, rulebook, found))

    def _help(self, rest: str) -> None:
        self.screen.help(self.seat)

    def _log(self, rest: str) -> None:
        lines = log_lines(self.terminal.pen, self.match, self.reader)
        self.terminal.headed(self.terminal.word("log"), lines)

    def _quit(self, rest: str) -> None:
        raise Left("the player leaves")

    def _lang(self, rest: str) -> None:
        if rest.lower() not in LANGUAGES:
            self.terminal.tell("no_language", wanted=rest, known=", ".join(LANGUAGES))
            return
        self.terminal.language = rest.lower()
        self._look("")

    def _luck(self, rest: str) -> None:
        lines = luck_lines(self.terminal.pen, self.match)
        self.terminal.headed(self.terminal.word("luck.title"), lines)

    def _replay(self, rest: str) -> None:
        pen = self.terminal.pen
        self.terminal.write(*replay_lines(pen, self.match, self.reader))
        self.terminal.write(*outcome_lines(pen, self.match))

    def _look(self, rest: str) -> None:
        if self.is_over or self.seat is None:
            self.screen.show_end(self.seat)
        else:
            self.screen.show(self.seat)


ACTED = " has acted since"
NO_UNDO = {
    "dice have fallen or something was revealed since": "sealed",
    "there is nothing to take back": "nothing",
}
"""The kernel's reasons why something cannot be taken back, and our words for them."""
