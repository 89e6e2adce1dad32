/** What the pointer does with pieces of terrain. */

import type { Carry } from "../../board/measured/carry";
import { facingTowards, turnBetween } from "../../board/measured/poses";
import type { Point } from "../../scene/board";
import type { TerrainDraft } from "./draft.svelte";
import { coverOf, pieceAt, pivotOf, scaledPiece, type TerrainPiece, turnedPiece } from "./pieces";

export interface TerrainHandles {
  readonly turn: Point | null;
  readonly scale: Point | null;
  readonly ends: readonly Point[];
}

/** A piece as it is shown while it is dragged. */
export interface Dragged {
  readonly piece: TerrainPiece;
}

const HANDLE_PX = 26;
const MOUSE_PX = 15;
const FINGER_PX = 28;
const THIN_PX = 22;

/** Where a piece can be turned, resized, or pulled by its ends. */
export function handlesOf(draft: TerrainDraft, piece: TerrainPiece, px: number): TerrainHandles {
  const cover = coverOf(piece, draft.table);
  const [xs, ys] = [cover.map(([x]) => x), cover.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const within = ([x, y]: Point): Point => [
    Math.min(draft.table.width, Math.max(0, x)),
    Math.min(draft.table.height, Math.max(0, y)),
  ];
  const ends = draft.mayReshape(piece.id) && piece.via?.length ? [piece.via[0], piece.via.at(-1)] : [];
  return {
    turn: piece.edge ? null : within([(left + right) / 2, top - HANDLE_PX * px]),
    scale: draft.mayReshape(piece.id) && piece.outline ? within([right + 8 * px, bottom + 8 * px]) : null,
    ends: ends.flatMap((end) => (end ? [end] : [])),
  };
}

/** Finds what is held where the pointer comes down; a piece is chosen by that too. */
export function grabTerrain(
  draft: TerrainDraft,
  at: Point,
  how: { readonly px: number; readonly touch: boolean },
  show: (dragged: Dragged | null) => void,
): Carry | null {
  const chosen = draft.piece;
  const near = (point: Point | null | undefined) =>
    !!point && Math.hypot(point[0] - at[0], point[1] - at[1]) <= (how.touch ? FINGER_PX : MOUSE_PX) * how.px;
  if (chosen) {
    const handles = handlesOf(draft, chosen, how.px);
    const end = handles.ends.findIndex(near);
    if (end >= 0) return pulling(draft, chosen, end === 0 ? 0 : 1, show);
    if (near(handles.turn)) return turning(draft, chosen, at, show);
    if (near(handles.scale)) return scaling(draft, chosen, at, show);
  }
  const piece = pieceAt(draft.pieces, at, draft.table, THIN_PX * how.px);
  return piece ? moving(draft, piece, at, show) : null;
}

type Show = (dragged: Dragged | null) => void;

function moving(draft: TerrainDraft, piece: TerrainPiece, start: Point, show: Show): Carry {
  const by = (at: Point): Point => [at[0] - start[0], at[1] - start[1]];
  return carry(
    show,
    (at) => {
      draft.selected = piece.id;
      return draft.shown(piece.id, by(at));
    },
    (at) => draft.move(piece.id, by(at)),
  );
}

function turning(draft: TerrainDraft, piece: TerrainPiece, start: Point, show: Show): Carry {
  const pivot = pivotOf(piece, draft.table);
  const first = facingTowards(pivot, start);
  const by = (at: Point) => turnBetween(first, facingTowards(pivot, at));
  return carry(
    show,
    (at) => turnedPiece(piece, by(at), draft.table),
    (at) => draft.turn(piece.id, by(at)),
  );
}

function scaling(draft: TerrainDraft, piece: TerrainPiece, start: Point, show: Show): Carry {
  const [cx, cy] = pivotOf(piece, draft.table);
  const away = ([x, y]: Point) => Math.max(1, Math.hypot(x - cx, y - cy));
  const factor = (at: Point) => Math.min(4, Math.max(0.25, away(at) / away(start)));
  return carry(
    show,
    (at) => scaledPiece(piece, factor(at), draft.table),
    (at) => draft.scale(piece.id, factor(at)),
  );
}

function pulling(draft: TerrainDraft, piece: TerrainPiece, end: 0 | 1, show: Show): Carry {
  return carry(
    show,
    (at) => draft.pulled(piece.id, end, at),
    (at) => draft.pull(piece.id, end, at),
  );
}

function carry(show: Show, shape: (at: Point) => TerrainPiece | undefined, done: (at: Point) => void): Carry {
  return {
    move: (at) => {
      const piece = shape(at);
      show(piece ? { piece } : null);
    },
    drop: (at) => {
      show(null);
      done(at);
    },
    cancel: () => show(null),
  };
}
