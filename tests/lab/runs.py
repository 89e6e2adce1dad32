"""Small runs of the laboratory."""

from pathlib import Path

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
