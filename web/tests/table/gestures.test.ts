import { describe, expect, it } from "vitest";
import type { Choice, Prompt } from "../../src/generated/protocol";
import { fields, filled, joined, pose, quantity, turns, way } from "../../src/lib/table/gestures";

function prompt(answers: Record<string, unknown>[], target?: Choice["target"]): Prompt {
  const choices = answers.map((answer) => ({
    label: { id: "c", args: {} },
    answer,
    ...(target ? { target } : {}),
  }));
  return { seat: "red", kind: "k", text: { id: "ask", args: {} }, choices, gesture: "form", standing: false };
}

describe("answers that are put together", () => {
  it("join the lists of what was selected", () => {
    const { choices } = prompt([
      { do: "lose", units: ["a"], kind: 1 },
      { do: "lose", units: ["b"], kind: 1 },
      { do: "lose", units: ["a", "c"], kind: 1 },
    ]);
    expect(joined(choices)).toEqual({ do: "lose", units: ["a", "b", "c"], kind: 1 });
    expect(joined([])).toEqual({});
  });

  it("know a quantity and its bounds by the samples", () => {
    const asked = prompt([
      { do: "pour", heap: 2, grains: 4 },
      { do: "pour", heap: 2, grains: 90 },
    ]);
    expect(quantity(asked)).toEqual({ kind: "number", name: "grains", least: 4, most: 90 });
    expect(filled(asked, { grains: 7 })).toEqual({ do: "pour", heap: 2, grains: 7 });
    expect(quantity(prompt([]))).toBeNull();
  });

  it("make a form of every field but the tag", () => {
    const asked = prompt([
      { do: "treat", land: "a", gold: 3, peace: false, note: "" },
      { do: "treat", land: "b", gold: 3, peace: true, note: "" },
    ]);
    expect(fields(asked)).toEqual([
      { kind: "one of", name: "land", values: ["a", "b"] },
      { kind: "number", name: "gold", least: 3, most: 3 },
      { kind: "truth", name: "peace" },
      { kind: "text", name: "note" },
    ]);
  });

  it("make a way of the places pointed at, numbers where the game counts its cells", () => {
    const steps = [
      { kind: "cell", id: "4" },
      { kind: "cell", id: "5" },
    ] as const;
    expect(way(prompt([{ do: "go", path: [1, 2] }]), steps)).toEqual({ do: "go", path: [4, 5] });
    expect(way(prompt([{ do: "go", path: ["x"] }]), steps)).toEqual({ do: "go", path: ["4", "5"] });
    expect(way(prompt([{ do: "go" }]), steps)).toBeNull();
    expect(way(prompt([{ do: "go", path: [1] }]), [])).toBeNull();
  });

  it("put a spot where the sample has one, and turn only what can be turned", () => {
    const spot = { kind: "point", id: "120.4,80" } as const;
    const asked = prompt([{ do: "halt" }, { do: "go", to: [1, 2] }]);
    expect(pose(asked, spot, null)).toBeNull();
    const drawn = prompt([{ do: "go", to: [1, 2] }], { kind: "point", id: "1,2" });
    expect(pose(drawn, spot, 9000)).toEqual({ do: "go", to: [120, 80] });
    const turned = prompt([{ do: "go", to: [1, 2], facing: 0 }], { kind: "point", id: "1,2" });
    expect(pose(turned, spot, 9000)).toEqual({ do: "go", to: [120, 80], facing: 9000 });
    expect([turns(drawn), turns(turned)]).toEqual([false, true]);
    expect(pose(drawn, { kind: "point", id: "x" }, null)).toBeNull();
  });
});
