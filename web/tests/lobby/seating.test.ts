import { describe, expect, test } from "vitest";
import type { ScenarioInfo } from "../../src/generated/protocol";
import {
  byLot,
  clockRule,
  differing,
  hasOthers,
  opponentOf,
  quickTable,
  reseated,
  seated,
  sitting,
  strongestLevel,
  usualLevel,
} from "../../src/lib/lobby/seating";

const SEATS = ["french", "allied"];
const scenario: ScenarioInfo = {
  id: "rolica_1",
  title: { id: "t", args: {} },
  sides: SEATS.map((seat) => ({ seat, name: { id: seat, args: {} } })),
};

describe("seating", () => {
  test("puts me on my seat and the opponent on the other", () => {
    expect(seated(SEATS, "allied", "computer", "recruit")).toEqual({
      french: { occupant: "computer", level: "recruit" },
      allied: { occupant: "me" },
    });
  });

  test("gives only computers a level", () => {
    expect(sitting("friend", "recruit")).toEqual({ occupant: "friend" });
  });

  test.each(["computer", "friend", "open", "both"] as const)("is known again as %s", (way) => {
    expect(opponentOf(seated(SEATS, "french", way, "recruit"))).toBe(way);
  });

  test("of any other kind has no name", () => {
    expect(opponentOf({ french: { occupant: "computer" }, allied: { occupant: "computer" } })).toBe("");
    const three = { a: { occupant: "me" }, b: { occupant: "friend" }, c: { occupant: "open" } } as const;
    expect(opponentOf(three)).toBe("");
  });

  test("leaves my seat to whoever had the one I take", () => {
    const before = seated(SEATS, "french", "computer", "recruit");
    const { seating, left } = reseated(before, "allied", { occupant: "me" });
    expect(seating).toEqual(seated(SEATS, "allied", "computer", "recruit"));
    expect(left).toBe("french");
  });

  test("gives me both seats if I take the one back that I left", () => {
    const before = seated(SEATS, "allied", "computer", "recruit");
    const { seating, left } = reseated(before, "french", { occupant: "me" }, true);
    expect(opponentOf(seating)).toBe("both");
    expect(left).toBe("");
  });

  test("changes only one seat where I take none over", () => {
    const before = seated(SEATS, "french", "computer", "recruit");
    expect(reseated(before, "allied", { occupant: "friend" }).seating).toEqual(
      seated(SEATS, "french", "friend", ""),
    );
    expect(reseated(before, "french", { occupant: "open" }).seating.allied).toEqual(before.allied);
    const three = { ...before, third: { occupant: "me" } } as const;
    expect(reseated(three, "allied", { occupant: "me" }).seating.french).toEqual({ occupant: "me" });
  });

  test("needs a name only if other people have a part in it", () => {
    expect(hasOthers(seated(SEATS, "french", "computer", "x"))).toBe(false);
    expect(hasOthers(seated(SEATS, "french", "both", ""))).toBe(false);
    expect(hasOthers(seated(SEATS, "french", "friend", ""))).toBe(true);
    expect(hasOthers(seated(SEATS, "french", "open", ""))).toBe(true);
  });
});

describe("a quick table", () => {
  const wish = { game: "ccn", scenario, level: "recruit", name: "Anna", nonce: "00" };

  test("is listed only if somebody is to find it", () => {
    expect(quickTable({ ...wish, opponent: "open" }).listed).toBe(true);
    expect(quickTable({ ...wish, opponent: "computer" }).listed).toBe(false);
  });

  test("seats me by lot, or where I want", () => {
    const sides = new Set(
      Array.from({ length: 60 }, () => {
        const { seats } = quickTable({ ...wish, opponent: "computer" });
        return SEATS.find((seat) => seats[seat]?.occupant === "me");
      }),
    );
    expect(sides).toEqual(new Set(SEATS));
    expect(quickTable({ ...wish, opponent: "computer", mine: "allied" }).seats.allied).toEqual({
      occupant: "me",
    });
  });
});

test("a lot takes every one of several, and nothing of nothing", () => {
  expect(byLot(["a", "b"], () => 0)).toBe("a");
  expect(byLot(["a", "b"], () => 0.99)).toBe("b");
  expect(byLot(["a", "b"], () => 1)).toBe("b");
  expect(byLot([])).toBeUndefined();
});

test("a clock is told in seconds", () => {
  const choice = { minutes: 45, seconds: 10, days: 14, hours: 1 };
  expect(clockRule({ ...choice, kind: "none" })).toBeNull();
  expect(clockRule({ ...choice, kind: "live" })).toEqual({ stock: 2700, added: 10 });
  expect(clockRule({ ...choice, kind: "days" })).toEqual({ stock: 1_209_600, added: 3600 });
});

test("only options that differ are sent", () => {
  expect(differing({ a: true, b: 2, c: "x" }, { a: true, b: 1, c: "x" })).toEqual({ b: 2 });
});

test("one begins with the weakest but one; who takes over is the strongest without a temper", () => {
  const levels = ["random", "recruit", "officer", "general", "general:bold"].map((id) => ({
    id,
    name: { id, args: {} },
    tempered: id === "general:bold",
  }));
  expect(usualLevel(levels)).toBe("recruit");
  expect(strongestLevel(levels)).toBe("general");
  expect(strongestLevel([])).toBe("");
});
