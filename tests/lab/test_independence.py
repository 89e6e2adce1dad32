"""No game leaves anything behind that another one could notice."""

from pathlib import Path

from tests.lab.runs import written
from walstatt.arena.referee import play
from walstatt.arena.runners import Pool
from walstatt.lab.crossing import jobs_of
from walstatt.lab.spec import load_run

RUN = """\
game: ccn
games: 1
seed: 7
scenarios: [rolica_2]
levels: [[recruit, recruit]]
options:
  - name: standard
  - name: variant
    set: {artillery_table: variant_b}
"""


def test_a_game_is_the_same_whatever_was_played_before_it(tmp_path: Path) -> None:
    """Players keep notes; under other options the same position means something else."""
    standard, variant = jobs_of(load_run(written(tmp_path, RUN)))
    play(standard)
    (alone,) = Pool(1).run([variant])
    assert play(variant) == alone
