/** With whose eyes a game can be looked at again. Nothing here knows a screen. */

import type { TableInfo } from "../../generated/protocol";

/** A spectator's eyes. */
export const NOBODY = "";

/** The seats whose view may be had, and that of a spectator: all of them once nothing is secret any more. */
export function viewsOf(table: TableInfo): string[] {
  const open = table.seats.filter((seat) => seat.mine || table.state === "finished");
  return [...open.map((seat) => seat.seat), NOBODY];
}

/** The view to begin with: one's own seat. Who plays several shares a screen, so nothing is shown of any before the end. */
export function firstView(table: TableInfo): string {
  const mine = table.seats.filter((seat) => seat.mine);
  if (mine.length > 1 && table.state !== "finished") return NOBODY;
  return mine[0]?.seat ?? NOBODY;
}

/** The key for a link that others may have: never one that plays a seat; null if there is none. */
export function sharedKey(table: TableInfo, token: string, watch: string | undefined): string | null {
  if (table.listed) return "-";
  if (watch) return watch;
  return table.seats.some((seat) => seat.mine) ? null : token || "-";
}
