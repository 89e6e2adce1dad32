from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from tests.scene.samples import BLUE, POINTY, RED, SIDES, word
from walstatt.i18n.catalogue import Catalogue, Message, say
from walstatt.kernel.ctx import AnyCtx
from walstatt.kernel.decisions import Answer, Decision, Rng, Violation
from walstatt.kernel.definition import GameDef, Ruleset, Scenario, Setup
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.frames import Flow, Frame, ask, done, end, play
from walstatt.kernel.game import AnyGame, new_game
from walstatt.kernel.ids import Seat
from walstatt.kernel.options import Options
from walstatt.kernel.outcome import Outcome
from walstatt.kernel.prompts import Choice, Target
from walstatt.kernel.rulebook import Rulebook, RuleFile
from walstatt.kernel.world import World
from walstatt.scene.merging import merged
from walstatt.scene.model import (
    AtPoint,
    HexBoard,
    InTray,
    Marks,
    Note,
    Path,
    Piece,
    Pool,
    Ring,
    Roster,
    Row,
    Scene,
    Sight,
    TableBoard,
    on,
)
from walstatt.scene.playable import Playable, stage
from walstatt.scene.words import base_catalogue


class Nods(Answer, frozen=True, tag="nods"):
    """Yes."""

    yes: bool


class Agree(Decision[Nods], frozen=True, tag="agree"):
    answers = (Nods,)

    def check(self, ctx: AnyCtx, answer: Nods) -> list[Violation]:
        return []

    def candidates(self, ctx: AnyCtx) -> list[Nods]:
        return [Nods(True), Nods(False)]

    def prompt(self, ctx: AnyCtx) -> Message:
        return word("Agree?")

    def present(self, ctx: AnyCtx, answer: Nods) -> Choice:
        return Choice(word("Yes" if answer.yes else "No"), Target("piece", "u1"))


class Talk(Frame, frozen=True, tag="talk"):
    def begin(self, ctx: AnyCtx) -> Flow:
        return ask(Agree(BLUE), then=self.answered)

    def answered(self, ctx: AnyCtx, answer: Nods) -> Flow:
        return play("inner", Count(), Quarrel(), then=self.over)

    def over(self, ctx: AnyCtx, outcome: object) -> Flow:
        return end(Outcome((BLUE,), word("agreed")))


class Quarrel(Frame, frozen=True, tag="quarrel"):
    def begin(self, ctx: AnyCtx) -> Flow:
        return ask(Agree(RED), then=self.answered)

    def answered(self, ctx: AnyCtx, answer: Nods) -> Flow:
        return done()


class Count(World):
    n: int = 0


class Seen(Struct, frozen=True):
    seat: Seat | None


class Base(Playable[Count, None, Options, Seen]):
    world_type = Count
    options_type = Options
    view_type = Seen

    def scenarios(self) -> Mapping[str, Scenario]:
        return {"one": Scenario("one", word("One"), (BLUE, RED))}

    def setup(
        self, scenario: str, options: Options, rosters: Mapping[Seat, Any]
    ) -> Setup[Count, None]:
        return Setup(Count(), None, Talk(), (BLUE, RED))

    def observe(self, ctx: AnyCtx, seat: Seat | None) -> Seen:
        return Seen(seat)

    def redeterminise(self, rules: Ruleset[None, Options], view: Seen, rng: Rng) -> Count:
        return Count()

    @cached_property
    def rulebook(self) -> Rulebook:
        return Rulebook(RuleFile("X", ()))

    @cached_property
    def catalogue(self) -> Catalogue:
        return base_catalogue()


class Inner(Base):
    id = "inner"

    def scene(self, rules: Ruleset[Any, Any], view: Seen, seat: Seat | None) -> Scene:
        pieces = (Piece("u1", "inf", AtPoint(5, 5), BLUE), Piece("u9", "inf", InTray("box"), RED))
        trays = (Pool("box", word("Lost here")),)
        board = TableBoard("field", 100, 100)
        return Scene((board,), pieces=pieces, trays=trays, status=(word("quarrel"),))


class Outer(Base):
    id = "outer"

    def scene(self, rules: Ruleset[Any, Any], view: Seen, seat: Seat | None) -> Scene:
        pieces = (Piece("u1", "inf", on(0), BLUE), Piece("u2", "inf", InTray("box"), inside="u1"))
        trays = (
            Pool("box", word("Lost")),
            Roster("list", word("List"), rows=(Row("r", word("x"), piece="u1"),)),
        )
        marks = (Marks("select", pieces=("u1", "u2")),)
        status = (word(view.seat or "nobody"),)
        return Scene((HexBoard("map", POINTY),), "", SIDES, pieces, marks, trays, status=status)

    def standing(self, ctx: AnyCtx, seat: Seat) -> list[Decision[Any]]:
        return [Agree(seat)] if seat == RED else []

    def subgames(self) -> Mapping[str, GameDef[Any, Any, Any, Any]]:
        return {"inner": Inner()}


