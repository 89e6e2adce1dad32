"""Small runs of the laboratory."""

from pathlib import Path

from walstatt.arena.runners import InProcess
from walstatt.lab.laboratory import Written, play_run, write_report
from walstatt.lab.spec import load_run

TOY = """\
game: toy
games: 4
seed: 3
scenarios: [hill, field]
levels: [[random, random, random]]
options:
  - name: standard
  - name: no reaction fire
    set: {reaction_fire: false}
"""

CCN = """\
game: ccn
games: 1
scenarios: [rolica_1]
levels:
  - [random, recruit]
  - [random, random]
"""


def written(folder: Path, text: str) -> Path:
    """Write a run to a file."""
    path = folder / "run.yaml"
    path.write_text(text)
    return path


def toy_report(folder: Path) -> Written:
    """Play the small run of the toy game, and write its report."""
    run = load_run(written(folder, TOY))
    return write_report(run, folder, play_run(run, folder, InProcess()))
