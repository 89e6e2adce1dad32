import type { AnyCommand, AnyWord, Position, SeatInfo, TableInfo } from "../../src/generated/protocol";
import type { Dial, Timers, WireEvents } from "../../src/lib/net/socket";

/** Time that passes when it is told to. */
export class FakeTimers implements Timers {
  #now = 1_000_000;
  #waiting: { at: number; run: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const one = { at: this.#now + ms, run };
    this.#waiting.push(one);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== one);
    };
  }

  /** Let time pass; promises settle between the timers. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settled();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#now = Math.max(this.#now, next.at);
      this.#waiting = this.#waiting.filter((one) => one !== next);
      next.run();
      await settled();
    }
    this.#now = end;
  }

  #next(end: number): { at: number; run: () => void } | undefined {
    return this.#waiting.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
  }
}

export async function settled(): Promise<void> {
  await new Promise((done) => setImmediate(done));
}

/** Distribute Omit over a union. */
type Unanswered<W> = W extends AnyWord ? Omit<W, "re"> : never;

/** A server as the line sees it: one connection after the other, each under the test's control. */
export class FakeServer {
  dials: WireEvents[] = [];
  heard: AnyCommand[] = [];
  closed = 0;

  readonly dial: Dial = (events) => {
    this.dials.push(events);
    return {
      send: (text) => this.heard.push(JSON.parse(text)),
      close: () => {
        this.closed += 1;
      },
    };
  };

  get line(): WireEvents {
    const last = this.dials.at(-1);
    if (!last) throw new Error("nobody has dialled");
    return last;
  }

  get last(): AnyCommand {
    const last = this.heard.at(-1);
    if (!last) throw new Error("nothing was heard");
    return last;
  }

  /** The commands of a kind heard so far. */
  all(kind: AnyCommand["do"]): AnyCommand[] {
    return this.heard.filter((one) => one.do === kind);
  }

  say(word: Unanswered<AnyWord> & { re?: number }): void {
    this.line.heard(JSON.stringify(word));
  }

  /** Let the line come up and greet it. */
  welcome(position: Position): void {
    this.line.opened();
    this.say({ is: "welcome", re: this.last.id ?? 0, position });
  }
}

export function seat(name: string, more: Partial<SeatInfo> = {}): SeatInfo {
  return { seat: name, side: { seat: name, name: { id: name, args: {} } }, occupant: "human", ...more };
}

export function table(more: Partial<TableInfo> = {}): TableInfo {
  return {
    id: "abcdefghij",
    game: "toy",
    scenario: "hill",
    title: "",
    scenario_title: { id: "toy.hill", args: {} },
    state: "live",
    seats: [seat("red", { mine: true, acts: true }), seat("blue")],
    created: 0,
    changed: 0,
    ...more,
  };
}

export function position(seq: number, more: Partial<Position> = {}): Position {
  return {
    table: table(),
    seq,
    scene: { phase: seq },
    seat: "red",
    mine: ["red"],
    log: [],
    chat: [],
    ...more,
  };
}
