import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Choice, Piece, Position, Prompt, Scene, Target } from "../../src/generated/protocol";
import {
  alternatives,
  back,
  begin,
  buttons,
  choicesOfCard,
  choose,
  highlights,
  NOTHING,
  type Picks,
  pick,
  type Result,
} from "../../src/lib/table/interaction";

const CONFIRM = { confirm: true };

function text(id: string) {
  return { id, args: {} };
}
function piece(id: string): Target {
  return { kind: "piece", id };
}
function cell(id: number): Target {
  return { kind: "cell", id: String(id) };
}
function choice(
  target: Target | undefined,
  answer: Record<string, unknown>,
  more: Partial<Choice> = {},
): Choice {
  return { label: text("c"), answer, ...(target ? { target } : {}), ...more };
}
function prompt(choices: Choice[], more: Partial<Prompt> = {}): Prompt {
  return { seat: "red", kind: "k", text: text("ask"), choices, gesture: "", standing: false, ...more };
}
function standing(id: string, at: number, owner: string, more: Partial<Piece> = {}): Piece {
  return { id, sprite: "s", at: { on: "cells", cells: [at] }, owner, ...more };
}
function picksOf(result: Result): Picks {
  if (result.is !== "go on") throw new Error(`it was ${result.is}`);
  return result.picks;
}

const scene: Scene = {
  pieces: [
    standing("a", 1, "red"),
    standing("b", 2, "red"),
    standing("lead", 2, "red", { inside: "b" }),
    standing("foe", 9, "blue"),
  ],
};

describe("choices that need nothing in hand", () => {
  const asked = prompt([
    choice(piece("a"), { order: "a" }),
    choice(cell(5), { go: 5 }),
    choice(undefined, { do: "end_x" }),
  ]);

  it("are the answer as soon as one points at them", () => {
    expect(pick(asked, scene, NOTHING, piece("a"), CONFIRM)).toMatchObject({
      is: "answer",
      choice: { answer: { order: "a" } },
    });
    expect(pick(asked, scene, NOTHING, cell(5), CONFIRM)).toMatchObject({
      is: "answer",
      choice: { answer: { go: 5 } },
    });
  });

  it("are marked by what they are: own pieces, places, enemies", () => {
    const more = prompt([
      ...asked.choices,
      choice(piece("foe"), {}),
      choice(cell(6), {}, { weak: true, n: 2 }),
    ]);
    expect(highlights(more, scene, NOTHING)).toEqual([
      { target: piece("a"), look: "choose" },
      { target: cell(5), look: "reach" },
      { target: piece("foe"), look: "target" },
      { target: cell(6), look: "reach-weak", n: 2 },
    ]);
  });

  it("are found by the place a piece stands on, and by a piece that stands on the place", () => {
    expect(pick(asked, scene, NOTHING, cell(1), CONFIRM)).toMatchObject({
      is: "answer",
      choice: { answer: { order: "a" } },
    });
    const place = prompt([choice(cell(9), { hit: 9 })]);
    expect(pick(place, scene, NOTHING, piece("foe"), CONFIRM)).toMatchObject({
      is: "answer",
      choice: { answer: { hit: 9 } },
    });
  });

  it("prefer what was pointed at to what stands with it", () => {
    const both = prompt([choice(piece("b"), { order: "b" }), choice(piece("lead"), { order: "lead" })]);
    expect(pick(both, scene, NOTHING, piece("lead"), CONFIRM)).toMatchObject({
      choice: { answer: { order: "lead" } },
    });
    const only = prompt([choice(piece("lead"), { order: "lead" })]);
    expect(pick(only, scene, NOTHING, piece("b"), CONFIRM)).toMatchObject({
      choice: { answer: { order: "lead" } },
    });
  });
});

