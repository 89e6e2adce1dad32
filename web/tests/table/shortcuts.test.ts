import { describe, expect, it, vi } from "vitest";
import { roomOf } from "../../src/lib/table/layout.svelte";
import { type Deeds, pressed, released } from "../../src/lib/table/shortcuts";

function deeds(more: Partial<Deeds> = {}): Deeds {
  const nothing = () => vi.fn();
  return {
    undo: nothing(),
    hint: nothing(),
    inspect: nothing(),
    layer: nothing(),
    button: vi.fn(() => true),
    enter: vi.fn(() => true),
    back: vi.fn(() => true),
    where: nothing(),
    panel: nothing(),
    tab: nothing(),
    chat: nothing(),
    cards: nothing(),
    now: nothing(),
    help: nothing(),
    skip: vi.fn(() => false),
    steer: vi.fn(() => false),
    measure: vi.fn(() => false),
    ...more,
  };
}

function key(name: string, more: Partial<KeyboardEvent> = {}): KeyboardEvent {
  return { key: name, code: "", target: null, defaultPrevented: false, ...more } as KeyboardEvent;
}

describe("keys", () => {
  it("do what they stand for, large or small", () => {
    const all = deeds();
    for (const name of ["u", "U", "h", "?", "3"]) expect(pressed(key(name), all)).toBe(true);
    expect(all.undo).toHaveBeenCalledTimes(2);
    expect(all.hint).toHaveBeenCalledTimes(1);
    expect(all.help).toHaveBeenCalledTimes(1);
    expect(all.button).toHaveBeenCalledWith("3");
    expect(pressed(key("x"), all)).toBe(false);
  });

  it("are the browser's own with Control or Alt", () => {
    const all = deeds();
    expect(pressed(key("u", { ctrlKey: true }), all)).toBe(false);
    expect(pressed(key("h", { altKey: true }), all)).toBe(false);
    expect(all.undo).not.toHaveBeenCalled();
  });

  it("lead to the chat on any keyboard, also where the stroke is above the seven", () => {
    const all = deeds();
    expect(pressed(key("/", { code: "Digit7", shiftKey: true }), all)).toBe(true);
    expect(pressed(key("b"), all)).toBe(true);
    expect(all.chat).toHaveBeenCalledTimes(2);
    expect(pressed(key("!", { code: "Digit1", shiftKey: true }), all)).toBe(true);
    expect(all.tab).toHaveBeenCalledWith(0);
  });

  it("all end the dice, and do nothing else then", () => {
    const all = deeds({ skip: vi.fn(() => true) });
    expect(pressed(key("u"), all)).toBe(true);
    expect(all.undo).not.toHaveBeenCalled();
    expect(pressed(key("Tab"), all)).toBe(false);
  });

  it("show an overlay as long as they are held", () => {
    const all = deeds();
    pressed(key("r"), all);
    pressed(key("r", { repeat: true }), all);
    released(key("r"), all);
    expect(vi.mocked(all.layer).mock.calls).toEqual([
      ["range", true],
      ["range", false],
    ]);
  });

  it("turn to a panel with Shift and a digit, whatever the layout writes then", () => {
    const all = deeds();
    pressed(key("!", { code: "Digit1", shiftKey: true }), all);
    expect(all.tab).toHaveBeenCalledWith(0);
  });
});

describe("room", () => {
  it("is told by width and height", () => {
    expect([
      roomOf(1600, 1000),
      roomOf(1100, 800),
      roomOf(390, 844),
      roomOf(844, 390),
      roomOf(820, 1180),
    ]).toEqual(["desktop", "laptop", "small", "landscape", "small"]);
  });
});
