"""Nothing a seat is sent, or can ask for, depends on what the rules hide from it.

Whole games are played at random at a real table, and every byte that each seat and a spectator are
sent is recorded (`mirrors.recorded`). Then, at every step and for the eyes of somebody, the hidden
part is dealt anew: `Game.imagine` gives another world that looks the same to those eyes. In that
world a second table, set up just like the first, goes on with the same command and with the same
dice; cards that those eyes do not see are drawn anew from its own deck, and an answer that is kept
from them may be another one. The world must also *stay* the same to them: where they learn
something (a card is played that is in the other hand only here), another world is tried. What the
second table sends must then be, byte for byte, what the first one sent.

This proves the claim for the games that were played: if any byte depended on something hidden, two
worlds that differ in it would give different bytes, and at each step the other world is drawn from
all that are possible. What the eyes may know is what `GameDef.observe` says; that this in turn
names no card that is hidden is shown by searching all that was sent for the names of cards.

The same is done for everything that can be asked for at a position: previews, wishes, things,
replays, files, hints, and the reasons why something is refused.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from functools import cache
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from tests.server.guests import ALLIED, BLUE, FRENCH, FRIEND, GOLD, ME, RED, House
from tests.server.mirrors import (
    Eyes,
    Mirror,
    Recording,
    another_world,
    is_clean,
    recorded,
    sent,
    stretches,
)
from walstatt.games import find_game
from walstatt.kernel.chance import Seeded, commitment
from walstatt.kernel.codec import plain
from walstatt.kernel.decisions import kind_of
from walstatt.kernel.events import Emitted
from walstatt.kernel.game import AnyGame, new_game
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Dice
from walstatt.kernel.prompts import Target
from walstatt.scene.model import HexBoard, Scene
from walstatt.scene.playable import told_about
from walstatt.server import founding, playing
from walstatt.server.errors import Refusal
from walstatt.server.protocol import (
    Accepted,
    Answer,
    AnyCommand,
    Ask,
    Claim,
    Hello,
    Hint,
    Join,
    Propose,
    Refused,
    Resign,
    Respond,
    Say,
    Show,
    Tell,
    Undo,
    Welcome,
    Wish,
)
from walstatt.server.seats import KeptKey
from walstatt.server.tables import Visitor

CCN, TOY = ("ccn", "rolica_1"), ("toy", "hill")
SEEDS = (31, 46, 29)
"""Short games with many kinds of questions."""
EARLY = 80
"""Up to this entry games are also told from the start, which takes long later on."""


@cache
def recording(game: str, scenario: str, seed: int, most: int = 5000) -> Recording:
    """Play a game once, with dice that fall alike in every run."""
    secret = f"secrets {game} {scenario} {seed}".encode().ljust(32, b".")
    dice = Dice("commit-reveal", secret.hex(), commitment(secret))

    async def play() -> Recording:
        house = House()
        await house.open()
        try:
            return await recorded(house, game, scenario, seed, most)
        finally:
            await house.close()

    with (
        patch.object(founding, "fresh_dice", lambda: dice),
        patch.object(founding, "new_table_id", lambda: "secretsabc"),
    ):
        return asyncio.run(play())


# -- what is sent --------------------------------------------------------------------------------


def compare_everything_sent(played: Recording, eyes: Eyes, *, every: int = 1) -> tuple[int, int]:
    """Compare what is sent at every step in two worlds; count the steps, and those left out."""
    rng = Random(f"{eyes}")
    compared = left_out = 0

    async def compare() -> None:
        nonlocal compared, left_out
        for first, end in list(stretches(played))[::every]:
            world = another_world(played, first, end, eyes, rng)
            if world is None:
                left_out += end - first
                continue
            table = Mirror(played, first, world.start, played.steps[first - 1].record)
            for n, words in enumerate(await table.go_on(world, eyes), first):
                assert words == played.steps[n - 1].words[eyes], f"entry {n} as seen by {eyes}"
                compared += 1

    asyncio.run(compare())
    return compared, left_out


@pytest.mark.parametrize(
    ("game", "scenario", "seed", "eyes"),
    [
        (*CCN, SEEDS[0], FRENCH),
        (*CCN, SEEDS[1], ALLIED),
        (*CCN, SEEDS[2], None),
        *((*TOY, seed, eyes) for seed in (1, 2) for eyes in (RED, BLUE, GOLD, None)),
    ],
)
def test_redealing_what_is_hidden_changes_no_byte_that_is_sent(
    game: str, scenario: str, seed: int, eyes: Eyes
) -> None:
    played = recording(game, scenario, seed)
    assert played.match.game.outcome is not None
    compared, left_out = compare_everything_sent(played, eyes)
    assert compared + left_out == len(played.steps)
    assert compared >= 0.99 * len(played.steps)
    assert compared >= (500 if game == "ccn" else 90)


@pytest.mark.nightly
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("scenario", ["rolica_1", "rolica_2", "vimiero"])
@pytest.mark.parametrize("seed", range(10, 14))
def test_redealing_changes_no_byte_in_many_more_games(scenario: str, seed: int) -> None:
    played = recording("ccn", scenario, seed)
    for eyes in (FRENCH, ALLIED, None):
        compared, _ = compare_everything_sent(played, eyes)
        assert compared >= 0.98 * len(played.steps)


def test_the_games_ask_every_kind_of_question() -> None:
    """The games that are compared are no easy ones."""
    kinds = {kind for seed in SEEDS for kind in kinds_asked(recording(*CCN, seed))}
    assert {"choose_card", "choose_keep", "offer_first_strike", "choose_short_supply"} <= kinds
    assert len(kinds) >= 17, kinds
    assert len(kinds_asked(recording(*TOY, 1))) >= 5


def kinds_asked(played: Recording) -> dict[str, int]:
    """Name every kind of question, with the first entry before which it was asked."""
    kinds: dict[str, int] = {}
    for step in played.steps:
        decision = played.after(step.n - 1).decision(step.seat)
        assert decision is not None
        kinds.setdefault(kind_of(decision), step.n)
    return kinds


# -- what can be asked for -----------------------------------------------------------------------


async def everything_told(table: Mirror, eyes: Eyes) -> list[tuple[str, bytes]]:
    """Ask all that can be asked with the key of a seat, or of a spectator."""
    visitor, inbox = await table.watched(eyes)
    tables, said = table.tables, list[tuple[str, bytes]]()

    async def get(what: str, asked: Awaitable[Any]) -> None:
        try:
            said.append((what, sent(await asked)))
        except Refusal as refused:
            said.append((what, sent(refused.word())))

    async def do(command: AnyCommand) -> None:
        await get(repr(command), tables.do(visitor, command))

    position = await tables.position(visitor)
    said.append(("position", sent(position)))
    last = position.seq - 1
    for whose in (*table.recording.seats, None):
        await get(f"moment {whose}", tables.moment(visitor, last, whose))
        if last < EARLY:
            await get(f"replay {whose}", tables.replay(visitor, whose))
    await get("export", tables.export(visitor))
    await get("hello", tables.do(visitor, Hello()))
    card = tables._card(table.table.record, KeptKey(b"", visitor.key.seats))
    said.append(("card", sent(card)))
    assert position.scene is not None
    targets = list(things(position.scene, table))
    for target in targets:
        await do(Tell(target=target))
        for seat in table.recording.seats[:1] if eyes is None else (eyes,):
            await do(Tell(target=target, seat=seat))
    for seat in table.recording.seats:
        for command in questions(position.scene, seat, last, targets, table):
            await do(command)
    said.extend(("news", sent(word)) for word in inbox)
    return said


def questions(
    scene: Scene, seat: Seat, last: int, targets: list[Target], table: Mirror
) -> Iterator[AnyCommand]:
    """Ask what choices mean, point everywhere, try what is illegal, and whether one may go back."""
    hands: list[Target | None] = [None]
    for prompt in (scene.prompt, *scene.standing):
        for choice in prompt.choices[:30] if prompt is not None else ():
            kind = prompt.kind if prompt is not None and prompt.standing else ""
            yield Ask(seat=seat, answer=choice.answer, kind=kind)
            if choice.of not in hands[:4]:
                hands.append(choice.of)
    for of in hands[:4]:
        yield from (Wish(seat=seat, target=target, of=of) for target in targets[:: len(hands[:4])])
    for answer in table.illegal(seat):
        yield Ask(seat=seat, answer=answer)
        yield Answer(seat=seat, seq=last + 1, answer=answer)
    yield Hint(seat=seat, level="recruit")
    yield Undo(seat=seat, seq=last)
    for to in (last - 1, last - 5, 0):
        yield Propose(seat=seat, what="undo", to=max(0, to))
        yield Respond(seat=seat, yes=False, what="undo", offer=1)


def things(scene: Scene, table: Mirror) -> Iterator[Target]:
    """Name everything to point at, and every card there is, wherever it may be."""
    for piece in scene.pieces:
        yield Target("piece", piece.id)
    if isinstance(scene.board, HexBoard):
        yield from (Target("cell", str(cell.id)) for cell in scene.board.cells[::2])
    known = [card.id for tray in scene.trays for card in getattr(tray, "cards", ())]
    strange = ["square/1", "square/2", "scouted/forward", "", "x"]
    for card in dict.fromkeys((*known, *all_cards(table.match.game), *strange)):
        yield Target("card", card)


def all_cards(game: AnyGame) -> list[str]:
    """Name every card of the game."""
    return sorted({str(card) for card in getattr(game.rules.content, "deck", range(1, 8))})


def watched_positions(played: Recording, most: int) -> list[int]:
    """Choose positions: the first of every kind of question, and some in between."""
    firsts = set(kinds_asked(played).values())
    between = range(1, len(played.steps), max(1, len(played.steps) // 8))
    clean = [n for n in sorted(firsts | {*between}) if is_clean(played.after(n - 1))]
    return clean[:: max(1, len(clean) // most)]


@pytest.mark.parametrize(
    ("game", "scenario", "seed", "positions"),
    [(*CCN, SEEDS[0], 9), (*CCN, SEEDS[2], 9), (*TOY, 1, 9)],
)
def test_redealing_what_is_hidden_changes_no_byte_that_can_be_asked_for(
    game: str, scenario: str, seed: int, positions: int
) -> None:
    played = recording(game, scenario, seed)
    rng, compared, asked = Random(seed), 0, 0

    async def compare() -> None:
        nonlocal compared, asked
        for n in watched_positions(played, positions):
            record, true = played.steps[n - 1].record, played.after(n - 1)
            for eyes in (*played.seats, None):
                expected = await everything_told(Mirror(played, n, true, record), eyes)
                for _ in range(2):
                    other = true.imagine(eyes, rng)
                    told = await everything_told(Mirror(played, n, other, record), eyes)
                    assert_same(told, expected)
                    compared += other.world != true.world
                asked += len(expected)

    asyncio.run(compare())
    assert compared >= 5 * positions
    assert asked > (10_000 if game == "ccn" else 2000)


def assert_same(told: list[tuple[str, bytes]], expected: list[tuple[str, bytes]]) -> None:
    for one, other in zip(told, expected, strict=True):
        assert one == other


def test_previews_of_one_seat_are_not_told_to_another() -> None:
    """What was worked out for one seat is kept, and must not be found by the others."""
    played = recording(*CCN, SEEDS[0])
    step = next(one for one in played.steps if one.seat == FRENCH)

    async def compare() -> None:
        true = played.after(step.n - 1)
        table = Mirror(played, step.n, true, step.record)
        french, allied = await table.visit(FRENCH), await table.visit(ALLIED)
        answer = plain(true.pick(FRENCH, Random(1)))
        before = await table.tables.do(allied, Ask(seat=ALLIED, answer=answer))
        await table.tables.do(french, Ask(seat=FRENCH, answer=answer))
        assert await table.tables.do(allied, Ask(seat=ALLIED, answer=answer)) == before
        assert isinstance(before, Refused)
        stolen = await table.tables.do(allied, Ask(seat=FRENCH, answer=answer))
        assert isinstance(stolen, Refused)
        assert stolen.code == "not_yours"

    asyncio.run(compare())


# -- names of cards, keys ------------------------------------------------------------------------


def cards_in(content: bytes) -> set[str]:
    """Find the names of cards in what was sent."""
    return {found.decode() for found in CARD.findall(content)}


CARDS = all_cards(new_game(find_game("ccn"), "rolica_1", Seeded(0)))
CARD = re.compile(rb"(?<![\w-])(" + "|".join(CARDS).encode() + rb")(?![\w-])")


def known_cards(game: AnyGame, eyes: Eyes) -> set[str]:
    """Name the cards that somebody sees: his own, and those that lie open."""
    world = game.world
    own = () if eyes is None else (*world.hands[eyes], *world.square_cards[eyes])
    drawn = world.scouted if eyes == world.active else ()
    open_ = (*world.discards, world.card, world.effect, *world.last_cards.values())
    return {*own, *drawn, *open_, *world.last_effects.values()}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("eyes", [FRENCH, ALLIED, None])
def test_no_card_is_named_to_anybody_who_has_not_seen_it(seed: int, eyes: Eyes) -> None:
    played = recording(*CCN, seed)
    known = known_cards(played.after(0), eyes)
    assert cards_in(played.welcomes[eyes]) <= known
    hidden = 0
    for step in played.steps:
        known |= known_cards(played.after(step.n), eyes)
        hidden += len(set(CARDS) - known)
        assert cards_in(b"".join(step.words[eyes])) <= known, step.n
    assert hidden > 300


@pytest.mark.parametrize(
    ("game", "scenario", "seed"), [(*CCN, SEEDS[0]), (*CCN, SEEDS[1]), (*TOY, 1)]
)
def test_the_key_of_the_dice_and_the_keys_of_others_are_sent_to_nobody(
    game: str, scenario: str, seed: int
) -> None:
    played = recording(game, scenario, seed)
    dice = played.match.header.dice
    *before_the_end, last = played.steps
    for eyes, token in played.tokens.items():
        told = b"".join(word for step in before_the_end for word in step.words[eyes])
        told += played.welcomes[eyes]
        assert dice.commitment.encode() in told
        assert dice.key.encode() not in told
        for other in {*played.tokens.values()} - {token}:
            assert other.encode() not in told
        assert dice.key.encode() in b"".join(last.words[eyes])


def test_what_is_answered_in_secret_does_not_show_before_all_have_answered() -> None:
    """In the toy game all plan at once: what others chose changes no byte until it is open."""
    played = recording(*TOY, 1)
    compared = 0

    async def compare() -> None:
        nonlocal compared
        for first, end in stretches(played):
            if end - first < 2:
                continue
            step = played.steps[first - 1]
            watcher = next(seat for seat in played.seats if seat != step.seat)
            for choice in played.after(first - 1).options(step.seat) or ():
                table = Mirror(played, first, played.after(first - 1), step.record)
                _, inbox = await table.watched(watcher)
                planner = await table.visit(step.seat)
                said = Answer(seat=step.seat, seq=first, answer=plain(choice))
                assert isinstance(await table.tables.do(planner, said), Accepted)
                assert [sent(word) for word in inbox] == step.words[watcher]
                compared += 1

    asyncio.run(compare())
    assert compared > 12


# -- at one screen, and after one has lost a seat ------------------------------------------------


def hot_seat(check: Callable[[House, Any], Awaitable[None]]) -> None:
    async def run() -> None:
        house = House()
        await house.open()
        try:
            await check(house, await house.ccn(french=ME, allied=ME))
        finally:
            await house.close()

    asyncio.run(run())


def test_at_one_screen_no_hand_is_sent_before_it_is_asked_for() -> None:
    async def check(house: House, created: Any) -> None:  # noqa: ANN401
        screen = await house.guest(created.table, created.token)
        match, rng, shown = house.match(created.table), Random(4), 0
        public = known_cards(match.game, None)
        assert cards_in(sent(screen.inbox[0])) <= public
        while shown < 12:
            (seat,) = match.game.to_act
            if screen.hand_over:
                assert screen.hand_over == seat
                before = len(screen.inbox)
                await screen.accepted(Show(seat=seat))
                told = cards_in(sent(screen.inbox[before:]))
                assert set(match.game.world.hands[seat]) <= told
                assert told <= public | known_cards(match.game, seat)
                shown += 1
            before = len(screen.inbox)
            await screen.play(match, rng)
            public |= known_cards(match.game, None)
            if screen.hand_over:
                assert cards_in(sent(screen.inbox[before:])) <= public

    hot_seat(check)


def test_whoever_has_lost_his_seat_sees_and_says_nothing_more() -> None:
    """Once another has taken a seat, an old socket is good for nothing, nor is the old key."""

    async def run() -> None:
        house = House()
        await house.open()
        created = await house.ccn(french=ME, allied=FRIEND, listed=False)
        own = await house.sits(created, ALLIED)
        anna = await house.guest(created.table, created.token)
        match = house.match(created.table)
        assert match.game.to_act == (ALLIED,)
        house.clock.forward(1000)
        await anna.accepted(Claim(seat=ALLIED, to="open"))
        bert = await house.guest(created.table, own)
        assert set(match.game.world.hands[ALLIED]) <= cards_in(sent(bert.inbox))
        eve = await house.tables.join(created.table, Join("Eve", token=created.watch))
        assert eve.seat == ALLIED
        before = len(bert.inbox)
        await (await house.guest(created.table, eve.token)).play(match, Random(1))
        for command in (
            Hello(),
            Show(seat=ALLIED),
            Say(text="still here"),
            Tell(target=Target("cell", "7"), seat=ALLIED),
            Ask(seat=ALLIED, answer={"do": "pass"}),
            Hint(seat=ALLIED),
            Resign(seat=ALLIED),
        ):
            assert (await bert.refused(command)).code == "not_yours", command
        tables, visitor = house.tables, bert.visitor
        for asked in (
            tables.position(visitor),
            tables.moment(visitor, 0, ALLIED),
            tables.replay(visitor, None),
            tables.export(visitor),
            tables.attach(visitor, bert.hear),
        ):
            with pytest.raises(Refusal) as refused:
                await asked
            assert refused.value.code == "not_yours"
        assert cards_in(sent(bert.inbox[before:])) == set()
        assert [line.text for line in house.table(created.table).chat] == ["", ""]
        await house.close()

    asyncio.run(run())


def test_whoever_has_lost_his_seat_at_a_listed_table_is_a_spectator() -> None:
    async def run() -> None:
        house = House()
        await house.open()
        created = await house.ccn(french=ME, allied=FRIEND)
        own = await house.sits(created, ALLIED)
        anna = await house.guest(created.table, created.token)
        away = await house.tables.visit(created.table, own)
        house.clock.forward(1000)
        await house.tables.renew_link(anna.visitor, ALLIED)
        word = await house.tables.do(away, Hello())
        assert isinstance(word, Welcome)
        assert (word.position.seat, word.position.mine) == (None, ())
        assert cards_in(sent(word)) <= known_cards(house.match(created.table).game, None)
        await house.close()

    asyncio.run(run())


# -- would all this notice? ----------------------------------------------------------------------


def tells_everybody_everything(patched: pytest.MonkeyPatch) -> None:
    patched.setattr(Emitted, "for_seat", lambda self, _: self.event)


def shows_the_board_as_the_enemy_sees_it(patched: pytest.MonkeyPatch) -> None:
    look = Visitor.look

    def looks(self: Visitor, *given: Any) -> None:  # noqa: ANN401
        look(self, *given)
        self.seat = {FRENCH: ALLIED, ALLIED: FRENCH}.get(self.seat or FRENCH)

    patched.setattr(Visitor, "look", looks)


@pytest.mark.parametrize(
    "careless", [tells_everybody_everything, shows_the_board_as_the_enemy_sees_it]
)
def test_a_careless_server_is_noticed_in_what_it_sends(
    monkeypatch: pytest.MonkeyPatch, careless: Callable[[pytest.MonkeyPatch], None]
) -> None:
    careless(monkeypatch)
    played = recording.__wrapped__(*CCN, 1, 120)
    with pytest.raises(AssertionError):
        compare_everything_sent(played, FRENCH)
    known: set[str] = set()
    named: set[str] = set()
    for step in played.steps:
        known |= known_cards(played.after(step.n), FRENCH)
        named |= cards_in(b"".join(step.words[FRENCH])) - known
    assert named


def test_a_careless_server_is_noticed_in_what_it_can_be_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Let the server tell whose hand a card is in."""

    def about(game: AnyGame, seat: Eyes, target: Target) -> Any:  # noqa: ANN401
        if target.id in game.world.hands[ALLIED]:
            return None
        return told_about(game, seat, target)

    monkeypatch.setattr(playing, "told_about", about)
    played = recording(*CCN, SEEDS[0])
    true, record = played.after(0), played.steps[0].record

    async def differs() -> bool:
        expected = await everything_told(Mirror(played, 1, true, record), FRENCH)
        other = true.imagine(FRENCH, Random(8))
        return await everything_told(Mirror(played, 1, other, record), FRENCH) != expected

    assert asyncio.run(differs())