describe("choices of one piece among several", () => {
  const asked = prompt([
    choice(cell(5), { unit: "a", to: 5 }, { of: piece("a"), n: 1 }),
    choice(cell(6), { unit: "a", to: 6 }, { of: piece("a"), n: 2, weak: true }),
    choice(cell(6), { unit: "b", to: 6 }, { of: piece("b"), n: 1 }),
    choice(piece("foe"), { unit: "b", hits: "foe" }, { of: piece("b"), rolls: true }),
    choice(undefined, { do: "end_movement" }),
  ]);

  it("show the pieces first", () => {
    expect(highlights(asked, scene, NOTHING)).toEqual([
      { target: piece("a"), look: "choose" },
      { target: piece("b"), look: "choose" },
    ]);
  });

  it("show where the piece in hand can go, with the costs, and the other pieces", () => {
    const inHand = picksOf(pick(asked, scene, NOTHING, piece("a"), CONFIRM));
    expect(inHand.of).toEqual(piece("a"));
    expect(highlights(asked, scene, inHand)).toEqual([
      { target: cell(5), look: "reach", n: 1 },
      { target: cell(6), look: "reach-weak", n: 2 },
      { target: piece("b"), look: "choose" },
    ]);
    expect(pick(asked, scene, inHand, cell(6), CONFIRM)).toMatchObject({
      choice: { answer: { unit: "a", to: 6 } },
    });
  });

  it("change hands with another piece and lay the piece down with the same", () => {
    const first = picksOf(pick(asked, scene, NOTHING, piece("a"), CONFIRM));
    const second = picksOf(pick(asked, scene, first, piece("b"), CONFIRM));
    expect(second.of).toEqual(piece("b"));
    expect(picksOf(pick(asked, scene, second, piece("b"), CONFIRM)).of).toBeNull();
  });

  it("ask which piece is meant when a place is pointed at that several can reach", () => {
    const menu = picksOf(pick(asked, scene, NOTHING, cell(6), CONFIRM));
    expect(menu.menu.map((one) => one.answer)).toEqual([
      { unit: "a", to: 6 },
      { unit: "b", to: 6 },
    ]);
    expect(choose(menu, menu.menu[1] as Choice, CONFIRM)).toMatchObject({
      is: "answer",
      choice: { answer: { unit: "b", to: 6 } },
    });
  });

  it("take the only piece that can in hand with its target", () => {
    const armed = picksOf(pick(asked, scene, NOTHING, piece("foe"), CONFIRM));
    expect(armed.of).toEqual(piece("b"));
    expect(armed.armed?.answer).toEqual({ unit: "b", hits: "foe" });
  });

  it("begin with the only piece that can act in hand", () => {
    const one = prompt(asked.choices.filter((each) => each.of?.id !== "b"));
    expect(begin(one).of).toEqual(piece("a"));
    expect(begin(asked)).toEqual(NOTHING);
    expect(begin(null)).toEqual(NOTHING);
    expect(picksOf(pick(one, scene, begin(one), piece("a"), CONFIRM)).of).toEqual(piece("a"));
  });

  it("are wishes where nothing can be chosen", () => {
    const inHand = picksOf(pick(asked, scene, NOTHING, piece("a"), CONFIRM));
    expect(pick(asked, scene, inHand, cell(77), CONFIRM)).toEqual({
      is: "wish",
      target: cell(77),
      of: piece("a"),
    });
    expect(pick(asked, scene, inHand, piece("foe"), CONFIRM)).toMatchObject({ is: "go on" });
    expect(pick(asked, scene, NOTHING, cell(77), CONFIRM)).toEqual({
      is: "wish",
      target: cell(77),
      of: null,
    });
  });
});

