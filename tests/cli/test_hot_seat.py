"""Several people at one screen: nobody sees what belongs to another."""

import re
from pathlib import Path

from tests.cli.driving import Runner
from walstatt.games import find_game
from walstatt.kernel.ids import Seat
from walstatt.kernel.save import load

HAND_OVER = "Hand the screen to {}, and let nobody else look. Then press Enter:"


def screens(out: str) -> list[tuple[str, str]]:
    """Cut the output into whose turn it was to look, and what was shown."""
    parts = re.split(r"Hand the screen to (\w+), and let nobody else look\. .*\n", out)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def test_every_person_is_called_to_the_screen(walstatt: Runner) -> None:
    ran = walstatt("play", "toy", "--seats", "human,random,human", typed=["", "1", "", "1"])
    assert ran.code == 0
    assert [name for name, _ in screens(ran.out)][:2] == ["Red", "Gold"]


def test_one_person_alone_is_never_called(walstatt: Runner) -> None:
    assert "Hand the screen" not in walstatt("play", "toy", typed=["1", "1"]).out


def test_nobody_sees_another_hand(walstatt: Runner) -> None:
    typed = ["", "l", "replay", "1", "", "l", "replay", "1", "", "l", "replay", "s a.save"]
    ran = walstatt("play", "toy", "--seats", "human,human,human", "--seed", "1", typed=typed)
    shown = screens(ran.out)
    assert [name for name, _ in shown] == ["Red", "Blue", "Gold"]
    told = load(Path("a.save"), find_game).moments[0].told
    for name, text in shown:
        for seat in ("red", "blue", "gold"):
            cards = " ".join(map(str, _drawn(told, Seat(seat))))
            assert (f"{seat.title()}, plan cards: {cards}\n" in text) == (seat == name.lower())
        assert len(re.findall(r"^  \d\) Plan \d$", text, re.MULTILINE)) == 3
        assert text.count("3 cards face down") == 2


def _drawn(told: object, seat: Seat) -> tuple[int, ...]:
    for one in told:  # type: ignore[attr-defined]
        request = getattr(one.event, "request", None)
        if request is not None and request.seat == seat:
            return tuple(one.event.outcome)
    raise AssertionError(f"{seat} drew nothing")


def test_plans_stay_secret_until_all_are_in(walstatt: Runner) -> None:
    typed = ["", "1", "", "l", "replay", "1", "", "replay"]
    shown = screens(
        walstatt("play", "toy", "--seats", "human,human,human", "--seed", "1", typed=typed).out
    )
    assert all("planned with" not in text for _, text in shown)
    assert "Red: 1: 5 units act" not in shown[1][1]


def test_only_enter_shows_the_next_screen(walstatt: Runner) -> None:
    typed = ["", "1", "hello", "1", "u", "2"]
    ran = walstatt("play", "toy", "--seats", "human,human,human", typed=typed)
    shown = screens(ran.out)
    assert [name for name, _ in shown] == ["Red", *["Blue"] * 4]
    assert shown[1][1] == shown[2][1] == ""
    assert shown[3][1].startswith("Taken back.\n")
    assert "Red: Choose a plan card, face down." in shown[3][1]
    assert all("Blue: Choose a plan card" not in text for _, text in shown)


def test_leaving_between_two_persons(walstatt: Runner) -> None:
    ran = walstatt("play", "toy", "--seats", "human,human,human", typed=["", "1", "q"])
    assert ran.code == 0
    assert "Goodbye." in ran.out
