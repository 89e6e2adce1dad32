"""What is asked about odds; what is answered is `workshop.odds_asked`."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from walstatt.server.said import Wanted

Word: TypeAlias = Annotated[str, Meta(max_length=60)]


class OddsQuestion(Wanted, frozen=True):
    """Which odds are wanted: a form of the game, what differs from the usual, and options."""

    form: Word
    values: dict[Word, bool | int | Word] = {}
    options: dict[Word, bool | int | Word] = {}