describe("choices after which dice fall", () => {
  const asked = prompt([
    choice(piece("foe"), { hit: "foe" }, { rolls: true, of: piece("a") }),
    choice(cell(5), {}, { of: piece("a") }),
  ]);
  const armed = picksOf(pick(asked, scene, { ...NOTHING, of: piece("a") }, piece("foe"), CONFIRM));

  it("wait for a second click", () => {
    expect(armed.armed?.answer).toEqual({ hit: "foe" });
    expect(pick(asked, scene, armed, piece("foe"), CONFIRM)).toMatchObject({
      is: "answer",
      choice: { answer: { hit: "foe" } },
    });
  });

  it("are confirmed by the place the enemy stands on too", () => {
    expect(pick(asked, scene, armed, cell(9), CONFIRM)).toMatchObject({ is: "answer" });
  });

  it("are the only thing marked while they wait", () => {
    expect(highlights(asked, scene, armed)).toEqual([{ target: piece("foe"), look: "target" }]);
    const button = { ...NOTHING, armed: choice(undefined, { do: "battle_back" }) };
    expect(highlights(asked, scene, button)).toEqual([]);
  });

  it("need no second click where that is not wanted", () => {
    expect(pick(asked, scene, NOTHING, piece("foe"), { confirm: false })).toMatchObject({ is: "answer" });
  });

  it("are left by pointing at something else", () => {
    expect(pick(asked, scene, armed, cell(5), CONFIRM)).toMatchObject({
      is: "answer",
      choice: { target: cell(5) },
    });
  });

  it("give way step by step", () => {
    const free = prompt([...asked.choices, choice(cell(3), {}, { of: piece("b") })]);
    const inHand = back(free, armed);
    expect(inHand).toEqual({ ...NOTHING, of: piece("a") });
    expect(back(free, inHand as Picks)).toEqual(NOTHING);
    expect(back(free, NOTHING)).toBeNull();
  });
});

describe("buttons", () => {
  it("have exactly one primary, the one that ends something, and it stands last", () => {
    const end = choice(undefined, { do: "end_movement" });
    const asked = prompt([end, choice(undefined, { do: "stand" }), choice(cell(1), {}, { of: piece("a") })]);
    const shown = buttons(asked, scene);
    expect(shown.map((one) => [one.choice.answer?.do, one.primary, one.key])).toEqual([
      ["stand", false, "1"],
      ["end_movement", true, "Enter"],
    ]);
  });

  it("give Enter to none of several that end nothing", () => {
    const asked = prompt([choice(undefined, { do: "long_move" }), choice(undefined, { do: "one_unit" })]);
    expect(buttons(asked, scene).map((one) => [one.primary, one.key])).toEqual([
      [false, "1"],
      [false, "2"],
    ]);
  });

  it("give Enter to the only thing that can be done, or that is not done on the board", () => {
    const go = choice(undefined, { do: "retreat" });
    const mount = choice({ kind: "button", id: "mount" }, { do: "mount" }, { of: piece("a") });
    expect(buttons(prompt([go]), scene)[0]?.key).toBe("Enter");
    expect(buttons(prompt([mount]), scene)[0]?.key).toBe("Enter");
    const stay = choice(undefined, { do: "hold_ground" });
    const board = choice(cell(1), { do: "take" }, { of: piece("a") });
    expect(buttons(prompt([board, stay]), scene).map((one) => one.key)).toEqual(["Enter"]);
    expect(buttons(prompt([mount, board]), scene).map((one) => one.key)).toEqual(["1"]);
  });

  it("leave orders to several pieces to menus of theirs, what matters first, without asking twice", () => {
    const told = (id: string, order: string, more = {}) =>
      choice({ kind: "button", id: order }, { do: order, id }, { of: piece(id), ...more });
    const both = ["a", "b"].flatMap((id) => [
      told(id, "stand", { weak: true }),
      told(id, "march", { rolls: true }),
    ]);
    const asked = prompt([...both, choice(undefined, { do: "ready" })]);
    expect(buttons(asked, scene).map((one) => one.choice.answer?.do)).toEqual(["ready"]);
    const taken = pick(asked, scene, NOTHING, piece("a"), { confirm: true });
    const picks = taken.is === "go on" ? taken.picks : NOTHING;
    expect(picks.of).toEqual(piece("a"));
    expect(picks.menu.map((one) => one.answer)).toEqual([
      { do: "march", id: "a" },
      { do: "stand", id: "a" },
    ]);
    const march = picks.menu[0] as Choice;
    expect(choose(picks, march, { confirm: true })).toEqual({ is: "answer", choice: march });
    expect(choose(NOTHING, march, { confirm: true }).is).toBe("go on");
    expect(back(asked, picks)).toEqual(NOTHING);
    expect(highlights(asked, scene, picks).map((mark) => mark.target)).toEqual([piece("b")]);
  });

  it("do not make a lesser choice, or an order to one piece, the primary one", () => {
    const dismount = choice({ kind: "button", id: "dismount" }, { do: "dismount" }, { of: piece("a") });
    const asked = prompt([
      choice(undefined, { do: "ready" }),
      choice(undefined, { do: "proposal" }, { weak: true }),
      dismount,
    ]);
    expect(buttons(asked, scene).find((one) => one.primary)?.choice.answer?.do).toBe("ready");
  });

  it("offer a few places and things that are nowhere to be seen too, but not cards in hand", () => {
    const held: Scene = {
      ...scene,
      trays: [{ tray: "hand", id: "h", title: text("h"), cards: [{ id: "c1", title: text("c1") }] }],
    };
    const few = prompt([choice(undefined, { do: "hold" }), choice(cell(5), { do: "take" })]);
    expect(buttons(few, held).map((one) => one.choice.answer?.do)).toEqual(["take", "hold"]);
    const unseen = prompt([
      choice({ kind: "card", id: "c2" }, { card: 2 }),
      choice({ kind: "card", id: "c1" }, { card: 1 }),
    ]);
    expect(buttons(unseen, held).map((one) => one.choice.answer)).toEqual([{ card: 2 }]);
    expect(choicesOfCard(unseen, "c1")).toHaveLength(1);
  });
});

