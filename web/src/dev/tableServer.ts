/** Development only: a server of one table that answers from fixtures and lets dice fall. */

import type {
  AnyCommand,
  AnyWord,
  DiceLine,
  LogLine,
  Position,
  Preview,
  Scene,
  SeatInfo,
} from "../generated/protocol";
import type { Dial, WireEvents } from "../lib/net/socket";

const DELAY_MS = 60;

export class MadeUpServer {
  #events: WireEvents | null = null;

  constructor(
    private position: Position,
    private readonly preview: Preview,
  ) {}

  readonly dial: Dial = (events) => {
    this.#events = events;
    setTimeout(() => events.opened(), DELAY_MS);
    return { send: (text) => this.#heard(JSON.parse(text) as AnyCommand), close: () => undefined };
  };

  /** Break the line, to see what that looks like. */
  break(): void {
    this.#events?.closed();
  }

  say(word: AnyWord): void {
    setTimeout(() => this.#events?.heard(JSON.stringify(word)), DELAY_MS);
  }

  #heard(command: AnyCommand): void {
    const re = command.id ?? 0;
    if (command.do === "answer") this.#answer(re);
    else this.say(this.#reply(command, re));
  }

  #reply(command: AnyCommand, re: number): AnyWord {
    const accepted: AnyWord = { is: "accepted", re, seq: this.position.seq };
    switch (command.do) {
      case "hello":
        return { is: "welcome", re, position: this.position };
      case "preview":
        return { is: "preview", re, preview: this.preview };
      case "wish":
        return { is: "preview", re, preview: { violations: [violation()] } };
      case "about":
        return { is: "about", re, about: { title: { id: "scene.text", args: { text: command.target.id } } } };
      case "say":
        this.say({
          is: "chat",
          line: { id: Date.now() % 100_000, who: "Anna", text: command.text, at: Date.now() / 1000 },
        });
        return accepted;
      case "ping":
        return { is: "pong", re };
      default:
        return accepted;
    }
  }

  /** Whatever is answered, dice fall and the enemy loses a block. */
  #answer(re: number): void {
    const base = this.position.seq;
    const scene = this.position.scene as Scene;
    const hit = scene.pieces?.find((piece) => piece.owner === "french" && (piece.now ?? 0) > 1);
    const put = hit ? [{ ...hit, now: (hit.now ?? 1) - 1 }] : [];
    this.position = { ...this.position, seq: base + 1 };
    const table = {
      ...this.position.table,
      seats: this.position.table.seats.map((seat): SeatInfo => ({ ...seat })),
    };
    this.say({
      is: "update",
      seq: base + 1,
      base,
      table,
      patch: { pieces: { put } },
      seat: this.position.seat ?? null,
      lines: [rolled(base)],
    });
    this.say({ is: "accepted", re, seq: base + 1 });
  }
}

function violation() {
  return { rule: "CCN-8.1.2", message: { id: "ccn.no.not_seen", args: { unit: "?" } }, at: "" };
}

function rolled(n: number): LogLine {
  const dice: DiceLine = {
    die: "battle die",
    faces: ["INF", "FLAG", "SABER", "CAV"],
    hits: [true, false, false, false],
    rule: "CCN-8.5.1",
  };
  const text = {
    id: "kernel.rolled",
    args: { seat: "Allied", purpose: "fire", faces: "infantry, flag, sabre, cavalry" },
  };
  return { n, event: "kernel.rolled", seat: "allied", text, dice };
}
