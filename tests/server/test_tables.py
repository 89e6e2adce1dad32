"""Tables as a whole: they come to be, people join, play, and nothing is lost."""

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
    House,
    first_choice,
    seen,
    told,
    until,
)
from walstatt.kernel.chance import CommitReveal
from walstatt.server.errors import Refusal
from walstatt.server.protocol import Answer, Join, NewTable, Sitting

pytestmark = pytest.mark.anyio


async def test_a_table_for_one_begins_at_once(house: House) -> None:
    created = await house.toy()
    position = await house.tables.position(await house.tables.visit(created.table, created.token))
    assert position.table.state == "live"
    assert position.seq == 1
    assert position.mine == (RED, BLUE, GOLD)
    assert [seat.occupant for seat in position.table.seats] == ["human"] * 3
    assert [seat.acts for seat in position.table.seats] == [True] * 3


async def test_a_friend_and_a_stranger_are_awaited(house: House) -> None:
    created = await house.toy(blue=FRIEND, gold=OPEN, nonce="aa")
    assert list(created.links) == [BLUE]
    host = await house.guest(created.table, created.token)
    assert (told(host).state, host.scene) == ("waiting", None)
    link = created.links[BLUE]
    joined = await house.tables.join(created.table, Join("Bert", token=link, nonce="bb"))
    assert joined.seat == BLUE
    assert joined.token != link
    assert told(host).state == "waiting"
    taken = await house.tables.join(created.table, Join("Carl", nonce="cc"))
    assert taken.seat == GOLD
    assert told(host).state == "live"
    assert seen(host).boards
    assert [seat.name for seat in told(host).seats] == ["Anna", "Bert", "Carl"]


async def test_the_dice_need_everybodys_share_and_keep_the_promise(house: House) -> None:
    created = await house.toy(blue=FRIEND, gold=COMPUTER, nonce="aa")
    host = await house.guest(created.table, created.token)
    dice = told(host).dice
    assert dice is not None
    promised = dice.commitment
    assert (dice.key, dice.nonces) == ("", {})
    await house.sits(created, BLUE, nonce="bb")
    dice = told(host).dice
    assert dice is not None
    assert (dice.commitment, dice.key, dice.nonces) == (promised, "", {RED: "aa", BLUE: "bb"})
    header = house.match(created.table).header
    fair = CommitReveal(bytes.fromhex(header.dice.key), header.dice.nonces, created.table)
    assert fair.commitment == promised


async def test_whole_games_can_be_played_and_end_with_the_key(house: House) -> None:
    created = await house.toy(options={"rounds": 1})
    host = await house.guest(created.table, created.token)
    match = house.match(created.table)
    await host.play_on(match, Random(1), 10_000)
    assert match.game.outcome is not None
    assert told(host).state == "finished"
    end = told(host).end
    assert end is not None
    assert (end.how, end.winners) == ("played", match.game.outcome.winners)
    dice = told(host).dice
    assert dice is not None
    assert dice.key == match.header.dice.key


async def test_what_clients_patch_together_is_what_the_server_shows(house: House) -> None:
    created = await house.ccn(allied=FRIEND)
    own = await house.sits(created, ALLIED)
    french = await house.guest(created.table, created.token)
    allied = await house.guest(created.table, own)
    watcher = await house.guest(created.table)
    match = house.match(created.table)
    rng = Random(5)
    for _ in range(120):
        seat = match.game.to_act[0]
        await (french if seat == FRENCH else allied).play(match, rng)
    for guest in (french, allied, watcher):
        fresh = await house.tables.position(guest.visitor)
        assert guest.scene == fresh.scene
        assert tuple(guest.lines) == fresh.log
        assert guest.seq == fresh.seq == 121
        assert guest.undo == fresh.undo


