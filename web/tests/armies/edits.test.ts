import { describe, expect, test } from "vitest";
import { type Army, applied, isStructural, put, valueAt } from "../../src/lib/armies/edits";

const ARMY: Army = {
  list: "vikings",
  general: { with: 2 },
  units: [
    { line: "swordsmen", elements: { sword: 7, "sword + armoured": 2 } },
    { line: "archers", elements: { bow: 6 } },
  ],
};

describe("finding a value", () => {
  test("follows names and places", () => {
    expect(valueAt(ARMY, ["units", 0, "elements", "sword + armoured"])).toBe(2);
    expect(valueAt(ARMY, ["general", "with"])).toBe(2);
  });

  test("gives nothing where nothing stands, not even what every object has", () => {
    expect(valueAt(ARMY, ["units", 5, "line"])).toBeUndefined();
    expect(valueAt(ARMY, ["list", "length"])).toBeUndefined();
    expect(valueAt(ARMY, ["constructor"])).toBeUndefined();
  });
});

describe("changing an army", () => {
  test("leaves the one before as it was", () => {
    const after = applied(ARMY, [put(["units", 1, "elements", "bow"], 5)]);
    expect(valueAt(after, ["units", 1, "elements", "bow"])).toBe(5);
    expect(valueAt(ARMY, ["units", 1, "elements", "bow"])).toBe(6);
    expect(after.general).toBe(ARMY.general);
  });

  test("makes what is missing on the way", () => {
    const after = applied(ARMY, [put(["equipment", "walls"], 3), put(["allies", 0, "list"], "danes")]);
    expect(after.equipment).toEqual({ walls: 3 });
    expect(after.allies).toEqual([{ list: "danes" }]);
  });

  test("takes out fields and entries of lists", () => {
    const after = applied(ARMY, [put(["general", "with"], undefined), { at: ["units", 0] }]);
    expect(after.general).toEqual({});
    expect(after.units).toEqual([{ line: "archers", elements: { bow: 6 } }]);
  });

  test("puts entries before others, and after the last", () => {
    const first = applied(ARMY, [{ at: ["units", 0], to: { line: "irish" }, insert: true }]);
    expect(valueAt(first, ["units", 0, "line"])).toBe("irish");
    expect(valueAt(first, ["units", 1, "line"])).toBe("swordsmen");
    const last = applied(ARMY, [{ at: ["units", 2], to: { line: "irish" }, insert: true }]);
    expect(valueAt(last, ["units", 2, "line"])).toBe("irish");
  });

  test("makes several changes in their order", () => {
    const swapped = applied(ARMY, [
      { at: ["units", 0] },
      { at: ["units", 1], to: ARMY.units && valueAt(ARMY, ["units", 0]), insert: true },
      { at: ["general", "with"], to: 1 },
    ]);
    expect(valueAt(swapped, ["units", 0, "line"])).toBe("archers");
    expect(valueAt(swapped, ["units", 1, "elements", "sword"])).toBe(7);
    expect(valueAt(swapped, ["general", "with"])).toBe(1);
  });

  test("knows when places get other numbers", () => {
    expect(isStructural([put(["units", 0, "elements", "sword"], 3)])).toBe(false);
    expect(isStructural([put(["general", "with"], undefined)])).toBe(false);
    expect(isStructural([{ at: ["units", 1], to: {}, insert: true }])).toBe(true);
    expect(isStructural([{ at: ["units", 1] }])).toBe(true);
  });
});
