"""Nobody decides for somebody who is away, and everybody sees what happens to a seat."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from tests.server.guests import (
    ALLIED,
    BLUE,
    COMPUTER,
    FRENCH,
    FRIEND,
    GOLD,
    ME,
    OPEN,
    RED,
    Guest,
    House,
    first_choice,
    told,
    until,
)
from walstatt.i18n.catalogue import LANGUAGES, Message
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.server.errors import Refusal
from walstatt.server.protocol import (
    Answer,
    ChatLine,
    Claim,
    HandOver,
    Join,
    Moderate,
    NewTable,
    Policy,
    Propose,
    Respond,
    SeatInfo,
    Undo,
)
from walstatt.server.words import server_catalogue

pytestmark = pytest.mark.anyio

LONG_S = 100_000


async def seated(house: House) -> tuple[dict[Seat, Guest], Match]:
    """Seat three people with a key each."""
    created = await house.toy(blue=FRIEND, gold=FRIEND)
    tokens = {RED: created.token}
    for seat in (BLUE, GOLD):
        tokens[seat] = await house.sits(created, seat, seat.title())
    guests = {seat: await house.guest(created.table, token) for seat, token in tokens.items()}
    return guests, house.match(created.table)


async def two(house: House, *, correspondence: bool = False) -> tuple[Guest, Guest, Match]:
    """Seat two people; the second one is to act."""
    created = await house.ccn(allied=FRIEND, correspondence=correspondence)
    own = await house.sits(created, ALLIED)
    french = await house.guest(created.table, created.token)
    allied = await house.guest(created.table, own)
    match = house.match(created.table)
    assert match.game.to_act == (ALLIED,)
    return french, allied, match


def seat_of(guest: Guest, seat: Seat) -> SeatInfo:
    return next(one for one in told(guest).seats if one.seat == seat)


def notes(guest: Guest) -> list[Message]:
    return [line.note for line in guest.chat if line.note is not None]


def ids(guest: Guest) -> list[str]:
    return [one.id.rpartition(".")[2] for one in notes(guest)]


def reason(word: object) -> str:
    return str(getattr(word, "text", Message("")).id).rpartition(".")[2]


# -- an agreement means one offer ----------------------------------------------------------------


def offer_number(guest: Guest) -> int:
    offer = told(guest).offer
    assert offer is not None
    return offer.n


async def test_an_agreement_does_not_hit_an_offer_that_was_made_in_the_meantime(
    house: House,
) -> None:
    guests, match = await seated(house)
    red, blue = guests[RED], guests[BLUE]
    await red.play(match, Random(1), RED)
    await red.accepted(Propose(seat=RED, what="undo", to=0))
    seen = Respond(seat=BLUE, yes=True, what="undo", offer=offer_number(blue))
    await red.accepted(Respond(seat=RED, yes=False, what="undo", offer=seen.offer))
    await red.accepted(Propose(seat=RED, what="draw"))
    word = await blue.refused(seen)
    assert (word.code, reason(word), word.seq) == ("stale", "other_offer", 2)
    draw = told(blue).offer
    assert draw is not None
    assert (draw.what, draw.agreed) == ("draw", (RED,))
    await red.accepted(Respond(seat=RED, yes=False, what="draw", offer=draw.n))
    await red.accepted(Propose(seat=RED, what="undo", to=0))
    assert offer_number(blue) == 3
    assert (await blue.refused(seen)).code == "stale"
    wrong = Respond(seat=BLUE, yes=True, what="draw", offer=3)
    assert (await blue.refused(wrong)).code == "stale"
    await house.crash()
    assert offer_number(await house.guest(red.visitor.key.table)) == 3


# -- claims --------------------------------------------------------------------------------------


async def test_nobody_agrees_for_a_seat_that_is_empty(house: House) -> None:
    french, allied, match = await two(house)
    await allied.play(match, Random(1), ALLIED)
    while match.game.to_act != (ALLIED,):
        await french.play(match, Random(1), FRENCH)
    await allied.leave()
    house.clock.forward(LONG_S)
    await french.accepted(Claim(seat=ALLIED, to="open"))
    length = len(match.entries)
    assert reason(await french.refused(Propose(seat=FRENCH, what="draw"))) == "empty_seat"
    back = Propose(seat=FRENCH, what="undo", to=length - 2)
    assert reason(await french.refused(back)) in {"empty_seat", "sealed"}
    assert (told(french).state, len(match.entries)) == ("live", length)


async def test_an_offer_lapses_when_a_seat_changes_hands(house: House) -> None:
    """Otherwise one could propose, claim the seat of the one who was to agree, and agree alone."""
    french, allied, _ = await two(house)
    await french.accepted(Propose(seat=FRENCH, what="draw"))
    number = offer_number(french)
    await allied.leave()
    house.clock.forward(LONG_S)
    house.computers.gate = asyncio.Event()
    await french.accepted(Claim(seat=ALLIED, level="random"))
    assert told(french).offer is None
    word = await french.refused(Respond(seat=FRENCH, yes=True, what="draw", offer=number))
    assert word.code == "not_now"
    assert told(french).state == "live"


async def across_two_decisions(house: House) -> tuple[dict[Seat, Guest], Match]:
    """Play until somebody has decided something after another, without dice in between."""
    for seed in range(40):
        guests, match = await seated(house)
        rng = Random(seed)
        for _ in range(60):
            if match.game.outcome is not None:
                break
            await guests[match.game.to_act[0]].play(match, rng)
            first, second = match.entries[-2:]
            undo = guests[first.seat].undo if first.seat else None
            if second.seat != first.seat and undo is not None and undo.consent:
                return guests, match
    raise AssertionError("no two decisions without dice")


async def test_what_a_person_decided_stays_when_a_computer_plays_on_for_him(house: House) -> None:
    guests, match = await across_two_decisions(house)
    seat, later = match.entries[-2].seat, match.entries[-1].seat
    length, chain = len(match.entries), match.chain
    house.computers.gate = asyncio.Event()
    await guests[later].accepted(HandOver(seat=later, level="random"))
    assert not guests[seat].undo.alone
    assert (await guests[seat].refused(Undo(seat=seat, seq=length))).code == "not_now"
    back = Propose(seat=seat, what="undo", to=length - 3)
    assert reason(await guests[seat].refused(back)) == "left_since"
    assert match.chain == chain
    await guests[later].accepted(HandOver(seat=later))
    await guests[seat].accepted(back)
    for one in (one for one in guests if one != seat):
        agree = Respond(seat=one, yes=True, what="undo", offer=offer_number(guests[one]))
        await guests[one].accepted(agree)
    assert len(match.entries) == length - 2


async def test_who_plays_several_seats_may_take_back_across_his_own_computer(house: House) -> None:
    created = await house.toy()
    host = await house.guest(created.table, created.token)
    match = house.match(created.table)
    await host.play(match, Random(1), RED)
    await host.play(match, Random(1), BLUE)
    house.computers.gate = asyncio.Event()
    await host.accepted(HandOver(seat=BLUE, level="random"))
    await host.accepted(Propose(seat=RED, what="undo", to=0))
    assert len(match.entries) == 1
    assert house.table(created.table).record.seats[BLUE].since <= 1


async def test_whoever_plays_in_a_game_cannot_take_a_second_seat_in_it(house: House) -> None:
    """Who claims a seat must not sit down on it himself and look at both hands."""
    wish = NewTable("ccn", "rolica_1", {FRENCH: ME, ALLIED: FRIEND}, name="Anna")
    created = await house.tables.create(wish, "anna")
    await house.sits(created, ALLIED)
    anna = await house.guest(created.table, created.token)
    house.clock.forward(LONG_S)
    await anna.accepted(Claim(seat=ALLIED, to="open"))
    for join, account in (
        (Join("Nobody", token=created.token), None),
        (Join("Nobody"), "anna"),
        (Join("Nobody", seat="allied"), "anna"),
    ):
        with pytest.raises(Refusal) as refused:
            await house.tables.join(created.table, join, account)
        assert refused.value.text.id == "server.core.refused.sits_already"
    assert seat_of(anna, ALLIED).occupant == "open"
    joined = await house.tables.join(created.table, Join("Carl"), "carl")
    assert joined.seat == ALLIED


async def test_before_the_game_the_host_may_take_a_free_seat_too(house: House) -> None:
    created = await house.toy(blue=OPEN)
    joined = await house.tables.join(created.table, Join("Anna", token=created.token))
    assert joined.seat == BLUE


async def test_everybody_sees_what_happens_to_a_seat(house: House) -> None:
    french, allied, _ = await two(house)
    watcher = await house.guest(french.visitor.key.table)
    house.computers.gate = asyncio.Event()
    await allied.accepted(HandOver(seat=ALLIED, level="random"))
    await allied.accepted(HandOver(seat=ALLIED))
    await allied.leave()
    house.clock.forward(LONG_S)
    await french.accepted(Claim(seat=ALLIED, to="open"))
    joined = await house.tables.join(french.visitor.key.table, Join("Carl"))
    expected = ["handed_over", "taken_back", "opened", "sat_down"]
    for guest in (french, watcher):
        assert ids(guest) == expected
    assert notes(watcher)[2].args["who"] == "Anna"
    assert notes(watcher)[2].args["name"] == "Bert"
    assert notes(watcher)[3].args["who"] == "Carl"
    await house.crash()
    carl = await house.guest(french.visitor.key.table, joined.token)
    assert ids(carl) == expected
    definition = house.table(french.visitor.key.table).definition
    words = server_catalogue().merged(definition.catalogue)
    for language in LANGUAGES:
        for one in notes(carl):
            text = words.text(one, language)
            assert text
            assert not text.startswith("[")


async def test_the_host_cannot_hide_what_happened_to_a_seat(house: House) -> None:
    french, allied, _ = await two(house)
    await allied.leave()
    house.clock.forward(LONG_S)
    await french.accepted(Claim(seat=ALLIED, to="open"))
    line: ChatLine = french.chat[-1]
    word = await french.refused(Moderate(line=line.id))
    assert reason(word) == "note_stays"
    assert french.chat[-1] == line


async def test_who_was_claimed_for_comes_back_and_plays_on(house: House) -> None:
    french, allied, match = await two(house)
    await allied.leave()
    house.clock.forward(LONG_S)
    house.computers.gate = asyncio.Event()
    await french.accepted(Claim(seat=ALLIED, level="random"))
    assert notes(french)[-1].id == "server.core.note.claimed"
    await allied.arrive()
    await allied.accepted(HandOver(seat=ALLIED))
    answer = Answer(seat=ALLIED, seq=1, answer=first_choice(match.game, ALLIED))
    await allied.accepted(answer)
    assert seat_of(french, ALLIED).occupant == "human"


async def test_who_comes_back_to_a_freed_seat_can_sit_down_with_his_own_key(house: House) -> None:
    created = await house.ccn(allied=FRIEND)
    own = await house.sits(created, ALLIED)
    french = await house.guest(created.table, created.token)
    house.clock.forward(LONG_S)
    await french.accepted(Claim(seat=ALLIED, to="open"))
    joined = await house.tables.join(created.table, Join("Bert", token=own))
    assert (joined.seat, joined.token) == (ALLIED, own)
    assert ids(french) == ["opened", "sat_down"]
    assert seat_of(french, ALLIED).occupant == "human"


async def test_a_seat_that_was_freed_in_vain_can_go_to_the_computer(house: House) -> None:
    french, allied, match = await two(house)
    await allied.leave()
    house.clock.forward(LONG_S)
    await french.accepted(Claim(seat=ALLIED, to="open"))
    assert seat_of(french, ALLIED).claimable
    assert reason(await french.refused(Claim(seat=ALLIED, to="open"))) == "open_already"
    await french.accepted(Claim(seat=ALLIED, level="random"))
    await until(lambda: len(match.entries) > 1)


# -- won by absence ------------------------------------------------------------------------------


@pytest.mark.parametrize("correspondence", [False, True])
async def test_after_a_long_absence_the_game_can_be_ended_as_won(
    house: House, correspondence: bool
) -> None:
    french, allied, match = await two(house, correspondence=correspondence)
    settings = house.settings
    short = settings.claim_after_s if correspondence else settings.claim_after_live_s
    long = settings.forfeit_after_s if correspondence else settings.forfeit_after_live_s
    await allied.leave()
    house.clock.forward(short - 1)
    assert reason(await french.refused(Claim(seat=ALLIED, to="win"))) == "not_away"
    house.clock.forward(1)
    assert reason(await french.refused(Claim(seat=ALLIED, to="win"))) == "not_won_yet"
    house.clock.forward(long - short - 1)
    position = await house.tables.position(french.visitor)
    assert (position.table.seats[1].claimable, position.table.seats[1].forfeits) == (True, False)
    house.clock.forward(1)
    assert (await house.tables.position(french.visitor)).table.seats[1].forfeits
    await french.accepted(Claim(seat=ALLIED, to="win"))
    end = told(french).end
    assert end is not None
    assert (told(french).state, end.how, end.winners) == ("finished", "absent", (FRENCH,))
    assert len(match.entries) == 1


async def test_nobody_ends_a_game_in_which_others_still_play(house: House) -> None:
    guests, _ = await seated(house)
    await guests[BLUE].leave()
    house.clock.forward(LONG_S)
    red = guests[RED]
    assert not seat_of(red, BLUE).forfeits
    assert reason(await red.refused(Claim(seat=BLUE, to="win"))) == "not_won_yet"
    house.computers.gate = asyncio.Event()
    await guests[GOLD].accepted(HandOver(seat=GOLD, level="random"))
    await red.accepted(Claim(seat=BLUE, to="win"))
    end = told(red).end
    assert end is not None
    assert end.winners == (RED, GOLD)


async def test_a_spectator_cannot_end_a_game(house: House) -> None:
    french, allied, _ = await two(house)
    for guest in (french, allied):
        await guest.leave()
    house.clock.forward(LONG_S)
    watcher = await house.guest(french.visitor.key.table)
    assert (await watcher.refused(Claim(seat=ALLIED, to="win"))).code == "not_yours"
    assert told(watcher).state == "live"


# -- standing wishes -----------------------------------------------------------------------------


async def test_the_owner_of_a_seat_is_told_which_questions_are_answered_for_him(
    house: House,
) -> None:
    french, allied, _ = await two(house)
    kinds = ("choose_retreat", "offer_battle_back")
    for kind in kinds:
        await allied.accepted(Policy(seat=ALLIED, kind=kind, on=True))
    assert seat_of(allied, ALLIED).policies == kinds
    assert seat_of(french, ALLIED).policies == ()
    await allied.accepted(Policy(seat=ALLIED, kind=kinds[0], on=False))
    assert seat_of(allied, ALLIED).policies == kinds[1:]
    await house.crash()
    again = await house.tables.position(allied.visitor)
    assert again.table.seats[1].policies == kinds[1:]
    spectator = await house.tables.position(await house.tables.visit(again.table.id))
    assert [seat.policies for seat in spectator.table.seats] == [(), ()]


async def test_computers_from_the_start_have_no_notes(house: House) -> None:
    created = await house.toy(blue=COMPUTER, gold=COMPUTER)
    host = await house.guest(created.table, created.token)
    assert host.chat == []
