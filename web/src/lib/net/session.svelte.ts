/** A visit to a table: the position as it is now, and everything one can do there. */

import type {
  About,
  AnyWord,
  Hinted,
  LogLine,
  Position,
  Previewed,
  Refused,
  Target,
  Thinking,
  Update,
} from "../../generated/protocol";
import { Latest } from "./session_latest";
import { chatted, freshLines, isUndone, seated, updated } from "./session_position";
import {
  type Dial,
  type LineState,
  LiveLine,
  type Reply,
  realTimers,
  type Timers,
  type Unnumbered,
} from "./socket";

type Data = Record<string, unknown>;
type Wished = Previewed | Refused | null | undefined;

/** What became of a command. */
export type Outcome =
  | { readonly is: "done" }
  | { readonly is: "refused"; readonly refused: Refused }
  | { readonly is: "lost" };

/** One change of the position, to be shown to people. */
export interface Step {
  readonly before: Position;
  readonly after: Position;
  readonly lines: readonly LogLine[];
  /** Whether it follows from what was just done here. */
  readonly own: boolean;
  /** Whether something was taken back. */
  readonly undone: boolean;
}

/** Whoever shows the position. */
export interface Audience {
  /** Something happened. */
  stepped(step: Step): void;
  /** Everything is anew: nothing of what happened meanwhile is to be acted out. */
  jumped(position: Position): void;
  /** The table or the chat changed, but not the game. */
  renewed(position: Position): void;
}

/** A computer that thinks, by this machine's clock. */
export interface Thought {
  readonly seat: string;
  readonly since: number;
  readonly most: number;
}

export interface Visitor {
  readonly token: string;
  readonly session: string;
}

export class Session {
  position = $state.raw<Position | null>(null);
  line = $state.raw<LineState>({ is: "connecting" });
  thinking = $state.raw<Thought | null>(null);
  /** Whether an answer is on its way. */
  busy = $state(false);

  readonly #line: LiveLine;
  readonly #previews = new Latest();
  readonly #wishes = new Latest();
  readonly #musings = new Latest();
  readonly #abouts = new Latest();
  #stale = false;

  constructor(
    dial: Dial,
    visitor: () => Visitor,
    private readonly audience: Audience,
    private readonly timers: Timers = realTimers,
    random: () => number = Math.random,
  ) {
    this.#line = new LiveLine(
      dial,
      {
        hello: () => visitor(),
        welcomed: (position) => this.#welcomed(position),
        heard: (word) => this.#heard(word),
        changed: (state) => {
          this.line = state;
        },
        position: () => this.position,
      },
      timers,
      random,
    );
  }

  open(): void {
    this.#line.open();
  }

  close(): void {
    this.#line.close();
  }

  retry(): void {
    this.#line.retry();
  }

  // -- deeds ---------------------------------------------------------------------------------------

  async answer(seat: string, answer: Data, kind = ""): Promise<Outcome> {
    const seq = this.position?.seq ?? 0;
    return this.#do({ do: "answer", seat, seq, answer, ...(kind ? { kind } : {}) });
  }

  undo(seat: string): Promise<Outcome> {
    return this.#do({ do: "undo", seat, seq: this.position?.seq ?? 0 });
  }

  /** Do anything that is no answer to a question of the game. */
  deed(command: Exclude<Unnumbered, { do: "answer" | "undo" }>): Promise<Outcome> {
    return this.#do(command);
  }

  async #do(command: Unnumbered): Promise<Outcome> {
    this.busy = true;
    const reply = await this.#line.send(command);
    this.busy = this.#line.busy;
    if (reply?.is === "refused") return { is: "refused", refused: reply };
    return reply ? { is: "done" } : { is: "lost" };
  }

  // -- questions -----------------------------------------------------------------------------------

  /** What an answer would mean; undefined if something newer was asked meanwhile. */
  async preview(seat: string, answer: Data, kind = ""): Promise<Previewed | null | undefined> {
    const command = { do: "preview", seat, answer, ...(kind ? { kind } : {}) } as const;
    return previewed(await this.#previews.ask(() => this.#line.send(command)));
  }

  /** What clicking something would mean. */
  wish(seat: string, target: Target, of: Target | null): Promise<Wished> {
    return this.#wish(this.#wishes, seat, target, of);
  }

  /** The same for what is only pointed at. */
  muse(seat: string, target: Target, of: Target | null): Promise<Wished> {
    return this.#wish(this.#musings, seat, target, of);
  }

  async #wish(latest: Latest, seat: string, target: Target, of: Target | null): Promise<Wished> {
    const command = { do: "wish", seat, target, ...(of ? { of } : {}) } as const;
    const reply = await latest.ask(() => this.#line.send(command));
    return reply?.is === "refused" ? reply : previewed(reply);
  }

  async about(target: Target, seat: string | null): Promise<About | null | undefined> {
    const command = { do: "about", target, ...(seat ? { seat } : {}) } as const;
    const reply = await this.#abouts.ask(() => this.#line.send(command));
    if (reply === undefined) return undefined;
    return reply?.is === "about" ? (reply.about ?? null) : null;
  }

  async hint(seat: string): Promise<Hinted | Refused | null> {
    const reply = await this.#line.send({ do: "hint", seat });
    return reply?.is === "hint" || reply?.is === "refused" ? reply : null;
  }

  /** What was pointed at is no longer of interest. */
  dropMusings(): void {
    this.#previews.drop();
    this.#musings.drop();
  }

  // -- what is heard -------------------------------------------------------------------------------

  #welcomed(position: Position): void {
    this.#stale = false;
    this.thinking = null;
    this.position = position;
    this.audience.jumped(position);
  }

  #heard(word: AnyWord): void {
    const position = this.position;
    if (!position) return;
    if (word.is === "update") this.#updated(position, word);
    else if (word.is === "table") this.#renew(seated(position, word.table));
    else if (word.is === "chat") this.#renew(chatted(position, word.line));
    else if (word.is === "thinking") this.thinking = this.#thought(word);
  }

  #updated(position: Position, update: Update): void {
    if (this.#stale) return;
    const after = updated(position, update);
    if (!after) {
      this.#stale = true;
      this.#line.refresh();
      return;
    }
    this.thinking = null;
    this.position = after;
    const lines = freshLines(position, update);
    const undone = isUndone(position, update);
    this.audience.stepped({ before: position, after, lines, own: this.#line.busy, undone });
  }

  #renew(position: Position): void {
    this.position = position;
    this.audience.renewed(position);
  }

  #thought(word: Thinking): Thought {
    return { seat: word.seat, since: this.timers.now() - word.since_ms, most: word.most_ms };
  }
}

function previewed(reply: Reply | undefined): Previewed | null | undefined {
  if (reply === undefined) return undefined;
  return reply?.is === "preview" ? reply : null;
}
