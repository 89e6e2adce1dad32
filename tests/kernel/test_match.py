from typing import Any

import pytest
from msgspec.structs import replace

from tests.kernel.pebbles.answers import Grab, Hit, Offer, Pour, Shout, Sit, Trick
from tests.kernel.pebbles.decisions import Bid, Claim, Fill
from tests.kernel.pebbles.events import Grabbed
from tests.kernel.pebbles.game import PEBBLES, Pebbles
from tests.kernel.pebbles.marbles import Lined
from tests.kernel.pebbles.procedures import OVER, Turn, throw
from tests.kernel.pebbles.table import begins, exactly, told
from tests.kernel.pebbles.world import ANN, BOB, PebbleOptions
from walstatt.i18n.catalogue import say
from walstatt.kernel.chance import ChanceSource, CommitReveal, Recorded, Seeded, commitment
from walstatt.kernel.codec import state_hash
from walstatt.kernel.content import content_hash
from walstatt.kernel.errors import (
    BadRequest,
    EngineFault,
    HashMismatch,
    IllegalAnswer,
    ScriptError,
)
from walstatt.kernel.events import Ended, Rolled
from walstatt.kernel.match import Dice, Entry, Header, Match, chained, seeded

KEY_OF_1 = "92cdf578c47085a5992256f0dcf97d0b19f1f1c9de4d5fe30c3ace6191b6e5db"
PROMISED = commitment(b"\x00\xff")
FAIR = Dice("commit-reveal", "00ff", PROMISED, {ANN: "nonce", BOB: "other"})


def played(what: str, *answers: Any, **given: Any) -> Match:  # noqa: ANN401 - passed on
    """Start with seed 1 and let Ann answer."""
    match = Match.start(PEBBLES, what, **{"seed": 1, **given})
    for answer in answers:
        match.answer(ANN, answer)
    return match


def again(match: Match) -> Match:
    return Match.replay(PEBBLES, match.header, match.entries)


# -- starting ------------------------------------------------------------------------------------


def test_a_header_holds_all_that_a_match_was_started_with() -> None:
    rosters = {ANN: {"taken": 1}}
    match = played("turns", options={"greed": 1}, rosters=rosters, name="first")
    content = content_hash(*PEBBLES.content_paths())
    assert match.header == Header(
        "pebbles", 1, "turns", {"greed": 1}, rosters, content, Dice("seeded", KEY_OF_1), "first"
    )
    assert match.game.options(ANN) == (Grab(1, 1), Grab(1, 2), Grab(1, 3), Grab(2, 1))
    assert match.game.world.taken == {ANN: 1, BOB: 0}


def test_a_match_starts_from_a_preset_and_what_differs() -> None:
    assert played("turns", preset="greedy").header.options == {"greed": 2}
    assert played("turns", preset="greedy", options={"greed": 1}).header.options == {"greed": 1}
    assert played("turns").header.options == {"greed": 0}
    with pytest.raises(BadRequest, match="no preset 'meek'"):
        played("turns", preset="meek")


def test_rosters_are_kept_as_plain_data() -> None:
    match = played("turns", rosters={ANN: {"tricks": ("whistle",), "bag": {1: PebbleOptions()}}})
    assert match.header.rosters == {ANN: {"tricks": ("whistle",), "bag": {"1": {"greed": 0}}}}


def test_without_a_seed_every_match_has_other_dice() -> None:
    one, two = Match.start(PEBBLES, "turns").header.dice, Match.start(PEBBLES, "turns").header.dice
    assert (one.source, len(one.key)) == ("seeded", 64)
    assert one.key != two.key


def test_a_seed_makes_the_key() -> None:
    assert seeded(1) == seeded("1") == Dice("seeded", KEY_OF_1)
    assert seeded(0) != seeded(1)


