import { describe, expect, it } from "vitest";
import type { OddsForm } from "../../src/generated/protocol";
import { changed, longest, percent, usual, within } from "../../src/lib/odds/asking";

const label = { id: "toy.form.strength", args: {} };
const number = { id: "strength", label, kind: "number", default: 3, choices: [], low: 1, high: 9 } as const;
const yes = { id: "led", label, kind: "yes", default: false, choices: [], low: 0, high: 0 } as const;
const form: OddsForm = { id: "attack", label, fields: [number, yes] };

describe("a form for odds", () => {
  it("begins as usual and asks only what differs", () => {
    expect(usual(form)).toEqual({ strength: 3, led: false });
    expect(changed(form, { strength: 3, led: true, other: 1 })).toEqual({ led: true });
    expect(changed(form, {})).toEqual({});
  });

  it("keeps numbers within their bounds", () => {
    expect(within(number, 12)).toBe(9);
    expect(within(number, -1)).toBe(1);
    expect(within(number, 4.4)).toBe(4);
    expect(within(number, Number.NaN)).toBe(3);
  });
});

describe("the odds", () => {
  it("tell small chances with more decimals", () => {
    expect(percent(0.375, "en")).toBe("37.5");
    expect(percent(1 / 1296, "de")).toBe("0,08");
  });

  it("draw all bars to the most likely result", () => {
    const row = { label, chance: 0.4, exact: "2/5" };
    const told = {
      ...{
        game: "toy",
        form: "attack",
        values: {},
        dice: 1,
        die: "d6",
        rule: "TOY-4.8",
        ledgers: [],
        heads: [],
      },
      ...{ tables: [{ label, rows: [row, { ...row, chance: 0.6 }], mean: null }], also: [] },
    };
    expect(longest(told)).toBe(0.6);
  });
});
