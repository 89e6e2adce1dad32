"""A match: a game with its log. The log is the truth; positions are a cache."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from walstatt.kernel.chance import ChanceSource, CommitReveal, Outcomes, Recorded, Request, Seeded
from walstatt.kernel.codec import plain, read_answer, state_hash
from walstatt.kernel.content import content_hash
from walstatt.kernel.decisions import Answer, Decision, kind_of
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.errors import BadRequest, HashMismatch
from walstatt.kernel.events import Emitted, Rolled
from walstatt.kernel.game import AnyGame, new_game
from walstatt.kernel.ids import Seat
from walstatt.kernel.options import make_options

FORMAT = 1


class Dice(Struct, frozen=True, omit_defaults=True):
    """Where dice come from: a key, or a secret committed to beforehand and every seat's nonce."""

    source: Literal["seeded", "commit-reveal", "withheld"]
    key: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2}){0,64}$")] = ""
    commitment: str = ""
    nonces: dict[Seat, str] = {}

    def open(self, game: str, counters: dict[str, int]) -> Seeded:
        """Make the source, as far along as the counters say."""
        if self.source == "withheld":
            raise BadRequest("this copy of the game does not hold the key of its dice")
        secret = bytes.fromhex(self.key)
        if self.source == "seeded":
            return Seeded(secret, counters)
        fair = CommitReveal(secret, self.nonces, game)
        if self.commitment and self.commitment != fair.commitment:
            raise BadRequest("the key of the dice is not the one that was committed to")
        fair.counters.update(counters)
        return fair

    def withheld(self) -> Dice:
        """Leave out what would tell the dice to come."""
        return Dice("withheld", commitment=self.commitment, nonces=self.nonces)


class Header(Struct, frozen=True):
    """What a game was started with."""

    game: str
    version: int
    scenario: str
    options: dict[str, Any]
    rosters: dict[Seat, Any]
    content: str
    dice: Dice
    name: str = ""
    branched: int | UnsetType = UNSET
    """For a branch of another game: the last entry that was not rolled with these dice."""


class Entry(Struct, frozen=True, omit_defaults=True):
    """One accepted command: who did what, what fell, and the position after it."""

    n: int
    seat: Seat
    answer: dict[str, Any]
    kind: str = ""
    auto: bool = False
    rolls: tuple[tuple[str, str, Outcomes], ...] = ()
    """Stream, purpose and result of everything rolled and drawn."""
    state: str = ""
    chain: str = ""


class Moment(Struct, frozen=True):
    """The position after an entry, and what was told on the way there."""

    game: AnyGame
    told: tuple[Emitted, ...]
    sealed: bool
    """Whether dice fell or something was revealed, so that it cannot be taken back."""


class _Listening:
    """A source that remembers what it gave."""

    def __init__(self, source: ChanceSource) -> None:
        self.source = source
        self.given: list[tuple[str, str, Outcomes]] = []

    def resolve(self, request: Request) -> Outcomes:
        outcome = self.source.resolve(request)
        self.given.append((request.stream, request.purpose, outcome))
        return outcome


