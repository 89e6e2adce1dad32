import type { Point } from "../scene/board";

const DRAG_PX = 7;
const HOLD_MS = 450;
const WHEEL = 0.0016;
const LINE_PX = 16;

/** Something that is held and follows the pointer, instead of the board being moved. */
export interface Grab {
  move(at: Point): void;
  drop(at: Point): void;
  cancel(): void;
  /** The wheel is turned while it is held. */
  turn?(by: 1 | -1): void;
}

/** What the fingers or the mouse do, in pixels from the corner of the element. */
export interface Hands {
  /** Whether there is something to hold where a finger or the mouse comes down. */
  grab?(at: Point, touch: boolean): Grab | null;
  pan(dx: number, dy: number): void;
  zoom(factor: number, at: Point): void;
  /** A pan or zoom has come to an end. */
  rest(): void;
  point(at: Point | null): void;
  pick(at: Point, touch: boolean): void;
  hold(at: Point): void;
}

/** Turns pointer and wheel events of an element into gestures; the result takes them off again. */
export function listen(element: HTMLElement, hands: Hands): () => void {
  const gestures = new Gestures(element, hands);
  const stop = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(name: K, act: (event: HTMLElementEventMap[K]) => void) =>
    element.addEventListener(name, act, { passive: false, signal: stop.signal });
  on("pointerdown", (event) => gestures.down(event));
  on("pointermove", (event) => gestures.move(event));
  on("pointerup", (event) => gestures.up(event, true));
  on("pointercancel", (event) => gestures.up(event, false));
  on("pointerleave", (event) => gestures.leave(event));
  on("wheel", (event) => gestures.wheel(event));
  return () => {
    gestures.stopHolding();
    stop.abort();
  };
}

class Gestures {
  /** The fingers that are down, and where. */
  readonly #fingers = new Map<number, Point>();
  #start: Point = [0, 0];
  /** Whether what is going on is no tap any more. */
  #dragging = false;
  #held: ReturnType<typeof setTimeout> | undefined;
  /** What is held, and by which finger. */
  #grab: { readonly by: number; readonly grab: Grab } | null = null;

  constructor(
    readonly element: HTMLElement,
    readonly hands: Hands,
  ) {}

  down(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button === 2) return;
    const at = this.#at(event);
    this.#fingers.set(event.pointerId, at);
    this.element.setPointerCapture(event.pointerId);
    this.stopHolding();
    if (this.#fingers.size > 1) this.#letGo();
    this.#dragging = this.#fingers.size > 1;
    if (this.#dragging) return;
    this.#start = at;
    const grab = this.hands.grab?.(at, event.pointerType !== "mouse");
    this.#grab = grab ? { by: event.pointerId, grab } : null;
    this.#held = setTimeout(() => this.#hold(at), HOLD_MS);
  }

  move(event: PointerEvent): void {
    const now = this.#at(event);
    const before = this.#fingers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") this.hands.point(now);
      return;
    }
    this.#fingers.set(event.pointerId, now);
    if (!this.#dragging && distance(now, this.#start) <= DRAG_PX) return;
    this.stopHolding();
    this.#dragging = true;
    if (this.#grab) this.#grab.grab.move(now);
    else this.#drag(event.pointerId, before, now);
  }

  /** A second finger looks around: nothing is held any more. */
  #letGo(): void {
    const held = this.#grab;
    this.#grab = null;
    if (this.#dragging) held?.grab.cancel();
  }

  up(event: PointerEvent, ended: boolean): void {
    const known = this.#fingers.delete(event.pointerId);
    this.stopHolding();
    if (!known || this.#fingers.size) return;
    const held = this.#grab;
    this.#grab = null;
    if (held && this.#dragging && ended) held.grab.drop(this.#at(event));
    else if (held && this.#dragging) held.grab.cancel();
    else if (this.#dragging) this.hands.rest();
    else if (ended) this.hands.pick(this.#at(event), event.pointerType !== "mouse");
  }

  leave(event: PointerEvent): void {
    if (event.pointerType === "mouse" && !this.#fingers.size) this.hands.point(null);
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    if (this.#grab && this.#dragging) {
      this.#grab.grab.turn?.(event.deltaY > 0 ? 1 : -1);
      return;
    }
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
    const pinched = event.ctrlKey ? 5 : 1;
    if (event.shiftKey) this.hands.pan(-(event.deltaX || event.deltaY) * lines, 0);
    else this.hands.zoom(Math.exp(-event.deltaY * lines * WHEEL * pinched), this.#at(event));
  }

  stopHolding(): void {
    clearTimeout(this.#held);
  }

  #hold(at: Point): void {
    this.#grab = null;
    this.#dragging = true;
    this.hands.hold(at);
  }

  /** One finger pans; of two, each pans half the way, and their distance zooms. */
  #drag(id: number, before: Point, now: Point): void {
    const other = [...this.#fingers].find(([finger]) => finger !== id)?.[1];
    const share = other ? 0.5 : 1;
    this.hands.pan((now[0] - before[0]) * share, (now[1] - before[1]) * share);
    if (!other) return;
    const middle: Point = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
    this.hands.zoom(distance(now, other) / Math.max(1, distance(before, other)), middle);
  }

  #at(event: MouseEvent): Point {
    const box = this.element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }
}

function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(ax - bx, ay - by);
}
