"""How fast anybody may ask: token buckets in memory, of which there are only so many."""

import time
from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final, Literal, TypeAlias

from walstatt.server.settings import Limits

Clock: TypeAlias = Callable[[], float]
Kind: TypeAlias = Literal["requests", "accounts", "tables", "armies", "sockets", "messages"]

KEPT: Final = 20_000
"""How many buckets are kept; the one unused for longest makes room, being the fullest likely."""


class Bucket:
    """Fills steadily up to its burst; whatever is done takes one out."""

    __slots__ = ("burst", "filled", "rate", "since")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.filled = float(burst)
        self.since = now

    def take(self, now: float) -> float:
        """Take one, or say in how many seconds there will be one."""
        self.filled = min(self.burst, self.filled + (now - self.since) * self.rate)
        self.since = now
        if self.filled < 1:
            return (1 - self.filled) / self.rate
        self.filled -= 1
        return 0.0


class Buckets:
    """A bucket for each of those who ask."""

    def __init__(
        self, rate: float, burst: int, kept: int = KEPT, now: Clock = time.monotonic
    ) -> None:
        self.rate = rate
        self.burst = burst
        self.kept = kept
        self.now = now
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, who: str) -> float:
        """Take one for somebody, or say how long he has to wait."""
        now = self.now()
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = Bucket(self.rate, self.burst, now)
            if len(self._buckets) > self.kept:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(who)
        return bucket.take(now)


class Rates:
    """All rates that are watched across requests."""

    def __init__(self, limits: Limits, now: Clock = time.monotonic) -> None:
        self.by_address: dict[Kind, Buckets] = {
            "requests": Buckets(limits.request_rate, limits.request_burst, now=now),
            "accounts": Buckets(limits.account_rate, limits.account_burst, now=now),
            "tables": Buckets(limits.table_rate, limits.table_burst, now=now),
            "armies": Buckets(limits.army_rate, limits.army_burst, now=now),
            "sockets": Buckets(limits.opening_rate, limits.opening_burst, now=now),
            "messages": Buckets(limits.address_rate, limits.address_burst, now=now),
        }
        self.by_token = Buckets(limits.request_rate, limits.request_burst, now=now)
        self.by_name = Buckets(limits.account_rate, limits.account_burst, now=now)

    def wait(self, kind: Kind, address: str) -> float:
        """Say how long somebody has to wait before he may do that; 0 counts it as done."""
        return self.by_address[kind].take(neighbourhood(address))

    def wait_token(self, token: str) -> float:
        """Say how long the bearer of a token has to wait; the token itself is not kept."""
        return self.by_token.take(_digest(token)) if token else 0.0

    def wait_name(self, name: str) -> float:
        """Say how long one has to wait before trying a password for a name once more."""
        return self.by_name.take(_digest(name.casefold()))


class Places:
    """Counts what is open at the same time, for each address and in all."""

    def __init__(self, each: int, in_all: int) -> None:
        self.each = each
        self.in_all = in_all
        self.taken: dict[str, int] = {}
        self.open = 0

    def enter(self, address: str) -> bool:
        """Take a place if there is one."""
        who = neighbourhood(address)
        if self.taken.get(who, 0) >= self.each or self.open >= self.in_all:
            return False
        self.taken[who] = self.taken.get(who, 0) + 1
        self.open += 1
        return True

    def leave(self, address: str) -> None:
        """Give a place back."""
        who = neighbourhood(address)
        self.open -= 1
        self.taken[who] -= 1
        if not self.taken[who]:
            del self.taken[who]


def neighbourhood(address: str) -> str:
    """Name those who count as one: an IPv4 address, or the /64 somebody was given."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network(f"{found}/64", strict=False)) if not found.is_loopback else str(found)


def _digest(secret: str) -> str:
    return blake2b(secret.encode(errors="replace"), digest_size=12).hexdigest()
