"""What people do at a table: answer, ask, take back, agree, give up."""

from __future__ import annotations

import asyncio
import sqlite3
from random import Random
from typing import Any

import msgspec
import pytest

from tests.server.guests import (
    ALLIED,
    BLUE,
    COMPUTER,
    FRENCH,
    FRIEND,
    GOLD,
    RED,
    Guest,
    House,
    first_choice,
    seen,
    told,
    until,
)
from walstatt.kernel.asking import prompt
from walstatt.kernel.codec import plain
from walstatt.kernel.decisions import kind_of
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.kernel.prompts import Target
from walstatt.server.protocol import (
    Accepted,
    Answer,
    Ask,
    Hello,
    Moderate,
    Ping,
    Policy,
    Pong,
    Previewed,
    Propose,
    Resign,
    Respond,
    Say,
    Show,
    TableChanged,
    Tell,
    Told,
    Undo,
    Update,
    Welcome,
    Wish,
)
from walstatt.server.store import Store
from walstatt.server.table import Table

pytestmark = pytest.mark.anyio


async def two_at_ccn(house: House, **more: Any) -> tuple[Guest, Guest, Match]:  # noqa: ANN401
    created = await house.ccn(allied=FRIEND, **more)
    link = await house.sits(created, ALLIED)
    french = await house.guest(created.table, created.token)
    allied = await house.guest(created.table, link)
    return french, allied, house.match(created.table)


async def three_at_toy(house: House, **more: Any) -> tuple[dict[Seat, Guest], Match]:  # noqa: ANN401
    created = await house.toy(blue=FRIEND, gold=FRIEND, **more)
    friends = {seat: await house.sits(created, seat, seat.title()) for seat in created.links}
    tokens = {RED: created.token, **friends}
    guests = {seat: await house.guest(created.table, token) for seat, token in tokens.items()}
    return guests, house.match(created.table)


def by_seat(french: Guest, allied: Guest) -> dict[Seat, Guest]:
    return {FRENCH: french, ALLIED: allied}


async def play_until(
    guests: dict[Seat, Guest], match: Match, rng: Random, kind: str, seat: Seat | None = None
) -> Seat:
    """Play at random until a question of a kind is asked."""
    for _ in range(3000):
        asked = match.game.to_act[0]
        decision = match.game.decision(asked)
        if decision is not None and kind_of(decision) == kind and seat in (None, asked):
            return asked
        await guests[asked].play(match, rng)
    raise AssertionError(f"{kind} was never asked")


# -- answering -----------------------------------------------------------------------------------


async def test_updates_come_before_the_reply_and_to_everybody(house: House) -> None:
    french, allied, match = await two_at_ccn(house)
    actor = by_seat(french, allied)[match.game.to_act[0]]
    heard: list[str] = []
    actor.visitor.send = lambda word: heard.append(type(word).__name__)
    seat = match.game.to_act[0]
    answer = Answer(7, seat=seat, seq=1, answer=first_choice(match.game, seat))
    word = await actor.do(answer)
    heard.append(type(word).__name__)
    assert heard == ["Update", "Accepted"]
    assert isinstance(word, Accepted)
    assert (word.re, word.seq) == (7, 2)
    other = allied if actor is french else french
    assert isinstance(other.inbox[-1], Update)


async def test_a_stale_answer_is_refused_with_the_present_number(house: House) -> None:
    guests, match = await three_at_toy(house)
    answer = first_choice(match.game, RED)
    await guests[RED].accepted(Answer(seat=RED, seq=1, answer=answer))
    word = await guests[BLUE].refused(Answer(3, seat=BLUE, seq=1, answer=answer))
    assert (word.code, word.seq, word.re) == ("stale", 2, 3)
    assert len(match.entries) == 2


