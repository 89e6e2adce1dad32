import { describe, expect, test } from "vitest";
import type { Scene } from "../../src/generated/protocol";
import { detailOf } from "../../src/lib/board/art/detail";
import { choosable, type Mark } from "../../src/lib/board/marks";
import { brackets, commonRim, leastCrowded, pathOf, signsOf, spotsOf } from "../../src/lib/board/overlays";
import { sceneOf, shapeOfScene } from "../fixtures/scenes";

const rolica = sceneOf("rolica_1");
const shape = shapeOfScene(rolica);
const pieces = rolica.pieces ?? [];
const cell = (id: number, look: Mark["look"], n?: number): Mark => ({
  target: { kind: "cell", id: String(id) },
  look,
  n,
});

describe("what is marked", () => {
  test("is what the scene marks and what its reader marks, each once", () => {
    const scene: Scene = {
      ...rolica,
      overlays: [{ show: "marks", meaning: "reach", weak: true, cells: [3, 4], numbers: [1, 2] }],
    };
    const spots = spotsOf(shape, scene, pieces, [cell(4, "reach-weak", 9), cell(5, "reach")]);
    expect(spots.map((spot) => [spot.look, spot.target.id, spot.n])).toEqual([
      ["reach-weak", "3", 1],
      ["reach-weak", "4", 9],
      ["reach", "5", undefined],
    ]);
  });

  test("around a piece on a hex is its cell", () => {
    const mark: Mark = { target: { kind: "piece", id: "french-ln-1" }, look: "target" };
    expect(spotsOf(shape, rolica, pieces, [mark])[0]?.outlines[0]).toHaveLength(6);
  });

  test("in command is one piece of land", () => {
    const spots = spotsOf(shape, rolica, pieces, [cell(58, "command"), cell(59, "command")]);
    expect(commonRim(shape, spots).map((ring) => ring.length)).toEqual([10]);
  });

  test("to be chosen leaves out what is only shown", () => {
    const marks = [
      cell(1, "last"),
      cell(2, "reach"),
      cell(2, "choose"),
      cell(3, "threat"),
      cell(4, "target"),
    ];
    expect(choosable(marks).map((mark) => mark.target.id)).toEqual(["2", "4"]);
  });
});

describe("objectives", () => {
  test("say what they are worth, who has them, and whether somebody stands there", () => {
    const signs = signsOf(shape, rolica, new Set([105]));
    expect(signs.map(({ key, n, owner, taken }) => [key, n, owner, taken])).toEqual([
      ["105", 1, "", true],
      ["107", 1, "", false],
    ]);
  });

  test("that are ways off the board point outwards", () => {
    const scene = sceneOf("manoeuvres");
    const exit = signsOf(shapeOfScene(scene), scene, new Set()).find((sign) => sign.kind === "exit");
    expect(exit?.out).toBeCloseTo(0);
  });
});

describe("drawing", () => {
  const square = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ] as const;

  test("writes outlines as paths, and a bracket for every corner", () => {
    expect(pathOf([square])).toBe("M0 0L10 0L10 10L0 10Z");
    expect(brackets(square).match(/M/g)).toHaveLength(4);
    expect(brackets(square)).toMatch(/^M0 2.4L0 0L2.4 0/);
  });

  test("shows less the smaller a counter is", () => {
    expect([60, 40, 20, 8].map(detailOf)).toEqual(["near", "middle", "far", "speck"]);
  });
});

test("words stand where fewest pieces do, as near to the top as may be", () => {
  const places: [number, number][] = [
    [0, -10],
    [10, 0],
    [-10, 0],
  ];
  expect(leastCrowded(places, [], [3, 3])).toEqual([0, -10]);
  expect(leastCrowded(places, [[1, -9]], [3, 3])).toEqual([10, 0]);
  expect(leastCrowded(places, [...places, [9, 1]], [3, 3])).toEqual([0, -10]);
  expect(leastCrowded([], [[0, 0]], [3, 3])).toBeUndefined();
});
