/** Gives the same row of numbers between 0 and 1 for the same seed on every machine. */
export function rng(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Gives a number between 0 and 1 for a point of an integer lattice. */
export function hash2(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 1274126177);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Turns a text into a seed. */
export function seedOf(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/** Picks one of a list by a number between 0 and 1. */
export function pick<T>(list: readonly [T, ...T[]], chance: number): T {
  return list[Math.min(list.length - 1, Math.floor(chance * list.length))] ?? list[0];
}

export interface Candidate {
  readonly x: number;
  readonly y: number;
  /** Further numbers between 0 and 1 that belong to this point alone. */
  readonly chance: (n: number) => number;
}

export interface Extent {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Tells whether a square of a lattice around a point is worth looking at. */
type Worth = (x: number, y: number) => boolean;

/**
 * Lists one jittered point per square of a lattice. A point depends on nothing but its place, so that
 * a change of the ground in one corner leaves the picture elsewhere as it was.
 */
export function scattered(extent: Extent, gap: number, seed: number, jitter = 1, worth?: Worth): Candidate[] {
  const found: Candidate[] = [];
  for (let row = Math.floor(extent.y0 / gap); row * gap < extent.y1; row++) {
    for (let column = Math.floor(extent.x0 / gap); column * gap < extent.x1; column++) {
      if (worth && !worth((column + 0.5) * gap, (row + 0.5) * gap)) continue;
      const chance = (n: number) => hash2(column, row, seed + 101 * n);
      const x = (column + 0.5 + (chance(1) - 0.5) * jitter) * gap;
      const y = (row + 0.5 + (chance(2) - 0.5) * jitter) * gap;
      found.push({ x, y, chance });
    }
  }
  return found;
}

const WIDE = 1 << 15;

/** Thins points out until none is nearer than a gap to another; those of higher rank stay. */
export function apart<T extends Candidate>(points: readonly T[], gap: number): T[] {
  const kept = new Map<number, T[]>();
  const crowded = (column: number, row: number, { x, y }: T) => {
    for (let i = -1; i <= 1; i++) {
      for (let j = -1; j <= 1; j++) {
        for (const one of kept.get((column + i) * WIDE + row + j) ?? []) {
          if ((one.x - x) ** 2 + (one.y - y) ** 2 < gap * gap) return true;
        }
      }
    }
    return false;
  };
  const ranked = points.map((point) => ({ point, rank: point.chance(3) })).sort((a, b) => b.rank - a.rank);
  const found: T[] = [];
  for (const { point } of ranked) {
    const [column, row] = [Math.floor(point.x / gap), Math.floor(point.y / gap)];
    if (crowded(column, row, point)) continue;
    const square = kept.get(column * WIDE + row);
    if (square) square.push(point);
    else kept.set(column * WIDE + row, [point]);
    found.push(point);
  }
  return found;
}
