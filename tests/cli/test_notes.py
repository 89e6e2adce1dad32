"""What need be read only once: it is shown at first, and whenever one looks."""

from tests.cli.driving import Runner

NOTES = "About this battle"


def test_the_notes_of_a_battle_are_shown_once_to_each_player(walstatt: Runner) -> None:
    typed = ["", "1", "1", "1"]
    ran = walstatt("play", "ccn", "--seats", "human,human", "--seed", "5", typed=typed)
    first, *later = ran.out.split("Allies: Play a command card.")
    assert first.count(NOTES) == 1
    assert "Set-up hexes, reconstructed" in first
    allied = "".join(later).split("Hand the screen to French")[0]
    assert NOTES not in allied


def test_looking_shows_the_notes_again(walstatt: Runner) -> None:
    ran = walstatt("play", "ccn", "--seats", "human,human", "--seed", "5", typed=["", "look", ""])
    assert ran.out.count(NOTES) == 3
