"""People are told that it is their turn: by mail and by web hook, and nothing else happens."""

import asyncio
import re
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from structlog.testing import capture_logs

from tests.server.guests import FRIEND, ME, Clock, FakeComputers
from tests.server.sinks import CERTIFICATE, answer, hook_sink, mail_sink
from walstatt.games import find_game
from walstatt.i18n.catalogue import LANGUAGES, say
from walstatt.kernel.ids import Seat
from walstatt.scene.model import Side
from walstatt.server.errors import Refusal
from walstatt.server.hooks import HookError
from walstatt.server.mail import Letter, composed, one_line, plain_address
from walstatt.server.notices import (
    HOURLY,
    Contact,
    Notices,
    checked_contact,
    masked,
    people_words,
)
from walstatt.server.protocol import Accepted, Join, NewTable, Notify, SeatInfo, TableInfo
from walstatt.server.settings import Settings
from walstatt.server.store import Store
from walstatt.server.tables import Tables

RED = Seat("red")
LINK = "https://games.example/#/t/abcdefghij/0123456789abcdef"
TABLE = TableInfo(
    "abcdefghij",
    "toy",
    "hill",
    "",
    find_game("toy").scenario("hill").title,
    "live",
    (SeatInfo(RED, Side(RED, find_game("toy").seat_name(RED)), "human"),),
    0,
    0,
)
ANNA = Contact("anna@example.org")


def settings(**given: Any) -> Settings:  # noqa: ANN401 - whatever can be set
    return Settings(smtp_host="127.0.0.1", smtp_tls=False, allow_private_hooks=True, **given)


@asynccontextmanager
async def noticing(**given: Any) -> AsyncIterator[Notices]:  # noqa: ANN401 - whatever can be set
    notices = Notices(settings(**given), pauses=(0.01, 0.01))
    await notices.open()
    try:
        yield notices
    finally:
        await notices.close()


async def until(happened: Callable[[], bool]) -> None:
    """Wait for something to happen."""
    while not happened():  # noqa: ASYNC110 - the sink knows nothing of events
        await asyncio.sleep(0.001)


async def mailed(
    contact: Contact = ANNA, table: TableInfo = TABLE, news: tuple[str, ...] = (), link: str = LINK
) -> EmailMessage:
    """Send one notice and give the mail that arrived."""
    async with mail_sink() as sink, noticing(smtp_port=sink.port) as notices:
        await notices.turn(contact, table, RED, link, news)
        await notices.idle()
        assert notices.stats() == {"sent": 1, "failed": 0, "waiting": 0}
    (message,) = sink.received
    return message


def parts(message: EmailMessage) -> tuple[str, str]:
    """Give the plain text and the page of a mail."""
    text, page = message.iter_parts()
    assert isinstance(text, EmailMessage)
    assert isinstance(page, EmailMessage)
    assert text.get_content_type() == "text/plain"
    assert page.get_content_type() == "text/html"
    return text.get_content().replace("\r\n", "\n"), page.get_content()


# -- what is said --------------------------------------------------------------------------------


def test_every_word_about_people_is_there_in_both_languages() -> None:
    assert people_words().problems() == []
    assert people_words().ids("de") == people_words().ids("en")


def test_a_mail_tells_what_happened_and_where_to_go() -> None:
    news = ("The British battle.", "3 dice: two hits.")
    message = asyncio.run(mailed(news=news))
    text, page = parts(message)
    assert message["Subject"] == "The hill: your turn"
    assert text.splitlines()[2:8] == [
        "What happened since your last turn:",
        "- The British battle.",
        "- 3 dice: two hits.",
        "",
        "Go to the table:",
        LINK,
    ]
    assert text.splitlines()[0] == "It is your turn at the table “The hill”: Red."
    assert "do not pass it on" in text
    assert f'href="{LINK}"' in page
    assert "<li>3 dice: two hits.</li>" in page


def test_a_mail_in_german() -> None:
    message = asyncio.run(mailed(Contact("anna@example.org", language="de"), news=("Würfel: 3.",)))
    text, page = parts(message)
    assert message["Subject"] == "Der Hügel: am Zug"
    assert message["Content-Language"] == "de"
    assert "ist jetzt am Zug: Rot." in text
    assert "Was seit dem letzten eigenen Zug geschah:\n- Würfel: 3.\n" in text
    assert '<html lang="de">' in page


def test_the_title_of_the_table_is_used_if_it_has_one() -> None:
    message = asyncio.run(mailed(table=replace(TABLE, title="Donnerstag")))
    assert message["Subject"] == "Donnerstag: your turn"


