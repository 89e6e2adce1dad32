import { describe, expect, test } from "vitest";
import { nameIn, renamed } from "../../src/lib/armies/naming";
import { eraOf, erasOf, yearFrom } from "../../src/lib/armies/years";

describe("names", () => {
  test("are read in the language of the page, or in the one they have", () => {
    expect(nameIn("Hannibal", "de")).toBe("Hannibal");
    expect(nameIn({ en: "Veterans", de: "Veteranen" }, "de")).toBe("Veteranen");
    expect(nameIn({ en: "Veterans" }, "de")).toBe("Veterans");
    expect(nameIn(undefined, "en")).toBe("");
    expect(nameIn([1], "en")).toBe("");
  });

  test("change only in the language that is read", () => {
    const edit = renamed(["name"], { en: "Veterans", de: "Veteranen" }, "Alte", "de", "");
    expect(edit).toEqual({ at: ["name"], to: { en: "Veterans", de: "Alte" } });
  });

  test("are taken away, unless there must be one", () => {
    expect(renamed(["units", 0, "name"], "Alte", "", "de", undefined)).toEqual({ at: ["units", 0, "name"] });
    expect(renamed(["name"], { en: "A", de: "B" }, "", "de", "")).toEqual({ at: ["name"], to: "" });
  });
});

describe("years", () => {
  test("before Christ are negative", () => {
    expect(yearFrom("218", "bc")).toBe(-218);
    expect(yearFrom(" 9 ", "ad")).toBe(9);
    expect(yearFrom("-218", "bc")).toBeUndefined();
    expect(yearFrom("about 200", "ad")).toBeUndefined();
    expect(yearFrom("12345", "ad")).toBeUndefined();
  });

  test("lie in the eras of their list", () => {
    expect(erasOf(-264, -202)).toEqual(["bc"]);
    expect(erasOf(-27, 192)).toEqual(["bc", "ad"]);
    expect(erasOf(780, 1066)).toEqual(["ad"]);
    expect(eraOf(undefined, -27, 192)).toBe("bc");
    expect(eraOf(14, -27, 192)).toBe("ad");
  });
});
