/** Where each tray of a scene is shown: score, hand, card in play, piles, or the list of the rest. */

import type { Card, Counter, Counters, Hand, Message, Scene, SeatInfo } from "../../generated/protocol";

export type AnyTray = NonNullable<Scene["trays"]>[number];

export interface SeatScore {
  readonly seat: SeatInfo;
  /** What is counted for this seat towards a goal or without one. */
  readonly counters: readonly { readonly title: Message; readonly counter: Counter }[];
  /** How many cards it holds; null if it has no hand. */
  readonly cards: number | null;
}

export interface Arranged {
  readonly scores: readonly SeatScore[];
  /** The cards one holds. */
  readonly hand: Hand | null;
  /** Cards that lie open on the table, in play. */
  readonly inPlay: readonly Hand[];
  /** Hands of which only the backs are seen. */
  readonly hidden: readonly Hand[];
  /** Decks and discards: counters nobody owns. */
  readonly piles: readonly Counter[];
  /** Everything else, and all that is folded. */
  readonly rest: readonly AnyTray[];
}

/** Sort the trays of a scene for a reader. */
export function arrange(scene: Scene | null, seats: readonly SeatInfo[], seat: string | null): Arranged {
  const trays = scene?.trays ?? [];
  const scored = trays.filter(isScore);
  const hands = trays.filter((tray): tray is Hand => tray.tray === "hand" && !tray.folded);
  const hand = hands.find((one) => seat !== null && one.owner === seat && isHeld(one, hands)) ?? null;
  const inPlay = hands.filter((one) => one !== hand && (one.cards?.length ?? 0) > 0);
  const piles = trays.filter(isPile);
  const used = new Set<AnyTray>([...scored, ...hands, ...piles]);
  return {
    scores: seats.map((one) => scoreOf(one, scored, hands)),
    hand,
    inPlay,
    hidden: hands.filter((one) => one !== hand && !inPlay.includes(one) && (one.down ?? 0) > 0),
    piles: piles.flatMap((tray) => tray.counters ?? []),
    rest: trays.filter((tray) => !used.has(tray)),
  };
}

/** Of several open hands of one owner the last is what he holds; those before lie on the table. */
function isHeld(one: Hand, hands: readonly Hand[]): boolean {
  const own = hands.filter((other) => other.owner === one.owner);
  const named = own.filter((other) => other.id.startsWith("hand"));
  return one === (named[0] ?? own.at(-1));
}

function isScore(tray: AnyTray): tray is Counters {
  const counters = tray.tray === "counters" && !tray.folded ? (tray.counters ?? []) : [];
  return counters.length > 0 && counters.every((one) => one.owner);
}

function isPile(tray: AnyTray): tray is Counters {
  const counters = tray.tray === "counters" && !tray.folded ? (tray.counters ?? []) : [];
  return counters.length > 0 && counters.length <= 3 && counters.every((one) => !one.owner && one.sprite);
}

function scoreOf(seat: SeatInfo, scored: readonly Counters[], hands: readonly Hand[]): SeatScore {
  const counters = scored.flatMap((tray) =>
    (tray.counters ?? [])
      .filter((one) => one.owner === seat.seat)
      .map((counter) => ({ title: tray.title, counter })),
  );
  const own = hands.filter((one) => one.owner === seat.seat && isHeld(one, hands));
  const cards = own.length ? own.reduce((sum, one) => sum + held(one), 0) : null;
  return { seat, counters, cards };
}

/** How many cards lie in a hand, open or face down. */
export function held(hand: Hand): number {
  return (hand.cards ?? []).reduce((sum, card) => sum + (card.n ?? 1), 0) + (hand.down ?? 0);
}

/** Cards with a key of their own, as two may have the same id. */
export function keyed(cards: readonly Card[]): { readonly key: string; readonly card: Card }[] {
  const seen = new Map<string, number>();
  return cards.map((card) => {
    const times = seen.get(card.id) ?? 0;
    seen.set(card.id, times + 1);
    return { key: `${card.id}#${times}`, card };
  });
}
