from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.kernel.pebbles.answers import Grab, Hit, Offer, Share, Shout, Trick, Walk
from tests.kernel.pebbles.game import PEBBLES, Pebbles
from tests.kernel.pebbles.marbles import Spots
from tests.kernel.pebbles.procedures import Sum, Table, Turn
from tests.kernel.pebbles.table import PebbleGame, exactly, sit_down, wait_for_chance
from tests.kernel.pebbles.world import ANN, BOB
from walstatt.i18n.catalogue import say
from walstatt.kernel.chance import D6, Roll, Scripted, Waiting
from walstatt.kernel.codec import dump, plain, read_answer, restore, state_hash
from walstatt.kernel.errors import BadRequest, UnknownStep
from walstatt.kernel.game import new_game
from walstatt.kernel.ledger import Ledger, Line


def asked() -> PebbleGame:
    return sit_down("turns")


def half_answered() -> PebbleGame:
    game = sit_down("bidding")
    game.answer(BOB, Offer(0))
    return game


def interrupted() -> PebbleGame:
    game = sit_down("turns", rosters={BOB: {"tricks": ("steal",)}})
    game.answer(BOB, Trick("steal"))
    return game


def inside() -> PebbleGame:
    return sit_down("duel")


def inside_of_inside() -> PebbleGame:
    game = sit_down("duel")
    game.answer(ANN, Shout())
    return game


def rolling() -> PebbleGame:
    return wait_for_chance("throw")


def rolling_inside() -> PebbleGame:
    game = new_game(PEBBLES, "duel", None)
    game.answer(ANN, Hit(1))
    return game


def rolling_all() -> PebbleGame:
    return wait_for_chance("contest")


def drawing() -> PebbleGame:
    return wait_for_chance("fish secretly")


def offered() -> PebbleGame:
    return sit_down("throw", (1, 2), rosters={ANN: {"rerolls": 1}})


def over() -> PebbleGame:
    return sit_down("dig, end")


SITUATIONS = (
    asked,
    half_answered,
    interrupted,
    inside,
    inside_of_inside,
    rolling,
    rolling_inside,
    rolling_all,
    drawing,
    offered,
    over,
)
anywhere = pytest.mark.parametrize("situation", SITUATIONS)


def stored(game: PebbleGame) -> dict[str, Any]:
    """Write a position to a file and read it back."""
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(dump(game)))
    return read


# -- positions -----------------------------------------------------------------------------------


@anywhere
def test_a_position_comes_back_from_anywhere(situation: Callable[[], PebbleGame]) -> None:
    game = situation()
    tape: list[Any] = []
    source = Scripted([])
    again = restore(game.rules, stored(game), source, tape)
    assert state_hash(again) == state_hash(game)
    assert [scope.world for scope in again.scopes] == [scope.world for scope in game.scopes]
    assert [scope.stack for scope in again.scopes] == [scope.stack for scope in game.scopes]
    assert [scope.asked for scope in again.scopes] == [scope.asked for scope in game.scopes]
    assert [scope.rules for scope in again.scopes] == [scope.rules for scope in game.scopes]
    assert (again.outcome, again.waiting, again.to_act) == (game.outcome, game.waiting, game.to_act)
    assert again.source is source
    assert all(one is tape for one in (again.tape, *(scope.tape for scope in again.scopes)))
    assert dump(again) == dump(game)
    assert [again.options(seat) for seat in (ANN, BOB)] == [
        game.options(seat) for seat in (ANN, BOB)
    ]


def test_without_a_tape_a_restored_game_tells_nobody() -> None:
    again = restore(asked().rules, stored(asked()), None)
    assert (again.tape, again.ctx.tape) == (None, None)


def test_a_restored_game_plays_on_like_the_original() -> None:
    game = interrupted()
    again = restore(game.rules, stored(game), None)
    for one in (game, again):
        one.answer(BOB, Grab(1, 2))
        one.answer(ANN, Grab(1, 1))
    assert state_hash(again) == state_hash(game)
    assert again.outcome is not None


def test_all_can_go_on_answering_in_a_restored_game() -> None:
    game = sit_down("bidding of three")
    again = restore(game.rules, stored(game), None)
    for seat in (BOB, ANN):
        again.answer(seat, Offer(0))
    assert again.ctx.asked[0].answers == {BOB: Offer(0), ANN: Offer(0)}


