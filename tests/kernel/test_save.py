import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.kernel.pebbles.answers import Hit, Offer, Shout, Sit
from tests.kernel.pebbles.game import PEBBLES
from tests.kernel.pebbles.saving import (
    FAIR,
    Lines,
    find,
    forged,
    lines_of,
    read,
    sealed,
    taken,
    thrown,
)
from tests.kernel.pebbles.table import begins, exactly
from tests.kernel.pebbles.world import ANN, BOB
from walstatt.kernel import save as saving
from walstatt.kernel.codec import dump, plain, state_hash
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.errors import (
    BadRequest,
    DamagedSave,
    HashMismatch,
    MissingMigration,
    SaveError,
    UnknownFormat,
)
from walstatt.kernel.match import Dice, Match, seeded
from walstatt.kernel.save import (
    from_bytes,
    load,
    save,
    to_bytes,
    to_lines,
    verify_state,
    withheld,
)

# -- writing -------------------------------------------------------------------------------------


def test_a_save_is_one_object_a_line_from_header_to_end() -> None:
    match = thrown()
    header, first, second, snapshot, end = lines_of(match)
    assert header == {"walstatt": "save", "format": 1, **plain(match.header)}
    assert list(header)[:2] == ["walstatt", "format"]
    assert first == {"entry": msgspec.json.decode(msgspec.json.encode(match.entries[0]))}
    assert second["entry"]["rolls"] == [["dice", "pebbles.roll.throw", [4, 6]]]
    position = msgspec.json.decode(msgspec.json.encode(dump(match.game)))
    assert snapshot == {"snapshot": {"n": 1, "version": 1, "state": position}}
    whole = saving._hash(lines_of(match)[:-1])
    assert end == {"end": {"entries": 2, "chain": match.chain, "whole": whole}}
    assert (len(whole), to_bytes(match)[-2:]) == (32, b"}\n")
    assert list(to_lines(match))[-1] == end


def test_positions_are_written_now_and_then_and_at_the_end() -> None:
    found = [line["snapshot"]["n"] for line in lines_of(thrown(101)) if "snapshot" in line]
    assert found == [50, 100, 101]
    found = [line["snapshot"]["n"] for line in lines_of(thrown(100)) if "snapshot" in line]
    assert found == [50, 100]


def test_a_position_in_between_is_the_one_after_its_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saving, "SNAPSHOT_EVERY", 1)
    found = [line["snapshot"] for line in lines_of(thrown(2)) if "snapshot" in line]
    assert [one["n"] for one in found] == [1, 2]
    assert [one["state"]["scopes"][0]["world"]["taken"][ANN] for one in found] == [20, 26]


def test_a_file_is_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "one.save"
    match = thrown()
    save(match, path)
    assert path.read_bytes() == to_bytes(match)
    assert load(path, find).entries == match.entries
    save(thrown(2), path)
    assert len(load(path, find).entries) == 3
    assert [one.name for one in path.parent.iterdir()] == ["one.save"]


@pytest.mark.parametrize("where", ["fsync", "replace"])
def test_a_failure_while_writing_leaves_the_old_file_and_no_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    path = tmp_path / "one.save"
    save(thrown(), path)

    def full(*_: object) -> None:
        assert len(list(tmp_path.iterdir())) == 2
        raise OSError(28, "No space left on device")

    monkeypatch.setattr({"fsync": os, "replace": Path}[where], where, full)
    with pytest.raises(OSError, match="No space left"):
        save(thrown(2), path)
    monkeypatch.undo()
    assert [one.name for one in tmp_path.iterdir()] == ["one.save"]
    assert load(path, find).entries == thrown().entries


def test_a_failure_just_after_the_file_is_in_place_leaves_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "one.save"
    move = Path.replace

    def interrupted(part: Path, target: Path) -> None:
        move(part, target)
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        save(thrown(), path)
    assert load(path, find).entries == thrown().entries


def test_a_part_is_written_beside_the_file_under_a_hidden_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[list[str]] = []
    sync = os.fsync

    def watched(descriptor: int) -> None:
        seen.append(sorted(one.name for one in tmp_path.iterdir()))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", watched)
    save(thrown(), tmp_path / "one.save")
    assert len(seen[0]) == 1
    assert seen[0][0].startswith(".one.save.")
    assert seen[1:] == [["one.save"]]


SAVING_FOR_EVER = """
import sys
from pathlib import Path
from tests.kernel.test_save import thrown
from walstatt.kernel.save import save

matches = [thrown(times) for times in (1, 30)]
while True:
    for match in matches:
        save(match, Path(sys.argv[1]))
"""


