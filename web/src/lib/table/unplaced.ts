/** The units beside the table that can be put on it. */

import type { Message, Piece, Scene } from "../../generated/protocol";
import { unitKey } from "../board/measured/units";

/** A unit that stands nowhere yet. */
export interface Unplaced {
  readonly key: string;
  /** The first of its pieces. */
  readonly piece: Piece;
  readonly count: number;
  /** What the list of the tray says about it. */
  readonly note: Message | null;
}

/** Units that wait in one tray. */
export interface Waiting {
  readonly tray: string;
  readonly title: Message | null;
  readonly units: readonly Unplaced[];
}

/** Lists the units in trays that can be taken in hand, tray by tray. */
export function unplacedIn(scene: Scene, mayTake: (id: string) => boolean): Waiting[] {
  const trays = new Map<string, Map<string, Piece[]>>();
  for (const piece of scene.pieces ?? []) {
    if (piece.at.on !== "tray") continue;
    const units = trays.get(piece.at.tray) ?? new Map<string, Piece[]>();
    units.set(unitKey(piece), [...(units.get(unitKey(piece)) ?? []), piece]);
    trays.set(piece.at.tray, units);
  }
  const found = [...trays].map(([tray, units]) => {
    const roster = (scene.trays ?? []).find((one) => one.id === tray);
    const rows = roster?.tray === "roster" ? (roster.rows ?? []) : [];
    const takeable = [...units].filter(([, pieces]) => pieces.some((piece) => mayTake(piece.id)));
    return {
      tray,
      title: roster?.title ?? null,
      units: takeable.flatMap(([key, pieces]) => unplaced(key, pieces, rows)),
    };
  });
  return found.filter(({ units }) => units.length);
}

type Rows = readonly { readonly piece?: string; readonly note?: Message | null }[];

function unplaced(key: string, pieces: readonly Piece[], rows: Rows): Unplaced[] {
  const [piece] = pieces;
  if (!piece) return [];
  const row = rows.find((one) => pieces.some((other) => other.id === one.piece));
  return [{ key, piece, count: pieces.length, note: row?.note ?? null }];
}
