"""A case being played: the game, and everything that a case may speak of."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from walstatt.kernel.casebook import Casebook, Question
from walstatt.kernel.chance import Outcomes, Request, Roll, describe, fits
from walstatt.kernel.codec import state_hash
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.decisions import Answer, Decision, Violation, kind_of
from walstatt.kernel.definition import Ruleset, Setup
from walstatt.kernel.errors import BadRequest, IllegalAnswer, WalstattError
from walstatt.kernel.events import Emitted, Forced, Rolled
from walstatt.kernel.game import AnyGame, Game
from walstatt.kernel.ids import Seat
from walstatt.kernel.ledger import Ledger, Q, Quantity
from walstatt.kernel.options import Options
from walstatt.kernel.trace import Recorder, musing
from walstatt.scene.playable import AnyPlayable
from walstatt.workshop.case_values import Words, inline, normal, written

BEGUN = 2
"""How many positions are remembered once a case has begun: as given, and at its first question."""


class CaseStopped(WalstattError):
    """A case cannot go on; the sentence says why."""


class NobodyAsked(CaseStopped):
    """No seat can give such an answer now."""


class Said(Struct, frozen=True):
    """An answer as a case gives it; without `answer` it is none, and `wrong` says why."""

    text: str
    answer: Answer | None
    wrong: str = ""
    seat: Seat | None = None
    kind: str = ""


class Fallen(Struct, frozen=True):
    """What a case says was rolled or drawn: in order, or by what it was rolled for."""

    word: str
    faces: Outcomes = ()
    by_key: dict[str, Outcomes] = {}


class HeardRules(Ruleset[Any, Any]):
    """Rules that remember every number reckoned in play."""

    __slots__ = ("heard", "recorder")

    def __init__(self, rules: Ruleset[Any, Any], heard: list[Ledger], recorder: Recorder) -> None:
        super().__init__(rules.game, rules.scenario, rules.options, rules.content, rules.seats)
        self.heard = heard
        self.recorder = recorder

    def reckon(self, quantity: Quantity[Q], query: Q) -> Ledger:
        """Compute a number and remember it, unless somebody only looks what would be."""
        ledger = super().reckon(quantity, query)
        if self.recorder.firing:
            self.heard.append(ledger)
        return ledger

    def subgame(self, game: str) -> Ruleset[Any, Any]:
        """Give the rules of a game played inside this one, which remember as well."""
        if game not in self.subgames:
            self.subgames[game] = HeardRules(super().subgame(game), self.heard, self.recorder)
        return self.subgames[game]


class Situation:
    """A case being played."""

    def __init__(
        self,
        definition: AnyPlayable,
        casebook: Casebook[Any],
        setup: Setup[Any, Any],
        options: Options,
        scenario: str,
        recorder: Recorder,
    ) -> None:
        self.definition = definition
        self.casebook = casebook
        self.recorder = recorder
        self.tape: list[Emitted] = []
        self.ledgers: list[Ledger] = []
        self.answers: list[object] = []
        """What was asked and not yet compared."""
        self.history: list[dict[str, object]] = []
        bare: Ruleset[Any, Any] = Ruleset(definition, scenario, options, setup.content, setup.seats)
        rules = HeardRules(bare, self.ledgers, recorder)
        scope: Ctx[Any, Any, Any] = Ctx(rules, setup.world, tape=self.tape)
        self.game: AnyGame = Game([scope], None, self.tape)
        self._first = setup.first
        self._fallen: dict[int, Outcomes] = {}
        self._told = 0
        self._taken: list[Forced] = []
        """What was answered for lack of choice since the last step, and is not mentioned yet."""

    # -- looking ---------------------------------------------------------------------------------

    @property
    def writers(self) -> Words:
        """Say how ids of the game are written."""
        return self.casebook.writers(self.game.rules.content)

    def facts(self) -> dict[str, object]:
        """Describe the position in the words of cases."""
        with musing():
            facts = normal(self.casebook.facts(self.game.scopes[0]))
        return facts if isinstance(facts, dict) else {}

    def was_there(self, path: tuple[str, ...]) -> bool:
        """Was there ever such a thing in this case?"""
        return any(_found(facts, path) for facts in self.history)

    def ledger(self, name: str) -> Ledger | None:
        """Find the last ledger of a name, with or without the game before it."""
        named = (one for one in reversed(self.ledgers) if name in (one.name, one.quantity))
        return next(named, None)

    def seat_of(self, said: Said) -> Seat:
        """Find the seat an answer is for: the one asked, or the one that may do it besides."""
        if said.seat is not None:
            return said.seat
        try:
            return seat_for(self.game, self.casebook, said)
        except NobodyAsked as nobody:
            raise NobodyAsked(f"{nobody}{self._forced()}") from None

    def reasons(self, violations: tuple[Violation, ...] | list[Violation]) -> str:
        """Give every reason with its rule and its sentence."""
        sentence = self.definition.catalogue.text
        named = self.definition.named
        return "; ".join(f"{one.rule} ({sentence(named(one.message), 'en')})" for one in violations)

    def log(self) -> list[str]:
        """Tell everything that happened."""
        sentence = self.definition.catalogue.text
        return [sentence(self.definition.tell(one.event), "en") for one in self.tape]

    # -- playing ---------------------------------------------------------------------------------

    def start(self) -> None:
        """Play to the first question or roll, once."""
        if self.history:
            return
        self.history.append(self.facts())
        self.game.start(self._first)
        self._note()

    def act(self, said: Said) -> None:
        """Give an answer."""
        if said.answer is not None and self._was_taken(said):
            return
        self.require_nothing_rolled()
        if said.answer is None:
            raise CaseStopped(f"{said.text}: {said.wrong}")
        self._pass_over(lambda: self.is_asked(said))
        seat = self.seat_of(said)
        told = len(self.tape)
        try:
            self.game.answer(seat, completed(self.game, self.casebook, said.answer), said.kind)
        except IllegalAnswer as refused:
            reasons = self.reasons(refused.violations)
            raise CaseStopped(f"{said.text} is not allowed: {reasons}") from None
        self._told = told
        self._note()

    def refuse(self, said: Said, because: tuple[str, ...]) -> None:
        """Give an answer that must be refused for exactly these rules and change nothing."""
        self.require_nothing_rolled()
        before = state_hash(self.game)
        rules, why = self._refusal(said)
        if rules != set(because):
            wanted = ", ".join(because) or "no rule"
            raise CaseStopped(f"{said.text} is refused: {why}; expected: {wanted}")
        if state_hash(self.game) != before:
            raise CaseStopped(f"{said.text} was refused, but changed the position")

    def _refusal(self, said: Said) -> tuple[set[str], str]:
        if said.answer is None:
            return set(), said.wrong
        try:
            seat = self.seat_of(said)
            answer = completed(self.game, self.casebook, said.answer)
            self.game.answer(seat, answer, said.kind)
        except IllegalAnswer as refused:
            return {one.rule for one in refused.violations}, self.reasons(refused.violations)
        except (BadRequest, NobodyAsked) as refused:
            return set(), str(refused)
        raise CaseStopped(f"{said.text} is allowed, but the case says it is not")

    def is_asked(self, said: Said) -> bool:
        """Tell whether anybody can give this answer now."""
        try:
            seat_for(self.game, self.casebook, said)
        except CaseStopped:
            return False
        return True

    def _was_taken(self, said: Said) -> bool:
        """Tell whether this answer was just taken for lack of choice, and need not be given."""
        if self.is_asked(said):
            return False
        rolls = self.game.waiting is not None
        if self.casebook.is_idle(self.game.ctx, said.answer, rolls=rolls):
            return True
        for place, one in enumerate(self._taken):
            if one.given == said.answer and said.seat in (None, one.seat):
                self._taken = self._taken[place + 1 :]
                return True
        return False

    def _pass_over(self, until: Callable[[], bool]) -> None:
        """Answer questions that leave no choice and that the case does not mention."""
        while not until():
            seats = self.game.to_act
            options = self.game.options(seats[0]) if len(seats) == 1 else None
            if options is None or len(options) != 1 or self.game.waiting is not None:
                return
            self.game.answer(seats[0], options[0])
            self._note()

    def let_end(self) -> None:
        """Let the game end if only questions without a choice are left."""
        self._pass_over(lambda: self.game.outcome is not None)

    def fall(self, fallen: Fallen) -> None:
        """Let dice or cards fall as the case says."""
        self._pass_over(lambda: self.game.waiting is not None)
        waiting = self.game.waiting
        if waiting is None:
            shown = inline(list(fallen.faces) or fallen.by_key)
            raise CaseStopped(f"nothing is rolled or drawn here; left over: {fallen.word} {shown}")
        keys = [key for key, _ in waiting.requests]
        if keys == [""] and fallen.by_key and self.casebook.whose(self.game.ctx):
            self._fall_by_name(fallen)
            return
        counts = [request.count for _, request in waiting.requests]
        here = sum(count for place, count in enumerate(counts) if place not in self._fallen)
        if len(fallen.faces) > here and self.casebook.deals_on(self.game.ctx):
            self._deal_on(fallen, here)
            return
        for place, faces in self._placed(fallen, keys, counts).items():
            require_fitting(waiting.requests[place][1], fallen.word, faces)
            self._fallen[place] = faces
        if len(self._fallen) == len(keys):
            results = [self._fallen[place] for place in range(len(keys))]
            self._fallen = {}
            self.game.force(*results)
            self._note()

    def _deal_on(self, fallen: Fallen, here: int) -> None:
        """Let the first of many dice fall for this roll, and the others for those that follow."""
        left = fallen.faces[here:]
        self.fall(replace(fallen, faces=fallen.faces[:here]))
        if self.game.waiting is None or not self.casebook.deals_on(self.game.ctx):
            shown = inline(list(left))
            raise CaseStopped(f"nothing more is rolled here; left over: {fallen.word} {shown}")
        self.fall(replace(fallen, faces=left))

    def _fall_by_name(self, fallen: Fallen) -> None:
        """Let the dice of one roll fall, or of several one after the other, by whose they are."""
        left = {key: list(faces) for key, faces in fallen.by_key.items()}
        while left:
            waiting = self.game.waiting
            dice = self.casebook.whose(self.game.ctx) if waiting is not None else ()
            named = [key for die in dice for key in left if key in die]
            if waiting is None or not dice or len(named) != len(dice):
                known = ", and ".join(" or ".join(die) for die in dice) or "nobody"
                strange = next((key for key in left if key not in named), next(iter(left)))
                raise CaseStopped(
                    f"{strange!r} does not say whose dice are rolled now; they are of: {known}"
                )
            faces = tuple(left[key].pop(0) for key in named if left[key])
            require_fitting(waiting.requests[0][1], fallen.word, faces)
            self.game.force(faces)
            self._note()
            left = {key: more for key, more in left.items() if more}

    def _placed(self, fallen: Fallen, keys: list[str], counts: list[int]) -> dict[int, Outcomes]:
        """Say which roll each result belongs to; a list that fits all at once is dealt out."""
        if not fallen.by_key:
            due = [n for n in range(len(keys)) if n not in self._fallen]
            if len(fallen.faces) == sum(counts[n] for n in due) != counts[due[0]]:
                faces = iter(fallen.faces)
                return {n: tuple(islice(faces, counts[n])) for n in due}
            return {due[0]: fallen.faces}
        strange = [key for key in fallen.by_key if key not in keys]
        if strange:
            known = ", ".join(filter(None, keys)) or "only one thing"
            raise CaseStopped(f"nothing is rolled for {strange[0]!r}; it is for: {known}")
        return {keys.index(key): faces for key, faces in fallen.by_key.items()}

    def ask(self, question: Question, params: Struct) -> None:
        """Ask a question of the rules and keep the answer."""
        with musing():
            answer = question.ask(self.game.scopes[0], params)
        if isinstance(answer, Ledger):
            self.ledgers.append(answer)
            answer = total_of(answer)
        self.answers.append(written(_returned(question.ask), answer, self.writers))

    def require_over(self) -> None:
        """Refuse to end while dice or cards are due for what the last step led to.

        A case that only looks at the position it begins with needs none.
        """
        untouched = len(self.history) <= BEGUN
        if not untouched and not self.casebook.may_wait(*self.history[-2:]):
            self.require_nothing_rolled()

    def require_nothing_rolled(self) -> None:
        """Refuse to go on while dice or cards are due."""
        waiting = self.game.waiting
        if waiting is None:
            return
        due = [one for place, (_, one) in enumerate(waiting.requests) if place not in self._fallen]
        word = "dice" if isinstance(due[0], Roll) else "draw"
        rolls = "; ".join(map(described, due))
        raise CaseStopped(f"no `{word}` is given for {rolls}{self._forced()}")

    def _note(self) -> None:
        """Remember what the step brought."""
        waiting = self.game.waiting
        told = [one.event for one in self.tape[self._told :]]
        self._taken = [one for one in told if isinstance(one, Forced)]
        requests = [one.request for one in told if isinstance(one, Rolled)]
        requests += [request for _, request in waiting.requests] if waiting is not None else []
        for request in requests:
            known = request.ledgers if isinstance(request, Roll) else ()
            self.ledgers.extend(one for one in known if one not in self.ledgers)
        self.history.append(self.facts())

    def _forced(self) -> str:
        """Tell what was taken without asking since the last answer."""
        told = [one.event for one in self.tape[self._told :]]
        taken = [f"{one.kind} of {one.seat}" for one in told if isinstance(one, Forced)]
        return (
            f" (answered without asking, for lack of choice: {', '.join(taken)})" if taken else ""
        )


def takes(decision: Decision[Any] | None, said: Said) -> bool:
    """Could this be an answer to a decision?"""
    if decision is None or said.kind not in ("", kind_of(decision)):
        return False
    return type(said.answer) in decision.answers


def completed(game: AnyGame, casebook: Casebook[Any], answer: Answer) -> Answer:
    """Say an answer in full, as it is meant in the present position."""
    with musing():
        return casebook.completed(game.ctx, answer)


def seat_for(game: AnyGame, casebook: Casebook[Any], said: Said) -> Seat:
    """Find the only seat that can give an answer, or say why there is none."""
    able = [seat for seat in game.to_act if takes(game.decision(seat), said)]
    chosen = casebook.seat_to_answer(game.ctx) if len(able) > 1 else None
    if chosen in able:
        return chosen
    able = able or standing_seats(game, said)
    if len(able) == 1:
        return able[0]
    if able:
        raise CaseStopped(f"{said.text} could be for {' or '.join(able)}; say which with `seat:`")
    raise NobodyAsked(f"nobody can give the answer {said.text} now: {asked_now(game)}")


def standing_seats(game: AnyGame, said: Said) -> list[Seat]:
    """List who could do something unasked; of several, whoever is asked something comes first."""
    with musing():
        seats = game.rules.seats
        able = [seat for seat in seats if any(takes(one, said) for one in game.standing(seat))]
    return [seat for seat in able if seat in game.to_act] or able


def asked_now(game: AnyGame) -> str:
    """Tell who is asked what."""
    if game.outcome is not None:
        return "the game is over"
    asked = []
    for seat in game.to_act:
        decision = game.decision(seat)
        if decision is not None:
            names = (str(one.__struct_config__.tag) for one in decision.answers)
            asked.append(f"{seat} is asked {kind_of(decision)}, which takes {', '.join(names)}")
    return "; ".join(asked) or "nobody is asked anything"


def require_fitting(request: Request, word: str, faces: Outcomes) -> None:
    """Refuse faces that cannot have fallen."""
    right = "dice" if isinstance(request, Roll) else "draw"
    if word != right:
        raise CaseStopped(f"{described(request)} is given by `{right}`, not by `{word}`")
    wrong = fits(request, faces)
    if wrong:
        raise CaseStopped(f"{wrong}{_lines_of(request)}")


def described(request: Request) -> str:
    """Say what is rolled for what, and why so many dice."""
    return f"{describe(request)}{_lines_of(request)}"


def _lines_of(request: Request) -> str:
    ledgers = request.ledgers if isinstance(request, Roll) else ()
    shown = [f"{one.name} {total_of(one)}: {', '.join(one.explain())}" for one in ledgers]
    return f" [{'; '.join(shown)}]" if shown else ""


def total_of(ledger: Ledger) -> int | float:
    """Give the total in whole units."""
    return ledger.total if ledger.per == 1 else ledger.total / ledger.per


def _returned(ask: Callable[..., object]) -> object:
    return get_type_hints(ask).get("return", object)


def _found(facts: object, path: tuple[str, ...]) -> bool:
    for key in path:
        if not isinstance(facts, dict) or key not in facts:
            return False
        facts = facts[key]
    return True
