"""Scenes as visitors see them, each made once for a position and a seat, and what changed."""

from __future__ import annotations

from msgspec.structs import replace

from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match, Moment
from walstatt.scene.model import Scene
from walstatt.scene.patch import Patch, diff
from walstatt.scene.playable import stage


def unprompted(game: AnyGame, seat: Seat | None) -> Scene:
    """Show what a seat knows, but ask nothing."""
    return replace(stage(game, seat), prompt=None, standing=())


class Showing:
    """The scenes of the present position, and the patches that lead to them."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._moment: Moment | None = None
        self._scenes: dict[Seat | None, Scene] = {}
        self._silent: dict[Seat | None, Scene] = {}
        self._patches: dict[tuple[int, int], tuple[Scene, Scene, Patch]] = {}

    def scene(self, seat: Seat | None, *, asked: bool) -> Scene:
        """Show the board to a seat, with or without what it is asked."""
        self._turn_over()
        if seat not in self._scenes:
            self._scenes[seat] = stage(self.match.game, seat)
        scene = self._scenes[seat]
        if asked or (scene.prompt is None and not scene.standing):
            return scene
        if seat not in self._silent:
            self._silent[seat] = replace(scene, prompt=None, standing=())
        return self._silent[seat]

    def patch(self, old: Scene, new: Scene) -> Patch:
        """Say what turns one scene into another; visitors of one seat share the answer."""
        key = (id(old), id(new))
        known = self._patches.get(key)
        if known is None:
            # The scenes are kept with the patch, so that nothing else can get their ids.
            known = self._patches[key] = (old, new, diff(old, new))
        return known[2]

    def _turn_over(self) -> None:
        """Forget the scenes of an earlier position."""
        if self._moment is not self.match.moments[-1]:
            self._moment = self.match.moments[-1]
            self._scenes, self._silent, self._patches = {}, {}, {}
