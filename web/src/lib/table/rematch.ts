/** A new game of the same kind with the seats passed on by one. */

import type { NewTable, Sitting, TableInfo } from "../../generated/protocol";
import { myName, startTable } from "../lobby/start.svelte";
import { nonce } from "../net/keys.svelte";

/** What the new table should be: everybody sits on the next seat. */
export function wishFor(table: TableInfo): NewTable {
  const seats = table.seats;
  const sittings = seats.map((seat): Sitting => {
    if (seat.mine) return { occupant: "me" };
    if (seat.occupant === "computer")
      return { occupant: "computer", ...(seat.level ? { level: seat.level } : {}) };
    return { occupant: "friend" };
  });
  const passed = seats.map((seat, place): [string, Sitting] => {
    const from = sittings[(place + 1) % sittings.length] ?? { occupant: "me" };
    return [seat.seat, from];
  });
  return {
    game: table.game,
    scenario: table.scenario,
    seats: Object.fromEntries(passed),
    options: plain(table.options ?? {}),
    listed: table.listed ?? false,
    correspondence: table.correspondence ?? false,
    guided: table.guided ?? false,
    ...(table.clock ? { clock: table.clock } : {}),
    ...(table.title ? { title: table.title } : {}),
  };
}

function plain(options: Record<string, unknown>): Record<string, boolean | number | string> {
  const simple = Object.entries(options).filter((pair): pair is [string, boolean | number | string] =>
    ["boolean", "number", "string"].includes(typeof pair[1]),
  );
  return Object.fromEntries(simple);
}

/** Set up the new table and go there. */
export function rematch(table: TableInfo): Promise<void> {
  return startTable({ ...wishFor(table), name: myName(), nonce: nonce() });
}