async def test_a_restart_changes_nothing(house: House) -> None:
    created = await house.ccn()
    host = await house.guest(created.table, created.token)
    match = house.match(created.table)
    await host.play_on(match, Random(2), 60)
    chain, before = match.chain, await house.tables.position(host.visitor)
    await house.restart()
    again = await house.tables.visit(created.table, created.token)
    after = await house.tables.position(again)
    assert house.match(created.table).chain == chain
    assert (after.seq, after.log, after.scene) == (before.seq, before.log, before.scene)


async def test_a_crash_loses_nothing_that_was_accepted(house: House) -> None:
    created = await house.toy()
    host = await house.guest(created.table, created.token)
    match = house.match(created.table)
    await host.play_on(match, Random(3), 40)
    chain = match.chain
    await house.crash()
    host = await house.guest(created.table, created.token)
    again = house.match(created.table)
    assert again.chain == chain
    await host.play_on(again, Random(4), 20)


async def test_the_next_dice_are_the_same_after_a_restart(house: House) -> None:
    created = await house.toy()
    match = house.match(created.table)
    host = await house.guest(created.table, created.token)
    await host.play_on(match, Random(3), 25)
    await house.crash()
    again = house.match((await house.guest(created.table, created.token)).visitor.key.table)
    for one in (match, again):
        for _ in range(30):
            seat = one.game.to_act[0]
            one.answer(seat, first_choice(one.game, seat))
    assert match.chain == again.chain


async def test_wrong_keys_open_nothing(house: House) -> None:
    created = await house.toy(listed=False)
    for token in ("", "x" * 22, created.table):
        with pytest.raises(Refusal) as refused:
            await house.tables.visit(created.table, token)
        assert refused.value.code == "not_yours"
    with pytest.raises(Refusal) as refused:
        await house.tables.visit("aaaaaaaaaa", created.token)
    assert refused.value.code == "gone"
    watching = await house.tables.visit(created.table, created.watch)
    assert (watching.key.seats, watching.key.host) == ((), False)


async def test_a_listed_table_can_be_watched_without_a_key_but_not_played(house: House) -> None:
    created = await house.toy()
    watcher = await house.guest(created.table)
    match = house.match(created.table)
    answer = first_choice(match.game, RED)
    refused = await watcher.refused(Answer(seat=RED, seq=1, answer=answer))
    assert refused.code == "not_yours"
    assert watcher.scene is not None
    assert watcher.scene.prompt is None


async def test_a_seats_key_gives_that_seat_and_nothing_else(house: House) -> None:
    created = await house.toy(blue=FRIEND)
    friend = await house.guest(created.table, await house.sits(created, BLUE))
    assert friend.visitor.key.seats == (BLUE,)
    match = house.match(created.table)
    answer = first_choice(match.game, RED)
    refused = await friend.refused(Answer(seat=RED, seq=1, answer=answer))
    assert refused.code == "not_yours"
    with pytest.raises(Refusal):
        await house.tables.moment(friend.visitor, 0, RED)
    with pytest.raises(Refusal):
        await house.tables.replay(friend.visitor, GOLD)


async def test_unlisted_tables_are_not_listed(house: House) -> None:
    shown = await house.toy(title="Here")
    await house.toy(listed=False)
    waiting = await house.ccn(allied=OPEN)
    cards = await house.tables.listed(None, "")
    assert {card.table.id for card in cards} == {shown.table, waiting.table}
    assert [card.table.id for card in await house.tables.listed("waiting", "")] == [waiting.table]
    assert [card.table.id for card in await house.tables.listed(None, "toy")] == [shown.table]
    assert await house.tables.listed("finished", "") == []


async def test_cards_of_keys_tell_whose_turn_it_is(house: House) -> None:
    mine, other = await house.ccn(allied=FRIEND), await house.toy()
    cards = await house.tables.cards([mine.token, mine.links[ALLIED], "n" * 22, other.watch])
    assert [card.token for card in cards] == [mine.token, mine.links[ALLIED], other.watch]
    assert [[seat.seat for seat in card.table.seats if seat.mine] for card in cards] == [
        [FRENCH],
        [],
        [],
    ]
    assert [[seat.seat for seat in card.table.seats if seat.invited] for card in cards] == [
        [],
        [ALLIED],
        [],
    ]
    assert cards[2].turn is not None
    await house.restart()
    again = await house.tables.cards([other.watch])
    assert (again[0].turn, again[0].seq) == (cards[2].turn, 1)
    assert house.tables.hall.loaded(other.table) is None


