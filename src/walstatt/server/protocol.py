"""What client and server say to each other; the client's types are generated from these.

Everything goes as JSON. Commands carry the tag `do`, messages of the server the tag `is`; the same
commands can be sent over a table's websocket or posted to its `/do`. Whatever a person reads is a
`Message` in no language yet.

No struct here can hold what its reader may not know: scenes, log lines, previews and the rest are
made for one seat, or for a spectator (`seat` is None).
"""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from walstatt.i18n.catalogue import Message
from walstatt.kernel.decisions import Violation
from walstatt.kernel.ids import NOBODY, Face, RuleId, Seat
from walstatt.kernel.ledger import Ledger
from walstatt.kernel.prompts import Preview, Target
from walstatt.scene.about import About
from walstatt.scene.model import Scene, Side
from walstatt.scene.patch import Patch
from walstatt.server.said import Said, Wanted

TableId: TypeAlias = Annotated[str, Meta(pattern="^[a-z2-7]{10}$")]
Token: TypeAlias = Annotated[str, Meta(min_length=16, max_length=64)]
PlayerName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
SeatName: TypeAlias = Annotated[str, Meta(max_length=40)]
Name: TypeAlias = Annotated[str, Meta(max_length=60)]
Line: TypeAlias = Annotated[str, Meta(min_length=1, max_length=500)]
Nonce: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{0,64}$")]
Secret: TypeAlias = Annotated[str, Meta(pattern="^([A-Za-z0-9_-]{22,64})?$")]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Occupant: TypeAlias = Literal["human", "computer", "open"]
State: TypeAlias = Literal["waiting", "live", "finished", "frozen"]
Agreement: TypeAlias = Literal["draw", "undo"]


# -- tables --------------------------------------------------------------------------------------


class ClockRule(Wanted, frozen=True):
    """How long a seat may think: a stock of seconds, and what every answer adds to it."""

    stock: Annotated[int, Meta(ge=10, le=90 * 86_400)]
    added: Annotated[int, Meta(ge=0, le=14 * 86_400)] = 0


class Sitting(Wanted, frozen=True):
    """Who is to sit on a seat of a new table."""

    occupant: Literal["me", "friend", "computer", "open"]
    level: str = ""
    brings: bool = False
    """Whether whoever sits down here brings an army of his own."""


class NewTable(Wanted, frozen=True):
    """What a new table should be."""

    game: SeatName
    scenario: SeatName
    seats: dict[Seat, Sitting]
    name: PlayerName = "?"
    """What the one who asks is called."""
    title: Name = ""
    options: dict[str, bool | int | str] = {}
    preset: SeatName = ""
    rosters: dict[Seat, Any] = {}
    nonce: Nonce = ""
    """The host's share in the dice."""
    listed: bool = True
    """Whether others find the table in the lobby and may watch it."""
    correspondence: bool = False
    """Whether it is played over days, so that people are told when it is their turn."""
    clock: ClockRule | None = None
    guided: bool = False


class Created(Said, frozen=True):
    """The keys to a new table; they are told this once and never again."""

    table: TableId
    token: Token
    """The host's: all seats that are his, and the right to moderate."""
    links: dict[Seat, Token]
    """An invitation for each friend, to be sent to him: it lets him sit down, once."""
    watch: Token
    """For spectators."""


class Join(Wanted, frozen=True):
    """Taking a seat: an open one, or the one a token was given for."""

    name: PlayerName
    seat: SeatName = ""
    token: str = ""
    nonce: Nonce = ""
    roster: Any = None
    """One's army, where the host has left that to whoever comes."""
    secret: Secret = ""
    """Made by the one who joins and told nobody else: with the same secret one may ask again."""


class Joined(Said, frozen=True):
    """The key to one's seat; an invitation is worth nothing any more."""

    table: TableId
    seat: Seat
    token: Token


class Branch(Wanted, frozen=True):
    """A new table that begins from a moment of another game."""

    at: Count
    seats: dict[Seat, Sitting]
    name: PlayerName = "?"
    nonce: Nonce = ""


