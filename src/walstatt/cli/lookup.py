"""Looking rules up: one by its id, those that speak of certain words, or all of them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from itertools import groupby

from walstatt.i18n.catalogue import LANGUAGES, say
from walstatt.kernel.rulebook import Rulebook, RuleEntry
from walstatt.scene.pen import Pen


def find_rules(rulebook: Rulebook, wanted: str, language: str) -> list[RuleEntry]:
    """Find the rule of this id, with or without the prefix, or those that speak of the words."""
    if not wanted:
        return list(rulebook.rules.values())
    by_name = {rule.upper(): entry for rule, entry in rulebook.rules.items()}
    for name in (wanted.upper(), f"{rulebook.prefix}-{wanted}".upper()):
        if name in by_name:
            return [by_name[name]]
    chapter = [entry for entry in rulebook.rules.values() if entry.chapter == wanted.upper()]
    searches = (rulebook.search(wanted, one) for one in (language, *LANGUAGES))
    return chapter or next((found for found in searches if found), [])


def rule_lines(pen: Pen, rulebook: Rulebook, entries: Iterable[RuleEntry]) -> Iterator[str]:
    """State rules under the headings of their chapters."""
    for chapter, rules in groupby(entries, key=lambda entry: entry.chapter):
        title = rulebook.chapters.get(chapter, {}).get(pen.language, "")
        yield pen.paint(f"{chapter} {title}".strip(), "head")
        for entry in rules:
            yield from statement_lines(pen, entry, "  ")


def statement_lines(pen: Pen, entry: RuleEntry, indent: str = "") -> list[str]:
    """State one rule, with the option that chooses between its readings."""
    text = entry.statement(pen.language)
    if entry.option:
        text += " " + pen.say(say("cli.rules.option", option=entry.option))
    return pen.wrapped(pen.spell(f"{entry.id}: {text}"), indent, f"{indent}  ")


def nothing_found(pen: Pen, rulebook: Rulebook, wanted: str) -> str:
    """Say that no rule speaks of this, and which id was perhaps meant."""
    close = difflib.get_close_matches(wanted.upper(), rulebook.rules, n=1, cutoff=0.7)
    if close:
        return pen.say(say("cli.rules.meant", wanted=wanted, meant=close[0]))
    return pen.say(say("cli.rules.nothing", wanted=wanted))
