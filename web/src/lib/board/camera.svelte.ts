import type { Point } from "../scene/board";

const PADDING = 14;
/** The smallest cell that a finger can hit, in pixels of the screen. */
const FINGER = 44;
/** On a small screen the board opens with cells no larger than this. */
const HANDY = 62;
const LARGEST_CELL = 240;
const SETTLE_MS = 140;
const GLIDE_MS = 260;
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

interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
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
  /** Where it will have come to rest. */
  #goal: View | null = null;
  /** Whether somebody has chosen by hand how near to look. */
  #byHand = false;
  /** What was last brought into sight, until somebody looks elsewhere. */
  #shown: { must: Seen | null; all: Seen } | null = null;
  /** Whether it may glide instead of jumping. */
  smooth = false;

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

  /** The same once it has come to rest. */
  get showsAll(): boolean {
    return this.goal.zoom <= this.whole * 1.04;
  }

  /** Tells whether the whole board can be played with a finger. */
  get roomy(): boolean {
    return this.whole * this.#cell >= FINGER * 0.8;
  }

  /** Tells whether somebody has chosen how near to look. */
  get byHand(): boolean {
    return this.#byHand;
  }

  /** Tells whether a point of the board will be seen, once it has come to rest. */
  sees([x, y]: Point): boolean {
    const { zoom, x: left, y: top } = this.goal;
    const [sx, sy] = [left + x * zoom, top + y * zoom - this.#inset.top];
    return sx > 0 && sy > 0 && sx < this.#view.width && sy < this.#view.height;
  }

  /** Where it is, or where it is about to come to rest. */
  get goal(): View {
    return this.#goal ?? { x: this.x, y: this.y, zoom: this.zoom };
  }

  /** Shows the whole board. */
  fit(): void {
    this.#shown = null;
    this.#go(this.#around([this.#board.width / 2, this.#board.height / 2], this.whole));
  }

  /** Shows the whole board, unless somebody has chosen how near to look. */
  overview(): void {
    if (!this.#byHand) this.fit();
  }

  /** Shows the whole board because somebody wants to; then it is not changed without need. */
  fitByHand(): void {
    this.#byHand = true;
    this.fit();
  }

  /** Shows the whole board, or on a small screen as much of it as can be played with a finger. */
  open(about: Point): void {
    this.#byHand = false;
    this.#shown = null;
    this.#jump(this.#around([this.#board.width / 2, this.#board.height / 2], this.whole));
    if (this.roomy) return;
    this.#jump(this.#around(about, this.#handy));
  }

  /** How near a small screen looks by itself: as much as fills it, but neither too small nor too large. */
  get #handy(): number {
    const across = this.#view.width / this.#board.width;
    const down = this.#view.height / this.#board.height;
    const filled = Math.max(across, down) * this.#cell;
    return Math.max(FINGER, Math.min(HANDY, filled)) / this.#cell;
  }

  /**
   * Brings a part of the board into what is free of the screen, moving no more than it must. If not all
   * of it can be seen near enough for a finger, what must be seen is.
   */
  show(must: Seen | null, all: Seen): void {
    this.#shown = { must, all };
    const now = this.goal;
    const near = now.zoom * this.#cell >= FINGER * 0.8 || this.#byHand || this.roomy;
    const wanted = near ? now.zoom : this.#handy;
    const least = this.#byHand ? wanted : this.roomy ? this.whole : Math.min(wanted, FINGER / this.#cell);
    const fits = this.#fitting(all);
    if (fits >= least || !must) this.#go(this.#shifted(all, Math.max(least, Math.min(wanted, fits))));
    else this.#go(this.#shifted(must, Math.max(this.whole, Math.min(wanted, this.#fitting(must)))));
  }

  /** After what covers the board has changed, what was shown is shown again. */
  adjust(): void {
    if (this.#shown) this.show(this.#shown.must, this.#shown.all);
    else this.#go(this.#kept(this.goal));
  }

  /** The zoom at which a part of the board fits the free part of the screen. */
  #fitting({ x0, y0, x1, y1 }: Seen): number {
    const across = (this.#view.width - 2 * PADDING) / Math.max(1, x1 - x0);
    const down = (this.#view.height - 2 * PADDING) / Math.max(1, y1 - y0);
    return Math.min(across, down);
  }

  /** The view at a zoom that shows a part, as near as can be to the one there is. */
  #shifted({ x0, y0, x1, y1 }: Seen, zoom: number): View {
    const now = this.goal;
    const [middle, centre] = this.middle;
    const [bx, by] = [(middle - now.x) / now.zoom, (centre - now.y) / now.zoom];
    const { top } = this.#inset;
    return this.#kept({
      zoom,
      x: within(middle - bx * zoom, x0 * zoom, x1 * zoom, 0, this.#view.width),
      y: within(centre - by * zoom, y0 * zoom, y1 * zoom, top, this.#view.height),
    });
  }

  /** Shows the board so that a pixel of the drawings is a pixel of the screen. */
  actual(unit: number): void {
    this.zoomAt(1 / (unit * this.zoom), ...this.middle);
    this.settle();
  }

  /** Zooms so that what lies at a point of the screen stays there. */
  zoomAt(factor: number, x: number, y: number): void {
    this.#byHand = true;
    this.#take();
    const next = this.#allowed(this.zoom * factor);
    const ratio = next / this.zoom;
    this.x = x - (x - this.x) * ratio;
    this.y = y - (y - this.y) * ratio;
    this.zoom = next;
    this.#keepInSight();
    this.#settleSoon();
  }

  pan(dx: number, dy: number): void {
    this.#take();
    this.x += dx;
    this.y += dy;
    this.#keepInSight();
    this.#settleSoon();
  }

  /** Brings a point of the board to the middle of the screen. */
  centre(at: Point): void {
    this.#shown = null;
    this.#go(this.#around(at, this.goal.zoom));
  }

  /** The same at once, for a hand that leads it. */
  follow(at: Point): void {
    this.#take();
    this.#jump(this.#around(at, this.zoom));
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

  /** Somebody looks elsewhere: whatever was under way ends. */
  #take(): void {
    this.#goal = null;
    this.#shown = null;
  }

  #around([x, y]: Point, zoom: number): View {
    const allowed = this.#allowed(zoom);
    const [middle, centre] = this.middle;
    return this.#kept({ x: middle - x * allowed, y: centre - y * allowed, zoom: allowed });
  }

  #jump(view: View): void {
    this.#goal = null;
    this.x = view.x;
    this.y = view.y;
    this.zoom = view.zoom;
    this.settle();
  }

  /** Goes to a view, in a short time where it may. */
  #go(view: View): void {
    const now = this.goal;
    if (Math.abs(view.x - now.x) + Math.abs(view.y - now.y) < 1 && view.zoom === now.zoom) return;
    if (!this.smooth || typeof requestAnimationFrame === "undefined") this.#jump(view);
    else this.#glide({ x: this.x, y: this.y, zoom: this.zoom }, view);
  }

  #glide(from: View, to: View): void {
    this.#goal = to;
    clearTimeout(this.#timer);
    const began = performance.now();
    const step = (now: number): void => {
      if (this.#goal !== to) return;
      const part = eased((now - began) / GLIDE_MS);
      if (part >= 1) {
        this.#jump(to);
        return;
      }
      this.x = from.x + (to.x - from.x) * part;
      this.y = from.y + (to.y - from.y) * part;
      this.zoom = from.zoom + (to.zoom - from.zoom) * part;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  #allowed(zoom: number): number {
    const most = Math.max(LARGEST_CELL / this.#cell, this.whole);
    return Math.min(most, Math.max(this.whole * 0.85, zoom));
  }

  #keepInSight(): void {
    const { x, y } = this.#kept(this);
    this.x = x;
    this.y = y;
  }

  /** The board may be moved until its edge is in the middle of the screen, but a small one stays inside. */
  #kept({ x, y, zoom }: View): View {
    const { top } = this.#inset;
    return {
      x: kept(x, this.#board.width * zoom, this.#view.width),
      y: top + kept(y - top, this.#board.height * zoom, this.#view.height),
      zoom,
    };
  }
}

/** Slow at the end: 0 at the beginning, 1 when the time is over. */
function eased(part: number): number {
  return 1 - (1 - Math.min(1, Math.max(0, part))) ** 3;
}

/** Shifts an offset no more than it must be for a stretch to lie within the room after a start. */
function within(at: number, low: number, high: number, start: number, room: number): number {
  const [first, last] = [start + PADDING - low, start + room - PADDING - high];
  if (first > last) return (first + last) / 2;
  return Math.min(last, Math.max(first, at));
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
