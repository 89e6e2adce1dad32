/** What is on the screen: the position with a little delay, so that each step can be seen. */

import type { LogLine, Position } from "../../generated/protocol";
import type { Audience, Step } from "../net/session.svelte";
import type { Timers } from "../net/socket";
import { haste, type Roll, restTime, rollsOf, rollTimes, type Speed, stepTime } from "./pacing";

/** Dice on the tray. */
export interface Tray extends Roll {
  readonly settled: boolean;
  /** Which of how many rolls of this step. */
  readonly key: number;
}

export interface Manner {
  speed(): Speed;
  calm(): boolean;
  /** Whether nobody looks at the page. */
  away(): boolean;
}

export class Playback implements Audience {
  shown = $state.raw<Position | null>(null);
  tray = $state.raw<Tray | null>(null);
  /** How many steps wait to be shown. */
  waiting = $state(0);
  /** What the step tells that is being acted out. */
  acting = $state.raw<readonly LogLine[]>([]);
  /** What the last step told, for those who listen. */
  told = $state.raw<readonly LogLine[]>([]);
  /** Whether one wants to see every step, however long it takes. */
  watching = $state(false);
  /** Counts the steps that were acted out, so that lessons and marks can follow. */
  steps = $state(0);

  #latest: Position | null = null;
  #queue: Step[] = [];
  #running = false;
  #wake: (() => void) | null = null;
  #rolls = 0;
  /** Counts how often everything was shown at once, so that a step knows it is overtaken. */
  #epoch = 0;

  constructor(
    private readonly manner: Manner,
    private readonly timers: Timers,
  ) {}

  /** Whether what is shown is what is. */
  get current(): boolean {
    return this.waiting === 0 && this.tray === null;
  }

  jumped(position: Position): void {
    this.#epoch += 1;
    this.#queue = [];
    this.waiting = 0;
    this.tray = null;
    this.#latest = position;
    this.shown = position;
    this.#wake?.();
  }

  renewed(position: Position): void {
    this.#latest = position;
    const shown = this.shown;
    if (this.current || !shown) this.shown = position;
    else this.shown = { ...shown, chat: position.chat };
  }

  stepped(step: Step): void {
    this.#latest = step.after;
    if (step.undone || !step.before.scene || this.manner.away()) {
      this.told = step.lines;
      this.jumped(step.after);
      return;
    }
    this.#queue.push(step);
    this.waiting = this.#queue.length;
    if (!this.#running) void this.#run();
  }

  /** Be done with what is being shown. */
  skip(): void {
    this.#wake?.();
  }

  /** Be done with everything. */
  skipAll(): void {
    if (!this.#latest || this.current) return;
    this.told = this.#queue.flatMap((step) => step.lines);
    this.jumped(this.#latest);
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let step = this.#queue.shift(); step; step = this.#queue.shift()) {
      await this.#act(step);
      this.waiting = this.#queue.length;
    }
    this.#running = false;
    if (this.#latest) this.shown = this.#latest;
  }

  async #act(step: Step): Promise<void> {
    const epoch = this.#epoch;
    this.acting = step.lines;
    for (const roll of rollsOf(step.lines)) {
      await this.#roll(roll);
      if (epoch !== this.#epoch) return;
    }
    this.tray = null;
    this.shown = step.after;
    this.told = step.lines;
    this.steps += 1;
    if (!step.own || this.#queue.length) await this.#wait(restTime(step.lines, this.manner.speed()));
  }

  async #roll(roll: Roll): Promise<void> {
    const times = rollTimes(roll, this.manner.speed(), this.manner.calm());
    if (times.read === 0 || this.#haste() === 0) return;
    const key = ++this.#rolls;
    this.tray = { ...roll, settled: times.tumble === 0, key };
    if (times.tumble) {
      await this.#wait(times.tumble);
      if (this.tray?.key !== key) return;
      this.tray = { ...roll, settled: true, key };
    }
    await this.#wait(times.read);
  }

  #haste(): number {
    const speed = this.manner.speed();
    const calm = this.manner.calm();
    const time = this.#queue.reduce((sum, step) => sum + stepTime(step.lines, speed, calm), 0);
    return haste(time, this.#queue.length, this.watching);
  }

  #wait(ms: number): Promise<void> {
    const time = ms * this.#haste();
    if (time <= 0) return Promise.resolve();
    return new Promise((done) => {
      const finish = (): void => {
        stop();
        this.#wake = null;
        done();
      };
      const stop = this.timers.after(time, finish);
      this.#wake = finish;
    });
  }
}
