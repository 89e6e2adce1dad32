from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.games.ccn.field import (
    ALLIED,
    FRENCH,
    Field,
    british,
    cell,
    field,
    french,
    leader,
    portuguese,
)
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.casebook import CcnCasebook, Given
from walstatt.games.ccn.combat import EndCombat, Fire
from walstatt.games.ccn.game import CCN
from walstatt.games.ccn.movement import EndMovement, Move, MoveLeader
from walstatt.games.ccn.options import CcnOptions
from walstatt.games.ccn.orders import EndOrders, Order
from walstatt.games.ccn.tactics import LongMove
from walstatt.games.ccn.turn import PlayCard
from walstatt.games.ccn.world import CcnWorld
from walstatt.kernel.chance import Seeded
from walstatt.kernel.codec import state_hash
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.definition import Ruleset
from walstatt.kernel.errors import WalstattError
from walstatt.kernel.game import AnyGame, Game, new_game
from walstatt.kernel.ids import CellId, Seat, UnitId
from walstatt.kernel.match import Match
from walstatt.workshop.case_playing import play_case
from walstatt.workshop.cases import case_from, parse_cases, run_case

BOOK = CcnCasebook()
A, C = UnitId("a"), UnitId("c")
LINE = french("a", "LN", "5,5", ordered=True)
ENEMY = british("b", "LN", "3,5")
FAR = british("z", "LN", "1,13")


# -- entering a phase -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "question"),
    [
        ("command", "choose_card"),
        ("order", "choose_orders"),
        ("move", "choose_move"),
        ("combat", "choose_combat"),
    ],
)
def test_a_turn_can_begin_in_any_phase(phase: str, question: str) -> None:
    card = "forward" if phase != "command" else ""
    units = LINE, french("c", "LN", "7,7"), ENEMY
    assert field(*units, phase=phase, card=card).asked() == ("french", question)


def test_a_turn_that_begins_with_its_end_draws_and_forgets() -> None:
    position = field(LINE, ENEMY, phase="draw", card="forward", turn=7)
    assert (position.world.phase, position.unit("a").ordered) == ("draw", False)
    assert position.world.discards == ("forward",)
    position.roll("rally")
    assert position.asked() == ("allied", "choose_card")
    assert position.world.turn == 8


def test_the_turn_said_is_the_one_that_is_played() -> None:
    assert field(LINE, ENEMY, phase="command", turn=7).world.turn == 7
    assert field(LINE, ENEMY, phase="move", turn=7).world.turn == 7
    assert field(LINE, ENEMY, phase="move").world.turn == 1


def test_the_other_side_follows() -> None:
    position = field(ENEMY | {"ordered": True}, FAR, LINE, to_move="allied", phase="draw")
    position.roll("rally")
    assert position.asked() == ("french", "choose_card")


def test_objectives_are_gained_as_the_turn_begins() -> None:
    goal = {"side": "french", "at": ["5,5"]}
    assert field(LINE, FAR, phase="command", objectives=[goal]).world.banners[FRENCH] == 1
    assert field(LINE, FAR, phase="move", objectives=[goal]).world.banners[FRENCH] == 0


def test_the_card_played_is_in_force() -> None:
    world = field(LINE, ENEMY, phase="combat", card="fire_and_hold").world
    assert (world.card, world.effect, world.plain) == ("fire_and_hold", "fire_and_hold", False)
    assert field(LINE, ENEMY, phase="combat", card="elan", plain=True).world.plain


# -- words ----------------------------------------------------------------------------------------


def test_hexes_are_read_and_written_by_label() -> None:
    content = field(LINE, ENEMY).ctx.content
    assert BOOK.readers(content)[CellId]("4,12") == cell("4,12")
    assert BOOK.writers(content)[CellId](cell("4,12")) == "4,12"
    with pytest.raises(WalstattError, match="in quotes, not 44"):
        BOOK.readers(content)[CellId](44)


def test_every_phase_is_explained() -> None:
    assert list(BOOK.phases) == ["command", "order", "move", "combat", "draw"]


def test_the_questions_have_names_of_their_own() -> None:
    names = [question.name for question in BOOK.questions()]
    assert len(set(names)) == len(names)
    assert {"fire_dice", "melee_dice", "back_dice", "sees", "reach", "sections"} < set(names)


# -- facts ----------------------------------------------------------------------------------------


