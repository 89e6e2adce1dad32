/** A title and what stands behind it in brackets. */
export interface SplitTitle {
  main: string;
  rest: string;
}

/** Tell a title from its addition: Rolica (French First Position). */
export function split(title: string): SplitTitle {
  const found = /^(.+?) \((.+)\)$/.exec(title);
  return found?.[1] && found[2] ? { main: found[1], rest: found[2] } : { main: title, rest: "" };
}
