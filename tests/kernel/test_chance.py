import hashlib
from collections import Counter
from fractions import Fraction
from math import perm
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from walstatt.kernel.chance import (
    D6,
    CommitReveal,
    Die,
    Draw,
    Manual,
    Meaning,
    Recorded,
    Request,
    Roll,
    Scripted,
    Seeded,
    _below,
    commitment,
    describe,
    fits,
    joint_key,
    numbered,
    outcomes,
)
from walstatt.kernel.errors import ScriptError
from walstatt.kernel.ids import Seat

RED, BLUE = Seat("red"), Seat("blue")
BATTLE = Die("battle", ("flag", "horse", "foot", "foot"))
HITS = Roll("toy.fire", "TOY-4.1", D6, 3)
HAND = Draw("toy.deal", "TOY-2", ("ace", "king", "king"), 2)

rolls = st.builds(
    Roll[int],
    st.just("toy.fire"),
    st.just("TOY-4.1"),
    st.builds(numbered, st.integers(1, 300), st.integers(-5, 5)),
    st.integers(0, 90),
)
draws = st.lists(st.integers(1, 9), max_size=70).flatmap(
    lambda pool: st.builds(
        Draw[int],
        st.just("toy.deal"),
        st.just("TOY-2"),
        st.just(tuple(pool)),
        st.integers(0, len(pool)),
    )
)
requests = st.one_of(rolls, draws)


def dice(count: int, sides: int = 6, stream: str = "dice") -> Roll[int]:
    return Roll("toy.fire", "TOY-4.1", numbered(sides, low=0), count, stream=stream)


def whole(*pool: str) -> Draw[str]:
    return Draw("toy.deal", "TOY-2", pool, len(pool))


def verified(key: bytes, name: str, bound: int, count: int) -> list[int]:
    """Recompute results as anybody can who knows the key."""
    width = 1 if bound <= 256 else 4
    fair = 256**width // bound * bound
    stream = [
        int.from_bytes(block[at : at + width], "big")
        for number in range(40)
        for block in [hashlib.blake2b(f"{name}/{number}".encode(), key=key).digest()]
        for at in range(0, 64, width)
    ]
    return [value % bound for value in stream if value < fair][:count]


def chi_square(found: Counter[Any], cells: int) -> float:
    average = found.total() / cells
    assert len(found) == cells
    return sum((seen - average) ** 2 / average for seen in found.values())


# -- what is asked for ----------------------------------------------------------------------------


def test_an_ordinary_die_starts_at_one() -> None:
    assert Die("d4", (1, 2, 3, 4)) == numbered(4)
    assert D6.faces == (1, 2, 3, 4, 5, 6)


def test_a_numbered_die_may_start_lower() -> None:
    assert numbered(10, low=0) == Die("d10", (0, 1, 2, 3, 4, 5, 6, 7, 8, 9))


def test_a_roll_is_nobodys_and_has_no_meaning_unless_said() -> None:
    assert (HITS.seat, HITS.meaning, HITS.ledgers, HITS.stream) == ("", None, (), "dice")


def test_a_draw_is_of_one_card_seen_by_all_unless_said() -> None:
    draw = Draw("toy.deal", "TOY-2", (1, 2))
    assert (draw.count, draw.seat, draw.seen_by, draw.stream) == (1, "", None, "cards")


def test_requests_are_told_apart_when_written_down() -> None:
    assert msgspec.to_builtins(HITS)["chance"] == "roll"
    assert msgspec.to_builtins(HAND)["chance"] == "draw"


def test_equal_dice_have_equal_hashes() -> None:
    assert hash(numbered(6)) == hash(D6)


def test_a_meaning_is_named_when_written_down() -> None:
    class Doubles(Meaning, frozen=True, tag="test_chance.doubles"):
        pass

    assert msgspec.to_builtins(Doubles()) == {"meaning": "test_chance.doubles"}


def test_a_meaning_without_a_reading_says_so() -> None:
    with pytest.raises(TypeError, match=r"^Meaning cannot read \(1, 2\)$"):
        Meaning().read((1, 2))


def test_a_meaning_costs_nobody_anything_and_ignores_order_unless_said() -> None:
    assert (Meaning().losses(3), Meaning().ordered) == (0, False)


# -- what fits ------------------------------------------------------------------------------------


