import pytest

from tests.games.toy.battles import RED, A, B, Field, Z, attacking, blue, red
from walstatt.games.toy.activation import Strike
from walstatt.games.toy.options import ToyOptions
from walstatt.workshop.covers import covers


def cornered(options: ToyOptions, strength: int = 4) -> Field:
    corner = blue(B, "foot", "1,1", strength=strength)
    battle = attacking(red(A, "foot", "1,2"), corner, blue(Z, "foot", "7,7"), options=options)
    return battle.do(RED, Strike(B), (6, 1, 1, 1))


@covers("TOY-A1", "TOY-4.10")
def test_a_cornered_unit_loses_one_more_by_default() -> None:
    battle = cornered(ToyOptions())
    assert (battle.at(B), battle[B].strength) == ("1,1", 2)


@covers("TOY-A1", "TOY-4.10")
def test_a_cornered_unit_simply_stands_in_the_other_reading() -> None:
    battle = cornered(ToyOptions(cornered="stands"))
    assert (battle.at(B), battle[B].strength) == ("1,1", 3)


@covers("TOY-A1", "TOY-7.2")
@pytest.mark.parametrize(("reading", "banners"), [("loses", 1), ("stands", 0)])
def test_the_reading_decides_whether_a_weak_unit_falls(reading: str, banners: int) -> None:
    battle = cornered(ToyOptions(cornered=reading), strength=2)  # type: ignore[arg-type]
    assert (B in battle.world.units) is (banners == 0)
    assert battle.world.banners[RED] == banners
