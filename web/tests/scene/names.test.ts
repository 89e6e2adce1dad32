import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Scene } from "../../src/generated/protocol";
import { setTexts } from "../../src/lib/i18n/words.svelte";
import { focusedBoard } from "../../src/lib/scene/board";
import { nameOf } from "../../src/lib/scene/names";
import { settings } from "../../src/lib/settings.svelte";
import { sceneOf } from "../fixtures/scenes";

beforeAll(() => {
  setTexts("en", {
    "ccn.kind": "{nation} {type}",
    "ccn.nation.french": "French",
    "ccn.type.LN": "line infantry",
    "ccn.leader_name": "{name}",
    "scene.terrain.hill": "hill",
    "scene.terrain.building": "building",
    "scene.badge.ordered": "ordered",
    "scene.clear": "clear",
    "ccn.goal.temporary": "{n} banner",
  });
  setTexts("de", { "scene.terrain.hill": "Hügel" });
});

beforeEach(() => {
  settings.language = "en";
});

function saying(scene: Scene, kind: "piece" | "cell", id: string): string {
  const board = focusedBoard(scene);
  return board ? nameOf(scene, board, { kind, id }) : "";
}

test("a piece says what it is, how strong, what it may do, and where it stands", () => {
  const scene = structuredClone(sceneOf("rolica_1")) as Scene & { pieces: { id: string }[] };
  const unit = scene.pieces?.find((piece) => piece.id === "french-ln-1");
  Object.assign(unit ?? {}, { now: 3, badges: [{ kind: "ordered" }] });
  expect(saying(scene, "piece", "french-ln-1")).toBe("French line infantry, 3 of 4, ordered, at 6,6, hill");
});

test("a leader says whom he is with", () => {
  expect(saying(sceneOf("rolica_1"), "piece", "delaborde")).toBe(
    "Delaborde, with French line infantry, at 7,8, hill",
  );
});

test("a cell says its label, its ground, its worth, and who is there", () => {
  const scene = sceneOf("rolica_1");
  expect(saying(scene, "cell", "0")).toBe("1,1, clear");
  const board = focusedBoard(scene);
  const prize = board?.board === "hex" ? board.cells?.find((cell) => cell.badges?.length) : undefined;
  expect(saying(scene, "cell", String(prize?.id))).toBe("9,6, hill, 1 banner");
  expect(saying(scene, "cell", "93")).toContain("French line infantry 4 of 4");
});

test("what has no words is called by its key", () => {
  const scene: Scene = {
    boards: [{ board: "table", id: "t", width: 9, height: 9, unit: 10 }],
    pieces: [{ id: "x", sprite: "war_wagon", at: { on: "point", x: 20, y: 35 } }],
  };
  expect(saying(scene, "piece", "x")).toMatch(/^war wagon, at 2 by 3\.5/);
});

test("German says it in German", () => {
  settings.language = "de";
  expect(saying(sceneOf("rolica_1"), "cell", "0")).toMatch(/^1,1/);
  expect(saying(sceneOf("rolica_1"), "cell", "105")).toContain("Hügel");
});
