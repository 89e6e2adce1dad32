import type { SeatInfo, TableCard } from "../../generated/protocol";

/** How a finished game went for the one who looks. */
export type Outcome = "won" | "lost" | "drawn" | "over";

/** Whether the game waits for one of my seats. */
export function myMove(card: TableCard): boolean {
  return card.table.state === "live" && card.table.seats.some((seat) => seat.mine && seat.acts);
}

/** The seats of the others. */
export function others(card: TableCard): SeatInfo[] {
  return card.table.seats.filter((seat) => !seat.mine);
}

/** The first of my seats. */
export function mySeat(card: TableCard): SeatInfo | undefined {
  return card.table.seats.find((seat) => seat.mine);
}

/** The seats of others that the game waits for. */
export function waitsFor(card: TableCard): SeatInfo[] {
  return card.table.seats.filter((seat) => seat.acts && !seat.mine);
}

/** The seats anybody may take. */
export function openSeats(card: TableCard): SeatInfo[] {
  return card.table.seats.filter((seat) => seat.occupant === "open");
}

/** How a game ended, seen from my seats; nothing while it goes on. */
export function outcome(card: TableCard): Outcome | null {
  const end = card.table.end;
  if (!end) return null;
  const mine = card.table.seats.filter((seat) => seat.mine);
  if (end.winners.length === 0) return "drawn";
  if (mine.length !== 1) return "over";
  return end.winners.includes(mine[0]?.seat ?? "") ? "won" : "lost";
}

/** One card for each table; of two the one with a key of its own. */
export function merged(...lists: readonly TableCard[][]): TableCard[] {
  const byTable = new Map<string, TableCard>();
  for (const card of lists.flat()) {
    const known = byTable.get(card.table.id);
    if (!known || (!known.token && card.token)) byTable.set(card.table.id, card);
  }
  return [...byTable.values()].sort(inOrder);
}

/** What matters most first: my moves, running games, games about to begin, finished ones; then the newest. */
export function inOrder(one: TableCard, other: TableCard): number {
  return urgency(one) - urgency(other) || other.table.changed - one.table.changed;
}

function urgency(card: TableCard): number {
  if (myMove(card)) return 0;
  return { live: 1, frozen: 1, waiting: 2, finished: 3 }[card.table.state];
}
