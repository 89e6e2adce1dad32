import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cellAt, gridOf, outlineOf, sideOf } from "../../src/lib/scene/hexes";
import { rimOf } from "../../src/lib/scene/rim";
import { layout, sceneOf, shapeOfScene } from "../fixtures/scenes";

const rolica = shapeOfScene(sceneOf("rolica_1"));
const flat = gridOf({ ...layout("flat", 4, 5), digits: 2, separator: "", without: ["0102"] });

function rounded([x, y]: readonly [number, number]): [number, number] {
  return [Math.round(x * 100) / 100, Math.round(y * 100) / 100];
}

describe("a hex grid", () => {
  const grid = rolica.grid ?? gridOf(layout("pointy", 1, 1));

  test("lies where the server says it lies", () => {
    expect([grid.width, grid.height].map((n) => Math.round(n * 100) / 100)).toEqual([1300, 808.29]);
    expect(rounded(grid.centres[0] ?? [0, 0])).toEqual([50, 750.56]);
    expect(rounded(grid.centres[58] ?? [0, 0])).toEqual([850, 404.15]);
    expect(rounded(flat.centres[18] ?? [0, 0])).toEqual([317.54, 500]);
  });

  test("names its cells as the server does, and leaves out what is left out", () => {
    expect([grid.labels[0], grid.labels[58], grid.labels[112]]).toEqual(["1,1", "5,9", "9,13"]);
    expect(flat.labels).toHaveLength(19);
    expect([flat.labels[0], flat.labels[1]]).toEqual(["0101", "0103"]);
  });

  test("has the neighbours the server says, hexside by hexside", () => {
    expect(grid.neighbours[58]).toEqual([71, 59, 46, 45, 57, 70]);
    expect(grid.neighbours[112]).toEqual([undefined, undefined, undefined, 99, 111, undefined]);
    expect(flat.neighbours[1]).toEqual([undefined, 5, 6, 2, undefined, undefined]);
  });

  test("finds the cell of every point of it, and none outside", () => {
    fc.assert(
      fc.property(
        fc.nat(112),
        fc.double({ min: 0, max: 0.98, noNaN: true }),
        fc.nat(5),
        (cell, part, corner) => {
          const [x, y] = grid.centres[cell] ?? [0, 0];
          const [cx, cy] = outlineOf(grid, cell)[corner] ?? [0, 0];
          expect(cellAt(grid, [x + (cx - x) * part, y + (cy - y) * part])).toBe(cell);
        },
      ),
    );
    expect(cellAt(grid, [-5, 750])).toBeUndefined();
    expect(cellAt(grid, [2, 692])).toBeUndefined();
  });

  test("shares each hexside between the two cells that meet there", () => {
    const [a, b] = sideOf(grid, 58, 1);
    const [c, d] = sideOf(grid, 59, 4);
    expect([rounded(a), rounded(b)]).toEqual([rounded(d), rounded(c)]);
  });
});

describe("the rim of cells", () => {
  const grid = rolica.grid ?? gridOf(layout("pointy", 1, 1));

  test("of one cell has six corners, of two neighbours ten", () => {
    expect(rimOf(grid, new Set([58])).map((ring) => ring.length)).toEqual([6]);
    expect(rimOf(grid, new Set([58, 59])).map((ring) => ring.length)).toEqual([10]);
  });

  test("goes around a hole too", () => {
    const around = new Set((grid.neighbours[58] ?? []).filter((cell) => cell !== undefined));
    expect(
      rimOf(grid, around)
        .map((ring) => ring.length)
        .sort((a, b) => a - b),
    ).toEqual([6, 18]);
  });

  test("of the whole board is one ring", () => {
    expect(rimOf(grid, new Set(grid.centres.keys()))).toHaveLength(1);
  });
});
