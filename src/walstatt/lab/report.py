"""The report of a run: every question it can answer, in words, tables and plots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path

from walstatt.arena.drawing import SHARES, Axis, Row, Series, axis_over, columns, intervals, lines
from walstatt.arena.job import Job
from walstatt.arena.referee import begun
from walstatt.arena.statistics import Estimate, mean
from walstatt.arena.words import Words
from walstatt.games import find_game
from walstatt.i18n.catalogue import LANGUAGES, Catalogue, Message, say
from walstatt.lab import findings
from walstatt.lab.findings import Game, grouped
from walstatt.lab.page import Section, figures, folded, page, paragraph, table
from walstatt.lab.spec import Run, titled

LONG = 6
"""From how many rows on a table is folded."""
FEW = 4
"""How many plots of the same kind are shown at once."""
SHOWN = 25
"""How many kinds of units are drawn; the table has all."""


@cache
def lab_catalogue() -> Catalogue:
    """Read the report's messages."""
    here = Path(__file__).parent
    return Catalogue.load({one: [here / f"messages.{one}.yaml"] for one in LANGUAGES})


class Report:
    """Tells what came of a run in one language."""

    def __init__(self, run: Run, games: Sequence[Game], language: str) -> None:
        self.run = run
        self.games = games
        self.words = Words(run.game, language, lab_catalogue())
        self.numbers = self.words.numbers
        self.by_scenario = grouped(games, lambda game: game.job.scenario)

    def html(self, faults: Sequence[str], unfinished: str, files: Sequence[str]) -> str:
        """Write the whole report."""
        sections = [
            self.balance(),
            self.levels(),
            self.armies(),
            self.first(),
            self.length(),
            self.losses(),
            self.units(),
            self.options(),
            self.luck(),
        ]
        lead = [*self._lead(), *([paragraph(unfinished)] if unfinished else [])]
        if faults:
            lead += [paragraph(self._word("faults", n=len(faults))), *map(paragraph, faults)]
        told = [one for one in sections if one is not None] if self.games else []
        return page(self.words.language, self._title(), lead, told, self._foot(files))

    def _word(self, name: str, /, **args: str | int | Message) -> str:
        return self.words.word(f"lab.{name}", **args)

    def _title(self) -> str:
        given = titled(self.run.title, self.words.language)
        return given or self._word("title", game=self.words.title)

    def _variants(self) -> dict[str, str]:
        language = self.words.language
        return {one.name: titled(one.title, language) or one.name for one in self.run.options}

    def _lead(self) -> list[str]:
        other = next(one for one in LANGUAGES if one != self.words.language)
        link = f'<p><a href="report.{other}.html" hreflang="{other}">'
        link += f"{escape(self._word('other_language'))}</a></p>"
        if not self.games:
            return [link]
        turns = mean([game.result.turns for game in self.games]).value
        decisions = mean([game.result.decisions for game in self.games]).value
        summary = self._word(
            "summary",
            games=self.numbers.whole(len(self.games)),
            scenarios=say("lab.scenarios", n=len(self.by_scenario)),
            turns=self.numbers.decimal(turns),
            decisions=self.numbers.whole(decisions),
            seed=str(self.run.seed),
        )
        return [paragraph(summary, "soft"), link]

    def _foot(self, files: Sequence[str]) -> str:
        return paragraph(self._word("data", files=", ".join(files)), "soft")

    def _heads(self, *names: str) -> list[str]:
        return [self._word(f"column.{name}") for name in names]

    def _table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        """Write a table, folded where it is long."""
        written = table(heads, rows)
        return written if len(rows) <= LONG else folded(self._word("figures"), written)

    def _row(self, label: str, share: Estimate) -> Row:
        return Row(label, share, self.numbers.percent(share.value))

    def _cells(self, label: str, share: Estimate) -> list[str]:
        value = self.numbers.percent(share.value, 1)
        return [label, value, self.numbers.span(share, 1), self.numbers.whole(share.n)]

    def _shares(self, id_: str, rows: Sequence[tuple[str, Estimate]], head: str) -> Section | None:
        """Tell shares of wins, drawn and as a table behind it."""
        if not rows:
            return None
        title = self._word(f"{id_}.title")
        drawn = [self._row(*row) for row in rows]
        fair = 1 / max(len(self.games[0].seats), 1)
        plot = intervals(drawn, SHARES, self.numbers.percent, title, middle=fair)
        heads = self._heads(head, "share", "interval", "games")
        tabled = self._table(heads, [self._cells(*row) for row in rows])
        lead = paragraph(self._word(f"{id_}.lead"))
        return Section(id_, title, (lead, figures([("", plot)]), tabled))

    # -- who wins --------------------------------------------------------------------------------

    def balance(self) -> Section | None:
        """Tell how fair each scenario is."""
        found = findings.balance(self.games)
        rows = [
            (f"{self.words.scenario(scenario)}: {self.words.seat(seat)}", share)
            for scenario, shares in found.items()
            for seat, share in list(shares.items())[: 1 if len(shares) == 2 else None]
        ]
        section = self._shares("balance", rows, "scenario")
        if section is None:
            return None
        bad = [name for name, shares in found.items() if findings.is_lopsided(shares)]
        names = ", ".join(map(self.words.scenario, bad))
        verdict = self._word("balance.lopsided", n=len(bad), names=names)
        said = paragraph(verdict if bad else self._word("balance.fair"))
        return Section(section.id, section.title, (section.parts[0], said, *section.parts[1:]))

    def levels(self) -> Section | None:
        """Tell which level wins against which."""
        pairs = findings.level_pairs(self.games).items()
        rows = [
            (
                self._word("against", one=self.words.level(one), other=self.words.level(other)),
                share,
            )
            for (one, other), share in pairs
        ]
        return self._shares("levels", rows, "level")

    def armies(self) -> Section | None:
        """Tell which army wins against which."""
        shares = findings.army_shares(self.games).items()
        section = self._shares("armies", [(self._army(one), it) for one, it in shares], "army")
        if section is None:
            return None
        pairs = [
            (self._word("against", one=self._army(one), other=self._army(other)), share)
            for (one, other), share in findings.army_pairs(self.games).items()
        ]
        heads = self._heads("army", "share", "interval", "games")
        detail = self._table(heads, [self._cells(*pair) for pair in pairs])
        return Section(section.id, section.title, (*section.parts, detail))

    def _army(self, name: str) -> str:
        known = f"{self.run.game}.list.{name}"
        named = known in self.words.catalogue.ids(self.words.language)
        return self.words.say(say(known)) if named else name

    def first(self) -> Section | None:
        """Tell whether it pays to act first."""
        rows = [(self._word("first.all"), findings.first_share(self.games))]
        if len(self.by_scenario) > 1:
            rows += [
                (self.words.scenario(name), findings.first_share(some))
                for name, some in self.by_scenario.items()
            ]
        return self._shares("first", [row for row in rows if row[1].n], "scenario")

    # -- how it goes -----------------------------------------------------------------------------

    def length(self) -> Section:
        """Tell how long games are, and how they end."""
        title = self._word("length.title")
        below = self._word("length.below")
        plot = columns(findings.lengths(self.games), title, below)
        rows = [
            [
                self.words.scenario(name),
                self.numbers.decimal(mean([one.result.turns for one in some]).value),
                self.numbers.whole(mean([one.result.decisions for one in some]).value),
                self.numbers.whole(len(some)),
            ]
            for name, some in self.by_scenario.items()
        ]
        heads = self._heads("scenario", "turns", "decisions", "games")
        lead = paragraph(self._word("length.lead"))
        parts = (lead, figures([("", plot)]), self._table(heads, rows), self._ends())
        return Section("length", title, parts)

    def _ends(self) -> str:
        ends = grouped(self.games, lambda game: game.result.reason)
        most = sorted(ends.items(), key=lambda item: -len(item[1]))
        rows = [[self._reason(reason), self.numbers.whole(len(some))] for reason, some in most]
        return folded(self._word("ends.title"), table(self._heads("reason", "games"), rows))

    def _reason(self, reason: str) -> str:
        entry = self.words.catalogue.entries[self.words.language].get(reason)
        return entry.other.source if entry is not None and not entry.names else reason

    def losses(self) -> Section:
        """Tell how the armies melt."""
        title = self._word("losses.title")
        plots = [
            (self.words.scenario(name), self._loss_plot(self.words.scenario(name), some))
            for name, some in self.by_scenario.items()
        ]
        shown = figures(plots[:FEW])
        if len(plots) > FEW:
            shown += folded(self._word("places"), figures(plots[FEW:]))
        return Section("losses", title, (paragraph(self._word("losses.lead")), shown))

    def _loss_plot(self, title: str, games: Sequence[Game]) -> str:
        series = [
            Series(self.words.seat(seat), findings.losses_over_time(games, seat))
            for seat in games[0].seats
        ]
        highest = max((value for one in series for value in one.values), default=0.0)
        axis = axis_over([0.0, highest or 0.1])
        return lines(series, axis, self.numbers.percent, title, self._word("losses.below"))

    def units(self) -> Section | None:
        """Tell which units earn their cost."""
        kinds = findings.kinds(self.games)
        if not kinds:
            return None
        names = self._kind_names()
        title = self._word("units.title")
        drawn = [self._row(names.get(one.kind, one.kind), one.inflicted) for one in kinds[:SHOWN]]
        axis = self._share_axis([one.inflicted for one in kinds])
        plot = intervals(drawn, axis, self.numbers.percent, title)
        rows = [
            [
                names.get(one.kind, one.kind),
                self.numbers.percent(one.inflicted.value),
                self.numbers.percent(one.suffered.value),
                self.numbers.whole(one.units),
            ]
            for one in kinds
        ]
        heads = self._heads("kind", "inflicted", "suffered", "units")
        lead = paragraph(self._word("units.lead"))
        return Section("units", title, (lead, figures([("", plot)]), self._table(heads, rows)))

    def _share_axis(self, estimates: Sequence[Estimate]) -> Axis:
        return axis_over([max(one.high, one.value) for one in estimates])

    def _kind_names(self) -> dict[str, str]:
        """Find what kinds are called, from one game of each sort."""
        found: dict[str, str] = {}
        for job in self._sorts():
            definition = find_game(job.game)
            for body in definition.census(begun(definition, job).scopes[0]).values():
                found.setdefault(body.kind, self.words.say(body.name))
        return found

    def _sorts(self) -> list[Job]:
        sorts = grouped(
            self.games, lambda game: (game.job.scenario, game.job.number, *game.job.armies.values())
        )
        if not any(game.job.armies for game in self.games):
            sorts = grouped(self.games, lambda game: (game.job.scenario, 0))
        return [some[0].job for some in sorts.values()]

    # -- what decides ----------------------------------------------------------------------------

    def options(self) -> Section | None:
        """Tell what the options change."""
        names = self._variants()
        found = findings.effects(self.games, list(names))
        if not found:
            return None
        title = self._word("options.title")
        sides = list(dict.fromkeys(self.words.seat(one.seat) for one in found))
        lead = self._word("options.lead", base=next(iter(names.values())), side=" / ".join(sides))
        rows = [
            Row(
                f"{names[one.variant]}: {self.words.seat(one.seat)}",
                one.points,
                self._points(one.points.value),
            )
            for one in found
        ]
        edges = [edge for one in found for edge in (one.points.low, one.points.high)]
        plot = intervals(rows, axis_over(edges), self._points, title, middle=0.0)
        cells = [
            [
                f"{names[one.variant]}: {self.words.seat(one.seat)}",
                self._points(one.points.value),
                f"{self._points(one.points.low)} … {self._points(one.points.high)}",
                self.numbers.signed(one.turns.value),
                self.numbers.whole(one.pairs),
            ]
            for one in found
        ]
        heads = self._heads("options", "change", "interval", "longer", "games")
        parts = (paragraph(lead), figures([("", plot)]), table(heads, cells))
        return Section("options", title, parts)

    def _points(self, share: float) -> str:
        return f"{self.numbers.signed(100 * share)}\N{NO-BREAK SPACE}%"

    def luck(self) -> Section | None:
        """Tell how much the dice decide."""
        found = findings.chance(self.games)
        if found is None:
            return None
        title = self._word("luck.title")
        last = len(found.fifths)
        names = {1: self._word("luck.least"), last: self._word("luck.most")}
        rows = [
            self._row(names.get(n, self._word("luck.fifth", n=n)), share)
            for n, share in enumerate(found.fifths, 1)
        ]
        plot = intervals(rows, SHARES, self.numbers.percent, title, middle=0.5)
        said = [
            self._word(
                "luck.luckier",
                share=self.numbers.percent(found.luckier.value),
                span=self.numbers.span(found.luckier),
                r=self.numbers.decimal(found.correlation, 2),
            )
        ]
        if found.better_lucky.n and found.better_unlucky.n:
            shares = (found.better_lucky.value, found.better_unlucky.value)
            lucky, unlucky = map(self.numbers.percent, shares)
            said.append(self._word("luck.better", lucky=lucky, unlucky=unlucky))
        lead = paragraph(self._word("luck.lead"))
        return Section("luck", title, (lead, figures([("", plot)]), *map(paragraph, said)))
