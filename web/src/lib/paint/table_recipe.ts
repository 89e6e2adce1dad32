import type { Ground, Stroke, TableBoard } from "../../generated/protocol";
import type { Outline, Point } from "../scene/board";
import type { Shape } from "../scene/geometry";
import type { HillLayer, Recipe } from "./recipe";
import { straightRivers } from "./rivers";

/** A piece with an outline of its own, and the seed of its pattern. */
export interface Patch {
  readonly outline: Outline;
  readonly seed: number;
}

/** A road, a gully, a wall: its middle line, and how wide it is. */
export interface Band {
  readonly line: Outline;
  readonly width: number;
}

export type WorkKind = "wall" | "rampart" | "tower" | "gate" | "breach";

/** A stretch of works; what is no line has an outline. */
export interface Work extends Band {
  readonly kind: WorkKind;
  readonly outline: Outline;
}

/** The strip along the sea, if there is one, and the edge of the table beyond which the sea lies. */
export interface Shore {
  readonly outline: Outline;
  readonly edge: "top" | "right" | "bottom" | "left";
  readonly rocky: boolean;
}

/** How near two things lie that are the same, in pixels of the drawing. */
const SAME = 4;

/** What only tables have: every edge of it is where it is measured. */
export interface TableParts {
  readonly rims: readonly Outline[];
  readonly crests: readonly Outline[];
  readonly roads: readonly Band[];
  readonly gullies: readonly Band[];
  readonly villages: readonly Patch[];
  readonly ploughed: readonly Patch[];
  readonly shores: readonly Shore[];
  readonly fortress: readonly Work[];
}

export const NO_PARTS: TableParts = {
  rims: [],
  crests: [],
  roads: [],
  gullies: [],
  villages: [],
  ploughed: [],
  shores: [],
  fortress: [],
};

/** A gentle hill rises over most of its breadth, a steep one at its rim. */
const GENTLE = { part: 0.55, most: 74, rise: 1 };
const STEEP = { run: 17, rise: 1.5 };
const PLATEAU = { run: 15, rise: 1.1 };
const SUMMIT = 0.55;
/** How much the two sides of a strip may differ from its mean width. */
const EVEN = 0.3;
const USUAL_WIDTH = 12;

const KINDS = {
  hills: ["hill", "gentle_hill", "high_ground"],
  steep: ["steep_hill", "rugged_hill", "mountain"],
  plateaus: ["plateau", "rocky_plateau"],
  woods: ["wood", "woods", "forest"],
  lakes: ["lake", "sea", "water", "pond"],
  marsh: ["marsh", "swamp"],
  sand: ["sand", "sand_pit", "dunes"],
  rocks: ["rocky", "rocks", "rough", "scrub", "rocky_plateau"],
  fields: ["field", "fields"],
  villages: ["village", "town", "building"],
  shores: ["seashore", "shore", "rocky_seashore"],
  fords: ["ford"],
  fieldWorks: ["field_works"],
  stakes: ["stakes"],
} as const;
const WATERS = ["river", "stream", "shallow_river"];
const ROADS = ["road", "path", "track"];
const WORKS: ReadonlySet<string> = new Set(["wall", "rampart", "tower", "gate", "breach"]);

