import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fieldOf } from "../../src/lib/paint/distance";
import { latticeOver, noiseAt, noiseOver, smooth } from "../../src/lib/paint/noise";
import { apart, hash2, rng, scattered, seedOf } from "../../src/lib/paint/random";
import { spline } from "../../src/lib/paint/spline";

const SQUARE = [
  [20, 20],
  [60, 20],
  [60, 60],
  [20, 60],
] as const;

describe("chance", () => {
  test("is the same for the same seed on every machine", () => {
    const next = rng(7);
    expect([next(), next(), next()].map((n) => n.toFixed(6))).toEqual(["0.011705", "0.061958", "0.976908"]);
    expect(hash2(3, 4, 5).toFixed(6)).toBe("0.646756");
    expect(seedOf("ccn.scenario.rolica_1")).toBe(seedOf("ccn.scenario.rolica_1"));
    expect(seedOf("a")).not.toBe(seedOf("b"));
  });

  test("strews points that depend on their place alone", () => {
    const small = scattered({ x0: 0, y0: 0, x1: 50, y1: 50 }, 10, 3);
    const large = scattered({ x0: -100, y0: -100, x1: 50, y1: 50 }, 10, 3);
    const places = new Set(large.map(({ x, y }) => `${x}/${y}`));
    expect(small).toHaveLength(25);
    expect(small.every(({ x, y }) => places.has(`${x}/${y}`))).toBe(true);
  });

  test("thins points out until none is too near to another, and none could be added", () => {
    const points = scattered({ x0: 0, y0: 0, x1: 100, y1: 100 }, 4, 9);
    const kept = apart(points, 9);
    const near = (a: { x: number; y: number }, b: { x: number; y: number }) =>
      Math.hypot(a.x - b.x, a.y - b.y) < 9;
    expect(kept.some((a) => kept.some((b) => a !== b && near(a, b)))).toBe(false);
    expect(points.every((point) => kept.some((one) => near(one, point)))).toBe(true);
  });
});

describe("noise", () => {
  test("over a lattice is the noise at its points", () => {
    const lattice = latticeOver(-13, 7, 90, 60, 3);
    const values = noiseOver(lattice, 26, 40, 3);
    fc.assert(
      fc.property(fc.nat(lattice.columns - 1), fc.nat(lattice.rows - 1), (column, row) => {
        const [x, y] = [lattice.x0 + column * 3, lattice.y0 + row * 3];
        expect(values[row * lattice.columns + column]).toBeCloseTo(noiseAt(x / 26, y / 26, 40, 3), 4);
      }),
    );
  });

  test("stays between 0 and 1", () => {
    const values = noiseOver(latticeOver(0, 0, 300, 300, 3), 46, 1, 4);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThanOrEqual(1);
  });

  test("a smooth step goes from 0 to 1", () => {
    expect([smooth(2, 4, 1), smooth(2, 4, 3), smooth(2, 4, 9)]).toEqual([0, 0.5, 1]);
  });
});

describe("the distance to an edge", () => {
  const field = fieldOf([SQUARE], latticeOver(0, 0, 80, 80, 1));

  test("is positive inside, negative outside, and right to a pixel", () => {
    expect(Math.abs(field.at(40, 40) - 20)).toBeLessThan(1.5);
    expect(Math.abs(field.at(10, 40) + 10)).toBeLessThan(1.5);
    expect(Math.abs(field.at(10, 10) + Math.hypot(10, 10))).toBeLessThan(1.5);
  });

  test("to nothing is far", () => {
    expect(fieldOf([], latticeOver(0, 0, 9, 9, 3)).at(4, 4)).toBeLessThan(-1000);
  });
});

test("a smooth line goes through its points", () => {
  const line = spline(
    [
      [0, 0],
      [50, 20],
      [100, 0],
    ],
    5,
  );
  expect(line.some(([x, y]) => Math.hypot(x - 50, y - 20) < 0.01)).toBe(true);
  expect(line.at(-1)).toEqual([100, 0]);
});
