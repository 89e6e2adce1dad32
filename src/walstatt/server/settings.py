"""What a server is told before it starts: by its caller, or by `WALSTATT_*` in the environment."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from walstatt.kernel.errors import WalstattError

DAY_S: Final = 86_400
PREFIX: Final = "WALSTATT_"

Positive = Annotated[int, Meta(ge=1)]
Natural = Annotated[int, Meta(ge=0)]
Rate = Annotated[float, Meta(gt=0)]


class SettingsError(WalstattError):
    """A setting cannot be used as it is."""


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much anybody may ask for; rates are per second, bursts what may come at once."""

    body_bytes: Positive = 64 * 1024
    import_bytes: Positive = 8 * 1024 * 1024
    army_bytes: Positive = 256 * 1024
    message_bytes: Positive = 16 * 1024
    """The longest message a socket may send."""

    request_rate: Rate = 40.0
    request_burst: Positive = 200
    """For each address, and again for each token."""
    account_rate: Rate = 0.1
    account_burst: Positive = 10
    """For registering and logging in, for each address."""
    table_rate: Rate = 0.2
    table_burst: Positive = 20
    """For new tables, for each address."""
    army_rate: Rate = 4.0
    army_burst: Positive = 40
    """For armies that the server makes or prints, for each address."""
    socket_rate: Rate = 20.0
    socket_burst: Positive = 40
    """For the messages of one socket."""
    address_rate: Rate = 200.0
    address_burst: Positive = 800
    """For the messages of all sockets of one address."""
    opening_rate: Rate = 1.0
    opening_burst: Positive = 128
    """For opening sockets, for each address; after a restart all of them come back at once."""

    sockets_each: Positive = 64
    """Open sockets of one address."""
    sockets: Positive = 4000
    """Open sockets of all."""
    outgoing: Positive = 256
    """Words that may wait for a slow reader before he is told everything anew."""
    hello_s: Rate = 10.0
    """How long a new socket may stay silent."""
    malformed: Positive = 20
    """After so many messages that cannot be read a socket is closed."""
    too_fast: Positive = 100
    """After so many messages that came too fast a socket is closed."""

    tables_loaded: Positive = 2000
    """Tables kept in memory."""
    idle_s: Positive = 900
    """After this time a table without visitors may leave the memory."""
    chat_lines: Positive = 500
    """Lines of chat kept for each table."""


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that can be set; the defaults are for one's own machine."""

    data: Path | None = None
    """The SQLite file; None keeps everything in memory only."""
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8642
    base_url: Annotated[str, Meta(pattern=r"^(|https?://[^/?#\s]+)$")] = ""
    """Where people reach the server, without a slash at the end; nothing: host and port."""
    origins: tuple[str, ...] = ()
    """Further origins whose pages may open sockets, such as `https://games.example`."""
    hosts: tuple[str, ...] = ()
    """Further names under which the server may be addressed; `*` allows every name."""
    trusted_proxy: bool = False
    """Whether `X-Forwarded-For` comes from a proxy of ours."""

    workers: Natural = 1
    """Processes in which computers think."""
    pace_ms: Natural = 500
    """The shortest time between two moves of a computer."""
    think_ms: Positive = 2000
    """The longest time a computer may think about one answer."""

    claim_after_s: Natural = 3 * DAY_S
    """When the seat of somebody who is away can be claimed, in a game by correspondence."""
    claim_after_live_s: Natural = 120
    """The same in a game where everybody is there."""
    forfeit_after_s: Natural = 7 * DAY_S
    """When somebody who is away has lost, if the other wants that, in a game by correspondence."""
    forfeit_after_live_s: Natural = 600
    """The same in a game where everybody is there."""
    grace_s: Natural = 60
    """How long somebody may take to notice by himself that it is his turn."""

    smtp_host: str = ""
    """The server that sends our mail; nothing: no mail."""
    smtp_port: Annotated[int, Meta(ge=1, le=65_535)] = 587
    smtp_user: str = ""
    smtp_password: str = ""
    smtp_sender: str = "walstatt@localhost"
    smtp_tls: bool = True
    """Whether mail is handed over encrypted (STARTTLS, or TLS at once on port 465)."""
    allow_private_hooks: bool = False
    """Whether web hooks may lead into private networks."""
    hook_secret: str = ""
    """What web hooks are signed with; nothing: they are not signed."""

    log_json: bool | None = None
    """Whether the log is written as JSON; None: unless it goes to a terminal."""
    log_level: str = "info"
    limits: Limits = Limits()

    def __repr__(self) -> str:
        return f"Settings(data={self.data}, base_url={self.url!r})"

    @property
    def url(self) -> str:
        """Give the address people use."""
        return self.base_url or f"http://{_bracketed(self.host)}:{self.port}"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> "Settings":
        """Read `WALSTATT_*`; the data lies in the user's data folder unless WALSTATT_DATA says."""
        given = os.environ if environment is None else environment
        told = {field: given[PREFIX + field.upper()] for field in _FIELDS if _is_set(given, field)}
        path = told.pop("data", "")
        data = Path(path).expanduser() if path else default_data(given)
        return cls.read({**_split(told), "limits": _limits(given)}, data)

    @classmethod
    def read(cls, told: Mapping[str, Any], data: Path | None) -> "Settings":
        """Make settings from plain values and say clearly what is wrong with them."""
        try:
            read = msgspec.convert({**told, "data": None}, cls, strict=False)
        except msgspec.ValidationError as wrong:
            raise SettingsError(_blame(str(wrong))) from None
        return msgspec.structs.replace(read, data=data)


_FIELDS: Final = tuple(name for name in Settings.__struct_fields__ if name != "limits")
_LISTS: Final = frozenset({"origins", "hosts"})


def default_data(environment: Mapping[str, str] | None = None) -> Path:
    """Name the data file in the user's data folder."""
    return _data_home(os.environ if environment is None else environment) / "walstatt.sqlite3"


def _data_home(environment: Mapping[str, str]) -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "walstatt"
    if sys.platform == "win32":
        local = environment.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "walstatt"
    xdg = environment.get("XDG_DATA_HOME", "")
    return (Path(xdg) if xdg else Path.home() / ".local" / "share") / "walstatt"


def _is_set(environment: Mapping[str, str], field: str) -> bool:
    return environment.get(PREFIX + field.upper(), "") != ""


def _split(told: Mapping[str, str]) -> dict[str, Any]:
    """Take lists apart at their commas."""
    return {
        field: [one.strip() for one in text.split(",") if one.strip()] if field in _LISTS else text
        for field, text in told.items()
    }


def _limits(environment: Mapping[str, str]) -> dict[str, str]:
    names = Limits.__struct_fields__
    told = {name: f"limit_{name}" for name in names if _is_set(environment, f"limit_{name}")}
    return {name: environment[PREFIX + field.upper()] for name, field in told.items()}


def _blame(text: str) -> str:
    what, _, place = text.partition(" - at ")
    name = place.strip("`").removeprefix("$.").replace("limits.", "limit_")
    return f"{PREFIX}{name.upper()}: {what}" if name else what


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