def test_the_facts_of_a_unit() -> None:
    units = (
        french("a", "LT", "5,5", blocks=3, ordered=True, moved=1, leader="ney"),
        portuguese("p", "LN", "3,5", square=2),
    )
    facts = BOOK.facts(field(*units).ctx)
    assert facts["units"]["a"] == {
        "side": "french",
        "nation": "french",
        "type": "LT",
        "at": "5,5",
        "blocks": 3,
        "ordered": True,
        "moved": 1,
        "fought": False,
        "joined": False,
        "may_fight": True,
        "square": 0,
        "leader": "ney",
    }
    assert facts["units"]["p"] == {
        "side": "allied",
        "nation": "portuguese",
        "type": "LN",
        "at": "3,5",
        "blocks": 4,
        "ordered": False,
        "moved": 0,
        "fought": False,
        "joined": False,
        "may_fight": False,
        "square": 2,
        "leader": "",
    }


def test_a_unit_may_fight_if_it_is_ordered_and_has_neither_fought_nor_moved_too_far() -> None:
    units = (
        LINE,
        french("c", "LN", "7,1"),
        french("d", "LN", "7,3", ordered=True, fought=True),
        french("e", "LT", "7,5", ordered=True, moved=2),
    )
    facts = BOOK.facts(field(*units, ENEMY).ctx)["units"]
    able = {name: one["may_fight"] for name, one in facts.items()}
    assert able == {"a": True, "c": False, "d": False, "e": False, "b": False}


def test_the_facts_of_leaders() -> None:
    lone = leader("hill", "allied", "1,1", ordered=True, moved=True) | {"name": "Rowland Hill"}
    facts = BOOK.facts(field(LINE | {"leader": "ney"}, ENEMY, leaders=[lone]).ctx)["leaders"]
    assert facts == {
        "ney": {
            "side": "french",
            "name": "ney",
            "at": "5,5",
            "attached": "a",
            "ordered": False,
            "moved": False,
        },
        "hill": {
            "side": "allied",
            "name": "Rowland Hill",
            "at": "1,1",
            "attached": "",
            "ordered": True,
            "moved": True,
        },
    }


def test_the_facts_of_cards_and_banners() -> None:
    position = field(
        LINE,
        french("s", "LN", "9,9", square=3),
        ENEMY,
        turn=4,
        card="counter_attack",
        hands={"french": ["rally", "elan"], "allied": ["forward"]},
        last_cards={"allied": "probe_left"},
        square_cards={"french": ["", "", "bombard"]},
        discards=["scout_left", "attack_left"],
        deck=10,
        command=6,
        banners={"french": 2, "allied": 3},
        strikes=["allied"],
        objectives=[{"side": "french", "at": ["9,9", "5,5"], "held": True}],
        removed=["2,2"],
    )
    facts = BOOK.facts(position.ctx)
    for name in ("units", "leaders", "discards"):
        del facts[name]
    assert facts == {
        "turn": 4,
        "to_move": "french",
        "phase": "combat",
        "card": "counter_attack",
        "effect": "probe_right",
        "command": 6,
        "banners": {"french": 2, "allied": 3},
        "hands": {"french": ["elan", "rally"], "allied": ["forward"]},
        "hand_sizes": {"french": 2, "allied": 1},
        "square_cards": {"french": {3: "bombard"}, "allied": {}},
        "last_cards": {"allied": "probe_left", "french": "counter_attack"},
        "deck": 10,
        "strikes": ["allied"],
        "held": ["5,5", "9,9"],
        "removed": ["2,2"],
    }


def test_an_objective_taken_for_good_is_held_though_nobody_stands_there() -> None:
    lasting = {"side": "allied", "at": ["7,7"], "kind": "permanent", "held": True}
    position = field(LINE, ENEMY, objectives=[lasting], banners={"allied": 1})
    assert BOOK.facts(position.ctx)["held"] == ["7,7"]
    assert written(position)["objectives"][0]["held"] is True
    free = field(LINE, ENEMY, objectives=[lasting | {"held": False}])
    assert BOOK.facts(free.ctx)["held"] == []


def test_discards_are_told_in_order() -> None:
    cards = ["scout_left", "attack_left"]
    facts = BOOK.facts(field(LINE, ENEMY, discards=cards).ctx)
    assert facts["discards"] == ["attack_left", "scout_left"]


# -- writing positions ----------------------------------------------------------------------------


def written(position: Field) -> dict[str, Any]:
    given = BOOK.given_of(position.ctx)
    assert given is not None
    return given


