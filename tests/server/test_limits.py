"""Nobody gets more than his share, and remembering who asked costs little."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server import wires
from tests.server.in_process import bearer, limited, opened, settings
from walstatt.server.limits import Buckets, Places, Rates, neighbourhood
from walstatt.server.settings import Limits, Settings

ME = {"occupant": "me"}
BATTLE = {
    "game": "ccn",
    "scenario": "rolica_1",
    "name": "Anna",
    "seats": {"french": ME, "allied": ME},
}


class Time:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_its_burst_and_then_what_flows_in() -> None:
    time = Time()
    buckets = Buckets(rate=2.0, burst=3, now=time)
    assert [buckets.take("anna") for _ in range(4)] == [0, 0, 0, 0.5]
    time.now += 0.5
    assert buckets.take("anna") == 0
    assert buckets.take("anna") == 0.5
    time.now += 3600
    assert [buckets.take("anna") for _ in range(4)] == [0, 0, 0, 0.5]


def test_everybody_has_a_bucket_of_his_own() -> None:
    buckets = Buckets(rate=1.0, burst=1, now=Time())
    assert buckets.take("anna") == 0
    assert buckets.take("ben") == 0
    assert buckets.take("anna") == 1


def test_only_so_many_buckets_are_kept_and_the_longest_unused_goes_first() -> None:
    buckets = Buckets(rate=1.0, burst=1, kept=3, now=Time())
    for who in ("anna", "ben", "cleo", "anna", "dora"):
        buckets.take(who)
    assert len(buckets) == 3
    assert buckets.take("anna") == 1
    assert buckets.take("ben") == 0


def test_a_million_strangers_need_no_more_room_than_the_buckets_that_are_kept() -> None:
    rates = Rates(Limits(), now=Time())
    for n in range(30_000):
        rates.wait("requests", f"10.0.{n // 250}.{n % 250}")
    assert len(rates.by_address["requests"]) == 20_000


def test_guessing_the_password_of_one_name_is_slow_from_however_many_addresses() -> None:
    rates = Rates(Limits(account_rate=0.5, account_burst=2), now=Time())
    assert [rates.wait_name("Anna"), rates.wait_name("ANNA"), rates.wait_name("anna")] == [0, 0, 2]


@pytest.mark.parametrize(
    ("address", "counts_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::1", "::1"),
        ("somewhere", "somewhere"),
    ],
)
def test_who_counts_as_one(address: str, counts_as: str) -> None:
    assert neighbourhood(address) == counts_as


def test_places_are_limited_for_each_and_for_all_and_given_back() -> None:
    places = Places(each=2, in_all=3)
    assert [places.enter("a"), places.enter("a"), places.enter("a")] == [True, True, False]
    assert [places.enter("b"), places.enter("c")] == [True, False]
    places.leave("a")
    assert places.enter("c")
    for who in ("a", "b", "c"):
        places.leave(who)
    assert places.open == 0
    assert places.taken == {}


def test_too_many_requests_are_refused_and_told_when_to_come_back() -> None:
    with opened(settings(limited(request_rate=0.01, request_burst=3))) as client:
        assert [client.get("/api/tables").status_code for _ in range(5)] == [200] * 3 + [429] * 2
        refused = client.get("/api/tables")
    assert int(refused.headers["retry-after"]) in range(99, 102)
    assert refused.json()["code"] == "too_fast"
    assert refused.headers["x-content-type-options"] == "nosniff"


def test_a_token_has_a_rate_too() -> None:
    with opened(settings(limited(request_rate=0.01, request_burst=4))) as client:
        client.app.state.house.rates.by_address["requests"].burst = 1000
        statuses = [
            client.get("/api/tables", headers=bearer("x" * 22)).status_code for _ in range(6)
        ]
    assert statuses == [200] * 4 + [429] * 2


def test_logging_in_has_a_stricter_rate() -> None:
    wish = {"name": "Nobody", "password": "wrong wrong"}
    with opened(settings(limited(account_rate=0.01, account_burst=2))) as client:
        statuses = [client.post("/api/sessions", json=wish).status_code for _ in range(4)]
        others = client.get("/api/tables").status_code
    assert statuses == [403, 403, 429, 429]
    assert others == 200


def test_new_tables_have_a_stricter_rate() -> None:
    with opened(settings(limited(table_rate=0.01, table_burst=2))) as client:
        statuses = [client.post("/api/tables", json={}).status_code for _ in range(4)]
    assert statuses == [400, 400, 429, 429]


def test_a_body_over_the_limit_is_refused() -> None:
    with opened() as client:
        long = client.post("/api/tables", json={"title": "x" * 70_000})
        longer = client.post(
            "/api/tables/import",
            content=b"x" * (8 * 1024 * 1024 + 1),
            headers={"Content-Type": "application/octet-stream"},
        )
    assert (long.status_code, long.json()["code"]) == (413, "too_large")
    assert (longer.status_code, longer.json()["code"]) == (413, "too_large")


def test_a_body_without_a_length_is_counted_as_it_comes() -> None:
    def parts() -> list[bytes]:
        return [b'{"title": "', *[b"x" * 1000] * 100, b'"}']

    with opened() as client:
        reply = client.post(
            "/api/tables", content=iter(parts()), headers={"Content-Type": "application/json"}
        )
    assert reply.status_code == 413


# -- sockets -------------------------------------------------------------------------------------


def limits_of(**changes: object) -> Settings:
    return settings(limited(**changes))


@pytest.mark.anyio
async def test_many_sockets_of_one_address_share_what_they_may_say() -> None:
    async with wires.opened(limits_of(address_rate=0.001, address_burst=10)) as site:
        made = await site.post("/api/tables", BATTLE)
        lines = [await site.socket(made["table"]) for _ in range(4)]
        for line in lines:
            assert (await line.hello(made["token"]))["is"] == "welcome"
        words = [await line.ask({"do": "ping", "id": 2}) for line in lines for _ in range(4)]
        assert [word["is"] for word in words] == ["pong"] * 10 + ["refused"] * 6
        assert {word["code"] for word in words[10:]} == {"too_fast"}
        for line in lines:
            await line.close()


@pytest.mark.anyio
async def test_what_one_socket_is_refused_does_not_count_for_the_others() -> None:
    tight = limits_of(socket_rate=0.001, socket_burst=2, address_rate=0.001, address_burst=5)
    async with wires.opened(tight) as site:
        made = await site.post("/api/tables", BATTLE)
        loud, quiet = [await site.socket(made["table"]) for _ in range(2)]
        for line in (loud, quiet):
            await line.hello(made["token"])
        heard = [(await loud.ask({"do": "ping", "id": 2}))["is"] for _ in range(20)]
        assert heard == ["pong"] * 2 + ["refused"] * 18
        assert (await quiet.ask({"do": "ping", "id": 3}))["is"] == "pong"
        for line in (loud, quiet):
            await line.close()


@pytest.mark.anyio
async def test_opening_sockets_in_quick_succession_is_slowed_down() -> None:
    async with wires.opened(limits_of(opening_rate=0.001, opening_burst=5)) as site:
        made = await site.post("/api/tables", BATTLE)
        codes = [await opened_and_closed(site, made) for _ in range(8)]
        assert codes == [0] * 5 + [1013] * 3
        assert site.house.places.open == 0
        assert site.house.metrics.sockets == 0


async def opened_and_closed(site: wires.Site, made: dict[str, Any]) -> int:
    """Open a socket and close it at once; give the code if the server hangs up."""
    line = await site.socket(made["table"])
    try:
        await line.hello(made["token"])
    except wires.HungUp as gone:
        return gone.code
    await line.close()
    return 0


def test_after_a_restart_all_sockets_of_an_address_can_come_back_at_once() -> None:
    assert Limits().opening_burst >= Limits().sockets_each
