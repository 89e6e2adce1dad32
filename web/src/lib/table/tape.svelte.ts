/** The measuring tape: from anything to anything. */

import type { Piece } from "../../generated/protocol";
import type { Carry } from "../board/measured/carry";
import { baseAt } from "../board/measured/handles";
import { type Span, spanBetween } from "../board/measured/measuring";
import { bodyOf, cornersOf } from "../board/measured/poses";
import type { Outline, Point } from "../scene/board";

/** An end of the tape: the edge of a base, or a point of the table. */
export interface Anchor {
  readonly piece: string;
  readonly outline: Outline;
}

/** How near to a base the tape clings to it, in pixels of the screen. */
const CLING_PX = 10;

export class Tape {
  on = $state(false);
  from = $state.raw<Anchor | null>(null);
  to = $state.raw<Anchor | null>(null);
  /** Whether the far end is fixed. */
  fixed = $state(false);

  /** Take it out, or put it away. */
  toggle(first?: Piece | null): void {
    this.on = !this.on;
    this.clear();
    if (this.on && first) this.from = anchorOf(first);
  }

  clear(): void {
    this.from = null;
    this.to = null;
    this.fixed = false;
  }

  /** Go back one step; false if the tape is put away. */
  back(): boolean {
    if (!this.on) return false;
    if (this.from) this.clear();
    else this.on = false;
    return true;
  }

  /** The pointer is here. */
  point(at: Point | null, pieces: readonly Piece[], px: number): void {
    if (!this.on || !this.from || this.fixed) return;
    this.to = at && anchorAt(pieces, at, px);
  }

  /** The pointer was pressed here: an end is fixed. */
  tap(at: Point, pieces: readonly Piece[], px: number): void {
    const anchor = anchorAt(pieces, at, px);
    if (this.from && !this.fixed) {
      this.to = anchor;
      this.fixed = true;
    } else {
      this.clear();
      this.from = anchor;
    }
  }

  /** Draw it out from here. */
  pull(start: Point, pieces: readonly Piece[], px: number): Carry {
    return {
      move: (at) => {
        this.from = anchorAt(pieces, start, px);
        this.to = anchorAt(pieces, at, px);
        this.fixed = true;
      },
      drop: () => undefined,
      cancel: () => this.clear(),
    };
  }

  get span(): Span | null {
    return this.from && this.to ? spanBetween(this.from.outline, this.to.outline) : null;
  }
}

/** Finds what is meant by a point: the base there or close by, or the point itself. */
export function anchorAt(pieces: readonly Piece[], at: Point, px: number): Anchor {
  const piece = baseAt(pieces, at, CLING_PX * px);
  return piece ? anchorOf(piece) : { piece: "", outline: [at] };
}

function anchorOf(piece: Piece): Anchor {
  const body = bodyOf(piece);
  return { piece: piece.id, outline: body ? cornersOf(body.pose, body.size) : [] };
}