def test_requests_are_described_by_dice_purpose_and_rule() -> None:
    assert describe(HITS) == "3d6 for toy.fire (TOY-4.1)"
    assert describe(HAND) == "draw 2 for toy.deal (TOY-2)"


def test_an_outcome_of_the_right_faces_fits() -> None:
    assert fits(HITS, (1, 6, 6)) == ""
    assert fits(Roll("toy.fire", "TOY-4.1", BATTLE, 2), ["foot", "flag"]) == ""


def test_an_outcome_needs_a_result_for_each_die() -> None:
    assert fits(HITS, (1, 6)) == "3d6 for toy.fire (TOY-4.1) takes 3 results, not 2"
    assert fits(HITS, (1, 6, 1, 1)) == "3d6 for toy.fire (TOY-4.1) takes 3 results, not 4"


def test_the_first_strange_face_is_named() -> None:
    assert fits(HITS, (1, 7, 0)) == "3d6 for toy.fire (TOY-4.1): 7 is no face of d6"
    assert fits(HITS, (1, 2, "flag")) == "3d6 for toy.fire (TOY-4.1): 'flag' is no face of d6"


def test_a_draw_fits_in_any_order() -> None:
    assert fits(HAND, ("king", "ace")) == ""
    assert fits(HAND, ("king", "king")) == ""


def test_a_card_cannot_be_drawn_twice() -> None:
    assert fits(HAND, ("ace", "ace")) == "draw 2 for toy.deal (TOY-2): 'ace' is not in the pool"


def test_a_draw_needs_the_number_asked_for() -> None:
    assert fits(HAND, ("ace",)) == "draw 2 for toy.deal (TOY-2) takes 2 results, not 1"


# -- every outcome --------------------------------------------------------------------------------


def test_outcomes_of_dice_come_in_order() -> None:
    found = list(outcomes(Roll("toy.coin", "TOY-1", numbered(2), 2)))
    assert found == [(pair, Fraction(1, 4)) for pair in [(1, 1), (1, 2), (2, 1), (2, 2)]]


def test_a_face_that_stands_twice_comes_up_twice_as_often() -> None:
    assert dict(outcomes(Roll("toy.fire", "TOY-4.1", BATTLE, 1))) == {
        ("flag",): Fraction(1, 4),
        ("horse",): Fraction(1, 4),
        ("foot",): Fraction(1, 2),
    }


def test_outcomes_of_a_draw_merge_equal_cards() -> None:
    assert list(outcomes(HAND)) == [
        (("ace", "king"), Fraction(1, 3)),
        (("king", "ace"), Fraction(1, 3)),
        (("king", "king"), Fraction(1, 3)),
    ]


@given(st.lists(st.integers(1, 4), min_size=1, max_size=5), st.integers(0, 3))
def test_the_chances_of_a_roll_add_up_to_one(faces: list[int], count: int) -> None:
    die = Die("odd", tuple(faces))
    found = list(outcomes(Roll("toy.fire", "TOY-4.1", die, count)))
    assert sum(chance for _, chance in found) == 1
    assert len(found) == len({faces for faces, _ in found}) == len(set(die.faces)) ** count


@given(st.integers(1, 5), st.integers(0, 5))
def test_the_chances_of_a_draw_add_up_to_one(size: int, count: int) -> None:
    found = list(outcomes(Draw("toy.deal", "TOY-2", tuple(range(size)), min(size, count))))
    assert sum(chance for _, chance in found) == 1
    assert len(found) == perm(size, min(size, count))


# -- dice from a key ------------------------------------------------------------------------------


def test_results_of_a_key_never_change() -> None:
    source = Seeded("walstatt")
    assert [source.resolve(Roll("toy.fire", "TOY-4.1", D6, 4)) for _ in range(3)] == [
        (4, 5, 2, 2),
        (1, 1, 3, 3),
        (5, 4, 3, 1),
    ]
    assert Seeded(1815).resolve(whole("a", "b", "c", "d")) == ("b", "d", "a", "c")
    assert Seeded(b"key").resolve(dice(5, 1000)) == (926, 744, 933, 1, 92)


def test_a_number_is_the_same_key_as_its_digits() -> None:
    assert Seeded(1815).key == Seeded("1815").key == hashlib.blake2b(b"1815").digest()
    assert Seeded(b"1815").key == b"1815"


