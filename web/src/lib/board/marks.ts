import type { Target } from "../../generated/protocol";
import { keyOf } from "../scene/board";

/** How something is marked on the board: one meaning, one look. */
export type Look =
  | "choose"
  | "reach"
  | "reach-weak"
  | "target"
  | "cannot"
  | "last"
  | "range"
  | "threat"
  | "command"
  | "hint";

export interface Mark {
  readonly target: Target;
  readonly look: Look;
  /** A number to show at the target. */
  readonly n?: number | undefined;
}

/** What can be pointed at and chosen, as opposed to what is only shown. */
const CHOOSABLE: ReadonlySet<Look> = new Set(["choose", "reach", "reach-weak", "target"]);

/** Lists the marks that stand for choices, one for each target. */
export function choosable(marks: readonly Mark[]): Mark[] {
  const found = new Map<string, Mark>();
  for (const mark of marks) {
    if (CHOOSABLE.has(mark.look) && !found.has(keyOf(mark.target))) found.set(keyOf(mark.target), mark);
  }
  return [...found.values()];
}
