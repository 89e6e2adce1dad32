from typing import Any

import msgspec
import pytest

from tests.kernel.pebbles.answers import Grab
from tests.kernel.pebbles.decisions import Take
from tests.kernel.pebbles.game import Pebbles
from tests.kernel.pebbles.saving import Lines, forged, lines_of, read, sealed, taken, thrown
from tests.kernel.pebbles.table import begins, exactly
from tests.kernel.pebbles.world import ANN, BOB, PebbleOptions
from walstatt.kernel import save as saving
from walstatt.kernel.codec import state_hash
from walstatt.kernel.decisions import refuse
from walstatt.kernel.errors import (
    DamagedSave,
    HashMismatch,
    MissingMigration,
    UnknownFormat,
)
from walstatt.kernel.save import (
    MIGRATIONS,
    to_bytes,
)

# -- older formats -------------------------------------------------------------------------------


def test_older_formats_are_brought_forward_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def to_1(lines: Lines) -> Lines:
        header = {**lines[0], "scenario": lines[0]["place"], "format": 1}
        return [header, *lines[1:]]

    def to_2(lines: Lines) -> Lines:
        assert lines[0]["scenario"] == "map"
        return [{**lines[0], "scenario": "turns", "format": 2}, *lines[1:]]

    match = taken()
    old = lines_of(match)
    del old[0]["scenario"]
    old[0].update(format=0, place="map")
    monkeypatch.setattr(saving, "FORMAT", 2)
    monkeypatch.setitem(MIGRATIONS, 0, to_1)
    monkeypatch.setitem(MIGRATIONS, 1, to_2)
    copy = read(sealed(old))
    assert copy.header == match.header
    assert copy.entries == match.entries
    copy.answer(ANN, Grab(1))
    assert lines_of(copy)[0]["format"] == 2


def test_only_migrations_of_newer_formats_are_applied(monkeypatch: pytest.MonkeyPatch) -> None:
    content = to_bytes(taken())
    monkeypatch.setattr(saving, "FORMAT", 2)
    monkeypatch.setitem(MIGRATIONS, 1, lambda lines: lines)
    assert read(content).entries == taken().entries


def test_the_chain_is_renewed_for_an_older_format(monkeypatch: pytest.MonkeyPatch) -> None:
    match = taken()
    old = lines_of(match)
    old[0].update(format=0, name="an old name")
    relinked = forged(old)
    changed = {**old[0], "name": ""}
    monkeypatch.setitem(MIGRATIONS, 0, lambda lines: [{**changed}, *lines[1:]])
    copy = read(relinked)
    assert copy.entries == match.entries
    assert read(to_bytes(copy)).chain == match.chain


def test_a_migration_that_fails_is_a_damaged_save(monkeypatch: pytest.MonkeyPatch) -> None:
    old = lines_of(taken())
    old[0]["format"] = 0
    monkeypatch.setitem(MIGRATIONS, 0, lambda lines: [lines[0]["place"]])
    with pytest.raises(DamagedSave, match=exactly("format 0 cannot be brought forward: 'place'")):
        read(sealed(old))


def test_an_older_format_is_refused_if_it_was_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    old = lines_of(taken())
    old[0]["format"] = 0
    monkeypatch.setitem(MIGRATIONS, 0, lambda lines: lines)
    with pytest.raises(DamagedSave, match=exactly("the file was changed after it was written")):
        read(saving._encoded(old))


# -- changed rules -------------------------------------------------------------------------------


def generous(definition: Pebbles, version: int, state: dict[str, Any]) -> dict[str, Any]:
    """Bring a position forward: note the version, and give everybody another pebble."""
    world = state["scopes"][0]["world"]
    world["result"] += f"from {version};"
    world["taken"] = {seat: count + 1 for seat, count in world["taken"].items()}
    return state


