import { describe, expect, it } from "vitest";
import type { Piece } from "../../src/generated/protocol";
import { crowdOf } from "../../src/lib/board/art/crowds";
import { baseDetailOf } from "../../src/lib/board/art/detail";
import { EMBLEMS } from "../../src/lib/board/art/emblems";
import { TROOPS, type TroopName } from "../../src/lib/board/art/figures";
import { shifted } from "../../src/lib/board/art/strokes";
import { speed } from "../../src/lib/board/edge_pan";
import { targetAt } from "../../src/lib/board/hit";
import { touches } from "../../src/lib/board/measured/contacts";
import { baseAt, bodyAt, handleAt, handlesOf } from "../../src/lib/board/measured/handles";
import { apartPlaces } from "../../src/lib/board/measured/places";
import type { Body } from "../../src/lib/board/measured/poses";
import { rulerBeside, scaleOf, ticksOf } from "../../src/lib/board/measured/ruling";
import { squadsOf, statesOf } from "../../src/lib/board/measured/squads";
import { tagsOf } from "../../src/lib/board/measured/tags";
import { frameOf } from "../../src/lib/board/measured/units";
import { wayBetween } from "../../src/lib/board/measured/ways";
import { standingsOf } from "../../src/lib/board/standing";
import { focusedBoard, piecesOn } from "../../src/lib/scene/board";
import { troopOf } from "../../src/themes/troops";
import { armiesScene } from "../fixtures/armies";
import { shapeOfScene } from "../fixtures/scenes";

const scene = armiesScene();
const shape = shapeOfScene(scene);
const board = focusedBoard(scene);
const pieces = board ? piecesOn(scene, board) : [];
const standings = standingsOf(shape, pieces);

function body(id: string, x: number, y: number, facing = 0): Body {
  return { id, pose: { x, y, facing }, size: [600, 300], faces: true };
}

function base(id: string, x: number, y: number, more: Partial<Piece> = {}): Piece {
  return { id, sprite: "s", at: { on: "point", x, y }, facing: 0, size: [600, 300], ...more };
}

describe("pointing at bases", () => {
  it("meets a turned base where it lies, not where it would lie unturned", () => {
    const turned = [base("a", 5000, 5000, { facing: 4500 })];
    const found = standingsOf(shape, turned).values();
    const at = (x: number, y: number) => targetAt(shape, [...found], [], [x, y])?.id;
    const corner = Math.hypot(250, 100) / Math.SQRT2;
    expect(baseAt(turned, [5000 + corner, 5000 + corner * 0.4])?.id).toBe("a");
    expect(baseAt(turned, [5280, 4860])).toBeUndefined();
    expect(at(5000, 5000)).toBe("a");
  });

  it("forgives a finger that comes down beside a base, but not a mouse", () => {
    const one = [...standingsOf(shape, [base("a", 5000, 5000)]).values()];
    expect(targetAt(shape, one, [], [5000, 5200])).toBeNull();
    expect(targetAt(shape, one, [], [5000, 5200], 60)?.id).toBe("a");
    expect(targetAt(shape, one, [], [5000, 5300], 60)).toBeNull();
  });

  it("takes the uppermost of several, and never a ghost", () => {
    const two = [base("a", 0, 0), base("b", 0, 0, { layer: 2 }), base("c", 0, 0, { layer: 3, ghost: true })];
    expect(baseAt(two, [10, 10])?.id).toBe("b");
  });

  it("meets the ground where no base stands, its holes excepted", () => {
    expect(targetAt(shape, [], [], [52 * 254, 4 * 254])).toEqual({ kind: "area", id: "wood" });
    expect(targetAt(shape, [], [], [52.4 * 254, 7.6 * 254])).toBeNull();
  });

  it("meets an edge of the table anywhere along it", () => {
    const edges = [{ kind: "edge", id: "left" } as const, { kind: "edge", id: "top" } as const];
    expect(targetAt(shape, [], edges, [60, 9000])).toEqual(edges[0]);
    expect(targetAt(shape, [], edges, [9000, 60])).toEqual(edges[1]);
  });
});

