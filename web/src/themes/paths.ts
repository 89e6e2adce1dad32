const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/g;
const known = new Map<string, string>();

/**
 * Moves and scales the data of a path. A group with a transform would do the same, but a browser pays for
 * every transform on a board each time one looks around. Only absolute commands are understood.
 */
export function placed(d: string, x: number, y: number, scale = 1): string {
  const key = `${x}/${y}/${scale}/${d}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = d.replace(/([MLCSQHVAZ])([^MLCSQHVAZ]*)/g, (_, command: string, rest: string) => {
    const numbers = (rest.match(NUMBER) ?? []).map(Number);
    return command + numbers.map((value, i) => moved(command, value, i, x, y, scale)).join(" ");
  });
  known.set(key, found);
  return found;
}

function moved(command: string, value: number, i: number, x: number, y: number, scale: number): number {
  const shift = command === "H" ? x : command === "V" ? y : i % 2 ? y : x;
  if (command !== "A") return round(value * scale + shift);
  const part = i % 7;
  if (part < 2) return round(value * scale);
  return part < 5 ? value : round(value * scale + (part === 5 ? x : y));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
