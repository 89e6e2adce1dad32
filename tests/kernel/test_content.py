import enum
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, NewType, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct

from walstatt.kernel.content import (
    ContentError,
    ContentProblem,
    content_hash,
    load_content,
    load_folder,
    load_with_lines,
    parse_content,
)
from walstatt.kernel.errors import WalstattError

Name = NewType("Name", str)
Count = Annotated[int, Meta(ge=0, le=9)]
P = TypeVar("P")


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Unit(Struct, frozen=True, rename="kebab"):
    name: Name
    strength: Count
    kind: Literal["foot", "ride"] = "foot"
    move_points: int | None = None


class Add(Struct, frozen=True, tag="add", tag_field="op"):
    value: int


class Cancel(Struct, frozen=True, tag="cancel", tag_field="op"):
    tags: tuple[str, ...] = ()


class Box(Struct, Generic[P], frozen=True):
    inside: P


class Pair(Struct, frozen=True, array_like=True):
    first: int
    second: int


class Even(Struct, frozen=True):
    number: int

    def __post_init__(self) -> None:
        if self.number % 2:
            raise ValueError("must be even")


class Army(Struct, frozen=True, forbid_unknown_fields=True):
    units: list[Unit]
    colour: Colour = Colour.RED
    level: Level = Level.LOW
    effects: tuple[Add | Cancel, ...] = ()
    costs: dict[str, dict[int, float]] = {}
    at: tuple[int, str] | None = None


def problems(text: str, type_: type[Any]) -> list[str]:
    with pytest.raises(ContentError) as caught:
        parse_content(text, type_, "a.yaml")
    assert str(caught.value) == "\n".join(map(str, caught.value.problems))
    return [str(problem) for problem in caught.value.problems]


def test_content_is_read_as_its_type() -> None:
    army = parse_content(
        """
        units:
          - {name: no, strength: 4, move-points: 3}
          - {name: "7", strength: 0, kind: ride}
        colour: blue
        level: 2
        effects:
          - {op: add, value: -1}
          - {op: cancel, tags: [on, off]}
        costs: {road: {1: 0.5, 2: 1}}
        at: [3, x]
        """,
        Army,
        "a.yaml",
    )
    assert army == Army(
        units=[Unit(Name("no"), 4, move_points=3), Unit(Name("7"), 0, "ride")],
        colour=Colour.BLUE,
        level=Level.HIGH,
        effects=(Add(-1), Cancel(("on", "off"))),
        costs={"road": {1: 0.5, 2: 1.0}},
        at=(3, "x"),
    )


def test_every_problem_of_a_file_is_reported_by_line() -> None:
    text = """\
units:
  - name: Guard
    strength: many
    kindd: foot
  - strength: 12
    kind: rid
colour: green
costs:
  road: {x: 1}
at: [x, 1, 2]
"""
    assert problems(text, Army) == [
        "a.yaml:3: units[0].strength: expected int, got 'many'",
        "a.yaml:4: units[0].kindd: unknown field (did you mean 'kind'?)",
        "a.yaml:5: units[1].name: is missing",
        "a.yaml:5: units[1].strength: expected at most 9, got 12",
        "a.yaml:6: units[1].kind: expected one of 'foot', 'ride', got 'rid' (did you mean 'ride'?)",
        "a.yaml:7: colour: expected one of 'red', 'blue', got 'green'",
        "a.yaml:9: costs.road.x: as a key: expected int, got 'x'",
        "a.yaml:10: at: expected a list of 2, got a list of 3",
        "a.yaml:10: at[0]: expected int, got 'x'",
        "a.yaml:10: at[1]: expected str, got 1 (quote it)",
    ]