def test_a_program_killed_while_saving_leaves_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "one.save"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(Path.cwd()), *sys.path]))}
    for moment in range(4):
        command = [sys.executable, "-c", SAVING_FOR_EVER, str(path)]
        with subprocess.Popen(command, env=env) as child:
            deadline = time.monotonic() + 60
            while not path.exists() and time.monotonic() < deadline:
                time.sleep(0.01)
            time.sleep(0.013 * moment)
            child.send_signal(signal.SIGKILL)
        assert len(load(path, find).entries) in (2, 31)
        path.unlink()


# -- reading -------------------------------------------------------------------------------------


def test_a_match_read_is_the_match_written() -> None:
    match = taken()
    copy = read(to_bytes(match))
    assert (copy.header, copy.entries) == (match.header, match.entries)
    assert [state_hash(one.game) for one in copy.moments] == [
        state_hash(one.game) for one in match.moments
    ]
    assert [one.told for one in copy.moments] == [one.told for one in match.moments]
    assert (copy.definition, copy.diverged_at) == (PEBBLES, None)
    assert to_bytes(copy) == to_bytes(match)


@pytest.mark.parametrize("dice", [seeded(5), FAIR], ids=["seeded", "fair"])
@pytest.mark.parametrize("cut", range(4))
def test_dice_go_on_after_loading_as_if_nothing_had_happened(dice: Dice, cut: int) -> None:
    whole = thrown(3, dice)
    part = read(to_bytes(thrown(cut, dice)))
    for _ in range(3 - cut):
        part.answer(ANN, Shout())
    assert part.entries == whole.entries


def test_a_match_can_be_saved_in_the_middle_of_everything() -> None:
    match = Match.start(PEBBLES, "duel", seed=1)
    match.answer(ANN, Shout())
    copy = read(to_bytes(match))
    for one in (match, copy):
        one.answer(ANN, Hit(1))
    assert copy.entries == match.entries


def test_automatic_answers_are_read_as_such() -> None:
    match = Match.start(PEBBLES, "bidding", seed=1)
    match.policies[BOB] = {"bid"}
    match.answer(ANN, Offer(0))
    assert [entry.auto for entry in read(to_bytes(match)).entries] == [False, False, True]


def test_line_ends_may_be_changed_on_the_way() -> None:
    match = taken()
    content = to_bytes(match)
    for changed in (content.replace(b"\n", b"\r\n"), content[:-1]):
        assert read(changed).entries == match.entries


def test_the_present_position_can_be_verified() -> None:
    match = taken()
    assert verify_state(match)
    match.game.world.heaps[1] = 9
    assert not verify_state(match)


# -- files that are no saves ---------------------------------------------------------------------


@pytest.mark.parametrize("content", [b"", b" \n\n"])
def test_an_empty_file_is_no_save(content: bytes) -> None:
    with pytest.raises(UnknownFormat, match=exactly("the file is empty")):
        read(content)


@pytest.mark.parametrize(
    "content",
    [b"hello", b"{}", b"[1]\n", b"\x89PNG\r\n\x1a\n", b'{"walstatt":"theme"}\n', b"[" * 100_000],
)
def test_a_foreign_file_is_no_save(content: bytes) -> None:
    with pytest.raises(UnknownFormat, match=exactly("this is no save of Walstatt")):
        read(content)


@pytest.mark.parametrize("version", [-1, True, "1", None, 1.0])
def test_a_format_that_never_was_is_refused(version: object) -> None:
    lines = lines_of(taken())
    lines[0]["format"] = version
    with pytest.raises(
        UnknownFormat, match=exactly(f"format {version!r} is none that was ever written")
    ):
        read(sealed(lines))


def test_a_newer_format_is_refused() -> None:
    lines = lines_of(taken())
    lines[0]["format"] = 2
    text = "format 2 is newer than this program, which reads up to 1"
    with pytest.raises(UnknownFormat, match=exactly(text)):
        read(saving._encoded(lines[:2]))


def test_an_older_format_without_a_migration_is_refused() -> None:
    lines = lines_of(taken())
    lines[0]["format"] = 0
    with pytest.raises(MissingMigration, match=exactly("format 0 is too old to be read")):
        read(sealed(lines))


def test_a_game_that_is_not_there_is_named() -> None:
    lines = lines_of(taken())
    lines[0]["game"] = "chess"
    with pytest.raises(UnknownFormat, match=exactly("there is no game 'chess' here")):
        read(forged(lines))

    def refuse_to_find(game: str) -> AnyGameDef:
        raise BadRequest(f"no game {game}")

    with pytest.raises(UnknownFormat, match=exactly("there is no game 'pebbles' here")):
        from_bytes(to_bytes(taken()), refuse_to_find)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=exactly("one.save: No such file or directory")) as missing:
        load(tmp_path / "one.save", find)
    assert type(missing.value) is SaveError


