import { expect, test } from "vitest";
import type { ArmySheet } from "../../src/generated/protocol";
import { Bench } from "../../src/lib/armies/bench.svelte";
import { type Army, put, valueAt } from "../../src/lib/armies/edits";

const ARMY: Army = { list: "vikings", units: [{ line: "swordsmen", elements: { sword: 6 } }] };

/** A server that counts elements, and answers when it is told to. */
class Judge {
  asked: Army[] = [];
  #answers: (() => void)[] = [];
  broken: unknown = null;

  readonly judge = (_: string, army: Army): Promise<ArmySheet> => {
    this.asked.push(army);
    return new Promise((resolve, reject) => {
      this.#answers.push(() => (this.broken ? reject(this.broken) : resolve(sheetOf(army))));
    });
  };

  async answer(): Promise<void> {
    this.#answers.shift()?.();
    await settled();
  }
}

function sheetOf(army: Army): ArmySheet {
  const units = valueAt(army, ["units"]) as readonly Army[];
  const points = units.reduce((sum, unit) => sum + Number(valueAt(unit, ["elements", "sword"]) ?? 0), 0);
  return {
    army: { ...army, judged: true },
    verdict: {
      title: {},
      list: "vikings",
      points,
      limit: 450,
      most: 450,
      units: units.length,
      elements: points,
    },
    ledger: { quantity: "points", total: points, lines: [], per: 1 } as unknown as ArmySheet["ledger"],
    sections: [],
    forces: [],
  };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

function opened(): { bench: Bench; server: Judge } {
  const server = new Judge();
  const of = { id: "x", game: "idg", army: ARMY, options: {}, at: 0, summary: null };
  return { bench: new Bench(of, server.judge), server };
}

async function ready(): Promise<{ bench: Bench; server: Judge }> {
  const both = opened();
  void both.bench.refresh();
  await both.server.answer();
  return both;
}

const SWORDS = ["units", 0, "elements", "sword"] as const;

test("what was changed is shown at once and judged by the server", async () => {
  const { bench, server } = await ready();
  expect(bench.sheet?.verdict.points).toBe(6);
  bench.edit([put(SWORDS, 7)]);
  expect(bench.value(SWORDS)).toBe(7);
  expect(bench.stale).toBe(true);
  await server.answer();
  expect(bench.sheet?.verdict.points).toBe(7);
  expect(bench.stale).toBe(false);
  expect(bench.army.judged).toBe(true);
});

test("of several quick changes only the last is judged, and none is lost", async () => {
  const { bench, server } = await ready();
  for (const count of [7, 8, 9]) bench.edit([put(SWORDS, count)]);
  await server.answer();
  await server.answer();
  expect(server.asked.map((army) => valueAt(army, SWORDS))).toEqual([6, 7, 9]);
  expect(bench.sheet?.verdict.points).toBe(9);
  expect(bench.value(SWORDS)).toBe(9);
});

test("while places have other numbers nothing is changed by an old sheet", async () => {
  const { bench, server } = await ready();
  expect(
    bench.edit([{ at: ["units", 0], to: { line: "irish", elements: { sword: 1 } }, insert: true }]),
  ).toBe(true);
  expect(bench.edit([put(SWORDS, 12)])).toBe(false);
  await server.answer();
  expect(bench.value(["units", 1, "elements", "sword"])).toBe(6);
  expect(bench.edit([put(SWORDS, 12)])).toBe(true);
});

test("what is asked for in a hurry happens one after the other", async () => {
  const { bench, server } = await ready();
  const add = (sheet: ArmySheet) => {
    const many = (valueAt(sheet.army as Army, ["units"]) as unknown[]).length;
    return [{ at: ["units", many], to: { line: "archers", elements: { sword: 1 } }, insert: true }];
  };
  for (let click = 0; click < 3; click += 1) bench.soon(add);
  for (let turn = 0; turn < 3; turn += 1) await server.answer();
  expect(bench.sheet?.verdict.units).toBe(4);
  expect(bench.stale).toBe(false);
});

test("steps are taken back and made again; a new one forgets what was undone", async () => {
  const { bench, server } = await ready();
  bench.edit([put(SWORDS, 7)]);
  await server.answer();
  bench.edit([put(SWORDS, 8)]);
  await server.answer();
  bench.undo();
  await server.answer();
  expect(bench.value(SWORDS)).toBe(7);
  bench.redo();
  await server.answer();
  expect(bench.value(SWORDS)).toBe(8);
  bench.undo();
  await server.answer();
  bench.edit([put(SWORDS, 3)]);
  await server.answer();
  expect(bench.canRedo).toBe(false);
  bench.undo();
  bench.undo();
  bench.undo();
  await server.answer();
  await server.answer();
  expect(bench.value(SWORDS)).toBe(6);
  expect(bench.canUndo).toBe(false);
});

test("a server that fails leaves the army as it is, and a step back helps", async () => {
  const { bench, server } = await ready();
  server.broken = new Error("cannot be read");
  bench.edit([put(["units"], 3)]);
  await server.answer();
  expect(bench.trouble).toBe(server.broken);
  expect(bench.sheet?.verdict.points).toBe(6);
  server.broken = null;
  bench.undo();
  await server.answer();
  expect(bench.trouble).toBeNull();
  expect(bench.stale).toBe(false);
});
