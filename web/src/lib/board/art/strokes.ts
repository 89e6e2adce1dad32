/** Small drawings made of strokes, which can be moved, turned and put together before they are drawn. */

/** A colour of a livery, or one of its own. */
export type Ink = "body" | "edge" | "trim" | `#${string}`;

/** One stroke or area of a drawing. */
export interface Mark {
  /** Absolute commands M, L, H, V, C, Q and Z only. */
  readonly d: string;
  readonly fill?: Ink;
  readonly stroke?: Ink;
  readonly width?: number;
  readonly opacity?: number;
}

/** Where a drawing is put: shifted, scaled and turned around its own middle (degrees). */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly scale?: number;
  readonly turn?: number;
}

const COMMAND = /([MLHVCQZ])([^MLHVCQZ]*)/g;
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/g;

/** Draws a circle. */
export function circle(x: number, y: number, r: number): string {
  return ellipse(x, y, r, r);
}

/** Draws an ellipse of four curves, so that it can be turned like everything else. */
export function ellipse(x: number, y: number, rx: number, ry: number): string {
  const [kx, ky] = [rx * 0.5523, ry * 0.5523];
  return (
    `M${x - rx} ${y}C${x - rx} ${y - ky} ${x - kx} ${y - ry} ${x} ${y - ry}` +
    `C${x + kx} ${y - ry} ${x + rx} ${y - ky} ${x + rx} ${y}` +
    `C${x + rx} ${y + ky} ${x + kx} ${y + ry} ${x} ${y + ry}` +
    `C${x - kx} ${y + ry} ${x - rx} ${y + ky} ${x - rx} ${y}Z`
  );
}

export function line(ax: number, ay: number, bx: number, by: number): string {
  return `M${ax} ${ay}L${bx} ${by}`;
}

export function box(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}H${x + width}V${y + height}H${x}Z`;
}

/** Moves, scales and turns a path. */
export function shifted(d: string, { x, y, scale = 1, turn = 0 }: Spot): string {
  const angle = (turn * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle) * scale, Math.cos(angle) * scale];
  const at = (px: number, py: number) =>
    `${round(x + px * cos - py * sin)} ${round(y + px * sin + py * cos)}`;
  let [lastX, lastY] = [0, 0];
  return d.replace(COMMAND, (_, command: string, rest: string) => {
    if (command === "Z") return "Z";
    const numbers = (rest.match(NUMBER) ?? []).map(Number);
    if (command === "H" || command === "V") {
      const [value = 0] = numbers.slice(-1);
      [lastX, lastY] = command === "H" ? [value, lastY] : [lastX, value];
      return `L${at(lastX, lastY)}`;
    }
    [lastX, lastY] = [numbers.at(-2) ?? 0, numbers.at(-1) ?? 0];
    const points: string[] = [];
    for (let i = 0; i + 1 < numbers.length; i += 2) points.push(at(numbers[i] ?? 0, numbers[i + 1] ?? 0));
    return command + points.join(" ");
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Puts a whole drawing somewhere. */
export function placedMarks(marks: readonly Mark[], spot: Spot): Mark[] {
  const scale = spot.scale ?? 1;
  return marks.map((mark) => ({
    ...mark,
    d: shifted(mark.d, spot),
    ...(mark.width ? { width: mark.width * scale } : {}),
  }));
}

/**
 * Puts drawings of the same make beside each other. Their strokes are joined one by one: four men are drawn
 * with as many elements as one.
 */
export function joinedMarks(drawings: readonly (readonly Mark[])[]): Mark[] {
  const [first, ...others] = drawings;
  return (first ?? []).map((mark, index) => ({
    ...mark,
    d: [mark, ...others.map((other) => other[index])].map((one) => one?.d ?? "").join(""),
  }));
}
