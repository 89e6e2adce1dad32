"""The world: a few dicts and tuples of frozen records, cloned shallowly."""

from copy import copy
from typing import ClassVar, Self

from msgspec import Struct

_CONTAINERS = (dict, list, set)


class World(Struct):
    """Everything that changes in a game; values are frozen, so a clone copies only containers."""

    shared: ClassVar[tuple[str, ...]] = ()
    """Fields never changed after set-up, which clones may share."""

    def clone(self) -> Self:
        """Copy it so that neither copy sees the other's changes."""
        new = copy(self)
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if isinstance(value, _CONTAINERS) and name not in self.shared:
                setattr(new, name, value.copy())
        return new
