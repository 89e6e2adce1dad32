import { describe, expect, it } from "vitest";
import type { LogLine, Message, Scene } from "../../src/generated/protocol";
import { focusedBoard } from "../../src/lib/scene/board";
import { shapeOf } from "../../src/lib/scene/geometry";
import { arrowsOf, mentionedIn, movesStillSeen, withArrows } from "../../src/lib/scene/told";
import { sceneOf } from "../fixtures/scenes";

const scene = sceneOf("rolica_1");
const board = focusedBoard(scene);
if (!board) throw new Error("no board");
const labels = shapeOf(board).grid?.labels ?? [];
const cell = (name: string) => ({ kind: "cell", id: String(labels.indexOf(name)) });

function unit(at: string): Message {
  return { id: "unit", args: { kind: { id: "kind", args: { type: { id: "LN", args: {} } } }, at } };
}

function line(args: Message["args"], n = 1): LogLine {
  return { n, event: "e", text: { id: "told", args } };
}

describe("what a line of the report is about", () => {
  it("are the places it names, however deep they are said", () => {
    const told = line({ piece: unit("3,5"), target: unit("4,6"), n: 3, seat: "allied" });
    expect(mentionedIn(board, told.text)).toEqual([cell("3,5"), cell("4,6")]);
  });

  it("ends with where something goes to, whatever comes first", () => {
    const told = line({ to: "5,4", piece: unit("2,2") });
    expect(mentionedIn(board, told.text)).toEqual([cell("2,2"), cell("5,4")]);
  });

  it("is nothing where no place is named, and each place once", () => {
    expect(mentionedIn(board, line({ seat: "french", card: "attack" }).text)).toEqual([]);
    expect(mentionedIn(board, line({ a: unit("3,5"), b: "3,5" }).text)).toEqual([cell("3,5")]);
  });

  it("may be areas by id or by name", () => {
    const map = {
      board: "areas",
      id: "map",
      width: 100,
      height: 100,
      areas: [
        { id: "wien", name: { id: "area.wien", args: {} } },
        { id: "linz", name: { id: "area.linz", args: {} } },
      ],
    } as const;
    expect(mentionedIn(map, line({ from: { id: "area.wien", args: {} }, to: "linz" }).text)).toEqual([
      { kind: "area", id: "wien" },
      { kind: "area", id: "linz" },
    ]);
  });
});

describe("arrows", () => {
  it("lead from the first place to the second, and are laid over what the scene has", () => {
    const arrows = arrowsOf(scene, [line({ piece: unit("3,5"), to: "4,6" }), line({ piece: unit("3,5") })]);
    expect(arrows).toHaveLength(1);
    expect(arrows[0]?.via.map((place) => place.on === "cells" && place.cells[0])).toEqual([
      labels.indexOf("3,5"),
      labels.indexOf("4,6"),
    ]);
    expect(withArrows(scene, arrows).overlays).toHaveLength((scene.overlays?.length ?? 0) + 1);
    expect(withArrows(scene, [])).toBe(scene);
  });

  it("tell of moves as long as they can be seen: gone from there, and here", () => {
    const at = (name: string) => ({ on: "cells", cells: [labels.indexOf(name)] }) as const;
    const now: Scene = { ...scene, pieces: [{ id: "a", sprite: "s", at: at("4,6") }] };
    const moved = line({ piece: unit("3,5"), to: "4,6" });
    const fired = line({ piece: unit("4,6"), target: unit("3,5") });
    expect(movesStillSeen(now, [moved, fired])).toEqual([moved]);
    expect(movesStillSeen({ ...now, pieces: [] }, [moved])).toEqual([]);
  });
});