def test_the_start_is_the_first_entry() -> None:
    match = played("throw")
    (entry,) = match.entries
    assert (entry.n, entry.seat, entry.answer, entry.kind, entry.auto) == (0, "", {}, "", False)
    assert entry.rolls == (("dice", "pebbles.roll.throw", (6, 4)),)
    assert entry.state == state_hash(match.game)
    assert entry.chain == match.chain == chained(chained("", match.header), entry)
    assert told(match.moments[0].told, None) == [Rolled(throw(ANN), (6, 4))]
    assert match.diverged_at is None


# -- dice ----------------------------------------------------------------------------------------


def test_seeded_dice_open_where_the_counters_say() -> None:
    dice = Dice("seeded", KEY_OF_1).open("pebbles", {"dice": 1})
    assert type(dice) is Seeded
    assert (dice.key, dice.counters) == (bytes.fromhex(KEY_OF_1), {"dice": 1})


def test_dice_committed_to_open_with_every_nonce_and_the_name_of_the_game() -> None:
    dice = FAIR.open("pebbles", {"dice": 1})
    assert isinstance(dice, CommitReveal)
    assert (dice.secret, dice.nonces) == (b"\x00\xff", {ANN: "nonce", BOB: "other"})
    assert dice.counters == {"dice": 1}
    assert dice.key == CommitReveal(b"\x00\xff", FAIR.nonces, "pebbles").key
    assert dice.key != CommitReveal(b"\x00\xff", FAIR.nonces, "stones").key


def test_the_name_of_a_match_is_part_of_its_fair_dice() -> None:
    rolls = {played("throw", dice=FAIR, name=name).entries[0].rolls for name in ("a", "b", "c")}
    assert len(rolls) > 1
    assert (
        played("throw", dice=FAIR).entries[0].rolls
        == played("throw", dice=FAIR, name="pebbles").entries[0].rolls
    )


def test_withheld_dice_keep_only_what_is_public() -> None:
    assert FAIR.withheld() == Dice("withheld", "", PROMISED, {ANN: "nonce", BOB: "other"})


def test_a_key_that_was_not_committed_to_gives_no_dice() -> None:
    with pytest.raises(BadRequest, match="key of the dice is not the one that was committed to"):
        Dice("commit-reveal", "00fe", PROMISED).open("pebbles", {})
    assert Dice("commit-reveal", "00fe").open("pebbles", {}).key
    with pytest.raises(
        BadRequest, match=exactly("this copy of the game does not hold the key of its dice")
    ):
        FAIR.withheld().open("pebbles", {})


def test_players_may_roll_themselves() -> None:
    opened: list[ChanceSource] = []

    def by_hand(dice: ChanceSource) -> ChanceSource:
        opened.append(dice)
        return Recorded([(1, 2)])

    match = played("throw", rolling=by_hand)
    assert match.game.world.taken[ANN] == 3
    assert [type(dice) for dice in opened] == [Seeded]
    assert match.rolling is by_hand


# -- playing -------------------------------------------------------------------------------------


def test_a_command_is_checked_played_logged_and_told() -> None:
    match = played("turns")
    before = match.chain
    tape = match.answer(ANN, Grab(1, 2))
    assert told(tape, BOB) == [Grabbed(ANN, 1, 2)]
    assert match.game.to_act == (BOB,)
    entry = match.entries[1]
    assert entry == Entry(
        1,
        ANN,
        {"do": "grab", "heap": 1, "count": 2},
        state=state_hash(match.game),
        chain=chained(before, entry),
    )
    assert match.moments[1].told == tape


def test_a_command_may_come_as_plain_data() -> None:
    match = played("turns", {"do": "grab", "heap": 1})
    assert match.entries[1].answer == {"do": "grab", "heap": 1, "count": 1}
    with pytest.raises(BadRequest, match="nothing to do called 'cheat'"):
        match.answer(BOB, {"do": "cheat"})


