/** How far somebody has read the chat of each table. */

import type { ChatLine } from "../../generated/protocol";
import { keep, kept } from "../storage";

const PLACE = "walstatt.read";
const read: Record<string, number> = $state(restored());

/** How many lines are new. */
export function unreadIn(table: string, chat: readonly ChatLine[]): number {
  const last = read[table] ?? 0;
  return chat.filter((line) => line.id > last && !line.removed).length;
}

/** Everything is read. */
export function markRead(table: string, chat: readonly ChatLine[]): void {
  const last = Math.max(0, ...chat.map((line) => line.id));
  if (last <= (read[table] ?? 0)) return;
  read[table] = last;
  keep(PLACE, $state.snapshot(read));
}

function restored(): Record<string, number> {
  const found = kept(PLACE);
  if (typeof found !== "object" || found === null) return {};
  return Object.fromEntries(Object.entries(found).filter((pair) => typeof pair[1] === "number"));
}