async def test_an_account_keeps_its_keys(house: House) -> None:
    wish = NewTable("toy", "hill", {RED: ME, BLUE: FRIEND, GOLD: OPEN}, name="Anna")
    created = await house.tables.create(wish, "anna")
    await house.tables.join(created.table, Join("Bert", token=created.links[BLUE]), "bert")
    await house.tables.join(created.table, Join("Carl"), "carl")
    for account, seat in (("anna", RED), ("bert", BLUE), ("carl", GOLD)):
        (card,) = await house.tables.kept(account)
        assert [one.seat for one in card.table.seats if one.mine] == [seat]
        visitor = await house.tables.visit(created.table, account=account)
        assert visitor.key.seats == (seat,)
    other = await house.toy(listed=False)
    assert await house.tables.kept("dora") == []
    assert len(await house.tables.keep("dora", [other.token, "n" * 22])) == 1
    visitor = await house.tables.visit(other.table, account="dora")
    assert visitor.key.host


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"game": "chess"}, "no_game"),
        ({"scenario": "moon"}, "no_scenario"),
        ({"scenario": "empty"}, "no_scenario"),
        ({"seats": {RED: ME}}, "seats"),
        ({"seats": {RED: ME, BLUE: ME, GOLD: ME, "green": ME}}, "seats"),
        ({"seats": {RED: ME, BLUE: ME, GOLD: Sitting("computer", "god")}}, "no_level"),
        ({"options": {"wings": True}}, "options"),
        ({"options": {"rounds": "many"}}, "options"),
        ({"preset": "none"}, "options"),
        ({"rosters": {"green": 1}}, "seats"),
    ],
)
async def test_nonsense_is_refused(house: House, changes: dict[str, object], why: str) -> None:
    wish = {"game": "toy", "scenario": "hill", "seats": {RED: ME, BLUE: ME, GOLD: ME}, **changes}
    with pytest.raises(Refusal) as refused:
        await house.tables.create(NewTable(**wish))  # type: ignore[arg-type]
    assert (refused.value.code, refused.value.text.id) == (
        "malformed",
        f"server.core.refused.{why}",
    )
    assert await house.tables.listed(None, "") == []


async def test_seats_can_be_taken_only_once(house: House) -> None:
    created = await house.toy(blue=OPEN, gold=FRIEND)
    await house.tables.join(created.table, Join("Bert", seat=BLUE))
    for wish in (Join("Carl"), Join("Carl", seat=BLUE), Join("Carl", seat=RED)):
        with pytest.raises(Refusal) as refused:
            await house.tables.join(created.table, wish)
        assert refused.value.code == "not_now"
    with pytest.raises(Refusal) as refused:
        await house.tables.join(created.table, Join("Carl", token="x" * 22))
    assert refused.value.code == "not_yours"
    with pytest.raises(Refusal) as refused:
        await house.tables.join(created.table, Join("Carl", seat="green"))
    assert refused.value.code == "malformed"


async def test_an_open_seat_of_a_private_table_needs_a_key(house: House) -> None:
    created = await house.toy(blue=OPEN, listed=False)
    with pytest.raises(Refusal) as refused:
        await house.tables.join(created.table, Join("Bert"))
    assert refused.value.code == "not_yours"
    joined = await house.tables.join(created.table, Join("Bert", token=created.watch))
    assert joined.seat == BLUE
    assert joined.token != created.watch


