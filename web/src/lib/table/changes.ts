/** What differs between two scenes, as far as somebody who watches should see it. */

import type { Piece, Scene, Target } from "../../generated/protocol";

/** The first piece that moved or lost something; null if none did. */
export function changedPiece(before: Scene, after: Scene): Target | null {
  const known = new Map((before.pieces ?? []).map((piece) => [piece.id, piece]));
  const changed = (after.pieces ?? []).find((piece) => {
    const old = known.get(piece.id);
    return old !== undefined && old !== piece && (old.now !== piece.now || place(old) !== place(piece));
  });
  return changed ? { kind: "piece", id: changed.id } : null;
}

function place(piece: Piece): string {
  return JSON.stringify(piece.at);
}