async def test_illegal_answers_are_refused_with_every_reason(house: House) -> None:
    guests, match = await three_at_toy(house)
    chain = match.chain
    word = await guests[RED].refused(Answer(seat=RED, seq=1, answer={"do": "plan", "card": 99}))
    assert word.code == "illegal"
    assert [one.rule for one in word.violations] == ["TOY-2.2"]
    assert match.chain == chain


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ({}, "malformed"),
        ({"do": "fly"}, "malformed"),
        ({"do": "plan"}, "malformed"),
        ({"do": "plan", "card": "three"}, "malformed"),
        ({"do": "plan", "card": 1, "colour": "red"}, "malformed"),
        ({"do": "pass"}, "not_now"),
    ],
)
async def test_malformed_answers_change_nothing(
    house: House, answer: dict[str, Any], code: str
) -> None:
    guests, match = await three_at_toy(house)
    chain = match.chain
    word = await guests[RED].refused(Answer(seat=RED, seq=1, answer=answer))
    assert word.code == code
    assert match.chain == chain


async def test_nobody_acts_for_a_seat_that_is_not_asked(house: House) -> None:
    french, allied, match = await two_at_ccn(house)
    seat = match.game.to_act[0]
    other = ALLIED if seat == FRENCH else FRENCH
    answer = first_choice(match.game, seat)
    word = await by_seat(french, allied)[other].refused(Answer(seat=other, seq=1, answer=answer))
    assert word.code == "not_now"
    word = await by_seat(french, allied)[other].refused(Answer(seat=seat, seq=1, answer=answer))
    assert word.code == "not_yours"


