"""The package that `make dist` builds contains the client, so that nobody needs Node to run it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

TOP = Path(__file__).parents[2]
CLIENT = "walstatt/server/client/"


def test_the_wheel_contains_the_client_and_what_it_loads(tmp_path: Path) -> None:
    build = [str(Path(sys.executable).with_name("hatchling")), "build", "-t", "wheel"]
    subprocess.run([*build, "-d", str(tmp_path)], cwd=TOP, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("walstatt-*.whl")
    with ZipFile(wheel) as package:
        inside = {name.removeprefix(CLIENT) for name in package.namelist() if CLIENT in name}
        page = package.read(f"{CLIENT}index.html").decode()
    built = TOP / "src" / CLIENT
    assert inside == {
        path.relative_to(built).as_posix() for path in built.rglob("*") if path.is_file()
    }
    loaded = [name for name in inside if name.startswith("assets/") and f'"/{name}"' in page]
    assert {name.rsplit(".", 1)[-1] for name in loaded} >= {"js", "css"}
