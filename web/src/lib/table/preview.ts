/** What a preview shows, and who takes part in it. */

import type { Choice, Piece, Preview, Scene, Target } from "../../generated/protocol";

/** A preview and what it is about. */
export interface Shown {
  readonly preview: Preview;
  readonly choice: Choice | null;
  readonly target: Target;
  readonly of: Target | null;
}

export interface Parties {
  readonly who: Piece | undefined;
  readonly whom: Piece | undefined;
}

/** Whether there is anything to show at all, on the board or on a card. */
export function hasContent(preview: Preview): boolean {
  return hasCard(preview) || [preview.reach, preview.sight, preview.ghosts].some((part) => part?.length);
}

/** Whether there is something to write on a card. */
export function hasCard(preview: Preview): boolean {
  const { ledgers, odds, facts, violations } = preview;
  return [ledgers, odds, facts, violations].some((part) => part?.length);
}

/** Who acts on whom: what is in hand, or else a piece that the answer names besides its target. */
export function partiesOf(scene: Scene | null, shown: Shown | null): Parties {
  const pieces = scene?.pieces ?? [];
  const whom = pieceAt(pieces, shown?.target);
  const inHand = pieceAt(pieces, shown?.of);
  if (inHand || !shown?.choice) return { who: inHand, whom };
  const named = Object.values(shown.choice.answer ?? {}).filter((one) => typeof one === "string");
  return { who: pieces.find((one) => named.includes(one.id) && one.id !== whom?.id), whom };
}

function pieceAt(pieces: readonly Piece[], target: Target | null | undefined): Piece | undefined {
  return target?.kind === "piece" ? pieces.find((one) => one.id === target.id) : undefined;
}
