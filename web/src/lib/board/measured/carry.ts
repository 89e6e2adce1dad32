import type { Point } from "../../scene/board";

/** Something that is held over a board and follows the pointer, in units of the board. */
export interface Carry {
  move(at: Point): void;
  drop(at: Point): void;
  cancel(): void;
  /** The wheel is turned while it is held. */
  turn?(by: 1 | -1): void;
}