async def test_a_renewed_link_replaces_the_old_one(house: House) -> None:
    created = await house.toy(blue=FRIEND, listed=False)
    host = await house.tables.visit(created.table, created.token)
    renewed = await house.tables.renew_link(host, BLUE)
    with pytest.raises(Refusal):
        await house.tables.visit(created.table, created.links[BLUE])
    joined = await house.tables.join(created.table, Join("Bert", token=renewed.token))
    friend = await house.guest(created.table, joined.token)
    with pytest.raises(Refusal) as refused:
        await house.tables.renew_link(host, BLUE)
    assert refused.value.code == "not_now"
    with pytest.raises(Refusal) as refused:
        await house.tables.renew_link(friend.visitor, GOLD)
    assert refused.value.code == "not_yours"
    await friend.leave()
    with pytest.raises(Refusal) as refused:
        await house.tables.renew_link(host, BLUE)
    assert refused.value.text.id == "server.core.refused.taken"
    house.clock.forward(house.settings.claim_after_live_s)
    again = await house.tables.renew_link(host, BLUE)
    for old in (renewed.token, joined.token):
        with pytest.raises(Refusal):
            await house.tables.visit(created.table, old)
    assert (await house.tables.visit(created.table, again.token)).key.seats == ()
    seat = (await house.tables.position(host)).table.seats[1]
    assert (seat.name, seat.connected) == ("", False)


async def test_a_seat_that_is_given_away_gets_dice_nobody_knows(house: House) -> None:
    created = await house.toy()
    host = await house.guest(created.table, created.token)
    match = house.match(created.table)
    await host.play_on(match, Random(1), 30)
    before = match.header.dice.commitment
    given = await house.tables.renew_link(host.visitor, BLUE)
    assert host.visitor.key.seats == (RED, GOLD)
    now = house.match(created.table)
    assert now.header.dice.commitment != before
    assert now.header.branched == 30
    fresh = await house.tables.position(host.visitor)
    assert tuple(host.lines)[-5:] == fresh.log[-5:]
    await house.crash()
    friend = await house.tables.visit(created.table, given.token)
    assert (friend.key.seats, friend.key.invited) == ((), (BLUE,))
    assert house.match(created.table).chain == now.chain
    joined = await house.tables.join(created.table, Join("Bert", token=given.token))
    assert (await house.tables.visit(created.table, joined.token)).key.seats == (BLUE,)


async def test_idle_tables_leave_the_memory_and_come_back(house: House) -> None:
    created = await house.toy()
    guest = await house.guest(created.table, created.token)
    await guest.play_on(house.match(created.table), Random(1), 10)
    house.clock.forward(10_000)
    await house.tables.tick()
    assert house.tables.hall.loaded(created.table) is not None
    await guest.leave()
    house.clock.forward(10_000)
    await house.tables.tick()
    assert house.tables.hall.loaded(created.table) is None
    back = await house.guest(created.table, created.token)
    assert back.seq == 11
    assert house.tables.stats()["tables"] == 1


async def test_two_games_of_computers_are_finished_without_anybody(house: House) -> None:
    seats = {"red": COMPUTER, "blue": COMPUTER, "gold": COMPUTER}
    first = await house.toy(**seats, options={"rounds": 1})
    second = await house.toy(**seats, options={"rounds": 1})
    await until(lambda: house.table(first.table).record.state == "finished")
    await until(lambda: house.table(second.table).record.state == "finished")
    assert house.tables.stats()["computer_steps"] > 20


async def test_a_person_never_waits_for_all_the_computers(house: House) -> None:
    for _ in range(60):
        await house.toy(red=COMPUTER, blue=COMPUTER, gold=COMPUTER)
    created = await house.toy()
    host = await house.guest(created.table, created.token)
    match = house.match(created.table)
    await until(lambda: house.tables.stats()["computer_steps"] > 100)
    rng = Random(1)
    passed = []
    for _ in range(40):
        before = house.tables.stats()["computer_steps"]
        await host.play(match, rng)
        passed.append(house.tables.stats()["computer_steps"] - before)
    assert sorted(passed)[len(passed) // 2] <= 10
    assert max(passed) < 60
