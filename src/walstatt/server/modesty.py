"""Plain data that can be kept and sent anywhere."""

from typing import Final

DEEPEST: Final = 8
LARGEST: Final = 2**53


def is_modest(value: object, depth: int = DEEPEST) -> bool:
    """Tell whether plain data can be kept and sent anywhere: nothing very deep or very large."""
    if isinstance(value, int | float):
        return abs(value) < LARGEST
    if isinstance(value, dict):
        value = [*value.values()]
    return not isinstance(value, list) or (
        depth > 0 and all(is_modest(one, depth - 1) for one in value)
    )
