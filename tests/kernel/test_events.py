from msgspec import to_builtins

from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.chance import D6, Draw, Roll
from walstatt.kernel.events import DrawnUnseen, Emitted, Ended, Event, Forced, Rolled
from walstatt.kernel.ids import Seat

RED, BLUE = Seat("red"), Seat("blue")


class Moved(Event, frozen=True, tag="test_events.moved"):
    unit: str
    steps: int
    path: tuple[int, ...]
    why: Message
    speed: float | None = None


class CardDrawn(Event, frozen=True, tag="test_events.card_drawn"):
    reveals = True

    card: str


ACE, UNSEEN = CardDrawn("ace"), CardDrawn("")


# -- telling --------------------------------------------------------------------------------------


def test_an_event_is_told_by_its_fields() -> None:
    moved = Moved("hussars", 2, (11, 12), say("toy.charge"), 1.5)
    assert moved.message() == Message(
        "test_events.moved",
        {
            "unit": "hussars",
            "steps": 2,
            "path": "11, 12",
            "why": say("toy.charge"),
            "speed": "1.5",
        },
    )


def test_an_event_hides_nothing_unless_said() -> None:
    assert Event.reveals is False
    assert CardDrawn.reveals is True


def test_events_are_told_apart_when_written_down() -> None:
    assert to_builtins(ACE) == {"event": "test_events.card_drawn", "card": "ace"}


def test_the_names_of_the_kernels_events_stand_in_saves() -> None:
    kinds = (Rolled, DrawnUnseen, Forced, Ended)
    assert [kind.__struct_config__.tag for kind in kinds] == [
        "kernel.rolled",
        "kernel.drawn_unseen",
        "kernel.forced",
        "kernel.ended",
    ]


def test_a_roll_is_told_with_purpose_faces_and_seat() -> None:
    rolled = Rolled(Roll("toy.fire", "TOY-4.1", D6, 3, RED), (6, 1, 6))
    assert rolled.message() == Message(
        "kernel.rolled", {"purpose": Message("toy.fire"), "faces": "6 1 6", "seat": RED}
    )


def test_a_roll_by_nobody_is_told_differently() -> None:
    rolled = Rolled(Draw("toy.weather", "TOY-2", ("rain", "sun"), 1), ("rain",))
    assert rolled.message() == Message(
        "kernel.rolled_by_nobody", {"purpose": Message("toy.weather"), "faces": "rain", "seat": ""}
    )


def test_a_hidden_draw_is_told_by_its_number() -> None:
    assert DrawnUnseen(RED, 2, say("toy.deal")).message() == Message(
        "kernel.drawn_unseen", {"seat": RED, "n": 2, "purpose": say("toy.deal")}
    )


def test_a_forced_answer_is_told() -> None:
    assert Forced(RED, "retreat", say("toy.do.retreat")).message() == Message(
        "kernel.forced", {"seat": RED, "answer": say("toy.do.retreat")}
    )


def test_the_end_is_told_with_its_winners() -> None:
    ended = Ended((RED, BLUE), say("toy.camp_taken"))
    assert ended.rule == ""
    assert ended.message() == Message(
        "kernel.ended",
        {
            "winners": say("kernel.seats", seat="red", others=say("kernel.seat", seat="blue")),
            "reason": say("toy.camp_taken"),
        },
    )


def test_the_end_without_winners_is_a_draw() -> None:
    assert Ended((), say("toy.time_is_up"), "TOY-9").message() == Message(
        "kernel.ended_drawn", {"reason": say("toy.time_is_up")}
    )


# -- who is told ----------------------------------------------------------------------------------


def test_an_event_is_for_everybody_unless_said() -> None:
    emitted = Emitted(ACE)
    assert emitted.for_seat(RED) == emitted.for_seat(None) == ACE


def test_a_secret_is_told_only_to_those_who_may_know() -> None:
    emitted = Emitted(ACE, (RED,))
    assert emitted.for_seat(RED) == ACE
    assert emitted.for_seat(BLUE) is None
    assert emitted.for_seat(None) is None


def test_the_others_are_told_something_else() -> None:
    emitted = Emitted(ACE, (RED,), UNSEEN)
    assert emitted.for_seat(RED) == ACE
    assert emitted.for_seat(BLUE) == emitted.for_seat(None) == UNSEEN


def test_a_secret_for_nobody_is_told_to_nobody() -> None:
    assert Emitted(ACE, ()).for_seat(RED) is None
