import { describe, expect, test } from "vitest";
import type { AreaBoard, Piece, Target } from "../../src/generated/protocol";
import { footprint, groundAt, placeOf, shapeOf } from "../../src/lib/scene/geometry";
import { bearingOf, firstStop, inReadingOrder, stepFrom } from "../../src/lib/scene/reading";
import { layout, sceneOf, shapeOfScene } from "../fixtures/scenes";

const rolica = sceneOf("rolica_1");
const shape = shapeOfScene(rolica);
const pieces: readonly Piece[] = rolica.pieces ?? [];
const cell = (id: number): Target => ({ kind: "cell", id: String(id) });

const map: AreaBoard = {
  board: "areas",
  id: "map",
  width: 1200,
  height: 600,
  areas: [
    { id: "west", name: { id: "w", args: {} }, at: [100, 300], outline: [box(0, 0, 400, 600)] },
    { id: "east", name: { id: "e", args: {} }, outline: [box(400, 0, 800, 600)] },
  ],
};

function box(x: number, y: number, w: number, h: number): [number, number][] {
  return [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ];
}

describe("the place of", () => {
  test("a cell, an edge, a corner and a piece on a hex board", () => {
    expect(placeOf(shape, cell(58))?.outlines[0]).toHaveLength(6);
    expect(placeOf(shape, { kind: "edge", id: "58:1" })?.centre[0]).toBeCloseTo(900);
    expect(placeOf(shape, { kind: "vertex", id: "58:5" })?.centre[1]).toBeCloseTo(404.145 - 57.735);
    const home = pieces[0]?.at.on === "cells" ? pieces[0].at.cells[0] : -1;
    const at = placeOf(shape, { kind: "piece", id: pieces[0]?.id ?? "" }, pieces)?.centre;
    expect(at).toEqual(placeOf(shape, cell(home ?? -1))?.centre);
  });

  test("nothing that is not there", () => {
    expect(placeOf(shape, cell(999))).toBeUndefined();
    expect(placeOf(shape, { kind: "piece", id: "nobody" }, pieces)).toBeUndefined();
    expect(placeOf(shape, { kind: "card", id: "x" })).toBeUndefined();
  });

  test("an area: where its name stands, or its middle", () => {
    expect(placeOf(shapeOf(map), { kind: "area", id: "west" })?.centre).toEqual([100, 300]);
    expect(placeOf(shapeOf(map), { kind: "area", id: "east" })?.centre).toEqual([800, 300]);
  });

  test("a point of a table", () => {
    const table = shapeOfScene(sceneOf("toy.field"));
    expect(placeOf(table, { kind: "point", id: "120,-7" })?.centre).toEqual([120, -7]);
  });
});

test("the ground under a point is a cell, an area, or nothing on a table", () => {
  expect(groundAt(shape, [850, 404])).toEqual(cell(58));
  expect(groundAt(shapeOf(map), [700, 10])).toEqual({ kind: "area", id: "east" });
  expect(groundAt(shapeOfScene(sceneOf("toy.field")), [10, 10])).toBeUndefined();
});

test("a base turns clockwise with its facing", () => {
  const [front] = footprint([0, 0], [40, 20], 9000);
  expect(front?.map(Math.round)).toEqual([10, -20]);
});

describe("reading order", () => {
  test("goes from the top line down and from left to right", () => {
    const order = inReadingOrder(shape, [cell(0), cell(112), cell(100), cell(1)], (target) => target, pieces);
    expect(order.map((target) => target.id)).toEqual(["100", "112", "0", "1"]);
  });
});

describe("the cursor", () => {
  const go = (from: number, key: string) =>
    stepFrom(shape, cell(from), bearingOf(shape, key) ?? -1, pieces)?.id;

  test("steps sideways with the arrows and to all six sides with the letters", () => {
    expect([go(58, "ArrowLeft"), go(58, "ArrowRight")]).toEqual(["57", "59"]);
    expect([go(58, "q"), go(58, "e"), go(58, "a"), go(58, "d")]).toEqual(["70", "71", "45", "46"]);
  });

  test("keeps its line when it goes up and down", () => {
    const up = go(58, "ArrowUp") ?? "";
    const upUp = go(Number(up), "w") ?? "";
    expect(shape.grid?.labels[Number(upUp)]).toBe("7,9");
    expect(go(Number(upUp), "s")).toBe(up);
    expect(go(Number(up), "ArrowDown")).toBe("58");
  });

  test("stops at the edge of the board", () => {
    expect(go(0, "ArrowLeft")).toBeUndefined();
    expect(go(112, "e")).toBeUndefined();
  });

  test("goes up and down in its column on a flat-topped board", () => {
    const flat = shapeOf({ board: "hex", id: "b", layout: layout("flat", 4, 5) });
    expect(stepFrom(flat, cell(7), bearingOf(flat, "ArrowUp") ?? -1, [])?.id).toBe("6");
    const right = stepFrom(flat, cell(7), bearingOf(flat, "ArrowRight") ?? -1, [])?.id;
    expect(stepFrom(flat, cell(Number(right)), bearingOf(flat, "ArrowLeft") ?? -1, [])?.id).toBe("7");
  });

  test("goes from piece to piece on a table, and knows no letters there", () => {
    const scene = sceneOf("toy.field");
    const table = shapeOfScene(scene);
    const from: Target = { kind: "piece", id: "red-captain" };
    expect(stepFrom(table, from, 90, scene.pieces ?? [])?.id).toBe("red-foot-2");
    expect(bearingOf(table, "q")).toBeUndefined();
  });

  test("begins where one's piece is, else in the middle", () => {
    expect(firstStop(shape, pieces, cell(3))?.id).toBe("3");
    expect(shape.grid?.labels[Number(firstStop(shape, pieces)?.id)]).toBe("5,7");
  });
});