def test_every_position_stays_as_it_was() -> None:
    match = played("turns", Grab(1, 2))
    assert match.moments[0].game.world.heaps == {1: 3, 2: 1}
    assert match.moments[0].game.to_act == (ANN,)
    assert match.moments[1].game is match.game
    assert all(moment.game.tape is None for moment in match.moments)
    assert all(scope.tape is None for moment in match.moments for scope in moment.game.scopes)


def test_what_happens_in_a_game_within_the_game_is_told() -> None:
    match = played("duel")
    tape = match.answer(ANN, Hit(3))
    assert [type(event) for event in told(tape, BOB)] == [Rolled]
    assert told(match.moments[0].told, BOB) == [Lined(3)]
    assert told(played("duel").answer(ANN, Shout()), BOB) == [Lined(1)]
    assert match.entries[1].rolls[0][:2] == ("marbles", "marbles.roll.flick")


def test_dice_are_logged_with_stream_and_purpose() -> None:
    match = played("throw", Shout())
    assert match.entries[1].rolls == (("dice", "pebbles.roll.throw", (4, 6)),)
    assert [rolled.outcome for rolled in match.rolls()] == [(6, 4), (4, 6)]


def test_a_standing_action_is_logged_with_its_kind() -> None:
    match = played("turns", rosters={BOB: {"tricks": ("whistle",)}})
    match.answer(BOB, Trick("whistle"), "crow")
    assert (match.entries[1].kind, match.game.world.result) == ("crow", "crowed")
    match.answer(ANN, Grab(1), "take")
    assert match.entries[2].kind == ""


def test_the_last_command_tells_the_end() -> None:
    match = played("throw")
    assert told(match.answer(ANN, Sit()), None) == [Ended((ANN,), say("pebbles.over"))]
    assert match.game.outcome == OVER


@pytest.mark.parametrize("answer", [Grab(1, 9), Sit(), {"do": "grab"}])
def test_a_refused_command_leaves_no_trace(answer: Any) -> None:  # noqa: ANN401 - any of three
    match = played("turns")
    chain, game = match.chain, match.game
    with pytest.raises((BadRequest, IllegalAnswer)):
        match.answer(ANN, answer)
    assert (len(match.entries), len(match.moments)) == (1, 1)
    assert match.chain == chain
    assert match.game is game


def test_dice_that_fell_in_a_faulty_command_fall_again() -> None:
    match = played("trouble: dice")
    for _ in range(2):
        with pytest.raises(EngineFault, match="dice cannot be halved"):
            match.answer(ANN, Grab(1))
        assert (len(match.entries), match.game.to_act) == (1, (ANN,))
        assert match._source.source.counters == {}  # type: ignore[attr-defined]


# -- policies ------------------------------------------------------------------------------------


def test_a_policy_answers_for_its_seat_and_is_logged_as_automatic() -> None:
    match = played("bidding", rosters={ANN: {"taken": 1}, BOB: {"taken": 1}})
    match.policies[BOB] = {"bid"}
    tape = match.answer(ANN, Offer(0))
    assert [(entry.seat, entry.auto) for entry in match.entries] == [
        ("", False),
        (ANN, False),
        (BOB, True),
    ]
    assert match.entries[2].answer == {"do": "offer", "pebbles": 1}
    assert match.game.world.result == "['ann 0', 'bob 1']"
    assert told(tape, None) == [Ended((ANN,), say("pebbles.over"))]


def test_a_policy_answers_only_its_own_kinds_of_question() -> None:
    match = played("turns")
    match.policies[BOB] = {"bid"}
    match.answer(ANN, Grab(1))
    assert match.game.to_act == (BOB,)
    match.policies[ANN] = {"take", "bid"}
    match.answer(BOB, Grab(2))
    assert [entry.seat for entry in match.entries[1:]] == [ANN, BOB, ANN]