def test_a_restored_roll_knows_its_meaning() -> None:
    for game, meaning in ((rolling(), Sum(1)), (rolling_inside(), Spots())):
        again = restore(game.rules, stored(game), None)
        assert again.waiting is not None
        ((_, roll),) = again.waiting.requests
        assert isinstance(roll, Roll)
        assert roll.meaning == meaning


def test_a_restored_roll_knows_its_ledgers() -> None:
    game = asked()
    line = Line("PEB-2", say("pebbles.limit.hands_are_small", n=2), "base", 2)
    roll: Roll[int] = Roll("throw", "PEB-5", D6, 1, ledgers=(Ledger("pebbles.limit", (line,), 2),))
    game.waiting = Waiting((("key", roll),), keyed=True)
    assert restore(game.rules, stored(game), None).waiting == game.waiting


def test_a_dump_is_plain_and_legible() -> None:
    assert stored(half_answered()) == {
        "scopes": [
            {
                "game": "pebbles",
                "world": {
                    "heaps": {"1": 3, "2": 1},
                    "taken": {ANN: 0, BOB: 0},
                    "tricks": {ANN: [], BOB: []},
                    "rerolls": {ANN: 0, BOB: 0},
                    "hands": {ANN: [], BOB: []},
                    "bag": ["black", "red", "white"],
                    "result": "",
                },
                "stack": [
                    [{"proc": "pebbles.table", "what": "bidding"}, "over"],
                    [{"proc": "pebbles.bidding"}, "opened"],
                ],
                "asked": [
                    {
                        "decisions": {
                            ANN: {"kind": "bid", "seat": ANN},
                            BOB: {"kind": "bid", "seat": BOB},
                        },
                        "mode": "all",
                        "depth": 2,
                        "again": "",
                        "answers": {BOB: {"do": "offer", "pebbles": 0}},
                    }
                ],
            }
        ],
        "outcome": None,
        "waiting": None,
    }


# -- hashes --------------------------------------------------------------------------------------


def test_answers_with_numbered_parts_come_back() -> None:
    game = half_answered()
    share = Share({1: 2})
    game.ctx.asked = (replace(game.ctx.asked[0], answers={BOB: share}),)
    assert restore(game.rules, stored(game), None).ctx.asked[0].answers == {BOB: share}
    assert read_answer(PEBBLES, plain(share)) == share


def test_a_hash_is_the_same_in_every_run() -> None:
    assert state_hash(asked()) == "ad78a092689e2b0450abba1891a85fb1"


def test_every_part_of_a_position_counts_in_its_hash() -> None:
    game = asked()
    seen = {state_hash(situation()) for situation in SITUATIONS}
    assert len(seen) == len(SITUATIONS)
    before = state_hash(game)
    changed = [game.clone(None) for _ in range(6)]
    changed[0].world.heaps[1] = 2
    changed[1].ctx.stack = ((Table("turns"), "over"), (Turn(ANN), "begin"))
    changed[2].ctx.asked = ()
    changed[3].outcome = over().outcome
    changed[4].waiting = rolling().waiting
    changed[5].scopes.append(inside().ctx)
    hashes = {state_hash(one) for one in changed}
    assert len(hashes) == 6
    assert before not in hashes
    assert state_hash(game.clone(None)) == before


def test_secret_answers_count_in_the_hash() -> None:
    assert state_hash(half_answered()) != state_hash(sit_down("bidding"))


def test_the_order_of_a_dict_does_not_count_in_the_hash() -> None:
    game, turned = asked(), asked()
    turned.world.heaps = dict(reversed(turned.world.heaps.items()))
    assert state_hash(turned) == state_hash(game)


def test_the_same_position_in_another_game_has_another_hash(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = state_hash(asked())
    monkeypatch.setattr(Pebbles, "id", "stones")
    assert state_hash(asked()) != before


# -- renamed and unknown -------------------------------------------------------------------------


def test_a_renamed_frame_is_found_by_its_old_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pebbles, "aliases", {"pebbles.old": "pebbles.turn"})
    state = stored(asked())
    state["scopes"][0]["stack"][1][0]["proc"] = "pebbles.old"
    again = restore(asked().rules, state, None)
    assert again.ctx.stack[1] == (Turn(ANN), "taken")