async def test_what_cannot_be_stored_has_not_happened(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    french, allied, match = await two_at_ccn(house)
    rng = Random(3)
    guests = by_seat(french, allied)
    await play_until(guests, match, rng, "choose_combat")
    seat = match.game.to_act[0]
    chain, scene = match.chain, guests[seat].scene
    given = match.game.pick(seat, rng)

    async def full(_: Store, __: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    heard = len(french.inbox), len(allied.inbox)
    with monkeypatch.context() as broken:
        broken.setattr(Store, "write", full)
        command = Answer(seat=seat, seq=len(match.entries), answer=plain(given))
        word = await guests[seat].refused(command)
    assert (word.code, word.text.id) == ("not_now", "server.core.refused.not_stored")
    assert match.chain == chain
    assert (len(french.inbox), len(allied.inbox)) == heard
    assert (await house.tables.position(guests[seat].visitor)).scene == scene
    await guests[seat].accepted(command)
    after = match.chain
    await house.crash()
    again = await house.guest(french.visitor.key.table)
    assert house.match(again.visitor.key.table).chain == after


async def test_a_table_that_another_process_changed_is_read_again(house: House) -> None:
    created = await house.toy()
    host = await house.guest(created.table, created.token)
    match = house.match(created.table)
    ahead = Match.replay(match.definition, match.header, match.entries)
    seat = ahead.game.to_act[0]
    ahead.answer(seat, first_choice(ahead.game, seat))
    data = msgspec.json.encode(ahead.entries[1])
    await house.store.write(
        lambda db: db.execute("INSERT INTO entries VALUES (?, 1, ?)", (created.table, data))
    )
    answer = Answer(seat=seat, seq=1, answer=first_choice(match.game, seat))
    assert (await host.refused(answer)).code == "not_now"
    assert (await host.refused(answer)).code == "stale"
    assert house.match(created.table).chain == ahead.chain
    assert isinstance(host.inbox[-1], Welcome)
    assert host.seq == 2


async def test_a_caller_who_gives_up_waiting_does_no_harm(house: House) -> None:
    created = await house.toy()
    host = await house.guest(created.table, created.token)
    match = house.match(created.table)
    answer = Answer(seat=RED, seq=1, answer=first_choice(match.game, RED))
    task = asyncio.create_task(host.do(answer))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await until(lambda: host.seq == 2)
    await host.play_on(match, Random(1), 10)
    chain = match.chain
    await house.crash()
    await house.guest(created.table, created.token)
    assert house.match(created.table).chain == chain


async def test_everybody_can_ask_whether_the_line_is_there(house: House) -> None:
    created = await house.toy()
    watcher = await house.guest(created.table)
    assert await watcher.do(Ping(9)) == Pong(9)
    word = await watcher.do(Hello(4))
    assert isinstance(word, Welcome)
    assert (word.re, word.position.seat) == (4, None)


# -- asking --------------------------------------------------------------------------------------


async def test_previews_wishes_and_facts_are_told(house: House) -> None:
    french, allied, match = await two_at_ccn(house)
    guests = by_seat(french, allied)
    seat = await play_until(guests, match, Random(8), "choose_combat")
    asked = prompt(match.game, seat)
    assert asked is not None
    choice = next(one for one in asked.choices if one.of is not None or one.target.kind != "button")
    chain = match.chain
    word = await guests[seat].do(Ask(5, seat=seat, answer=choice.answer))
    assert isinstance(word, Previewed)
    assert word.re == 5
    assert word.preview is not None
    assert word.preview.violations == ()
    again = await guests[seat].do(Ask(6, seat=seat, answer=choice.answer))
    assert isinstance(again, Previewed)
    assert again.preview is word.preview
    about = await guests[seat].do(Tell(target=choice.target, seat=seat))
    assert isinstance(about, Told)
    wish = await guests[seat].do(Wish(seat=seat, target=choice.target, of=choice.of))
    assert isinstance(wish, Previewed)
    assert match.chain == chain
    other = guests[ALLIED if seat == FRENCH else FRENCH]
    assert (await other.refused(Ask(seat=seat, answer=choice.answer))).code == "not_yours"
    assert (await other.refused(Tell(target=choice.target, seat=seat))).code == "not_yours"


@pytest.mark.parametrize("target", ["", "999", "no such thing", "-1", "1:1:1", "\x00", "9" * 400])
async def test_pointing_at_nonsense_changes_nothing(house: House, target: str) -> None:
    french, allied, match = await two_at_ccn(house)
    guests = by_seat(french, allied)
    for kind in ("choose_card", "choose_move", "choose_combat"):
        seat = await play_until(guests, match, Random(8), kind)
        for what in ("piece", "cell", "card", "edge", "area", "point", "button"):
            at = Target(what, target)
            chain = match.chain
            for command in (
                Wish(seat=seat, target=at, of=at),
                Tell(target=at, seat=seat),
                Tell(target=at),
            ):
                word = await guests[seat].do(command)
                assert not isinstance(word, Accepted)
            assert match.chain == chain
            assert told(french).state == "live"


# -- hot-seat ------------------------------------------------------------------------------------


async def test_a_hand_is_shown_only_after_it_was_asked_for(house: House) -> None:
    created = await house.ccn(listed=False)
    host = await house.guest(created.table, created.token)
    match = house.match(created.table)
    seat = match.game.to_act[0]
    assert host.visitor.seat is None
    assert host.hand_over == seat
    assert seen(host).prompt is None
    await host.accepted(Show(seat=seat))
    assert host.hand_over == ""
    prompt_shown = seen(host).prompt
    assert prompt_shown is not None
    assert prompt_shown.seat == seat


async def test_no_card_of_the_next_player_is_sent_before_he_sits_down(house: House) -> None:
    created = await house.ccn(listed=False)
    host = await house.guest(created.table, created.token)
    table, match = house.table(created.table), house.match(created.table)
    rng = Random(4)
    changes = hidden = 0
    for _ in range(150):
        seat = match.game.to_act[0]
        if host.visitor.seat != seat:
            assert host.hand_over == seat
            host.inbox.clear()
            await host.accepted(Show(seat=seat))
            hidden += require_unnamed(host, table, seat)
            changes += 1
        host.inbox.clear()
        await host.play(match, rng, seat)
        hidden += require_unnamed(host, table, host.visitor.seat)
    assert changes >= 6
    assert hidden > 300


def require_unnamed(host: Guest, table: Table, seat: Seat | None) -> int:
    """Require that nothing sent names a card that the seat in front of the screen never saw."""
    game = table.playing_match().game
    words = [word for word in host.inbox if isinstance(word, Update)]
    assert len(words) == 1
    said = msgspec.json.encode(words)
    known = msgspec.json.encode(
        (table.teller.since(seat, 0), game.rules.game.observe(game.scopes[0], seat))
    )
    others = {card for one, hand in game.world.hands.items() if one != seat for card in hand}
    secret = [card for card in others if card.encode() not in known]
    assert [card for card in secret if f'ccn.card.{card}"'.encode() in said] == []
    return len(secret)


async def test_the_report_changes_hands_with_the_screen(house: House) -> None:
    created = await house.ccn(listed=False)
    host = await house.guest(created.table, created.token)
    match = house.match(created.table)
    rng = Random(6)
    for _ in range(80):
        seat = match.game.to_act[0]
        if host.hand_over:
            spectator = house.table(created.table).teller.since(None, 0)
            assert tuple(host.lines) == spectator
            await host.accepted(Show(seat=seat))
            own = house.table(created.table).teller.since(seat, 0)
            assert tuple(host.lines) == own
        await host.play(match, rng, seat)


async def test_somebody_without_a_socket_sees_what_he_asks_for(house: House) -> None:
    created = await house.toy(listed=False)
    visitor = await house.tables.visit(created.table, created.token)
    position = await house.tables.position(visitor)
    assert (position.seat, position.hand_over) == (None, RED)
    word = await house.tables.do(visitor, Show(3, seat=BLUE))
    assert isinstance(word, Welcome)
    assert (word.re, word.position.seat) == (3, BLUE)
    assert word.position.scene is not None
    assert word.position.scene.prompt is not None
    other = await house.tables.visit(created.table, created.watch)
    assert not isinstance(await house.tables.do(other, Show(seat=BLUE)), Welcome)


# -- taking back ---------------------------------------------------------------------------------


async def undoable(house: House) -> tuple[dict[Seat, Guest], Match, Seat]:
    """Play until somebody has answered something that can be taken back."""
    french, allied, match = await two_at_ccn(house)
    guests = by_seat(french, allied)
    rng = Random(11)
    for _ in range(500):
        seat = await guests[match.game.to_act[0]].play(match, rng)
        if not match.why_no_undo(seat) and match.game.to_act[0] == seat:
            return guests, match, seat
    raise AssertionError("nothing could be taken back")


async def test_an_answer_can_be_taken_back(house: House) -> None:
    guests, match, seat = await undoable(house)
    other = guests[ALLIED if seat == FRENCH else FRENCH]
    length, chain = len(match.entries), match.entries[-2].chain
    assert guests[seat].undo.alone
    assert guests[seat].undo.to == length - 2
    await guests[seat].accepted(Undo(seat=seat, seq=length))
    assert match.chain == chain
    for guest in (guests[seat], other):
        fresh = await house.tables.position(guest.visitor)
        assert guest.scene == fresh.scene
        assert tuple(guest.lines) == fresh.log
        assert guest.seq == length - 1
    name = guests[seat].visitor.key.table
    await house.crash()
    await house.guest(name)
    assert house.match(name).chain == chain


async def test_nothing_goes_back_across_dice(house: House) -> None:
    french, allied, match = await two_at_ccn(house)
    guests = by_seat(french, allied)
    rng = Random(1)
    seat = FRENCH
    while not match.entries[-1].rolls or match.entries[-1].n == 0:
        seat = await guests[match.game.to_act[0]].play(match, rng)
    chain = match.chain
    word = await guests[seat].refused(Undo(seat=seat, seq=len(match.entries)))
    assert (word.code, word.text.id) == ("not_now", "server.core.undo.sealed")
    back = Propose(seat=seat, what="undo", to=len(match.entries) - 2)
    assert (await guests[seat].refused(back)).text.id == "server.core.refused.sealed"
    assert match.chain == chain
    word = await guests[seat].refused(Undo(seat=seat, seq=1))
    assert word.code == "stale"


async def across_a_decision(house: House, **more: Any) -> tuple[dict[Seat, Guest], Match]:  # noqa: ANN401
    """Play toy until somebody has acted and then another one, without dice."""
    guests, match = await three_at_toy(house, **more)
    rng = Random(2)
    for _ in range(2000):
        seat = match.game.to_act[0]
        await guests[seat].play(match, rng)
        last = match.entries[-1]
        before = match.entries[-2]
        tail = match.moments[-2:]
        secret = match.game.asked is not None and match.game.asked.mode == "all"
        if last.seat != before.seat and not any(one.sealed for one in tail) and not secret:
            return guests, match
    raise AssertionError("no two decisions without dice")


def answered(guests: dict[Seat, Guest], seat: Seat, *, yes: bool) -> Respond:
    """Reply to the offer that somebody sees."""
    offer = told(guests[seat]).offer
    assert offer is not None
    return Respond(seat=seat, yes=yes, what=offer.what, offer=offer.n)


async def test_going_back_across_others_needs_their_consent(house: House) -> None:
    guests, match = await across_a_decision(house)
    seat, to = match.entries[-2].seat, len(match.entries) - 3
    chain = match.entries[to].chain
    assert not guests[seat].undo.alone
    assert (guests[seat].undo.consent, guests[seat].undo.to) == (True, to)
    length = len(match.entries)
    await guests[seat].accepted(Propose(seat=seat, what="undo", to=to))
    for guest in guests.values():
        offer = told(guest).offer
        assert offer is not None
        assert (offer.what, offer.by, offer.to, offer.agreed) == ("undo", seat, to, (seat,))
    others = [one for one in guests if one != seat]
    await guests[others[0]].accepted(answered(guests, others[0], yes=True))
    assert len(match.entries) == length
    await guests[others[1]].accepted(answered(guests, others[1], yes=True))
    assert match.chain == chain
    for guest in guests.values():
        fresh = await house.tables.position(guest.visitor)
        assert guest.scene == fresh.scene
        assert tuple(guest.lines) == fresh.log
        assert told(guest).offer is None


async def test_an_offer_can_be_refused_or_withdrawn(house: House) -> None:
    guests, match = await across_a_decision(house)
    seat, to = match.entries[-2].seat, len(match.entries) - 3
    chain = match.chain
    other = next(one for one in guests if one != seat)
    for who in (other, seat):
        await guests[seat].accepted(Propose(seat=seat, what="undo", to=to))
        refused = await guests[other].refused(Propose(seat=other, what="draw"))
        assert refused.text.id == "server.core.refused.offer_waits"
        await guests[who].accepted(answered(guests, who, yes=False))
        assert told(guests[other]).offer is None
    assert match.chain == chain
    word = await guests[other].refused(Respond(seat=other, yes=True, what="undo", offer=2))
    assert word.code == "not_now"


async def test_an_offer_to_go_back_lapses_when_play_goes_on(house: House) -> None:
    guests, match = await across_a_decision(house)
    seat, to = match.entries[-2].seat, len(match.entries) - 3
    await guests[seat].accepted(Propose(seat=seat, what="undo", to=to))
    actor = match.game.to_act[0]
    await guests[actor].play(match, Random(1))
    assert told(guests[seat]).offer is None
    late = Respond(seat=actor, yes=True, what="undo", offer=1)
    assert (await guests[actor].refused(late)).code == "not_now"


async def test_computers_never_mind_an_undo(house: House) -> None:
    """Whatever a computer itself decided, people may take back across it."""
    created = await house.toy(blue=COMPUTER, gold=COMPUTER)
    host = await house.guest(created.table, created.token)
    match, rng = house.match(created.table), Random(1)
    for _ in range(200):
        await until(lambda: match.game.to_act == (RED,) or match.game.outcome is not None)
        last = match.entries[-1].seat
        if last != RED and host.undo is not None and host.undo.alone:
            break
        await host.play(match, rng, RED)
    to, seq = host.undo.to, len(match.entries)
    chain = match.entries[to].chain
    assert {entry.seat for entry in match.entries[to + 1 :]} > {RED}
    house.computers.gate = asyncio.Event()
    await host.accepted(Undo(seat=RED, seq=seq))
    assert match.entries[to].chain == chain
    assert len(match.entries) < seq
    assert host.scene == (await house.tables.position(host.visitor)).scene


# -- agreeing and giving up ----------------------------------------------------------------------


async def test_a_draw_needs_everybody(house: House) -> None:
    guests, match = await three_at_toy(house)
    await guests[RED].accepted(Propose(seat=RED, what="draw"))
    await guests[RED].play(match, Random(1), RED)
    assert told(guests[RED]).offer is not None
    await guests[BLUE].accepted(answered(guests, BLUE, yes=True))
    assert told(guests[RED]).state == "live"
    await guests[GOLD].accepted(answered(guests, GOLD, yes=True))
    for guest in guests.values():
        end = told(guest).end
        assert end is not None
        assert (told(guest).state, end.how, end.winners) == ("finished", "agreed", ())
        assert guest.scene is not None
        assert guest.scene.prompt is None
    word = await guests[RED].refused(Resign(seat=RED))
    assert word.code == "not_now"
    name = guests[RED].visitor.key.table
    await house.crash()
    again = await house.guest(name)
    assert told(again).state == "finished"
    assert told(again).end == told(guests[RED]).end


async def test_computers_do_not_agree_to_a_draw(house: House) -> None:
    created = await house.toy(blue=COMPUTER, gold=COMPUTER)
    host = await house.guest(created.table, created.token)
    word = await host.refused(Propose(seat=RED, what="draw"))
    assert word.text.id == "server.core.refused.computers_fight_on"


async def test_whoever_resigns_has_lost(house: House) -> None:
    french, allied, match = await two_at_ccn(house)
    await french.accepted(Resign(seat=FRENCH))
    for guest in (french, allied):
        end = told(guest).end
        assert end is not None
        assert (end.how, end.winners) == ("resigned", (ALLIED,))
        assert guest.scene is not None
        assert guest.scene.prompt is None
        dice = told(guest).dice
        assert dice is not None
        assert dice.key == match.header.dice.key
    assert (await allied.refused(Resign(seat=FRENCH))).code == "not_yours"
    seat = match.game.to_act[0]
    answer = Answer(seat=seat, seq=1, answer=first_choice(match.game, seat))
    assert (await by_seat(french, allied)[seat].refused(answer)).code == "not_now"


# -- policies ------------------------------------------------------------------------------------


async def test_questions_nobody_cares_about_are_answered_by_default(house: House) -> None:
    created = await house.toy()
    host = await house.guest(created.table, created.token)
    match = house.match(created.table)
    await host.accepted(Policy(seat=RED, kind="choose_plan", on=True))
    assert match.entries[-1].seat == RED
    assert match.entries[-1].auto
    assert RED not in match.game.to_act
    await house.restart()
    assert house.table(created.table) if house.tables.hall.loaded(created.table) else True
    host = await house.guest(created.table, created.token)
    match = house.match(created.table)
    assert match.policies[RED] == {"choose_plan"}
    await host.accepted(Policy(seat=RED, kind="choose_plan", on=False))
    assert match.policies[RED] == set()
    word = await host.refused(Policy(seat=RED, kind="choose_wife", on=True))
    assert word.code == "malformed"


# -- talking -------------------------------------------------------------------------------------


async def test_what_is_said_reaches_everybody_unchanged(house: House) -> None:
    guests, match = await three_at_toy(house)
    watcher = await house.guest(guests[RED].visitor.key.table)
    said = '<script>alert("x")</script> & {braces} \u00e9\U0001f600'
    await guests[BLUE].accepted(Say(text=said))
    for guest in (*guests.values(), watcher):
        (line,) = guest.chat
        assert (line.who, line.seat, line.text, line.id) == ("Blue", BLUE, said, 1)
    await watcher.accepted(Say(text="hello"))
    assert guests[RED].chat[1].who == ""
    assert len(match.entries) == 1
    await house.crash()
    again = await house.guest(watcher.visitor.key.table)
    assert [line.text for line in again.chat] == [said, "hello"]


async def test_the_host_keeps_order(house: House) -> None:
    guests, _ = await three_at_toy(house)
    name = guests[RED].visitor.key.table
    watcher = await house.guest(name)
    await guests[BLUE].accepted(Say(text="rude"))
    assert (await guests[BLUE].refused(Moderate(line=1))).code == "not_yours"
    await guests[RED].accepted(Moderate(line=1))
    for guest in (*guests.values(), watcher):
        assert [(line.text, line.removed) for line in guest.chat] == [("", True)]
    await guests[RED].accepted(Moderate(seat=BLUE))
    assert [seat.muted for seat in told(watcher).seats] == [False, True, False]
    word = await guests[BLUE].refused(Say(text="rude again"))
    assert word.text.id == "server.core.refused.muted"
    await guests[RED].accepted(Moderate(seat=BLUE, mute=False))
    await guests[BLUE].accepted(Say(text="sorry"))
    await guests[RED].accepted(Moderate(seat="watchers"))
    assert (await watcher.refused(Say(text="psst"))).code == "not_now"
    assert (await guests[RED].refused(Moderate())).code == "malformed"
    assert (await guests[RED].refused(Moderate(line=77))).code == "malformed"
    assert (await guests[RED].refused(Moderate(seat="green"))).code == "malformed"
    await house.crash()
    again = await house.guest(name)
    assert [line.text for line in again.chat] == ["", "sorry"]


async def test_only_the_latest_lines_of_chat_are_kept(house: House) -> None:
    house.settings.limits  # noqa: B018 - documents where the number comes from
    created = await house.toy()
    host = await house.guest(created.table, created.token)
    most = house.settings.limits.chat_lines
    for n in range(most + 5):
        await host.accepted(Say(text=f"line {n}"))
    await house.crash()
    again = await house.guest(created.table)
    assert len(again.chat) == most
    assert again.chat[0].text == "line 5"


# -- coming and going ----------------------------------------------------------------------------


async def test_everybody_sees_who_is_there(house: House) -> None:
    guests, _ = await three_at_toy(house)
    watcher = await house.guest(guests[RED].visitor.key.table)
    assert [seat.connected for seat in told(guests[RED]).seats] == [True, True, True]
    assert told(guests[RED]).watchers == 1
    await guests[BLUE].leave()
    assert isinstance(watcher.inbox[-1], TableChanged)
    assert [seat.connected for seat in told(watcher).seats] == [True, False, True]
    await watcher.leave()
    assert told(guests[RED]).watchers == 0


async def test_a_second_tab_sees_the_same(house: House) -> None:
    french, allied, match = await two_at_ccn(house)
    name = french.visitor.key.table
    tab = Guest(
        house.tables,
        type(french.visitor)(french.visitor.key, None, french.visitor.hashes),
    )
    await tab.arrive()
    guests = by_seat(french, allied)
    rng = Random(9)
    for _ in range(40):
        await guests[match.game.to_act[0]].play(match, rng)
    assert tab.scene == french.scene
    assert tab.lines == french.lines
    await tab.leave()
    assert [seat.connected for seat in told(allied).seats] == [True, True]
    assert name == tab.visitor.key.table


async def test_a_visitor_whose_socket_fails_does_not_disturb_the_others(house: House) -> None:
    guests, match = await three_at_toy(house)

    def broken(_: object) -> None:
        raise ConnectionError("gone")

    guests[BLUE].visitor.send = broken
    await guests[RED].play(match, Random(1), RED)
    assert guests[GOLD].seq == 2