@pytest.mark.parametrize(
    ("text", "type_", "problem"),
    [
        ("", Army, "expected mapping, got nothing"),
        ("[]", Army, "expected mapping, got a list of 0"),
        ("x", list[int], "expected list, got 'x'"),
        ("[1, x]", list[int], "[1]: expected int, got 'x'"),
        ("[true]", list[int], "[0]: expected int, got true"),
        ("[1.5]", set[int], "[0]: expected int, got 1.5"),
        ("[~]", tuple[bool, ...], "[0]: expected bool, got nothing"),
        ("{a: {}}", dict[str, int], "a: expected int, got a mapping"),
        ("{3: 1}", dict[str, int], "3: as a key: expected str, got 3 (quote it)"),
        ("{blu: 1}", dict[Colour, int], "blu: as a key: expected one of 'red', 'blue', got 'blu'"),
        ("{inside: x}", Box[int], "inside: expected int, got 'x'"),
        ("{inside: x}", Box[int | None], "inside: expected int or nothing, got 'x'"),
        ("{inside: 1.5}", Box[int | str], "inside: expected int or str, got 1.5 (quote it)"),
        ("{inside: 11}", Box[Count | None], "inside: expected at most 9, got 11"),
        ("{inside: {op: ad}}", Box[Add | Cancel], "inside.op: expected one of 'add', 'cancel'"),
        ("{inside: {op: [1]}}", Box[Add | Cancel], "inside.op: expected one of 'add', 'cancel'"),
        ("{inside: {}}", Box[Add | Cancel | None], "inside.op: is missing: expected one of 'add'"),
        ("{inside: {op: add}}", Box[Add | Cancel], "inside.value: is missing"),
        ("{inside: {op: cancel, value: 1}}", Box[Add], "inside.op: expected one of 'add'"),
        ("{inside: {op: add, value: a}}", Box[Add | int], "inside.value: expected int, got 'a'"),
        ("{inside: 3}", Box[Level], "inside: expected one of 1, 2, got 3"),
        (
            "{inside: xy}",
            Box[Annotated[str, Meta(max_length=1)]],
            "a length of at most 1, got 'xy'",
        ),
        ("{inside: x1}", Box[Annotated[str, Meta(pattern="^[a-z]+$")]], "text matching ^[a-z]+$"),
        ("{inside: []}", Box[Annotated[list[int], Meta(min_length=1)]], "a length of at least 1"),
        ("{inside: 0}", Box[Annotated[float, Meta(gt=0)]], "expected more than 0, got 0"),
        ("{inside: 7}", Box[Annotated[int, Meta(multiple_of=2)]], "a multiple of 2, got 7"),
        ("{inside: [1]}", Box[Literal["x"]], "inside: expected one of 'x', got a list of 1"),
        ("{inside: x}", Box[date], "inside: Invalid RFC3339 encoded date"),
        ("{inside: [1, x]}", Box[Pair], "inside[1]: Expected `int`, got `str`"),
        ("{inside: {}}", Box[Pair], "inside: expected list, got a mapping"),
        ("{number: 3}", Even, "must be even"),
        (f"[{'x' * 41}]", list[int], f"[0]: expected int, got '{'x' * 37}...'"),
    ],
)
def test_a_wrong_value_is_described(text: str, type_: type[Any], problem: str) -> None:
    (found,) = problems(text, type_)
    assert found.startswith("a.yaml:1: ")
    assert problem in found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("0712", "0712"),
        ("12:30", "12:30"),
        ("1_000", "1_000"),
        ("2024-01-01", "2024-01-01"),
        ("'5'", "5"),
        ("true", True),
        ("~", None),
        ("-12", -12),
        ("+3", 3),
        (".5", 0.5),
        ("1.5e3", 1500.0),
        ("1234567890123456789", "1234567890123456789"),
        ("[1, [a]]", [1, ["a"]]),
    ],
)
def test_plain_scalars_mean_what_they_look_like(text: str, value: object) -> None:
    assert parse_content(text, Any, "a.yaml") == value


@given(st.recursive(st.integers(-99, 99) | st.booleans(), st.lists))
def test_flow_text_reads_back_as_its_value(value: object) -> None:
    assert parse_content(str(value).lower(), Any, "a.yaml") == value


def test_several_duplicate_keys_are_reported_together() -> None:
    assert problems("a: 1\nb: 2\na: 3\nb: 4\nc: x\n", dict[str, int]) == [
        "a.yaml:3: a: given twice, first in line 1",
        "a.yaml:4: b: given twice, first in line 2",
        "a.yaml:5: c: expected int, got 'x'",
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: 1\nb: [1]]", "a.yaml:2: not YAML: while parsing a block mapping, "),
        ("a: 1\nb: c: d", "a.yaml:2: not YAML: mapping values are not allowed "),
        ("a: 1\nb: \x07", "a.yaml:2: not YAML: "),
        ("a: 1\nb: \ud800", "a.yaml:2: not UTF-8 text"),
        ("a: 1\n---\nb: 1", "a.yaml:2: a second document begins here"),
        ("a: 1\n[b]: 1", "a.yaml:2: a key must be one word or number"),
        ("a: 1\nb: !!python/name:os.system x", "a.yaml:2: tags such as tag:yaml.org"),
        ("a: 1\nb: *x", "a.yaml:2: no anchor &x before this"),
        ("a: &x [*x]", "a.yaml:1: an alias within an anchored part"),
    ],
)
def test_an_unreadable_text_is_refused_with_its_line(text: str, problem: str) -> None:
    (found,) = problems(text, dict[str, int])
    assert found.startswith(problem)


@pytest.mark.parametrize(
    ("piece", "times", "problem"),
    [
        ("[", 99_999, "nested more than 64 deep"),
        ("- ", 99_999, "nested more than 64 deep"),
        ("x", 5_000_001, "larger than 5 MB"),
        ("- 1\n", 500_000, "more than 500000 values"),
    ],
)
def test_a_monstrous_text_is_refused(piece: str, times: int, problem: str) -> None:
    (found,) = problems(piece * times, list[int])
    assert found.endswith(f": {problem}")


