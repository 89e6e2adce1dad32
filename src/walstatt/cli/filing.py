"""Keeping a game: saving after every command, on demand and when leaving, and how to go on."""

from __future__ import annotations

import shlex
from pathlib import Path

from walstatt.cli.seating import Seating
from walstatt.cli.terminal import Terminal
from walstatt.cli.trouble import sentence
from walstatt.cli.wishes import usual_players
from walstatt.kernel.save import save


class Filing:
    """The files of one game."""

    def __init__(
        self, seating: Seating, terminal: Terminal, keep: Path | None, loaded: Path | None
    ) -> None:
        self.seating = seating
        self.terminal = terminal
        self.kept_in = keep
        self._kept = ""
        self._ours = {path.resolve() for path in (keep, loaded) if path is not None}
        self._last: tuple[Path, str] | None = None

    def keep(self) -> None:
        """Save to the game's own file, if it has one and anything has changed."""
        match = self.seating.match
        if self.kept_in is None or self._kept == match.chain:
            return
        try:
            self._write(self.kept_in)
        except OSError as wrong:
            if not self._kept:
                raise
            self.terminal.tell("not_saved", reason=sentence(wrong))
        self._kept = match.chain

    def save_as(self, name: str) -> None:
        """Save to a file, but never over one that is not this game's."""
        path = Path(name).expanduser()
        if not name:
            self.terminal.tell("save_where")
        elif path.exists() and path.resolve() not in self._ours:
            self.terminal.tell("save_exists", file=name)
        else:
            self.save_over(name)

    def save_over(self, name: str) -> None:
        """Save to a file, whatever is in it."""
        if not name:
            self.terminal.tell("save_where")
            return
        path = Path(name).expanduser()
        try:
            self._write(path)
        except (OSError, ValueError) as wrong:
            self.terminal.tell("not_saved", reason=sentence(wrong))
            return
        self.terminal.tell("saved", file=name)

    def _write(self, path: Path) -> None:
        save(self.seating.match, path)
        self._ours.add(path.resolve())
        self._last = path, self.seating.match.chain

    def say_goodbye(self) -> None:
        """Save for the last time, and say how to go on with the game."""
        self.keep()
        is_over = self.seating.match.game.outcome is not None
        if self._last is not None and self._last[1] == self.seating.match.chain:
            path = self._last[0]
            told = "goodbye.over" if is_over else "goodbye.saved"
            self.terminal.tell(told, file=str(path), command=self.command(path))
        elif is_over:
            self.terminal.tell("goodbye.done")
        elif self._last is not None:
            path = self._last[0]
            self.terminal.tell("goodbye.older", file=str(path), command=self.command(path))
        else:
            self.terminal.tell("goodbye.unsaved")

    def command(self, path: Path) -> str:
        """Write the command that goes on with a saved game, or shows a finished one again."""
        file = shlex.quote(str(path))
        if self.seating.match.game.outcome is not None:
            return f"walstatt replay {file}"
        players = tuple(self.seating.players.values())
        first, other = usual_players(self.seating.match.definition.id)
        usual = (first, *(other,) * (len(players) - 1))
        seats = "" if players == usual else f" --seats {','.join(players)}"
        return f"walstatt play --load {file} --save {file}{seats}"
