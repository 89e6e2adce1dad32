import { describe, expect, it } from "vitest";
import type { LogLine } from "../../src/generated/protocol";
import type { Step } from "../../src/lib/net/session.svelte";
import { haste, PATIENCE, rollsOf, rollTimes, stepTime } from "../../src/lib/table/pacing";
import { Playback } from "../../src/lib/table/playback.svelte";
import { FakeTimers, position } from "../net/fakes";

function line(n: number, dice = 0): LogLine {
  const faces = Array.from({ length: dice }, () => 6);
  const rolled = dice ? { dice: { die: "d6", faces, hits: faces.map(() => true), rule: "R-1" } } : {};
  return { n, event: "e", text: { id: `l${n}`, args: {} }, ...rolled };
}

function step(from: number, lines: LogLine[], own = false, undone = false): Step {
  return { before: position(from), after: position(undone ? from - 1 : from + 1), lines, own, undone };
}

function setUp(speed: "full" | "short" | "off" = "full", away = false) {
  const timers = new FakeTimers();
  const playback = new Playback({ speed: () => speed, calm: () => false, away: () => away }, timers);
  playback.jumped(position(1));
  return { timers, playback };
}

describe("rolls", () => {
  it("are shown in order, each with what came of it", () => {
    const rolls = rollsOf([line(1), line(2, 3), line(2), line(3, 1), line(3), { ...line(4), heading: true }]);
    expect(rolls.map((roll) => [roll.dice.faces.length, roll.told.length])).toEqual([
      [3, 1],
      [1, 1],
    ]);
  });

  it("take less time in short, and none when off", () => {
    const [roll] = rollsOf([line(2, 3)]);
    if (!roll) throw new Error("no roll");
    expect(rollTimes(roll, "full", false).tumble).toBe(820);
    expect(rollTimes(roll, "full", true).tumble).toBe(0);
    expect(rollTimes(roll, "short", false)).toEqual({ tumble: 0, read: 700 });
    expect(rollTimes(roll, "off", false)).toEqual({ tumble: 0, read: 0 });
  });

  it("are hurried when too much waits, unless one wants to watch", () => {
    expect(haste(PATIENCE, 3, false)).toBe(1);
    expect(haste(2 * PATIENCE, 6, false)).toBe(0.5);
    expect(haste(2 * PATIENCE, 40, false)).toBe(0);
    expect(haste(9 * PATIENCE, 40, true)).toBe(1);
  });
});

describe("playback", () => {
  it("lets dice tumble and lie before the board changes", async () => {
    const { timers, playback } = setUp();
    playback.stepped(step(1, [line(1, 2), line(1)], true));
    expect(playback.tray).toMatchObject({ settled: false });
    expect(playback.shown?.seq).toBe(1);
    await timers.pass(760);
    expect(playback.tray).toMatchObject({ settled: true });
    expect(playback.shown?.seq).toBe(1);
    await timers.pass(1400);
    expect(playback.tray).toBeNull();
    expect(playback.shown?.seq).toBe(2);
    expect(playback.told).toHaveLength(2);
    expect(playback.current).toBe(true);
  });

  it("shows own steps at once and rests between those of others", async () => {
    const { timers, playback } = setUp();
    playback.stepped(step(1, [line(1)], true));
    expect(playback.shown?.seq).toBe(2);
    await timers.pass(0);
    playback.stepped(step(2, [line(2)]));
    playback.stepped(step(3, [line(3)]));
    expect([playback.shown?.seq, playback.waiting]).toEqual([3, 1]);
    await timers.pass(400);
    expect(playback.shown?.seq).toBe(3);
    await timers.pass(100);
    expect(playback.shown?.seq).toBe(4);
  });

  it("shows several rolls of one step one after the other", async () => {
    const { timers, playback } = setUp();
    playback.stepped(step(1, [line(1, 1), line(1), line(1, 4)], true));
    const first = playback.tray?.key;
    await timers.pass(700 + 1400);
    expect(playback.tray?.key).not.toBe(first);
    expect(playback.tray?.dice.faces).toHaveLength(4);
    expect(playback.shown?.seq).toBe(1);
  });

  it("is done with a roll, or with everything, when one does not want to wait", async () => {
    const { timers, playback } = setUp();
    playback.stepped(step(1, [line(1, 2)]));
    playback.stepped(step(2, [line(2, 2)]));
    playback.stepped(step(3, [line(3)]));
    playback.skip();
    await timers.pass(0);
    expect(playback.tray).toMatchObject({ settled: true });
    playback.skipAll();
    await timers.pass(0);
    expect([playback.shown?.seq, playback.waiting, playback.tray]).toEqual([4, 0, null]);
    await timers.pass(60_000);
    expect(playback.shown?.seq).toBe(4);
  });

  it("never falls more than a few seconds behind", async () => {
    const { timers, playback } = setUp();
    const steps = Array.from({ length: 30 }, (_, n) => step(n + 1, [line(n + 1, 3), line(n + 1)]));
    expect(stepTime(steps[0]?.lines ?? [], "full", false) * 30).toBeGreaterThan(60_000);
    for (const one of steps) playback.stepped(one);
    await timers.pass(20_000);
    expect(playback.shown?.seq).toBe(31);
    expect(playback.current).toBe(true);
  });

  it("acts nothing out of what was taken back, came while nobody looked, or with everything off", async () => {
    const { playback } = setUp();
    playback.stepped(step(1, [], false, true));
    expect(playback.shown?.seq).toBe(0);
    const hidden = setUp("full", true).playback;
    hidden.stepped(step(1, [line(1, 5)]));
    expect(hidden.shown?.seq).toBe(2);
    const off = setUp("off");
    off.playback.stepped(step(1, [line(1, 5)]));
    await off.timers.pass(0);
    expect([off.playback.shown?.seq, off.playback.tray]).toEqual([2, null]);
  });

  it("forgets what waits when everything comes anew", async () => {
    const { timers, playback } = setUp();
    playback.stepped(step(1, [line(1, 2)]));
    playback.stepped(step(2, [line(2, 2)]));
    playback.jumped(position(9));
    await timers.pass(10_000);
    expect(playback.shown?.seq).toBe(9);
    playback.stepped(step(9, [line(9)], true));
    expect(playback.shown?.seq).toBe(10);
  });

  it("shows the chat at once, but who acts only when the board has come so far", async () => {
    const { timers, playback } = setUp();
    playback.stepped(step(1, [line(1, 2)], true));
    const said = { ...position(2), chat: [{ id: 1, who: "A", text: "x", at: 0 }] };
    playback.renewed(said);
    expect([playback.shown?.chat?.length, playback.shown?.seq]).toEqual([1, 1]);
    await timers.pass(5000);
    expect(playback.shown).toBe(said);
  });
});