def test_an_alias_repeats_its_anchor_with_its_lines() -> None:
    text = "a: &x\n  name: G\n  strength: bad\nb: *x\n"
    assert problems(text, dict[str, Unit]) == [
        "a.yaml:3: a.strength: expected int, got 'bad'",
        "a.yaml:3: b.strength: expected int, got 'bad'",
    ]


def test_a_hundred_aliases_are_enough() -> None:
    hundred = "- &x 1\n" + "- *x\n" * 100
    assert parse_content(hundred, list[int], "a.yaml") == [1] * 101
    assert problems(hundred + "- *x\n", list[int]) == ["a.yaml:102: more than 100 aliases"]
    anchors = "".join(f"- &a{number} 1\n" for number in range(101))
    assert problems(anchors, list[int]) == ["a.yaml:101: more than 100 anchors"]


def test_the_billion_laughs_are_cut_short() -> None:
    lines = ["a0: &a0 [lol]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]
    assert problems("\n".join(lines), Any) == ["a.yaml:2: an alias within an anchored part"]


def test_a_missing_or_broken_file_is_a_problem(tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_bytes(b"a: 1\nb: \xff\n")
    for path, problem in [
        (broken, f"{broken}:2: not UTF-8 text"),
        (tmp_path / "none.yaml", f"{tmp_path}/none.yaml:1: cannot be read: No such file"),
        (tmp_path, f"{tmp_path}:1: cannot be read: Is a directory"),
    ]:
        with pytest.raises(ContentError) as caught:
            load_content(path, Army)
        assert str(caught.value).startswith(problem)


def test_content_errors_are_ours() -> None:
    error = ContentError([ContentProblem("b", 2, "", "x"), ContentProblem("a", 9, "f", "y")])
    assert isinstance(error, WalstattError)
    assert str(error) == "a:9: f: y\nb:2: x"


def test_a_byte_order_mark_and_windows_lines_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    assert load_content(path, dict[str, int]) == {"a": 1, "b": 2}


def test_a_folder_is_read_by_name_and_all_its_problems_come_together(tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text("[1]", encoding="utf-8")
    (tmp_path / "two.yaml").write_text("[2]", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("not content", encoding="utf-8")
    assert load_folder(tmp_path, list[int]) == {"one": [1], "two": [2]}
    (tmp_path / "one.yaml").write_text("[x]", encoding="utf-8")
    (tmp_path / "two.yaml").write_text("- 1\n- y\n- ]", encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_folder(tmp_path, list[int])
    assert [(Path(p.file).name, p.line) for p in caught.value.problems] == [
        ("one.yaml", 1),
        ("two.yaml", 3),
    ]


def test_a_missing_folder_is_a_problem(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="none:1: no such folder"):
        load_folder(tmp_path / "none", Army)


def test_later_checks_can_point_at_a_line(tmp_path: Path) -> None:
    path = tmp_path / "army.yaml"
    units = "units:\n  - name: G\n\n    strength: 1\n  - {name: H, strength: 2}\n"
    path.write_text(units + "costs:\n  road: {1: 1}\n", encoding="utf-8")
    army, lines = load_with_lines(path, Army)
    assert army.units[1].strength == 2
    fields = ["units", "units[0].strength", "units[1].strength", "costs.road.1"]
    assert [lines.at(field) for field in fields] == [1, 4, 5, 7]
    absent = ["units[1].kind", "units[7]", "costs.sea.x", "nothing", ""]
    assert [lines.at(field) for field in absent] == [5, 1, 6, 1, 1]
    problem = lines.problem("units[0].strength", "too weak")
    assert str(problem) == f"{path}:4: units[0].strength: too weak"


def test_the_hash_depends_on_names_and_texts_only(tmp_path: Path) -> None:
    for folder, end in (("here", "\n"), ("there", "\r\n")):
        (tmp_path / folder / "deep").mkdir(parents=True)
        (tmp_path / folder / "a.yaml").write_bytes(f"a: 1{end}b: 2{end}".encode())
        (tmp_path / folder / "deep" / "b.yaml").write_bytes(f"c: 3{end}".encode())
    here, there = tmp_path / "here", tmp_path / "there"
    assert content_hash(here) == content_hash(there)
    assert len(content_hash(here)) == 32
    files = here / "a.yaml", here / "deep" / "b.yaml"
    assert content_hash(*files) == content_hash(*reversed(files))
    (there / "a.yaml").write_text("a: 1\nb: 3\n", encoding="utf-8")
    assert content_hash(here) != content_hash(there)
    (here / "a.yaml").rename(here / "c.yaml")
    assert content_hash(here) not in {content_hash(there), content_hash(*there.rglob("*.yaml"))}


def test_the_hash_of_a_missing_file_is_a_problem(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"none\.yaml:1: cannot be read"):
        content_hash(tmp_path / "none.yaml")
