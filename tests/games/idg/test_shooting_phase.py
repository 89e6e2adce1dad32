"""The shooting phase, played. IDG-7.2, IDG-9."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.idg.field import INCH, blue, field, red
from tests.games.idg.play import Playing, playing
from walstatt.games.idg.fire_events import FireSpoiled
from walstatt.games.idg.shooting import ShootingPhase
from walstatt.games.idg.shooting_choices import (
    DeclareShots,
    Hold,
    HoldAll,
    HoldUnit,
    Ignite,
    Remove,
    ShootAll,
    ShootAt,
    ShootUnit,
)
from walstatt.games.idg.shooting_events import AimTaken, FireAnnounced, Volley
from walstatt.games.idg.world import Shot
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Target
from walstatt.workshop.covers import covers

X, Y = 30.0, 30.0
FOOT = 300 / INCH
A, B, C = UnitId("a"), UnitId("b"), UnitId("c")


def begin(*units: dict[str, Any], **more: Any) -> Playing:  # noqa: ANN401
    """Begin the phase."""
    return playing(field(*units, **{"turn": 3, **more}), ShootingPhase())


def archers(count: int = 2, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    return red("a", "skirmisher", (X, Y), size=count, weapon="bow", **more)


def state(battle: Playing, name: str) -> tuple[str, int, int]:
    """Tell the status, the markers in force and the elements of a unit."""
    one = battle.unit(name)
    return one.status, one.disorder, len(one.elements)


def test_nobody_is_asked_where_nobody_can_shoot() -> None:
    battle = begin(archers(), blue("b", "warrior", (X, 10)))
    assert battle.is_over
    assert battle.world.phase == "shooting"


@covers("IDG-9.1.1", "IDG-9.1.2", "IDG-9.1.8", "IDG-9.7.1", "IDG-7.2.8")
def test_a_volley_as_usual() -> None:
    battle = begin(archers(), blue("b", "warrior", (X, Y - 4), size=2))
    assert battle.asked() == ("red", "declare_shots")
    assert isinstance(battle.decision().default(battle.ctx), ShootAll)
    battle.do(ShootAll())
    assert (battle.pending(), battle.dice()) == ("roll idg.roll.shot idg.roll.shot", 2)
    battle.roll(8, 7)
    assert battle.is_over
    assert state(battle, "b") == ("table", 1, 2)
    told = next(one for one in battle.events() if isinstance(one, Volley))
    assert (told.n, told.hits, told.seat) == (2, 1, "red")
    assert battle.world.shots == (Shot(3, A, B, "a1"), Shot(3, A, B, "a2"))


@covers("IDG-9.1.8")
def test_single_elements_can_be_aimed_or_held() -> None:
    battle = begin(archers(3), blue("b", "warrior", (X, Y - 4), size=3))
    battle.do(ShootAt("a1", "b3"))
    assert battle.refusal(ShootAt("a1", "b3")) == ["IDG-9.1.1"]
    assert battle.refusal(Hold("a1")) == ["IDG-9.1.1"]
    assert battle.refusal(ShootAt("a2", "a3")) == ["IDG-9.1.1"]
    assert battle.refusal(ShootAt("b1", "a3"))[0] == "IDG-9.1.1"
    battle.do(Hold("a2")).do(HoldAll())
    assert battle.dice() == 1
    battle.roll(7)
    assert battle.is_over
    assert [one.element for one in battle.world.shots] == ["a1"]


def test_when_everybody_has_something_to_do_nobody_is_asked_any_more() -> None:
    battle = begin(archers(), blue("b", "warrior", (X, Y - 4), size=2))
    battle.do(ShootUnit(A))
    assert battle.dice() == 2
    held = begin(archers(), blue("b", "warrior", (X, Y - 4), size=2)).do(HoldUnit(A))
    assert held.is_over
    assert held.world.shots == ()


@covers("IDG-9.1.1")
def test_a_unit_that_is_gone_neither_shoots_nor_holds() -> None:
    gone = red("c", "archer", (X + 9, Y), size=2, status="destroyed")
    battle = begin(archers(), gone, blue("b", "warrior", (X, Y - 4), size=2))
    battle.world.units[C] = replace(battle.unit("c"), elements=())
    assert battle.refusal(HoldUnit(C)) == ["IDG-9.1.1"]
    assert battle.refusal(ShootUnit(C)) == ["IDG-9.1.1"]


def test_every_offer_is_legal_and_a_wish_tells_why_not() -> None:
    battle = begin(archers(), blue("b", "warrior", (X, Y - 4), size=2))
    decision = battle.decision()
    assert isinstance(decision, DeclareShots)
    options = battle.options()
    assert ShootUnit(A) in options
    assert [one for one in options if decision.check(battle.ctx, one)] == []  # type: ignore[arg-type]
    wish = decision.wish(battle.ctx, Target("piece", "b1"), Target("piece", "a1"))
    assert wish == ShootAt("a1", "b1")
    shown = decision.preview(battle.ctx, ShootAll())
    assert sum(one.millionths for one in shown.odds) == 1_000_000
    battle.reloaded().finish()


@covers("IDG-A54", "IDG-9.5.7")
def test_side_2_knows_what_side_1_declared() -> None:
    """Blue `b` has `c` nearer, but once `a` declares to shoot at it must shoot back."""
    units = (
        archers(1),
        red("c", "warrior", (X + 3, Y - 1)),
        blue("b", "skirmisher", (X + 0.5, Y - 5), weapon="bow"),
    )
    battle = begin(*units)
    battle.do(ShootAt("a", "b"))
    assert battle.asked()[0] == "blue"
    (known,) = [one for one in battle.events() if isinstance(one, AimTaken)]
    assert (known.n, known.aims, known.seat) == (1, "a>b", "red")
    assert battle.refusal(ShootAt("b", "c")) == ["IDG-9.5.7"]
    battle.do(ShootAll())
    assert battle.told().count("idg.aim_taken") == 1
    assert battle.pending() == "roll idg.roll.shot"
    silent = begin(*units).do(HoldAll())
    assert silent.refusal(ShootAt("b", "a")) == ["IDG-9.5.8"]


@covers("IDG-7.2.6", "IDG-7.2.7", "IDG-9.7.8", "IDG-13.1.2")
def test_who_is_removed_shoots_all_the_same_and_without_the_new_markers() -> None:
    battle = begin(
        archers(1, disorder=1), blue("b", "skirmisher", (X, Y - 5), size=2, weapon="bow")
    )
    battle.do(ShootAll()).do(ShootAll())
    battle.roll(8)
    assert (battle.unit("b").fresh, battle.unit("b").disorder) == (0, 0)
    assert [one.meaning.added for one in battle.rolls().values()] == [0, 0]  # type: ignore[union-attr]
    battle.roll(10, 7)
    assert battle.is_over
    assert state(battle, "b") == ("table", 1, 2)
    assert state(battle, "a")[0] == "destroyed"
    loss = battle.world.losses[0]
    assert (loss.unit, loss.last, loss.shot) == (A, True, True)


@covers("IDG-9.7.9", "IDG-13.2.12")
def test_seven_markers_remove_a_unit_after_the_phase() -> None:
    battle = begin(archers(2), blue("b", "skirmisher", (X, Y - 4), size=3, disorder=5))
    battle.do(ShootAll()).roll(8, 9)
    assert battle.is_over
    assert state(battle, "b")[0] == "destroyed"


@covers("IDG-9.7.2", "IDG-9.7.3", "IDG-9.7.6", "IDG-9.7.7")
def test_the_owner_chooses_who_is_removed_but_not_the_general() -> None:
    battle = begin(
        archers(1),
        blue("b", "skirmisher", (X, Y - 4), size=4, formation="2x2", general=True),
    )
    battle.do(ShootAt("a", "b2") if "b2" in _targets(battle) else ShootAll()).roll(10)
    assert battle.asked() == ("blue", "choose_loss")
    assert battle.refusal(Remove("b1")) == ["IDG-9.7.6"]
    assert battle.refusal(Remove("a")) == ["IDG-9.7.3"]
    assert battle.decision().default(battle.ctx) in (Remove("b3"), Remove("b4"))
    pointed = [battle.decision().wish(battle.ctx, Target("piece", it), None) for it in ("b3", "x")]
    assert pointed == [Remove("b3"), None]
    battle.do(Remove("b3"))
    assert battle.is_over
    assert battle.unit("b").elements == ("b1", "b2", "b4")
    assert state(battle, "b") == ("table", 1, 3)
    assert [one.shot for one in battle.world.losses] == [True]


def _targets(battle: Playing) -> list[str]:
    return [one.target for one in battle.options() if isinstance(one, ShootAt)]


@covers("IDG-9.7.5", "IDG-2.3.10")
def test_a_general_by_himself_suffers_like_a_unit() -> None:
    battle = begin(archers(1), blue("g", "heavy_cavalry", (X, Y - 4), general=True))
    battle.do(ShootAll()).roll(10)
    assert battle.is_over
    assert state(battle, "g")[0] == "destroyed"
    assert battle.world.losses[0].general


def test_several_losses_of_one_unit() -> None:
    battle = begin(archers(3), blue("b", "skirmisher", (X, Y - 4), size=3))
    battle.do(ShootAll()).roll(10, 10, 3)
    battle.do(Remove("b1"))
    assert battle.asked() == ("blue", "choose_loss")
    battle.do(Remove("b2"))
    assert battle.is_over
    assert battle.unit("b").elements == ("b3",)
    gone = begin(archers(2), blue("b", "skirmisher", (X, Y - 4), size=2))
    gone.do(ShootAll()).roll(10, 10)
    assert gone.is_over
    assert state(gone, "b")[0] == "destroyed"


@covers("IDG-2.5.3")
def test_a_general_who_shoots_does_a_deed() -> None:
    battle = begin(
        red("a", "light_cavalry", (X, Y), weapon="bow", general=True),
        blue("b", "warrior", (X, Y - 3), size=2, weapon="crossbow", moved=1),
    )
    battle.do(ShootAll()).roll(10)
    assert battle.world.generals[battle.unit("a").side].deeds == ("disorder", "destroyed")


@pytest.mark.parametrize("answer", [ShootAll(), ShootUnit(A)])
def test_shots_that_cannot_hit_are_rolled_like_any(answer: ShootAll | ShootUnit) -> None:
    battle = begin(archers(1, disorder=4), blue("b", "warrior", (X, Y - 4))).do(answer)
    assert battle.dice() == 1
    battle.roll(10)
    assert battle.unit("b").disorder == 0


# -- concealment ----------------------------------------------------------------------------------


def hidden(**more: Any) -> Playing:  # noqa: ANN401
    return begin(
        red("m", "warrior", (X, Y - 4)),
        blue("b", "skirmisher", (X, Y - 8.1), weapon="bow", status="concealed"),
        battle="ambush",
        attacker="red",
        **more,
    )


@covers("IDG-5.8.7", "IDG-5.8.11")
def test_who_shoots_from_concealment_is_revealed() -> None:
    battle = hidden()
    assert battle.asked()[0] == "blue"
    battle.do(ShootAt("b", "m"))
    assert battle.unit("b").status == "table"
    assert battle.world.sprung == (B,)
    assert "idg.shot_from_hiding" in battle.told()
    assert any(one.reveals for one in battle.events())


def test_concealed_units_shoot_only_if_told_and_their_side_is_always_asked() -> None:
    battle = hidden().do(ShootAll())
    assert battle.is_over
    assert battle.unit("b").status == "concealed"
    late = blue("l", "warrior", (0, 0), status="late")
    empty = begin(red("m", "warrior", (X, Y)), late, battle="ambush", attacker="red")
    assert empty.asked() == ("blue", "declare_shots")


# -- fire -----------------------------------------------------------------------------------------

VILLAGE = {"id": "v", "kind": "village", "at": (20, 23), "size": (12, 12)}


def arson(**more: Any) -> Playing:  # noqa: ANN401
    return begin(
        red("a", "skirmisher", (20, 29), weapon="bow", size=2, **more),
        blue("b", "skirmisher", (20, 34), facing=0, weapon="bow", size=2),
        terrain=[VILLAGE],
    )


@covers("IDG-10.1.2", "IDG-10.1.4")
def test_an_element_sets_a_fire_instead_of_shooting() -> None:
    battle = arson().do(Ignite("a1", "v"))
    assert battle.refusal(Ignite("a1", "v")) == ["IDG-10.1.2"]
    battle.do(HoldAll())
    (known,) = [one for one in battle.events() if isinstance(one, FireAnnounced)]
    assert known.aims == "a1>v"
    while battle.game.asked is not None:
        battle.do(HoldAll())
    assert battle.pending() == "roll idg.roll.fire"
    battle.roll(5)
    assert battle.is_over
    assert [one.feature for one in battle.world.fires] == ["v"]


@covers("IDG-10.1.3")
@pytest.mark.parametrize(("markers", "spoilt"), [(2, True), (1, False)])
def test_shooting_that_makes_a_unit_retreat_spoils_its_fires(markers: int, spoilt: bool) -> None:
    battle = arson(disorder=markers).do(Ignite("a1", "v"))
    if battle.asked()[0] == "red":
        battle.do(HoldAll())
    battle.do(ShootAt("b1", "a1"))
    battle.do(HoldAll())
    battle.roll(7)
    assert battle.is_over == spoilt
    assert any(isinstance(one, FireSpoiled) for one in battle.events()) == spoilt


def test_a_phase_can_be_played_out_with_anything() -> None:
    for seed in range(4):
        battle = begin(
            archers(4),
            red("h", "light_cavalry", (X - 12, Y), weapon="bow", size=4),
            blue("b", "warrior", (X, Y - 4), size=6, formation="3x2", disorder=2),
            blue("e", "elephant", (X - 12, Y - 4), weapon="bow"),
        )
        assert battle.finish(seed).is_over
