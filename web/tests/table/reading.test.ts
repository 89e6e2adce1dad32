import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type {
  Ledger,
  Lesson,
  LogLine,
  Message,
  Position,
  Preview,
  Prompt,
} from "../../src/generated/protocol";
import { changedPiece } from "../../src/lib/table/changes";
import { clockNow, clockText, secondsUntil } from "../../src/lib/table/clocks";
import { amount, rows, total, unitOf } from "../../src/lib/table/ledger";
import { due } from "../../src/lib/table/lessons";
import { arrange, expectation, percentOf, percentText } from "../../src/lib/table/odds";
import { along, freeCorner, nextTo, overlap } from "../../src/lib/table/placing";
import { hasCard, hasContent, partiesOf } from "../../src/lib/table/preview";
import { headingAt, lineAt, news, parts } from "../../src/lib/table/report";
import { held, keyed, arrange as sorted } from "../../src/lib/table/trays";

function fixture<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../fixtures/table/${name}.json`, import.meta.url), "utf8")) as T;
}
function text(id: string, n?: number): Message {
  return { id, args: n === undefined ? {} : { n } };
}
function line(n: number, more: Partial<LogLine> = {}): LogLine {
  return { n, event: "e", text: text(`l${n}`), ...more };
}

describe("odds", () => {
  it("become percentages that read the same where they are the same", () => {
    expect([131_687, 329_218, 329_218, 164_609, 45_267].map(percentOf)).toEqual([13, 33, 33, 16, 5]);
    expect([125_000, 375_000, 375_000, 125_000].map(percentOf)).toEqual([12.5, 37.5, 37.5, 12.5]);
    expect([0, 4999, 1_000_000].map(percentOf)).toEqual([0, 0, 100]);
  });

  it("are sorted into distributions and single chances", () => {
    const odds = arrange(fixture<Preview>("preview.choose_combat").odds ?? []);
    expect(odds.distributions.map((one) => [one.columns, one.bars.length])).toEqual([
      [true, 5],
      [true, 6],
    ]);
    expect(odds.alone.map((one) => one.percent)).toEqual([5]);
    for (const one of odds.distributions) {
      expect(one.bars.reduce((sum, bar) => sum + bar.millionths, 0)).toBeCloseTo(1_000_000, -2);
    }
    const losses = odds.distributions[0];
    expect(losses && expectation(losses)).toBeCloseTo(1.663, 2);
  });

  it("are one distribution in words if single chances are all there is", () => {
    const odds = arrange([
      { label: text("holds"), millionths: 700_000 },
      { label: text("breaks"), millionths: 300_000 },
    ]);
    expect(odds.alone).toEqual([]);
    expect(odds.distributions[0]).toMatchObject({ columns: false, bars: [{ percent: 70 }, { percent: 30 }] });
    expect(odds.distributions[0] && expectation(odds.distributions[0])).toBeNull();
  });

  it("put what is beyond eight columns into the last", () => {
    const many = Array.from({ length: 12 }, (_, n) => ({
      label: text("losses", n),
      millionths: 1_000_000 / 12,
    }));
    const bars = arrange(many).distributions[0]?.bars ?? [];
    expect(bars).toHaveLength(8);
    expect(bars.at(-1)?.millionths).toBeCloseTo((5 * 1_000_000) / 12, 0);
  });

  it("are written with a space before the sign in German, and never as a false nought", () => {
    expect(percentText(12, "en")).toBe("12%");
    expect(percentText(12, "de")).toBe("12\u00a0%");
    expect(percentText(12.5, "de")).toBe("12,5\u00a0%");
    expect(percentText(0, "en", 129)).toBe("<1%");
    expect(percentText(100, "en", 999_999)).toBe(">99%");
    expect(percentText(0, "en", 0)).toBe("0%");
  });
});

describe("a ledger", () => {
  const entry = (value: number, op: "add" | "cap" | "floor" | "set" | "times" = "add") => ({
    rule: "R-1",
    message: text("m"),
    stage: "s",
    value,
    op,
    over: op === "times" ? 2 : 1,
    rounding: "down" as const,
    tags: [],
    group: "",
    parts: [],
    struck: null,
  });
  const ledger: Ledger = {
    quantity: "toy.dice",
    lines: [entry(4), entry(1), entry(-2), entry(1, "times"), entry(3, "cap")],
    total: 1,
    per: 1,
  };

  it("shows signs as on paper", () => {
    expect(rows(ledger).map((row) => [row.value, row.tone])).toEqual([
      ["4", "base"],
      ["+1", "plus"],
      ["\u22122", "minus"],
      ["× 1/2", "base"],
      ["≤ 3", "base"],
    ]);
    expect([total(ledger), unitOf(ledger).id]).toEqual(["1", "toy.dice.name"]);
  });

  it("shows the ledgers within it one step further in", () => {
    const nested: Ledger = { ...ledger, lines: [{ ...entry(2), parts: [ledger] }] };
    expect(rows(nested).map((row) => row.depth)).toEqual([0, 1, 1, 1, 1, 1]);
  });

  it("counts in halves where the game does", () => {
    expect([amount(5, 2), amount(1, 2), amount(4, 2), amount(5, 4)]).toEqual(["2½", "½", "2", "1.25"]);
    expect(total({ ...ledger, total: -3, per: 2 })).toBe("\u22121½");
  });
});

describe("the report", () => {
  const lines = [line(0), line(1, { heading: true }), line(2), line(2), line(5, { heading: true }), line(6)];

  it("puts lines under their headings", () => {
    expect(
      parts(lines).map((part) => [part.heading?.n ?? null, part.items.map((item) => item.line.n)]),
    ).toEqual([
      [null, [0]],
      [1, [2, 2]],
      [5, [6]],
    ]);
    expect(new Set(parts(lines).map((part) => part.key)).size).toBe(3);
  });

  it("knows what is new since one's own last entry where turns are nobody's", () => {
    const rounds = lines.map(({ seat: _, ...line }) => line);
    expect(news(rounds, "red", 1)).toEqual([2, 5, 6]);
    expect(news(rounds, "red", 6)).toEqual([]);
    expect(news(rounds, "red", 0)).toEqual([]);
    expect(news(rounds, null, 1)).toEqual([]);
  });

  describe("of turns", () => {
    const turn = (n: number, seat: string) => line(n, { heading: true, seat });
    const red = [turn(0, "red"), line(1), line(2), turn(2, "blue")];
    const blue = [...red, line(3), line(4), line(5)];

    it("tells what is new since one's own last turn, whatever one answered in between", () => {
      expect(news(blue, "red", 4)).toEqual([3, 4, 5]);
      expect(news([...blue, line(6), turn(6, "red")], "red", 4)).toEqual([3, 4, 5, 6]);
    });

    it("tells nothing while one's turn goes on, or before there was one", () => {
      const again = [...blue, line(6), turn(6, "red"), line(7), line(8)];
      expect(news(again, "red", 7)).toEqual([]);
      expect(news([turn(0, "red"), line(1), line(2)], "red", 1)).toEqual([]);
      expect(news([turn(0, "blue"), line(1), turn(1, "red")], "red", 0)).toEqual([]);
    });
  });

  it("finds the line and the heading of a moment", () => {
    expect(lineAt(lines, 5)?.n).toBe(2);
    expect(headingAt(lines, 4)?.n).toBe(1);
    expect(headingAt(lines, 0)).toBeNull();
  });
});

describe("what changed on the board", () => {
  const at = (cell: number) => ({ on: "cells", cells: [cell] }) as const;
  const scene = {
    pieces: [
      { id: "a", sprite: "s", at: at(1), now: 4 },
      { id: "b", sprite: "s", at: at(2), now: 4 },
    ],
  };

  it("is the piece that moved or lost something", () => {
    const [a, b] = scene.pieces;
    if (!a || !b) throw new Error("no pieces");
    expect(changedPiece(scene, { pieces: [a, { ...b, at: at(3) }] })).toEqual({ kind: "piece", id: "b" });
    expect(changedPiece(scene, { pieces: [{ ...a, now: 3 }, b] })).toEqual({ kind: "piece", id: "a" });
  });

  it("is nothing if only marks differ or pieces came and went", () => {
    const [a, b] = scene.pieces;
    if (!a || !b) throw new Error("no pieces");
    expect(changedPiece(scene, { pieces: [a, { ...b, badges: [{ kind: "ordered" }] }] })).toBeNull();
    expect(changedPiece(scene, { pieces: [a] })).toBeNull();
    expect(changedPiece({}, scene)).toBeNull();
  });
});

describe("lessons", () => {
  const lessons: Lesson[] = [
    { id: "start", title: text("t"), text: text("x") },
    { id: "cards", title: text("t"), text: text("x"), kind: "choose_card" },
    { id: "dice", title: text("t"), text: text("x"), event: "kernel.rolled" },
  ];
  const asked = (kind: string): Prompt => ({
    seat: "red",
    kind,
    text: text("?"),
    choices: [],
    gesture: "",
    standing: false,
  });

  it("come at the beginning, at a question, at an event, each once", () => {
    expect(due(lessons, new Set(), null, [])?.id).toBe("start");
    expect(due(lessons, new Set(["start"]), asked("choose_card"), [])?.id).toBe("cards");
    expect(due(lessons, new Set(["start"]), asked("other"), [line(1, { event: "kernel.rolled" })])?.id).toBe(
      "dice",
    );
    expect(
      due(lessons, new Set(["start", "dice"]), asked("other"), [line(1, { event: "kernel.rolled" })]),
    ).toBeNull();
  });
});

describe("clocks", () => {
  it("show minutes and seconds, then hours, then days", () => {
    expect([clockText(65_000), clockText(3_700_000), clockText(3 * 86_400_000), clockText(-5)]).toEqual([
      "1:05",
      "1:01:40",
      "3d 00h",
      "0:00",
    ]);
  });

  it("run only for whoever is to act", () => {
    expect([
      clockNow(9000, true, 100, 4100),
      clockNow(9000, false, 100, 4100),
      clockNow(10, true, 0, 99),
    ]).toEqual([5000, 9000, 0]);
    expect([secondsUntil(5000, 1001), secondsUntil(5000, 9000)]).toEqual([4, 0]);
  });
});

describe("trays", () => {
  const real = fixture<Position>("position.choose_combat");

  it("are sorted into score, hand, card in play, piles and the rest, and none is lost", () => {
    const found = sorted(real.scene ?? null, real.table.seats, "allied");
    expect(found.scores.map((one) => [one.seat.seat, one.counters[0]?.counter.now, one.cards])).toEqual([
      ["french", 0, 5],
      ["allied", 1, 5],
    ]);
    expect(found.hand?.id).toBe("hand-allied");
    expect(found.inPlay.map((one) => one.id)).toEqual(["in-play"]);
    expect(found.hidden.map((one) => one.id)).toEqual(["hand-french"]);
    expect(found.piles.map((one) => one.id)).toEqual(["deck", "discarded"]);
    expect(found.rest.map((one) => one.id)).toEqual(
      (real.scene?.trays ?? [])
        .map((one) => one.id)
        .filter((id) => !["banners", "piles", "in-play"].includes(id) && !id.startsWith("hand")),
    );
  });

  it("show a spectator no hand", () => {
    expect(sorted(real.scene ?? null, real.table.seats, null).hand).toBeNull();
    expect(sorted(null, [], null)).toEqual({
      scores: [],
      hand: null,
      inPlay: [],
      hidden: [],
      piles: [],
      rest: [],
    });
  });

  it("keep equal cards apart and count them", () => {
    const card = (id: string, n = 1) => ({ id, title: text(id), n });
    expect(keyed([card("5"), card("4"), card("5")]).map((one) => one.key)).toEqual(["5#0", "4#0", "5#1"]);
    expect(held({ tray: "hand", id: "h", title: text("h"), cards: [card("5", 2)], down: 3 })).toBe(5);
  });
});

describe("a preview", () => {
  const pieces = ["own", "foe"].map((id) => ({ id, sprite: "s", at: { on: "cells", cells: [1] } as const }));
  const foe = { kind: "piece", id: "foe" } as const;
  const choice = { label: text("fire"), answer: { do: "fire", unit: "own", target: "foe" } };

  it("is about what is in hand, or about a piece that the answer names", () => {
    const names = (of: { kind: "piece"; id: string } | null) => {
      const { who, whom } = partiesOf({ pieces }, { preview: {}, choice, target: foe, of });
      return [who?.id, whom?.id];
    };
    expect(names({ kind: "piece", id: "own" })).toEqual(["own", "foe"]);
    expect(names(null)).toEqual(["own", "foe"]);
    expect(partiesOf(null, null)).toEqual({ who: undefined, whom: undefined });
  });

  it("needs a card for words and numbers, but not for marks on the board", () => {
    const reach = { reach: [foe] };
    expect([hasCard(reach), hasContent(reach), hasContent({})]).toEqual([false, true, false]);
    expect(hasCard({ facts: [text("f")] })).toBe(true);
  });
});

describe("the preview card", () => {
  const board = { x: 0, y: 0, width: 1000, height: 700 };
  const card = { width: 300, height: 300 };
  const at = (x: number, y: number) => ({ x, y, width: 60, height: 60 });

  it("stands in the free corner nearest to what it is about", () => {
    const around = { board, keep: [at(500, 500), at(600, 500)], units: [], near: at(600, 500), taken: [] };
    expect(freeCorner(card, around)).toMatchObject({ x: 690, y: 390 });
  });

  it("never hides the fight, and rather stands farther away than on units", () => {
    const fight = { board, keep: [at(800, 500)], units: [], near: at(800, 500), taken: [] };
    const found = freeCorner(card, fight);
    expect(found && overlap(found, at(800, 500))).toBe(false);
    const units = { board, keep: [], units: [at(750, 450), at(850, 450)], near: at(760, 460), taken: [] };
    expect(freeCorner(card, units)).not.toMatchObject({ x: 690, y: 390 });
  });

  it("has no place where everything would be hidden", () => {
    expect(freeCorner(card, { board, keep: [board], units: [], near: null, taken: [] })).toBeNull();
    expect(
      freeCorner({ width: 300, height: 900 }, { board, keep: [], units: [], near: null, taken: [] }),
    ).toBeNull();
  });

  it("leaves the corners where units stand in all of them", () => {
    const corners = [at(700, 450), at(700, 30), at(30, 450), at(30, 30)];
    const crowd = { board, keep: [], units: [...corners, at(30, 250), at(700, 250)], near: null, taken: [] };
    const found = freeCorner({ width: 200, height: 120 }, crowd);
    expect(found && crowd.units.some((unit) => overlap(found, unit))).toBe(false);
  });

  it("stands next to what was pointed at without hiding what is in hand", () => {
    const size = { width: 300, height: 120 };
    const room = { width: 1000, height: 600 };
    const [target, hand] = [at(500, 300), at(560, 300)];
    const right = nextTo(target, size, room, []);
    expect(right.x).toBeGreaterThan(target.x + target.width);
    const left = nextTo(target, size, room, [hand]);
    expect([target, hand].some((box) => overlap(left, box))).toBe(false);
    const crowd = [at(700, 300), at(300, 300)];
    const below = nextTo(target, size, room, [], crowd);
    expect([target, ...crowd].some((box) => overlap(below, box))).toBe(false);
    const edge = nextTo(at(960, 580), size, room, []);
    expect(edge.x + edge.width).toBeLessThanOrEqual(1000);
    expect(edge.y + edge.height).toBeLessThanOrEqual(600);
  });

  it("leaves the line of fire free", () => {
    const line = along(at(0, 0), at(600, 0));
    expect(line).toHaveLength(9);
    expect(line[4]).toMatchObject({ x: 322, y: 22 });
  });
});
