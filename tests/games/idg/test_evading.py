"""Evading. IDG-11.4."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.field import INCH, blue, field, red
from tests.games.idg.play import Playing, playing
from walstatt.boards.paths import advance
from walstatt.games.idg.activation import Evade, Go, Stand
from walstatt.games.idg.changes import note_contacts
from walstatt.games.idg.going import poses_of
from walstatt.games.idg.movement import MovementPhase
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")


def charged(own: dict[str, Any], foe: dict[str, Any], **more: Any) -> Playing:  # noqa: ANN401
    """Let the blue unit `b` have charged the red unit `a` this turn."""
    there = field(own, foe, **more)
    note_contacts(there.ctx, B)
    return playing(there, MovementPhase())


@covers("IDG-11.4.1", "IDG-11.4.4", "IDG-11.4.5", "IDG-11.4.7")
@pytest.mark.parametrize(
    ("kind", "quality", "face", "escapes"),
    [
        ("light_cavalry", "elite", 3, True),
        ("light_cavalry", "elite", 2, False),
        ("light_chariot", "ordinary", 4, True),
        ("light_chariot", "ordinary", 3, False),
        ("skirmisher", "raw", 5, True),
        ("skirmisher", "raw", 4, False),
    ],
)
def test_what_is_needed_to_get_away(kind: str, quality: str, face: int, escapes: bool) -> None:
    there = charged(
        red("a", kind, (20, 20), quality=quality),
        blue("b", "heavy_cavalry", (20, 20), activated=True, deed="moved"),
    )
    there.do(Evade(A)).roll(face)
    assert there.pending().startswith("roll idg.roll.move" if escapes else "over")
    if not escapes:
        assert there.unit("a").deed == "caught"
        assert "idg.caught" in there.told()


@covers("IDG-11.4.5", "IDG-11.3.2")
def test_who_gets_away_makes_a_normal_move_and_leaves_the_melee() -> None:
    there = charged(
        red("a", "skirmisher", (20, 20)), blue("b", "warrior", (20, 20), activated=True)
    )
    assert list(there.world.melees) == ["a|b"]
    there.do(Evade(A)).roll(6).roll(1, 2)
    there.do(Go((advance(poses_of(there.ctx, A), 0, -6 * INCH),)))
    assert there.element("a").pose.y == 26 * INCH
    assert there.unit("a").deed == "evaded"
    assert there.world.melees == {}


@covers("IDG-11.4.1", "IDG-11.4.2", "IDG-11.4.3", "IDG-11.4.8")
@pytest.mark.parametrize(
    ("kind", "foe", "more", "rules"),
    [
        ("warrior", "warrior", {}, ["IDG-11.4.1", "IDG-11.4.3"]),
        ("skirmisher", "light_cavalry", {}, ["IDG-11.4.3"]),
        ("skirmisher", "light_chariot", {}, ["IDG-11.4.3"]),
        ("skirmisher", "elephant", {"at": (20, 25)}, ["IDG-11.4.1"]),
    ],
)
def test_who_cannot_evade(kind: str, foe: str, more: dict[str, Any], rules: list[str]) -> None:
    there = charged(red("a", kind, (20, 20)) | more, blue("b", foe, (20, 20), activated=True))
    assert there.refusal(Evade(A)) == rules


@covers("IDG-11.4.8", "IDG-7.2.4")
def test_who_was_activated_before_he_was_charged_cannot_evade() -> None:
    there = charged(
        red("a", "skirmisher", (20, 20), activated=True),
        blue("b", "warrior", (20, 20)),
        first="blue",
    )
    there.do(Stand(B))
    assert there.is_over


@covers("IDG-A57")
def test_after_the_enemy_was_activated_one_still_evades_from_an_old_melee() -> None:
    there = charged(
        red("a", "skirmisher", (20, 20)),
        blue("b", "warrior", (20, 20), activated=True),
        turn=4,
        melees=[{"units": ["a", "b"], "since": 2, "by": "b"}],
    )
    there.do(Evade(A)).roll(4)
    assert there.dice() == 2


@covers("IDG-11.4.9", "IDG-11.1.5")
def test_who_was_charged_stands_and_fights_if_he_says_nothing() -> None:
    there = charged(
        red("a", "skirmisher", (20, 20)), blue("b", "warrior", (20, 20), activated=True)
    )
    assert Evade(A) in there.options()
    assert there.decision().default(there.ctx) == Stand(A)
    there.do(Stand(A))
    assert there.unit("a").deed == "stood"
    assert list(there.world.melees) == ["a|b"]
