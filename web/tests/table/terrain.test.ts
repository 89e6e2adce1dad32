import { describe, expect, it } from "vitest";
import type { Choice, Preview, Prompt, TableBoard } from "../../src/generated/protocol";
import type { Point } from "../../src/lib/scene/board";
import { draftMode, TerrainDraft } from "../../src/lib/table/terrain/draft.svelte";
import { grabTerrain, handlesOf } from "../../src/lib/table/terrain/dragging";
import {
  coverOf,
  groundOf,
  isPiece,
  movedPiece,
  newPiece,
  pieceAt,
  piecesOn,
  pivotOf,
  pulledEnd,
  scaledPiece,
  slidLine,
  type TerrainPiece,
  turnedPiece,
} from "../../src/lib/table/terrain/pieces";
import { settled } from "../net/fakes";

const MU = 254;
const TABLE = { width: 18_288, height: 12_192, unit: MU };
const BOARD: TableBoard = { board: "table", id: "t", width: TABLE.width, height: TABLE.height, unit: MU };

const wood: TerrainPiece = {
  id: "wood1",
  kind: "wood",
  outline: [
    [1000, 1000],
    [5000, 1000],
    [5000, 3000],
    [1000, 3000],
  ],
};
const river: TerrainPiece = {
  id: "river1",
  kind: "river",
  via: [
    [9000, 0],
    [9500, 6000],
    [9000, 12_192],
  ],
  width: 700,
};
const shore: TerrainPiece = { id: "sea", kind: "seashore", edge: "bottom" };

function layout(home: string, pieces: readonly TerrainPiece[]): Choice {
  const label = { id: "idg.do.lay_pieces", args: { home: { id: `idg.home.${home}`, args: {} } } };
  return { label, answer: { do: "lay_pieces", home, pieces } };
}

function asked(choices: Choice[]): Prompt {
  return { seat: "red", kind: "k", text: { id: "?", args: {} }, choices, gesture: "form", standing: false };
}

function drafted(choices = [layout("forest", [wood, river])], board = BOARD, preview: Preview = {}) {
  const answers: Record<string, unknown>[] = [];
  const draft = new TerrainDraft(asked(choices), "key", board, async (answer) => {
    answers.push(answer);
    return preview;
  });
  return { draft, answers };
}

describe("pieces of terrain", () => {
  it("are known by what they are made of", () => {
    expect([wood, river, shore].every(isPiece)).toBe(true);
    for (const other of [null, 3, {}, { id: "a", kind: "b" }, { id: "a", outline: [] }]) {
      expect(isPiece(other)).toBe(false);
    }
  });

  it("cover an outline, a strip along a line, or a strip along an edge", () => {
    expect(coverOf(wood, TABLE)).toBe(wood.outline);
    expect(coverOf(river, TABLE)).toHaveLength(6);
    expect(coverOf(shore, TABLE)[0]).toEqual([0, 12_192 - 3 * MU]);
  });

  it("are found under a point, lines before what they cross, and though they are thin", () => {
    const road: TerrainPiece = {
      id: "road",
      kind: "road",
      via: [
        [0, 2000],
        [6000, 2000],
      ],
      width: 100,
    };
    expect(pieceAt([road, wood], [3000, 2300], TABLE, 700)?.id).toBe("road");
    expect(pieceAt([road, wood], [3000, 2600], TABLE, 700)?.id).toBe("wood1");
    expect(pieceAt([road, wood], [9000, 9000], TABLE, 700)).toBeUndefined();
  });

  it("are turned round the middle of their longest dimension, as the server does", () => {
    expect(pivotOf(wood, TABLE)).toEqual([3000, 2000]);
    expect(pivotOf(river, TABLE)).toEqual([9000, 6096]);
    expect(turnedPiece(wood, 9000, TABLE).outline?.[0]).toEqual([4000, 0]);
    expect(turnedPiece(shore, 9000, TABLE)).toBe(shore);
  });

  it("move as a whole, in whole tenths of a millimetre", () => {
    expect(movedPiece(wood, [0.4, 10.6], TABLE).outline?.[0]).toEqual([1000, 1011]);
    expect(movedPiece(shore, [9000, -9000], TABLE).edge).toBe("right");
    const hill = movedPiece({ ...wood, top: [[2000, 1500]], holes: [[[3000, 2000]]] }, [100, 0], TABLE);
    expect([hill.top, hill.holes]).toEqual([[[2100, 1500]], [[[3100, 2000]]]]);
  });

  it("grow, and lines become wider", () => {
    expect(scaledPiece(wood, 2, TABLE).outline?.[0]).toEqual([-1000, 0]);
    expect(scaledPiece(river, 0.5, TABLE).width).toBe(350);
    expect(scaledPiece(river, 0.5, TABLE).via).toEqual(river.via);
  });

  it("keep their ends on the edges of the table when they are slid along", () => {
    const slid = slidLine(river, [400, 300], TABLE).via;
    expect(slid).toEqual([
      [9400, 0],
      [9900, 6300],
      [9400, 12_192],
    ]);
  });

  it("follow an end that is pulled, which clings to the edge", () => {
    const pulled = pulledEnd(river, 0, [12_000, 90], TABLE).via;
    expect(pulled?.[0]).toEqual([12_000, 0]);
    expect(pulled?.[1]).toEqual([11_000, 6000]);
    expect(pulled?.[2]).toEqual([9000, 12_192]);
  });

  it("become ground and lines of a scene, and can be read from there again", () => {
    const steep: TerrainPiece = {
      ...wood,
      id: "hill",
      kind: "steep_hill",
      top: [
        [2000, 1500],
        [3000, 1500],
        [2500, 2000],
      ],
    };
    const { ground, strokes } = groundOf([steep, river], TABLE);
    expect(ground.map(({ id, kind }) => [id, kind])).toEqual([
      ["hill", "steep_hill"],
      ["hill/top", "plateau"],
      ["river1", "river"],
    ]);
    expect(strokes).toEqual([{ kind: "river", points: river.via, width: 700 }]);
    const read = piecesOn({ ...BOARD, ground, strokes });
    expect(read).toEqual([
      { id: "hill", kind: "steep_hill", outline: wood.outline, top: steep.top },
      { id: "river1", kind: "river", via: river.via, width: 700 },
    ]);
  });

  it("are made anew like one of their kind, or as is usual", () => {
    const other = newPiece("wood", "w", [9000, 6000], TABLE, wood);
    expect(other.outline?.[0]).toEqual([7000, 5000]);
    expect(newPiece("seashore", "s", [100, 6000], TABLE, undefined).edge).toBe("left");
    const road = newPiece("road", "r", [9000, 6000], TABLE, undefined).via ?? [];
    expect([road[0]?.[0], road.at(-1)?.[0]]).toEqual([0, TABLE.width]);
    const outline = newPiece("marsh", "m", [9000, 6000], TABLE, undefined).outline ?? [];
    const longest = Math.max(
      ...outline.flatMap(([x, y]) => outline.map(([a, b]) => Math.hypot(a - x, b - y))),
    );
    expect(longest / MU).toBeGreaterThan(12);
    expect(longest / MU).toBeLessThan(24);
  });
});

