import pytest

from tests.scene.samples import area_scene, hex_scene, table_scene
from walstatt.i18n.catalogue import LANGUAGES, Catalogue, Message, say
from walstatt.kernel.chance import Roll, numbered
from walstatt.kernel.events import DrawnUnseen, Ended, Event, Forced, Rolled
from walstatt.kernel.ids import Seat
from walstatt.scene.model import Badge, Cell, HexBoard, Piece, Scene, on
from walstatt.scene.text import render_events
from walstatt.scene.unnamed import unnamed
from walstatt.scene.words import base_catalogue, complete

BLUE = Seat("blue")
REASON = say("scene.text", text="all is lost")

EVENTS: dict[str, tuple[Event, str, str]] = {
    "rolled": (
        Rolled(Roll("scene.odds", "X-1", numbered(6), 2, BLUE), (6, 1)),
        "blue, Odds: 6 1",
        "blue, Aussichten: 6 1",
    ),
    "rolled by nobody": (
        Rolled(Roll("scene.odds", "X-1", numbered(6), 1), (3,)),
        "Odds: 3",
        "Aussichten: 3",
    ),
    "one drawn": (
        DrawnUnseen(BLUE, 1, REASON),
        "blue, all is lost: one drawn face down",
        "blue, all is lost: eins verdeckt gezogen",
    ),
    "two drawn": (
        DrawnUnseen(BLUE, 2, REASON),
        "blue, all is lost: 2 drawn face down",
        "blue, all is lost: 2 verdeckt gezogen",
    ),
    "forced": (
        Forced(BLUE, "retreat", REASON),
        "blue, no choice: all is lost",
        "blue, keine Wahl: all is lost",
    ),
    "won": (
        Ended((BLUE,), REASON),
        "The game is over. Victory: blue (all is lost).",
        "Das Spiel ist aus. Sieg: blue (all is lost).",
    ),
    "drawn": (
        Ended((), REASON),
        "The game is over. A draw: all is lost.",
        "Das Spiel ist aus. Unentschieden: all is lost.",
    ),
}


def test_both_languages_say_the_same_things() -> None:
    assert base_catalogue().problems() == []


@pytest.mark.parametrize("name", EVENTS)
def test_every_event_of_the_kernel_can_be_told(name: str) -> None:
    event, english, german = EVENTS[name]
    assert render_events([event], base_catalogue(), "en") == english
    assert render_events([event.message()], base_catalogue(), "de") == german


def test_the_shared_words_are_added_once() -> None:
    empty = Catalogue({})
    assert complete(empty) is complete(empty)
    assert complete(empty).text(Message("scene.legend"), "de") == "Legende"
    assert complete(base_catalogue()) is base_catalogue()
    assert complete(empty).problems() == []


def test_keys_without_words_are_listed() -> None:
    cells = (Cell(0, ("forest", "x/bog"), badges=(Badge("smoke"),)),)
    board = hex_scene().boards[0]
    assert isinstance(board, HexBoard)
    pieces = (Piece("a", "x/LN", on(0)), Piece("b", "?", on(0), hidden=True))
    scene = Scene(boards=(HexBoard("map", board.layout, cells),), pieces=pieces)
    assert unnamed(scene, base_catalogue()) == ["scene.badge.smoke", "x.sprite.LN", "x.terrain.bog"]


@pytest.mark.parametrize("scene", [hex_scene(), area_scene(), table_scene()])
def test_the_samples_have_words_for_everything(scene: Scene) -> None:
    assert unnamed(scene, base_catalogue()) == []
    assert set(LANGUAGES) == {"en", "de"}
