"""What is counted and measured, told in the text format that Prometheus reads."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

Labels: TypeAlias = tuple[tuple[str, str], ...]

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Upper bounds of answer times, in seconds."""
MEDIA_TYPE: Final = "text/plain; version=0.0.4"


class Times:
    """How long something took, as a histogram."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """Count one more."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def lines(self, name: str, labels: Labels) -> Iterator[str]:
        """Tell the histogram."""
        below = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self.counts, strict=True):
            below += count
            yield _line(f"{name}_bucket", (*labels, ("le", bound)), below)
        yield _line(f"{name}_sum", labels, self.total)
        yield _line(f"{name}_count", labels, below)


class Metrics:
    """Everything that is counted by the server's doors; what tables count is asked for."""

    def __init__(self) -> None:
        self.commands: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.requests: Counter[str] = Counter()
        self.faults = 0
        self.sockets = 0
        self.resyncs = 0
        self.answered: dict[str, Times] = {}

    def command(self, do: str, seconds: float, refused: str = "") -> None:
        """Count a command and how long its reply took."""
        self.commands[do] += 1
        self.answered.setdefault(do, Times()).add(seconds)
        if refused:
            self.refusals[refused] += 1

    def text(self, gauges: Mapping[str, int]) -> str:
        """Tell everything; the gauges are what others count."""
        return "\n".join([*self._own(), *_gauges(gauges)]) + "\n"

    def _own(self) -> Iterator[str]:
        yield from _counter("commands", "Commands by kind.", "do", self.commands)
        yield from _counter("refusals", "Refused commands by code.", "code", self.refusals)
        yield from _counter("http_requests", "HTTP requests by status.", "status", self.requests)
        yield from _head("faults_total", "Unexpected errors.", "counter")
        yield _line("walstatt_faults_total", (), self.faults)
        yield from _head("resyncs_total", "Slow readers who were told everything anew.", "counter")
        yield _line("walstatt_resyncs_total", (), self.resyncs)
        yield from _head("sockets", "Open sockets.", "gauge")
        yield _line("walstatt_sockets", (), self.sockets)
        yield from _head("command_seconds", "Time from a command to its reply.", "histogram")
        for do, times in sorted(self.answered.items()):
            yield from times.lines("walstatt_command_seconds", (("do", do),))


def _counter(name: str, about: str, label: str, counts: Mapping[str, int]) -> Iterator[str]:
    yield from _head(f"{name}_total", about, "counter")
    for value, count in sorted(counts.items()):
        yield _line(f"walstatt_{name}_total", ((label, value),), count)


def _gauges(gauges: Mapping[str, int]) -> Iterator[str]:
    for name, value in sorted(gauges.items()):
        yield from _head(name, f"{name.replace('_', ' ').capitalize()}.", "gauge")
        yield _line(f"walstatt_{name}", (), value)


def _head(name: str, about: str, kind: str) -> Iterable[str]:
    return f"# HELP walstatt_{name} {about}", f"# TYPE walstatt_{name} {kind}"


def _line(name: str, labels: Labels, value: float) -> str:
    said = ",".join(f'{key}="{_escaped(one)}"' for key, one in labels)
    return f"{name}{{{said}}} {value}" if said else f"{name} {value}"


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