describe("a battlefield in the making", () => {
  it("is recognised by the answers that are proposed", () => {
    expect(draftMode(asked([layout("forest", [wood])]))).toBe("layout");
    expect(draftMode(asked([{ label: { id: "c", args: {} }, answer: { do: "change", changes: [] } }]))).toBe(
      "changes",
    );
    expect(draftMode(asked([{ label: { id: "c", args: {} }, answer: { do: "pick", n: 3 } }]))).toBeNull();
  });

  it("begins with a proposal, and answers with everything that lies there", async () => {
    const { draft, answers } = drafted();
    await settled();
    expect(answers[0]).toEqual({ do: "lay_pieces", home: "forest", pieces: [wood, river] });
    draft.move("wood1", [100, 200]);
    expect(draft.answer).toMatchObject({ pieces: [{ id: "wood1" }, river] });
    expect(draft.pieces[0]?.outline?.[0]).toEqual([1100, 1200]);
    expect(draft.touched).toBe(true);
  });

  it("goes back step by step", () => {
    const { draft } = drafted();
    draft.remove("wood1");
    draft.add("marsh");
    expect(draft.pieces.map((piece) => piece.kind)).toEqual(["river", "marsh"]);
    draft.undo();
    draft.undo();
    expect(draft.pieces).toEqual([wood, river]);
    expect(draft.canUndo).toBe(false);
  });

  it("tells which pieces are wrong, and that nothing is", async () => {
    const flaw = { rule: "R", message: { id: "no", args: {} }, at: "wood1 river1" };
    const wrong = drafted(undefined, undefined, { violations: [flaw] }).draft;
    await settled();
    expect([wrong.isFine, wrong.isWrong("wood1"), wrong.isWrong("wood")]).toEqual([false, true, false]);
    const { draft } = drafted();
    await settled();
    expect(draft.isFine).toBe(true);
  });

  it("finds out which kinds its home does not have", async () => {
    const barred = { rule: "R", message: { id: "not here", args: {} }, at: "" };
    const missing = { rule: "R", message: { id: "six woods", args: {} }, at: "" };
    const draft = new TerrainDraft(asked([layout("forest", [wood])]), "key", BOARD, async (answer) => {
      const kinds = (answer.pieces as TerrainPiece[]).map((piece) => piece.kind);
      return { violations: kinds.includes("sand") ? [missing, barred] : [missing] };
    });
    for (let i = 0; i < 4; i++) await settled();
    expect([...draft.barred.keys()]).toEqual(["sand"]);
  });

  it("names new pieces like no other", () => {
    const { draft } = drafted();
    draft.add("wood");
    draft.add("wood");
    expect(new Set(draft.pieces.map((piece) => piece.id)).size).toBe(4);
  });

  it("offers works where only works are proposed", () => {
    const wall: TerrainPiece = {
      id: "w",
      kind: "wall",
      via: [
        [1, 1],
        [900, 1],
      ],
      width: 250,
    };
    expect(drafted([layout("x", [wall])]).draft.kinds).toEqual(["wall", "rampart", "tower", "gate"]);
    expect(drafted().draft.kinds).toContain("gully");
  });
});

