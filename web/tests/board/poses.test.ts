import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Piece } from "../../src/generated/protocol";
import {
  type Body,
  carriedAlong,
  carriedBodies,
  cornersOf,
  facingTowards,
  isSamePose,
  type Pose,
  poseId,
  poseNamed,
  stepTowards,
  swung,
  turnBetween,
} from "../../src/lib/board/measured/poses";
import { frameCorners, frameOf, lineUp, pointOf, unitWith } from "../../src/lib/board/measured/units";

const anyPose = fc.record({
  x: fc.integer({ min: -20_000, max: 20_000 }),
  y: fc.integer({ min: -20_000, max: 20_000 }),
  facing: fc.integer({ min: 0, max: 35_999 }),
});

function body(id: string, x: number, y: number, facing = 0, size: [number, number] = [600, 300]): Body {
  return { id, pose: { x, y, facing }, size, faces: true };
}

function piece(id: string, group: string, owner = "red", more: Partial<Piece> = {}): Piece {
  return {
    id,
    sprite: "idg/warrior",
    at: { on: "tray", tray: "t" },
    owner,
    group,
    size: [600, 300],
    ...more,
  };
}

describe("carrying a unit along with one of its bases", () => {
  it("shifts all by the same step where the facing stays", () => {
    const poses = [
      { x: 0, y: 0, facing: 0 },
      { x: 600, y: 300, facing: 0 },
    ];
    expect(carriedAlong(poses, { x: 0, y: 0, facing: 0 }, { x: 50, y: -70, facing: 0 })).toEqual([
      { x: 50, y: -70, facing: 0 },
      { x: 650, y: 230, facing: 0 },
    ]);
  });

  it("turns the others around the one that is held", () => {
    const moved = carriedBodies([body("a", 0, 0), body("b", 600, 0)], "a", { x: 100, y: 100, facing: 9000 });
    expect(moved[0]?.pose).toEqual({ x: 100, y: 100, facing: 9000 });
    expect(moved[1]?.pose.x).toBeCloseTo(100);
    expect(moved[1]?.pose.y).toBeCloseTo(700);
    expect(moved[1]?.pose.facing).toBe(9000);
  });

  it("keeps all distances and the facings towards each other, whichever base is held", () => {
    fc.assert(
      fc.property(fc.array(anyPose, { minLength: 2, maxLength: 8 }), anyPose, fc.nat(), (poses, to, n) => {
        const from = poses[n % poses.length] as Pose;
        const moved = carriedAlong(poses, from, to);
        const held = moved[n % poses.length] as Pose;
        expect(isSamePose(held, to)).toBe(true);
        poses.forEach((one, i) => {
          const [a, b] = [poses[0] as Pose, moved[0] as Pose];
          const other = moved[i] as Pose;
          expect(Math.hypot(other.x - b.x, other.y - b.y)).toBeCloseTo(
            Math.hypot(one.x - a.x, one.y - a.y),
            3,
          );
          expect(Math.abs(turnBetween(other.facing - b.facing, one.facing - a.facing))).toBeLessThan(0.01);
        });
      }),
    );
  });

  it("comes back by the way it went", () => {
    fc.assert(
      fc.property(anyPose, anyPose, anyPose, (pose, from, to) => {
        const there = carriedAlong([pose], from, to);
        const [back] = carriedAlong(there, to, from);
        expect(back && isSamePose(back, pose)).toBe(true);
      }),
    );
  });
});

