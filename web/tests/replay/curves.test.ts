import { describe, expect, it } from "vitest";
import {
  bandsOf,
  chanceChange,
  entryAt,
  lossesOf,
  percentsOf,
  roundTop,
  stackedPaths,
  steppedPath,
  xOf,
} from "../../src/lib/replay/curves";

const frame = { left: 10, top: 0, width: 100, height: 50 };

describe("curves over a game", () => {
  it("places entries along the frame and finds them again", () => {
    expect(xOf(frame, 11, 0)).toBe(10);
    expect(xOf(frame, 11, 10)).toBe(110);
    for (let n = 0; n < 11; n++) expect(entryAt(frame, 11, xOf(frame, 11, n))).toBe(n);
    expect(entryAt(frame, 11, -50)).toBe(0);
    expect(entryAt(frame, 11, 500)).toBe(10);
  });

  it("counts losses from the greatest strength so far", () => {
    expect(lossesOf([10, 10, 8, 9, 12, 11])).toEqual([0, 0, 2, 1, 0, 1]);
  });

  it("ends its scale at a round number", () => {
    expect(roundTop([0])).toBe(5);
    expect(roundTop([4, 11])).toBe(20);
    expect(roundTop([130])).toBe(200);
  });

  it("draws steps only where something changes", () => {
    expect(steppedPath([0, 0, 5, 5], 5, { left: 0, top: 0, width: 30, height: 10 })).toBe(
      "M0.0 10.0H20.0V0.0H30.0",
    );
    expect(steppedPath([], 5, frame)).toBe("");
  });

  it("makes a band of every turn that reaches to the next one", () => {
    const turns = [0, 5].map((n) => ({ n, text: { id: "t", args: {} }, seat: n ? "b" : "a" }));
    const bands = bandsOf(turns, 11, frame);
    expect(bands.map((band) => [band.x, band.width, band.seat, band.number])).toEqual([
      [10, 50, "a", 1],
      [60, 50, "b", 2],
    ]);
  });

  it("shows only what is decided as certain", () => {
    expect(percentsOf([0, 1, 4, 125, 500, 994, 999, 1000])).toEqual([0, 1, 1, 13, 50, 99, 99, 100]);
  });

  it("tells how an entry changed the chances", () => {
    expect(chanceChange([500, 462, 580], 2)).toEqual({ from: 46, to: 58 });
    expect(chanceChange([500, 462], 0)).toBeNull();
    expect(chanceChange([], 3)).toBeNull();
  });

  it("stacks chances on one another up to the top", () => {
    const [low, high] = stackedPaths(
      [
        [500, 1000],
        [500, 0],
      ],
      frame,
    );
    expect(low).toBe("M10.0 25.0L110.0 0.0L110.0 50.0L10.0 50.0Z");
    expect(high).toBe("M10.0 0.0L110.0 0.0L110.0 0.0L10.0 25.0Z");
  });
});