describe("changing a battlefield that lies", () => {
  const board = { ...BOARD, ...groundOf([wood, river], TABLE) };
  const sample: Choice = {
    label: { id: "c", args: {} },
    answer: { do: "change_layout", changes: [{ change: "remove", piece: "wood1" }] },
  };

  it("answers with what was changed, moves and turns apart", () => {
    const { draft } = drafted([sample], board);
    expect(draft.answer).toBeNull();
    draft.move("wood1", [100, 0]);
    draft.turn("wood1", 1500);
    draft.move("wood1", [20, 30]);
    expect(draft.answer).toEqual({
      do: "change_layout",
      changes: [
        { change: "shift", piece: "wood1", by: [120, 30] },
        { change: "shift", piece: "wood1", turn: 1500 },
      ],
    });
    expect(draft.changes).toBe(2);
  });

  it("counts nothing that was undone by hand", () => {
    const { draft } = drafted([sample], board);
    draft.turn("wood1", 1500);
    draft.turn("wood1", -1500);
    expect(draft.answer).toBeNull();
  });

  it("removes what was moved with one change, and what was added with none", () => {
    const { draft } = drafted([sample], board);
    draft.move("wood1", [100, 0]);
    draft.remove("wood1");
    draft.add("marsh");
    draft.move(draft.selected, [500, 0]);
    expect(draft.changes).toBe(2);
    draft.remove(draft.selected);
    expect(draft.answer).toEqual({ do: "change_layout", changes: [{ change: "remove", piece: "wood1" }] });
  });

  it("moves lines as they are, and reshapes only what was added", () => {
    const { draft } = drafted([sample], board);
    draft.move("river1", [100, 50]);
    expect(draft.pieces.find((piece) => piece.id === "river1")?.via?.[0]).toEqual([9100, 50]);
    draft.scale("wood1", 2);
    expect(draft.pieces.find((piece) => piece.id === "wood1")?.outline?.[0]).toEqual([1000, 1000]);
    expect(handlesOf(draft, wood, 10).scale).toBeNull();
  });
});

describe("the pointer on terrain", () => {
  const how = { px: 10, touch: false };

  it("drags a piece, which is chosen by that, and lets go of it where it is", () => {
    const { draft } = drafted();
    const shown: (Point | undefined)[] = [];
    const grip = grabTerrain(draft, [2000, 2000], how, (one) => shown.push(one?.piece.outline?.[0]));
    grip?.move([2100, 2050]);
    expect([draft.selected, shown.at(-1)]).toEqual(["wood1", [1100, 1050]]);
    expect(draft.pieces[0]).toBe(wood);
    grip?.drop([2300, 2000]);
    expect(draft.pieces[0]?.outline?.[0]).toEqual([1300, 1000]);
  });

  it("turns, resizes and pulls the chosen piece by its handles", () => {
    const { draft } = drafted();
    draft.selected = "wood1";
    const handles = handlesOf(draft, wood, how.px);
    const turn = grabTerrain(draft, handles.turn ?? [0, 0], how, () => undefined);
    turn?.drop([9000, 2000]);
    expect(draft.pieces[0]?.outline?.[0]).toEqual([4000, 0]);
    draft.undo();
    const scale = grabTerrain(draft, handles.scale ?? [0, 0], how, () => undefined);
    scale?.drop([3000 + 2 * 2080, 2000 + 2 * 1080]);
    expect(draft.pieces[0]?.outline?.[0]?.[0]).toBeCloseTo(-1000, -2);
    draft.selected = "river1";
    const end = grabTerrain(draft, [9000, 0], how, () => undefined);
    end?.drop([11_000, 10]);
    expect(draft.pieces[1]?.via?.[0]).toEqual([11_000, 0]);
  });

  it("holds nothing on bare ground", () => {
    expect(grabTerrain(drafted().draft, [16_000, 10_000], how, () => undefined)).toBeNull();
  });
});
