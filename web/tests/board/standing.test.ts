import { describe, expect, test } from "vitest";
import type { Piece, Target } from "../../src/generated/protocol";
import { targetAt } from "../../src/lib/board/hit";
import { covers, halfSize, standingsOf } from "../../src/lib/board/standing";
import { sceneOf, shapeOfScene } from "../fixtures/scenes";

const rolica = sceneOf("rolica_1");
const shape = shapeOfScene(rolica);
const centre = shape.grid?.centres[58] ?? [0, 0];

function unit(id: string, more: Partial<Piece> = {}): Piece {
  return { id, sprite: "ccn/LN", at: { on: "cells", cells: [58] }, owner: "french", ...more };
}

const leader = unit("chief", { sprite: "ccn/leader", layer: 1, inside: "line" });

describe("a piece stands", () => {
  test("in the middle of its cell, and leaves the ground to be seen all around", () => {
    const one = standingsOf(shape, [unit("line")]).get("line");
    expect([one?.x, one?.y]).toEqual(centre);
    const [half] = one ? halfSize(one) : [0];
    expect(half / 50).toBeCloseTo(2 / 3, 1);
  });

  test("as a leader on the upper right corner of the unit that carries him", () => {
    const found = standingsOf(shape, [unit("line"), leader]);
    const [him, it] = [found.get("chief"), found.get("line")];
    expect(him?.role).toBe("medallion");
    expect((him?.x ?? 0) > (it?.x ?? 0) && (him?.y ?? 0) < (it?.y ?? 0)).toBe(true);
  });

  test("as a lone leader in the middle, twice as large", () => {
    const alone = standingsOf(shape, [{ ...leader, inside: "" }]).get("chief");
    const carried = standingsOf(shape, [unit("line"), leader]).get("chief");
    expect(alone?.role).toBe("leader");
    expect((alone?.scale ?? 0) / (carried?.scale ?? 1)).toBeCloseTo(1.88);
  });

  test.each([2, 3, 4, 7, 12])("in a stack of %i so that no piece hides another", (count) => {
    const stack = Array.from({ length: count }, (_, i) => unit(`u${i}`));
    const found = [...standingsOf(shape, stack).values()];
    for (const one of found) {
      expect(found.filter((other) => covers(other, [one.x, one.y])).map((other) => other.piece.id)).toEqual([
        one.piece.id,
      ]);
    }
  });

  test("where the table says, as large and turned as its base", () => {
    const table = sceneOf("toy.field");
    const base: Piece = { ...unit("b"), at: { on: "point", x: 500, y: 500 }, size: [400, 100], facing: 9000 };
    const one = standingsOf(shapeOfScene(table), [base]).get("b");
    expect(one?.role).toBe("base");
    expect(one && covers(one, [500, 680])).toBe(true);
    expect(one && covers(one, [680, 500])).toBe(false);
  });

  test("nowhere on the board while it lies in a tray", () => {
    expect(standingsOf(shape, [unit("x", { at: { on: "tray", tray: "lost" } })]).size).toBe(0);
  });
});

describe("pointing at", () => {
  const found = standingsOf(shape, [unit("line"), leader]);
  const at = (x: number, y: number, choosable: Target[] = []) =>
    targetAt(shape, found.values(), choosable, [centre[0] + x, centre[1] + y]);
  const piece = (id: string): Target => ({ kind: "piece", id });
  const cell: Target = { kind: "cell", id: "58" };

  test("a piece means the piece, beside it the cell, beyond the board nothing", () => {
    expect(at(0, 0)).toEqual(piece("line"));
    expect(at(0, 45)).toEqual(cell);
    expect(at(-5000, 0)).toBeNull();
  });

  test("a leader's medallion means the leader, unless only his unit can be chosen", () => {
    expect(at(28, -26)).toEqual(piece("chief"));
    expect(at(28, -26, [piece("line")])).toEqual(piece("line"));
  });

  test("a piece means its cell where only the cell can be chosen", () => {
    expect(at(0, 0, [cell])).toEqual(cell);
    expect(at(0, 0, [cell, piece("line")])).toEqual(piece("line"));
  });

  test("near an edge means the edge where edges can be chosen", () => {
    const edge: Target = { kind: "edge", id: "58:1" };
    expect(at(46, 0, [edge])).toEqual(edge);
    expect(at(0, 0, [edge])).toEqual(piece("line"));
  });
});