@pytest.mark.parametrize("sides", [1, 6, 7, 129, 255, 256, 257, 1000])
def test_anybody_with_the_key_can_recompute_the_dice(sides: int) -> None:
    source = Seeded(b"key")
    for number in range(8):
        expected = verified(b"key", f"dice/{number}", sides, 150)
        assert list(source.resolve(dice(150, sides))) == expected


def test_results_that_would_favour_low_faces_are_thrown_away() -> None:
    found = _below(Seeded(b"key")._bytes("dice/0"), [3_000_000_000] * 200)
    assert found == verified(b"key", "dice/0", 3_000_000_000, 200)


def test_a_draw_takes_each_card_from_what_is_left() -> None:
    numbers = _below(Seeded(b"key")._bytes("cards/0"), (5, 4, 3, 2, 1))
    left = ["a", "b", "c", "d", "e"]
    expected = [left.pop(number) for number in numbers]
    assert list(Seeded(b"key").resolve(whole("a", "b", "c", "d", "e"))) == expected


def test_dice_are_fair() -> None:
    source = Seeded("fair")
    found = Counter(face for _ in range(600) for face in source.resolve(dice(100)))
    assert found.total() == 60_000
    assert chi_square(found, 6) < 20.5  # five degrees of freedom: one key in a thousand


def test_draws_are_fair() -> None:
    source = Seeded("fair")
    found = Counter(source.resolve(whole("a", "b", "c")) for _ in range(6_000))
    assert chi_square(found, 6) < 20.5


@given(requests, st.integers())
def test_what_is_asked_is_answered(request: Request, seed: int) -> None:
    assert fits(request, Seeded(seed).resolve(request)) == ""


@given(st.lists(st.integers(), max_size=80), st.integers())
def test_a_whole_pool_is_drawn_without_repeating(pool: list[int], seed: int) -> None:
    drawn = Seeded(seed).resolve(Draw("toy.deal", "TOY-2", tuple(pool), len(pool)))
    assert sorted(drawn, key=int) == sorted(pool)


@given(st.lists(requests, max_size=5), st.integers())
def test_a_seed_gives_the_same_results_again(asked: list[Request], seed: int) -> None:
    one, two = Seeded(seed), Seeded(seed)
    assert [one.resolve(each) for each in asked] == [two.resolve(each) for each in asked]


def test_each_roll_of_a_stream_is_new() -> None:
    source = Seeded("walstatt")
    assert len({source.resolve(dice(20)) for _ in range(50)}) == 50


def test_each_key_gives_other_results() -> None:
    assert len({Seeded(seed).resolve(dice(20)) for seed in range(50)}) == 50


def test_a_stream_does_not_shift_another() -> None:
    alone, mixed = Seeded(7), Seeded(7)
    expected = [alone.resolve(dice(9)) for _ in range(3)]
    found = []
    for _ in range(3):
        mixed.resolve(dice(5, stream="weather"))
        found.append(mixed.resolve(dice(9)))
    assert found == expected
    assert mixed.counters == {"weather": 3, "dice": 3}


def test_streams_give_different_results() -> None:
    assert Seeded(7).resolve(dice(20)) != Seeded(7).resolve(dice(20, stream="weather"))


def test_a_source_goes_on_where_its_counters_stand() -> None:
    source = Seeded(7)
    source.resolve(dice(4))
    later = Seeded(7, source.counters)
    assert later.resolve(dice(4)) == source.resolve(dice(4)) != Seeded(7).resolve(dice(4))


def test_a_source_does_not_move_the_counters_it_was_given() -> None:
    counters = {"dice": 3}
    Seeded(7, counters).resolve(dice(1))
    assert counters == {"dice": 3}


# -- dice from a log, a script, a table -----------------------------------------------------------


def test_recorded_results_come_back_in_order() -> None:
    source = Recorded([(1, 2, 3), ("king", "ace")])
    assert source.left == 2
    assert source.resolve(HITS) == (1, 2, 3)
    assert source.left == 1
    assert source.resolve(HAND) == ("king", "ace")
    assert source.left == 0


@given(st.lists(requests, max_size=5), st.integers())
def test_a_record_replays_what_fell(asked: list[Request], seed: int) -> None:
    source = Seeded(seed)
    fallen = [source.resolve(each) for each in asked]
    replay = Recorded(iter(fallen))
    assert [replay.resolve(each) for each in asked] == fallen


