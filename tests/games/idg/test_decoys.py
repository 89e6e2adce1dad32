"""What dummies may look like: exactly like the troops they might be."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from walstatt.games import find_game
from walstatt.games.idg.content import SEATS
from walstatt.games.idg.dummies import decoys
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.profiles import Sorting, rider_key
from walstatt.games.idg.quick_army import quick_army
from walstatt.games.idg.troops import Profile
from walstatt.kernel.game import new_game
from walstatt.workshop.playout import dice_for

RIDER = Profile(troop="heavy_cavalry", armour="armoured")


@pytest.mark.parametrize("mine", ["late_sung", "first_crusade", "romans_punic_wars"])
@pytest.mark.parametrize("theirs", ["late_sung", "romans_punic_wars"])
def test_no_troops_are_offered_twice(mine: str, theirs: str) -> None:
    """A dummy of the second kind could have been told from any true unit by its key."""
    definition, options = find_game("idg"), IdgOptions(opt_dates=False)
    rosters = {
        seat: quick_army(name, 450, ("open_battle", "attacker"), Random(3), options)
        for seat, name in zip(SEATS, (mine, theirs), strict=True)
    }
    game = new_game(definition, "open_battle", dice_for(definition, "1"), options, rosters)
    content = game.ctx.content
    for seat in SEATS:
        shown = Counter(
            (one.line, content.profiles[one.profile]) for one in decoys(game.ctx, seat).values()
        )
        assert shown
        assert set(shown.values()) == {1}


def test_riders_are_known_by_all_they_may_become_on_foot() -> None:
    sorting = Sorting()
    plain, free = sorting.rider(RIDER), sorting.rider(RIDER, "standard", "swordsmen")
    bound = sorting.rider(RIDER, "swordsmen")
    assert len({plain, free, bound}) == 3
    for key, choices in ((plain, ()), (free, ("standard", "swordsmen")), (bound, ("swordsmen",))):
        assert rider_key(sorting.profiles, sorting.on_foot, RIDER, *choices) == key
    elite = Profile(troop="heavy_cavalry", armour="armoured", quality="elite")
    assert rider_key(sorting.profiles, sorting.on_foot, elite) is None
