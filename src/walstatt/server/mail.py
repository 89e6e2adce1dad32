"""Mail: composing a message that nobody can smuggle anything into, and handing it over by SMTP."""

from __future__ import annotations

import re
import smtplib
import ssl
from collections.abc import Sequence
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, localtime, make_msgid
from html import escape
from pathlib import Path
from string import Template
from typing import Final

from msgspec import Struct

from walstatt.server.settings import Settings

TIMEOUT_S: Final = 20.0
TLS_PORT: Final = 465
LONGEST_ADDRESS: Final = 200
LONGEST_SUBJECT: Final = 120

# No question mark: with it an address could be an encoded word, and hold anything.
_LOCAL: Final = r"[A-Za-z0-9!#$%&'*+/=^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=^_`{|}~-]+)*"
_LABEL: Final = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS: Final = re.compile(rf"{_LOCAL}@{_LABEL}(?:\.{_LABEL})*")
_PAGE: Final = Template(
    (Path(__file__).parent / "templates" / "turn.html").read_text(encoding="utf-8")
)


class MailError(Exception):
    """A mail was not handed over; `final` says that trying again would be useless."""

    def __init__(self, why: str, *, final: bool) -> None:
        self.final = final
        super().__init__(why)


class Letter(Struct, frozen=True):
    """What is to be written, in one language."""

    to: str
    language: str
    subject: str
    greeting: str
    heading: str
    news: Sequence[str]
    button: str
    link: str
    footer: str
    thread: str = ""
    """What letters that belong together have in common."""


def plain_address(text: str) -> str | None:
    """Give an address as it goes over the wire, or nothing if it is not exactly one address."""
    local, _, domain = text.strip().rpartition("@")
    try:
        found = f"{local}@{domain.encode('idna').decode('ascii')}"
    except UnicodeError:
        return None
    fits = len(found) <= LONGEST_ADDRESS and len(local) <= 64
    return found if fits and _ADDRESS.fullmatch(found) else None


def one_line(text: str, longest: int = LONGEST_SUBJECT) -> str:
    """Make text fit for a header: no line ends, no encoded words, not too long."""
    visible = "".join(letter if letter.isprintable() else " " for letter in text)
    found = " ".join(visible.replace("=?", "= ?").split())
    return found if len(found) <= longest else f"{found[: longest - 1]}…"


# -- composing -----------------------------------------------------------------------------------


def composed(letter: Letter, sender: str) -> EmailMessage:
    """Write a letter as plain text with an HTML page beside it."""
    domain = sender.rpartition("@")[2].strip("<> ") or "localhost"
    message = EmailMessage(policy=SMTP)
    message["From"] = sender
    message["To"] = letter.to
    message["Subject"] = one_line(letter.subject)
    message["Date"] = format_datetime(localtime())
    message["Message-ID"] = make_msgid(domain=domain)
    if letter.thread:
        message["References"] = f"<{re.sub('[^A-Za-z0-9.-]', '', letter.thread)}@{domain}>"
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    message.set_content(_text(letter), cte="quoted-printable")
    message.add_alternative(_page(letter), subtype="html", cte="quoted-printable")
    message["Content-Language"] = letter.language
    return message


def _text(letter: Letter) -> str:
    news = "\n".join([letter.heading, *(f"- {line}" for line in letter.news)])
    parts = [letter.greeting, news if letter.news else "", f"{letter.button}:\n{letter.link}"]
    return "\n\n".join(part for part in parts if part) + f"\n\n-- \n{letter.footer}\n"


def _page(letter: Letter) -> str:
    lines = "".join(f"<li>{escape(line)}</li>" for line in letter.news)
    news = f"<p>{escape(letter.heading)}</p><ul>{lines}</ul>" if letter.news else ""
    return _PAGE.substitute(
        language=escape(letter.language),
        subject=escape(one_line(letter.subject)),
        greeting=escape(letter.greeting),
        news=news,
        button=escape(letter.button),
        link=escape(letter.link),
        footer=escape(letter.footer),
    )


# -- sending -------------------------------------------------------------------------------------


def send(message: EmailMessage, settings: Settings) -> None:
    """Hand a message over to the configured server; blocks, so call it in a thread."""
    try:
        with _connected(settings) as server:
            server.send_message(message, to_addrs=[str(message["To"])])
    except smtplib.SMTPRecipientsRefused as refused:
        codes = [code for code, _ in refused.recipients.values()]
        raise MailError(f"recipient refused ({codes[0]})", final=min(codes) >= 500) from None
    except smtplib.SMTPResponseException as refused:
        code = refused.smtp_code
        raise MailError(f"{type(refused).__name__} ({code})", final=code >= 500) from None
    except (smtplib.SMTPNotSupportedError, ssl.SSLCertVerificationError) as wrong:
        raise MailError(type(wrong).__name__, final=True) from None
    except (smtplib.SMTPException, OSError) as wrong:
        raise MailError(type(wrong).__name__, final=False) from None


def _connected(settings: Settings) -> smtplib.SMTP:
    host, port = settings.smtp_host, settings.smtp_port
    trusted = ssl.create_default_context()
    server: smtplib.SMTP
    if settings.smtp_tls and port == TLS_PORT:
        server = smtplib.SMTP_SSL(host, port, timeout=TIMEOUT_S, context=trusted)
    else:
        server = smtplib.SMTP(host, port, timeout=TIMEOUT_S)
    try:
        if settings.smtp_tls and port != TLS_PORT:
            server.starttls(context=trusted)
        if settings.smtp_user:
            server.login(settings.smtp_user, settings.smtp_password)
    except BaseException:
        server.close()
        raise
    return server
