/** Looking at an earlier moment of the game, and going through what is new. */

import type { LogLine, Scene } from "../../generated/protocol";
import type { Timers } from "../net/socket";

const STEP_MS = 1100;
const DICE_MS = 1900;
const AHEAD = 3;

export class Past {
  /** The entry that is looked at; null is now. */
  n = $state<number | null>(null);
  scene = $state.raw<Scene | null>(null);
  playing = $state(false);
  failed = $state.raw<unknown>(null);
  /** The entries one can step through. */
  stops = $state.raw<readonly number[]>([]);
  /** Whether only what is new is being shown. */
  news = $state(false);

  readonly #kept = new Map<string, Promise<Scene>>();
  #stopTimer: (() => void) | null = null;

  constructor(
    private readonly fetch: (n: number) => Promise<Scene>,
    private readonly lines: () => readonly LogLine[],
    private readonly timers: Timers,
  ) {}

  /** Look at one moment; stepping goes through all of them. */
  look(n: number): void {
    this.#stopPlaying();
    this.news = false;
    this.stops = distinct(this.lines());
    void this.#show(n);
  }

  /** Go through some moments by itself. */
  recount(stops: readonly number[]): void {
    if (!stops.length) return;
    this.stops = stops;
    this.news = true;
    this.playing = true;
    void this.#show(stops[0] as number);
  }

  close(): void {
    this.#stopPlaying();
    this.n = null;
    this.scene = null;
    this.failed = null;
    this.news = false;
  }

  step(by: 1 | -1): void {
    this.#stopPlaying();
    this.#go(by);
  }

  toggle(): void {
    if (this.playing) {
      this.#stopPlaying();
      return;
    }
    this.playing = true;
    this.#go(1);
  }

  get first(): boolean {
    return this.n === null || this.n <= (this.stops[0] ?? 0);
  }

  get last(): boolean {
    return this.n === null || this.n >= (this.stops.at(-1) ?? 0);
  }

  #go(by: 1 | -1): void {
    const here = this.n;
    if (here === null) return;
    const to = by > 0 ? this.stops.find((stop) => stop > here) : this.stops.findLast((stop) => stop < here);
    if (to !== undefined) void this.#show(to);
    else if (by > 0) this.close();
  }

  async #show(n: number): Promise<void> {
    this.n = n;
    this.failed = null;
    try {
      const scene = await this.#get(n);
      if (this.n !== n) return;
      this.scene = scene;
      this.#prepare(n);
    } catch (error) {
      if (this.n === n) this.failed = error;
    }
    if (this.playing && this.n === n) this.#later(n);
  }

  #later(n: number): void {
    const dice = this.lines().some((line) => line.n === n && line.dice);
    this.#stopTimer?.();
    this.#stopTimer = this.timers.after(dice ? DICE_MS : STEP_MS, () => this.#go(1));
  }

  #prepare(n: number): void {
    const next = this.stops.filter((stop) => stop > n).slice(0, AHEAD);
    for (const stop of next) this.#get(stop).catch(() => undefined);
  }

  #get(n: number): Promise<Scene> {
    const key = String(n);
    const known = this.#kept.get(key);
    if (known) return known;
    const asked = this.fetch(n);
    this.#kept.set(key, asked);
    asked.catch(() => this.#kept.delete(key));
    return asked;
  }

  /** After something was taken back, moments beyond are others. */
  forget(): void {
    this.#kept.clear();
  }

  #stopPlaying(): void {
    this.playing = false;
    this.#stopTimer?.();
    this.#stopTimer = null;
  }
}

function distinct(lines: readonly LogLine[]): number[] {
  return [...new Set(lines.map((line) => line.n))].sort((a, b) => a - b);
}
