/** Years before Christ are negative; nobody writes them so. */

export type Era = "bc" | "ad";

/** The eras in which a span of years lies. */
export function erasOf(least: number, most: number): Era[] {
  return [...(least < 0 ? (["bc"] as const) : []), ...(most >= 0 ? (["ad"] as const) : [])];
}

/** The era of a year; without a year the first that is possible. */
export function eraOf(year: number | undefined, least: number, most: number): Era {
  if (year === undefined) return erasOf(least, most)[0] ?? "ad";
  return year < 0 ? "bc" : "ad";
}

/** Read what somebody typed; undefined if it is no year. */
export function yearFrom(text: string, era: Era): number | undefined {
  const digits = text.trim();
  if (!/^\d{1,4}$/.test(digits)) return undefined;
  const year = Number(digits);
  return era === "bc" ? -year : year;
}