class SeatInfo(Said, frozen=True):
    """A seat as everybody at the table sees it."""

    seat: Seat
    side: Side
    occupant: Occupant
    name: str = ""
    level: str = ""
    connected: bool = False
    mine: bool = False
    acts: bool = False
    """Whether the game waits for it."""
    left_ms: int | None = None
    """What its clock shows."""
    away_s: int | None = None
    """For how long nobody has been there, if the game waits for it."""
    claimable: bool = False
    forfeits: bool = False
    """Whether its absence has lasted so long that the game can be ended as won."""
    muted: bool = False
    invited: bool = False
    """Whether one's link is an invitation to sit down here."""
    policies: tuple[str, ...] = ()
    """The kinds of questions that are answered by default; only its owner is told."""
    brings: bool = False
    """Whether whoever sits down here brings an army of his own."""


class Offer(Said, frozen=True):
    """Something proposed that others have to agree to."""

    what: Agreement
    by: Seat
    n: int = 0
    """Which offer of this table it is; an agreement has to name it."""
    to: int = 0
    """For undo: the entry after which play would go on."""
    agreed: tuple[Seat, ...] = ()


class End(Said, frozen=True):
    """How a game ended."""

    how: Literal["played", "resigned", "agreed", "time", "absent"]
    winners: tuple[Seat, ...]
    reason: Message
    rule: RuleId = ""


class DiceInfo(Said, frozen=True):
    """What proves the dice: the commitment from the start, the key after the end."""

    commitment: str
    nonces: dict[Seat, str] = {}
    key: str = ""


class TableInfo(Said, frozen=True):
    """A table as one of its visitors sees it."""

    id: TableId
    game: str
    scenario: str
    title: str
    scenario_title: Message
    state: State
    seats: tuple[SeatInfo, ...]
    created: int
    """Seconds since 1970, like every time here."""
    changed: int
    options: dict[str, Any] = {}
    host: bool = False
    listed: bool = False
    correspondence: bool = False
    clock: ClockRule | None = None
    guided: bool = False
    offer: Offer | None = None
    end: End | None = None
    dice: DiceInfo | None = None
    watchers: int = 0
    fault: str = ""
    """For a frozen table: the number of the report."""


class TableCard(Said, frozen=True):
    """A table as a list shows it."""

    table: TableInfo
    seq: int
    turn: Message | None = None
    """Where the game stands."""
    token: str = ""
    """The key the card was asked for with, so that the client can tell its cards apart."""


# -- what happens --------------------------------------------------------------------------------


class DiceLine(Said, frozen=True):
    """Dice that fell."""

    die: str
    faces: tuple[Face, ...]
    hits: tuple[bool, ...]
    rule: RuleId
    ledgers: tuple[Ledger, ...] = ()


class LogLine(Said, frozen=True):
    """One thing that happened, as the reader may know it."""

    n: int
    """The entry it belongs to: after it the board looked as told."""
    event: str
    text: Message
    seat: Seat = NOBODY
    rule: RuleId = ""
    dice: DiceLine | None = None
    heading: bool = False


class ChatLine(Said, frozen=True):
    """Something somebody said."""

    id: int
    who: str
    text: str
    at: int
    seat: Seat = NOBODY
    removed: bool = False
    note: Message | None = None
    """Instead of a text: what happened to the seats, said by the server."""


# -- commands ------------------------------------------------------------------------------------


class Command(Struct, frozen=True, omit_defaults=True, tag_field="do", forbid_unknown_fields=True):
    """Something a client wants; `id` comes back with the reply."""

    id: Count = 0


class Hello(Command, frozen=True, tag="hello", kw_only=True):
    """The first message on a websocket: who is there, and how much he has seen already."""

    token: str = ""
    """Without one a listed table is watched."""
    session: str = ""
    """An account's session, for seats that belong to it."""


class Answer(Command, frozen=True, tag="answer", kw_only=True):
    """Answer the question a seat is asked, or do what it may do at any time."""

    seat: Seat
    seq: Count
    """How many entries the client has seen; others are refused as stale."""
    answer: dict[str, Any]
    kind: SeatName = ""


class Ask(Command, frozen=True, tag="preview", kw_only=True):
    """Ask what an answer would mean."""

    seat: Seat
    answer: dict[str, Any]
    kind: SeatName = ""


class Wish(Command, frozen=True, tag="wish", kw_only=True):
    """Point at something, perhaps with something in hand, and ask what that would mean."""

    seat: Seat
    target: Target
    of: Target | None = None


class Tell(Command, frozen=True, tag="about", kw_only=True):
    """Ask about a thing on the board."""

    target: Target
    seat: Seat = NOBODY


