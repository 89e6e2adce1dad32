"""A friend's link lets him sit down, once; from then on only he has the key to his seat."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.guests import (
    ALLIED,
    BLUE,
    FRENCH,
    FRIEND,
    GOLD,
    OPEN,
    RED,
    House,
    first_choice,
    told,
)
from tests.server.in_process import bearer, new_table, opened
from walstatt.kernel.ids import Seat
from walstatt.server.errors import Refusal
from walstatt.server.protocol import (
    Accepted,
    Answer,
    Claim,
    Created,
    HandOver,
    Join,
    Joined,
    Notify,
    Policy,
    Refused,
    Show,
)
from walstatt.server.seats import hashed, token_for

pytestmark = pytest.mark.anyio

SECRET = "only-this-browser-knows-it"  # noqa: S105 - a secret of the test
OTHER = "another-browsers-own-secret"


async def sits_with(house: House, created: Created, seat: Seat, secret: str = SECRET) -> Joined:
    wish = Join("Bert", token=created.links[seat], nonce="bb", secret=secret)
    return await house.tables.join(created.table, wish)


async def refused(wanted: Any) -> Refusal:  # noqa: ANN401 - anything to be awaited
    with pytest.raises(Refusal) as why:
        await wanted
    return why.value


# -- what the host still knows --------------------------------------------------------------------


@pytest.mark.parametrize("listed", [True, False])
async def test_the_hosts_copy_of_the_link_is_worth_nothing_once_the_friend_sits(
    house: House, listed: bool
) -> None:
    created = await house.ccn(allied=FRIEND, listed=listed)
    link = created.links[ALLIED]
    joined = await sits_with(house, created, ALLIED)
    assert joined.token != link
    if listed:
        spy = await house.guest(created.table, link)
        assert (spy.visitor.key.seats, spy.visitor.seat) == ((), None)
        game = house.match(created.table).game
        answer = Answer(seat=ALLIED, seq=1, answer=first_choice(game, ALLIED))
        assert (await spy.refused(answer)).code == "not_yours"
        assert (await spy.refused(Show(seat=ALLIED))).code == "not_yours"
        position = await house.tables.position(spy.visitor)
        assert position.why is not None
        assert position.why.id == "server.core.refused.link_used"
        stranger = await house.tables.position(await house.tables.visit(created.table))
        assert stranger.why is None
        assert position.scene == stranger.scene
    else:
        why = await refused(house.tables.visit(created.table, link))
        assert (why.code, why.text.id) == ("not_yours", "server.core.refused.link_used")
    friend = await house.guest(created.table, joined.token)
    assert friend.visitor.key.seats == (ALLIED,)


async def test_sitting_down_with_a_used_link_says_that_the_seat_is_taken(house: House) -> None:
    created = await house.ccn(allied=FRIEND)
    await sits_with(house, created, ALLIED)
    for secret in ("", OTHER):
        why = await refused(sits_with(house, created, ALLIED, secret))
        assert (why.code, why.text.id) == ("not_now", "server.core.refused.link_used")
        assert why.text.args == {"seat": house.table(created.table).definition.seat_name(ALLIED)}
    await house.crash()
    assert (await refused(sits_with(house, created, ALLIED, OTHER))).code == "not_now"
    assert told(await house.guest(created.table)).seats[1].name == "Bert"


async def test_an_invitation_shows_nothing_and_plays_nothing_before_it_is_used(
    house: House,
) -> None:
    """The host can make a new link in the midst of a game, but not look through it."""
    created = await house.ccn()
    host = await house.guest(created.table, created.token)
    given = await house.tables.renew_link(host.visitor, ALLIED)
    spy = await house.guest(created.table, given.token)
    assert (spy.visitor.key.seats, spy.visitor.seat) == ((), None)
    assert [seat.invited for seat in told(spy).seats] == [False, True]
    assert [seat.connected for seat in told(host).seats] == [True, False]
    answer = first_choice(house.match(created.table).game, ALLIED)
    assert (await spy.refused(Answer(seat=ALLIED, seq=1, answer=answer))).code == "not_yours"
    joined = await house.tables.join(created.table, Join("Bert", token=given.token))
    (line,) = told_in_chat(house, created, "sat_down")
    assert line["who"] == "Bert"
    assert [seat.name for seat in told(host).seats] == ["Anna", "Bert"]
    bert = await house.guest(created.table, joined.token)
    await bert.accepted(Answer(seat=ALLIED, seq=1, answer=answer))


def told_in_chat(house: House, created: Created, what: str) -> list[dict[str, Any]]:
    notes = [line.note for line in house.table(created.table).chat if line.note is not None]
    return [dict(note.args) for note in notes if note.id == f"server.core.note.{what}"]


async def test_the_host_cannot_take_the_seat_of_somebody_who_is_only_away_for_a_while(
    house: House,
) -> None:
    created = await house.ccn(allied=FRIEND, correspondence=True)
    own = (await sits_with(house, created, ALLIED)).token
    host = await house.guest(created.table, created.token)
    house.clock.forward(house.settings.claim_after_s - 1)
    why = await refused(house.tables.renew_link(host.visitor, ALLIED))
    assert why.text.id == "server.core.refused.taken"
    assert (await house.tables.visit(created.table, own)).key.seats == (ALLIED,)
    house.clock.forward(2)
    await house.tables.tick()
    renewed = await house.tables.renew_link(host.visitor, ALLIED)
    assert len(told_in_chat(house, created, "invited")) == 1
    assert (await refused(house.tables.visit(created.table, own))).code == "not_yours"
    joined = await house.tables.join(created.table, Join("Carl", token=renewed.token))
    assert (await house.tables.visit(created.table, joined.token)).key.seats == (ALLIED,)


# -- asking twice --------------------------------------------------------------------------------


async def test_whoever_asks_again_with_his_secret_gets_the_same_key(house: House) -> None:
    created = await house.toy(blue=FRIEND, gold=FRIEND)
    first = await sits_with(house, created, BLUE)
    again = await sits_with(house, created, BLUE)
    assert again == first
    await house.crash()
    assert await sits_with(house, created, BLUE) == first
    assert (await house.tables.visit(created.table, first.token)).key.seats == (BLUE,)
    await house.sits(created, GOLD)
    assert house.match(created.table).header.dice.nonces[BLUE] == "bb"
    assert await sits_with(house, created, BLUE) == first


async def test_a_stranger_who_asks_again_for_an_open_seat_gets_it_once(house: House) -> None:
    created = await house.toy(blue=OPEN, gold=OPEN)
    wish = Join("Carl", secret=SECRET)
    first = await house.tables.join(created.table, wish)
    assert await house.tables.join(created.table, wish) == first
    assert told(await house.guest(created.table)).seats[2].occupant == "open"
    second = await house.tables.join(created.table, Join("Dora", secret=OTHER))
    assert (first.seat, second.seat) == (BLUE, GOLD)


async def test_an_old_secret_opens_nothing_after_the_seat_was_lost(house: House) -> None:
    created = await house.ccn(allied=FRIEND)
    lost = await sits_with(house, created, ALLIED)
    host = await house.guest(created.table, created.token)
    house.clock.forward(10_000)
    await host.accepted(Claim(seat=ALLIED, to="open"))
    taken = await house.tables.join(created.table, Join("Dora", secret=OTHER))
    assert taken.seat == ALLIED
    assert (await refused(sits_with(house, created, ALLIED))).code == "not_now"
    assert hashed(lost.token) not in house.table(created.table).keys


def test_a_key_made_from_a_secret_depends_on_all_of_it() -> None:
    parts = [("t" * 10, RED, "link", SECRET), ("u" * 10, RED, "link", SECRET)]
    parts += [("t" * 10, BLUE, "link", SECRET), ("t" * 10, RED, "", SECRET)]
    parts += [("t" * 10, RED, "link", OTHER)]
    tokens = [token_for(*one) for one in parts]
    assert len(set(tokens)) == 5
    assert tokens == [token_for(*one) for one in parts]
    assert {len(one) for one in tokens} == {22}
    assert token_for(*parts[0][:3], "") != token_for(*parts[0][:3], "")


@pytest.mark.parametrize("secret", ["short", "x" * 65, "with blanks in it, and much too odd"])
def test_a_secret_that_could_be_guessed_is_refused(secret: str) -> None:
    with opened() as client:
        made = new_table(
            client, seats={"french": {"occupant": "me"}, "allied": {"occupant": "open"}}
        )
        wish = {"name": "Bert", "secret": secret}
        reply = client.post(f"/api/tables/{made['table']}/join", json=wish)
    assert (reply.status_code, reply.json()["code"]) == (400, "malformed")


def test_over_http_too_the_key_of_the_seat_is_another_one_than_the_link() -> None:
    with opened() as client:
        seats = {"french": {"occupant": "me"}, "allied": {"occupant": "friend"}}
        made = new_table(client, seats=seats, listed=False)
        place, link = f"/api/tables/{made['table']}", made["links"]["allied"]
        before = client.get(place, headers=bearer(link)).json()
        assert "mine" not in before
        assert [seat.get("invited", False) for seat in before["table"]["seats"]] == [False, True]
        wish = {"name": "Bert", "token": link, "secret": SECRET}
        first, second = (client.post(f"{place}/join", json=wish).json() for _ in range(2))
        assert first == second
        assert client.get(place, headers=bearer(first["token"])).json()["mine"] == ["allied"]
        refused = client.get(place, headers=bearer(link))
        assert (refused.status_code, refused.json()["text"]["id"]) == (
            403,
            "server.core.refused.link_used",
        )
        taken = client.post(f"{place}/join", json={**wish, "secret": OTHER})
        assert (taken.status_code, taken.json()["code"]) == (409, "not_now")


# -- what belongs to a seat ----------------------------------------------------------------------


async def test_an_account_that_sits_down_keeps_the_new_key(house: House) -> None:
    created = await house.ccn(allied=FRIEND, listed=False)
    link = created.links[ALLIED]
    await house.tables.keep("host", [link])
    await house.tables.join(created.table, Join("Bert", token=link), "bert")
    assert (await house.tables.visit(created.table, account="bert")).key.seats == (ALLIED,)
    both = await house.tables.visit(created.table, link, "bert")
    assert both.key.seats == (ALLIED,)
    assert (await house.tables.position(both)).why is None
    assert await house.tables.kept("host") == []


async def test_nobody_hears_of_the_turns_of_a_seat_that_he_gave_away(house: House) -> None:
    """A notice holds a key to the seat: it must not go to whoever had the seat before."""
    created = await house.ccn(allied=FRIEND, correspondence=True)
    host = await house.guest(created.table, created.token)
    await sits_with(house, created, ALLIED)
    await host.accepted(Notify(seat=FRENCH, mail="anna@example.org"))
    await host.accepted(Policy(seat=FRENCH, kind=some_kind(house, created), on=True))
    given = await house.tables.renew_link(host.visitor, FRENCH)
    joined = await house.tables.join(created.table, Join("Carl", token=given.token))
    table = house.table(created.table)
    assert (table.contacts, table.record.seats[FRENCH].policies) == ({}, ())
    rows = await house.store.read(lambda db: db.execute("SELECT seat FROM contacts").fetchall())
    assert rows == []
    assert table.key_of([hashed(joined.token)]).seats == (FRENCH,)


def some_kind(house: House, created: Created) -> str:
    scene = house.table(created.table).scene(ALLIED)
    assert scene is not None
    assert scene.prompt is not None
    return scene.prompt.kind


async def test_whoever_has_his_key_only_changes_his_name_by_joining_again(house: House) -> None:
    created = await house.ccn(allied=FRIEND)
    joined = await sits_with(house, created, ALLIED)
    again = await house.tables.join(created.table, Join("Berta", token=joined.token))
    assert again == joined
    host = await house.guest(created.table, created.token)
    assert told(host).seats[1].name == "Berta"


async def test_an_invited_friend_can_still_sit_down_where_a_computer_was_put(house: House) -> None:
    created = await house.toy()
    host = await house.guest(created.table, created.token)
    given = await house.tables.renew_link(host.visitor, BLUE)
    house.clock.forward(10_000)
    await host.accepted(Claim(seat=BLUE, level="random"))
    joined = await house.tables.join(created.table, Join("Bert", token=given.token))
    bert = await house.guest(created.table, joined.token)
    assert told(bert).seats[1].occupant == "human"
    await bert.accepted(HandOver(seat=BLUE, level="random"))
    wish = Join("Bert", token=joined.token)
    assert (await refused(house.tables.join(created.table, wish))).code == "not_now"


async def test_a_used_link_and_its_key_are_known_by_their_hashes_only(house: House) -> None:
    created = await house.ccn(allied=FRIEND)
    joined = await sits_with(house, created, ALLIED)
    bert = await house.tables.visit(created.table, joined.token)
    notify = Notify(seat=ALLIED, mail="bert@example.org")
    assert isinstance(await house.tables.do(bert, notify), Accepted)
    dump = await house.store.read(lambda db: "\n".join(db.iterdump()))
    for secret in (joined.token, created.links[ALLIED], SECRET):
        assert secret not in dump
    assert hashed(created.links[ALLIED]).hex().upper() in dump


async def test_a_socket_that_was_open_with_the_link_becomes_a_spectators(house: House) -> None:
    created = await house.ccn(allied=FRIEND, listed=False)
    link = created.links[ALLIED]
    spy = await house.guest(created.table, link)
    await sits_with(house, created, ALLIED)
    (word,) = [word for word in spy.inbox if isinstance(word, Refused)]
    assert (word.code, word.text.id) == ("not_yours", "server.core.refused.link_used")
    assert spy.visitor not in house.table(created.table).visitors
