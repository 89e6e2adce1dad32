"""The log: one line for each thing that happened, JSON unless somebody watches the terminal."""

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any, Final, TextIO

import structlog
from structlog.types import Processor

from walstatt.server.settings import Settings

SECRETS: Final = frozenset(
    {"authorization", "hook", "key", "link", "mail", "nonce", "password", "session", "token"}
)
"""What is never written, whoever passes it."""
_BEARER: Final = re.compile(r"(?i)(bearer\s+|#/(?:t|replay)/[a-z2-7]{10}/)[\w~+/=-]+")


def configure_logs(settings: Settings, out: TextIO | None = None) -> None:
    """Write the log of this program and of its libraries to the standard error."""
    stream = out or sys.stderr
    as_json = settings.log_json if settings.log_json is not None else not stream.isatty()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_formatter(as_json=as_json))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(settings.log_level.upper())
    structlog.configure(
        processors=[*_shared(), structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def _shared() -> list[Processor]:
    return [
        structlog.stdlib.filter_by_level,
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]


def _formatter(*, as_json: bool) -> logging.Formatter:
    shown: list[Processor] = (
        [structlog.processors.format_exc_info, hide_secrets, structlog.processors.JSONRenderer()]
        if as_json
        else [hide_secrets, _printable, _console()]
    )
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=_shared()[1:],
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *shown],
    )


def _console() -> Processor:
    """Show lines to a person; never with the values of variables, among which are passwords."""
    return structlog.dev.ConsoleRenderer(
        colors=False, exception_formatter=structlog.dev.plain_traceback
    )


def _printable(
    _: Any,  # noqa: ANN401 - whatever logger it is
    __: str,
    event: MutableMapping[str, Any],
) -> MutableMapping[str, Any]:
    """Let nothing that strangers sent give orders to a terminal."""
    for name, value in event.items():
        if isinstance(value, str) and not value.isprintable() and name != "exception":
            event[name] = value.encode("unicode_escape").decode()
    return event


def hide_secrets(
    _: Any,  # noqa: ANN401 - whatever logger it is
    __: str,
    event: MutableMapping[str, Any],
) -> MutableMapping[str, Any]:
    """Take everything out of a line that would open a seat or an account."""
    for name, value in event.items():
        if not isinstance(value, str):
            continue
        event[name] = "…" if name in SECRETS else _BEARER.sub(r"\1…", value)
    return event
