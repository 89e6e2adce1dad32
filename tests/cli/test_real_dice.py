"""Dice that the players roll themselves."""

from pathlib import Path

from tests.cli.driving import Runner, is_asked, match_where
from walstatt.games import find_game
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.kernel.save import load, save


def may_attack(match: Match) -> bool:
    """May red attack foot or archers, with more than one die?"""
    options = match.game.options(Seat("red")) or ()
    targets = [getattr(one, "target", "") for one in options]
    if not is_asked(match, "red", "choose_target") or "captain" in targets[-1]:
        return False
    unit = getattr(match.game.decision(Seat("red")), "unit", "")
    return bool(match.game.world.units[unit].strength >= 3)


def attack(walstatt: Runner, *typed: str) -> str:
    """Let red attack the last target there is, with typed dice."""
    match = match_where(may_attack)
    save(match, Path("a.save"))
    last = len(match.game.options(Seat("red")) or ())
    ran = walstatt(
        "play", "--load", "a.save", "--save", "b.save", "--manual-dice", typed=[str(last), *typed]
    )
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def dice_wanted() -> int:
    match = match_where(may_attack)
    seat = Seat("red")
    answer = (match.game.options(seat) or ())[-1]
    preview = match.game.decision(seat).preview(match.game.ctx, answer)  # type: ignore[union-attr]
    return int(preview.ledgers[0].total)


def test_what_is_typed_is_what_falls(walstatt: Runner) -> None:
    wanted = dice_wanted()
    out = attack(walstatt, " ".join(["1"] * wanted))
    assert f"Red rolls {wanted} dice, the attack: " in out
    assert "strength [TOY-4.2]" in out
    rolls = [roll for entry in load(Path("b.save"), find_game).entries for roll in entry.rolls]
    assert any(roll[1:] == ("toy.roll.attack", (1,) * wanted) for roll in rolls)


def test_what_cannot_fall_is_asked_again(walstatt: Runner) -> None:
    wanted = dice_wanted()
    out = attack(walstatt, "7", "x", "", ",".join(["2"] * wanted))
    told = f"{wanted} results are wanted, of these: 1 2 3 4 5 6"
    assert out.count(told) == 3


def test_leaving_before_the_dice_fall_leaves_the_game_as_it_was(walstatt: Runner) -> None:
    for typed in ((), ("q",)):
        attack(walstatt, *typed)
        assert Path("a.save").read_bytes() == Path("b.save").read_bytes()
        Path("b.save").unlink()


def test_cards_are_still_drawn(walstatt: Runner) -> None:
    ran = walstatt(
        "play", "toy", "--manual-dice", "--seats", "human,human,human", "--seed", "1", typed=[""]
    )
    assert ran.code == 0
    assert "Red: Choose a plan card, face down." in ran.out


def test_in_german(walstatt: Runner) -> None:
    save(match_where(may_attack), Path("a.save"))
    last = str(len(match_where(may_attack).game.options(Seat("red")) or ()))
    ran = walstatt("play", "--load", "a.save", "--manual-dice", "--lang", "de", typed=[last])
    assert f"Rot wirft {dice_wanted()} Würfel, " in ran.out
