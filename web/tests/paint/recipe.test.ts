import { describe, expect, test } from "vitest";
import type { HexBoard, Scene } from "../../src/generated/protocol";
import { groundKey, recipeOf, runsOf } from "../../src/lib/paint/recipe";
import { focusedBoard } from "../../src/lib/scene/board";
import { sceneOf, shapeOfScene } from "../fixtures/scenes";

const painted = (scene: Scene) => recipeOf(shapeOfScene(scene), scene.sides ?? []);

function hexes(scene: Scene): HexBoard {
  const board = focusedBoard(scene);
  if (board?.board !== "hex") throw new Error("not a hex board");
  return board;
}

function keyOf(scene: Scene): string {
  return groundKey(hexes(scene), scene.sides ?? []);
}

describe("what is painted of a hex board", () => {
  const recipe = painted(sceneOf("manoeuvres"));

  test("holds every kind of ground that the board has", () => {
    expect(recipe.towns).toHaveLength(2);
    expect(recipe.sand).toHaveLength(2);
    expect(recipe.bridges).toHaveLength(1);
    expect(recipe.works).toHaveLength(2);
    expect(recipe.rivers).toHaveLength(1);
    expect(recipe.woods.length).toBeGreaterThanOrEqual(5);
  });

  test("lets deep water grow shallow along its course", () => {
    const depths = (recipe.rivers[0] ?? []).map((reach) => reach.depth);
    expect(Math.max(...depths)).toBe(1);
    expect(Math.min(...depths)).toBe(0);
  });

  test("lays rugged ground higher than hills", () => {
    const rises = recipe.hills.map((layer) => layer.rise);
    expect(recipe.hills).toHaveLength(3);
    expect(rises.reduce((sum, rise) => sum + rise, 0)).toBeGreaterThan(3);
  });

  test("puts field works along the sides they face, in one line where these meet", () => {
    expect(recipe.works.map((line) => line.length).sort()).toEqual([3, 4]);
    expect(runsOf([0, 5])).toEqual([[5, 0]]);
    expect(runsOf([0, 3])).toEqual([[0], [3]]);
  });
});

test("a river leaves the board where it comes to the edge, and ends where it does not", () => {
  const recipe = painted(sceneOf("rolica_1"));
  const [river = []] = recipe.rivers;
  const ends = [river[0], river.at(-1)];
  const outside = ends.filter((end) => end && end.y > recipe.height + 20);
  const spring = ends.find((end) => end && end.y < recipe.height / 2);
  expect(outside).toHaveLength(1);
  expect(spring?.width).toBeLessThan(8);
});

test("a ridge that reaches the edge goes on in the land beyond, a single hill does not", () => {
  const recipe = painted(sceneOf("rolica_1"));
  const outlines = recipe.hills[0]?.outlines ?? [];
  const middles = outlines.map((ring) => ring.reduce((sum, [x]) => sum + x, 0) / ring.length);
  expect(middles.filter((x) => x < 0 || x > recipe.width).length).toBeGreaterThan(0);
  const tops = outlines.map((ring) => ring.reduce((sum, [, y]) => sum + y, 0) / ring.length);
  expect(tops.filter((y) => y < 0)).toHaveLength(0);
});

test("a table is painted from its ground", () => {
  const recipe = painted(sceneOf("toy.field"));
  expect(recipe.woods).toHaveLength(3);
  expect(recipe.hills[0]?.outlines).toHaveLength(1);
  expect(recipe.width).toBeCloseTo((6000 / 254) * 25);
});

describe("the name of a ground", () => {
  test("does not change with pieces, prizes and owners", () => {
    const scene = structuredClone(sceneOf("rolica_1"));
    const before = keyOf(scene);
    const cells = (hexes(scene).cells ?? []).map((cell) => ({ ...cell, owner: "french", badges: [] }));
    const after: Scene = { ...scene, pieces: [], boards: [{ ...hexes(scene), cells }] };
    expect(keyOf(after)).toBe(before);
  });

  test("changes when a piece of ground is taken away", () => {
    const scene = sceneOf("rolica_1");
    const cells = (hexes(scene).cells ?? []).slice(1);
    expect(keyOf({ ...scene, boards: [{ ...hexes(scene), cells }] })).not.toBe(keyOf(scene));
  });

  test("of another battle is another, and so is its seed", () => {
    const [one, two] = [painted(sceneOf("rolica_1")), painted(sceneOf("manoeuvres"))];
    expect(one.seed).not.toBe(two.seed);
    expect(painted(sceneOf("rolica_1"))).toEqual(one);
  });
});
