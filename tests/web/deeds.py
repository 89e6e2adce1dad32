"""What somebody does by mouse in a turn, each thing once, before he lets himself be advised."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.chairs import Chair

SECTION = re.compile(r"^(Attack|Probe|Scout|Assault|Recon)\b")


class Deeds:
    """Takes note of what was done by hand, and does by hand what was not done yet."""

    def __init__(self) -> None:
        self.missing = {"card", "order", "move", "undo", "fight"}

    def decide(self, chair: Chair) -> None:
        """Answer the question somebody is asked, by hand if that would be the first time."""
        question = chair.asked()
        deed = self._deed(question)
        if deed not in self.missing or not getattr(self, f"_{deed}")(chair):
            chair.follows_hint()
        else:
            self.missing.discard(deed)

    def _deed(self, question: str) -> str:
        if "command card" in question:
            return "card"
        if "give an order" in question:
            return "order"
        if question.startswith("Move an ordered piece"):
            return "move" if "move" in self.missing else "undo"
        return "fight" if question.startswith("Fight with an ordered unit") else ""

    def _card(self, chair: Chair) -> bool:
        """Play a card for a section of the board."""
        card = chair.cards.filter(has_text=SECTION).first
        if not card.count():
            return False
        card.click()
        expect(chair.sentence).to_contain_text(re.compile("^Play "))
        chair.do_it.click()
        expect(chair.sentence).to_contain_text("give an order")
        return True

    def _order(self, chair: Chair) -> bool:
        """Order a piece by clicking on it."""
        can = chair.choice(re.compile("can be chosen"))
        if not can.count():
            return False
        before = chair.sentence.inner_text()
        chair.clicks(can.first)
        expect(chair.sentence).not_to_have_text(before)
        return True

    def _move(self, chair: Chair) -> bool:
        """Take a piece in hand, see where it can go, and click there."""
        before = chair.pieces()
        if not self._moves(chair):
            return False
        assert len(set(before) ^ set(chair.pieces())) >= 2, "one piece stands elsewhere"
        return True

    def _undo(self, chair: Chair) -> bool:
        """Move a piece and take it back: everything is as it was."""
        before, lines = chair.pieces(), chair.report().count()
        if not self._moves(chair):
            return False
        assert chair.pieces() != before
        chair.undo.click()
        expect(chair.report()).to_have_count(lines)
        chair.waits()
        assert chair.pieces() == before
        return True

    def _moves(self, chair: Chair) -> bool:
        piece = chair.choice(re.compile("can be chosen")).first
        if not piece.count():
            return False
        chair.clicks(piece)
        cells = chair.choice(re.compile("can go there"))
        expect(cells.first).to_be_attached()
        lines = chair.report().count()
        chair.clicks(cells.last)
        expect(chair.report()).not_to_have_count(lines)
        chair.waits()
        return True

    def _fight(self, chair: Chair) -> bool:
        """Choose who fights whom, hesitate, and confirm that dice shall fall."""
        target = chair.choice(re.compile(", target$"))
        own = chair.choice(re.compile("can be chosen"))
        if not target.count() and not own.count():
            return False
        if not target.count():
            chair.clicks(own.first)
        lines = chair.report().count()
        chair.clicks(target.first)
        expect(chair.do_it).to_be_enabled()
        chair.person.button("Not this").click()
        expect(chair.do_it).to_have_count(0)
        expect(chair.report()).to_have_count(lines)
        chair.clicks(target.first)
        chair.do_it.click()
        expect(chair.report()).not_to_have_count(lines)
        return True