/** Says what is to be painted of a table; everything that is the same for all boards is given. */
export function tableRecipe(shape: Shape, board: TableBoard, base: Recipe): Recipe {
  const pieces = new Pieces(shape, board);
  const steep = pieces.whole(KINDS.steep);
  const plateaus = pieces.plateaus();
  const hills = pieces.whole(KINDS.hills);
  const layers = hillLayers(hills, steep, plateaus);
  const lakes = pieces.rings(KINDS.lakes);
  return {
    ...base,
    stray: 0.22,
    hills: layers,
    contours: steep.length ? [0.4, 0.8, 1.5, 2.1] : [0.4, 0.8],
    woods: pieces.rings(KINDS.woods),
    lakes,
    marsh: pieces.rings(KINDS.marsh),
    sand: pieces.rings(KINDS.sand),
    rocks: pieces.rings(KINDS.rocks),
    crags: steep.filter((ring) => !plateaus.some((top) => isOn(top, ring))),
    rivers: straightRivers(pieces.bands(WATERS), pieces.rings(KINDS.fords), shape),
    works: pieces.rings(KINDS.fieldWorks).map(closed),
    stakes: pieces.rings(KINDS.stakes).map(closed),
    parts: {
      rims: [
        ...hills,
        ...steep,
        ...plateaus,
        ...pieces.rings([...KINDS.rocks, ...KINDS.sand, ...KINDS.marsh]),
      ],
      crests: [...hills, ...steep].map(crestOf),
      roads: pieces.bands(ROADS),
      gullies: pieces.bands(["gully"]),
      villages: pieces.patches(KINDS.villages, base.seed),
      ploughed: pieces.patches(KINDS.fields, base.seed + 7),
      shores: pieces.shores(),
      fortress: pieces.works(),
    },
  };
}

/** The pieces of a table in pixels of the drawing. */
class Pieces {
  readonly #grounds: readonly Ground[];
  readonly #strokes: readonly Stroke[];

  readonly #beaches: readonly Ground[];

  constructor(
    readonly shape: Shape,
    board: TableBoard,
  ) {
    this.#strokes = board.strokes ?? [];
    this.#beaches = (board.ground ?? []).filter((ground) => this.#isBeach(ground));
    this.#grounds = (board.ground ?? []).filter((ground) => !this.#beaches.includes(ground));
  }

