"""Small batches of quick games."""

from walstatt.arena.job import Job
from walstatt.kernel.ids import Seat

SEATS = (Seat("red"), Seat("blue"), Seat("gold"))


def toy_jobs(count: int) -> list[Job]:
    """List so many different games of three random players."""
    return [
        Job(f"hill/{n}", "toy", "hill", f"batch/{n}", dict.fromkeys(SEATS, "random"), n)
        for n in range(count)
    ]


ABOUT = {"game": "toy", "seed": 1}
