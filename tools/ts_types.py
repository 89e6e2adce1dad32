"""Writes the TypeScript types of the web client from the server's structs.

    python tools/ts_types.py web/src/generated/protocol.ts

A field that is left out of the JSON when it is as usual becomes optional.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_origin

from msgspec import NODEFAULT, Struct
from msgspec import inspect as look

from walstatt.kernel import odds_form
from walstatt.scene import rosters
from walstatt.server import armies_told, games_told, odds_told, protocol
from walstatt.workshop import odds_asked

UNIONS: dict[str, Any] = {"AnyCommand": protocol.AnyCommand, "AnyWord": protocol.AnyWord}
BODIES: tuple[type[Struct], ...] = (
    games_told.GameInfo,
    games_told.RulesInfo,
    rosters.ArmyIndex,
    rosters.ArmySheet,
    rosters.Gathering,
    armies_told.ArmyWish,
    armies_told.ArmyOrder,
    armies_told.ArmyMade,
    armies_told.ArmyFile,
    odds_form.OddsForm,
    odds_told.OddsQuestion,
    odds_asked.OddsTold,
    protocol.NewTable,
    protocol.Created,
    protocol.Join,
    protocol.Joined,
    protocol.Branch,
    protocol.TableCard,
    protocol.Replay,
    protocol.Credentials,
    protocol.Session,
    protocol.Me,
    protocol.Keep,
    protocol.Trouble,
    protocol.Position,
)
PLAIN: dict[type, str] = {
    look.AnyType: "unknown",
    look.NoneType: "null",
    look.BoolType: "boolean",
    look.IntType: "number",
    look.FloatType: "number",
    look.StrType: "string",
}


class Types:
    """The declarations met so far, by name."""

    def __init__(self) -> None:
        self.declared: dict[str, str] = {}
        self.names: dict[str, str] = {}

    def of(self, info: look.Type) -> str:
        """Write a type."""
        plain = PLAIN.get(type(info))
        if plain is not None:
            return plain
        match info:
            case look.LiteralType(values=values):
                return " | ".join(
                    f'"{one}"' if isinstance(one, str) else f"{one}" for one in values
                )
            case look.UnionType(types=types):
                return " | ".join(dict.fromkeys(map(self.of, types)))
            case look.VarTupleType(item_type=item) | look.ListType(item_type=item):
                return f"readonly ({self.of(item)})[]"
            case look.TupleType(item_types=items):
                return f"readonly [{', '.join(map(self.of, items))}]"
            case look.DictType(value_type=value):
                return f"Record<string, {self.of(value)}>"
            case look.StructType():
                return self.struct(info)
        raise TypeError(f"there is no TypeScript for {info}")

    def struct(self, info: look.StructType) -> str:
        """Declare a struct, once, and give its name."""
        key = str(info.cls)
        if key not in self.names:
            name = self._free(info)
            self.names[key] = name
            self.declared[name] = ""
            lines = "\n".join(f"  {line}" for line in self._fields(info))
            about = (_struct(info).__doc__ or "").strip().splitlines()[0]
            self.declared[name] = f"/** {about} */\nexport interface {name} {{\n{lines}\n}}\n"
        return self.names[key]

    def _free(self, info: look.StructType) -> str:
        name = re.sub(r"\W", "", _struct(info).__name__)
        number = sum(taken.rstrip("0123456789") == name for taken in self.declared)
        return name if not number else f"{name}{number + 1}"

    def _fields(self, info: look.StructType) -> Iterator[str]:
        if info.tag_field is not None:
            yield f'{info.tag_field}: "{info.tag}";'
        sparse = _struct(info).__struct_config__.omit_defaults
        for field in info.fields:
            mark = "?" if not field.required and (sparse or _is_unset(field)) else ""
            yield f"{field.encode_name}{mark}: {self.of(field.type)};"


def _is_unset(field: look.Field) -> bool:
    """Is it one that nobody writes unless it is set?"""
    return field.default is NODEFAULT and field.default_factory is NODEFAULT


def _literal(value: str | int) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def _struct(info: look.StructType) -> type[Struct]:
    """Give the class of a struct, without the parameters of a generic one."""
    return get_origin(info.cls) or info.cls


def written() -> str:
    """Write all types."""
    types = Types()
    unions = {name: types.of(look.type_info(union)) for name, union in UNIONS.items()}
    for body in BODIES:
        types.of(look.type_info(body))
    parts = [
        "// Made by tools/ts_types.py from walstatt.server.protocol. Do not edit.\n",
        *types.declared.values(),
        *(f"export type {name} = {union};\n" for name, union in unions.items()),
    ]
    return "\n".join(parts)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(written(), encoding="utf-8")
