"""Weather, wind and smoke. IDG-6, IDG-10.3."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.idg.field import INCH, blue, field, red
from tests.games.idg.play import Playing, playing
from walstatt.games.idg.burning import smoke_areas
from walstatt.games.idg.weather import (
    ADDED,
    SEASONS,
    ChooseSeason,
    PreferSeason,
    SetWeather,
    WeatherPhase,
    hinders_shot,
    is_too_wet,
    weather_for,
    weather_roll,
)
from walstatt.games.idg.world import Fire
from walstatt.kernel.ids import Seat
from walstatt.kernel.odds import distribution
from walstatt.workshop.covers import covers

LETTERS = {"G": (), "R": ("rain",), "B": ("blizzard",), "I": ("ice",), "M+R": ("mud", "rain")}
TABLE = {
    "west_central_europe": "G G G B G R M+R I",
    "mediterranean": "G G G G G G R R",
    "north_africa_middle_east": "G G G G G B G R",
    "north_east_asia": "G G G G M+R B I I",
    "sahel_south_asia_south_central_america": "M+R M+R R G G G G G",
}


@covers("IDG-6.1.3", "IDG-6.2.1")
@pytest.mark.parametrize("zone", sorted(TABLE))
def test_the_table_of_weather(zone: str) -> None:
    for total, letters in enumerate(TABLE[zone].split(), 1):
        assert weather_for(zone, total) == LETTERS[letters], total


def before(zone: str = "west_central_europe", **more: Any) -> Playing:  # noqa: ANN401
    """Settle the weather of a raid in which blue defends its home land."""
    armies = {"blue": {"zone": zone}, "red": {"zone": "mediterranean"}}
    options = {"opt_weather": True, **more}
    there = field(battle="raid", attacker="red", armies=armies, options=options)
    return playing(there, SetWeather())


def prefer(there: Playing, one: Any, other: Any) -> Playing:  # noqa: ANN401
    return there.do(PreferSeason(one), "red").do(PreferSeason(other), "blue")


@covers("IDG-6.1.1", "IDG-6.1.2", "IDG-6.1.3")
@pytest.mark.parametrize(
    ("season", "die", "weather"),
    [
        ("winter", 6, ("ice",)),
        ("summer", 4, ("blizzard",)),
        ("winter", 5, ("mud", "rain")),
        ("spring", 5, ("rain",)),
        ("autumn", 6, ("mud", "rain")),
        ("summer", 6, ("rain",)),
        ("spring", 3, ("blizzard",)),
        ("summer", 1, ()),
    ],
)
def test_die_and_season_make_the_weather(season: str, die: int, weather: tuple[str, ...]) -> None:
    there = prefer(before(), season, season).roll(die)
    assert there.is_over
    assert there.world.weather == weather


def season_line(there: Playing) -> list[str]:
    request: Any = there.rolls()[""]
    lines: list[str] = request.ledgers[0].explain()
    return lines


@covers("IDG-6.1.1")
def test_players_who_disagree_roll_for_the_season() -> None:
    there = prefer(before(), "winter", "summer")
    assert there.dice() == 2
    there.roll(3, 3).roll(5, 2)
    assert season_line(there) == ["+2 IDG-6.1.3"]
    there.roll(6)
    assert there.world.weather == ("ice",)
    other = prefer(before(), "winter", "summer").roll(1, 2)
    assert season_line(other) == []
    assert "idg.season_diced" in other.told()


@covers("IDG-6.1.2")
def test_the_zone_is_the_defenders() -> None:
    assert prefer(before("north_east_asia"), "winter", "winter").roll(5).world.weather == ("ice",)
    assert prefer(before("mediterranean"), "winter", "winter").roll(4).world.weather == ()


@covers("IDG-6.1.1")
def test_without_the_option_there_is_no_weather() -> None:
    assert before(opt_weather=False).is_over


@covers("IDG-6.1.1")
def test_summer_is_the_usual_season() -> None:
    there = before()
    assert ChooseSeason(Seat("red")).candidates(there.ctx)[0] == PreferSeason("summer")
    assert len(SEASONS) == 4


@covers("IDG-6.1.3")
def test_the_odds_of_the_weather_are_exact() -> None:
    there = before()
    odds = distribution(weather_roll(there.ctx, "winter"))
    assert odds[("ice",)] == Fraction(1, 6)
    assert odds[()] == Fraction(2, 6)
    assert there.ctx.reckon(ADDED, "summer").total == 0


# -- effects --------------------------------------------------------------------------------------


@covers("IDG-6.2.1", "IDG-6.2.2", "IDG-6.2.3", "IDG-6.2.9")
@pytest.mark.parametrize(
    ("weather", "near", "far"),
    [
        ([], None, None),
        (["rain"], None, "IDG-6.2.2"),
        (["mud", "rain"], None, "IDG-6.2.2"),
        (["blizzard"], "IDG-6.2.3", "IDG-6.2.3"),
        (["ice"], None, None),
    ],
)
def test_rain_hinders_shots_from_afar_a_blizzard_all(
    weather: list[str], near: str | None, far: str | None
) -> None:
    there = field(weather=weather)
    assert hinders_shot(there.ctx, 3 * INCH) == near
    assert hinders_shot(there.ctx, 3.01 * INCH) == far


@covers("IDG-6.2.10", "IDG-10.1.6")
@pytest.mark.parametrize(
    ("weather", "wet"), [([], False), (["rain"], True), (["blizzard"], True), (["ice"], False)]
)
def test_nothing_burns_in_rain_or_blizzard(weather: list[str], wet: bool) -> None:
    assert is_too_wet(field(weather=weather).ctx) is wet


# -- turn by turn ---------------------------------------------------------------------------------


@covers("IDG-6.2.7", "IDG-6.2.8")
@pytest.mark.parametrize(("die", "ends"), [(4, False), (5, True), (6, True)])
def test_a_blizzard_ends_on_five_or_six_from_the_second_turn_on(die: int, ends: bool) -> None:
    first = playing(field(weather=["blizzard"], turn=1), WeatherPhase())
    assert first.is_over
    assert first.world.weather == ("blizzard",)
    there = playing(field(weather=["blizzard"], turn=2), WeatherPhase())
    assert there.pending() == "roll idg.roll.clearing"
    assert distribution(there.rolls()[""])[True] == Fraction(1, 3)  # type: ignore[arg-type]
    there.roll(die)
    assert there.world.weather == (() if ends else ("blizzard",))


@covers("IDG-6.2.7")
@pytest.mark.parametrize("weather", [["rain"], ["mud", "rain"], ["ice"], []])
def test_other_weather_lasts_and_is_not_rolled_for(weather: list[str]) -> None:
    there = playing(field(weather=weather, turn=5), WeatherPhase())
    assert there.is_over
    assert there.world.weather == tuple(weather)


def burning(turn: int, since: int, wind: int = -1) -> Playing:
    """Let a village burn whose middle is at (36, 24)."""
    village = {"id": "v", "kind": "village", "at": (36, 24), "size": (8, 12)}
    there = field(
        red("a", "warrior", (36, 40)),
        blue("b", "warrior", (36, 10)),
        terrain=[village],
        turn=turn,
        wind=wind,
    )
    there.world.fires = (Fire("v", (36 * INCH, 24 * INCH), since),)
    return playing(there, WeatherPhase())


@covers("IDG-10.3.1", "IDG-10.3.2", "IDG-A47")
def test_the_wind_rises_with_the_first_smoke_and_never_turns() -> None:
    assert burning(3, since=3).is_over
    there = burning(4, since=3)
    assert there.pending() == "roll idg.roll.wind"
    assert there.rolls()[""].die.faces == (1, 2, 3, 4, 5, 6, 7, 8)  # type: ignore[union-attr]
    there.roll(3)
    assert there.world.wind == 2
    assert burning(5, since=3, wind=2).is_over


@covers("IDG-10.3.1", "IDG-A47")
@pytest.mark.parametrize(("turn", "far"), [(3, 0), (4, 3), (5, 6), (8, 15)])
def test_smoke_spreads_three_inches_a_turn_downwind(turn: int, far: int) -> None:
    there = burning(turn, since=3, wind=2)
    smoke = smoke_areas(there.ctx)
    if not far:
        assert smoke == ()
        return
    left, top, right, bottom = smoke[0].bounds
    assert left == pytest.approx(36 * INCH)
    assert right == pytest.approx((36 + far) * INCH)
    assert (top, bottom) == pytest.approx((18 * INCH, 30 * INCH), abs=6)


@covers("IDG-A47")
def test_smoke_is_as_wide_as_the_fire_but_at_most_twelve_inches() -> None:
    there = burning(5, since=3, wind=0)
    left, _, right, bottom = smoke_areas(there.ctx)[0].bounds
    assert right - left == pytest.approx(8 * INCH, abs=4)
    assert bottom == pytest.approx(24 * INCH)
    slanting = burning(5, since=3, wind=1)
    outline = smoke_areas(slanting.ctx)[0].outline
    across = [(x + y) / 2**0.5 for x, y in outline]
    assert max(across) - min(across) <= 12 * INCH + 2