def test_without_news_nothing_is_announced_and_a_link_without_key_needs_no_warning() -> None:
    text, page = parts(asyncio.run(mailed(link="https://games.example/#/t/abcdefghij")))
    assert "since your last turn" not in text + page
    assert "pass it on" not in text + page


def test_of_many_news_the_latest_are_told() -> None:
    text, _ = parts(asyncio.run(mailed(news=tuple(f"Event {n}." for n in range(100)))))
    assert "- … and 70 more things\n- Event 70.\n" in text
    assert "- Event 99.\n" in text
    assert "Event 69." not in text


def test_the_headers_of_a_mail_from_a_machine() -> None:
    message = asyncio.run(mailed())
    assert message["From"] == "walstatt@localhost"
    assert message["To"] == "anna@example.org"
    assert message["Auto-Submitted"] == "auto-generated"
    assert re.fullmatch(r"<[^@<>]+@localhost>", message["Message-ID"])
    assert message["References"] == "<table-abcdefghij@localhost>"
    assert abs(parsedate_to_datetime(message["Date"]).timestamp() - time.time()) < 60


# -- nothing can be smuggled in ------------------------------------------------------------------

HOSTILE = [
    "Title\r\nBcc: everybody@example.org",
    "Title\nBcc: everybody@example.org\n\nbody",
    "Title\r\n\r\n<script>alert(1)</script>",
    "Title\x00\x0b\x0c\x1c\x85\u2028\u2029Bcc: everybody@example.org",
    "=?utf-8?q?Title=0D=0ABcc=3A_everybody=40example.org?=",
    "</title><img src=x onerror=alert(1)>",
]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_title_cannot_add_headers_or_markup(hostile: str) -> None:
    message = asyncio.run(mailed(table=replace(TABLE, title=hostile), news=(hostile,)))
    text, page = parts(message)
    assert set(message.keys()) == {
        *("From", "To", "Subject", "Date", "Message-ID", "References", "Auto-Submitted"),
        *("X-Auto-Response-Suppress", "Content-Language", "MIME-Version", "Content-Type"),
    }
    assert "\n" not in message["Subject"]
    assert "Bcc" not in message
    assert "<script" not in page
    assert "<img" not in page
    assert f"- {one_line(hostile, 500)}\n" in text


@given(
    st.lists(
        st.sampled_from(["=?utf-8?q?", "?=", "=0D=0A", "\r\n", "Bcc: ", "<b>", "ü", " ", "x" * 90])
        | st.text(max_size=10)
    ).map("".join)
)
def test_whatever_a_title_is_the_headers_are_the_same(hostile: str) -> None:
    letter = Letter("a@b.c", "en", hostile, hostile, hostile, [hostile], "Go", LINK, hostile)
    head, _, _ = composed(letter, "walstatt@localhost").as_bytes().partition(b"\r\n\r\n")
    lines = re.sub(rb"\r\n[ \t]", b" ", head).split(b"\r\n")
    assert [line.partition(b":")[0] for line in lines] == [
        *(b"From", b"To", b"Subject", b"Date", b"Message-ID", b"Auto-Submitted"),
        *(b"X-Auto-Response-Suppress", b"MIME-Version", b"Content-Type", b"Content-Language"),
    ]


@pytest.mark.parametrize(
    "mail",
    [
        "anna",
        "@example.org",
        "anna@",
        "anna@example.org, bob@example.org",
        "anna@example.org\r\nBcc: bob@example.org",
        "anna@example.org\nRCPT TO:<bob@example.org>",
        "<anna@example.org>",
        "Anna <anna@example.org>",
        '"anna bob"@example.org',
        "anna@@example.org",
        "anna..b@example.org",
        "=?utf-8?q?anna=0D=0ABcc=3A_bob=40example.org?=@example.org",
        "anna@exa mple.org",
        "anna@-example.org",
        "anna@[127.0.0.1]",
        "änna@example.org",
        "anna@example.org\x00",
        f"{'a' * 65}@example.org",
        f"anna@{'a.' * 100}org",
    ],
)
def test_what_is_not_exactly_one_address_gets_no_mail(mail: str) -> None:
    assert plain_address(mail) is None
    with pytest.raises(Refusal) as refused:
        checked_contact(Contact(mail))
    assert refused.value.code == "malformed"
    for language in LANGUAGES:
        assert "\n" not in people_words().text(refused.value.text, language)

    async def run() -> None:
        async with mail_sink() as sink, noticing(smtp_port=sink.port) as notices:
            await notices.turn(Contact(mail), TABLE, RED, LINK, ())
            assert notices.stats()["waiting"] == 0

    asyncio.run(run())


