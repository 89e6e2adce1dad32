"""What everything has in common that goes over the wire."""

from msgspec import Struct


class Said(Struct, frozen=True, omit_defaults=True):
    """Anything said; what is as usual is left out of the JSON."""


class Wanted(Said, frozen=True, forbid_unknown_fields=True):
    """Anything a client sends as a body: a field that nobody knows is a mistake."""