@pytest.fixture
def version_2(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change the rules: from now on a turn gives one pebble more."""
    monkeypatch.setattr(Pebbles, "version", 2)
    monkeypatch.setattr(Pebbles, "migrate", generous)


def under_version_1() -> bytes:
    before, Pebbles.version = Pebbles.version, 1
    try:
        return to_bytes(taken())
    finally:
        Pebbles.version = before


@pytest.mark.usefixtures("version_2")
def test_under_changed_rules_play_goes_on_from_the_stored_position() -> None:
    match = read(under_version_1())
    assert match.game.world.result == "crowedfrom 1;"
    assert match.game.world.taken == {ANN: 2, BOB: 2}
    assert match.game.to_act == (ANN,)
    match.answer(ANN, Grab(1))
    assert match.game.world.taken == {ANN: 4, BOB: 2}
    assert [entry.n for entry in match.entries] == [0, 1, 2, 3, 4]
    assert (match.game.rules.scenario, match.game.rules.seats) == ("turns", (ANN, BOB))
    assert match.game.rules.options == PebbleOptions()


@pytest.mark.usefixtures("version_2")
def test_the_entry_from_which_the_rules_differ_is_marked() -> None:
    match = read(under_version_1())
    assert match.diverged_at == 2
    assert [moment.game.world.heaps[1] for moment in match.moments] == [3, 4, 3, 3]
    assert [moment.sealed for moment in match.moments] == [False, False, True, True]
    assert match.moments[2].game is match.game
    assert match.moments[3].told == ()
    assert match.why_no_undo(BOB) == "dice have fallen or something was revealed since"


@pytest.mark.usefixtures("version_2")
def test_what_was_brought_forward_is_not_brought_forward_again() -> None:
    match = read(under_version_1())
    match.answer(ANN, Grab(1))
    again = read(to_bytes(match))
    assert again.game.world.result == "crowedfrom 1;"
    assert (again.entries, again.diverged_at) == (match.entries, 2)
    assert state_hash(again.game) == state_hash(match.game)
    assert again.header.version == 1


@pytest.mark.usefixtures("version_2")
def test_positions_that_are_not_known_are_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saving, "SNAPSHOT_EVERY", 1)
    match = read(under_version_1())
    written = [line["snapshot"] for line in lines_of(match) if "snapshot" in line]
    assert [(one["n"], one["version"]) for one in written] == [(1, 2), (3, 2)]


def test_versions_are_brought_forward_one_by_one(
    monkeypatch: pytest.MonkeyPatch, version_2: None
) -> None:
    monkeypatch.setattr(Pebbles, "version", 3)
    assert read(under_version_1()).game.world.result == "crowedfrom 1;from 2;"


@pytest.mark.usefixtures("version_2")
def test_a_match_that_the_change_does_not_concern_is_simply_played_again() -> None:
    before, Pebbles.version = Pebbles.version, 1
    match = thrown(2)
    content = to_bytes(match)
    Pebbles.version = before
    copy = read(content)
    assert (copy.entries, copy.diverged_at) == (match.entries, None)


@pytest.mark.usefixtures("version_2")
def test_dice_go_on_where_the_log_ends_under_changed_rules() -> None:
    lines = [msgspec.json.decode(line) for line in under_version_1().splitlines()]
    lines[1]["entry"]["rolls"] = [["dice", "x", [1]], ["dice", "x", [2]]]
    match = read(forged(lines))
    assert match._source.source.counters == {"dice": 2}  # type: ignore[attr-defined]
    assert match.diverged_at == 0
    assert all(moment.game is match.game for moment in match.moments)


@pytest.mark.usefixtures("version_2")
def test_an_answer_that_is_no_longer_legal_diverges_too(monkeypatch: pytest.MonkeyPatch) -> None:
    content = under_version_1()
    monkeypatch.setattr(Take, "check", lambda *_: [refuse("PEB-1", "pebbles.no.taking")])
    monkeypatch.setattr(Take, "candidates", lambda *_: None)
    assert read(content).diverged_at == 2


@pytest.mark.usefixtures("version_2")
def test_without_a_stored_position_changed_rules_cannot_be_bridged() -> None:
    lines = [msgspec.json.decode(line) for line in under_version_1().splitlines()]
    del lines[5]
    text = "entry 2 gives another position than the one recorded"
    with pytest.raises(HashMismatch, match=exactly(text)):
        read(sealed(lines))
    lines[3]["entry"]["answer"]["count"] = 9
    with pytest.raises(DamagedSave, match=begins("the log cannot be played again: not allowed")):
        read(forged(lines))


def test_a_missing_migration_of_the_game_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    content = to_bytes(taken())
    monkeypatch.setattr(Pebbles, "version", 2)
    text = (
        "version 1 of pebbles cannot be brought forward: pebbles has none from version 1 (3 parts)"
    )
    with pytest.raises(MissingMigration, match=exactly(text)):
        read(content)


def test_a_position_brought_forward_must_be_readable(monkeypatch: pytest.MonkeyPatch) -> None:
    content = to_bytes(taken())
    monkeypatch.setattr(Pebbles, "version", 2)
    monkeypatch.setattr(Pebbles, "migrate", lambda *_: {"scopes": [{"game": "pebbles"}]})
    text = "version 1 of pebbles cannot be brought forward: 'world'"
    with pytest.raises(MissingMigration, match=exactly(text)):
        read(content)


@pytest.mark.usefixtures("version_2")
def test_a_newer_version_of_the_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    content = to_bytes(taken())
    monkeypatch.setattr(Pebbles, "version", 1)
    text = "version 2 of pebbles is newer than this program, which plays version 1"
    with pytest.raises(UnknownFormat, match=exactly(text)):
        read(content)


def test_a_position_of_a_newer_version_is_refused(
    monkeypatch: pytest.MonkeyPatch, version_2: None
) -> None:
    content = under_version_1()
    monkeypatch.setattr(Pebbles, "version", 3)
    newer = to_bytes(read(content))
    monkeypatch.setattr(Pebbles, "version", 2)
    text = "version 3 of pebbles is newer than this program, which plays version 2"
    with pytest.raises(UnknownFormat, match=exactly(text)):
        read(newer)
