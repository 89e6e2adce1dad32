/** What a line of the report is about, on the board: the places it names. */

import type { LogLine, Message, Path, Piece, Scene, Target } from "../../generated/protocol";
import { type Board, cellTarget, focusedBoard, keyOf, type Place, piecesOn } from "./board";
import { shapeOf } from "./geometry";
import type { HexGrid } from "./hexes";

const labels = new WeakMap<HexGrid, ReadonlyMap<string, number>>();

/** Lists the places that a sentence names, in its order; where something goes to comes last. */
export function mentionedIn(board: Board, message: Message): Target[] {
  const found = new Map<string, Target>();
  for (const said of saidIn(message)) {
    const target = placeCalled(board, said);
    if (target) found.set(keyOf(target), target);
  }
  return [...found.values()];
}

/** Lists the words and sentences that a sentence is made of. */
function saidIn(message: Message): (string | Message)[] {
  const args = Object.entries(message.args ?? {}).sort(([a], [b]) => Number(a === "to") - Number(b === "to"));
  return args.flatMap(([, value]) => {
    if (typeof value === "object") return [value, ...saidIn(value)];
    return typeof value === "string" ? [value] : [];
  });
}

function placeCalled(board: Board, said: string | Message): Target | undefined {
  if (board.board === "hex") return typeof said === "string" ? cellCalled(board, said) : undefined;
  if (board.board !== "areas") return undefined;
  const id = typeof said === "string" ? said : said.id;
  const area = board.areas.find((one) => one.id === id || one.name?.id === id);
  return area && { kind: "area", id: area.id };
}

function cellCalled(board: Board, name: string): Target | undefined {
  const grid = shapeOf(board).grid;
  if (!grid) return undefined;
  let known = labels.get(grid);
  if (!known) {
    known = new Map(grid.labels.map((label, cell) => [label, cell]));
    labels.set(grid, known);
  }
  const cell = known.get(name);
  return cell === undefined ? undefined : cellTarget(cell);
}

/** Draws for each line an arrow from the first place it names to the second. */
export function arrowsOf(scene: Scene, lines: readonly LogLine[]): Path[] {
  const board = focusedBoard(scene);
  if (!board) return [];
  return lines.flatMap((line): Path[] => {
    const [from, to] = mentionedIn(board, line.text).map((target) => placeAt(board, target));
    return from && to ? [{ show: "path", meaning: "last", board: board.id, via: [from, to] }] : [];
  });
}

function placeAt(board: Board, target: Target): Path["via"][number] {
  if (target.kind === "area") return { on: "area", area: target.id, board: board.id };
  return { on: "cells", cells: [Number(target.id)], board: board.id };
}

/** Of some lines those that tell of a move that can still be seen: the piece is there and not where it was. */
export function movesStillSeen(scene: Scene, lines: readonly LogLine[]): LogLine[] {
  const board = focusedBoard(scene);
  if (!board) return [];
  const pieces = piecesOn(scene, board);
  return lines.filter((line) => {
    const [from, to, ...others] = mentionedIn(board, line.text);
    return from && to && !others.length && !isTaken(pieces, from) && isTaken(pieces, to);
  });
}

function isTaken(pieces: readonly Piece[], target: Target): boolean {
  return pieces.some((piece) => standsAt(piece.at, target));
}

function standsAt(place: Place, target: Target): boolean {
  if (place.on === "cells") return target.kind === "cell" && place.cells.includes(Number(target.id));
  return place.on === "area" && target.kind === "area" && place.area === target.id;
}

/** Lays arrows and other things over a scene. */
export function withArrows(scene: Scene, arrows: NonNullable<Scene["overlays"]>): Scene {
  return arrows.length ? { ...scene, overlays: [...(scene.overlays ?? []), ...arrows] } : scene;
}
