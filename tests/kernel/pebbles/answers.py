from walstatt.kernel.decisions import Answer


class Grab(Answer, frozen=True, tag="grab"):
    heap: int
    count: int = 1


class Offer(Answer, frozen=True, tag="offer"):
    pebbles: int


class Shout(Answer, frozen=True, tag="shout"):
    pass


class Sit(Answer, frozen=True, tag="sit"):
    pass


class Pour(Answer, frozen=True, tag="pour"):
    grains: int


class Share(Answer, frozen=True, tag="share"):
    heaps: dict[int, int]


class Trick(Answer, frozen=True, tag="trick"):
    what: str


class Hit(Answer, frozen=True, tag="hit"):
    marbles: int


class Walk(Answer, frozen=True, tag="walk"):
    pass
