"""Exact odds agree with a hundred thousand rolls, for every combat of every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

import pytest

from walstatt.games import GAMES, find_game
from walstatt.games.ccn.attack import Attack
from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.world import ground_now, troop_of
from walstatt.kernel.chance import Roll, Seeded
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.game import new_game
from walstatt.kernel.odds import distribution
from walstatt.kernel.odds_form import OddsForm, Reckoned, Value, filled
from walstatt.kernel.options import make_options
from walstatt.workshop.odds_asked import desk_of, odds_told, reckoned

ROLLS = 100_000
FORMS = [(game, form.id) for game in sorted(GAMES) for form in desk_of(game).forms()]


def form_of(game: str, name: str) -> OddsForm:
    return next(form for form in desk_of(game).forms() if form.id == name)


def some_values(form: OddsForm, rng: Random) -> dict[str, Value]:
    """Fill a form in at random."""
    values: dict[str, Value] = {}
    for field in form.fields:
        if field.kind == "choice":
            values[field.id] = rng.choice(field.choices).id
        elif field.kind == "number":
            values[field.id] = rng.randint(field.low, field.high)
        else:
            values[field.id] = rng.random() < 0.5
    return values


def rolled(roll: Roll[Any], rng: Random, count: int) -> dict[Any, Fraction]:
    """Roll many times, and give how often each result came."""
    assert roll.meaning is not None
    fallen = Counter(tuple(rng.choices(roll.die.faces, k=roll.count)) for _ in range(count))
    shares: dict[Any, Fraction] = {}
    for faces, times in fallen.items():
        result = roll.meaning.read(faces)
        shares[result] = shares.get(result, Fraction(0)) + Fraction(times, count)
    return shares


def disagreements(found: Reckoned, shares: Mapping[Any, Fraction], count: int) -> list[str]:
    """Name the rows whose odds are not what so many rolls make likely."""
    wrong = []
    for exact, simulated in zip(found.tables(), found.told(shares), strict=True):
        chances = {repr(row.label): row.chance for row in exact.rows}
        seen = {repr(row.label): row.chance for row in simulated.rows}
        if sum(row.chance for row in exact.rows) != 1:
            wrong.append(f"the odds do not add up: {chances}")
        wrong += [f"{label} is not among the odds" for label in seen if label not in chances]
        for row in exact.rows:
            chance, share = float(row.chance), float(seen.get(repr(row.label), Fraction(0)))
            if abs(share - chance) > 5 * sqrt(chance * (1 - chance) / count) + 1 / count:
                wrong.append(f"{row.label}: {chance} reckoned, {share} rolled")
    return wrong


@pytest.mark.parametrize(("game", "name"), FORMS)
def test_odds_agree_with_a_hundred_thousand_rolls(game: str, name: str) -> None:
    rng = Random(f"{game} {name}")
    form = form_of(game, name)
    _, found = reckoned(game, name, some_values(form, rng))
    while len(distribution(found.roll)) < 2:
        _, found = reckoned(game, name, some_values(form, rng))
    assert disagreements(found, rolled(found.roll, rng, ROLLS), ROLLS) == []


@pytest.mark.parametrize(("game", "name"), FORMS)
def test_odds_of_whatever_is_filled_in_agree_with_some_rolls(game: str, name: str) -> None:
    rng = Random(f"{game} {name} again")
    form = form_of(game, name)
    for _ in range(12):
        _, found = reckoned(game, name, some_values(form, rng))
        assert disagreements(found, rolled(found.roll, rng, 4000), 4000) == []


def test_a_leaders_fall_agrees_with_both_rolls() -> None:
    asked: dict[str, Value] = {"unit": "british.LN", "target_blocks": 2, "target_led": True}
    _, found = reckoned("ccn", "melee", asked)
    (falls,) = found.also
    rng = Random(5)
    fallen = 0
    meaning = found.roll.meaning
    assert meaning is not None
    for _ in range(ROLLS):
        result = meaning.read(rng.choices(found.roll.die.faces, k=found.roll.count))
        if result.losses:
            dice = rng.choices(found.roll.die.faces, k=1 if result.destroyed else 2)
            fallen += all(face == "SABER" for face in dice)
    chance = float(falls.chance)
    assert abs(fallen / ROLLS - chance) <= 5 * sqrt(chance * (1 - chance) / ROLLS)


def attacks(games: int) -> Iterator[tuple[Any, Attack, Roll[Any]]]:
    """Play battles at random, and give every attack before its dice fall."""
    definition = find_game("ccn")
    for seed in range(games):
        rng, dice = Random(seed), Seeded(seed)
        game = new_game(definition, "rolica_1", None)
        while game.outcome is None:
            if game.waiting is None:
                seat = game.to_act[0]
                game.apply(seat, game.pick(seat, rng))
                continue
            (_, request), *_ = game.waiting.requests
            frame = game.ctx.stack[-1][0]
            if isinstance(frame, Attack) and request.purpose in ("ccn.roll.fire", "ccn.roll.melee"):
                assert isinstance(request, Roll)
                yield game, frame, request
            game.force(*(dice.resolve(one) for _, one in game.waiting.requests))


def test_the_desk_reckons_the_attacks_of_real_battles() -> None:
    compared = 0
    for game, frame, request in attacks(3):
        ctx = game.ctx
        own, enemy = ctx.world.units[frame.unit], ctx.world.units.get(frame.target)
        if enemy is None or frame.guns or frame.retiring:
            continue
        card = sum(line.value for line in request.ledgers[0].lines if line.stage == "card")
        melee = request.purpose == "ccn.roll.melee"
        ground = ground_now(ctx)
        values: dict[str, Value] = {
            "unit": own.troop,
            "blocks": own.blocks,
            "square": own.square > 0,
            "ground": ground.at[own.at].id,
            "card": card,
            "target": troop_of(ctx, frame.target).arm,
            "target_blocks": enemy.blocks,
            "target_square": enemy.square > 0,
            "target_ground": ground.at[enemy.at].id,
        }
        if not melee:
            distance = BOARD.distance(own.at, enemy.at)
            values |= {"moved": own.moved > 0, "distance": distance}
        _, found = reckoned("ccn", "melee" if melee else "fire", values, ctx.options)
        assert found.roll.count == request.count
        assert distribution(found.roll) == distribution(request)
        compared += 1
    assert compared > 40


# -- asking ---------------------------------------------------------------------------------------


def test_what_is_told_is_exact_and_complete() -> None:
    told = odds_told("idg", "morale", {"quality": "raw"})
    (table,) = told.tables
    assert [(row.label.id, row.exact) for row in table.rows] == [
        ("idg.odds.morale.holds", "1/3"),
        ("idg.odds.morale.fails", "2/3"),
    ]
    assert told.values == {"quality": "raw"}
    assert (told.dice, told.die, told.rule) == (1, "d6", "IDG-12.4.1")


def test_an_option_changes_the_odds() -> None:
    options = make_options(find_game("ccn").options_type, {"rifle_rounding": "up"})
    asked: dict[str, Value] = {"unit": "british.RL", "blocks": 3, "moved": True}
    dice = {
        reckoned("ccn", "fire", asked, one)[1].roll.count
        for one in (
            options,
            make_options(find_game("ccn").options_type, {"rifle_rounding": "down"}),
        )
    }
    assert len(dice) == 2


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"blocs": 3}, r"does not ask 'blocs' \(did you mean 'blocks'\?\)"),
        ({"blocks": 9}, "blocks is a number from 1 to 6, not 9"),
        ({"blocks": "many"}, "not 'many'"),
        ({"moved": "perhaps"}, "moved is yes or no, not 'perhaps'"),
        ({"unit": "french.XX"}, "unit cannot be 'french.XX'"),
    ],
)
def test_errors_name_what_is_wrong(given: dict[str, Value], wrong: str) -> None:
    with pytest.raises(BadRequest, match=wrong):
        filled(form_of("ccn", "fire"), given)
    with pytest.raises(BadRequest, match="there are no odds for 'fier'"):
        reckoned("ccn", "fier", {})


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_word_of_every_form_is_said_in_both_languages(game: str) -> None:
    catalogue = find_game(game).catalogue
    for form in desk_of(game).forms():
        _, found = reckoned(game, form.id, {})
        said = [form.label, *(field.label for field in form.fields)]
        said += [pick.label for field in form.fields for pick in field.choices]
        said += [row.label for table in found.tables() for row in table.rows]
        said += [table.label for table in found.tables()]
        for language in ("en", "de"):
            for message in said:
                text = catalogue.text(message, language)
                assert text
                assert message.id not in text
