"""Who supports whom. IDG-11.6, IDG-11.7."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.brawl import BIG, FOOT, HORSE, WIDTH, X, Y, brawl, fight, total
from tests.games.idg.field import Field, blue, red
from tests.games.idg.play import playing
from walstatt.games.idg.melee import MeleePhase
from walstatt.games.idg.melee_choices import Support, SupportStronger
from walstatt.games.idg.pairing import settled
from walstatt.games.idg.support import planned
from walstatt.kernel.prompts import Target
from walstatt.workshop.covers import covers

HALF = WIDTH / 2
DEPTH = {"warrior": FOOT, "skirmisher": FOOT, "elephant": BIG, "light_chariot": BIG}
DEPTH |= {"heavy_chariot": BIG}


def beside(there: Field, own: str = "a", foe: str = "b") -> tuple[str, ...]:
    """List who supports an element on the flank."""
    return fight(there, own, foe).of(own).flank


def behind(there: Field, own: str = "a", foe: str = "b") -> tuple[str, ...]:
    """List who supports an element from behind."""
    return fight(there, own, foe).of(own).rear


# -- flank ----------------------------------------------------------------------------------------


@covers("IDG-11.6.1", "IDG-11.6.2", "IDG-11.6.4", "IDG-11.8.7")
def test_neighbours_whose_corner_touches_the_enemy_support_on_both_flanks() -> None:
    there = brawl(red("a", "warrior", (X, Y), size=3), blue("b", "warrior", (X, Y)))
    assert beside(there, "a2") == ("a1", "a3")
    assert total(there, "a2") == 2


@covers("IDG-11.6.2")
def test_a_neighbour_that_hangs_back_touches_no_enemy_and_supports_nobody() -> None:
    there = brawl(
        red("a", "warrior", (X, Y)),
        red("c", "warrior", (X + WIDTH, Y + 0.2)),
        blue("b", "warrior", (X, Y)),
    )
    assert beside(there) == ()


@covers("IDG-11.6.2")
def test_whoever_touches_the_enemy_but_not_the_friend_supports_nobody() -> None:
    there = brawl(
        red("a", "warrior", (X - 0.3, Y)),
        red("c", "warrior", (X - 0.3 + WIDTH + 0.2, Y)),
        blue("b", "warrior", (X, Y)),
    )
    assert beside(there) == ()


@covers("IDG-11.6.3")
def test_supporters_on_the_flank_may_be_of_any_unit_and_class() -> None:
    there = brawl(
        red("a", "warrior", (X, Y)),
        red("c", "light_cavalry", (X - WIDTH, Y)),
        red("d", "skirmisher", (X + WIDTH, Y)),
        blue("b", "warrior", (X, Y)),
    )
    assert beside(there) == ("c", "d")


@covers("IDG-11.6.1")
def test_whoever_fights_himself_supports_nobody() -> None:
    there = brawl(
        red("a", "warrior", (X, Y), size=3),
        blue("b", "warrior", (X, Y)),
        blue("c", "warrior", (X + WIDTH, Y)),
    )
    assert beside(there, "a2", "b") == ("a1",)
    assert beside(there, "a3", "c") == ()


@covers("IDG-11.6.5", "IDG-11.10.2")
def test_difficult_ground_does_not_matter_on_the_flank() -> None:
    wood = {"id": "w", "kind": "wood", "at": (X, Y + 1), "size": (12, 12)}
    there = brawl(red("a", "warrior", (X, Y), size=3), blue("b", "warrior", (X, Y)), terrain=[wood])
    assert beside(there, "a2") == ("a1", "a3")


@covers("IDG-11.6.6", "IDG-A62")
def test_whoever_strikes_the_enemys_flank_is_no_supporter() -> None:
    # The foe of 'a' stands askew to the right; 'c' turned in on its side, and still touches 'a'.
    there = brawl(
        red("a", "warrior", (X, Y)),
        red("c", "warrior", (X + HALF, Y - FOOT / 2), facing=270),
        blue("b", "warrior", (X, Y)),
    )
    assert beside(there) == ()
    assert total(there, "b", "a") == -2


@covers("IDG-11.6.1", "IDG-11.7.4")
def test_between_two_friends_a_supporter_on_the_flank_supports_only_one() -> None:
    there = brawl(
        red("a", "warrior", (X, Y), size=3),
        blue("b", "warrior", (X - 0.5 * WIDTH - 0.2, Y)),
        blue("c", "warrior", (X + 0.5 * WIDTH + 0.2, Y)),
    )
    battle = playing(there, MeleePhase())
    assert battle.asked() == ("red", "choose_support")
    assert battle.options() == [SupportStronger(), Support("a2", "a1"), Support("a2", "a3")]
    battle.do(Support("a2", "a3"))
    assert [one.total for one in next(iter(battle.rolls().values())).ledgers] == [0, 0]  # type: ignore[union-attr]
    battle.roll(5, 5)
    assert [one.total for one in next(iter(battle.rolls().values())).ledgers] == [1, 0]  # type: ignore[union-attr]


# -- rear -----------------------------------------------------------------------------------------


def column(
    front: str,
    rear: dict[str, Any] | str,
    foe: str = "warrior",
    *,
    other_unit: bool = False,
    **more: Any,  # noqa: ANN401
) -> Field:
    """Let `a` fight with a supporter right behind it: `a2`, or `c` of another unit."""
    own = {"type": front, **more.pop("own", {})}
    back = {"type": rear} if isinstance(rear, str) else rear
    depth = DEPTH.get(front, HORSE)
    at = (X, Y + depth)
    terrain = more.pop("terrain", ())
    if other_unit:
        kind = back.pop("type", "warrior")
        units = [red("a", front, (X, Y), **more), red("c", kind, at, **back)]
    else:
        units = [
            red("a", front, (X, Y), elements=[{"id": "a", **own}, {"id": "c", "at": at, **back}])
        ]
    return brawl(*units, blue("b", foe, (X, Y)), terrain=terrain)


SWORDS = {"type": "warrior", "subtypes": ["swordsmen"]}
PIKES = {"type": "warrior", "subtypes": ["pikemen"]}
BOWS = {"type": "warrior", "weapon": "bow"}


# IDG-E44
@covers("IDG-11.7.16", "IDG-11.7.8", "IDG-11.7.9", "IDG-11.7.10", "IDG-18.4.4")
@pytest.mark.parametrize(
    ("own", "back", "supports"),
    [
        ({}, {}, True),
        ({}, PIKES, True),
        (PIKES, {}, True),
        (SWORDS, {}, True),  # Hastati before spear-armed Principes
        (SWORDS, SWORDS, True),
        ({}, SWORDS, False),
        (PIKES, SWORDS, False),
        (SWORDS, BOWS, True),
        ({}, BOWS, True),
        ({}, {**BOWS, "moved": 3}, False),
        ({}, {"moved": 3}, True),
    ],
)
def test_warriors_support_warriors_of_their_unit(
    own: dict[str, Any], back: dict[str, Any], supports: bool
) -> None:
    there = column("warrior", {"type": "warrior", **back}, own=own)
    assert behind(there) == (("c",) if supports else ())


@covers("IDG-11.7.11", "IDG-11.7.12", "IDG-11.7.13")
@pytest.mark.parametrize(
    ("front", "back", "supports"),
    [
        ("cataphract", {"type": "cataphract"}, True),
        ("heavy_cavalry", {"type": "heavy_cavalry", "weapon": "bow"}, True),
        ("heavy_cavalry", {"type": "heavy_cavalry"}, False),
        ("light_cavalry", {"type": "light_cavalry", "weapon": "bow"}, False),
        ("heavy_chariot", {"type": "heavy_chariot", "weapon": "bow"}, False),
        ("light_chariot", {"type": "light_chariot"}, False),
        ("elephant", {"type": "elephant"}, False),
    ],
)
def test_mounted_troops_give_and_get_little_support(
    front: str, back: dict[str, Any], supports: bool
) -> None:
    there = column(front, back, foe="skirmisher")
    assert behind(there) == (("c",) if supports else ())


@covers("IDG-11.7.2", "IDG-11.7.6", "IDG-11.7.13")
@pytest.mark.parametrize(
    ("front", "back", "supports"),
    [
        ("light_chariot", "skirmisher", True),
        ("heavy_chariot", "skirmisher", True),
        ("elephant", "skirmisher", True),
        ("light_cavalry", "skirmisher", True),
        ("heavy_cavalry", "skirmisher", False),
        ("cataphract", "skirmisher", False),
        ("warrior", "skirmisher", False),
        ("warrior", "warrior", False),
        ("cataphract", "cataphract", False),
    ],
)
def test_only_skirmishers_support_other_units(front: str, back: str, supports: bool) -> None:
    there = column(front, back, foe="skirmisher", other_unit=True)
    assert behind(there) == (("c",) if supports else ())


@covers("IDG-11.7.7")
def test_skirmishers_are_never_supported_from_behind() -> None:
    assert behind(column("skirmisher", "skirmisher")) == ()


@covers("IDG-11.7.14")
@pytest.mark.parametrize(
    ("front", "back", "foe", "supports"),
    [
        ("light_chariot", "skirmisher", "warrior", False),
        ("light_chariot", "skirmisher", "elephant", False),
        ("light_chariot", "skirmisher", "heavy_cavalry", True),
        ("elephant", "skirmisher", "warrior", False),
        ("elephant", "skirmisher", "heavy_cavalry", True),
        ("cataphract", "cataphract", "warrior", True),
        ("cataphract", "cataphract", "elephant", True),
    ],
)
def test_mounted_troops_profit_from_no_support_against_warriors_and_elephants(
    front: str, back: str, foe: str, supports: bool
) -> None:
    there = column(front, back, foe=foe, other_unit=back == "skirmisher")
    assert behind(there) == (("c",) if supports else ())


@covers("IDG-11.7.14")
def test_heavy_cavalry_profits_from_bows_behind_it_only_against_others() -> None:
    bows = {"type": "heavy_cavalry", "weapon": "bow"}
    assert behind(column("heavy_cavalry", dict(bows), foe="heavy_cavalry")) == ("c",)
    assert behind(column("heavy_cavalry", dict(bows), foe="warrior")) == ()


@covers("IDG-11.7.15", "IDG-11.10.2")
def test_on_difficult_ground_only_skirmishers_support() -> None:
    sand = [{"id": "s", "kind": "sand", "at": (X, Y + 2), "size": (12, 12)}]
    assert behind(column("warrior", "warrior")) == ("c",)
    assert behind(column("warrior", "warrior", terrain=sand)) == ()
    there = column("elephant", "skirmisher", "heavy_cavalry", other_unit=True, terrain=sand)
    assert behind(there) == ("c",)


@covers("IDG-6.2.11")
def test_in_mud_nobody_is_supported_from_behind() -> None:
    there = brawl(
        red("a", "warrior", (X, Y), size=2, formation="column"),
        blue("b", "warrior", (X, Y)),
        weather=["mud"],
    )
    assert behind(there, "a1") == ()
    assert total(there, "a1") == -2


# IDG-E34
@covers("IDG-11.7.3", "IDG-11.8.8")
def test_a_wedge_has_two_supporters_behind_it() -> None:
    places = [
        {"at": (X, Y)},
        {"at": (X - HALF, Y + FOOT)},
        {"at": (X + HALF, Y + FOOT)},
    ]
    there = brawl(red("a", "warrior", (X, Y), elements=places), blue("b", "warrior", (X, Y)))
    assert behind(there, "a1") == ("a2", "a3")
    assert total(there, "a1") == 2


@covers("IDG-11.7.5")
def test_the_third_rank_gives_nothing() -> None:
    there = brawl(
        red("a", "warrior", (X, Y), size=4, formation="column"), blue("b", "warrior", (X, Y))
    )
    assert behind(there, "a1") == ("a2",)


@covers("IDG-11.7.1")
@pytest.mark.parametrize(
    ("place", "supports"),
    [
        ({"at": (X, Y + FOOT)}, True),
        ({"at": (X + WIDTH - 0.2, Y + FOOT)}, True),
        ({"at": (X + WIDTH, Y + FOOT)}, False),  # a corner only
        ({"at": (X, Y + FOOT + 0.2)}, False),
        ({"at": (X, Y + 2 * FOOT), "facing": 180}, False),  # back to back
        ({"at": (X + HALF, Y + FOOT + HALF), "facing": 90}, False),
    ],
)
def test_a_supporter_behind_touches_the_rear_and_faces_the_same_way(
    place: dict[str, Any], supports: bool
) -> None:
    there = brawl(
        red("a", "warrior", (X, Y), elements=[{"at": (X, Y)}, place]), blue("b", "warrior", (X, Y))
    )
    assert behind(there, "a1") == (("a2",) if supports else ())


@covers("IDG-11.7.1")
def test_whoever_touches_an_enemy_supports_nobody_from_behind() -> None:
    there = brawl(
        red("a", "warrior", (X, Y), size=2, formation="column"),
        blue("b", "warrior", (X, Y)),
        blue("c", "warrior", (X + HALF, Y + 2 * FOOT), facing=270),
    )
    # c strikes the second rank, and thereby the first too.
    assert behind(there, "a1") == ()


@covers("IDG-11.7.4")
def test_a_supporter_supports_the_friend_it_touches_more() -> None:
    places = [{"at": (X, Y)}, {"at": (X + WIDTH, Y)}, {"at": (X + 0.4 * WIDTH, Y + FOOT)}]
    there = brawl(
        red("a", "warrior", (X, Y), elements=places),
        blue("b", "warrior", (X, Y)),
        blue("c", "warrior", (X + WIDTH, Y)),
    )
    assert behind(there, "a1", "b") == ("a3",)
    assert behind(there, "a2", "c") == ()


def half_and_half(**first: Any) -> Field:  # noqa: ANN401
    """Let `a3` stand behind the joint of `a1` and `a2`."""
    places = [{"at": (X, Y), **first}, {"at": (X + WIDTH, Y)}, {"at": (X + HALF, Y + FOOT)}]
    return brawl(
        red("a", "warrior", (X, Y), elements=places),
        blue("b", "warrior", (X, Y)),
        blue("c", "warrior", (X + WIDTH, Y)),
    )


@covers("IDG-11.7.4")
def test_half_and_half_the_owner_chooses() -> None:
    battle = playing(half_and_half(), MeleePhase())
    assert battle.asked() == ("red", "choose_support")
    assert battle.options() == [SupportStronger(), Support("a3", "a1"), Support("a3", "a2")]
    assert battle.refusal(Support("a1", "a2")) == ["IDG-11.7.4"]
    assert battle.refusal(Support("a3", "b")) == ["IDG-11.7.1"]
    question = battle.decision()
    preview = question.preview(battle.ctx, Support("a3", "a2"))
    assert [ledger.total for ledger in preview.ledgers] == [1, 0]
    assert question.wish(battle.ctx, Target("piece", "a1"), Target("piece", "a3")) == Support(
        "a3", "a1"
    )
    choice = question.present(battle.ctx, Support("a3", "a1"))
    assert (choice.target.id, choice.of, choice.rolls) == ("a1", Target("piece", "a3"), True)
    battle.do(Support("a3", "a2"))
    battle.roll(3, 3)
    (request,) = battle.rolls().values()
    assert [ledger.total for ledger in request.ledgers] == [1, 0]  # type: ignore[union-attr]


@covers("IDG-11.7.4")
@pytest.mark.parametrize(("first", "supported"), [("elite", "a1"), ("raw", "a2")])
def test_by_default_the_stronger_front_is_supported(first: str, supported: str) -> None:
    battle = playing(half_and_half(quality=first), MeleePhase())
    assert battle.decision().default(battle.ctx) == SupportStronger()
    question: Any = battle.decision()
    assert question.backings(battle.ctx, SupportStronger()) == (("a3", supported),)


@covers("IDG-11.7.4")
def test_side_1_chooses_supporters_first() -> None:
    places = [{"at": (X, Y)}, {"at": (X + WIDTH, Y)}, {"at": (X + HALF, Y + FOOT)}]
    mirrored = [{"at": (X, Y)}, {"at": (X + WIDTH, Y)}, {"at": (X + HALF, Y - FOOT)}]
    there = brawl(
        red("a", "warrior", (X, Y), elements=places),
        blue("b", "warrior", (X, Y), elements=mirrored),
        first="blue",
    )
    battle = playing(there, MeleePhase())
    assert battle.asked() == ("blue", "choose_support")
    battle.do(SupportStronger())
    assert battle.asked() == ("red", "choose_support")
    battle.do(SupportStronger())
    assert battle.pending() == "roll idg.roll.melee"


def test_a_plan_lists_pairs_in_the_order_of_the_armies() -> None:
    there = brawl(red("a", "warrior", (X, Y), size=3), blue("b", "warrior", (X, Y), size=3))
    plan = planned(there.ctx, settled(there.ctx))
    assert [bout.elements for bout in plan.bouts] == [("a1", "b3"), ("a2", "b2"), ("a3", "b1")]
    assert plan.open == ()