describe("what a target may stand for", () => {
  it("is the company of a piece and its place", () => {
    expect(alternatives(scene, piece("b"))).toEqual([piece("lead"), cell(2)]);
    expect(alternatives(scene, cell(2))).toEqual([piece("b"), piece("lead")]);
    expect(alternatives(scene, piece("nobody"))).toEqual([]);
  });
});

describe("a real question", () => {
  const path = new URL("../fixtures/table/position.choose_combat.json", import.meta.url);
  const real = JSON.parse(readFileSync(path, "utf8")) as Position;
  const asked = real.scene?.prompt as Prompt;

  it("can be answered in every way it offers by pointing", () => {
    const reached = new Set<string>();
    for (const one of asked.choices) {
      let result = pick(
        asked,
        real.scene as Scene,
        NOTHING,
        one.of ?? (one.target as Target) ?? { kind: "button", id: "" },
        CONFIRM,
      );
      if (!one.target) {
        result = choose(NOTHING, one, CONFIRM);
      } else if (one.of) {
        result = pick(asked, real.scene as Scene, picksOf(result), one.target, CONFIRM);
      }
      if (result.is === "go on" && result.picks.menu.length) result = choose(result.picks, one, CONFIRM);
      if (result.is === "go on" && result.picks.armed)
        result = choose(result.picks, result.picks.armed, CONFIRM);
      expect(result.is).toBe("answer");
      if (result.is === "answer") reached.add(JSON.stringify(result.choice.answer));
    }
    expect(reached.size).toBe(asked.choices.length);
  });
});

describe("units of several bases", () => {
  it("are meant by any of their bases", () => {
    const base = (id: string, group: string) =>
      ({ id, sprite: "s", owner: "red", group, at: { on: "point", x: 0, y: 0 } }) as const;
    const scene: Scene = { pieces: [base("u1", "u"), base("u2", "u"), base("v1", "v")] };
    const at = (id: string) => alternatives(scene, { kind: "piece", id }).map((target) => target.id);
    expect(at("u2")).toEqual(["u1"]);
    expect(at("v1")).toEqual([]);
  });
});