def test_a_file_that_cannot_be_used_is_named_in_the_same_kind_of_error(tmp_path: Path) -> None:
    path = tmp_path / "one.save"
    path.write_bytes(b"")
    with pytest.raises(UnknownFormat, match=exactly("one.save: the file is empty")):
        load(path, find)
    path.write_bytes(to_bytes(taken())[:-9])
    with pytest.raises(DamagedSave, match=begins("one.save: line 7 is cut off or damaged: ")):
        load(path, find)


# -- damaged files -------------------------------------------------------------------------------


def test_a_file_cut_off_after_any_line_is_refused() -> None:
    lines = to_bytes(taken()).splitlines(keepends=True)
    assert len(lines) == 7
    for count, entries in ((1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 4)):
        text = f"the file is cut off after {entries} entries"
        with pytest.raises(DamagedSave, match=exactly(text)):
            read(b"".join(lines[:count]))


def test_a_file_cut_off_anywhere_is_refused() -> None:
    content = to_bytes(taken())
    magic = len(b'{"walstatt":"save"')
    for length in range(len(content) - 1):
        with pytest.raises(SaveError) as refused:
            read(content[:length])
        assert type(refused.value) is (UnknownFormat if length < magic else DamagedSave)
        assert "\n" not in str(refused.value)


def test_a_file_changed_in_any_byte_is_refused() -> None:
    content = bytearray(to_bytes(taken())[:-1])
    for at in range(len(content)):
        content[at] ^= 1
        with pytest.raises(SaveError) as refused:
            read(bytes(content))
        assert type(refused.value) in (UnknownFormat, DamagedSave)
        content[at] ^= 1


def test_bytes_that_are_no_text_are_refused() -> None:
    content = to_bytes(taken()).replace(b"pebbles", b"pebbl\xff\xff")
    with pytest.raises(DamagedSave, match=begins("line 1 is cut off or damaged: ")):
        read(content)


CHANGES: dict[str, Callable[[Lines], object]] = {
    "reordered": lambda lines: lines.insert(2, lines.pop(3)),
    "without an entry": lambda lines: lines.pop(2),
    "with an entry twice": lambda lines: lines.insert(2, lines[2]),
    "with another answer": lambda lines: lines[3]["entry"]["answer"].update(count=2),
    "with other dice": lambda lines: lines[0]["dice"].update(key="00"),
    "with another position": lambda lines: lines[5]["snapshot"]["state"].update(waiting=1),
    "without the position": lambda lines: lines.pop(5),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_file_changed_after_it_was_written_is_refused(change: Callable[[Lines], object]) -> None:
    lines = lines_of(taken())
    change(lines)
    with pytest.raises(DamagedSave, match=exactly("the file was changed after it was written")):
        read(saving._encoded(lines))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("reordered", "entry 2 or what stands before it was changed"),
        ("without an entry", "entry 2 or what stands before it was changed"),
        ("with an entry twice", "entry 1 or what stands before it was changed"),
        ("with another answer", "entry 2 or what stands before it was changed"),
    ],
)
def test_the_chain_tells_where_the_log_was_changed(name: str, text: str) -> None:
    lines = lines_of(taken())
    CHANGES[name](lines)
    with pytest.raises(DamagedSave, match=exactly(text)):
        read(sealed(lines))


def test_a_changed_header_breaks_the_chain() -> None:
    lines = lines_of(taken())
    lines[0]["scenario"] = "once"
    with pytest.raises(DamagedSave, match=exactly("entry 0 or what stands before it was changed")):
        read(sealed(lines))


@pytest.mark.parametrize(("field", "value"), [("entries", 3), ("entries", 5), ("chain", "00")])
def test_the_end_must_fit_the_entries(field: str, value: object) -> None:
    lines = lines_of(taken())
    lines[-1]["end"][field] = value
    text = "the end does not fit the entries before it"
    with pytest.raises(DamagedSave, match=exactly(text)):
        read(sealed(lines))


def test_a_save_without_entries_is_refused() -> None:
    lines = lines_of(taken())
    lines = [lines[0], {"end": {"entries": 0, "chain": "", "whole": ""}}]
    text = "the end does not fit the entries before it"
    with pytest.raises(DamagedSave, match=exactly(text)):
        read(forged(lines))


def test_a_line_that_is_no_object_is_refused() -> None:
    header, rest = to_bytes(taken()).split(b"\n", 1)
    with pytest.raises(
        DamagedSave, match=begins("line 2 is cut off or damaged: Expected `object`")
    ):
        read(header + b"\n5\n" + rest)


