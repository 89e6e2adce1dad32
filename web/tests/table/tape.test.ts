import { describe, expect, it } from "vitest";
import type { Piece, Scene } from "../../src/generated/protocol";
import { Tape } from "../../src/lib/table/tape.svelte";
import { unplacedIn } from "../../src/lib/table/unplaced";

function base(id: string, x: number, y: number, facing = 0): Piece {
  return { id, sprite: "s", at: { on: "point", x, y }, owner: "red", facing, size: [600, 300] };
}

const PIECES = [base("a", 1000, 1000), base("b", 1000, 2000), base("c", 3000, 1000, 9000)];

describe("the measuring tape", () => {
  it("goes from the edge of one base to the edge of another", () => {
    const tape = new Tape();
    tape.toggle();
    tape.tap([1100, 1050], PIECES, 10);
    tape.tap([900, 1900], PIECES, 10);
    expect([tape.from?.piece, tape.to?.piece]).toEqual(["a", "b"]);
    expect(tape.span?.length).toBe(700);
  });

  it("clings to a base that is near, but not to one that is far", () => {
    const tape = new Tape();
    tape.toggle();
    tape.tap([1000, 1240], PIECES, 10);
    expect(tape.from?.piece).toBe("a");
    tape.clear();
    tape.tap([1000, 1300], PIECES, 10);
    expect(tape.from).toEqual({ piece: "", outline: [[1000, 1300]] });
  });

  it("follows the pointer until its far end is fixed, then begins anew", () => {
    const tape = new Tape();
    tape.toggle();
    tape.point([0, 0], PIECES, 10);
    expect(tape.to).toBeNull();
    tape.tap([0, 0], [], 10);
    tape.point([300, 400], [], 10);
    expect(tape.span?.length).toBe(500);
    tape.tap([0, 100], [], 10);
    tape.point([300, 400], [], 10);
    expect(tape.span?.length).toBe(100);
    tape.tap([5, 5], [], 10);
    expect(tape.span).toBeNull();
  });

  it("can be pulled from one thing to another", () => {
    const tape = new Tape();
    tape.toggle();
    const pull = tape.pull([1000, 1000], PIECES, 10);
    pull.move([3000, 1000]);
    expect([tape.from?.piece, tape.to?.piece, tape.span?.length]).toEqual(["a", "c", 1550]);
  });

  it("begins at what is in hand, and is put away step by step", () => {
    const tape = new Tape();
    tape.toggle(PIECES[0]);
    expect(tape.from?.piece).toBe("a");
    expect(tape.back()).toBe(true);
    expect([tape.on, tape.from]).toEqual([true, null]);
    expect(tape.back()).toBe(true);
    expect(tape.on).toBe(false);
    expect(tape.back()).toBe(false);
  });
});

describe("those who wait beside the table", () => {
  const tray = (id: string, group: string, name: string): Piece => ({
    ...base(id, 0, 0),
    at: { on: "tray", tray: name },
    group,
  });
  const scene: Scene = {
    pieces: [tray("a", "u", "reserve"), tray("b", "u", "reserve"), tray("c", "v", "late"), base("d", 1, 1)],
    trays: [
      {
        tray: "roster",
        id: "reserve",
        title: { id: "to place", args: {} },
        rows: [{ id: "u", name: { id: "u", args: {} }, piece: "a", note: { id: "spears", args: {} } }],
      },
    ],
  };

  it("are listed unit by unit, with what their list says", () => {
    const [waiting, ...others] = unplacedIn(scene, (id) => id === "a");
    expect(others).toEqual([]);
    expect(waiting?.title?.id).toBe("to place");
    expect(waiting?.units).toMatchObject([{ piece: { id: "a" }, count: 2, note: { id: "spears" } }]);
  });

  it("are listed only if they can be taken", () => {
    expect(unplacedIn(scene, () => false)).toEqual([]);
    expect(unplacedIn(scene, () => true).map(({ tray }) => tray)).toEqual(["reserve", "late"]);
  });
});
