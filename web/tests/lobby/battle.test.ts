import { describe, expect, test } from "vitest";
import type { Message, Scene } from "../../src/generated/protocol";
import { battleOf, firstSeat, goals } from "../../src/lib/lobby/battle";

const word = (id: string, args: Message["args"] = {}): Message => ({ id, args });

const scene: Scene = {
  sides: [
    { seat: "french", name: word("french"), livery: "french" },
    { seat: "allied", name: word("allied"), livery: "british" },
  ],
  trays: [
    {
      tray: "counters",
      id: "piles",
      title: word("piles"),
      counters: [{ id: "deck", name: word("deck"), now: 59 }],
    },
    {
      tray: "counters",
      id: "banners",
      title: word("banners"),
      counters: [
        { id: "french", name: word("french"), now: 0, most: 5, owner: "french" },
        { id: "allied", name: word("allied"), now: 0, most: 6, owner: "allied" },
      ],
    },
    {
      tray: "roster",
      id: "battle",
      title: word("about"),
      rows: [
        { id: "title", name: word("rolica"), note: word("date", { day: "17", year: "1808" }) },
        { id: "note", name: word("note"), note: word("what it is about") },
        { id: "side-french", name: word("french"), note: word("side", { commander: "Delaborde", n: 5 }) },
        { id: "side-allied", name: word("allied"), badges: [{ kind: "first" }] },
        { id: "objective-1", name: word("hill"), note: word("a banner") },
        { id: "origin-title", name: word("origin"), note: word("published") },
      ],
    },
  ],
};

describe("a battle", () => {
  const battle = battleOf(scene);

  test("is told with its date, its commanders and what they need", () => {
    expect(battle.year).toBe("1808");
    expect(battle.counted?.id).toBe("banners");
    expect(battle.sides.map((side) => [side.seat, side.commander, side.goal])).toEqual([
      ["french", "Delaborde", 5],
      ["allied", "", 6],
    ]);
  });

  test("lists objectives, but not what stands elsewhere already", () => {
    expect(battle.facts.map((fact) => fact.id)).toEqual(["objective-1"]);
  });

  test("knows who moves first", () => {
    expect(firstSeat(battle)).toBe("allied");
  });

  test("gives one goal if it is the same for all", () => {
    expect(goals(battle)).toEqual([5, 6]);
    const same = { ...battle, sides: battle.sides.map((side) => ({ ...side, goal: 4 })) };
    expect(goals(same)).toEqual([4]);
  });

  test("of a game that tells nothing has only sides", () => {
    const bare = battleOf({ sides: scene.sides });
    expect(bare.sides.map((side) => side.seat)).toEqual(["french", "allied"]);
    expect([bare.date, bare.note, bare.counted, bare.year]).toEqual([null, null, null, ""]);
    expect(firstSeat(bare)).toBe("allied");
    expect(battleOf({}).sides).toEqual([]);
  });
});
