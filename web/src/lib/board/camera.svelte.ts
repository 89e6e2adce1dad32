import type { Point } from "../scene/board";

const PADDING = 14;
/** The smallest cell that a finger can hit, in pixels of the screen. */
const FINGER = 44;
/** On a small screen the board opens with cells no larger than this. */
const HANDY = 62;
const LARGEST_CELL = 240;
const SETTLE_MS = 140;
/** However much covers the board, so much of it counts as free. */
const MOST_COVERED = 0.3;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How much of the screen is covered at the top and at the bottom. */
export interface Inset {
  readonly top: number;
  readonly bottom: number;
}

export const NO_INSET: Inset = { top: 0, bottom: 0 };

/** A part of the board, in its units. */
export interface Seen {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Where one looks at the board from. Lengths are in pixels of the screen, but for points of the board. */
export class Camera {
  /** Where the board's corner lies on the screen. */
  x = $state(0);
  y = $state(0);
  /** Pixels of the screen per unit of the board. */
  zoom = $state(1);
  /** The zoom for which lines and letters are drawn; it follows when the zoom has come to rest. */
  drawn = $state(1);
  /** The part of the board that was in sight when the camera last came to rest. */
  seen: Seen = $state.raw({ x0: 0, y0: 0, x1: 0, y1: 0 });

  #view: Size = { width: 0, height: 0 };
  #inset: Inset = NO_INSET;
  #board: Size = { width: 1, height: 1 };
  #cell = 100;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Takes over the sizes of screen and board; `cell` is the size of a cell in units of the board. */
  resize(view: Size, board: Size, cell: number, inset: Inset = NO_INSET): void {
    const free = Math.max(MOST_COVERED * view.height, view.height - inset.top - inset.bottom);
    this.#inset = { top: Math.min(inset.top, view.height - free), bottom: inset.bottom };
    this.#view = { width: view.width, height: free };
    this.#board = board;
    this.#cell = cell;
  }

  /** The zoom at which the whole board is seen. */
  get whole(): number {
    const across = (this.#view.width - 2 * PADDING) / this.#board.width;
    const down = (this.#view.height - 2 * PADDING) / this.#board.height;
    return Math.max(0.0001, Math.min(across, down));
  }

  /** The middle of the part of the screen that is free. */
  get middle(): [number, number] {
    return [this.#view.width / 2, this.#inset.top + this.#view.height / 2];
  }

  /** Tells whether some of the board cannot be seen. */
  get cropped(): boolean {
    return this.zoom > this.whole * 1.04;
  }

  /** Shows the whole board. */
  fit(): void {
    this.#look([this.#board.width / 2, this.#board.height / 2], this.whole);
    this.settle();
  }

  /** Shows the whole board, or on a small screen as much of it as can be played with a finger. */
  open(about: Point): void {
    this.fit();
    if (this.whole * this.#cell >= FINGER * 0.8) return;
    const across = this.#view.width / this.#board.width;
    const down = this.#view.height / this.#board.height;
    const filled = Math.max(across, down) * this.#cell;
    this.#look(about, Math.max(FINGER, Math.min(HANDY, filled)) / this.#cell);
    this.settle();
  }

  /** Shows the board so that a pixel of the drawings is a pixel of the screen. */
  actual(unit: number): void {
    this.zoomAt(1 / (unit * this.zoom), ...this.middle);
    this.settle();
  }

  /** Zooms so that what lies at a point of the screen stays there. */
  zoomAt(factor: number, x: number, y: number): void {
    const next = this.#allowed(this.zoom * factor);
    const ratio = next / this.zoom;
    this.x = x - (x - this.x) * ratio;
    this.y = y - (y - this.y) * ratio;
    this.zoom = next;
    this.#keepInSight();
    this.#settleSoon();
  }

  pan(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.#keepInSight();
    this.#settleSoon();
  }

  /** Brings a point of the board to the middle of the screen. */
  centre([x, y]: Point): void {
    this.#look([x, y], this.zoom);
    this.#settleSoon();
  }

  /** Brings a point of the board into sight, if it is not. */
  reveal([x, y]: Point): void {
    const [sx, sy] = this.toScreen([x, y]);
    const room = Math.min(this.#cell * this.zoom * 0.6, this.#view.width / 3, this.#view.height / 3);
    const shift = (at: number, size: number) => Math.max(0, room - at) - Math.max(0, at - (size - room));
    this.pan(shift(sx, this.#view.width), shift(sy - this.#inset.top, this.#view.height));
  }

  toScreen([x, y]: Point): Point {
    return [this.x + x * this.zoom, this.y + y * this.zoom];
  }

  toBoard([x, y]: Point): Point {
    return [(x - this.x) / this.zoom, (y - this.y) / this.zoom];
  }

  /** Lets lines and letters be drawn for the zoom as it is now. */
  settle(): void {
    clearTimeout(this.#timer);
    this.drawn = this.zoom;
    const [x0, y0] = this.toBoard([0, 0]);
    const [x1, y1] = this.toBoard([
      this.#view.width,
      this.#inset.top + this.#view.height + this.#inset.bottom,
    ]);
    this.seen = { x0, y0, x1, y1 };
  }

  #settleSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.settle(), SETTLE_MS);
  }

  #look([x, y]: Point, zoom: number): void {
    this.zoom = this.#allowed(zoom);
    const [middle, centre] = this.middle;
    this.x = middle - x * this.zoom;
    this.y = centre - y * this.zoom;
    this.#keepInSight();
  }

  #allowed(zoom: number): number {
    const most = Math.max(LARGEST_CELL / this.#cell, this.whole);
    return Math.min(most, Math.max(this.whole * 0.85, zoom));
  }

  /** The board may be moved until its edge is in the middle of the screen, but a small one stays inside. */
  #keepInSight(): void {
    this.x = kept(this.x, this.#board.width * this.zoom, this.#view.width);
    const { top } = this.#inset;
    this.y = top + kept(this.y - top, this.#board.height * this.zoom, this.#view.height);
  }
}

function kept(at: number, length: number, room: number): number {
  const slack = length < room ? Math.min(room - length, 40) / 2 : room / 3;
  const [low, high] = length < room ? centred(length, room, slack) : [room - length - slack, slack];
  return Math.min(high, Math.max(low, at));
}

function centred(length: number, room: number, slack: number): [number, number] {
  const middle = (room - length) / 2;
  return [middle - slack, middle + slack];
}