def test_a_position_is_written_with_what_matters_only() -> None:
    hands = {"french": ["forward"], "allied": ["rally"]}
    position = field(LINE | {"leader": "ney"}, FAR, phase="command", hands=hands)
    assert written(position) == {
        "scenario": "empty",
        "phase": "command",
        "to_move": "french",
        "turn": 1,
        "units": [
            {
                "id": "a",
                "side": "french",
                "nation": "french",
                "type": "LN",
                "at": "5,5",
                "blocks": 4,
                "ordered": True,
            },
            {
                "id": "z",
                "side": "allied",
                "nation": "british",
                "type": "LN",
                "at": "1,13",
                "blocks": 4,
            },
        ],
        "leaders": [{"id": "ney", "side": "french", "name": "ney", "at": "5,5"}],
        "hands": hands,
        "square_cards": {"french": ["", "", "", ""], "allied": ["", "", "", ""]},
        "banners": {"french": 0, "allied": 0},
    }


def test_a_position_without_pieces_says_so() -> None:
    given = written(field(LINE, FAR, phase="command"))
    assert given["leaders"] == []
    bare = written(field(phase="command"))
    assert (bare["units"], bare["leaders"]) == ([], [])


def test_objectives_are_written_one_by_one_if_any_is_held() -> None:
    goals = [
        {"side": "french", "at": ["5,5", "7,7"]},
        {"side": "allied", "at": ["1,13"], "kind": "permanent", "banners": 2},
    ]
    position = field(LINE, FAR, phase="command", objectives=goals)
    assert written(position)["objectives"] == [
        {"side": "french", "at": ["5,5"], "kind": "temporary", "banners": 1, "held": True},
        {"side": "french", "at": ["7,7"], "kind": "temporary", "banners": 1},
        {"side": "allied", "at": ["1,13"], "kind": "permanent", "banners": 2},
    ]
    assert written(position)["banners"] == {"french": 1, "allied": 0}
    nobody = field(LINE, FAR, phase="move", objectives=goals)
    assert "objectives" not in written(nobody)


def test_what_a_counter_attack_counted_as_is_written() -> None:
    last = {"french": "rally", "allied": "counter_attack"}
    copied = {"allied": "probe_left"}
    position = field(LINE, FAR, phase="command", last_cards=last, last_effects=copied)
    assert written(position)["last_cards"] == last
    assert written(position)["last_effects"] == copied
    plain = field(LINE, FAR, phase="command", last_cards={"french": "rally"})
    assert "last_effects" not in written(plain)


def begins(position: Field) -> bool:
    return BOOK.given_of(position.ctx) is not None


def test_orders_can_be_written_as_long_as_nobody_is_ordered() -> None:
    position = field(
        french("a", "LN", "5,5"), french("c", "LN", "5,6"), FAR, phase="order", card="forward"
    )
    assert begins(position)
    assert written(position)["card"] == "forward"
    position.do(Order(A))
    assert not begins(position)


def test_orders_that_follow_a_roll_or_a_choice_cannot_be_written() -> None:
    units = french("a", "LN", "5,5"), french("c", "LN", "5,6"), FAR
    elan = field(*units, phase="order", card="elan", hands={"french": 0})
    assert not begins(elan.roll("INF"))
    long_move = field(*units, phase="order", card="grande_manoeuvre")
    assert begins(long_move)
    assert not begins(long_move.do(LongMove()))
    fallback = field(*units, phase="order", card="bombard")
    assert fallback.world.plain
    assert not begins(fallback)
    assert begins(field(*units, phase="order", card="force_march"))
    assert begins(field(*units, phase="order", card="short_supply"))


def test_moves_can_be_written_as_long_as_anybody_can_move() -> None:
    position = field(LINE, LINE | {"id": "c", "at": "5,6"}, FAR, phase="move")
    assert begins(position.do(Move(A, cell("4,4"))))
    assert written(position)["units"][0]["moved"] == 1
    assert not begins(position.do(Move(C, cell("4,6"))))


def test_combats_can_be_written_as_long_as_anybody_can_fight() -> None:
    position = field(LINE, LINE | {"id": "c", "at": "5,6"}, ENEMY)
    assert begins(position)
    position.do(Fire(A, UnitId("b"))).roll("CAV", "CAV", "CAV", "CAV")
    assert begins(position)
    assert written(position)["units"][0]["fought"] is True
    position.do(Fire(C, UnitId("b"))).roll("CAV", "CAV", "CAV", "CAV")
    assert position.asked() == ("french", "choose_combat")
    assert not begins(position)


def test_a_leader_who_joined_a_unit_is_written_with_it() -> None:
    him = leader("ney", "french", "6,6", ordered=True)
    position = field(LINE, french("c", "LN", "7,7", ordered=True), FAR, phase="move", leaders=[him])
    position.do(MoveLeader(UnitId("ney"), cell("5,5")))
    assert written(position)["units"][0]["joined"] is True
    assert written(position)["leaders"] == [
        {"id": "ney", "side": "french", "name": "ney", "at": "5,5", "ordered": True, "moved": True}
    ]


