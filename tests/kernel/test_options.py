from typing import Annotated, Any, ClassVar, Literal

import pytest
from msgspec import Meta

from walstatt.kernel.errors import BadRequest
from walstatt.kernel.options import Options, Switch, about, make_options, switches


class Toy(Options, frozen=True):
    presets: ClassVar[dict[str, dict[str, Any]]] = {
        "night": {"fog": True, "turns": 4},
        "long": {"turns": 12},
    }

    fog: Annotated[bool, about("TOY-8")] = False
    turns: Annotated[int, Meta(ge=1, le=20), about("TOY-3.1")] = 6
    melee: Annotated[Literal["bloody", "mild"], about("TOY-A1")] = "mild"
    hurried: bool = True


class Bare(Options, frozen=True):
    pass


def refused(given: dict[str, Any], preset: str = "", type_: type[Options] = Toy) -> str:
    with pytest.raises(BadRequest) as wrong:
        make_options(type_, given, preset)
    return str(wrong.value)


def test_switches_are_listed_with_rule_type_default_and_choices() -> None:
    assert switches(Toy) == (
        Switch("fog", "TOY-8", "bool", default=False),
        Switch("turns", "TOY-3.1", "int", default=6),
        Switch("melee", "TOY-A1", "choice", default="mild", choices=("bloody", "mild")),
        Switch("hurried", "", "bool", default=True),
    )


def test_a_switch_says_which_rule_it_belongs_to() -> None:
    assert about("TOY-8").extra == {"rule": "TOY-8"}


def test_a_game_may_have_no_switches() -> None:
    assert switches(Bare) == ()
    assert make_options(Bare, {}) == Bare()
    assert Bare.presets == {}


def test_nothing_given_leaves_the_defaults() -> None:
    assert make_options(Toy, {}) == Toy(fog=False, turns=6, melee="mild", hurried=True)


def test_what_is_given_differs_from_the_defaults() -> None:
    assert make_options(Toy, {"melee": "bloody"}) == Toy(melee="bloody")


def test_a_preset_differs_from_the_defaults() -> None:
    assert make_options(Toy, {}, "night") == Toy(fog=True, turns=4)
    assert make_options(Toy, {}, "long") == Toy(turns=12)


def test_what_is_given_counts_more_than_the_preset() -> None:
    assert make_options(Toy, {"turns": 5}, "night") == Toy(fog=True, turns=5)


def test_an_unknown_preset_is_refused_with_those_there_are() -> None:
    assert refused({}, "day") == "no preset 'day'; there are: long, night"
    assert refused({}, "day", Bare) == "no preset 'day'; there are: none"


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    known = "there are: fog, hurried, melee, turns"
    assert refused({"snow": True, "rain": True}) == f"no option 'rain'; {known}"
    assert refused({"rain": 1}, type_=Bare) == "no option 'rain'; there are: none"


def test_a_value_of_the_wrong_type_is_refused_with_its_option() -> None:
    assert refused({"fog": "yes"}) == "option fog: Expected `bool`, got `str`"


def test_a_value_out_of_range_is_refused_with_its_option() -> None:
    assert refused({"turns": 0}) == "option turns: Expected `int` >= 1"
    assert make_options(Toy, {"turns": 20}).turns == 20


def test_an_unknown_choice_is_refused_with_its_option() -> None:
    assert refused({"melee": "wild"}) == (
        "option melee: Invalid enum value 'wild'; there are: bloody, mild"
    )


def test_a_preset_that_speaks_of_an_unknown_option_is_refused() -> None:
    class Wrong(Options, frozen=True):
        presets: ClassVar[dict[str, dict[str, Any]]] = {"snowy": {"snow": True}}

    assert refused({}, "snowy", Wrong) == "option Object contains unknown field `snow`"
