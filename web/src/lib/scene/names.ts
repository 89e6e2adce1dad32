import type { AreaBoard, Badge, HexBoard, Piece, Scene, TableBoard, Target } from "../../generated/protocol";
import { say, sayOr, ui } from "../i18n/words.svelte";
import type { Board } from "./board";
import { contains, groundAt, shapeOf } from "./geometry";

/** Says what a thing on the board is, as a screen reader reads it. */
export function nameOf(scene: Scene, board: Board, target: Target): string {
  switch (target.kind) {
    case "piece":
      return pieceSentence(scene, board, target.id);
    case "cell":
      return cellSentence(scene, board, Number(target.id));
    case "area":
      return areaSentence(scene, board, target.id);
    case "edge":
    case "vertex":
      return cornerSentence(board, target);
    case "point":
      return pointSentence(board, target.id);
    default:
      return target.id;
  }
}

/** Names a piece without saying where it is. */
export function pieceName(piece: Piece): string {
  if (piece.hidden) return sayOr("scene.hidden_name", piece.code ?? "");
  return say(piece.name) || named("sprite", piece.sprite);
}

/** Says a piece in full: "French light infantry, 3 of 4, ordered, at 7,10, forest". */
export function pieceSentence(scene: Scene, board: Board, id: string): string {
  const piece = scene.pieces?.find((one) => one.id === id);
  if (!piece) return id;
  const carrier = scene.pieces?.find((one) => one.id === piece.inside);
  const parts = [
    pieceName(piece),
    ...sideNote(scene, piece),
    ...strengthNote(piece),
    ...(carrier ? [ui("board.with", { piece: pieceName(carrier) })] : []),
    ...(piece.badges ?? []).map(badgeName).filter(Boolean),
    ...(piece.labels ?? []).map(say),
  ];
  return standing(parts.join(", "), ...groundUnder(board, piece));
}

/** Says a cell in full: its label, its name, its ground, what it is worth, and who stands there. */
function cellSentence(scene: Scene, board: Board, cell: number): string {
  if (board.board !== "hex") return String(cell);
  const found = board.cells?.find((one) => one.id === cell);
  const ground = (found?.terrain ?? []).map((kind) => named("terrain", kind));
  const holder = found?.owner && scene.sides?.find((side) => side.seat === found.owner);
  const here = (scene.pieces ?? []).filter(
    (piece) => piece.at.on === "cells" && piece.at.cells.includes(cell),
  );
  const parts = [
    labelOf(board, cell),
    say(found?.name),
    ground.length ? ground.join(", ") : sayOr("scene.clear", ""),
    ...(found?.badges ?? []).map(badgeName),
    holder ? ui("board.held", { side: say(holder.name) }) : "",
    ...here.map((piece) => [pieceName(piece), ...strengthNote(piece)].join(" ")),
  ];
  return parts.filter(Boolean).join(", ");
}

/** Names a cell as its layout does. */
export function labelOf(board: Board, cell: number): string {
  return (board.board === "hex" && shapeOf(board).grid?.labels[cell]) || String(cell);
}

/** Names a key of the themes: `key` as `scene.kind.key`, `game/key` as `game.kind.key`. */
export function named(kind: string, key: string): string {
  const [name = key, game = "scene"] = key.split("/").reverse();
  return sayOr(`${game}.${kind}.${name}`, name.replaceAll("_", " "));
}

function badgeName(badge: Badge): string {
  if (badge.text) return say(badge.text);
  const name = named("badge", badge.kind);
  return badge.n ? `${name} ${badge.n}` : name;
}

/** The side is said only where the piece's own name might not tell. */
function sideNote(scene: Scene, piece: Piece): string[] {
  const side = scene.sides?.find((one) => one.seat === piece.owner);
  return side && (piece.hidden || !piece.livery) ? [say(side.name)] : [];
}

function strengthNote({ now, most }: Piece): string[] {
  if (now === null || now === undefined) return [];
  return [most ? ui("board.strength", { now, most }) : String(now)];
}

/** Gives the ground on which a piece stands, and the name of the place. */
function groundUnder(board: Board, piece: Piece): [string, string] {
  const place = piece.at;
  if (board.board === "hex" && place.on === "cells") {
    const cell = place.cells[0] ?? 0;
    const kinds = board.cells?.find((one) => one.id === cell)?.terrain ?? [];
    return [kinds.map((kind) => named("terrain", kind)).join(", "), labelOf(board, cell)];
  }
  if (board.board === "areas" && place.on === "area") return ["", areaName(board, place.area)];
  if (board.board === "table" && place.on === "point")
    return [tableGround(board, place), pointText(board, place)];
  return ["", ""];
}

function standing(what: string, terrain: string, place: string): string {
  if (!place) return what;
  return terrain ? ui("board.in", { what, terrain, place }) : ui("board.at", { what, place });
}

function areaName(board: AreaBoard, id: string): string {
  return say(board.areas.find((area) => area.id === id)?.name) || id;
}

function areaSentence(scene: Scene, board: Board, id: string): string {
  if (board.board === "table") return groundName(board, id);
  if (board.board !== "areas") return id;
  const area = board.areas.find((one) => one.id === id);
  const owner = scene.sides?.find((side) => side.seat === area?.owner);
  const here = (scene.pieces ?? []).filter((piece) => piece.at.on === "area" && piece.at.area === id);
  const parts = [
    areaName(board, id),
    ...(area?.terrain ?? []).map((kind) => named("terrain", kind)),
    owner ? ui("board.held", { side: say(owner.name) }) : "",
    ...(area?.badges ?? []).map(badgeName),
    ...here.map(pieceName),
  ];
  return parts.filter(Boolean).join(", ");
}

function groundName(board: TableBoard, id: string): string {
  const ground = board.ground?.find((one) => one.id === id);
  return ground ? say(ground.name) || named("terrain", ground.kind) : id;
}

function cornerSentence(board: Board, target: Target): string {
  if (board.board === "table") return target.id;
  const [cell = 0, side = 0] = target.id.split(":").map(Number);
  const key = target.kind === "edge" ? "board.edge" : "board.corner";
  return ui(key, { cell: labelOf(board, cell), n: side + 1 });
}

function tableGround(board: TableBoard, { x, y }: { x: number; y: number }): string {
  const under = (board.ground ?? []).filter((ground) => contains(ground.outline, [x, y]));
  return under.map((ground) => say(ground.name) || named("terrain", ground.kind)).join(", ");
}

function pointText(board: TableBoard, { x, y }: { x: number; y: number }): string {
  const unit = board.unit ?? 254;
  const length = (value: number) => String(Math.round((value / unit) * 10) / 10);
  return ui("board.point", {
    x: length(x),
    y: length(y),
    unit: say(board.unit_name) || sayOr("scene.unit.inch", ""),
  });
}

function pointSentence(board: Board, id: string): string {
  const [x = 0, y = 0] = id.split(",").map(Number);
  if (board.board === "table") return pointText(board, { x, y });
  const ground = groundAt(shapeOf(board), [x, y]);
  return ground?.kind === "cell" ? labelOf(board as HexBoard, Number(ground.id)) : id;
}
