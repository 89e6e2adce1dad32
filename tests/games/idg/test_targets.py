"""Who may shoot at whom. IDG-9.1 to IDG-9.4."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.idg.field import INCH, Field, blue, field, red
from tests.games.idg.speaking import rules_in
from walstatt.boards.pose import Pose
from walstatt.games.idg.changes import note_contacts
from walstatt.games.idg.target_priority import shot_flaws
from walstatt.games.idg.targets import marks, range_to, shooter_flaws
from walstatt.games.idg.world import Engine, rect_of
from walstatt.kernel.ids import Seat, UnitId
from walstatt.workshop.covers import covers

X, Y = 30.0, 30.0


def ahead(inches: float) -> tuple[float, float]:
    """Give a place so far before the front of an element at (X, Y); fronts face each other."""
    return X, Y - inches


def facing(
    shooter: str | dict[str, Any],
    away: float,
    target: str = "warrior",
    **more: Any,  # noqa: ANN401
) -> Field:
    """Let red `a` stand before blue `b` at a distance."""
    said = {"type": shooter} if isinstance(shooter, str) else dict(shooter)
    given = {key: more.pop(key) for key in ("turn", "terrain", "weather") if key in more}
    kind = said.pop("type")
    return field(red("a", kind, (X, Y), **said), blue("b", target, ahead(away), **more), **given)


def refused(there: Field, shooter: str = "a", target: str = "b") -> list[str]:
    """List the rules that forbid a shot."""
    return rules_in(shot_flaws(there.ctx, shooter, target))


# -- weapons and ranges ---------------------------------------------------------------------------

BOW, CROSSBOW = {"weapon": "bow"}, {"weapon": "crossbow"}


@covers("IDG-9.2.1", "IDG-9.1.6", "IDG-15.1.2")
@pytest.mark.parametrize(
    ("troops", "most"),
    [
        ({"type": "skirmisher"}, 3),
        ({"type": "skirmisher", "weapon": "sling"}, 6),
        ({"type": "skirmisher", **BOW}, 6),
        ({"type": "light_cavalry"}, 3),
        ({"type": "heavy_cavalry"}, 3),
        ({"type": "heavy_cavalry", **CROSSBOW}, 6),
        ({"type": "elephant"}, 3),
        ({"type": "elephant", **BOW}, 6),
        ({"type": "warrior", **BOW}, 8),
        ({"type": "warrior", **CROSSBOW}, 8),
        ({"type": "artillery"}, 12),
        ({"type": "skirmisher", "special": ["fire_lance"]}, 3),
    ],
)
def test_every_weapon_has_its_range(troops: dict[str, Any], most: int) -> None:
    assert refused(facing(troops, most)) == []
    assert refused(facing(troops, most + 0.1)) == ["IDG-9.2.1"]


@covers("IDG-9.1.6", "IDG-9.1.7", "IDG-18.12.11", "IDG-5.10.2")
@pytest.mark.parametrize(
    ("troops", "rule"),
    [
        ({"type": "warrior"}, "IDG-9.1.7"),
        ({"type": "warrior", "subtypes": ["swordsmen"]}, "IDG-9.1.7"),
        ({"type": "cataphract"}, "IDG-9.1.6"),
        ({"type": "skirmisher", "special": ["rocket"]}, "IDG-18.12.11"),
        ({"type": "baggage"}, "IDG-5.10.2"),
    ],
)
def test_some_troops_do_not_shoot(troops: dict[str, Any], rule: str) -> None:
    assert refused(facing(troops, 2)) == [rule]


@covers("IDG-9.2.2")
def test_range_is_measured_from_the_front_edge_but_all_round_from_the_nearest() -> None:
    there = field(
        red("a", "skirmisher", (X, Y), weapon="bow"),
        red("h", "light_cavalry", (10, Y), weapon="bow"),
        blue("b", "warrior", (10, Y + 500 / INCH + 2), facing=0),
        blue("c", "warrior", (X, Y - 2)),
    )
    assert range_to(there.ctx, "a", rect_of(there.ctx, "c")) == 2 * INCH
    assert range_to(there.ctx, "h", rect_of(there.ctx, "b")) == 2 * INCH
    assert refused(there, "h", "b") == []


# -- arcs -----------------------------------------------------------------------------------------


@covers("IDG-9.3.2", "IDG-9.3.3", "IDG-15.2.1")
@pytest.mark.parametrize(("aside", "allowed"), [(2.9, True), (3.4, False)])
def test_the_arc_widens_by_45_degrees_from_the_front_corners(aside: float, allowed: bool) -> None:
    """At 2 inches ahead the arc ends 2 inches outside the corner, at 3.18; the base is 2.36 wide.

    Its nearer side is `aside` from the middle of the shooter; its rear, 1.18 inches farther away,
    reaches no farther into the arc than that allows.
    """
    half = 300 / INCH
    there = field(
        red("a", "skirmisher", (X, Y), weapon="bow"),
        blue("b", "warrior", (X + aside + half + 1.18, Y - 2)),
    )
    assert refused(there) == ([] if allowed else ["IDG-9.3.2"])
    if not allowed:
        assert {one.at for one in shot_flaws(there.ctx, "a", "b")} == {"b"}


@covers("IDG-9.3.1", "IDG-15.3.1")
@pytest.mark.parametrize(
    ("troops", "allowed"),
    [
        ("light_cavalry", True),
        ("light_chariot", True),
        ("heavy_chariot", True),
        ("elephant", True),
        ("heavy_cavalry", False),
        ("skirmisher", False),
    ],
)
def test_light_cavalry_chariots_and_elephants_shoot_all_round(troops: str, allowed: bool) -> None:
    there = field(
        red("a", troops, (X, Y), weapon="bow"), blue("b", "warrior", (X, Y + 5), facing=0)
    )
    assert ("IDG-9.3.2" not in refused(there)) == allowed
    assert bool(marks(there.ctx, "a")) == allowed


# -- contact --------------------------------------------------------------------------------------


@covers("IDG-9.1.4", "IDG-11.5.6")
@pytest.mark.parametrize("troops", ["skirmisher", "artillery"])
def test_whoever_is_in_contact_does_not_shoot(troops: str) -> None:
    there = field(
        red("a", troops, (X, Y)), blue("b", "warrior", (X, Y)), blue("c", "warrior", (X, Y - 2))
    )
    assert "IDG-9.1.4" in refused(there, "a", "c")


@covers("IDG-9.1.4", "IDG-A45")
def test_contact_with_baggage_keeps_from_shooting_but_protects_from_no_shot() -> None:
    """Baggage does not fight: whoever touched it before this turn is a target still."""
    there = field(
        red("a", "skirmisher", (X, Y), weapon="bow"),
        blue("t", "baggage", (X, Y)),
        blue("b", "skirmisher", (X + 4, Y - 3), facing=180, weapon="bow"),
        melees=[{"units": ["a", "t"], "since": 1, "by": "a"}],
    )
    assert "IDG-9.1.4" in refused(there)
    assert refused(there, "b", "a") == []


@covers("IDG-9.1.5")
@pytest.mark.parametrize(("since", "allowed"), [(2, True), (1, False)])
def test_elements_in_melee_are_targets_only_if_the_contact_is_new(
    since: int, allowed: bool
) -> None:
    there = field(
        red("a", "skirmisher", (X, Y), weapon="bow"),
        red("d", "warrior", (X, Y - 3)),
        blue("b", "warrior", (X + 1.5, Y - 3)),
        melees=[{"units": ["b", "d"], "since": since, "by": "d"}],
    )
    note_contacts(there.ctx)
    assert refused(there) == ([] if allowed else ["IDG-9.1.5"])


@covers("IDG-9.5.14", "IDG-5.10.3", "IDG-5.9.6")
def test_baggage_and_newcomers_are_no_targets_and_newcomers_do_not_shoot() -> None:
    bow = {"type": "skirmisher", "weapon": "bow"}
    assert refused(facing(bow, 4, "baggage")) == ["IDG-9.5.14"]
    assert refused(facing(bow, 4, arrived=2)) == ["IDG-9.5.14"]
    assert refused(facing(bow, 4, arrived=1)) == []
    assert refused(facing({**bow, "arrived": 2}, 4)) == ["IDG-5.9.6"]


@covers("IDG-5.7.12", "IDG-14.2.1", "IDG-14.3.2", "IDG-14.3.4")
def test_dummies_riders_and_those_who_remount_do_not_shoot() -> None:
    bow = {"type": "skirmisher", "weapon": "bow"}
    horse = {"type": "light_cavalry", "weapon": "bow"}
    assert refused(facing({**bow, "dummy": True}, 4)) == ["IDG-5.7.12"]
    assert refused(facing({**bow, "horses": True, "form": "riding"}, 4)) == ["IDG-14.3.2"]
    assert refused(facing({**bow, "horses": True}, 4)) == []
    assert refused(facing({**horse, "form": "remounting"}, 4)) == ["IDG-14.2.1"]
    assert refused(facing({**horse, "form": "dismounted"}, 4)) == []


# -- moves ----------------------------------------------------------------------------------------


@covers("IDG-9.4.1", "IDG-9.4.2", "IDG-9.4.6")
@pytest.mark.parametrize(
    ("did", "turn", "rules"),
    [
        ({}, 2, []),
        ({"turned": True}, 2, ["IDG-9.4.2"]),
        ({"moved": 2.0}, 2, ["IDG-9.4.1"]),
        ({"moved_before": True}, 2, ["IDG-9.4.1"]),
        ({"moved_before": True}, 1, []),
        ({"moved": 2.0, "turned": True}, 2, ["IDG-9.4.1", "IDG-9.4.2"]),
    ],
)
def test_artillery_must_have_stood_still(did: dict[str, Any], turn: int, rules: list[str]) -> None:
    assert refused(facing({"type": "artillery", **did}, 6, turn=turn)) == rules


@covers("IDG-9.4.3", "IDG-9.4.4", "IDG-9.4.5")
@pytest.mark.parametrize(
    ("troops", "rules"),
    [
        ({"type": "warrior", **CROSSBOW, "turned": True}, []),
        ({"type": "warrior", **CROSSBOW, "moved": 1.0}, ["IDG-9.4.3"]),
        ({"type": "warrior", **BOW, "moved": 1.0}, []),
        ({"type": "skirmisher", **CROSSBOW, "moved": 1.0}, []),
        ({"type": "heavy_cavalry", **CROSSBOW, "moved": 1.0}, []),
    ],
)
def test_only_crossbowmen_on_foot_may_not_move(troops: dict[str, Any], rules: list[str]) -> None:
    assert refused(facing(troops, 5)) == rules


@covers("IDG-9.1.1", "IDG-9.1.3")
def test_all_reasons_are_told_at_once() -> None:
    there = field(
        red("a", "warrior", (X, Y), weapon="crossbow", moved=2),
        red("c", "warrior", (X, Y - 5)),
        blue("b", "baggage", (X, Y - 12)),
    )
    assert refused(there) == ["IDG-9.4.3", "IDG-9.5.14", "IDG-9.2.1", "IDG-9.5.5"]
    assert refused(there, "a", "c") == ["IDG-9.1.1"]
    assert refused(there, "a", "nobody") == ["IDG-9.1.1"]
    assert rules_in(shooter_flaws(there.ctx, "nobody")) == ["IDG-9.1.1"]


# -- ladders --------------------------------------------------------------------------------------


@covers("IDG-16.4.6", "IDG-16.4.10")
def test_whoever_mans_the_wall_throws_things_at_a_ladder() -> None:
    wall = {"id": "w", "kind": "wall", "via": [(20, 29), (40, 29)], "width": 1.0, "side": "red"}
    there = field(
        red("a", "warrior", (X, 28.6), elements=[{"aboard": "w"}]),
        red("d", "warrior", (X + 6, 28.6), elements=[{"aboard": "w"}]),
        blue("b", "warrior", (X, 28.45), elements=[{"ladder": True}]),
        blue("c", "warrior", (X + 2.4, 28.45)),
        terrain=[wall],
        battle="siege",
    )
    there.world.engines = {"l": Engine("ladder", Seat("blue"), Pose(round(X * INCH), 7220, 18000))}
    assert [one.target for one in marks(there.ctx, "a")] == ["b"]
    assert refused(there) == []
    assert refused(there, "a", "c") == ["IDG-9.1.7"]
    assert "IDG-9.1.7" in refused(there, "d", "b")
    there.world.elements["b"] = replace(there.element("b"), ladder=False)
    assert refused(there) == ["IDG-9.1.7"]
    there.world.elements["b"] = replace(there.element("b"), aboard="l")
    assert UnitId("b") == there.element("b").unit
    assert refused(there) == []