describe("handles", () => {
  const frame = frameOf([body("a", 1000, 1000), body("b", 1600, 1000)]);

  it("stand before the front and, for fingers, clear below the unit", () => {
    const { turn, move } = handlesOf(frame, 10, true, true);
    expect(turn?.[1]).toBeLessThan(850);
    expect((move?.[1] ?? 0) - 1150).toBeCloseTo(460);
    expect(handlesOf(frame, 10, false, false)).toEqual({ turn: null, move: null });
  });

  it("do not lie on one another where the front is below", () => {
    const { turn, move } = handlesOf({ ...frame, facing: 18_000 }, 10, true, true);
    const apart = Math.hypot((turn?.[0] ?? 0) - (move?.[0] ?? 0), (turn?.[1] ?? 0) - (move?.[1] ?? 0));
    expect(apart / 10).toBeGreaterThan(56);
  });

  it("are larger for a finger than for the mouse", () => {
    const handles = handlesOf(frame, 10, true, true);
    const beside = [(handles.move?.[0] ?? 0) + 250, handles.move?.[1] ?? 0] as const;
    expect(handleAt(handles, beside, 10, true)).toBe("move");
    expect(handleAt(handles, beside, 10, false)).toBeNull();
  });

  it("leave the bases of the unit itself to be held too", () => {
    expect(bodyAt([body("a", 0, 0), body("b", 600, 0)], [500, 0])?.id).toBe("b");
    expect(bodyAt([body("a", 0, 0)], [0, 200])).toBeUndefined();
    expect(bodyAt([body("a", 0, 0)], [0, 200], 60)?.id).toBe("a");
  });
});

describe("the way of a unit", () => {
  it("is as long as that of the corner which goes farthest", () => {
    const before = [body("a", 0, 0), body("b", 600, 0)];
    expect(wayBetween(before, [body("a", 0, -500), body("b", 600, -500)]).length).toBe(500);
    const turned = wayBetween([body("a", 0, 0)], [body("a", 0, 0, 18_000)]);
    expect(turned.length).toBeCloseTo(Math.hypot(600, 300));
  });

  it("has a ruler beside it, away from the unit, with a tick for every unit", () => {
    const ruler = rulerBeside(
      [
        [0, 1000],
        [0, 0],
      ],
      [300, 0],
      254,
      1,
    );
    expect(ruler?.line[0]?.[0]).toBeLessThan(0);
    expect(ruler?.ticks).toHaveLength(4);
    expect(ruler?.numbers.map(({ n }) => n)).toEqual([0, 2]);
    expect(
      rulerBeside(
        [
          [0, 100],
          [0, 0],
        ],
        [300, 0],
        254,
        1,
      ),
    ).toBeNull();
    expect(
      rulerBeside(
        [
          [0, 4000],
          [0, 0],
        ],
        [300, 0],
        10,
        10,
      )?.ticks.length,
    ).toBeLessThan(50);
  });

  it("ends in contact along the edge that is shared", () => {
    const [touch] = touches([body("a", 0, 0)], [body("f", 200, -305, 18_000)], 14);
    expect(touch && [touch.from[0], touch.to[0]].map(Math.round)).toEqual([-100, 300]);
    expect(touches([body("a", 0, 0)], [body("f", 0, -330)], 14)).toEqual([]);
    expect(touches([body("a", 0, 0, 18_000)], [body("f", 0, -300)], 14)).toEqual([]);
    const corner = touches([body("a", 0, 0)], [body("f", 600, -300)], 14);
    expect(corner).toHaveLength(1);
  });
});

describe("places to go", () => {
  it("are shown apart from each other, and not on the unit itself", () => {
    const ids = ["5000,5000,0", "5040,5000,100", "5040,5000,9000", "0,0,0", "x"];
    expect(apartPlaces(ids, [body("a", 0, 0)])).toEqual(["5000,5000,0", "5040,5000,9000"]);
  });
});

describe("units as they are drawn", () => {
  const squads = squadsOf(standings.values());

  it("are the groups of the scene, with the signs of all their bases", () => {
    expect(squads).toHaveLength(32);
    const hastati = squads.find(({ bases }) => bases[0]?.piece.group === "hastati-1");
    expect(hastati?.bases).toHaveLength(6);
    expect(hastati?.signs.get("disorder")?.n).toBe(2);
  });

  it("stay the same as long as their bases do", () => {
    expect(squadsOf(standings.values())[3]).toBe(squads[3]);
  });

  it("are marked as a whole by a mark on one of their bases", () => {
    const marks = [{ target: { kind: "piece", id: "gauls-4" }, look: "choose" }] as const;
    expect([...statesOf(squads, marks)]).toEqual([["blue/gauls/", "choose"]]);
  });

  it("have names that hide neither each other nor other units", () => {
    const zoom = 0.067;
    const tags = tagsOf(squads, zoom, (squad) => squad.bases[0]?.piece.group ?? "").filter(
      ({ text }) => text,
    );
    const boxes = tags.map(({ at: [x, y], width }) => ({ x: x * zoom - width / 2, y: y * zoom - 8, width }));
    for (const [i, a] of boxes.entries()) {
      for (const b of boxes.slice(i + 1)) {
        const apart = Math.abs(a.y - b.y) >= 16 || a.x + a.width <= b.x || b.x + b.width <= a.x;
        expect(apart).toBe(true);
      }
    }
    expect(tags.length).toBeGreaterThan(20);
  });

  it("have names on the table, not under the ruler beyond it", () => {
    const zoom = 0.067;
    const back = [base("a", 5000, 160, { facing: 18_000, group: "a" })];
    const table = { width: 18_288, height: 12_192 };
    const [tag] = tagsOf(squadsOf(standingsOf(shape, back).values()), zoom, () => "Triarii", table);
    expect(tag?.text).toBe("Triarii");
    expect((tag?.at[1] ?? 0) * zoom).toBeGreaterThanOrEqual(8.5);
  });
});

