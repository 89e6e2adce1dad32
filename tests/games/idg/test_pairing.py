"""Who fights whom. IDG-11.5."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.brawl import BIG, FOOT, HORSE, WIDTH, X, Y, brawl, fights
from tests.games.idg.field import Field, blue, red
from tests.games.idg.play import playing
from walstatt.games.idg.melee import MeleePhase
from walstatt.games.idg.melee_choices import ChooseOpponent, Engage, EngageAll
from walstatt.games.idg.pairing import (
    Link,
    element_name,
    flankers,
    links,
    maker,
    most_pairs,
    pairing,
    settled,
)
from walstatt.games.idg.world import rect_of
from walstatt.i18n.catalogue import say
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Target
from walstatt.workshop.covers import covers

HALF = WIDTH / 2


@covers("IDG-11.5.1", "IDG-11.5.4")
def test_two_lines_fight_element_against_element() -> None:
    there = brawl(red("a", "warrior", (X, Y), size=3), blue("b", "warrior", (X, Y), size=3))
    # The blue line is numbered from its own left, which is red's right.
    assert fights(there) == {("a1", "b3"), ("a2", "b2"), ("a3", "b1")}
    assert [round(one.length) for one in pairing(there.ctx).pairs] == [600, 600, 600]


@covers("IDG-11.5.2", "IDG-11.5.4")
def test_an_element_fights_the_enemy_with_whom_it_shares_the_longest_contact() -> None:
    there = brawl(
        red("a", "warrior", (X, Y)),
        blue("b", "warrior", (X - 0.8 * WIDTH, Y)),
        blue("c", "warrior", (X + 0.3 * WIDTH, Y)),
    )
    assert fights(there) == {("a", "c")}
    lengths = {one.couple: round(one.length) for one in links(there.ctx)}
    assert lengths == {("a", "b"): 120, ("a", "c"): 420}


@covers("IDG-11.5.4", "IDG-A27")
def test_pairs_are_mutual_so_the_longest_contact_is_served_first() -> None:
    there = brawl(
        red("a", "warrior", (X, Y)),
        red("c", "warrior", (X + WIDTH, Y)),
        blue("b", "warrior", (X + 0.6 * WIDTH, Y)),
    )
    # 'a' touches nobody but b, whom c touches more.
    assert fights(there) == {("c", "b")}


@covers("IDG-11.5.5")
def test_elements_of_a_unit_may_fight_different_units() -> None:
    there = brawl(
        red("a", "warrior", (X, Y), size=2),
        blue("b", "warrior", (X - HALF, Y)),
        blue("c", "warrior", (X + HALF, Y)),
    )
    assert fights(there) == {("a1", "b"), ("a2", "c")}


# IDG-E63
@covers("IDG-11.5.8", "IDG-11.2.2", "IDG-11.8.27")
def test_front_contact_goes_first_however_long_that_on_the_flank() -> None:
    there = brawl(
        red("a", "warrior", (X, Y)),
        blue("p", "warrior", (X - WIDTH + 1.0, Y)),
        blue("q", "warrior", (X + HALF, Y + FOOT / 2), facing=270),
    )
    by_length = {one.couple: round(one.length / 254, 2) for one in links(there.ctx)}
    assert by_length == {("a", "p"): 1.0, ("a", "q"): 1.18}
    assert fights(there) == {("a", "p")}
    assert flankers(there.ctx, "a") == ["q"]


@covers("IDG-11.5.8")
def test_a_contact_on_the_flank_makes_a_pair_if_the_front_touches_nobody() -> None:
    there = brawl(
        red("a", "warrior", (X, Y)),
        blue("q", "warrior", (X + HALF, Y + FOOT / 2), facing=270),
    )
    assert fights(there) == {("a", "q")}


@covers("IDG-11.5.8")
def test_who_is_touched_in_front_fights_nobody_else_even_if_that_enemy_is_taken() -> None:
    there = brawl(
        red("a", "warrior", (X, Y)),
        red("c", "warrior", (X + WIDTH, Y)),
        blue("p", "warrior", (X + 0.6 * WIDTH, Y)),
        blue("q", "warrior", (X - HALF, Y + FOOT / 2), facing=90),
    )
    assert fights(there) == {("c", "p")}


@covers("IDG-1.9.4")
def test_a_corner_alone_is_contact_too() -> None:
    there = brawl(red("a", "warrior", (X, Y)), blue("b", "warrior", (X + WIDTH, Y)))
    assert [one.length for one in links(there.ctx)] == [0.0]
    assert fights(there) == {("a", "b")}


@covers("IDG-11.1.1")
def test_who_is_not_in_contact_does_not_fight() -> None:
    there = brawl(red("a", "warrior", (X, Y)), blue("b", "warrior", (X, Y - 0.1)))
    assert fights(there) == set()


@covers("IDG-11.5.6", "IDG-5.10.2")
@pytest.mark.parametrize("kind", ["artillery", "baggage", "wagon"])
def test_artillery_and_baggage_make_no_pair(kind: str) -> None:
    there = brawl(
        red("a", "warrior", (X, Y)),
        blue("b", kind, (X - 0.4 * WIDTH, Y)),
        blue("c", "warrior", (X + 0.6 * WIDTH, Y)),
    )
    assert fights(there) == {("a", "c")}


@covers("IDG-16.1.10")
def test_nobody_on_the_ground_fights_troops_on_a_wall() -> None:
    wall = {"id": "w", "kind": "wall", "via": [(20, 22), (40, 22)], "width": 1.5, "side": "blue"}
    up = {"aboard": "w"}

    def there(own: dict[str, Any]) -> set[tuple[str, str]]:
        return fights(
            brawl(
                red("a", "warrior", (X, Y), elements=[own]),
                blue("b", "warrior", (X, Y), elements=[up]),
                terrain=[wall],
            )
        )

    assert there({}) == set()
    assert there(up) == {("a", "b")}


@covers("IDG-16.1.11", "IDG-A68")
def test_a_rampart_is_fought_across() -> None:
    rampart = {"id": "r", "kind": "rampart", "via": [(20, Y), (40, Y)], "width": 1, "side": "blue"}

    def there(y: float, facing: int = 180) -> set[tuple[str, str]]:
        defender = blue("b", "warrior", (X, y), facing=facing)
        return fights(brawl(red("a", "warrior", (X, Y + 0.5)), defender, terrain=[rampart]))

    assert there(Y - 0.5) == {("a", "b")}
    assert there(Y - 0.6) == set()  # not at the rampart
    assert there(Y - 0.5 - FOOT, facing=0) == set()  # with its back to it


# -- equal contacts -------------------------------------------------------------------------------


def half_off(count: int = 3, **more: Any) -> Field:  # noqa: ANN401
    """Two lines, each element opposite the joint of two enemies."""
    return brawl(
        red("a", "warrior", (X, Y), size=count),
        blue("b", "warrior", (X + HALF, Y), size=count, facing=180),
        **more,
    )


@covers("IDG-11.5.3", "IDG-A27")
@pytest.mark.parametrize(
    ("more", "seat"),
    [
        ({"mover": "a"}, "red"),
        ({"mover": "b"}, "blue"),
        ({"first": "red", "melees": [{"units": ["a", "b"], "since": 2, "by": "b"}]}, "red"),
        ({"first": "blue", "melees": [{"units": ["a", "b"], "since": 2, "by": "a"}]}, "blue"),
    ],
)
def test_between_equal_contacts_the_attacker_chooses_and_later_side_1(
    more: dict[str, Any], seat: str
) -> None:
    battle = playing(half_off(2, **more), MeleePhase())
    assert battle.asked() == (seat, "choose_opponent")


@covers("IDG-11.5.3", "IDG-A27")
def test_elements_that_joined_this_turn_made_their_contact() -> None:
    there = brawl(
        red("a", "warrior", (X, Y)),
        blue("b", "warrior", (X, Y), entered=True),
        melees=[{"units": ["a", "b"], "since": 1, "by": "a"}],
    )
    assert maker(there.ctx, ("a", "b")) == "blue"


@covers("IDG-11.5.3")
def test_the_attacker_chooses_pair_by_pair() -> None:
    battle = playing(half_off(2), MeleePhase())
    # a1 touches b2 only, a2 touches b2 and b1; all along half a front.
    assert battle.options() == [
        EngageAll(),
        Engage("a1", "b2"),
        Engage("a2", "b1"),
        Engage("a2", "b2"),
    ]
    battle.do(Engage("a2", "b2"))
    assert battle.pending() == "roll idg.roll.melee"
    assert len(battle.rolls()) == 1
    assert settled(battle.ctx, (("a2", "b2"),)).pairs[0].couple == ("a2", "b2")


@covers("IDG-11.5.3")
def test_by_default_the_longest_line_fights() -> None:
    battle = playing(half_off(3), MeleePhase())
    assert battle.decision().default(battle.ctx) == EngageAll()
    battle.do(EngageAll())
    battle.roll(5, 4).roll(5, 4).roll(5, 4)
    assert battle.is_over
    assert battle.told().count("idg.fought") == 3


def test_as_many_pairs_as_possible_are_found() -> None:
    chain = [("a1", "b1"), ("a1", "b2"), ("a2", "b1"), ("a3", "b2"), ("a3", "b3")]
    found = most_pairs([Link(a, b, 300.0, True, True) for a, b in chain])
    assert [one.couple for one in found] == [("a1", "b2"), ("a2", "b1"), ("a3", "b3")]


@covers("IDG-11.5.3")
def test_each_side_chooses_where_it_made_the_contacts() -> None:
    there = brawl(
        red("a", "warrior", (X, Y)),
        blue("b", "warrior", (X - HALF, Y)),
        blue("c", "warrior", (X + HALF, Y)),
        red("d", "warrior", (X + 20, Y)),
        blue("e", "warrior", (X + 20 - HALF, Y)),
        blue("f", "warrior", (X + 20 + HALF, Y)),
    )
    for key in ("d|e", "d|f"):
        there.world.melees[key] = type(there.world.melees[key])(3, UnitId(key[2]))
    battle = playing(there, MeleePhase())
    assert battle.asked() == ("red", "choose_opponent")
    assert battle.options() == [EngageAll(), Engage("a", "b"), Engage("a", "c")]
    assert battle.refusal(Engage("d", "e")) == ["IDG-11.5.3"]
    battle.do(Engage("a", "c"))
    assert battle.asked() == ("blue", "choose_opponent")
    assert battle.options() == [EngageAll(), Engage("e", "d"), Engage("f", "d")]


@covers("IDG-11.5.2", "IDG-11.5.1", "IDG-11.5.8", "IDG-11.1.1")
def test_a_choice_that_is_none_is_refused_with_the_rule() -> None:
    there = brawl(
        red("a", "warrior", (X, Y), size=2),
        blue("b", "warrior", (X, Y)),
        red("c", "warrior", (X + 3 * WIDTH, Y)),
        blue("d", "warrior", (X + 3 * WIDTH, Y)),
        blue("e", "warrior", (X + 3.9 * WIDTH, Y)),
        blue("f", "warrior", (X + 2.5 * WIDTH, Y + FOOT / 2), facing=90),
    )
    battle = playing(there, MeleePhase())
    assert battle.asked() == ("red", "choose_opponent")
    assert battle.refusal(Engage("a1", "d")) == ["IDG-11.1.1"]
    assert battle.refusal(Engage("c", "d")) == ["IDG-11.5.1", "IDG-11.5.1", "IDG-11.5.2"]
    assert battle.refusal(Engage("c", "f")) == ["IDG-11.5.1", "IDG-11.5.8"]
    question = battle.decision()
    assert question.wish(battle.ctx, Target("piece", "b"), Target("piece", "a2")) == Engage(
        "a2", "b"
    )
    assert question.wish(battle.ctx, Target("piece", "a1"), Target("piece", "a2")) is None
    choice = question.present(battle.ctx, Engage("a2", "b"))
    assert (choice.target.id, choice.of, choice.rolls) == ("b", Target("piece", "a2"), True)
    preview = question.preview(battle.ctx, Engage("a2", "b"))
    assert len(preview.ledgers) == 2
    assert sum(one.millionths for one in preview.odds) == 1_000_000


def test_an_element_is_named_by_its_unit_and_place() -> None:
    there = brawl(red("a", "warrior", (X, Y), size=2), blue("b", "elephant", (X, Y)))
    name = element_name(there.ctx, "a2")
    assert (name.id, name.args["number"]) == ("idg.melee.element", "2")
    assert element_name(there.ctx, "b") == say("idg.either", en="b", de="b")


def test_depths_used_in_these_tests_are_those_of_the_bases() -> None:
    there = brawl(red("a", "heavy_cavalry", (X, Y)), blue("b", "elephant", (X, Y)))
    assert rect_of(there.ctx, "a").base.depth == round(HORSE * 254)
    assert rect_of(there.ctx, "b").base.depth == round(BIG * 254)


@covers("IDG-11.5.3")
def test_the_same_question_is_put_again_after_a_copy() -> None:
    battle = playing(half_off(3), MeleePhase())
    question = battle.decision()
    assert isinstance(question, ChooseOpponent)
    assert question.candidates(battle.ctx.clone(None)) == question.candidates(battle.ctx)