def test_renamed_steps_are_found_by_their_old_names(monkeypatch: pytest.MonkeyPatch) -> None:
    aliases = {
        "pebbles.old": "pebbles.turn",
        "pebbles.turn.old_taken": "pebbles.turn.taken",
        "pebbles.turn.old_begin": "pebbles.turn.begin",
    }
    monkeypatch.setattr(Pebbles, "aliases", aliases)
    game = sit_down("turns", rosters={BOB: {"tricks": ("whistle",)}})
    state = stored(game)
    state["scopes"][0]["stack"][1] = [{"proc": "pebbles.old", "seat": ANN}, "old_taken"]
    state["scopes"][0]["asked"][0]["again"] = "old_begin"
    again = restore(game.rules, state, None)
    assert state_hash(again) == state_hash(game)
    again.answer(BOB, Trick("whistle"))
    again.answer(ANN, Grab(1))
    assert again.to_act == (BOB,)


def test_a_step_that_offers_anew_belongs_to_the_frame_that_asked() -> None:
    state = stored(interrupted())
    assert [one["depth"] for one in state["scopes"][0]["asked"]] == [2, 3]
    again = restore(interrupted().rules, state, None)
    assert again.ctx.asked[0].again == "begin"


@pytest.mark.parametrize(
    ("place", "value", "text"),
    [
        (("stack", 1, 0, "proc"), "pebbles.lost", "pebbles knows no frame 'pebbles.lost'"),
        (("stack", 1, 1), "lost", "pebbles.turn has no step 'lost'"),
        (("stack", 1, 1), "seat", "pebbles.turn has no step 'seat'"),
        (("asked", 0, "again"), "lost", "pebbles.turn has no step 'lost'"),
        (("asked", 0, "decisions", ANN, "kind"), "lost", "pebbles knows no decision 'lost'"),
        (("asked", 0, "decisions", ANN), {"seat": ANN}, "pebbles knows no decision None"),
        (("asked", 0, "answers"), {BOB: {"do": "lost"}}, "pebbles knows no answer 'lost'"),
    ],
)
def test_what_is_no_longer_known_is_named(place: tuple[Any, ...], value: object, text: str) -> None:
    state = stored(asked())
    part = state["scopes"][0]
    for key in place[:-1]:
        part = part[key]
    part[place[-1]] = value
    with pytest.raises(UnknownStep, match=exactly(text)):
        restore(asked().rules, state, None)


def test_an_unknown_inner_game_or_meaning_is_named() -> None:
    state = stored(inside())
    state["scopes"][1]["game"] = "chess"
    with pytest.raises(UnknownStep, match=exactly("no game 'chess' can be played inside pebbles")):
        restore(inside().rules, state, None)
    state = stored(rolling_inside())
    state["waiting"]["requests"][0][1]["meaning"]["meaning"] = "lost"
    with pytest.raises(UnknownStep, match=exactly("marbles knows no meaning 'lost'")):
        restore(inside().rules, state, None)


# -- answers -------------------------------------------------------------------------------------


def test_an_answer_is_read_by_its_name() -> None:
    assert read_answer(PEBBLES, {"do": "grab", "heap": 2, "count": 1}) == Grab(2, 1)
    assert read_answer(PEBBLES, {"do": "grab", "heap": 2}) == Grab(2, 1)
    assert read_answer(PEBBLES, plain(Hit(3))) == Hit(3)
    assert plain(Walk()) == {"do": "walk"}


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (7, "an answer is an object with a field 'do' that names what to do"),
        ({"heap": 1}, "an answer is an object with a field 'do' that names what to do"),
        ({"do": 1}, "an answer is an object with a field 'do' that names what to do"),
        ({"do": "grab", "heap": "x"}, "grab: Expected `int`, got `str` - at `$.heap`"),
        ({"do": "grab"}, "grab: Object missing required field `heap`"),
        (
            {"do": "grab", "heap": 1, "z": 1, "colour": 2},
            "grab has no field 'colour'; it takes: heap, count",
        ),
        ({"do": "sit", "down": True}, "sit has no field 'down'; it takes: no fields"),
    ],
)
def test_a_malformed_answer_is_refused_with_one_sentence(raw: object, text: str) -> None:
    with pytest.raises(BadRequest, match=exactly(text)):
        read_answer(PEBBLES, raw)


def test_an_unknown_answer_is_refused_with_all_that_are_known() -> None:
    with pytest.raises(BadRequest) as refused:
        read_answer(PEBBLES, {"do": "cheat"})
    text = str(refused.value)
    assert text.startswith("there is nothing to do called 'cheat'; there are: ")
    known = {"grab", "hit", "offer", "pour", "share", "shout", "sit", "trick", "walk"}
    assert set(text.partition("there are: ")[2].split(", ")) == known
