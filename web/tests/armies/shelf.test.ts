import { beforeEach, expect, test, vi } from "vitest";

const kept = new Map<string, string>();
let full = false;

vi.stubGlobal("localStorage", {
  getItem: (place: string) => kept.get(place) ?? null,
  setItem: (place: string, text: string) => {
    if (full) throw new Error("quota");
    kept.set(place, text);
  },
});

const shelf = await import("../../src/lib/armies/shelf.svelte");
const SUMMARY = {
  title: { en: "Danes" },
  list: "vikings",
  points: 446,
  limit: 450,
  units: 7,
  elements: 55,
  flaws: 0,
};

beforeEach(() => {
  full = false;
  for (const one of shelf.myArmies()) shelf.remove(one.id, "");
});

test("armies are kept in the browser, the last changed first", () => {
  const first = shelf.shelve("idg", { list: "vikings" }, {}, SUMMARY);
  const second = shelf.shelve("idg", { list: "mongols" });
  if (!first || !second) throw new Error("not kept");
  shelf.rekeep(first.id, { at: second.at + 5 });
  expect(shelf.myArmies("idg").map((one) => one.id)).toEqual([first.id, second.id]);
  expect(shelf.myArmies("hnh")).toEqual([]);
  const stored = JSON.parse(kept.get("walstatt.armies") ?? "[]") as { army: { list: string } }[];
  expect(stored.map((one) => one.army.list)).toEqual(["vikings", "mongols"]);
});

test("what was deleted comes back as it was", () => {
  const one = shelf.shelve("idg", { list: "vikings" }, { opt_dates: true }, SUMMARY);
  if (!one) throw new Error("not kept");
  shelf.remove(one.id, "Danes");
  expect(shelf.findArmy(one.id)).toBeUndefined();
  expect(shelf.removed.name).toBe("Danes");
  shelf.removed.restore?.();
  expect(shelf.findArmy(one.id)).toEqual(one);
});

test("a browser without room says so and keeps what it has", () => {
  const one = shelf.shelve("idg", { list: "vikings" });
  full = true;
  expect(shelf.shelve("idg", { list: "mongols" })).toBeNull();
  expect(shelf.rekeep(one?.id ?? "", { army: { list: "seljuks" } })).toBe(false);
  expect(shelf.myArmies().map((kept) => kept.army.list)).toEqual(["vikings"]);
});

test("whatever else lies in the browser's drawer is passed over", () => {
  const good = { id: "a", game: "idg", army: { list: "vikings" }, options: {}, at: 3, summary: SUMMARY };
  const found = shelf.restored([
    good,
    null,
    7,
    { id: "b", game: "idg" },
    { id: "c", game: "idg", army: [] },
    { id: "d", game: "idg", army: { note: "x".repeat(200_000) } },
    { id: "e", game: "idg", army: {}, options: 3, at: "now", summary: { title: 3 } },
  ]);
  expect(found.map((one) => one.id)).toEqual(["a", "e"]);
  expect(found[0]).toEqual(good);
  expect(found[1]).toEqual({ id: "e", game: "idg", army: {}, options: {}, at: 0, summary: null });
  expect(shelf.restored("nonsense")).toEqual([]);
});
