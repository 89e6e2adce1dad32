"""The odds of what is no attack on a unit: bouts of a duel, arrivals, weather, breaches."""

from __future__ import annotations

import pytest

from walstatt.kernel.odds_form import Value
from walstatt.workshop.odds_asked import odds_told


def rows(game: str, form: str, **values: Value) -> dict[str, str]:
    """Give the odds of the first table by the last word of each label."""
    (table,) = odds_told(game, form, values).tables
    return {row.label.id.rpartition(".")[2]: row.exact for row in table.rows}


@pytest.mark.parametrize(
    ("own", "other", "first", "nobody", "second"),
    [
        ("cut", "cut", "5/12", "1/6", "5/12"),
        ("cut", "thrust", "5/18", "5/36", "7/12"),
        ("guard", "thrust", "7/12", "5/36", "5/18"),
    ],
)
def test_the_better_stance_is_wounded_less_often(
    own: str, other: str, first: str, nobody: str, second: str
) -> None:
    found = rows("toy", "duel", stance=own, other_stance=other)
    assert found == {"first": first, "nobody": nobody, "second": second}


def test_who_is_wounded_has_no_mean() -> None:
    (table,) = odds_told("toy", "duel", {}).tables
    assert table.mean is None


@pytest.mark.parametrize(
    ("command", "arrives"),
    [("tribal", "1/6"), ("impetuous", "1/6"), ("organised", "1/3"), ("disciplined", "1/2")],
)
def test_the_command_decides_how_likely_an_arrival_is(command: str, arrives: str) -> None:
    assert rows("idg", "arrival", command=command)["arrives"] == arrives


def test_zone_and_season_make_the_weather() -> None:
    summer = rows("idg", "weather", zone="mediterranean", season="summer")
    assert summer == {"good": "1"}
    winter = rows("idg", "weather", zone="west_central_europe", season="winter")
    assert winter == {"good": "1/3", "blizzard": "1/6", "ice": "1/6", "both": "1/6", "rain": "1/6"}


def test_a_blizzard_ends_on_a_five() -> None:
    assert rows("idg", "clearing") == {"clears": "1/3", "clears_not": "2/3"}


def test_every_attempt_at_a_breach_counts() -> None:
    (table,) = odds_told("idg", "breach", {"tries": 2}).tables
    assert [(row.label.args["n"], row.exact) for row in table.rows] == [
        (0, "1/4"),
        (1, "1/2"),
        (2, "1/4"),
    ]