class Show(Command, frozen=True, tag="show", kw_only=True):
    """Show the board as another of one's seats sees it, after the screen was handed over."""

    seat: Seat


class Undo(Command, frozen=True, tag="undo", kw_only=True):
    """Take back one's last answer."""

    seat: Seat
    seq: Count


class Propose(Command, frozen=True, tag="propose", kw_only=True):
    """Offer a draw, or ask to go back across the decisions of others."""

    seat: Seat
    what: Agreement
    to: Count = 0


class Respond(Command, frozen=True, tag="respond", kw_only=True):
    """Agree to what was proposed, or not; the proposer withdraws by refusing."""

    seat: Seat
    yes: bool
    what: Agreement
    offer: Count
    """The number of the offer that is meant; another one is refused as stale."""


class Resign(Command, frozen=True, tag="resign", kw_only=True):
    """Give up."""

    seat: Seat


class Say(Command, frozen=True, tag="say", kw_only=True):
    """Say something to everybody at the table."""

    text: Line


class Moderate(Command, frozen=True, tag="moderate", kw_only=True):
    """The host removes a line of the chat, or silences somebody."""

    line: Count = 0
    seat: SeatName = ""
    """Whom to silence or to let speak again; the spectators are `watchers`."""
    mute: bool = True


class Claim(Command, frozen=True, tag="claim", kw_only=True):
    """Give the seat of somebody who has been away too long to a computer, or to whoever comes.

    After a longer time the game can be ended as won instead.
    """

    seat: Seat
    to: Literal["computer", "open", "win"] = "computer"
    level: SeatName = ""


class HandOver(Command, frozen=True, tag="hand_over", kw_only=True):
    """Let a computer play one's seat from now on, or take it back."""

    seat: Seat
    level: SeatName = ""
    """Nothing: take the seat back."""


class Policy(Command, frozen=True, tag="policy", kw_only=True):
    """Let questions of a kind be answered by default, or no longer."""

    seat: Seat
    kind: SeatName
    on: bool


class Notify(Command, frozen=True, tag="notify", kw_only=True):
    """Say where one wants to be told that it is one's turn; nothing means nowhere."""

    seat: Seat
    mail: Annotated[str, Meta(max_length=200)] = ""
    hook: Annotated[str, Meta(max_length=500)] = ""
    language: Literal["en", "de"] = "en"


class Hint(Command, frozen=True, tag="hint", kw_only=True):
    """Ask what a computer would do, and why."""

    seat: Seat
    level: SeatName = ""


class Stop(Command, frozen=True, tag="stop", kw_only=True):
    """Let a thinking computer answer at once."""

    seat: Seat


class Ping(Command, frozen=True, tag="ping"):
    """Ask whether the line is still there."""


AnyCommand: TypeAlias = (
    Hello
    | Answer
    | Ask
    | Wish
    | Tell
    | Show
    | Undo
    | Propose
    | Respond
    | Resign
    | Say
    | Moderate
    | Claim
    | HandOver
    | Policy
    | Notify
    | Hint
    | Stop
    | Ping
)


# -- what the server says ------------------------------------------------------------------------


class Word(Struct, frozen=True, omit_defaults=True, tag_field="is"):
    """Something the server says; `re` is the id of the command it replies to."""

    re: int = 0


class CanUndo(Said, frozen=True):
    """Whether a seat can take back its last answer, alone or by consent."""

    alone: bool
    to: int = 0
    """The entry after which play would go on."""
    consent: bool = False
    why: Message | None = None
    """Why not alone."""


class Position(Said, frozen=True):
    """The whole of what one sees."""

    table: TableInfo
    seq: int
    """How many entries there are."""
    scene: Scene | None = None
    """None while the game waits for players."""
    seat: Seat | None = None
    """Whose eyes these are; None is a spectator."""
    mine: tuple[Seat, ...] = ()
    """The seats one may play."""
    hand_over: Seat = NOBODY
    """The seat that should come to the screen before anything of its hand is shown."""
    log: tuple[LogLine, ...] = ()
    chat: tuple[ChatLine, ...] = ()
    undo: CanUndo | None = None
    last_own: int = 0
    """One's last entry: what came after it is news."""
    why: Message | None = None
    """Why one only watches although one came with a link."""


