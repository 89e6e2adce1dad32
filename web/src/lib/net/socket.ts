/** The line to a table: it says hello, notices when it breaks, and comes back by itself. */

import type { AnyCommand, AnyWord, Hello, Position, Refused } from "../../generated/protocol";
import { type Fate, fateOf, isQuestion } from "./socket_fate";

/** What the line looks like from outside. */
export type LineState =
  | { readonly is: "connecting" }
  | { readonly is: "open" }
  | { readonly is: "lost"; readonly next: number; readonly tries: number }
  | { readonly is: "refused"; readonly refused: Refused }
  | { readonly is: "closed" };

/** One connection, as far as the line needs it. */
export interface Wire {
  send(text: string): void;
  close(): void;
}

/** What a connection tells. */
export interface WireEvents {
  opened(): void;
  heard(text: string): void;
  closed(): void;
}

export type Dial = (events: WireEvents) => Wire;

/** Time, so that tests can make it pass. */
export interface Timers {
  now(): number;
  after(ms: number, run: () => void): () => void;
}

/** Who uses the line. */
export interface LineUser {
  hello(): Omit<Hello, "do" | "id">;
  /** Everything anew; the position before is needed to see what became of commands under way. */
  welcomed(position: Position): void;
  heard(word: AnyWord): void;
  changed(state: LineState): void;
  position(): Position | null;
}

/** A command without its number. */
export type Unnumbered<C extends AnyCommand = AnyCommand> = C extends AnyCommand ? Omit<C, "id"> : never;

/** The reply to a command; nothing if the line broke and asking again would be pointless. */
export type Reply = AnyWord | null;

interface Pending {
  command: AnyCommand;
  sent: boolean;
  resent: boolean;
  settle(reply: Reply): void;
}

