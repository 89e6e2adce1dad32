import pytest

from tests.games.toy.battles import BLUE, GOLD, RED, A, B, C, Z, attacking, blue, field, gold, red
from walstatt.games.toy.activation import Strike
from walstatt.games.toy.events import Scored
from walstatt.games.toy.options import ToyOptions
from walstatt.games.toy.round import Pass
from walstatt.i18n.catalogue import say
from walstatt.kernel.ids import Seat
from walstatt.kernel.outcome import Outcome
from walstatt.workshop.covers import covers

FAR = red(A, "foot", "1,1"), blue(B, "foot", "7,7")


@covers("TOY-7.1")
def test_the_hill_gives_a_banner_at_the_end_of_the_round() -> None:
    battle = field(*FAR, gold(C, "foot", "4,4"), phase="act")
    assert battle.world.banners == {RED: 0, BLUE: 0, GOLD: 0}
    battle.do(RED, Pass())
    assert battle.world.banners == {RED: 0, BLUE: 0, GOLD: 1}
    assert battle.told(Scored) == [Scored(GOLD, 1, "TOY-7.1")]


@covers("TOY-7.1")
def test_on_the_table_every_unit_on_the_hill_gives_a_banner() -> None:
    units = (
        red(A, "foot", (300, 340)),
        red(Z, "foot", (260, 300)),
        blue(B, "foot", (300, 260)),
        gold(C, "foot", (340.1, 300)),
    )
    battle = field(*units, scenario="empty_table", phase="act").do(RED, Pass())
    assert battle.world.banners == {RED: 2, BLUE: 1, GOLD: 0}


@covers("TOY-7.1")
def test_a_banner_from_the_hill_can_win() -> None:
    units = red(A, "foot", "1,1"), blue(B, "foot", "4,4")
    battle = field(*units, phase="act", banners={BLUE: 4}).do(RED, Pass())
    assert battle.game.outcome == Outcome(
        (BLUE,), say("toy.won.banners"), {RED: 0, BLUE: 5, GOLD: 0}
    )


@covers("TOY-7.2")
@pytest.mark.parametrize(("kind", "banners"), [("foot", 1), ("archers", 1), ("captain", 2)])
def test_a_removed_enemy_is_worth_a_banner_and_a_captain_two(kind: str, banners: int) -> None:
    units = red(A, "foot", "4,3"), blue(B, kind, "4,4", strength=1), blue(Z, "foot", "7,7")
    battle = attacking(*units).do(RED, Strike(B), (6, 1, 1, 1))
    assert battle.world.banners == {RED: banners, BLUE: 0, GOLD: 0}
    assert battle.told(Scored) == [Scored(RED, banners, "TOY-7.2")]


@covers("TOY-7.3")
@pytest.mark.parametrize(("before", "over"), [(3, False), (4, True)])
def test_the_fifth_banner_wins_at_once(before: int, over: bool) -> None:
    units = red(A, "foot", "4,3"), blue(B, "foot", "4,4", strength=1), blue(Z, "foot", "7,7")
    battle = attacking(*units, banners={RED: before}).do(RED, Strike(B), (6, 1, 1, 1))
    won = Outcome((RED,), say("toy.won.banners"), {RED: 5, BLUE: 0, GOLD: 0})
    assert battle.game.outcome == (won if over else None)


@covers("TOY-7.3")
def test_how_many_banners_win_is_an_option() -> None:
    units = red(A, "foot", "4,3"), blue(B, "foot", "4,4", strength=1), blue(Z, "foot", "7,7")
    battle = attacking(*units, options=ToyOptions(target=1)).do(RED, Strike(B), (6, 1, 1, 1))
    assert battle.game.outcome is not None
    assert battle.game.outcome.winners == (RED,)


@covers("TOY-7.4")
@pytest.mark.parametrize(
    ("banners", "winners", "reason"),
    [
        ({RED: 1, BLUE: 2, GOLD: 1}, (BLUE,), "toy.won.rounds"),
        ({RED: 2, BLUE: 2, GOLD: 1}, (), "toy.won.nobody"),
        ({}, (), "toy.won.nobody"),
        ({GOLD: 1}, (GOLD,), "toy.won.rounds"),
    ],
)
def test_after_the_last_round_the_most_banners_win(
    banners: dict[Seat, int], winners: tuple[Seat, ...], reason: str
) -> None:
    battle = field(*FAR, phase="act", round=6, banners=banners).do(RED, Pass())
    assert battle.game.outcome is not None
    assert battle.game.outcome.winners == winners
    assert battle.game.outcome.reason.id == reason


@covers("TOY-7.5")
def test_the_last_side_with_units_wins_at_once() -> None:
    units = red(A, "foot", "4,3"), blue(B, "foot", "4,4", strength=1)
    battle = attacking(*units, banners={GOLD: 4}).do(RED, Strike(B), (5, 1, 1, 1))
    assert battle.game.outcome == Outcome((RED,), say("toy.won.alone"), {RED: 1, BLUE: 0, GOLD: 4})


@covers("TOY-7.5")
def test_while_two_sides_have_units_the_battle_goes_on() -> None:
    units = red(A, "foot", "4,3"), blue(B, "foot", "4,4", strength=1), gold(C, "foot", "7,7")
    battle = attacking(*units).do(RED, Strike(B), (5, 1, 1, 1))
    assert battle.game.outcome is None


@covers("TOY-7.3", "TOY-7.5")
def test_banners_decide_before_it_is_asked_who_is_left() -> None:
    units = red(A, "foot", "4,3"), blue(B, "foot", "4,4", strength=1)
    battle = attacking(*units, banners={RED: 4}).do(RED, Strike(B), (5, 1, 1, 1))
    assert battle.game.outcome is not None
    assert battle.game.outcome.reason.id == "toy.won.banners"