def test_addresses_that_are_fine() -> None:
    assert plain_address(" anna@example.org ") == "anna@example.org"
    assert plain_address("a.b+c@mail.example.org") == "a.b+c@mail.example.org"
    assert plain_address("anna@bücher.example") == "anna@xn--bcher-kva.example"
    contact = Contact("anna@example.org", "https://example.org/hook")
    assert checked_contact(contact) is contact
    assert checked_contact(Contact()) == Contact()


def test_a_hook_that_is_none_is_refused_when_it_is_named() -> None:
    with pytest.raises(Refusal) as refused:
        checked_contact(Contact(hook="file:///etc/passwd"))
    assert refused.value.code == "malformed"
    assert refused.value.text == say("server.people.hook.bad")


# -- web hooks -----------------------------------------------------------------------------------


def test_a_hook_is_told_the_same() -> None:
    async def run() -> dict[str, Any]:
        async with hook_sink() as sink, noticing(hook_secret="shared") as notices:  # noqa: S106
            contact = Contact(hook=f"http://127.0.0.1:{sink.port}/hook")
            await notices.turn(contact, replace(TABLE, title="@everyone"), RED, LINK, ("Dice.",))
            await notices.idle()
        assert re.fullmatch(
            r"t=\d+,v1=[0-9a-f]{64}", sink.posted[0].headers["x-walstatt-signature"]
        )
        return sink.posted[0].data()

    data = asyncio.run(run())
    assert abs(data.pop("at") - time.time()) < 60
    assert data.pop("content") == data["text"]
    assert data == {
        "event": "turn",
        "text": f"It is your turn at the table “@everyone”: Red.\nDice.\n{LINK}",
        "allowed_mentions": {"parse": []},
        "table": "abcdefghij",
        "seat": "red",
        "link": LINK,
        "game": "toy",
        "title": "@everyone",
        "news": ["Dice."],
        "language": "en",
    }


def test_mail_and_hook_are_both_used() -> None:
    async def run() -> None:
        async with (
            hook_sink() as web,
            mail_sink() as mail,
            noticing(smtp_port=mail.port) as notices,
        ):
            contact = Contact("anna@example.org", f"http://127.0.0.1:{web.port}/")
            await notices.turn(contact, TABLE, RED, LINK, ())
            await notices.idle()
            assert (len(web.posted), len(mail.received)) == (1, 1)

    asyncio.run(run())


# -- when it does not work -----------------------------------------------------------------------


async def attempts(run: Callable[[Notices], Awaitable[None]], **given: Any) -> dict[str, int]:  # noqa: ANN401 - whatever can be set
    async with noticing(**given) as notices:
        await run(notices)
        await notices.idle()
        return notices.stats()


def test_what_fails_for_now_is_tried_again() -> None:
    async def run() -> None:
        async with mail_sink(replies=["451 later", "421 much later"]) as sink:
            stats = await attempts(
                lambda one: one.turn(ANNA, TABLE, RED, LINK, ()), smtp_port=sink.port
            )
            assert stats == {"sent": 1, "failed": 0, "waiting": 0}
            assert (sink.attempts, len(sink.received)) == (3, 1)

    asyncio.run(run())


def test_what_will_never_work_is_not_tried_again() -> None:
    async def run() -> None:
        async with mail_sink(replies=["554 never"]) as sink:
            stats = await attempts(
                lambda one: one.turn(ANNA, TABLE, RED, LINK, ()), smtp_port=sink.port
            )
            assert stats == {"sent": 0, "failed": 1, "waiting": 0}
            assert (sink.attempts, len(sink.received)) == (1, 0)

    asyncio.run(run())


def test_the_number_of_attempts_is_bounded_and_failures_are_logged_without_addresses() -> None:
    async def run() -> None:
        async with hook_sink(*[answer(500)] * 5) as sink:
            hook = f"http://127.0.0.1:{sink.port}/secret/path?token=1"
            contact = Contact(hook=hook)
            with capture_logs() as logs:
                stats = await attempts(lambda one: one.turn(contact, TABLE, RED, LINK, ()))
            assert stats == {"sent": 0, "failed": 1, "waiting": 0}
            assert len(sink.posted) == 3
        (line,) = [one for one in logs if one["event"] == "notice given up"]
        assert line["to"] == f"http://127.0.0.1:{sink.port}/…"
        assert line["why"] == "answered with status 500"
        assert "secret" not in str(logs)

    asyncio.run(run())


