import gzip

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from tests.scene.samples import PROMPT, area_scene, big_scene, hex_scene, table_scene, word
from walstatt.boards.hex import HexLayout, rectangle
from walstatt.scene.model import (
    Area,
    AreaBoard,
    Cell,
    Counters,
    Edge,
    Ground,
    HexBoard,
    Marks,
    Piece,
    Pool,
    Scene,
    TableBoard,
    on,
)
from walstatt.scene.patch import Changes, Patch, apply, diff

LAYOUT = HexLayout("flat", "odd", rectangle(2, 2))

few = st.integers(0, 2)
names = st.sampled_from("abcd")
words = st.tuples() | st.tuples(st.sampled_from("xy").map(word))


def some(thing: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[object, ...]]:
    """Draw a few, in any order, sometimes with the same id twice."""
    return st.lists(thing, max_size=4).map(tuple)


cells = some(st.builds(Cell, id=few, level=few))
edges = some(st.builds(Edge, cell=few, side=few))
areas = some(st.builds(Area, id=names, name=st.just(word("x")), level=few))
ground = some(st.builds(Ground, id=names, kind=st.just("hill"), outline=st.just(()), level=few))
boards = some(
    st.builds(
        HexBoard,
        id=names,
        layout=st.just(LAYOUT),
        cells=cells,
        edges=edges,
        art=st.sampled_from("pq"),
    )
    | st.builds(AreaBoard, id=names, width=few, height=st.just(1), areas=areas)
    | st.builds(TableBoard, id=names, width=few, height=st.just(1), ground=ground)
)
pieces = some(st.builds(Piece, id=names, sprite=st.just("LN"), at=few.map(on), now=few))
trays = some(
    st.builds(Pool, id=names, title=st.just(word("x")))
    | st.builds(Counters, id=names, title=st.sampled_from("xy").map(word))
)
scenes = st.builds(
    Scene,
    boards=boards,
    focus=st.sampled_from(("", "a")),
    pieces=pieces,
    overlays=some(st.builds(Marks, meaning=st.just("reach"), cells=st.tuples(few))),
    trays=trays,
    phases=words,
    phase=few,
    status=words,
    prompt=st.none() | st.just(PROMPT),
    standing=st.tuples() | st.just((PROMPT,)),
    log=words,
)


@given(scenes, scenes)
def test_applying_the_difference_gives_the_new_scene(old: Scene, new: Scene) -> None:
    assert apply(old, diff(old, new)) == new


@given(scenes, scenes)
def test_a_patch_survives_json(old: Scene, new: Scene) -> None:
    patch = diff(old, new)
    read = msgspec.json.decode(msgspec.json.encode(patch), type=Patch)
    assert read == patch
    assert apply(old, read) == new


@given(scenes)
def test_no_difference_is_an_empty_patch(scene: Scene) -> None:
    assert diff(scene, scene) == Patch()
    assert msgspec.json.encode(Patch()) == b"{}"


def test_scenes_of_other_kinds_can_follow_each_other() -> None:
    for old in (hex_scene(), area_scene(), table_scene()):
        for new in (hex_scene(), area_scene(), table_scene(), Scene()):
            assert apply(old, diff(old, new)) == new


def moved(scene: Scene) -> Scene:
    first = replace(scene.pieces[0], at=on(99))
    return replace(scene, pieces=(first, *scene.pieces[1:]))


def test_a_move_sends_one_piece() -> None:
    old = big_scene()
    patch = diff(old, moved(old))
    assert patch == Patch(pieces=Changes(put=(replace(old.pieces[0], at=on(99)),)))


def test_a_move_with_a_new_prompt_and_log_is_small() -> None:
    old = big_scene()
    assert old.prompt is not None
    prompt = replace(old.prompt, choices=old.prompt.choices[::-1])
    new = replace(moved(old), prompt=prompt, log=(*old.log[1:], word("Regiment 0 marches.")))
    patch = msgspec.json.encode(diff(old, new))
    assert len(gzip.compress(patch)) < 1_500
    assert len(msgspec.json.encode(diff(old, moved(old)))) < 400


def test_a_cell_that_changes_is_sent_alone() -> None:
    old = hex_scene()
    board = old.boards[0]
    assert isinstance(board, HexBoard)
    burnt = Cell(1, ("rocky",))
    new = replace(old, boards=(replace(board, cells=(burnt, *board.cells[1:])),))
    patch = diff(old, new)
    assert patch.boards is None
    assert [one.cells for one in patch.within] == [Changes(put=(burnt,))]


def test_a_board_with_another_title_is_sent_whole() -> None:
    old = area_scene()
    new = replace(old, boards=(replace(old.boards[0], title=word("Europe")),))
    patch = diff(old, new)
    assert patch.within == ()
    assert patch.boards == Changes(put=new.boards)


def test_an_ended_prompt_is_told_apart_from_an_unchanged_one() -> None:
    old = hex_scene()
    assert diff(old, replace(old, prompt=None)).prompt is None
    assert diff(old, moved(old)).prompt is UNSET


def test_only_a_new_order_is_sent_as_an_order() -> None:
    old = area_scene()
    patch = diff(old, replace(old, pieces=old.pieces[::-1]))
    assert patch == Patch(pieces=Changes(order=tuple(piece.id for piece in old.pieces[::-1])))