export const QUIET_MS = 20_000;
export const DEAF_MS = 8_000;
const PAUSES_MS = [400, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

export const realTimers: Timers = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** How long to wait before a try: longer each time, and not the same for everybody. */
export function pauseBefore(tries: number, random: () => number): number {
  const pause = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 30_000;
  return Math.round(pause * (0.7 + 0.6 * random()));
}

/** A websocket to an address. */
export function websocket(address: string): Dial {
  return (events) => {
    const socket = new WebSocket(address);
    socket.onopen = () => events.opened();
    socket.onmessage = (event) => events.heard(String(event.data));
    socket.onclose = () => events.closed();
    return { send: (text) => socket.send(text), close: () => socket.close() };
  };
}

/** The address of a table's websocket. */
export function liveAddress(table: string, at: { protocol: string; host: string } = location): string {
  const scheme = at.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${at.host}/api/tables/${encodeURIComponent(table)}/live`;
}

/** A line that stays: broken connections are made anew until it is closed. */
export class LiveLine {
  #state: LineState = { is: "connecting" };
  #wire: Wire | null = null;
  #welcome = false;
  #number = 0;
  #tries = 0;
  #hello = 0;
  #pending = new Map<number, Pending>();
  #stopRetry: (() => void) | null = null;
  #stopWatch: (() => void) | null = null;

  constructor(
    private readonly dial: Dial,
    private readonly user: LineUser,
    private readonly timers: Timers = realTimers,
    private readonly random: () => number = Math.random,
  ) {}

  get state(): LineState {
    return this.#state;
  }

  open(): void {
    this.#connect();
  }

  close(): void {
    this.#set({ is: "closed" });
    this.#drop();
    for (const one of this.#pending.values()) one.settle(null);
    this.#pending.clear();
  }

  /** Try now instead of waiting. */
  retry(): void {
    if (this.#state.is === "lost") this.#connect();
  }

  /** Whether a command that changes something has no reply yet. */
  get busy(): boolean {
    return [...this.#pending.values()].some((one) => !isQuestion(one.command));
  }

  send(command: Unnumbered): Promise<Reply> {
    if (this.#state.is === "closed" || this.#state.is === "refused") return Promise.resolve(null);
    const numbered = { ...command, id: ++this.#number } as AnyCommand;
    const now = this.#welcome && this.#state.is === "open";
    if (!now && isQuestion(numbered)) return Promise.resolve(null);
    return new Promise((settle) => {
      this.#pending.set(this.#number, { command: numbered, sent: now, resent: false, settle });
      if (now) this.#say(numbered);
    });
  }

  /** Ask for everything anew. */
  refresh(): void {
    if (this.#state.is === "open" && this.#wire) this.#greet();
  }

  #connect(): void {
    this.#drop();
    this.#set(this.#tries === 0 ? { is: "connecting" } : this.#state);
    let gone = false;
    const wire = this.dial({
      opened: () => !gone && this.#greet(),
      heard: (text) => !gone && this.#hear(text),
      closed: () => {
        if (gone) return;
        gone = true;
        this.#lost();
      },
    });
    this.#wire = {
      send: (text) => wire.send(text),
      close: () => {
        gone = true;
        wire.close();
      },
    };
    this.#watch(DEAF_MS, () => this.#lost());
  }

  #drop(): void {
    this.#stopRetry?.();
    this.#stopWatch?.();
    this.#stopRetry = this.#stopWatch = null;
    this.#wire?.close();
    this.#wire = null;
    this.#welcome = false;
  }

  #lost(): void {
    this.#drop();
    for (const [id, one] of this.#pending) {
      if (!isQuestion(one.command)) continue;
      this.#pending.delete(id);
      one.settle(null);
    }
    if (this.#state.is === "closed" || this.#state.is === "refused") return;
    const pause = pauseBefore(this.#tries, this.random);
    this.#tries += 1;
    this.#set({ is: "lost", next: this.timers.now() + pause, tries: this.#tries });
    this.#stopRetry = this.timers.after(pause, () => this.#connect());
  }

  #greet(): void {
    this.#hello = ++this.#number;
    this.#say({ do: "hello", id: this.#hello, ...this.user.hello() });
  }

  #say(command: AnyCommand): void {
    this.#wire?.send(JSON.stringify(command));
  }

  #hear(text: string): void {
    this.#listen();
    const word = JSON.parse(text) as AnyWord;
    if (word.is === "welcome") this.#welcomed(word.position);
    else if (word.is === "refused" && word.re === this.#hello && !this.#welcome) this.#refused(word);
    else this.#settle(word);
  }

  #settle(word: AnyWord): void {
    this.user.heard(word);
    const asked = word.re ? this.#pending.get(word.re) : undefined;
    if (!asked || !word.re) return;
    this.#pending.delete(word.re);
    asked.settle(word);
  }

  #welcomed(position: Position): void {
    const before = this.user.position();
    const again = this.#welcome;
    this.#welcome = true;
    this.#tries = 0;
    this.user.welcomed(position);
    this.#set({ is: "open" });
    if (again) return;
    for (const [id, one] of [...this.#pending]) this.#meet(id, one, fateOf(one.command, before, position));
  }

  /** A command was under way when the line broke: it arrived, or goes again once, or is void. */
  #meet(id: number, one: Pending, fate: Fate): void {
    if (fate.is === "again" && !one.resent) {
      one.resent = one.sent;
      one.sent = true;
      this.#say(one.command);
      return;
    }
    this.#pending.delete(id);
    one.settle(fate.is === "done" ? { is: "accepted", re: id, seq: fate.seq } : null);
  }

  #refused(refused: Refused): void {
    if (refused.code === "too_fast") {
      this.#lost();
      return;
    }
    this.#set({ is: "refused", refused });
    this.#drop();
    for (const one of this.#pending.values()) one.settle(null);
    this.#pending.clear();
  }

  /** Something was heard: ask for a sign of life only after a long silence. */
  #listen(): void {
    this.#watch(QUIET_MS, () => {
      this.#say({ do: "ping", id: ++this.#number });
      this.#watch(DEAF_MS, () => this.#lost());
    });
  }

  #watch(ms: number, run: () => void): void {
    this.#stopWatch?.();
    this.#stopWatch = this.timers.after(ms, run);
  }

  #set(state: LineState): void {
    this.#state = state;
    this.user.changed(state);
  }
}