  /** What lies along an edge beyond which there is the sea is its beach, whatever it is made of. */
  #isBeach(ground: Ground): boolean {
    const kind = local(ground.kind);
    if (isOneOf(KINDS.shores, kind)) return true;
    if (!isOneOf([...KINDS.sand, ...KINDS.rocks], kind) || ground.outline.length !== 4) return false;
    return this.#seas().some((ends) =>
      ends.every((end) => ground.outline.some((at) => apart(at, end) < SAME)),
    );
  }

  #seas(): Outline[] {
    return this.#strokes
      .filter((stroke) => local(stroke.kind) === "sea")
      .map((stroke) => stroke.points ?? []);
  }

  /** The rings of some kinds without their holes: what is cut out of a hill is its top. */
  whole(kinds: readonly string[]): Outline[] {
    return this.#of(kinds).map((ground) => this.#px(ground.outline));
  }

  /** A plateau lies on another piece, and may be rocky. */
  plateaus(): Outline[] {
    const tops = this.#grounds.filter(
      (ground) => isOneOf(KINDS.plateaus, local(ground.kind)) || ground.id.endsWith("/top"),
    );
    return tops.map((ground) => this.#px(ground.outline));
  }

  rings(kinds: readonly string[]): Outline[] {
    return this.#of(kinds).map((ground) => this.#ring(ground));
  }

  patches(kinds: readonly string[], seed: number): Patch[] {
    return this.#of(kinds).map((ground, index) => ({ outline: this.#ring(ground), seed: seed + index * 31 }));
  }

  /** Lists the lines of some kinds: those that are drawn as lines, and strips that were lines once. */
  bands(kinds: readonly string[]): Band[] {
    const lines = this.#strokes.filter((stroke) => kinds.includes(local(stroke.kind)));
    return [
      ...lines.map((stroke) => ({ line: this.#px(stroke.points ?? []), width: this.#width(stroke.width) })),
      ...this.#of(kinds)
        .filter((ground) => !this.#isDrawn(ground))
        .flatMap((ground) => bandOf(this.#px(ground.outline)) ?? []),
    ];
  }

  /** What is drawn as a line need not be painted as ground too. */
  #isDrawn(ground: Ground): boolean {
    const band = bandOf(ground.outline);
    if (!band) return false;
    return this.#strokes.some((stroke) => {
      const points = stroke.points ?? [];
      const [from, to] = [points[0], points.at(-1)];
      if (local(stroke.kind) !== local(ground.kind) || !from || !to) return false;
      const ends = [band.line[0] ?? [0, 0], band.line.at(-1) ?? [0, 0]] as const;
      const near = (a: Point, b: Point) => apart(a, b) < SAME * this.shape.unit;
      return (near(from, ends[0]) && near(to, ends[1])) || (near(from, ends[1]) && near(to, ends[0]));
    });
  }

  works(): Work[] {
    const drawn = this.#grounds.filter((ground) => WORKS.has(local(ground.kind)) && !this.#isDrawn(ground));
    const lines = this.#strokes.filter((stroke) => WORKS.has(local(stroke.kind)));
    return [
      ...lines.map((stroke): Work => {
        const line = this.#px(stroke.points ?? []);
        const width = this.#width(stroke.width);
        return { kind: local(stroke.kind) as WorkKind, line, width, outline: strip(line, width) };
      }),
      ...drawn.map((ground): Work => {
        const outline = this.#px(ground.outline);
        const { line, width } = bandOf(outline) ?? { line: [], width: 0 };
        return { kind: local(ground.kind) as WorkKind, outline, line, width };
      }),
    ];
  }

  shores(): Shore[] {
    const beaches = this.#beaches.map((ground): Shore => {
      const outline = this.#px(ground.outline);
      return { outline, edge: this.#edgeOf(outline), rocky: /^rock/.test(local(ground.kind)) };
    });
    const seas = this.#seas().map((ends): Shore => {
      const line = this.#px(ends);
      return { outline: [], edge: this.#edgeOf(line), rocky: false };
    });
    return [...beaches, ...seas.filter((sea) => !beaches.some((beach) => beach.edge === sea.edge))];
  }

  #edgeOf(outline: Outline): Shore["edge"] {
    const [width, height] = [this.shape.width / this.shape.unit, this.shape.height / this.shape.unit];
    const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
    const across = Math.max(...xs) - Math.min(...xs) > Math.max(...ys) - Math.min(...ys);
    if (across) return Math.min(...ys) < height / 2 ? "top" : "bottom";
    return Math.min(...xs) < width / 2 ? "left" : "right";
  }

  #of(kinds: readonly string[]): Ground[] {
    return this.#grounds.filter((ground) => kinds.includes(local(ground.kind)));
  }

  #ring(ground: Ground): Outline {
    return keyhole(
      this.#px(ground.outline),
      (ground.holes ?? []).map((hole) => this.#px(hole)),
    );
  }

  #px(outline: Outline): Outline {
    return outline.map(([x, y]): Point => [x / this.shape.unit, y / this.shape.unit]);
  }

  #width(width: number | undefined): number {
    return width ? width / this.shape.unit : USUAL_WIDTH;
  }
}

/** Kinds of ground that belong to a game are named after it. */
function local(kind: string): string {
  return kind.split(/[/.]/).pop() ?? kind;
}

function isOneOf(kinds: readonly string[], kind: string): boolean {
  return kinds.includes(kind);
}

