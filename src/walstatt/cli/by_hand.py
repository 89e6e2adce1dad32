"""Real dice: the players roll them and type what fell; cards are still drawn by the program."""

from __future__ import annotations

import re

from walstatt.cli.terminal import Left, Terminal
from walstatt.i18n.catalogue import say
from walstatt.kernel.chance import ChanceSource, Outcomes, Request, Roll, fits
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.ids import Face
from walstatt.scene.text_ledgers import ledger_lines


class DiceByHand:
    """Asks for every roll at the terminal."""

    def __init__(self, terminal: Terminal, definition: AnyGameDef, cards: ChanceSource) -> None:
        self.terminal = terminal
        self.definition = definition
        self.cards = cards

    def resolve(self, request: Request) -> Outcomes:
        """Ask until something that can fall is typed."""
        if not isinstance(request, Roll):
            return self.cards.resolve(request)
        for ledger in request.ledgers:
            self.terminal.write(*ledger_lines(self.terminal.pen, ledger))
        while True:
            faces = self._typed(request)
            wrong = fits(request, faces)
            if not wrong:
                return faces
            known = " ".join(map(str, dict.fromkeys(request.die.faces)))
            self.terminal.tell("dice.wrong", n=request.count, faces=known)

    def _typed(self, roll: Roll[Face]) -> Outcomes:
        line = self.terminal.ask(f"{self._question(roll)} ")
        if line.lower() in ("q", "quit"):
            raise Left("the player leaves")
        known = {str(face).lower(): face for face in roll.die.faces}
        words = re.split(r"[\s,;]+", line.lower().strip(" ,;"))
        return tuple(known.get(word, word) for word in words if word)

    def _question(self, roll: Roll[Face]) -> str:
        purpose = say(roll.purpose)
        if not roll.seat:
            return self.terminal.word("dice.ask_nobody", n=roll.count, purpose=purpose)
        name = self.definition.seat_name(roll.seat)
        return self.terminal.word("dice.ask", n=roll.count, purpose=purpose, name=name)
