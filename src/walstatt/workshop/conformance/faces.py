"""What people see: every scene can be drawn, and every message said, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

import msgspec

from walstatt.i18n.catalogue import Message, MessageError, say
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.ids import Seat
from walstatt.kernel.options import Options, switches
from walstatt.kernel.prompts import Preview
from walstatt.scene.model import Scene
from walstatt.scene.playable import AnyPlayable, Playable, stage
from walstatt.scene.text import render, render_preview
from walstatt.scene.unnamed import unnamed
from walstatt.scene.words import complete
from walstatt.workshop.conformance.failure import difference
from walstatt.workshop.conformance.pointing import abouts
from walstatt.workshop.conformance.strange import strange_answers
from walstatt.workshop.conformance.walk import Position, Walk, described, explained, offers, walk

DRAWN: Final = 4
"""How many positions are drawn as text."""
HEARD: Final = 16
"""How many positions are searched for messages."""
PREVIEWS: Final = 4


def check_rendering(
    definition: AnyGameDef, scenario: str, options: Options, seed: int | str
) -> None:
    """Every seat and a spectator can be shown every position, as data and as text."""
    taken = walk(definition, scenario, options, seed)
    for position in taken.positions(DRAWN):
        for seat in taken.seats():
            scene = _staged(taken, position, seat)
            _travels(taken, position, scene)
            _drawn(taken, position, scene, seat)


def _staged(taken: Walk, position: Position, seat: Seat | None) -> Scene:
    try:
        return stage(position.copy(), seat)
    except Exception as error:  # noqa: BLE001 - nothing may keep a player from the board
        taken.fail(position.n, f"there is no scene for {seat}: {explained(error)}")


def _travels(taken: Walk, position: Position, scene: Scene) -> None:
    """Send a scene and receive it."""
    try:
        sent = msgspec.json.encode(scene)
        came = msgspec.json.decode(sent, type=Scene)
    except msgspec.MsgspecError as error:
        taken.fail(position.n, f"the scene cannot be sent: {error}")
    if msgspec.json.encode(came) != sent:
        taken.fail(position.n, f"the scene arrives changed: {difference(scene, came)}")


def _drawn(taken: Walk, position: Position, scene: Scene, seat: Seat | None) -> None:
    definition = playable(taken.definition)
    for language in definition.languages:
        try:
            text = render(scene, definition.catalogue, language)
        except MessageError:
            continue  # `check_messages` reports it.
        except Exception as error:  # noqa: BLE001 - nothing may keep a player from the board
            taken.fail(position.n, f"no text for {seat} in {language}: {explained(error)}")
        if not text.strip():
            taken.fail(position.n, f"the text for {seat} in {language} is empty")


def playable(definition: AnyGameDef) -> AnyPlayable:
    """Require a game that can be shown."""
    if not isinstance(definition, Playable):
        raise TypeError(f"{definition.id} has no scene")
    return definition


# -- messages -------------------------------------------------------------------------------------


def check_messages(
    definition: AnyGameDef, scenario: str, options: Options, seed: int | str
) -> None:
    """Everything that is said can be said in every language."""
    taken = walk(definition, scenario, options, seed)
    game = playable(definition)
    for problem in complete(game.catalogue).problems():
        taken.fail(0, f"the catalogue is flawed: {problem}")
    said: dict[str, tuple[int, Message]] = {}
    for n, message in _heard(taken):
        said.setdefault(str(message), (n, message))
    for n, message in said.values():
        _can_be_said(taken, game, n, message)


def _can_be_said(taken: Walk, game: AnyPlayable, n: int, message: Message) -> None:
    words = complete(game.catalogue)
    for language in game.languages:
        try:
            words.text(message, language)
        except MessageError as error:
            taken.fail(n, f"nobody can say {error}")


def _heard(taken: Walk) -> Iterator[tuple[int, Message]]:
    """List every message met on a walk."""
    yield from ((0, one) for one in _listed(playable(taken.definition), taken.scenario))
    for n, step in enumerate(taken.steps, 1):
        for told in step.told:
            for event in (told.event, told.others):
                if event is not None:
                    yield n, taken.definition.tell(event)
                    yield from ((n, one) for one in messages_in(event))
    for position in taken.positions(HEARD):
        yield from ((position.n, one) for one in _shown(taken, position))
    for position in taken.positions(DRAWN):
        yield from ((position.n, one) for one in _asked_about(taken, position))
    if taken.end is not None:
        yield from ((len(taken.steps), one) for one in messages_in(taken.end.outcome))


def _listed(game: AnyPlayable, scenario: str) -> Iterator[Message]:
    """List what is said about a game before it begins."""
    listed = game.scenario(scenario)
    yield game.title
    yield listed.title
    if listed.note is not None:
        yield listed.note
    yield from (game.seat_name(seat) for seat in listed.seats)
    yield from (say(f"{game.id}.option.{one.name}") for one in switches(game.options_type))
    yield from messages_in((game.glossary(), game.lessons()))


def _shown(taken: Walk, position: Position) -> Iterator[Message]:
    """List what a position can say: scenes with prompts, previews and refusals."""
    game = position.copy()
    for seat in taken.seats():
        with suppress(Exception):  # `check_rendering` reports it.
            scene = stage(game, seat)
            yield from messages_in(scene)
            yield from (say(one) for one in unnamed(scene, taken.definition.catalogue))
    for number, (given, decision) in enumerate(offers(game, taken.rng(position.n))):
        if number % PREVIEWS == 0:
            with suppress(Exception):  # `check_previews` reports it.
                yield from messages_in(decision.preview(game.ctx, given[1]))
    for given in strange_answers(game, taken.answers, taken.rng(position.n)):
        with suppress(Exception):  # `check_strange_answers` reports it.
            yield from messages_in(game.check(*given))


def _asked_about(taken: Walk, position: Position) -> Iterator[Message]:
    """List what can be told about the things of a position."""
    for seat in taken.seats():
        with suppress(Exception):  # `check_abouts` reports it.
            yield from messages_in(abouts(0.0, position.game, seat))


def messages_in(value: object) -> Iterator[Message]:
    """Find every message inside a value."""
    match value:
        case Message():
            yield value
        case msgspec.Struct():
            for name in value.__struct_fields__:
                yield from messages_in(getattr(value, name))
        case dict():
            for one in value.values():
                yield from messages_in(one)
        case list() | tuple():
            for one in value:
                yield from messages_in(one)


def check_previews(
    definition: AnyGameDef, scenario: str, options: Options, seed: int | str
) -> None:
    """What an option would mean can be told in every language, and never that it is refused."""
    taken = walk(definition, scenario, options, seed)
    for position in taken.unfinished(HEARD):
        game = position.copy()
        for given, decision in offers(game, taken.rng(position.n)):
            try:
                shown = decision.preview(game.ctx, given[1])
                _told(playable(definition), shown)
            except Exception as error:  # noqa: BLE001 - hovering must never fail
                taken.fail(position.n, f"no preview of {described(given)}: {explained(error)}")
            if shown.violations:
                taken.fail(position.n, f"the preview refuses the option {described(given)}")


def _told(game: AnyPlayable, shown: Preview) -> None:
    for language in game.languages:
        with suppress(MessageError):  # `check_messages` reports it.
            render_preview(shown, game.catalogue, language)