class Match:
    """A game being played, with everything needed to take back, replay, verify and save it."""

    def __init__(self, definition: AnyGameDef, header: Header) -> None:
        self.definition = definition
        self.header = header
        self.entries: list[Entry] = []
        self.moments: list[Moment] = []
        self.policies: dict[Seat, set[str]] = {}
        self.diverged_at: int | None = None
        """The first entry that today's rules play differently, if the match began under others."""
        self.rolling: Callable[[ChanceSource], ChanceSource] | None = None
        """What stands between the match and its dice: players who roll real ones."""
        self._source: _Listening

    # -- starting --------------------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        definition: AnyGameDef,
        scenario: str,
        *,
        seed: int | str | None = None,
        options: Mapping[str, Any] | None = None,
        preset: str = "",
        rosters: Mapping[Seat, Any] | None = None,
        name: str = "",
        dice: Dice | None = None,
        rolling: Callable[[ChanceSource], ChanceSource] | None = None,
    ) -> Match:
        """Begin a new match; without a seed the dice are unpredictable."""
        chosen = make_options(definition.options_type, dict(options or {}), preset)
        header = Header(
            definition.id,
            definition.version,
            definition.scenario(scenario).id,
            plain(chosen),
            plain(dict(rosters or {})),
            content_hash(*definition.content_paths()),
            dice or seeded(seed),
            name,
        )
        match = cls(definition, header)
        match.rolling = rolling
        match._begin(match._dice({}))
        return match

    def _begin(self, source: ChanceSource, expected: Entry | None = None) -> None:
        tape: list[Emitted] = []
        heard = _Listening(source)
        options = make_options(self.definition.options_type, dict(self.header.options))
        header = self.header
        game = new_game(self.definition, header.scenario, heard, options, header.rosters, tape)
        self._source = heard
        self._record(game, tape, Entry(0, Seat(""), {}, rolls=tuple(heard.given)), expected)

    # -- playing ---------------------------------------------------------------------------------

    @property
    def game(self) -> AnyGame:
        """Give the present position."""
        return self.moments[-1].game

    @property
    def chain(self) -> str:
        """Give the hash that vouches for the whole log."""
        return self.entries[-1].chain

    def answer(
        self, seat: Seat, answer: Answer | dict[str, Any], kind: str = "", *, auto: bool = False
    ) -> tuple[Emitted, ...]:
        """Take a command: check, play and log it, follow policies, and tell what happened.

        On any error the match stays as it was.
        """
        given = read_answer(self.definition, answer) if isinstance(answer, dict) else answer
        first = len(self.moments)
        try:
            self._play(seat, given, kind, auto=auto)
            self._follow_policies()
        except Exception:
            self._cut(first)
            self.reopen_dice()
            raise
        return tuple(told for moment in self.moments[first:] for told in moment.told)

    def _play(
        self,
        seat: Seat,
        answer: Answer,
        kind: str,
        *,
        auto: bool,
        expected: Entry | None = None,
    ) -> None:
        tape: list[Emitted] = []
        game = self.game.clone(self._source)
        game.tape = tape
        for scope in game.scopes:
            scope.tape = tape
        decision, standing = self.game.addressed(seat, answer, kind)
        self._source.given = []
        game.answer(seat, answer, kind)
        rolls = tuple(self._source.given)
        named = kind_of(decision) if standing else ""
        entry = Entry(len(self.entries), seat, plain(answer), named, auto, rolls)
        self._record(game, tape, entry, expected)

    def _record(
        self, game: AnyGame, tape: list[Emitted], entry: Entry, expected: Entry | None
    ) -> None:
        entry = replace(entry, state=state_hash(game))
        if expected is not None and expected.state != entry.state:
            raise HashMismatch(f"entry {entry.n} gives another position than the one recorded")
        before = self.entries[-1].chain if self.entries else chained("", self.header)
        entry = replace(entry, chain=chained(before, entry))
        game.tape = None
        for scope in game.scopes:
            scope.tape = None
        self.entries.append(entry)
        sealed = bool(entry.rolls) or self._reveals(entry, tape)
        self.moments.append(Moment(game, tuple(tape), sealed))

    def _reveals(self, entry: Entry, tape: list[Emitted]) -> bool:
        """Tell whether the newest command showed somebody something new."""
        if any(told.event.reveals for told in tape):
            return True
        asked = self.moments[-1].game.asked if self.moments else None
        if asked is None or asked.mode != "all" or len(asked.decisions) < 2 or entry.kind:
            return False
        return len(asked.open) == 1

    def _follow_policies(self) -> None:
        """Answer for seats that want certain questions answered for them."""
        for _ in range(self.definition.runaway):
            seat = next((one for one in self.game.to_act if self._has_policy(one)), None)
            if seat is None:
                return
            self._play(seat, self.default(seat), "", auto=True)

    def _has_policy(self, seat: Seat) -> bool:
        decision = self.game.decision(seat)
        if decision is None or kind_of(decision) not in self.policies.get(seat, ()):
            return False
        return self._default(seat, decision) is not None

    def default(self, seat: Seat) -> Answer:
        """Give the answer taken for a seat that is away."""
        decision = self.game.decision(seat)
        if decision is None:
            raise BadRequest(f"{seat} is not asked now")
        default = self._default(seat, decision)
        if default is None:
            raise BadRequest(f"there is no default answer to {kind_of(decision)}")
        return default

    def _default(self, seat: Seat, decision: Decision[Any]) -> Answer | None:
        default: Answer | None = decision.default(self.game.ctx)
        if default is not None and not self.game.check(seat, default):
            return default
        options = self.game.options(seat)
        return options[0] if options else None

    # -- taking back -----------------------------------------------------------------------------

    def why_no_undo(self, seat: Seat) -> str:
        """Say why a seat cannot take its last command back, or nothing if it can."""
        try:
            self._undo_to(seat)
        except BadRequest as why:
            return str(why)
        return ""

    def undo(self, seat: Seat) -> None:
        """Take back the seat's last command, and whatever the program answered for it since."""
        to, kept = self._undo_to(seat)
        self._cut(to)
        for entry in kept:
            answer = read_answer(self.definition, entry.answer)
            self._play(entry.seat, answer, entry.kind, auto=entry.auto)

    def _undo_to(self, seat: Seat) -> tuple[int, list[Entry]]:
        """Find the entry to take back, and the secret answers of others that must be kept."""
        kept: list[Entry] = []
        for n in range(len(self.entries) - 1, 0, -1):
            entry = self.entries[n]
            if self.moments[n].sealed:
                raise BadRequest("dice have fallen or something was revealed since")
            if entry.seat == seat and not entry.auto:
                return n, kept[::-1] if self._is_secret(n) else _none_but_automatic(kept)
            if entry.seat != seat and self._is_secret(n):
                kept.append(entry)
            else:
                _none_but_automatic([entry])
        raise BadRequest("there is nothing to take back")

    def _is_secret(self, n: int) -> bool:
        """Tell whether an entry is one of several simultaneous answers, not all of them in."""
        entry, asked = self.entries[n], self.moments[n].game.asked
        return asked is not None and not entry.kind and entry.seat in asked.answers

    def rewind(self, n: int) -> None:
        """Go back to the position after entry n, by consent; never across dice or reveals."""
        if not 0 <= n < len(self.entries):
            raise BadRequest(f"there is no entry {n}")
        if any(moment.sealed for moment in self.moments[n + 1 :]):
            raise BadRequest("dice have fallen or something was revealed since")
        self._cut(n + 1)

    def _cut(self, n: int) -> None:
        del self.entries[n:]
        del self.moments[n:]

    def mark(self) -> tuple[list[Entry], list[Moment]]:
        """Remember the log as it is, in case what comes next cannot be kept."""
        return self.entries.copy(), self.moments.copy()

    def return_to(self, mark: tuple[list[Entry], list[Moment]]) -> None:
        """Make the log what it was, as though nothing had happened since."""
        entries, moments = mark
        self.entries, self.moments = entries.copy(), moments.copy()
        self.reopen_dice()

    def branch(self, n: int, dice: Dice, name: str = "") -> Match:
        """Make a new match that shares all up to entry n and goes on with dice of its own."""
        if not 0 <= n < len(self.entries):
            raise BadRequest(f"there is no entry {n}")
        branch = Match(
            self.definition,
            replace(self.header, dice=dice, name=name or self.header.name, branched=n),
        )
        chain = chained("", branch.header)
        for entry in self.entries[: n + 1]:
            chain = chained(chain, entry)
            branch.entries.append(replace(entry, chain=chain))
        branch.moments = self.moments[: n + 1]
        if self.diverged_at is not None and self.diverged_at <= n:
            branch.diverged_at = self.diverged_at
        branch.reopen_dice()
        return branch

    # -- replaying -------------------------------------------------------------------------------

    @classmethod
    def replay(cls, definition: AnyGameDef, header: Header, entries: list[Entry]) -> Match:
        """Play a log again and verify every hash in it."""
        match = cls(definition, header)
        for entry in entries:
            match.replay_entry(entry)
        match.reopen_dice()
        return match

    def replay_entry(self, entry: Entry) -> None:
        """Play the next entry of a log with the dice it records."""
        source = Recorded([outcome for _, _, outcome in entry.rolls])
        if not self.entries:
            self._begin(source, entry)
        else:
            self._source = _Listening(source)
            answer = read_answer(self.definition, entry.answer)
            self._play(entry.seat, answer, entry.kind, auto=entry.auto, expected=entry)
        if source.left:
            raise HashMismatch(f"entry {entry.n} records {source.left} results nobody asked for")
        if self.entries[-1].chain != entry.chain:
            raise HashMismatch(f"entry {entry.n} does not follow from the entries before it")

    def reopen_dice(self) -> None:
        """Go on with the dice where the log ends."""
        if self.header.dice.source == "withheld":
            self._source = _Listening(Recorded([]))
            return
        counters: dict[str, int] = {}
        for entry in self.entries:
            for stream, _, _ in entry.rolls:
                counters[stream] = counters.get(stream, 0) + 1
        self._source = _Listening(self._dice(counters))

    def _dice(self, counters: dict[str, int]) -> ChanceSource:
        """Open the dice as far along as the counters say."""
        dice = self.header.dice.open(self.header.name or self.header.game, counters)
        return dice if self.rolling is None else self.rolling(dice)

    def rolls(self) -> list[Rolled]:
        """List everything that was rolled or drawn."""
        told = (one.event for moment in self.moments for one in moment.told)
        return [event for event in told if isinstance(event, Rolled)]


def _none_but_automatic(entries: list[Entry]) -> list[Entry]:
    """Let only entries be lost that nobody made."""
    for entry in entries:
        if not entry.auto:
            raise BadRequest(f"{entry.seat} has acted since")
    return []


def seeded(seed: int | str | None) -> Dice:
    """Make dice from a seed, or from the machine's own randomness."""
    if seed is None:
        return Dice("seeded", os.urandom(32).hex())
    return Dice("seeded", hashlib.blake2b(str(seed).encode(), digest_size=32).hexdigest())


def chained(before: str, link: Header | Entry) -> str:
    """Hash a link of the log with all that came before it, but without the key of the dice."""
    if isinstance(link, Entry):
        bare: Header | Entry = replace(link, chain="")
    else:
        bare = replace(link, dice=link.dice.withheld())
    packed = msgspec.json.encode(bare, order="deterministic")
    return hashlib.blake2b(before.encode() + packed, digest_size=16).hexdigest()
