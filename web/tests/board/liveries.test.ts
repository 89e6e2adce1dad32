import { describe, expect, test } from "vitest";
import { faceOf } from "../../src/themes";
import { CARDS, TROOPS } from "../../src/themes/ccn";
import { ARMY_LIVERIES, LIVERY_GROUPS, liveryOf } from "../../src/themes/liveries";
import { apartness, contrast } from "./colours";

const LEAST = 12;

/** Troops that fight in different wars. */
const NEVER_MEET = ["portuguese/russian"];

describe.each(Object.entries(LIVERY_GROUPS))("the colours of %s", (_game, group) => {
  const names = Object.keys(group);

  test("are apart for every kind of sight", () => {
    const bodies = Object.values(group).map((livery) => livery.body);
    for (const [i, a] of bodies.entries()) {
      for (const [j, b] of bodies.entries()) {
        const pair = `${names[i]}/${names[j]}`;
        if (i < j && !NEVER_MEET.includes(pair))
          expect([pair, apartness(a, b) >= LEAST]).toEqual([pair, true]);
      }
    }
  });

  test("let one read what is written on them", () => {
    for (const { body, text, edge } of Object.values(group)) {
      expect(contrast(body, text)).toBeGreaterThanOrEqual(3.8);
      expect(contrast(body, edge)).toBeGreaterThan(1.4);
    }
  });
});

test("two army lists always have two liveries that are apart", () => {
  const lists = Object.values(ARMY_LIVERIES);
  for (const first of lists) {
    for (const second of lists) {
      if (first === second) continue;
      const best = Math.max(...first.flatMap((a) => second.map((b) => apartness(a.body, b.body))));
      expect(best).toBeGreaterThanOrEqual(LEAST);
    }
  }
});

test("an unknown livery is grey, and nobody's", () => {
  expect(liveryOf("martian")).toEqual(liveryOf(undefined));
  expect(liveryOf("french").body).toBe("#24427e");
});

describe("the themes", () => {
  test("know every troop and card of Commands & Colors", () => {
    expect(Object.keys(TROOPS)).toHaveLength(15);
    expect(Object.keys(CARDS)).toHaveLength(29);
  });

  test("write letters on what they do not know", () => {
    expect(faceOf({ sprite: "ccn/LN", code: "LN" }).kind).toBe("symbol");
    expect(faceOf({ sprite: "ccn/leader", code: "WEL" }).kind).toBe("leader");
    expect(faceOf({ sprite: "archers", code: "A" })).toEqual({ kind: "letters", letters: "A" });
    expect(faceOf({ sprite: "wagon" })).toEqual({ kind: "letters", letters: "WAG" });
  });
});
