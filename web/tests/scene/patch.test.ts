import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Patch, Scene } from "../../src/generated/protocol";
import { applyPatch } from "../../src/lib/scene/patch";

const PIECE = { sprite: "foot", at: { on: "cells", cells: [1] } } as const;
const TEXT = { id: "name", args: {} };

function fixture(): { before: Scene; patches: Patch[]; after: Scene } {
  return JSON.parse(readFileSync(new URL("../fixtures/patches.json", import.meta.url), "utf8"));
}

describe("a patch", () => {
  test("of a real game, and all that follow it, give the scene of the server exactly", () => {
    const { before, patches, after } = fixture();
    expect(patches.length).toBeGreaterThan(5);
    expect(patches.reduce(applyPatch, before)).toStrictEqual(after);
  });

  test("leaves the scene it is applied to as it was", () => {
    const { before, patches } = fixture();
    const copy = structuredClone(before);
    patches.reduce(applyPatch, before);
    expect(before).toStrictEqual(copy);
  });

  test("drops, replaces, and adds at the end", () => {
    const scene: Scene = { pieces: ["a", "b", "c"].map((id) => ({ ...PIECE, id })) };
    const patch: Patch = {
      pieces: {
        drop: ["a"],
        put: [
          { ...PIECE, id: "b", now: 2 },
          { ...PIECE, id: "d" },
        ],
      },
    };
    const ids = (applyPatch(scene, patch).pieces ?? []).map((piece) => [piece.id, piece.now]);
    expect(ids).toEqual([
      ["b", 2],
      ["c", undefined],
      ["d", undefined],
    ]);
  });

  test("puts things into the order it gives", () => {
    const scene: Scene = { pieces: ["a", "b", "c"].map((id) => ({ ...PIECE, id })) };
    const patch: Patch = { pieces: { order: ["c", "a", "b"] } };
    expect((applyPatch(scene, patch).pieces ?? []).map((piece) => piece.id)).toEqual(["c", "a", "b"]);
  });

  test("that sets something to what is usual leaves it out, as the server does", () => {
    const scene: Scene = { focus: "field", phase: 2, prompt: null, log: [TEXT] };
    const after = applyPatch(scene, { focus: "", phase: 0, log: [], prompt: null });
    expect(after).toStrictEqual({});
  });

  test("changes cells by number, edges by cell and side, areas and ground by name", () => {
    const layout = {
      top: "flat",
      shifted: "odd",
      runs: [],
      upward: false,
      separator: ",",
      digits: 1,
      without: [],
    };
    const scene = {
      boards: [
        { board: "hex", id: "h", layout, cells: [{ id: 3 }], edges: [{ cell: 1, side: 2 }] },
        {
          board: "table",
          id: "t",
          width: 1,
          height: 1,
          ground: [{ id: "wood", kind: "woods", outline: [] }],
        },
        { board: "areas", id: "m", width: 1, height: 1, areas: [{ id: "x", name: TEXT }] },
      ],
    } as unknown as Scene;
    const patch: Patch = {
      within: [
        { id: "h", cells: { put: [{ id: 3, level: 1 }] }, edges: { drop: ["1:2"] } },
        { id: "t", ground: { drop: ["wood"] } },
        { id: "m", areas: { put: [{ id: "x", name: TEXT, owner: "red" }] } },
      ],
    };
    const [hex, table, map] = applyPatch(scene, patch).boards ?? [];
    expect(hex).toStrictEqual({ board: "hex", id: "h", layout, cells: [{ id: 3, level: 1 }] });
    expect(table).toStrictEqual({ board: "table", id: "t", width: 1, height: 1 });
    expect(map).toMatchObject({ areas: [{ id: "x", owner: "red" }] });
  });
});
