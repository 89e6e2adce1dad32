import { expect, test } from "vitest";
import type { ArmyFlaw, ArmySheet } from "../../src/generated/protocol";
import { anchorOf, flawsAt, isOfList, placeOf } from "../../src/lib/armies/flaws";

const said = (id: string): ArmyFlaw["message"] => ({ id, args: {} });
const FEW: ArmyFlaw = { rule: "IDG-3.1.6", message: said("few"), at: ["lines.hastati"] };
const BOTH: ArmyFlaw = { rule: "IDG-18.3.7", message: said("both"), at: ["units[0]", "units[2]"] };
const WHOLE: ArmyFlaw = { rule: "IDG-3.1.1", message: said("whole") };

test("a flaw stands beside everything it is about", () => {
  const all = [FEW, BOTH, WHOLE];
  expect(flawsAt(all, "units[2]")).toEqual([BOTH]);
  expect(flawsAt(all, "units[1]")).toEqual([]);
  expect(flawsAt(all, "lines.hastati", "units[0]")).toEqual([FEW, BOTH]);
  expect(flawsAt(undefined, "units[2]")).toEqual([]);
});

test("a list of flaws leads to the first place of each", () => {
  expect(placeOf(BOTH)).toBe("units[0]");
  expect(placeOf(WHOLE)).toBe("");
  const sheet = { forces: [{ lines: [{ key: "lines.hastati" }] }] } as unknown as ArmySheet;
  expect(isOfList(sheet, FEW)).toBe(true);
  expect(isOfList(sheet, BOTH)).toBe(false);
});

test("every key has a place on the page of its own", () => {
  const keys = ["units[1]", "units[11]", "units[1].state", "lines.hastati", "equipment.walls"];
  expect(new Set(keys.map(anchorOf)).size).toBe(keys.length);
  expect(anchorOf("allies[0].units[2]")).toMatch(/^[\w-]+$/);
});
