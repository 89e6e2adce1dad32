"""Whatever goes wrong over HTTP, told as a `Trouble` and never as a stack trace."""

import re
import secrets
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap

from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.errors import BadRequest
from walstatt.server.errors import Refusal
from walstatt.server.protocol import Trouble

STATUS: Final[Mapping[str, int]] = {
    "illegal": 422,
    "stale": 409,
    "not_yours": 403,
    "not_now": 409,
    "malformed": 400,
    "too_fast": 429,
    "gone": 404,
    "frozen": 423,
}
"""The status for each code with which the tables refuse."""

UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What reading JSON from strangers can raise; what is nested too deeply raises the last."""

LOG: Final = structlog.get_logger("walstatt.web")

_FIELD: Final = re.compile(r"^Object (contains unknown|missing required) field `([^`]*)`")
_HUNG_UP: Final = "client disconnected prematurely"
"""How litestar names a body that was not sent to its end; nobody is left to hear of it."""
_KNOWN: Final = {
    401: ("login", "server.web.login"),
    404: ("not_found", "server.web.not_found"),
    405: ("not_found", "server.web.method"),
    413: ("too_large", "server.web.too_large"),
    415: ("malformed", "server.web.media"),
}


class Problem(Exception):
    """Something wrong with a request that is not for a table to judge."""

    def __init__(
        self, status: int, code: str, text: Message, headers: Mapping[str, str] | None = None
    ) -> None:
        self.status = status
        self.trouble = Trouble(code, text)
        self.headers = dict(headers or {})
        super().__init__(text.id)


def login_needed() -> Problem:
    """Refuse somebody who has to log in first."""
    return Problem(401, "login", say("server.web.login"), {"WWW-Authenticate": "Bearer"})


def too_fast(wait_s: float) -> Problem:
    """Refuse somebody who asks too often."""
    seconds = max(1, round(wait_s + 0.5))
    text = say("server.web.too_fast", n=seconds)
    return Problem(429, "too_fast", text, {"Retry-After": str(seconds)})


def misread(reason: str) -> Message:
    """Say what is wrong with data that cannot be read, in the words of the one who read it."""
    what, _, place = reason.partition(" - at ")
    at = place.strip("`$").removeprefix(".")
    found = _FIELD.match(what)
    if found is None:
        return say("server.web.malformed", reason=f"{at}: {what}" if at else what)
    field = f"{at}.{found[2]}" if at else found[2]
    unknown = found[1] == "contains unknown"
    return say("server.web.unknown_field" if unknown else "server.web.missing_field", field=field)


def new_incident() -> str:
    """Number something unexpected, so that a report and the log find each other."""
    return secrets.token_hex(4)


# -- how the application answers exceptions ------------------------------------------------------


def _on_problem(_: Request[Any, Any, Any], problem: Problem) -> Response[Trouble]:
    return Response(problem.trouble, status_code=problem.status, headers=problem.headers)


def _on_refusal(_: Request[Any, Any, Any], refusal: Refusal) -> Response[Trouble]:
    trouble = Trouble(refusal.code, refusal.text, refusal.violations)
    return Response(trouble, status_code=STATUS.get(refusal.code, 400))


def _on_bad_request(_: Request[Any, Any, Any], wrong: BadRequest) -> Response[Trouble]:
    return Response(Trouble("malformed", misread(str(wrong))), status_code=400)


def _on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Trouble]:
    status = error.status_code
    if error.detail == _HUNG_UP:
        return Response(Trouble("malformed", say("server.web.no_body")), status_code=400)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return _on_unexpected(request, error)
    code, text = _KNOWN.get(status, ("malformed", ""))
    message = say(text) if text else _details(error)
    allow = {key: one for key, one in (error.headers or {}).items() if key.lower() == "allow"}
    return Response(Trouble(code, message), status_code=status, headers=allow)


def _on_unexpected(request: Request[Any, Any, Any], error: Exception) -> Response[Trouble]:
    incident = new_incident()
    LOG.error("unexpected", incident=incident, path=request.url.path, exc_info=error)
    request.app.state.house.metrics.faults += 1
    trouble = Trouble("unexpected", say("server.web.unexpected", incident=incident))
    return Response(trouble, status_code=500)


def _details(error: HTTPException) -> Message:
    """Gather what a failed validation says about parameters."""
    extra = error.extra if isinstance(error.extra, list) else []
    if any(one.get("key") == "data" for one in extra):
        return say("server.web.no_body")
    told = (f"{_named(one)}: {one['message']}" for one in extra if "message" in one)
    return misread("; ".join(told) or error.detail)


def _named(problem: Mapping[str, str]) -> str:
    """Name a parameter as its sender does: `state` has another name where it is read."""
    return problem.get("key", "").removeprefix("of_")


HANDLERS: Final[ExceptionHandlersMap] = {
    Problem: _on_problem,
    Refusal: _on_refusal,
    BadRequest: _on_bad_request,
    HTTPException: _on_http,
    Exception: _on_unexpected,
}
