/** Shapes of signs, each around 0,0; every one is a few strokes, so that it can be drawn anywhere. */
export const BADGES = {
  horn: "M3.3.9A3.9 3.9 0 1 1-4.5.9 3.9 3.9 0 1 1 3.3.9ZM1.7.9A2.3 2.3 0 1 0-2.9.9 2.3 2.3 0 1 0 1.7.9ZM-.6-3C1.8-3 3.4-3.7 5.3-5.8L6.6-.6C4.6-1.2 2.2-1.6-.6-1.4ZM-.6 4.8C-3.4 4.8-5 3.6-6.6 1.4L-5.4.6C-4 2.4-2.6 3.2-.6 3.2Z",
  grenade:
    "M0-.6A3.1 3.1 0 1 1-.01-.6ZM-1.1-1.2C-3.4-2.6-2-4.1-2.6-5.6-.8-5-.9-4-.2-3.4 0-4.6 1.2-5 1-6.4 2.8-5 3-2.7 1.1-1.2Z",
  star: "M0-5.4L1.5-1.7 5.3-1.6 2.3.8 3.3 4.5 0 2.4-3.3 4.5-2.3.8-5.3-1.6-1.5-1.7Z",
  cuirass:
    "M-3.6-4.6C-2.4-3.4-1.2-3.6-1.2-5H1.2C1.2-3.6 2.4-3.4 3.6-4.6 4.6-1.6 4.4 1.6 3 4.4 1 5.2-1 5.2-3 4.4-4.4 1.6-4.6-1.6-3.6-4.6Z",
} as const;

/** Crossed sabres; strokes, not an area. */
export const SABRES = "M-5 4.6C-1.6 3 2.6-.8 4.6-5M5 4.6C1.6 3-2.6-.8-4.6-5M-5.4 2.6L-3 5M5.4 2.6L3 5";

/** A pennant whose pole stands at 0,0 and rises to -18. */
export const PENNANT = "M.6-18L13-14.2.6-10Z";

export const INK = "#1d2225";

type BadgeName = keyof typeof BADGES;

/** A round badge within a symbol. */
interface SymbolBadge {
  readonly name: BadgeName;
  readonly x?: number;
  readonly radius?: number;
  readonly scale?: number;
  readonly field?: string;
  readonly ink?: string;
}

/** What stands in the frame of a counter. */
export interface UnitSymbol {
  readonly lines?: "cross" | "dashed-cross" | "slant" | "half";
  readonly ball?: { readonly x?: number; readonly gap?: boolean };
  readonly badges?: readonly SymbolBadge[];
}
