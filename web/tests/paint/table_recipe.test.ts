import { describe, expect, it } from "vitest";
import type { TableBoard } from "../../src/generated/protocol";
import { recipeOf } from "../../src/lib/paint/recipe";
import { bandOf, crestOf, keyhole, strip } from "../../src/lib/paint/table_recipe";
import type { Outline } from "../../src/lib/scene/board";
import { contains, shapeOf } from "../../src/lib/scene/geometry";
import { armiesScene } from "../fixtures/armies";

const [board] = armiesScene().boards ?? [];
const recipe = recipeOf(shapeOf(board as TableBoard));

function painted(more: Partial<TableBoard>) {
  const table: TableBoard = { board: "table", id: "t", width: 18_288, height: 12_192, unit: 254, ...more };
  return recipeOf(shapeOf(table));
}

describe("what is painted of a table", () => {
  it("holds every kind of ground that lies on it", () => {
    const { woods, marsh, sand, rocks, rivers, parts } = recipe;
    expect([woods.length, marsh.length, sand.length, rocks.length, rivers.length]).toEqual([2, 1, 1, 1, 2]);
    const counts = [parts.roads, parts.gullies, parts.villages, parts.ploughed, parts.shores, parts.fortress];
    expect(counts.map((list) => list.length)).toEqual([2, 1, 1, 2, 1, 9]);
  });

  it("raises a steep hill to its plateau", () => {
    const rises = recipe.hills.map(({ rise }) => rise);
    expect(rises).toEqual([1, 1.5, 1.1]);
    expect(recipe.parts.crests).toHaveLength(2);
  });

  it("lets a river be waded through where a ford lies", () => {
    const depths = recipe.rivers[0]?.map(({ depth }) => depth) ?? [];
    expect([Math.min(...depths), Math.max(...depths)]).toEqual([0, 1]);
  });

  it("does not paint twice what is there as ground and as a line", () => {
    const points: Outline = [
      [0, 6000],
      [9000, 6500],
      [18_288, 6000],
    ];
    const outline = strip(points, 600);
    const both = painted({
      ground: [{ id: "r", kind: "river", outline }],
      strokes: [{ kind: "river", points, width: 600 }],
    });
    expect(both.rivers).toHaveLength(1);
    expect(painted({ ground: [{ id: "r", kind: "river", outline }] }).rivers).toHaveLength(1);
  });

  it("takes the ground along the sea for its beach", () => {
    const beach = {
      id: "s",
      kind: "sand",
      outline: [
        [0, 11_430],
        [18_288, 11_430],
        [18_288, 12_192],
        [0, 12_192],
      ] as const,
    };
    const sea = {
      kind: "sea",
      points: [
        [18_288, 12_192],
        [0, 12_192],
      ] as const,
      width: 254,
    };
    const { sand, parts } = painted({ ground: [beach], strokes: [sea] });
    expect(sand).toEqual([]);
    expect(parts.shores).toMatchObject([{ edge: "bottom", rocky: false }]);
    expect(painted({ ground: [beach] }).parts.shores).toEqual([]);
  });

  it("does not raise a crater where a plateau is cut out of its hill", () => {
    const outline: Outline = [
      [1000, 1000],
      [6000, 1000],
      [6000, 5000],
      [1000, 5000],
    ];
    const top: Outline = [
      [2500, 2000],
      [4500, 2000],
      [4500, 4000],
      [2500, 4000],
    ];
    const hill = painted({
      ground: [
        { id: "h", kind: "steep_hill", outline, holes: [top] },
        { id: "h/top", kind: "rocky", outline: top, level: 2 },
      ],
    });
    expect(hill.hills.map(({ outlines }) => outlines[0]?.length)).toEqual([4, 4]);
    expect(hill.rocks).toHaveLength(1);
  });
});

describe("outlines", () => {
  const square: Outline = [
    [0, 0],
    [100, 0],
    [100, 100],
    [0, 100],
  ];

  it("with holes are led into them and out again", () => {
    const ring = keyhole(square, [
      [
        [40, 40],
        [60, 40],
        [60, 60],
        [40, 60],
      ],
    ]);
    expect(contains(ring, [20, 70])).toBe(true);
    expect(contains(ring, [50, 50])).toBe(false);
    expect(keyhole(square, [])).toBe(square);
  });

  it("that were lines once are recognised as such", () => {
    const line: Outline = [
      [0, 0],
      [300, 40],
      [700, 0],
    ];
    const band = bandOf(strip(line, 50));
    expect(band?.line.map(([x, y]) => [Math.round(x), Math.round(y)])).toEqual([
      [0, 0],
      [300, 40],
      [700, 0],
    ]);
    expect(band?.width).toBeCloseTo(50);
    expect(
      bandOf([
        [0, 0],
        [10, 0],
        [5, 9],
      ]),
    ).toBeUndefined();
  });

  it("have a crest along their longest dimension", () => {
    expect(
      crestOf([
        [0, 0],
        [100, 10],
        [200, 0],
        [100, -30],
      ]),
    ).toEqual([
      [0, 0],
      [200, 0],
    ]);
  });
});
