import type { Point } from "../scene/board";

const EDGE_PX = 46;
const FASTEST_PX = 15;

/** Moves a board on while something is held near the edge of the screen. */
export class EdgePan {
  #at: Point = [0, 0];
  #frame = 0;

  constructor(
    private readonly size: () => readonly [number, number],
    private readonly pan: (dx: number, dy: number) => void,
    /** Called after every step with the point that is held. */
    private readonly moved: (at: Point) => void,
  ) {}

  at(point: Point): void {
    this.#at = point;
    if (!this.#frame && this.#isNear()) this.#frame = requestAnimationFrame(() => this.#step());
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #isNear(): boolean {
    const [dx, dy] = this.#speed();
    return dx !== 0 || dy !== 0;
  }

  #speed(): [number, number] {
    const [width, height] = this.size();
    return [speed(this.#at[0], width), speed(this.#at[1], height)];
  }

  #step(): void {
    this.#frame = 0;
    if (!this.#isNear()) return;
    this.pan(...this.#speed());
    this.moved(this.#at);
    this.#frame = requestAnimationFrame(() => this.#step());
  }
}

/** How fast to go: the nearer to the edge the faster, and not at all in the middle. */
export function speed(at: number, size: number): number {
  const low = Math.min(EDGE_PX, Math.max(0, EDGE_PX - at));
  const high = Math.min(EDGE_PX, Math.max(0, at - (size - EDGE_PX)));
  return ((low - high) / EDGE_PX) * FASTEST_PX;
}
