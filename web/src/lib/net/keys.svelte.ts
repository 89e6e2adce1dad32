import { keep, kept, onOtherTabs } from "../storage";

/** The key to a seat at a table; for a spectator the seat is empty. */
export interface Key {
  table: string;
  token: string;
  seat: string;
  at: number;
  /** The invitation it was given for; whoever opens that again still finds his seat. */
  link?: string;
}

/** What the host of a table can send to others: a key for each friend's seat, and one to watch. */
export interface Links {
  table: string;
  seats: Record<string, string>;
  watch: string;
}

const LINKS = "walstatt.links";
const SECRET = "walstatt.secret";
const KEYS = "walstatt.keys";
const ACCOUNT = "walstatt.account";
const MOST = 200;

/** The keys of this browser, the newest first. */
export const keys: Key[] = $state(readKeys(kept(KEYS)));

/** The account one is logged in with; without one both are empty. */
export const account: { name: string; session: string } = $state(readAccount(kept(ACCOUNT)));

onOtherTabs(KEYS, (value) => keys.splice(0, keys.length, ...readKeys(value)));
onOtherTabs(ACCOUNT, (value) => Object.assign(account, readAccount(value)));

/** Keep a key; an older one for the same seat of the same table goes, but not what it was given for. */
export function remember(key: Key): void {
  const others = keys.filter((one) => !sameSeat(one, key));
  const link = key.link ?? keys.find((one) => sameSeat(one, key) && one.link)?.link;
  const whole = link ? { ...key, link } : key;
  keys.splice(0, keys.length, ...[whole, ...others].slice(0, MOST));
  keep(KEYS, $state.snapshot(keys));
}

/** Throw the keys of a table away. */
export function forget(table: string): void {
  const others = keys.filter((one) => one.table !== table);
  keys.splice(0, keys.length, ...others);
  keep(KEYS, $state.snapshot(keys));
}

/** The newest key for a table. */
export function keyFor(table: string): Key | undefined {
  return (
    keys.find((one) => one.table === table && one.seat !== "") ?? keys.find((one) => one.table === table)
  );
}

/** The key an invitation was exchanged for in this browser; without one, what was given. */
export function ownToken(table: string, given: string): string {
  return keys.find((one) => one.table === table && one.link === given)?.token ?? given;
}

let secret = "";

/** What only this browser and the server know: with it one may ask again for a seat, if the reply was lost. */
export function ownSecret(): string {
  const known = kept(SECRET);
  if (typeof known === "string" && /^[\w-]{22,64}$/.test(known)) return known;
  secret ||= nonce();
  keep(SECRET, secret);
  return secret;
}

/** Keep the keys the host got to give away; the server tells them only once. */
export function rememberLinks(links: Links): void {
  const others = readLinks().filter((one) => one.table !== links.table);
  keep(LINKS, [links, ...others].slice(0, MOST));
}

/** The keys the host of a table can give away, if he made it in this browser. */
export function linksOf(table: string): Links | undefined {
  return readLinks().find((one) => one.table === table);
}

/** Keep the account one has logged in with; empty to log out. */
export function useAccount(name: string, session: string): void {
  Object.assign(account, { name, session });
  keep(ACCOUNT, $state.snapshot(account));
}

/** A share in the dice: 32 random bytes in hexadecimal. */
export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function sameSeat(one: Key, other: Key): boolean {
  return one.table === other.table && (one.seat === other.seat || one.token === other.token);
}

function readKeys(value: unknown): Key[] {
  return Array.isArray(value) ? value.filter(isKey).slice(0, MOST) : [];
}

function readLinks(): Links[] {
  const found = kept(LINKS);
  return Array.isArray(found) ? found.filter(isLinks) : [];
}

function isLinks(value: unknown): value is Links {
  const links = value as Partial<Links> | null;
  return (
    typeof links?.table === "string" && typeof links.watch === "string" && typeof links.seats === "object"
  );
}

function isKey(value: unknown): value is Key {
  if (typeof value !== "object" || value === null) return false;
  const key = value as Record<string, unknown>;
  const texts = [key.table, key.token, key.seat].every((one) => typeof one === "string");
  return texts && typeof key.at === "number";
}

function readAccount(value: unknown): { name: string; session: string } {
  const found = value as { name?: unknown; session?: unknown } | undefined;
  if (typeof found?.name !== "string" || typeof found.session !== "string") return { name: "", session: "" };
  return { name: found.name, session: found.session };
}
