"""`walstatt odds`."""

from __future__ import annotations

import json

from tests.cli.driving import Runner


def test_everything_that_can_be_asked_is_listed(walstatt: Runner) -> None:
    lines = walstatt("odds").out.splitlines()
    assert "walstatt odds ccn melee  # Melee" in lines
    assert "walstatt odds toy attack  # Attack" in lines


def test_a_game_lists_what_its_odds_depend_on(walstatt: Runner) -> None:
    out = walstatt("odds", "toy", "--lang", "de").out
    stances = "cut (Hieb), thrust (Stich), guard (Deckung); sonst cut"
    assert out == (
        "walstatt odds toy attack  # Angriff\n"
        "  strength         Stärke des Angreifers: 1 bis 9, sonst 3\n"
        "  charging         Stürmt nach dem Marsch: ja oder nein, sonst nein\n"
        "  led              Neben seinem Hauptmann: ja oder nein, sonst nein\n"
        "  target_in_woods  Ziel im Wald: ja oder nein, sonst nein\n"
        "  ignores_woods    Angreifer kennt sich im Wald aus: ja oder nein, sonst nein\n"
        "  target_strength  Stärke des Ziels: 1 bis 9, sonst 3\n"
        "\n"
        "walstatt odds toy duel  # Gang eines Duells\n"
        f"  stance        Haltung des ersten: {stances}\n"
        f"  other_stance  Haltung des zweiten: {stances}\n"
        "\n"
    )


def test_odds_are_told_as_a_table_and_a_plot(walstatt: Runner) -> None:
    ran = walstatt("odds", "toy", "attack", "strength=1", "charging=yes", "target_strength=1")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert "Rolled: 2 dice (TOY-4.8)" in lines
    assert any("44.44 %  4/9" in line for line in lines)
    assert any("55.56 %  5/9" in line for line in lines)
    assert any(line.startswith("Losses, 0.556 on average") for line in lines)


def test_odds_as_data_are_exact(walstatt: Runner) -> None:
    told = json.loads(walstatt("odds", "idg", "morale", "quality=raw", "--json").out)
    assert told["tables"][0]["rows"] == [
        {"label": "holds", "chance": 1 / 3, "exact": "1/3"},
        {"label": "two markers", "chance": 2 / 3, "exact": "2/3"},
    ]
    assert told["ledgers"][0]["total"] == 5


def test_forms_as_data(walstatt: Runner) -> None:
    forms = json.loads(walstatt("odds", "ccn", "--json").out)["ccn"]
    assert [form["id"] for form in forms] == ["fire", "melee", "leader"]


def test_options_of_the_game_count(walstatt: Runner) -> None:
    asked = ("odds", "ccn", "fire", "unit=british.RL", "blocks=3", "moved=yes", "--json")
    dice = [
        json.loads(walstatt(*asked, "--option", f"rifle_rounding={one}").out)["dice"]
        for one in ("down", "up")
    ]
    assert dice[1] == dice[0] + 1


def test_errors_name_what_is_wrong(walstatt: Runner) -> None:
    for given, said in (
        (("ccn", "meele"), "there are no odds for 'meele' (did you mean 'melee'?)"),
        (("ccn", "melee", "blocks=9"), "blocks is a number from 1 to 6, not '9'"),
        (("ccn", "melee", "blocs=3"), "melee does not ask 'blocs' (did you mean 'blocks'?)"),
        (("ccn", "melee", "unit=french.LM"), "unit cannot be 'french.LM'"),
        (("ccn", "melee", "blocks"), "blocks: say it as name=value."),
        (("chess", "melee"), "chess"),
    ):
        ran = walstatt("odds", *given)
        assert ran.code != 0
        assert said in ran.err
