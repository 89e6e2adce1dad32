"""What a seat may know about a thing it points at, and how the game is taught."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from walstatt.games.toy.activation import targets_of
from walstatt.games.toy.content import ToyContent
from walstatt.games.toy.field import Place
from walstatt.games.toy.options import ToyOptions
from walstatt.games.toy.pointing import at_unit, card_pointed, place_pointed
from walstatt.games.toy.round import actions
from walstatt.games.toy.view import ToyView, redeterminise
from walstatt.games.toy.world import ToyCtx, place_name, type_of, unit_name
from walstatt.i18n.catalogue import Argument, say
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.decisions import Rng
from walstatt.kernel.definition import Ruleset
from walstatt.kernel.ids import RuleId, UnitId
from walstatt.kernel.prompts import Target
from walstatt.scene.about import About, Fact, Lesson, Term

TERMS: Final[dict[str, tuple[RuleId, ...]]] = {
    "plan": ("TOY-2.2", "TOY-2.5"),
    "banner": ("TOY-7.1", "TOY-7.2"),
    "captain": ("TOY-4.5", "TOY-5.1"),
}
LESSONS: Final[dict[str, tuple[str, str, tuple[RuleId, ...]]]] = {
    "welcome": ("", "", ("TOY-7.3",)),
    "plan": ("choose_plan", "", ("TOY-2.2", "TOY-2.3", "TOY-2.5")),
    "march": ("march", "", ("TOY-3.1", "TOY-3.3")),
    "attack": ("", "toy.attacked", ("TOY-4.2", "TOY-4.8")),
}
"""Each lesson with the question or the event that brings it up, and its rules."""


def about(rules: Ruleset[ToyContent, ToyOptions], view: ToyView, target: Target) -> About | None:
    """Tell about a unit, a place or a card, from a world that is made up where nobody sees it."""
    ctx: ToyCtx = Ctx(rules, redeterminise(rules, view, Rng(0)))
    if target.kind == "card":
        return _about_card(target)
    if target.kind == "piece":
        unit = UnitId(target.id)
        return _about_unit(ctx, unit) if unit in ctx.world.units else None
    place = place_pointed(ctx, target)
    return None if place is None else _about_place(ctx, place)


def _about_unit(ctx: ToyCtx, unit: UnitId) -> About:
    within = tuple(map(at_unit, targets_of(ctx, unit)))
    return About(unit_name(ctx, unit), tuple(_facts(ctx, unit)), range=within)


def _facts(ctx: ToyCtx, unit: UnitId) -> Iterator[Fact]:
    one, kind = ctx.world.units[unit], type_of(ctx, unit)
    yield _fact("strength", "TOY-4.2", n=one.strength, most=kind.strength)
    yield _fact("moves", "TOY-3.1", n=kind.moves)
    yield _fact("range", "TOY-4.1", n=kind.range)
    if kind.charges:
        yield _fact("charges", "TOY-4.3")
    if kind.ignores_woods:
        yield _fact("ignores_woods", "TOY-4.6")
    if kind.leads:
        yield _fact("leads", "TOY-4.5")
    if one.acted:
        yield _fact("acted", "TOY-2.6")


def _about_place(ctx: ToyCtx, place: Place) -> About:
    field, facts = ctx.content.field, list[Fact]()
    if field.wooded(place):
        facts += _fact("woods_stop", "TOY-3.4"), _fact("woods_dice", "TOY-4.4")
    if field.on_hill(place):
        facts.append(_fact("hill", "TOY-7.1"))
    return About(say("toy.about.place", at=place_name(ctx, place)), tuple(facts))


def _about_card(target: Target) -> About | None:
    card = card_pointed(target)
    if card is None:
        return None
    return About(say("toy.card", card=card), (_fact("card", "TOY-2.5", n=actions(card)),))


def _fact(text: str, rule: RuleId, /, **args: Argument) -> Fact:
    return Fact(say(f"toy.about.{text}", **args), rule)


def glossary() -> tuple[Term, ...]:
    """Explain the words of the rules."""
    return tuple(
        Term(name, say(f"toy.word.{name}"), say(f"toy.meaning.{name}"), rules)
        for name, rules in TERMS.items()
    )


def lessons() -> tuple[Lesson, ...]:
    """List what a newcomer is told while playing."""
    return tuple(_lesson(name, *when) for name, when in LESSONS.items())


def _lesson(name: str, kind: str, event: str, rules: tuple[RuleId, ...]) -> Lesson:
    title, text = say(f"toy.lesson.{name}.title"), say(f"toy.lesson.{name}.text")
    return Lesson(name, title, text, kind, event, rules)