def test_an_end_that_does_not_vouch_is_refused() -> None:
    lines = lines_of(taken())
    del lines[-1]["end"]["whole"]
    text = "the end is damaged: Object missing required field `whole`"
    with pytest.raises(DamagedSave, match=exactly(text)):
        read(saving._encoded(lines))


def test_a_line_of_no_known_kind_is_refused() -> None:
    lines = lines_of(taken())
    lines.insert(2, {"remark": "nice"})
    with pytest.raises(DamagedSave, match=exactly("line 3 is damaged: 'entry'")):
        read(sealed(lines))


def test_a_damaged_header_says_where() -> None:
    lines = lines_of(taken())
    lines[0]["scenario"] = 5
    text = "the header is damaged: Expected `str`, got `int` - at `$.scenario`"
    with pytest.raises(DamagedSave, match=exactly(text)):
        read(sealed(lines))


@pytest.mark.parametrize("key", ["xx", "abc", "AB", "00" * 65])
def test_a_key_that_is_none_is_refused(key: str) -> None:
    lines = lines_of(thrown())
    lines[0]["dice"]["key"] = key
    with pytest.raises(DamagedSave, match=r"^the header is damaged: .* at `\$\.dice\.key`$"):
        read(sealed(lines))


def test_an_answer_that_cannot_be_played_again_is_refused() -> None:
    lines = lines_of(taken())
    lines[3]["entry"]["answer"]["count"] = 9
    text = "the log cannot be played again: not allowed: PEB-2 pebbles.no.greed, PEB-3"
    with pytest.raises(DamagedSave, match=begins(text)):
        read(forged(lines))


def test_a_log_that_leads_elsewhere_is_refused() -> None:
    lines = lines_of(taken())
    lines[3]["entry"]["answer"]["count"] = 2
    text = "entry 2 gives another position than the one recorded"
    with pytest.raises(HashMismatch, match=exactly(text)):
        read(forged(lines))


def test_a_log_of_other_battles_and_armies_says_so() -> None:
    lines = lines_of(taken())
    lines[0]["content"] = "0" * 32
    assert read(forged(lines)).game.to_act
    lines[3]["entry"]["answer"]["count"] = 2
    text = (
        "entry 2 gives another position than the one recorded;"
        " battles or armies of pebbles have been changed since it was begun"
    )
    with pytest.raises(HashMismatch, match=exactly(text)):
        read(forged(lines))


def places(part: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401
    if here:
        yield here
    if isinstance(part, dict | list):
        for key, value in part.items() if isinstance(part, dict) else enumerate(part):
            yield from places(value, (*here, key))


def as_well_forged_as_possible(lines: Lines) -> bytes:
    try:
        return forged(lines)
    except (LookupError, TypeError, msgspec.ValidationError):
        return sealed(lines)


def put(lines: Lines, place: tuple[Any, ...], value: object) -> Lines:
    changed: Any = deepcopy(lines)
    part = changed
    for key in place[:-1]:
        part = part[key]
    part[place[-1]] = value
    return changed  # type: ignore[no-any-return]


@pytest.mark.parametrize("value", [None, True, -1, 10**30, 1.5, "x", [], {}, [[]], {"do": []}])
def test_nothing_in_a_file_leads_to_any_other_error(value: object) -> None:
    lines = lines_of(taken())
    forgeries = [put(lines, place, value) for place in places(lines[:-1])]
    refused = sum(is_refused(as_well_forged_as_possible(one)) for one in forgeries)
    assert len(forgeries) > 100
    assert refused > 50


def is_refused(content: bytes) -> bool:
    try:
        read(content)
    except SaveError:
        return True
    return False


# -- copies without the key ----------------------------------------------------------------------


@pytest.mark.parametrize("dice", [seeded(5), FAIR], ids=["seeded", "fair"])
def test_a_withheld_copy_can_be_read_and_verified_but_not_rolled_on(dice: Dice) -> None:
    match = thrown(2, dice)
    content = withheld(match)
    copy = read(content)
    assert copy.entries == match.entries
    assert copy.header == replace(match.header, dice=dice.withheld())
    assert dice.key.encode() not in content
    assert bytes.fromhex(dice.key) not in content
    with pytest.raises(Exception, match="no result is left"):
        copy.answer(ANN, Shout())
    copy.answer(ANN, Sit())
    assert copy.game.outcome is not None


def test_a_withheld_copy_of_a_withheld_copy_is_the_same() -> None:
    content = withheld(thrown(2))
    assert withheld(read(content)) == to_bytes(read(content)) == content