describe("figures", () => {
  it("are known by the sprites of In Death Ground", () => {
    const troop = (sprite: string, ...badges: string[]) =>
      troopOf({ sprite, badges: badges.map((kind) => ({ kind })) });
    expect(troop("idg.warrior.sword")).toBe("swordsmen");
    expect(troop("idg.warrior.sword", "wild")).toBe("wild");
    expect(troop("idg.warrior.spear")).toBe("warrior");
    expect(troop("idg.skirmisher.crossbow")).toBe("skirmisher_bow");
    expect(troop("idg.skirmisher.spear")).toBe("skirmisher");
    expect(troop("idg.light_cavalry.bow")).toBe("horse_archer");
    expect(troop("idg.heavy_cavalry")).toBe("heavy_cavalry");
    expect(troop("idg.heavy_cavalry", "leader")).toBe("general");
    expect(troop("idg.warrior.pike", "leader")).toBe("general_foot");
    expect(troop("idg.elephant.african", "leader")).toBe("elephant");
    expect(troop("idg.artillery.heavy")).toBe("siege_engine");
    expect(troop("idg.fire_ox")).toBe("ox");
    expect(troop("ccn/LN")).toBeUndefined();
  });

  it("exist for every piece of both armies, and have signs for when they are small", () => {
    const shown = pieces.filter((piece) => !piece.hidden);
    expect(shown.every((piece) => troopOf(piece))).toBe(true);
    for (const name of Object.keys(TROOPS) as TroopName[]) {
      const { areas, strokes } = EMBLEMS[name];
      expect(areas || strokes).toBeTruthy();
      expect(crowdOf(name, 600, 600, 1).length).toBeGreaterThan(1);
    }
  });

  it("are drawn with few strokes, and alike where they are alike", () => {
    expect(crowdOf("warrior", 600, 300, 0).length).toBeLessThan(10);
    expect(crowdOf("warrior", 600, 300, 4)).toBe(crowdOf("warrior", 600, 300, 0));
    expect(crowdOf("warrior", 600, 300, 1)).not.toEqual(crowdOf("warrior", 600, 300, 0));
  });

  it("stay on their base, but for what they hold", () => {
    for (const name of ["warrior", "slinger", "heavy_cavalry", "elephant"] as const) {
      const depth = name === "elephant" ? 600 : name === "heavy_cavalry" ? 500 : 300;
      const numbers = crowdOf(name, 600, depth, 2)
        .flatMap(({ d }) => d.match(/-?\d+\.?\d*/g) ?? [])
        .map(Number);
      expect(Math.max(...numbers)).toBeLessThan(Math.max(600, depth) / 2 + 20);
    }
  });

  it("can be moved, scaled and turned", () => {
    expect(shifted("M0 0H10V10L0 10Z", { x: 5, y: 5, turn: 90 })).toBe("M5 5L5 15L-5 15L-5 5Z");
    expect(shifted("M1 2C1 2 3 4 5 6", { x: 0, y: 0, scale: 10 })).toBe("M10 20C10 20 30 40 50 60");
  });

  it("give way to signs and then to plain colours when they are far", () => {
    expect([60, 34, 33, 13, 12].map(baseDetailOf)).toEqual(["near", "near", "far", "far", "speck"]);
  });
});

describe("measures along the edges", () => {
  it("have a tick for every unit as long as they are not crowded", () => {
    const ticks = ticksOf(0, 17, 72, 1224);
    expect(ticks).toHaveLength(73);
    expect(
      ticks
        .filter(({ label }) => label)
        .map(({ label }) => label)
        .slice(0, 3),
    ).toEqual(["0", "3", "6"]);
    expect(ticksOf(0, 2, 72, 144).length).toBeLessThan(16);
    expect(ticksOf(-170, 17, 72, 170)[0]?.at).toBe(0);
  });

  it("have a scale of a round number of units", () => {
    expect(scaleOf(17)).toEqual({ units: 5, px: 85 });
    expect(scaleOf(1)).toEqual({ units: 100, px: 100 });
  });
});

describe("the edge of the screen", () => {
  it("moves the board on, the faster the nearer", () => {
    expect(speed(500, 1000)).toBe(0);
    expect(speed(10, 1000)).toBeGreaterThan(speed(30, 1000));
    expect(speed(990, 1000)).toBeLessThan(0);
    expect(speed(-50, 1000)).toBe(15);
  });
});