def test_a_policy_without_an_answer_leaves_the_question_to_the_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = played("throw")
    match.policies[ANN] = {"claim"}
    monkeypatch.setattr(Claim, "candidates", lambda *_: None)
    match.answer(ANN, Shout())
    assert (len(match.entries), match.game.to_act) == (2, (ANN,))


def test_policies_follow_each_other_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pebbles, "runaway", 5)
    match = played("throw")
    match.policies[ANN] = {"claim"}
    match.answer(ANN, Shout())
    assert len(match.entries) == 7
    assert [entry.auto for entry in match.entries] == [False, False, *[True] * 5]


def test_a_command_is_taken_back_if_a_policy_runs_into_a_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = played("turns")
    match.policies[BOB] = {"take"}
    taken = Turn.taken

    def faulty(turn: Turn, ctx: Any, answer: Grab) -> Any:  # noqa: ANN401 - like a step
        return taken(turn, ctx, answer) if turn.seat == ANN else ctx.no_such_thing

    monkeypatch.setattr(Turn, "taken", faulty)
    with pytest.raises(EngineFault, match="while bob did Grab"):
        match.answer(ANN, Grab(1))
    assert (len(match.entries), len(match.moments), match.game.to_act) == (1, 1, (ANN,))


def test_a_command_may_be_marked_as_automatic() -> None:
    match = played("turns")
    match.answer(ANN, Grab(1), auto=True)
    assert match.entries[1].auto


def test_the_default_is_what_the_decision_says() -> None:
    match = played("bidding", rosters={ANN: {"taken": 1}})
    assert match.default(ANN) == Offer(1)


def test_the_default_is_the_first_option_where_the_decision_says_nothing_or_nonsense() -> None:
    match = played("bidding")
    assert Bid(ANN).default(match.game.ctx) == Offer(1)
    assert match.default(ANN) == Offer(0)
    assert played("turns").default(ANN) == Grab(1, 1)


