import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inUnits, reachOf, spanBetween } from "../../src/lib/board/measured/measuring";
import { cornersOf } from "../../src/lib/board/measured/poses";
import type { Outline, Point } from "../../src/lib/scene/board";

const base = (x: number, y: number, facing = 0): Outline => cornersOf({ x, y, facing }, [600, 300]);

const anyBase = fc
  .tuple(
    fc.integer({ min: -3000, max: 3000 }),
    fc.integer({ min: -3000, max: 3000 }),
    fc.integer({ min: 0, max: 35_999 }),
  )
  .map(([x, y, facing]) => base(x, y, facing));

/** Walks along both edges and takes the least distance: slow, and right but for the steps. */
function walked(a: Outline, b: Outline): number {
  const points = (ring: Outline): Point[] =>
    ring.flatMap(([ax, ay], i) => {
      const [bx, by] = ring[(i + 1) % ring.length] ?? [ax, ay];
      return Array.from(
        { length: 40 },
        (_, k): Point => [ax + ((bx - ax) * k) / 40, ay + ((by - ay) * k) / 40],
      );
    });
  const others = points(b);
  return Math.min(...points(a).flatMap(([x, y]) => others.map(([ox, oy]) => Math.hypot(ox - x, oy - y))));
}

describe("measuring", () => {
  it("goes from edge to edge of bases, not from centre to centre", () => {
    const span = spanBetween(base(0, 0), base(0, 1000));
    expect(span.length).toBe(700);
    expect([span.from[1], span.to[1]]).toEqual([150, 850]);
  });

  it("goes from corner to corner where that is nearest", () => {
    expect(spanBetween(base(0, 0), base(900, 700)).length).toBeCloseTo(Math.hypot(300, 400));
  });

  it("is nothing where bases overlap or cross, though no corner lies in the other", () => {
    expect(spanBetween(base(0, 0), base(100, 100)).length).toBe(0);
    expect(spanBetween(base(0, 0), base(0, 0, 9000)).length).toBe(0);
  });

  it("goes from a point to a base, and from a point to a point", () => {
    expect(reachOf(base(0, 0), [0, 500])).toBe(350);
    expect(reachOf(base(0, 0), [10, 20])).toBe(0);
    expect(spanBetween([[0, 0]], [[300, 400]]).length).toBe(500);
  });

  it("is the same in both directions and never longer than any way along the edges", () => {
    fc.assert(
      fc.property(anyBase, anyBase, (a, b) => {
        const { length } = spanBetween(a, b);
        expect(spanBetween(b, a).length).toBeCloseTo(length, 6);
        const slow = walked(a, b);
        expect(length).toBeLessThanOrEqual(slow + 1e-6);
        if (length > 0) expect(slow - length).toBeLessThan(16);
      }),
      { numRuns: 60 },
    );
  });

  it("is told in the unit of the table with one decimal", () => {
    expect(inUnits(1626, 254)).toBe(6.4);
    expect(inUnits(12, 254)).toBe(0);
    expect(inUnits(95, 10)).toBe(9.5);
  });
});
