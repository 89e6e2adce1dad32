import { describe, expect, test } from "vitest";
import type { Gathering } from "../../src/generated/protocol";
import { begun, type Choices, flawsIn, rostersOf } from "../../src/lib/lobby/rosters";

const army = (list: string, flaws = 0) => ({
  army: {},
  verdict: {
    title: {},
    list,
    points: 447,
    limit: 450,
    most: 452,
    units: 7,
    elements: 50,
    flaws: Array.from({ length: flaws }, () => ({ rule: "IDG-3.1.4", message: { id: "x", args: {} } })),
  },
});
const GATHERED: Gathering = {
  armies: { red: army("carthaginians"), blue: army("romans_punic_wars", 2) },
  sources: ["quick", "ready", "mine"],
  points: 450,
};

describe("the armies of a new table", () => {
  test("begin with what the server makes by itself", () => {
    expect(begun(GATHERED)).toEqual({
      red: { source: "quick", list: "carthaginians", seed: 0, ready: "", mine: "" },
      blue: { source: "quick", list: "romans_punic_wars", seed: 0, ready: "", mine: "" },
    });
  });

  test("are sent as an order, as a name, or as a whole", () => {
    const plain = { source: "quick", list: "vikings", seed: 3, ready: "zama_romans", mine: "k" } as const;
    const choices: Choices = {
      red: plain,
      blue: { ...plain, source: "ready" },
      green: { ...plain, source: "mine" },
    };
    const find = (id: string) => (id === "k" ? { list: "mongols" } : undefined);
    expect(rostersOf(choices, 300, find)).toEqual({
      red: { quick: { list: "vikings", seed: 3, points: 300 } },
      blue: "zama_romans",
      green: { list: "mongols" },
    });
    expect(rostersOf(choices, undefined, () => undefined)).toEqual({
      red: { quick: { list: "vikings", seed: 3 } },
      blue: "zama_romans",
    });
  });

  test("are counted with everything that is wrong", () => {
    expect(flawsIn(GATHERED)).toBe(2);
    const meeting = [{ rule: "IDG-5.2.1", message: { id: "y", args: {} } }];
    expect(flawsIn({ ...GATHERED, flaws: meeting })).toBe(3);
  });
});
