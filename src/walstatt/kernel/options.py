"""Options: rule switches, optional rules and readings of ambiguities, typed and described."""

from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import RuleId


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The switches of one game; a subclass adds fields made with `switch`."""

    presets: ClassVar[dict[str, dict[str, Any]]] = {}
    """Named sets of switches that differ from the defaults."""


def about(rule: RuleId) -> msgspec.Meta:
    """Say which rule a switch belongs to, for use in `Annotated`."""
    return msgspec.Meta(extra={"rule": rule})


class Switch(Struct, frozen=True):
    """One option as it is listed to people."""

    name: str
    rule: RuleId
    type: Literal["bool", "int", "choice"]
    default: bool | int | str
    choices: tuple[str, ...] = ()


O = TypeVar("O", bound=Options)  # noqa: E741 - the letter of Ctx[W, C, O]


def switches(options: type[Options]) -> tuple[Switch, ...]:
    """List the switches of a game."""
    hints = get_type_hints(options, include_extras=True)
    fields = msgspec.structs.fields(options)
    return tuple(_switch(field.name, hints[field.name], field.default) for field in fields)


def _switch(name: str, hint: Any, default: Any) -> Switch:
    metas: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *rest = get_args(hint)
        metas = tuple(rest)
    rule = next((meta.extra["rule"] for meta in metas if meta.extra), "")
    if get_origin(hint) is Literal:
        return Switch(name, rule, "choice", default, tuple(get_args(hint)))
    return Switch(name, rule, "bool" if hint is bool else "int", default)


def make_options(type_: type[O], given: dict[str, Any], preset: str = "") -> O:
    """Build options from a preset and what differs, naming every mistake clearly."""
    if preset and preset not in type_.presets:
        known = ", ".join(sorted(type_.presets)) or "none"
        raise BadRequest(f"no preset {preset!r}; there are: {known}")
    names = {field.name for field in msgspec.structs.fields(type_)}
    strange = sorted(set(given) - names)
    if strange:
        raise BadRequest(
            f"no option {strange[0]!r}; there are: {', '.join(sorted(names)) or 'none'}"
        )
    try:
        return msgspec.convert({**type_.presets.get(preset, {}), **given}, type_)
    except msgspec.ValidationError as wrong:
        raise BadRequest(f"option {_where(str(wrong), type_)}") from None


def _where(text: str, type_: type[Options]) -> str:
    what, _, place = text.partition(" - at ")
    name = place.strip("`$.")
    choices = next((one.choices for one in switches(type_) if one.name == name), ())
    if choices:
        what = f"{what}; there are: {', '.join(choices)}"
    return f"{name}: {what}" if place else what
