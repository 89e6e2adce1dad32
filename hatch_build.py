"""Builds the wheel; with WALSTATT_COMPILE=1 the busiest modules in it are compiled with mypyc.

Compiled are leaves: they hold no rules that could be recorded, and no structs of msgspec, whose
settings mypyc would drop. The compiled program plays the same games to the last die.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LEAVES: Final = {
    "walstatt/kernel": ("game", "legal"),
    "walstatt/boards": (
        "arcs",
        "beams",
        "contact",
        "crowd",
        "formation",
        "paths",
        "polygons",
        "pose",
        "rectangle",
        "sightlines",
        "sweeps",
        "table",
        "veils",
    ),
    "walstatt/games/idg": (
        "amid",
        "drawn_moves",
        "glance",
        "glancing",
        "hulls",
        "idlers",
        "obstruction",
        "registers",
        "whereabouts",
    ),
}
"""The modules worth compiling, by folder."""


class Compiling(BuildHookInterface[Any]):
    """Adds compiled modules to the wheel if they are wanted."""

    @property
    def _is_wanted(self) -> bool:
        return self.target_name == "wheel" and os.environ.get("WALSTATT_COMPILE", "0") != "0"

    @property
    def _folder(self) -> Path:
        return Path(self.root, "build", "mypyc")

    def dependencies(self) -> list[str]:
        """Name what compiling needs: types are looked up in everything that is imported."""
        wanted = ["mypy>=2.4,<3", "setuptools", *self.metadata.core.dependencies]
        return wanted if self._is_wanted else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and say what is to be packed where."""
        if version == "editable" or not self._is_wanted:
            return
        build_data.update(pure_python=False, infer_tag=True)
        for made in compiled(Path(self.root), self._folder):
            build_data["force_include"][str(made)] = str(made.relative_to(self._folder / "lib"))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what is packed now."""
        shutil.rmtree(self._folder, ignore_errors=True)


def compiled(root: Path, folder: Path) -> Iterator[Path]:
    """Compile all leaves into a folder."""
    from mypyc.build import mypycify  # noqa: PLC0415 - only there if it is wanted
    from setuptools import Distribution  # noqa: PLC0415

    paths = [f"{home}/{name}.py" for home, names in LEAVES.items() for name in names]
    arguments = [f"--config-file={root / 'pyproject.toml'}", *paths]
    with chdir(root / "src"):
        modules = mypycify(arguments, group_name="walstatt", target_dir=str(folder / "c"))
        command: Any = Distribution({"ext_modules": modules}).get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(folder / "lib"), str(folder / "o")
        command.ensure_finalized()
        command.run()
    yield from (folder / "lib").rglob("*.pyd" if sys.platform == "win32" else "*.so")