describe("poses", () => {
  it("are named by whole numbers, with a facing only for what has a front", () => {
    expect(poseId({ x: 10.4, y: -3.6, facing: -9000 }, true)).toBe("10,-4,27000");
    expect(poseId({ x: 10.4, y: -3.6, facing: 35_999.8 }, true)).toBe("10,-4,0");
    expect(poseId({ x: 10.4, y: 3.6, facing: 500 }, false)).toBe("10,4");
  });

  it("are read again from their names", () => {
    expect(poseNamed("10,-4,27000")).toEqual({ pose: { x: 10, y: -4, facing: 27_000 }, faces: true });
    expect(poseNamed("10,4")).toEqual({ pose: { x: 10, y: 4, facing: 0 }, faces: false });
    for (const wrong of ["", "7", "x,y", "1,2,3,4"]) expect(poseNamed(wrong)).toBeUndefined();
  });

  it("turn the short way round", () => {
    expect(turnBetween(35_000, 1000)).toBe(2000);
    expect(turnBetween(1000, 35_000)).toBe(-2000);
    expect(turnBetween(0, 18_000)).toBe(-18_000);
  });

  it("go ahead where they face", () => {
    expect(stepTowards(9000, 10)[0]).toBeCloseTo(10);
    expect(stepTowards(18_000, 10)[1]).toBeCloseTo(10);
    expect(facingTowards([0, 0], [10, 0])).toBeCloseTo(9000);
    expect(facingTowards([0, 0], [0, 10])).toBeCloseTo(18_000);
    expect(swung({ x: 0, y: -10, facing: 0 }, [0, 0], 9000)).toMatchObject({ facing: 9000 });
  });

  it("begin their corners at the front left", () => {
    const [first] = cornersOf({ x: 0, y: 0, facing: 18_000 }, [600, 300]);
    expect(first?.[0]).toBeCloseTo(300);
    expect(first?.[1]).toBeCloseTo(150);
  });
});

describe("the frame of a unit", () => {
  it("lies along the facing of most of its bases", () => {
    const frame = frameOf([body("a", 0, 0, 9000), body("b", 0, 600, 9000), body("c", 0, 1200, 9100)], 9000);
    expect(frame.facing).toBe(9000);
    expect(frame.width).toBeGreaterThan(1790);
    expect(frame.depth).toBeCloseTo(300, -1.5);
    expect(frameOf([body("a", 0, 0, 9000), body("b", 0, 600, 9000), body("c", 0, 1200)]).facing).toBe(9000);
  });

  it("holds all corners of all bases", () => {
    fc.assert(
      fc.property(fc.array(anyPose, { minLength: 1, maxLength: 6 }), (poses) => {
        const bodies = poses.map((pose, i) => ({ ...body(String(i), 0, 0), pose }));
        const frame = frameOf(bodies);
        for (const { pose, size } of bodies) {
          for (const [x, y] of cornersOf(pose, size)) {
            const [ax, ay] = stepTowards(frame.facing, 1);
            const ahead = (x - frame.centre[0]) * ax + (y - frame.centre[1]) * ay;
            expect(Math.abs(ahead)).toBeLessThan(frame.depth / 2 + 0.01);
          }
        }
      }),
    );
  });

  it("has its front where it faces", () => {
    const frame = frameOf([body("a", 1000, 1000, 9000)]);
    expect(pointOf(frame, 0, 150)[0]).toBeCloseTo(1150);
    expect(frameCorners(frame, 10)[0]?.map(Math.round)).toEqual([1160, 690]);
  });
});

describe("a unit", () => {
  it("is all pieces of a group and an owner, without their ghosts", () => {
    const pieces = [
      piece("a", "u"),
      piece("b", "u"),
      piece("c", "v"),
      piece("d", "u", "blue"),
      piece("e", "u", "red", { ghost: true }),
      piece("f", ""),
      piece("g", ""),
    ];
    expect(unitWith(pieces, "b").map((one) => one.id)).toEqual(["a", "b"]);
    expect(unitWith(pieces, "f").map((one) => one.id)).toEqual(["f"]);
    expect(unitWith(pieces, "z")).toEqual([]);
  });

  it("that stands nowhere yet is lined up beside its first base, in two ranks if it is large", () => {
    const six = Array.from({ length: 6 }, (_, i) => piece(`e${i}`, "u"));
    const lined = lineUp(six, { x: 5000, y: 5000, facing: 0 });
    expect(lined.map(({ pose }) => [Math.round(pose.x), Math.round(pose.y)])).toEqual([
      [5000, 5000],
      [5600, 5000],
      [6200, 5000],
      [5000, 5300],
      [5600, 5300],
      [6200, 5300],
    ]);
    expect(lineUp(six.slice(0, 2), { x: 0, y: 0, facing: 18_000 })[1]?.pose.x).toBeCloseTo(-600);
  });
});
