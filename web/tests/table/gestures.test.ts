import { describe, expect, it } from "vitest";
import type { Choice, Prompt } from "../../src/generated/protocol";
import { fields, filled, joined, listed, quantity, rowsOf, way } from "../../src/lib/table/gestures";

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

  it("make a list row by row, beginning with the first one proposed", () => {
    const asked: Prompt = {
      ...prompt([
        { do: "make", things: [{ what: "a", many: 3 }] },
        { do: "make", things: [] },
      ]),
      rows: { field: "things", kind: "what", count: "many", kinds: [], most: 2 },
    };
    expect(rowsOf(asked)).toEqual([{ value: "a", n: 3 }]);
    const list = [...rowsOf(asked), { value: "b", n: 1 }];
    const things = [
      { what: "a", many: 3 },
      { what: "b", many: 1 },
    ];
    expect(listed(asked, list)).toEqual({ do: "make", things });
    expect(listed(asked, [])).toEqual({ do: "make", things: [] });
    expect(rowsOf(prompt([{ do: "make", things: [] }]))).toEqual([]);
    expect(listed(prompt([]), list)).toBeNull();
  });
});