class Welcome(Word, frozen=True, tag="welcome", kw_only=True):
    """The reply to hello: everything."""

    position: Position


class Update(Word, frozen=True, tag="update", kw_only=True):
    """What changed: apply the patch to the scene of `base`; a scene instead replaces it."""

    seq: int
    base: int
    table: TableInfo
    patch: Patch | None = None
    scene: Scene | None = None
    seat: Seat | None = None
    hand_over: Seat = NOBODY
    lines: tuple[LogLine, ...] = ()
    cut: int = -1
    """After an undo: lines of entries beyond this one are gone; -1 means none are."""
    undo: CanUndo | None = None
    last_own: int = 0


class Accepted(Word, frozen=True, tag="accepted", kw_only=True):
    """A command was carried out and is safe."""

    seq: int


class Refused(Word, frozen=True, tag="refused", kw_only=True):
    """A command was not carried out, and nothing has changed."""

    code: Literal[
        "illegal", "stale", "not_yours", "not_now", "malformed", "too_fast", "gone", "frozen"
    ]
    text: Message
    violations: tuple[Violation, ...] = ()
    seq: int = 0


class Previewed(Word, frozen=True, tag="preview", kw_only=True):
    """What an answer, or pointing somewhere, would mean."""

    preview: Preview | None = None
    answer: dict[str, Any] | None = None
    """For a wish: the answer it was read as."""


class Told(Word, frozen=True, tag="about", kw_only=True):
    """What can be told about a thing."""

    about: About | None = None


class TableChanged(Word, frozen=True, tag="table", kw_only=True):
    """Somebody came, went, offered something: the table, but not the game, changed."""

    table: TableInfo


class Chatted(Word, frozen=True, tag="chat", kw_only=True):
    """Somebody said something, or a line was removed."""

    line: ChatLine


class Thinking(Word, frozen=True, tag="thinking", kw_only=True):
    """A computer thinks; `most_ms` is the time it has."""

    seat: Seat
    since_ms: int
    most_ms: int


class Hinted(Word, frozen=True, tag="hint", kw_only=True):
    """What a computer would do, and why."""

    answer: dict[str, Any]
    label: Message
    why: tuple[Message, ...] = ()


class Pong(Word, frozen=True, tag="pong"):
    """The line is there."""


AnyWord: TypeAlias = (
    Welcome
    | Update
    | Accepted
    | Refused
    | Previewed
    | Told
    | TableChanged
    | Chatted
    | Thinking
    | Hinted
    | Pong
)


# -- replays -------------------------------------------------------------------------------------


class LuckInfo(Said, frozen=True):
    """How lucky a seat was, in losses inflicted."""

    seat: Seat
    rolls: int
    dice: int
    losses: int
    expected: float
    deviation: float


class Turn(Said, frozen=True):
    """Where a part of the report begins."""

    n: int
    text: Message
    seat: Seat = NOBODY


class Replay(Said, frozen=True):
    """A game from the start, as one seat may know it; scenes are asked for by number."""

    table: TableInfo
    seq: int
    seat: Seat | None
    lines: tuple[LogLine, ...]
    turns: tuple[Turn, ...]
    strength: dict[Seat, tuple[int, ...]]
    """The strength each side has on the board after every entry."""
    actors: tuple[Seat, ...]
    """Who made each entry."""
    luck: tuple[LuckInfo, ...]
    chances: dict[Seat, tuple[int, ...]] = {}
    """The chance of each side to win after every entry, in thousandths, where a computer knows."""
    last_own: int = 0


# -- accounts ------------------------------------------------------------------------------------


class Credentials(Wanted, frozen=True):
    """Name and password."""

    name: Annotated[str, Meta(min_length=2, max_length=40)]
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class Session(Said, frozen=True):
    """The key to an account, for the header `Authorization: Bearer`."""

    name: str
    token: Token


class Me(Wanted, frozen=True):
    """One's account."""

    name: str
    mail: str = ""
    language: Literal["en", "de"] = "en"


class Keep(Wanted, frozen=True):
    """Keys to keep with one's account, so that the games are found again."""

    tokens: Annotated[tuple[Token, ...], Meta(max_length=200)]


class Trouble(Said, frozen=True):
    """The body of every error of the HTTP interface."""

    code: str
    text: Message
    violations: tuple[Violation, ...] = ()