def test_nobody_listens_for_mail() -> None:
    async def run() -> None:
        with socket.socket() as taken, capture_logs() as logs:
            taken.bind(("127.0.0.1", 0))
            port = taken.getsockname()[1]
            stats = await attempts(lambda one: one.turn(ANNA, TABLE, RED, LINK, ()), smtp_port=port)
        assert stats == {"sent": 0, "failed": 1, "waiting": 0}
        assert logs[-1]["why"] == "ConnectionRefusedError"
        assert logs[-1]["to"] == "a…@example.org"
        assert "anna" not in str(logs)

    asyncio.run(run())


def test_without_a_mail_server_nothing_is_tried() -> None:
    async def run() -> None:
        notices = Notices(Settings(), pauses=())
        await notices.turn(ANNA, TABLE, RED, LINK, ())
        assert notices.stats() == {"sent": 0, "failed": 0, "waiting": 0}
        await notices.close()

    asyncio.run(run())


def test_private_hooks_are_refused_unless_they_are_allowed() -> None:
    async def run() -> None:
        async with hook_sink() as sink:
            notices = Notices(Settings(), pauses=())
            contact = Contact(hook=f"http://localhost:{sink.port}/")
            await notices.turn(contact, TABLE, RED, LINK, ())
            await notices.idle()
            assert notices.stats() == {"sent": 0, "failed": 1, "waiting": 0}
            assert sink.posted == []
            await notices.close()

    asyncio.run(run())


def test_a_newer_notice_takes_the_place_of_one_that_waits() -> None:
    async def run() -> None:
        async with hook_sink(answer(500)) as sink:
            notices = Notices(settings(), pauses=(3600,))
            contact = Contact(hook=f"http://127.0.0.1:{sink.port}/")
            await notices.turn(contact, TABLE, RED, LINK, ("Old.",))
            await until(lambda: bool(sink.posted) and not notices._sending)
            await notices.turn(contact, TABLE, RED, LINK, ("New.",))
            await notices.idle()
            assert [one.data()["news"] for one in sink.posted] == [["Old."], ["New."]]
            assert notices.stats() == {"sent": 1, "failed": 0, "waiting": 0}
            await notices.close()

    asyncio.run(run())


def test_a_notice_that_was_overtaken_while_it_was_sent_is_not_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def run() -> None:
        arrived, go_on = asyncio.Event(), asyncio.Event()
        news: list[object] = []

        async def slow(_: str, content: dict[str, Any]) -> None:
            news.append(content["news"])
            if len(news) == 1:
                arrived.set()
                await go_on.wait()
                raise HookError("later", final=False)

        notices = Notices(settings(), pauses=(0.01,))
        monkeypatch.setattr(notices, "_post", slow)
        contact = Contact(hook="https://example.org/")
        await notices.turn(contact, TABLE, RED, LINK, ("Old.",))
        await arrived.wait()
        await notices.turn(contact, TABLE, RED, LINK, ("New.",))
        await until(lambda: len(news) == 2)
        go_on.set()
        await until(lambda: not notices._sending and not notices._tasks)
        assert news == [["Old."], ["New."]]
        await notices.close()

    asyncio.run(run())


def test_closing_gives_up_what_waits() -> None:
    async def run() -> None:
        async with hook_sink(answer(500)) as sink:
            notices = Notices(settings(), pauses=(3600,))
            await notices.turn(Contact(hook=f"http://127.0.0.1:{sink.port}/"), TABLE, RED, LINK, ())
            await until(lambda: bool(sink.posted) and not notices._sending)
            await asyncio.wait_for(notices.close(), 5)
            await asyncio.sleep(0)
            assert notices.stats()["waiting"] == 0

    asyncio.run(run())


def test_nobody_gets_more_than_a_handful_in_an_hour() -> None:
    async def run() -> None:
        clock = [1000.0]
        async with hook_sink() as sink:
            notices = Notices(settings(), now=lambda: clock[0])
            contact = Contact(hook=f"http://127.0.0.1:{sink.port}/")
            for _ in range(HOURLY + 5):
                await notices.turn(contact, TABLE, RED, LINK, ())
                await notices.idle()
            assert len(sink.posted) == HOURLY
            clock[0] += 3601
            await notices.turn(contact, TABLE, RED, LINK, ())
            await notices.idle()
            assert len(sink.posted) == HOURLY + 1
            await notices.close()

    asyncio.run(run())


