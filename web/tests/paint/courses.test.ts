import { describe, expect, test } from "vitest";
import { coursesOf } from "../../src/lib/paint/courses";
import { gridOf, type HexGrid } from "../../src/lib/scene/hexes";
import { layout, sceneOf, shapeOfScene } from "../fixtures/scenes";

const rolica = shapeOfScene(sceneOf("rolica_1"));
const grid = rolica.grid ?? gridOf(layout("pointy", 1, 1));

function cells(of: HexGrid, labels: string): Set<number> {
  return new Set(labels.split(" ").map((label) => of.labels.indexOf(label)));
}

function courses(labels: string): string[][] {
  return coursesOf(grid, cells(grid, labels)).map((course) => course.map((cell) => grid.labels[cell] ?? ""));
}

describe("the course of a river", () => {
  test("runs through all its cells from the edge of the board to its spring", () => {
    const stream = "1,3 2,3 3,4 4,4 4,5 4,6 4,7 4,8 5,9 5,10 5,11 6,11";
    expect(courses(stream)).toEqual([stream.split(" ")]);
  });

  test("goes through a triangle of cells rather than past one of them", () => {
    const [course] = courses("1,9 2,9 2,10 3,11 4,11 4,12");
    expect(course).toHaveLength(6);
  });

  test("has a branch that begins where it joins", () => {
    const found = courses("7,9 6,9 6,10 5,11 5,12 5,13 4,11 3,11 2,11 1,12");
    expect(found).toHaveLength(2);
    expect(found[0]).toContain(found[1]?.[0]);
    expect(new Set(found.flat()).size).toBe(10);
  });

  test("is one for each water", () => {
    expect(courses("1,1 1,2 9,1 9,2")).toHaveLength(2);
  });

  test("reaches every cell of a lake as well", () => {
    const lake = "4,4 4,5 4,6 5,4 5,5 5,6 5,7 6,4 6,5 6,6";
    expect(new Set(courses(lake).flat()).size).toBe(10);
  });
});