def test_what_no_phase_begins_with_cannot_be_written() -> None:
    position = field(LINE, british("b", "LN", "4,5"))
    position.do(MeleeAttack(A, UnitId("b")))
    assert position.asked() == ("allied", "offer_first_strike")
    assert not begins(position)
    over = field(LINE, british("b", "LN", "3,5", blocks=1), banners={"french": 4})
    over.do(Fire(A, UnitId("b"))).roll("INF", "CAV", "CAV", "CAV")
    assert over.game.outcome is not None
    assert not begins(over)


def test_a_roll_that_is_waited_for_cannot_be_written() -> None:
    position = field(LINE, ENEMY).do(Fire(A, UnitId("b")))
    assert position.game.waiting is not None
    assert not begins(position)


# -- there and back -------------------------------------------------------------------------------


def again(game: AnyGame, given: dict[str, Any]) -> AnyGame:
    """Lay out a position that was written from a game."""
    options: CcnOptions = game.rules.options
    setup = BOOK.arrange(msgspec.convert(given, Given), options)
    rules = Ruleset(CCN, game.rules.scenario, options, setup.content, setup.seats)
    copy: AnyGame = Game([Ctx(rules, setup.world)], None, None)
    copy.start(setup.first)
    return copy


def remembered(world: CcnWorld) -> dict[str, Any]:
    """List what a position remembers; what no longer matters to units that fought is left out."""
    units = {
        unit: replace(one, barred=one.barred and not one.fought, bonus_used=False)
        for unit, one in world.units.items()
    }
    return {**msgspec.structs.asdict(world), "units": units}


def played(scenario: str, seed: int, options: CcnOptions, every: int) -> Iterator[AnyGame]:
    """Play a random game and stop now and then."""
    game: AnyGame = new_game(CCN, scenario, Seeded(seed), options)
    rng = Random(seed)
    for count in range(1500):
        if game.outcome is not None:
            return
        if count % every == 0:
            yield game
        (seat,) = game.to_act
        game.apply(seat, game.pick(seat, rng))


OTHER = CcnOptions(**{**CcnOptions.presets["other_readings"], "attack_used_up": True})


@pytest.mark.parametrize("scenario", ["rolica_1", "vimiero", "river_coa", "manoeuvres"])
@pytest.mark.parametrize("options", [CcnOptions(), OTHER], ids=["default", "other"])
def test_positions_of_random_games_are_read_as_they_were_written(
    scenario: str, options: CcnOptions
) -> None:
    compared = 0
    for game in played(scenario, 11, options, 7):
        given = BOOK.given_of(game.ctx)
        if given is None:
            continue
        copy = again(game, given)
        assert remembered(copy.world) == remembered(game.world)
        assert copy.to_act == game.to_act
        assert [copy.decision(seat) for seat in copy.to_act] == [
            game.decision(seat) for seat in game.to_act
        ]
        compared += 1
    assert compared > 20


def test_positions_of_a_match_become_cases_that_lead_there() -> None:
    match = Match.start(CCN, "manoeuvres", seed=1)
    rng = Random(1)
    while len(match.entries) < 90:
        (seat,) = match.game.to_act
        match.answer(seat, match.game.pick(seat, rng))
    for n in range(0, 90, 9):
        (case,) = parse_cases(case_from(match, n), "a match")
        assert run_case(case).ok
        assert state_hash(play_case(case).game) == match.entries[n].state


def test_a_written_position_plays_on_as_the_game_did() -> None:
    hands = {"french": ["forward", "elan"], "allied": ["rally", "probe_left"]}
    position = field(LINE, LINE | {"id": "c", "at": "7,7"}, ENEMY, phase="move", hands=hands)
    copy = again(position.game, written(position))
    for game in (position.game, copy):
        game.answer(FRENCH, EndMovement())
        game.answer(FRENCH, Fire(A, UnitId("b")))
        game.force(("INF", "INF", "FLAG", "SABER"))
        game.answer(ALLIED, game.options(ALLIED)[0])  # type: ignore[index]
        game.answer(FRENCH, EndCombat())
        game.force(("scout_left",))
    assert remembered(copy.world) == remembered(position.world)
    assert copy.to_act == (Seat("allied"),)


def test_an_order_phase_plays_on_as_the_game_did() -> None:
    position = field(
        LINE | {"ordered": False}, ENEMY, phase="command", hands={"french": ["forward"]}
    )
    position.do(PlayCard("forward"))
    copy = again(position.game, written(position))
    for game in (position.game, copy):
        game.answer(FRENCH, EndOrders())
        game.force(("scout_left",))
    assert remembered(copy.world) == remembered(position.world)
