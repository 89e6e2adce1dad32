import { describe, expect, it } from "vitest";
import type { LogLine, Turn } from "../../src/generated/protocol";
import { linesOf, news, restMs, stepFrom, told, turnAt, turnFrom, within } from "../../src/lib/replay/steps";

const line = (n: number, dice = false): LogLine => ({
  n,
  event: "x",
  text: { id: "x", args: {} },
  ...(dice ? { dice: { die: "d6", faces: [1], hits: [true], rule: "R-1" } } : {}),
});
const turns: Turn[] = [0, 4, 9].map((n) => ({ n, text: { id: "t", args: { n } }, seat: n % 2 ? "b" : "a" }));
const span = { first: 0, last: 12 };

describe("stepping through a game", () => {
  it("stops where something was told, and at both ends", () => {
    expect(told([line(3), line(3), line(7), line(20)], span)).toEqual([0, 3, 7, 12]);
  });

  it("goes to the next told entry and rests at the ends", () => {
    const stops = [0, 3, 7, 12];
    expect(stepFrom(stops, 3, 1)).toBe(7);
    expect(stepFrom(stops, 4, -1)).toBe(3);
    expect(stepFrom(stops, 12, 1)).toBe(12);
    expect(stepFrom(stops, 0, -1)).toBe(0);
  });

  it("finds the turn of an entry and its neighbours", () => {
    expect(turnAt(turns, 8)?.n).toBe(4);
    expect(turnFrom(turns, span, 5, 1)).toBe(9);
    expect(turnFrom(turns, span, 5, -1)).toBe(4);
    expect(turnFrom(turns, span, 9, 1)).toBe(12);
    expect(turnAt([], 3)).toBeNull();
  });

  it("rests longer where dice fell, and less at higher speed", () => {
    const lines = [line(1), line(2, true)];
    expect(restMs(lines, 1, 1)).toBe(900);
    expect(restMs(lines, 2, 1)).toBe(1900);
    expect(restMs(lines, 2, 4)).toBe(475);
    expect(linesOf(lines, 2)).toHaveLength(1);
  });

  it("takes as news what came after the last own deed", () => {
    expect(news(5, 10)).toEqual({ first: 5, last: 9 });
    expect(news(9, 10)).toEqual({ first: 9, last: 9 });
    expect(news(0, 0)).toEqual({ first: 0, last: 0 });
    expect(within(span, 99)).toBe(12);
  });
});