def test_a_record_that_is_used_up_says_for_what() -> None:
    with pytest.raises(
        ScriptError, match=r"^no result is left for 3d6 for toy\.fire \(TOY-4\.1\)$"
    ):
        Recorded([]).resolve(HITS)


def test_a_recorded_result_must_fit() -> None:
    with pytest.raises(ScriptError, match=r"^3d6 for toy\.fire .* takes 3 results, not 1$"):
        Recorded([(1,)]).resolve(HITS)


def test_a_script_can_be_added_to() -> None:
    source = Scripted([(1, 1, 1)])
    source.add((2, 2, 2))
    source.add((3, 3, 3))
    assert [source.resolve(HITS)[0] for _ in range(3)] == [1, 2, 3]


def test_players_type_in_what_they_rolled() -> None:
    asked: list[Request] = []

    def enter(request: Request) -> list[int]:
        asked.append(request)
        return [6, 5, 4]

    assert Manual(enter).resolve(HITS) == (6, 5, 4)
    assert asked == [HITS]


def test_what_players_type_in_must_fit() -> None:
    with pytest.raises(ScriptError, match=r"^3d6 for toy\.fire .*: 9 is no face of d6$"):
        Manual(lambda _: (1, 2, 9)).resolve(HITS)


# -- dice nobody can doubt ------------------------------------------------------------------------


def test_a_commitment_and_its_key_never_change() -> None:
    fair = CommitReveal(b"secret", {RED: "r", BLUE: "b"}, "g")
    assert fair.commitment == "648c54ba9834f5406fabf0fa1f10bb081952a0c22b4acdb103e5314ffb5b3916"
    assert fair.key.hex().startswith("43356dd03aa51c00e2caceb5fbde8ecb")
    assert (fair.secret, fair.nonces) == (b"secret", {RED: "r", BLUE: "b"})
    assert fair.resolve(Roll("toy.fire", "TOY-4.1", D6, 6)) == (5, 4, 6, 6, 1, 3)


def test_the_revealed_secret_recomputes_every_roll() -> None:
    fair = CommitReveal(b"secret", {RED: "r", BLUE: "b"}, "g")
    check = Seeded(joint_key(b"secret", {RED: "r", BLUE: "b"}, "g"))
    assert commitment(b"secret") == fair.commitment
    assert check.resolve(dice(80)) == fair.resolve(dice(80))


def test_the_key_does_not_depend_on_the_order_of_the_seats() -> None:
    one = joint_key(b"secret", {RED: "r", BLUE: "b"}, "g")
    assert one == joint_key(b"secret", {BLUE: "b", RED: "r"}, "g")


def test_the_key_depends_on_the_secret_every_nonce_and_the_game() -> None:
    keys = [
        joint_key(b"secret", {RED: "r", BLUE: "b"}, "g"),
        joint_key(b"secreT", {RED: "r", BLUE: "b"}, "g"),
        joint_key(b"secret", {RED: "R", BLUE: "b"}, "g"),
        joint_key(b"secret", {RED: "r", BLUE: "B"}, "g"),
        joint_key(b"secret", {RED: "b", BLUE: "r"}, "g"),
        joint_key(b"secret", {RED: "r"}, "g"),
        joint_key(b"secret", {}, "g"),
        joint_key(b"secret", {RED: "r", BLUE: "b"}, "G"),
    ]
    assert len(set(keys)) == 8


def test_what_one_seat_says_cannot_pass_for_what_two_say() -> None:
    honest = joint_key(b"secret", {BLUE: "b", RED: "r"}, "g")
    assert honest != joint_key(b"secret", {BLUE: "b\0red\0r"}, "g")
    assert honest != joint_key(b"secret", {BLUE: "b3:red1:r"}, "g")
    assert joint_key(b"ab", {}, "c") != joint_key(b"a", {}, "bc")


@given(st.text(), st.text(), st.text())
def test_the_commitment_depends_on_the_secret_alone(red: str, blue: str, game: str) -> None:
    fair = CommitReveal(b"secret", {RED: red, BLUE: blue}, game)
    assert fair.commitment == commitment(b"secret") != commitment(b"secreT")