def test_there_may_be_no_default(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("dig, pour")
    assert match.default(ANN) == Pour(2)
    with pytest.raises(BadRequest, match=exactly("bob is not asked now")):
        match.default(BOB)
    monkeypatch.setattr(Fill, "default", lambda *_: None)
    with pytest.raises(BadRequest, match=exactly("there is no default answer to fill")):
        match.default(ANN)


# -- replaying -----------------------------------------------------------------------------------


def test_a_replay_gives_the_same_log_positions_and_tape() -> None:
    match = played("throw", Shout(), Shout())
    copy = again(match)
    assert copy.entries == match.entries
    assert [moment.told for moment in copy.moments] == [moment.told for moment in match.moments]
    assert [moment.sealed for moment in copy.moments] == [moment.sealed for moment in match.moments]
    assert state_hash(copy.game) == state_hash(match.game)


def test_a_replay_follows_standing_actions() -> None:
    match = played("turns", rosters={BOB: {"tricks": ("whistle", "steal")}})
    match.answer(BOB, Trick("whistle"), "crow")
    match.answer(BOB, Trick("steal"))
    match.answer(BOB, Grab(1))
    assert again(match).chain == match.chain


def test_policies_are_not_followed_a_second_time_in_a_replay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = played("turns")
    match.policies[BOB] = {"take"}
    match.answer(ANN, Grab(1))
    entries = list(match.entries)
    monkeypatch.setattr(Match, "_follow_policies", None)
    copy = again(match)
    assert copy.entries == entries
    assert (copy.policies, copy.entries[2].auto) == ({}, True)


@pytest.mark.parametrize("dice", [seeded(5), FAIR])
@pytest.mark.parametrize("cut", range(4))
def test_dice_go_on_after_a_replay_as_if_nothing_had_happened(dice: Dice, cut: int) -> None:
    whole = played("throw", Shout(), Shout(), Shout(), dice=dice, name="fair")
    part = Match.replay(PEBBLES, whole.header, whole.entries[: cut + 1])
    for _ in range(3 - cut):
        part.answer(ANN, Shout())
    assert part.entries == whole.entries


def test_every_stream_goes_on_by_itself() -> None:
    match = played("duel", Hit(1), Hit(1))
    copy = again(match)
    assert copy._source.source.counters == {"marbles": 2}  # type: ignore[attr-defined]
    assert match._source.source.counters == {"marbles": 2}  # type: ignore[attr-defined]


def test_withheld_dice_cannot_go_on() -> None:
    match = played("throw")
    header = replace(match.header, dice=match.header.dice.withheld())
    copy = Match.replay(PEBBLES, header, match.entries)
    assert copy.entries == match.entries
    with pytest.raises(
        ScriptError, match=begins("no result is left for 2d6 for pebbles.roll.throw")
    ):
        copy.answer(ANN, Shout())
    copy.answer(ANN, Sit())
    assert copy.game.outcome == OVER


def test_a_wrong_position_is_noticed() -> None:
    match = played("turns", Grab(1))
    wrong = replace(match.entries[1], state="0" * 32)
    text = "entry 1 gives another position than the one recorded"
    with pytest.raises(HashMismatch, match=exactly(text)):
        Match.replay(PEBBLES, match.header, [match.entries[0], wrong])


def test_a_wrong_position_at_the_start_is_noticed() -> None:
    match = played("turns")
    wrong = replace(match.entries[0], state="0" * 32)
    text = "entry 0 gives another position than the one recorded"
    with pytest.raises(HashMismatch, match=exactly(text)):
        Match.replay(PEBBLES, match.header, [wrong])


def test_dice_that_nobody_asked_for_are_noticed() -> None:
    match = played("turns")
    roll = ("dice", "pebbles.roll.throw", (1, 2))
    wrong = replace(match.entries[0], rolls=(roll, roll))
    text = "entry 0 records 2 results nobody asked for"
    with pytest.raises(HashMismatch, match=exactly(text)):
        Match.replay(PEBBLES, match.header, [wrong])


def test_a_broken_chain_is_noticed() -> None:
    match = played("turns")
    wrong = replace(match.entries[0], chain="0" * 32)
    text = "entry 0 does not follow from the entries before it"
    with pytest.raises(HashMismatch, match=exactly(text)):
        Match.replay(PEBBLES, match.header, [wrong])


def test_every_part_of_a_link_counts_in_the_chain_but_its_own_hash() -> None:
    entry = played("throw").entries[0]
    changes: list[dict[str, Any]] = [
        {"n": 1},
        {"seat": ANN},
        {"answer": {"do": "sit"}},
        {"kind": "crow"},
        {"auto": True},
        {"rolls": ()},
        {"state": ""},
    ]
    links = {chained("", replace(entry, **change)) for change in changes}
    assert len(links) == 7
    assert chained("", entry) not in links
    assert chained("", replace(entry, chain="x")) == chained("", entry)
    assert chained("x", entry) != chained("", entry)


def test_the_chain_covers_the_header_but_not_the_key_of_its_dice() -> None:
    header = played("turns", dice=FAIR).header
    assert chained("", replace(header, dice=FAIR.withheld())) == chained("", header)
    assert chained("", replace(header, dice=replace(FAIR, key="11"))) == chained("", header)
    for dice in (replace(FAIR, commitment="x"), replace(FAIR, nonces={})):
        assert chained("", replace(header, dice=dice)) != chained("", header)
    assert chained("", replace(header, scenario="once")) != chained("", header)


def test_a_chain_is_the_same_in_every_run() -> None:
    header = Header("pebbles", 1, "turns", {"b": 1, "a": 2}, {}, "", Dice("seeded", KEY_OF_1))
    assert chained("", header) == "8a4d171a028c6bfb5bda300bcf7a3840"
    assert (
        chained("", replace(header, options={"a": 2, "b": 1})) == "8a4d171a028c6bfb5bda300bcf7a3840"
    )
