import type { NewTable } from "../../generated/protocol";
import { ui } from "../i18n/words.svelte";
import { api } from "../net/api";
import { account, remember, rememberLinks } from "../net/keys.svelte";
import { go } from "../router.svelte";
import { settings } from "../settings.svelte";

/** What one is called at the table: the name set, the account's, or just "player". */
export function myName(): string {
  return settings.name.trim() || account.name || ui("lobby.player");
}

/** Lay a table, keep its keys, and go there. */
export async function startTable(wish: NewTable): Promise<void> {
  const made = await api.create(wish);
  const mine = Object.entries(wish.seats).filter(([, one]) => one.occupant === "me");
  const seat = mine.map(([name]) => name).join("+") || "host";
  remember({ table: made.table, token: made.token, seat, at: Date.now() });
  rememberLinks({ table: made.table, seats: made.links, watch: made.watch });
  go("t", made.table, made.token);
}
