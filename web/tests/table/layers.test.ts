import { describe, expect, it } from "vitest";
import type { Scene } from "../../src/generated/protocol";
import { KEYS } from "../../src/lib/table/keys";
import { LAYERS, Layers, layersFor } from "../../src/lib/table/layers.svelte";
import { type Deeds, pressed } from "../../src/lib/table/shortcuts";

const zones: Scene = {
  overlays: [
    { show: "marks", meaning: "threat", cells: [1] },
    { show: "marks", meaning: "objective", cells: [2] },
  ],
};

describe("layers", () => {
  it("are shown while their key is held, and stay when it is pressed twice", () => {
    const layers = new Layers();
    layers.press("range", 0);
    expect(layers.has("range")).toBe(true);
    expect(layers.follows).toBe(true);
    layers.release("range");
    expect(layers.has("range")).toBe(false);
    layers.press("range", 300);
    layers.release("range");
    expect(layers.has("range")).toBe(true);
    layers.press("range", 5000);
    layers.release("range");
    expect(layers.has("range")).toBe(false);
  });

  it("that a scene brings are shown until they are turned off", () => {
    const layers = new Layers();
    expect(layers.thin(zones)).toBe(zones);
    layers.press("zones", 0);
    layers.release("zones");
    expect(layers.thin(zones).overlays?.map((one) => one.meaning)).toEqual(["objective"]);
    layers.clear();
    expect(layers.has("zones")).toBe(false);
    layers.turn("zones");
    expect(layers.thin(zones)).toBe(zones);
  });

  it("are gone when somebody else comes to the screen", () => {
    const layers = new Layers();
    layers.turn("threat");
    layers.press("sight", 0);
    layers.clear();
    expect(layers.has("threat") || layers.has("sight")).toBe(false);
  });

  it("are offered only where there is something to show", () => {
    const ids = (scene: Scene | null, watching: boolean) => layersFor(scene, watching).map((one) => one.id);
    expect(ids(zones, false)).toEqual(["reach", "range", "sight", "threat", "zones", "numbers"]);
    expect(ids(null, true)).toEqual(["reach", "range", "sight", "numbers"]);
  });
});

describe("the keys that help lists", () => {
  const everything = new Proxy({} as Deeds, { get: (_, name) => () => name !== "skip" });
  const press = (key: string) =>
    pressed({ key, code: "", target: null, defaultPrevented: false } as unknown as KeyboardEvent, everything);

  it("all do something at the table; arrows, Tab and looking around belong to the board", () => {
    const boards = new Set(["←", "↑", "→", "↓", "Tab", "…", "⇧", "+", "−", "0"]);
    const names: Record<string, string> = { "↵": "Enter", Esc: "Escape", Space: " " };
    const listed = KEYS.flatMap(([keys]) => keys).filter((key) => !boards.has(key));
    expect(listed.filter((key) => !press(names[key] ?? key))).toEqual([]);
  });

  it("hold every layer", () => {
    const listed = new Set(KEYS.flatMap(([keys]) => keys));
    expect(LAYERS.filter((layer) => !listed.has(layer.key))).toEqual([]);
  });
});
