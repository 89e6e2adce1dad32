import type { Piece } from "../../generated/protocol";
import { faceOf } from "../../themes";
import type { Point } from "../scene/board";
import { centreOf, contains, footprint, type Shape } from "../scene/geometry";

/** A counter of the drawings, in pixels. */
export const COUNTER = { width: 62, height: 56, scale: 0.94 } as const;
const MEDALLION = { x: 25, y: -26, radius: 15, next: -25 } as const;
const LONE_LEADER = 2;
const ON_A_MAP = 0.62;

/** How a piece stands on the board: as a counter, on the corner of one, alone, or as a base. */
type Role = "counter" | "medallion" | "leader" | "base";

/** Where and how large a piece is drawn. */
export interface Standing {
  readonly piece: Piece;
  readonly role: Role;
  readonly x: number;
  readonly y: number;
  /** Units of the board per pixel of the drawing. */
  readonly scale: number;
  /** The centre of the place it stands at. */
  readonly home: Point;
}

/** Where the pieces of a stack are put around its centre, in pixels, and how much they shrink. */
const STACKS: readonly { readonly scale: number; readonly spots: readonly Point[] }[] = [
  { scale: 1, spots: [[0, 0]] },
  {
    scale: 0.68,
    spots: [
      [-13, -13],
      [13, 13],
    ],
  },
  {
    scale: 0.56,
    spots: [
      [-18, -15],
      [18, -15],
      [0, 17],
    ],
  },
  {
    scale: 0.54,
    spots: [
      [-17, -15],
      [17, -15],
      [-17, 15],
      [17, 15],
    ],
  },
];

/** Places all pieces of a board; those in one place are spread so that each can be seen. */
export function standingsOf(shape: Shape, pieces: readonly Piece[]): Map<string, Standing> {
  const found = new Map<string, Standing>();
  for (const group of groupedByPlace(shape, pieces)) {
    const carriers = new Set(group.pieces.map((piece) => piece.id));
    const riding = (piece: Piece) => !!piece.inside && carriers.has(piece.inside);
    placeStack(
      shape,
      group.home,
      group.pieces.filter((piece) => !riding(piece)),
      found,
    );
    for (const piece of group.pieces.filter(riding)) placeRider(piece, found);
  }
  return found;
}

interface Group {
  readonly home: Point;
  readonly pieces: Piece[];
}

function groupedByPlace(shape: Shape, pieces: readonly Piece[]): Group[] {
  const groups = new Map<string, Group>();
  for (const piece of pieces) {
    const home = centreOf(shape, piece.at);
    if (!home) continue;
    const key = piece.at.on === "point" ? piece.id : home.map(Math.round).join();
    const group = groups.get(key);
    if (group) group.pieces.push(piece);
    else groups.set(key, { home, pieces: [piece] });
  }
  return [...groups.values()];
}

function placeStack(shape: Shape, home: Point, pieces: readonly Piece[], found: Map<string, Standing>): void {
  const { scale, spots } = stackOf(pieces.length);
  const size = shape.unit * (shape.board.board === "areas" ? ON_A_MAP : 1) * COUNTER.scale;
  pieces.forEach((piece, index) => {
    const [dx, dy] = spots[index] ?? [0, 0];
    const role = roleOf(piece);
    const large = role === "leader" && pieces.length === 1 ? LONE_LEADER : 1;
    found.set(piece.id, {
      piece,
      role,
      x: home[0] + dx * size,
      y: home[1] + dy * size,
      scale: role === "base" ? 1 : size * scale * large,
      home,
    });
  });
}

function stackOf(count: number): { scale: number; spots: readonly Point[] } {
  return STACKS[count - 1] ?? crowd(count);
}

/** Puts many pieces into rows and columns. */
function crowd(count: number): { scale: number; spots: readonly Point[] } {
  const columns = Math.ceil(Math.sqrt(count));
  const gap = 72 / columns;
  const spots = Array.from({ length: count }, (_, index): Point => {
    const row = Math.floor(index / columns);
    return [((index % columns) - (columns - 1) / 2) * gap, (row - (columns - 1) / 2) * gap * 0.92];
  });
  return { scale: 1.08 / columns, spots };
}

function roleOf(piece: Piece): Role {
  if (piece.size && piece.at.on === "point") return "base";
  return !piece.hidden && faceOf(piece).kind === "leader" ? "leader" : "counter";
}

/** Puts a leader on the upper right corner of the counter that carries him, the next one beside. */
function placeRider(piece: Piece, found: Map<string, Standing>): void {
  const carrier = found.get(piece.inside ?? "");
  if (!carrier) return;
  const before = [...found.values()].filter(
    (one) => one.role === "medallion" && one.piece.inside === piece.inside,
  );
  found.set(piece.id, {
    piece,
    role: "medallion",
    x: carrier.x + (MEDALLION.x + before.length * MEDALLION.next) * carrier.scale,
    y: carrier.y + MEDALLION.y * carrier.scale,
    scale: carrier.scale / COUNTER.scale,
    home: carrier.home,
  });
}

/** Tells whether a piece covers a point of the board. */
export function covers({ piece, role, x, y, scale }: Standing, [px, py]: Point): boolean {
  if (role === "base") return contains(footprint([x, y], piece.size ?? [0, 0], piece.facing ?? 0), [px, py]);
  if (role === "counter") {
    return (
      Math.abs(px - x) <= (COUNTER.width / 2) * scale && Math.abs(py - y) <= (COUNTER.height / 2 + 1) * scale
    );
  }
  return Math.hypot(px - x, py - y) <= MEDALLION.radius * scale;
}

/** Gives half the width and half the height of what is drawn, in units of the board. */
export function halfSize({ piece, role, scale }: Standing): Point {
  if (role === "base") {
    const turn = ((piece.facing ?? 0) * Math.PI) / 18_000;
    const [w, d] = [(piece.size?.[0] ?? 0) / 2, (piece.size?.[1] ?? 0) / 2];
    const [sin, cos] = [Math.abs(Math.sin(turn)), Math.abs(Math.cos(turn))];
    return [w * cos + d * sin, w * sin + d * cos];
  }
  if (role === "counter") return [(COUNTER.width / 2) * scale, (COUNTER.height / 2) * scale];
  return [MEDALLION.radius * scale, MEDALLION.radius * scale];
}
