"""What players choose in melee: opponents and supporters where several fit equally. IDG-11.5.3."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from walstatt.games.idg.melee_odds import foresee, foretold, stronger
from walstatt.games.idg.pairing import (
    Couple,
    element_name,
    front_first,
    links,
    maker,
    most_pairs,
    pairing,
)
from walstatt.games.idg.support import Backing, Offer, Plan, planned
from walstatt.games.idg.world import ElementId, IdgCtx, enemy_of, side_of
from walstatt.kernel.decisions import Answer, Decision, Violation, refuse
from walstatt.kernel.prompts import Choice, Preview, Target
from walstatt.kernel.trace import rule

# -- opponents ------------------------------------------------------------------------------------


class Engage(Answer, frozen=True, tag="engage"):
    """Let one element fight another."""

    element: ElementId
    foe: ElementId


class EngageAll(Answer, frozen=True, tag="engage_all"):
    """Let as many as possible fight, however they stand."""


@rule("IDG-11.5.3", "IDG-A27")
class ChooseOpponent(Decision[Engage | EngageAll], frozen=True, tag="choose_opponent"):
    """Who fights whom where several contacts are equally long."""

    answers: ClassVar[tuple[type[Answer], ...]] = (Engage, EngageAll)
    exact: ClassVar[bool] = True

    chosen: tuple[Couple, ...] = ()

    def check(self, ctx: IdgCtx, answer: Engage | EngageAll) -> list[Violation]:
        """Allow the contacts that are equally long."""
        if isinstance(answer, EngageAll):
            return []
        return list(self.flaws(ctx, ordered(ctx, answer)))

    def flaws(self, ctx: IdgCtx, couple: Couple) -> Iterator[Violation]:
        """Say why two elements cannot be a pair."""
        found = pairing(ctx, self.chosen)
        if couple in [one.couple for one in found.open]:
            return
        known = links(ctx)
        taken = {element for one in found.pairs for element in one.couple}
        if couple not in [one.couple for one in known]:
            yield refuse("IDG-11.1.1", "idg.no.melee.contact")
            return
        for element in couple:
            if element in taken:
                name = element_name(ctx, element)
                yield refuse("IDG-11.5.1", "idg.no.melee.taken", element, element=name)
        if couple not in [one.couple for one in front_first(known)]:
            yield refuse("IDG-11.5.8", "idg.no.melee.front")
        elif maker(ctx, couple) != self.seat:
            yield refuse("IDG-11.5.3", "idg.no.melee.not_yours")
        else:
            yield refuse("IDG-11.5.2", "idg.no.melee.shorter")

    def candidates(self, ctx: IdgCtx) -> Sequence[Engage | EngageAll]:
        """Offer every contact that is equally long, and the longest line."""
        couples = (one.couple for one in pairing(ctx, self.chosen).open)
        return [EngageAll(), *(self.seen(ctx, couple) for couple in couples)]

    def seen(self, ctx: IdgCtx, couple: Couple) -> Engage:
        """Name the element of whoever chooses first."""
        a, b = couple
        return Engage(a, b) if side_of(ctx, a) == self.seat else Engage(b, a)

    def default(self, ctx: IdgCtx) -> EngageAll:
        """Fight in the longest line."""
        return EngageAll()

    def present(self, ctx: IdgCtx, answer: Engage | EngageAll) -> Choice:
        """Take an element in hand, then point at its opponent."""
        if isinstance(answer, EngageAll):
            return Choice(ctx.say("do.engage_all"), rolls=True)
        names = {"element": element_name(ctx, answer.element), "foe": element_name(ctx, answer.foe)}
        return Choice(
            ctx.say("do.engage", **names),
            Target("piece", answer.foe),
            rolls=not pairing(ctx, (*self.chosen, ordered(ctx, answer))).open,
            of=Target("piece", answer.element),
        )

    def preview(self, ctx: IdgCtx, answer: Engage | EngageAll) -> Preview:
        """Show the fight of the two."""
        flaws = tuple(self.check(ctx, answer))
        if flaws or isinstance(answer, EngageAll):
            return Preview(violations=flaws)
        return foresee(ctx, answer.element, answer.foe)

    def wish(self, ctx: IdgCtx, target: Target, of: Target | None) -> Engage | None:
        """Read two enemies as a pair."""
        known = ctx.world.elements
        if of is None or target.id not in known or of.id not in known:
            return None
        if enemy_of(side_of(ctx, of.id)) != side_of(ctx, target.id):
            return None
        return Engage(of.id, target.id)

    def couples(self, ctx: IdgCtx, answer: Engage | EngageAll) -> tuple[Couple, ...]:
        """Give the pairs that an answer adds."""
        if isinstance(answer, Engage):
            return (ordered(ctx, answer),)
        return tuple(one.couple for one in most_pairs(pairing(ctx, self.chosen).open))


def ordered(ctx: IdgCtx, answer: Engage) -> Couple:
    """Put the element of Side 1 first."""
    if answer.element in ctx.world.elements and side_of(ctx, answer.element) == ctx.world.first:
        return answer.element, answer.foe
    return answer.foe, answer.element


# -- supporters -----------------------------------------------------------------------------------


class Support(Answer, frozen=True, tag="support"):
    """Let an element support a friend."""

    element: ElementId
    friend: ElementId


class SupportStronger(Answer, frozen=True, tag="support_stronger"):
    """Let everybody who could support either of two friends support the stronger one."""


@rule("IDG-11.7.4", "IDG-11.6.1")
class ChooseSupport(Decision[Support | SupportStronger], frozen=True, tag="choose_support"):
    """Whom those support who could equally well support either of two friends."""

    answers: ClassVar[tuple[type[Answer], ...]] = (Support, SupportStronger)
    exact: ClassVar[bool] = True

    chosen: tuple[Couple, ...] = ()
    backing: tuple[Backing, ...] = ()

    def plan(self, ctx: IdgCtx) -> Plan:
        """Give the fights as far as they are settled."""
        return planned(ctx, pairing(ctx, self.chosen), self.backing)

    def open(self, ctx: IdgCtx) -> list[Offer]:
        """List what the seat can choose from."""
        return [one for one in self.plan(ctx).open if side_of(ctx, one.supporter) == self.seat]

    def check(self, ctx: IdgCtx, answer: Support | SupportStronger) -> list[Violation]:
        """Allow friends whom an element touches equally far."""
        if isinstance(answer, SupportStronger):
            return []
        offers = self.open(ctx)
        if (answer.element, answer.friend) in [(one.supporter, one.friend) for one in offers]:
            return []
        if answer.element in [one.supporter for one in offers]:
            return [refuse("IDG-11.7.1", "idg.no.melee.cannot_support", answer.friend)]
        return [refuse("IDG-11.7.4", "idg.no.melee.no_choice", answer.element)]

    def candidates(self, ctx: IdgCtx) -> Sequence[Support | SupportStronger]:
        """Offer both friends of every such element."""
        offers = (Support(one.supporter, one.friend) for one in self.open(ctx))
        return [SupportStronger(), *offers]

    def default(self, ctx: IdgCtx) -> SupportStronger:
        """Support the stronger."""
        return SupportStronger()

    def present(self, ctx: IdgCtx, answer: Support | SupportStronger) -> Choice:
        """Take the supporter in hand, then point at a friend."""
        if isinstance(answer, SupportStronger):
            return Choice(ctx.say("do.support_stronger"), rolls=True)
        element, friend = element_name(ctx, answer.element), element_name(ctx, answer.friend)
        return Choice(
            ctx.say("do.support", element=element, friend=friend),
            Target("piece", answer.friend),
            rolls=len({one.supporter for one in self.plan(ctx).open}) == 1,
            of=Target("piece", answer.element),
        )

    def preview(self, ctx: IdgCtx, answer: Support | SupportStronger) -> Preview:
        """Show the fight of the friend with this support."""
        flaws = tuple(self.check(ctx, answer))
        if flaws or isinstance(answer, SupportStronger):
            return Preview(violations=flaws)
        then = replace(self, backing=(*self.backing, (answer.element, answer.friend)))
        bout = next(one for one in then.plan(ctx).bouts if answer.friend in one.elements)
        return foretold(ctx, bout)

    def wish(self, ctx: IdgCtx, target: Target, of: Target | None) -> Support | None:
        """Read two elements as support of one for the other."""
        known = ctx.world.elements
        if of is None or of.id not in known or target.id not in known:
            return None
        return Support(of.id, target.id)

    def backings(self, ctx: IdgCtx, answer: Support | SupportStronger) -> tuple[Backing, ...]:
        """Give the supporters that an answer settles."""
        if isinstance(answer, Support):
            return ((answer.element, answer.friend),)
        return stronger(ctx, self.plan(ctx), self.open(ctx))