function apart([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(bx - ax, by - ay);
}

function closed(ring: Outline): Outline {
  return ring[0] ? [...ring, ring[0]] : ring;
}

function isOn(top: Outline, ring: Outline): boolean {
  const [x, y] = middle(top);
  const [xs, ys] = [ring.map((at) => at[0]), ring.map((at) => at[1])];
  return x > Math.min(...xs) && x < Math.max(...xs) && y > Math.min(...ys) && y < Math.max(...ys);
}

function middle(ring: Outline): Point {
  const n = Math.max(1, ring.length);
  return [ring.reduce((sum, [x]) => sum + x, 0) / n, ring.reduce((sum, [, y]) => sum + y, 0) / n];
}

/** A steep hill rises twice: to its plateau, or to a summit. */
function hillLayers(
  hills: readonly Outline[],
  steep: readonly Outline[],
  plateaus: readonly Outline[],
): HillLayer[] {
  const bare = steep.filter((ring) => !plateaus.some((top) => isOn(top, ring)));
  const layers: HillLayer[] = [
    ...hills.map((ring) => ({ outlines: [ring], run: runOf(ring), rise: GENTLE.rise })),
    { outlines: steep, ...STEEP },
    { outlines: plateaus, ...PLATEAU },
    { outlines: bare.map((ring) => shrunk(ring, SUMMIT)), ...PLATEAU },
  ];
  return layers.filter((layer) => layer.outlines.length);
}

function runOf(ring: Outline): number {
  const [x, y] = middle(ring);
  const inner = Math.min(...ring.map(([rx, ry]) => Math.hypot(rx - x, ry - y)));
  return Math.max(20, Math.min(GENTLE.most, inner * GENTLE.part));
}

function shrunk(ring: Outline, scale: number): Outline {
  const [cx, cy] = middle(ring);
  return ring.map(([x, y]): Point => [cx + (x - cx) * scale, cy + (y - cy) * scale]);
}

/** Cuts holes into a ring by leading it into each of them and out again. */
export function keyhole(ring: Outline, holes: readonly Outline[]): Outline {
  return holes.reduce((outer, hole) => {
    if (hole.length < 3) return outer;
    let [at, start, least] = [0, 0, Number.POSITIVE_INFINITY];
    outer.forEach(([x, y], i) => {
      hole.forEach(([hx, hy], j) => {
        const apart = Math.hypot(hx - x, hy - y);
        if (apart < least) [at, start, least] = [i, j, apart];
      });
    });
    const round = [...hole.slice(start), ...hole.slice(0, start + 1)];
    return [...outer.slice(0, at + 1), ...round, ...outer.slice(at)];
  }, ring);
}

/** Finds the line of which a strip was made: one side there, the other side back. */
export function bandOf(outline: Outline): Band | undefined {
  const half = outline.length / 2;
  if (half < 2 || !Number.isInteger(half)) return undefined;
  const [there, back] = [outline.slice(0, half), outline.slice(half).toReversed()];
  const widths = there.map(([x, y], i) => {
    const [ox, oy] = back[i] ?? [x, y];
    return Math.hypot(ox - x, oy - y);
  });
  const width = widths.reduce((sum, one) => sum + one, 0) / half;
  const along = (points: Outline) =>
    points.slice(1).reduce((sum, [x, y], i) => {
      const [px, py] = points[i] ?? [x, y];
      return sum + Math.hypot(x - px, y - py);
    }, 0);
  const line = there.map(([x, y], i): Point => {
    const [ox, oy] = back[i] ?? [x, y];
    return [(x + ox) / 2, (y + oy) / 2];
  });
  const uneven = half > 2 && widths.some((one) => one < width * (1 - EVEN) || one > width * (1 + 3 * EVEN));
  if (uneven) return undefined;
  if (half > 2 || along(line) >= width * 0.8) return { line, width: Math.min(...widths) };
  return turnedBand(outline);
}

/** A rectangle may begin at either side; the longer one is the way it goes. */
function turnedBand([a, b, c, d]: Outline): Band | undefined {
  if (!a || !b || !c || !d) return undefined;
  const mean = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2];
  return { line: [mean(a, b), mean(c, d)], width: Math.hypot(b[0] - a[0], b[1] - a[1]) };
}

/** Makes a strip of a line. */
export function strip(line: Outline, width: number): Outline {
  const side = (sign: number) =>
    line.map(([x, y], i): Point => {
      const [ax, ay] = line[Math.max(0, i - 1)] ?? [x, y];
      const [bx, by] = line[Math.min(line.length - 1, i + 1)] ?? [x, y];
      const length = Math.hypot(bx - ax, by - ay) || 1;
      return [x - ((by - ay) / length) * sign * (width / 2), y + ((bx - ax) / length) * sign * (width / 2)];
    });
  return [...side(-1), ...side(1).toReversed()];
}

/** Divides a hill along its longest dimension. */
export function crestOf(ring: Outline): Outline {
  let best: Outline = [];
  let most = -1;
  ring.forEach((a, i) => {
    for (const b of ring.slice(i + 1)) {
      const apart = Math.hypot(b[0] - a[0], b[1] - a[1]);
      if (apart > most) [best, most] = [[a, b], apart];
    }
  });
  return best;
}
