"""Armies that players bring: a game's desk, reached through the doors of the server."""

import re
import secrets
import unicodedata
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from random import Random
from typing import Any, Final, TypeVar

from msgspec import Struct

from walstatt.games import GAMES, find_game
from walstatt.i18n.catalogue import LANGUAGES, Message, say
from walstatt.kernel.content import ContentError
from walstatt.kernel.decisions import Violation
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.options import Options, make_options
from walstatt.scene.playable import AnyPlayable
from walstatt.scene.rosters import AnyRosterDesk, ArmySheet, Gathering, Plain
from walstatt.server.armies_told import (
    ArmyFile,
    ArmyGathering,
    ArmyMade,
    ArmyOrder,
    ArmyPrint,
    ArmyText,
    ArmyWish,
    Chosen,
)
from walstatt.server.armies_wrong import violations
from walstatt.server.errors import Code, Refusal
from walstatt.server.modesty import is_modest
from walstatt.server.troubles import Problem

T = TypeVar("T")
SEEDS: Final = 2**32
LONGEST_NAME: Final = 60
_STYLE: Final = re.compile(r"<style>(.*?)</style>", re.DOTALL)
PAGE_POLICY: Final = (
    "default-src 'none'; style-src {styles}; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""A roster is paper: it runs nothing, fetches nothing, and has the style that came with it."""


class Desk(Struct, frozen=True):
    """The desk of a game, and how its options are made."""

    game: AnyPlayable
    desk: AnyRosterDesk

    def options(self, given: Chosen) -> Options:
        """Make options, or say what is wrong with them."""
        try:
            made: Options = make_options(self.game.options_type, dict(given))
        except BadRequest as wrong:
            raise _refused("malformed", say("server.armies.options", reason=str(wrong))) from None
        return made


def desk_of(game: str) -> Desk:
    """Find the desk of a game, if players bring armies to it."""
    if game not in GAMES:
        raise Problem(404, "not_found", say("server.web.no_game", game=game))
    found = find_game(game)
    if found.roster_desk is None:
        raise Problem(404, "not_found", say("server.armies.none", game=found.title))
    return Desk(found, found.roster_desk)


# -- what can be asked ---------------------------------------------------------------------------


def sheet(desk: Desk, wish: ArmyWish) -> ArmySheet:
    """Tell everything about an army."""
    return _understood(lambda: desk.desk.sheet(_modest(wish.army), desk.options(wish.options)))


def made(desk: Desk, order: ArmyOrder) -> ArmyMade:
    """Make an army, or complete one."""
    seed = secrets.randbelow(SEEDS) if order.seed is None else order.seed
    options, army = desk.options(order.options), _modest(order.army)
    make = desk.desk.filled if order.keep else desk.desk.quick
    try:
        return ArmyMade(_understood(lambda: make(army, options, Random(seed))), seed)
    except BadRequest as wrong:
        raise _refused("illegal", say("server.armies.impossible")) from wrong


def read(desk: Desk, file: ArmyText) -> ArmyMade:
    """Read a file that somebody brings."""
    return ArmyMade(_understood(lambda: desk.desk.read(file.text, file.file)))


def written(desk: Desk, army: Plain) -> ArmyFile:
    """Write an army as a file."""
    found = _understood(lambda: desk.desk.sheet(_modest(army), desk.options({})))
    name = found.verdict.title.get(LANGUAGES[0], "")
    return ArmyFile(f"{_slug(name)}.yaml", desk.desk.write(army))


def printed(desk: Desk, wish: ArmyPrint) -> str:
    """Write the roster of an army as a page."""
    army, options = _modest(wish.army), desk.options(wish.options)
    return _understood(lambda: desk.desk.page(army, options, wish.language))


def gathered(desk: Desk, wish: ArmyGathering) -> Gathering:
    """Judge the armies that are to meet."""
    options, rosters = desk.options(wish.options), _modest(wish.rosters)
    try:
        return _understood(lambda: desk.desk.gather(wish.scenario, options, rosters))
    except BadRequest as wrong:
        raise _refused("malformed", say("server.armies.roster", reason=str(wrong))) from wrong


def page_policy(page: str) -> str:
    """Allow a page its own style and nothing else."""
    hashes = (b64encode(sha256(one.encode()).digest()).decode() for one in _STYLE.findall(page))
    styles = " ".join(f"'sha256-{one}'" for one in hashes)
    return PAGE_POLICY.format(styles=styles or "'none'")


# -- armies at a table ---------------------------------------------------------------------------


def require_legal(
    game: AnyPlayable,
    scenario: str,
    options: Options,
    rosters: Mapping[Any, Plain],
    *,
    alone: bool = False,
) -> None:
    """Refuse a table to which somebody brings an army that is not legal, with every reason.

    `alone` judges the given armies only, as the others will come later.
    """
    desk = game.roster_desk
    if desk is None or not rosters:
        return
    try:
        with _reading():
            found = desk.gather(scenario, options, rosters)
    except BadRequest as wrong:
        raise _refused("malformed", say("server.armies.roster", reason=str(wrong))) from wrong
    flaws = [
        Violation(flaw.rule, flaw.message, str(seat))
        for seat, one in found.armies.items()
        for flaw in one.verdict.flaws
        if seat in rosters or not alone
    ]
    flaws += [Violation(flaw.rule, flaw.message) for flaw in (() if alone else found.flaws)]
    if flaws:
        text = say("server.armies.illegal", n=len(flaws))
        raise Refusal("illegal", text, tuple(flaws))


# -- what cannot be understood -------------------------------------------------------------------


def _understood(work: Callable[[], T]) -> T:
    with _reading():
        return work()


@contextmanager
def _reading() -> Iterator[None]:
    """Turn everything that is wrong with a file into a refusal that names it."""
    try:
        yield
    except ContentError as wrong:
        text = say("server.armies.unreadable", n=len(wrong.problems))
        raise Refusal("malformed", text, violations(wrong.problems)) from None


def _modest(data: Plain) -> Plain:
    """Refuse data that no army can be: very deep, or with numbers that no file has."""
    if not is_modest(data):
        raise _refused("malformed", say("server.armies.immodest"))
    return data


def _refused(code: Code, text: Message) -> Refusal:
    return Refusal(code, text)


def _slug(name: str) -> str:
    """Make a name for a file: plain letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss")).encode("ascii", "ignore")
    words = re.findall(r"[a-z0-9]+", plain.decode().lower())
    return "-".join(words)[:LONGEST_NAME].strip("-") or "army"
