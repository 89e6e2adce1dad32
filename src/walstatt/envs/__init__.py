"""Environments for learning machines: PettingZoo for every game, and a game with open chance.

Nothing else imports this package; it needs the extra `walstatt[rl]`, except for `chance_game`.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from walstatt.kernel.errors import BadRequest

if TYPE_CHECKING:
    from walstatt.envs.battle import BattleEnv
    from walstatt.envs.rounds import RoundsEnv

NEEDED: Final = ("numpy", "gymnasium", "pettingzoo")


def require_extra() -> None:
    """Refuse to go on without the packages of the extra."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise BadRequest(
            f"environments need {', '.join(missing)}; install them with: pip install walstatt[rl]"
        )


def raw_env(game: str, **settings: Any) -> BattleEnv:  # noqa: ANN401 - handed on
    """Make an AEC environment without PettingZoo's checks, for speed."""
    require_extra()
    from walstatt.envs.battle import BattleEnv  # noqa: PLC0415

    return BattleEnv(game, **settings)


def env(game: str, **settings: Any) -> Any:  # noqa: ANN401 - PettingZoo's wrapper is untyped
    """Make an AEC environment with PettingZoo's checks of the order of calls."""
    raw = raw_env(game, **settings)
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # type: ignore[import-untyped] # noqa: PLC0415

    return OrderEnforcingWrapper(raw)


def parallel_env(game: str, **settings: Any) -> RoundsEnv:  # noqa: ANN401 - handed on
    """Make a parallel environment: in each cycle every seat acts, and those not asked wait."""
    require_extra()
    from walstatt.envs.rounds import RoundsEnv  # noqa: PLC0415

    return RoundsEnv(game, **settings)


def rounds_env(game: str, **settings: Any) -> Any:  # noqa: ANN401 - PettingZoo's wrapper is untyped
    """Make an AEC environment in which the seats act by turns, and those not asked wait."""
    rounds = parallel_env(game, **settings)
    from pettingzoo.utils.conversions import parallel_to_aec  # type: ignore[import-untyped] # noqa: PLC0415

    return parallel_to_aec(rounds)
