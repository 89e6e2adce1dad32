import type { AreaBoard, HexBoard, Piece, Scene, TableBoard, Target } from "../../generated/protocol";

export type Board = HexBoard | AreaBoard | TableBoard;
export type Point = readonly [number, number];
export type Outline = readonly Point[];
export type Place = Piece["at"];

/** Gives the board on which things happen, if the scene has any. */
export function focusedBoard(scene: Scene): Board | undefined {
  const boards = scene.boards ?? [];
  return boards.find((board) => board.id === scene.focus) ?? boards[0];
}

/** Tells whether a place lies on a board; a place without a board lies on the first one. */
function liesOn(place: Place, board: Board, scene: Scene): boolean {
  if (place.on === "tray") return false;
  return (place.board || scene.boards?.[0]?.id) === board.id;
}

/** Lists the pieces of a board, the higher ones at the end. */
export function piecesOn(scene: Scene, board: Board): Piece[] {
  const found = (scene.pieces ?? []).filter((piece) => liesOn(piece.at, board, scene));
  return found.sort((a, b) => (a.layer ?? 0) - (b.layer ?? 0));
}

/** Gives a target a name under which it can be kept in sets and maps. */
export function keyOf(target: Target): string {
  return `${target.kind}/${target.id}`;
}

/** Tells whether two targets are the same thing. */
export function sameTarget(a: Target | null | undefined, b: Target | null | undefined): boolean {
  return !!a && !!b && a.kind === b.kind && a.id === b.id;
}

export function pieceTarget(piece: { id: string }): Target {
  return { kind: "piece", id: piece.id };
}

export function cellTarget(cell: number): Target {
  return { kind: "cell", id: String(cell) };
}
