import { describe, expect, test } from "vitest";
import { placed } from "../../src/themes/paths";

describe("a path that is put elsewhere", () => {
  test("has all its points moved and scaled", () => {
    expect(placed("M0-9L10-5.6.6-2Z", 10, 20, 2)).toBe("M10 2L30 8.8 11.2 16Z");
    expect(placed("M1 2H5V6C1 1 2 2 3 3", 1, 1)).toBe("M2 3H6V7C2 2 3 3 4 4");
  });

  test("keeps the shape of its arcs", () => {
    expect(placed("M3.3.9A3.9 3.9 0 1 1-4.5.9 3.9 3.9 0 1 1 3.3.9Z", 1, 2, 2)).toBe(
      "M7.6 3.8A7.8 7.8 0 1 1 -8 3.8 7.8 7.8 0 1 1 7.6 3.8Z",
    );
  });
});