def fresh() -> AnyGame:
    return new_game(Outer(), "one", None)


def nested() -> AnyGame:
    game = fresh()
    game.answer(BLUE, Nods(True))
    return game


def test_a_seat_sees_its_view_its_prompt_and_the_log() -> None:
    scene = stage(fresh(), BLUE, [word("Something happened.")])
    assert scene.status == (word("blue"),)
    assert scene.prompt is not None
    assert [choice.label for choice in scene.prompt.choices] == [word("Yes"), word("No")]
    assert scene.standing == ()
    assert scene.log == (word("Something happened."),)


def test_a_seat_that_is_not_asked_sees_what_it_may_do_besides() -> None:
    scene = stage(fresh(), RED)
    assert scene.prompt is None
    assert [prompt.standing for prompt in scene.standing] == [True]


def test_a_spectator_is_asked_nothing() -> None:
    scene = stage(fresh(), None)
    assert (scene.prompt, scene.standing, scene.status) == (None, (), (word("nobody"),))


def test_a_game_within_a_game_has_the_focus() -> None:
    scene = stage(nested(), RED)
    assert [board.id for board in scene.boards] == ["map", "field"]
    assert scene.board.id == "field"
    assert scene.status == (word("red"), word("quarrel"))
    assert scene.prompt is not None
    assert scene.sides == SIDES


def test_the_inner_ids_stay_and_the_outer_ones_give_way() -> None:
    scene = stage(nested(), BLUE)
    where = {piece.id: piece.at for piece in scene.pieces}
    assert where == {
        "outer:u1": on(0),
        "u2": InTray("outer:box"),
        "u1": AtPoint(5, 5, "field"),
        "u9": InTray("box"),
    }
    assert [tray.id for tray in scene.trays] == ["outer:box", "list", "box"]
    assert scene.pieces[1].inside == "outer:u1"
    assert scene.overlays == (Marks("select", pieces=("outer:u1", "u2")),)
    assert isinstance(scene.trays[1], Roster)
    assert scene.trays[1].rows[0].piece == "outer:u1"


def test_overlays_of_the_inner_board_name_it() -> None:
    here = AtPoint(1, 1)
    overlays = (
        Path("last", via=(here,)),
        Note("note", at=here),
        Sight("range", start=here, end=here, blocked=here),
        Sight("range", start=here, end=here),
        Ring("command", at=(1, 1), radius=2),
    )
    outer = Scene((HexBoard("map", POINTY),))
    inner = Scene((TableBoard("field", 9, 9),), overlays=overlays)
    there = AtPoint(1, 1, "field")
    assert merged([("o", outer), ("i", inner)]).overlays == (
        Path("last", "field", via=(there,)),
        Note("note", "field", at=there),
        Sight("range", "field", start=there, end=there, blocked=there),
        Sight("range", "field", start=there, end=there),
        Ring("command", "field", at=(1, 1), radius=2),
    )


def test_an_inner_game_without_a_board_leaves_the_focus() -> None:
    outer = Scene(
        (HexBoard("map", POINTY), TableBoard("t", 9, 9)),
        "t",
        phases=(word("a"), word("b")),
        phase=1,
    )
    scene = merged([("o", outer), ("i", Scene(status=(word("x"),)))])
    assert scene.focus == "t"
    assert (scene.phases, scene.phase) == ((word("a"), word("b")), 1)


def test_games_have_titles_languages_and_perhaps_cases() -> None:
    game = Outer()
    assert game.title == say("outer.title")
    assert game.languages == ("en", "de")
    assert game.casebook is None


def test_a_game_without_a_face_cannot_be_staged() -> None:
    class Faceless(GameDef[Count, None, Options, Seen]):
        id = "faceless"
        world_type, options_type, view_type = Count, Options, Seen
        scenarios, setup = Base.scenarios, Base.setup
        observe, redeterminise = Base.observe, Base.redeterminise
        rulebook, catalogue = Base.rulebook, Base.catalogue

    with pytest.raises(BadRequest, match="faceless has no scene"):
        stage(new_game(Faceless(), "one", None), BLUE)


def test_a_scene_depends_on_the_view_alone() -> None:
    game = fresh()
    imagined = game.imagine(RED, Random(1))
    assert stage(imagined, RED) == stage(game, RED)
