"""Plays random games of one scenario when told to, and says how many decisions a second it made.

    PYTHONPATH=build/compiled python -m tools.bench_compiled GAME SCENARIO

Each line read is the number of the first game, each line written a rate.
"""

from __future__ import annotations

import sys

from tools.bench import decisions_per_second, play_ours
from walstatt.games import find_game
from walstatt.kernel import game as the_loop


def main() -> None:
    """Answer until nobody asks any more."""
    if str(the_loop.__file__).endswith(".py"):
        sys.exit("this program is not compiled: make compiled")
    play = play_ours(find_game(sys.argv[1]), sys.argv[2])
    for line in sys.stdin:
        print(decisions_per_second(play, int(line)), flush=True)


if __name__ == "__main__":
    main()
