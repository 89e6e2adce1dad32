import type { Standing } from "./standing";

const EASE = "cubic-bezier(.2, .7, .2, 1)";
const PER_CELL_MS = 240;
const MOST_MS = 600;
const LOSS_MS = 350;
const PIP_MS = 90;
const RISE_MS = 910;
const FADE_MS = 140;
const CALM_MS = 80;

/** How much is shown: everything, the same in a moment, or nothing but a short fade. */
export type Pace = "full" | "short" | "calm";
const HASTE: Readonly<Record<Pace, number>> = { full: 1, short: 0.35, calm: 0 };

/** A number that rises over a piece and fades: what it lost or won. */
export interface Floating {
  readonly key: number;
  readonly x: number;
  readonly y: number;
  readonly change: number;
}

export type Standings = ReadonlyMap<string, Standing>;
type Elements = ReadonlyMap<string, SVGElement>;

/** Shows how one position became another: losses first, then moves. */
export class Animator {
  /** Pieces that are gone but still fading. */
  leaving: readonly Standing[] = $state.raw([]);
  floating: readonly Floating[] = $state.raw([]);
  /** What strength is shown while it still runs down. */
  strengths: ReadonlyMap<string, number> = $state.raw(new Map());
  /** The pieces on their way. */
  moving: ReadonlySet<string> = $state.raw(new Set());
  busy = $state(false);

  #running = new Set<Animation>();
  #timers = new Set<ReturnType<typeof setTimeout>>();
  /** Rising numbers need not be waited for. */
  #fading = new Set<ReturnType<typeof setTimeout>>();
  #keys = 0;

  /** Starts to show a change; the elements are those of the new position. */
  change(before: Standings, after: Standings, elements: Elements, cell: number, pace: Pace): void {
    const change = changeOf(before, after);
    if (isNothing(change)) return;
    this.finish();
    const haste = HASTE[pace];
    if (haste === 0) {
      for (const { to } of change.moves) this.#fadeIn(elements.get(to.piece.id), CALM_MS);
      return;
    }
    const pause = this.#showLosses(change, haste) * haste;
    for (const move of change.moves) this.#move(move, elements.get(move.to.piece.id), cell, pause, haste);
    this.moving = new Set(change.moves.map(({ to }) => to.piece.id));
    for (const id of change.come) this.#fadeIn(elements.get(id), FADE_MS * haste);
    this.busy = true;
    this.#rest();
  }

  /** Shows the end of whatever is going on. */
  finish(): void {
    for (const animation of this.#running) animation.cancel();
    for (const timer of [...this.#timers, ...this.#fading]) clearTimeout(timer);
    this.#running.clear();
    this.#timers.clear();
    this.#fading.clear();
    this.leaving = [];
    this.floating = [];
    this.strengths = new Map();
    this.#rest();
  }

  /** Empties pips, lets numbers rise and the fallen fade; gives the time until others may move. */
  #showLosses({ gone, weaker }: Change, haste: number): number {
    for (const { from, to } of weaker) {
      const [was, is] = [from.piece.now ?? 0, to.piece.now ?? 0];
      this.#float(from, is - was);
      this.#runDown(to.piece.id, was, is, haste);
    }
    for (const one of gone) if (one.piece.now) this.#float(one, -one.piece.now);
    if (gone.length) {
      this.leaving = gone;
      this.#after(LOSS_MS * haste, () => {
        this.leaving = [];
      });
    }
    return weaker.length || gone.length ? LOSS_MS : 0;
  }

  #float({ x, y }: Standing, change: number): void {
    const one = { key: ++this.#keys, x, y, change };
    this.floating = [...this.floating, one];
    const timer = setTimeout(() => {
      this.#fading.delete(timer);
      this.floating = this.floating.filter((other) => other !== one);
    }, RISE_MS);
    this.#fading.add(timer);
  }

  #runDown(id: string, from: number, to: number, haste: number): void {
    const step = Math.sign(to - from);
    for (let shown = from, wait = 0; shown !== to; shown += step, wait += PIP_MS * haste) {
      const value = shown;
      if (wait === 0) this.#show(id, value);
      else this.#after(wait, () => this.#show(id, value));
    }
    this.#after(Math.abs(to - from) * PIP_MS * haste, () => this.#show(id));
  }

  /** Shows a strength for a while, or at last the one that the piece has. */
  #show(id: string, strength?: number): void {
    const shown = new Map(this.strengths);
    if (strength === undefined) shown.delete(id);
    else shown.set(id, strength);
    this.strengths = shown;
  }

  #move(
    { from, to }: Step,
    element: SVGElement | undefined,
    cell: number,
    pause: number,
    haste: number,
  ): void {
    if (!element) return;
    const [dx, dy] = [from.x - to.x, from.y - to.y];
    const cells = Math.max(0.5, Math.hypot(dx, dy) / cell);
    const duration = Math.min(MOST_MS, cells * PER_CELL_MS) * haste;
    const turn = turnOf(from, to);
    const start = `translate(${dx}px, ${dy}px) rotate(${turn}deg)`;
    const frames = [{ transform: start }, { transform: "translate(0px, 0px) rotate(0deg)" }];
    this.#run(element.animate(frames, { duration, delay: pause, fill: "backwards", easing: EASE }));
  }

  #fadeIn(element: SVGElement | undefined, duration: number): void {
    if (element) this.#run(element.animate([{ opacity: 0 }, { opacity: 1 }], { duration }));
  }

  #run(animation: Animation): void {
    this.#running.add(animation);
    animation.onfinish = () => {
      this.#running.delete(animation);
      this.#rest();
    };
  }

  #after(wait: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
      this.#rest();
    }, wait);
    this.#timers.add(timer);
  }

  #rest(): void {
    if (this.#running.size === 0 && this.moving.size) this.moving = new Set();
    if (this.#running.size + this.#timers.size === 0) this.busy = false;
  }
}

interface Step {
  readonly from: Standing;
  readonly to: Standing;
}

/** What is different between two positions. */
interface Change {
  readonly moves: readonly Step[];
  /** Those whose strength is another. */
  readonly weaker: readonly Step[];
  readonly gone: readonly Standing[];
  readonly come: readonly string[];
}

function changeOf(before: Standings, after: Standings): Change {
  const steps = [...after.values()].flatMap((to) => {
    const from = before.get(to.piece.id);
    return from ? [{ from, to }] : [];
  });
  return {
    moves: steps.filter(
      ({ from, to }) => Math.hypot(from.x - to.x, from.y - to.y) > 0.5 || turnOf(from, to) !== 0,
    ),
    weaker: steps.filter(
      ({ from, to }) => typeof from.piece.now === "number" && from.piece.now !== to.piece.now,
    ),
    gone: [...before.values()].filter((one) => !after.has(one.piece.id) && !one.piece.ghost),
    come: [...after.keys()].filter((id) => !before.has(id)),
  };
}

/** How far a base is turned back, the short way round, in degrees; nothing else is turned. */
function turnOf(from: Standing, to: Standing): number {
  if (to.role !== "base") return 0;
  const by = (from.piece.facing ?? 0) - (to.piece.facing ?? 0);
  return ((((by % 36_000) + 54_000) % 36_000) - 18_000) / 100;
}

function isNothing({ moves, weaker, gone, come }: Change): boolean {
  return moves.length + weaker.length + gone.length + come.length === 0;
}