def test_whatever_is_wrong_with_a_table_nothing_is_raised() -> None:
    async def run() -> None:
        async with mail_sink() as sink, noticing(smtp_port=sink.port) as notices:
            strange = replace(TABLE, game="chess", scenario_title=say("chess.nothing"), seats=())
            await notices.turn(ANNA, strange, Seat("white"), LINK, ())
            await notices.idle()
            assert sink.received[0]["Subject"] == f"{TABLE.scenario}: your turn"
            broken = replace(strange, scenario_title=None)
            await notices.turn(ANNA, broken, Seat("white"), LINK, ())

    with capture_logs() as logs:
        asyncio.run(run())
    assert logs[-1]["event"] == "notice cannot be written"


def test_addresses_in_the_log_are_masked() -> None:
    assert masked("anna@example.org") == "a…@example.org"
    assert masked("https://example.org/very/secret?x") == "https://example.org/…"
    assert masked("ftp://example.org/very/secret") == "…"


# -- encrypted, and with a login -----------------------------------------------------------------


def test_mail_is_handed_over_encrypted_and_with_a_login(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))

    async def run(password: str) -> tuple[int, list[tuple[str, str]]]:
        async with mail_sink(tls=True, login=True) as sink:
            notices = Notices(
                Settings(
                    smtp_host="localhost",
                    smtp_port=sink.port,
                    smtp_user="walstatt",
                    smtp_password=password,
                ),
                pauses=(),
            )
            await notices.turn(ANNA, TABLE, RED, LINK, ())
            await notices.idle()
            await notices.close()
            return len(sink.received), sink.logins

    assert asyncio.run(run("open sesame")) == (1, [("walstatt", "open sesame")])
    with capture_logs() as logs:
        received, _ = asyncio.run(run("wrong"))
    assert received == 0
    assert logs[-1]["why"] == "SMTPAuthenticationError (535)"


def test_a_mail_server_nobody_vouches_for_gets_nothing() -> None:
    async def run() -> None:
        async with mail_sink(tls=True) as sink:
            notices = Notices(Settings(smtp_host="localhost", smtp_port=sink.port), pauses=())
            await notices.turn(ANNA, TABLE, RED, LINK, ())
            await notices.idle()
            assert sink.received == []
            assert notices.stats()["failed"] == 1
            await notices.close()

    asyncio.run(run())


def test_where_encryption_is_wanted_nothing_goes_without_it() -> None:
    async def run() -> None:
        async with mail_sink() as sink:
            notices = Notices(Settings(smtp_host="127.0.0.1", smtp_port=sink.port), pauses=())
            await notices.turn(ANNA, TABLE, RED, LINK, ())
            await notices.idle()
            assert (sink.received, notices.stats()["failed"]) == ([], 1)
            await notices.close()

    asyncio.run(run())


# -- from the table to the mailbox ---------------------------------------------------------------


def test_a_turn_by_correspondence_reaches_the_mailbox_with_a_link_that_opens_the_seat() -> None:
    async def run() -> None:
        clock, gold = Clock(), Seat("gold")
        async with mail_sink() as sink, noticing(smtp_port=sink.port, grace_s=60) as notices:
            store = await Store.open(None)
            tables = Tables(store, FakeComputers(), notices, notices.settings, now=clock)
            await tables.open()
            seats = {RED: ME, Seat("blue"): ME, gold: FRIEND}
            created = await tables.create(
                NewTable("toy", "hill", seats, name="Anna", correspondence=True)
            )
            joined = await tables.join(created.table, Join("Bert", token=created.links[gold]))
            bert = await tables.visit(created.table, joined.token)
            mail = Notify(seat=gold, mail="bert@example.org", language="de")
            assert isinstance(await tables.do(bert, mail), Accepted)
            clock.forward(120)
            await tables.tick()
            await notices.idle()
            (message,) = sink.received
            assert (message["To"], message["Subject"]) == ("bert@example.org", "Der Hügel: am Zug")
            text, _ = parts(message)
            link = next(line for line in text.splitlines() if line.startswith("http"))
            token = link.rpartition("/")[2]
            assert link == f"{notices.settings.url}/#/t/{created.table}/{token}"
            assert (await tables.visit(created.table, token)).key.seats == (gold,)
            await tables.close()
            await store.close()

    asyncio.run(run())
