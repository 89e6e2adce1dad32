/** How wide words are, before they are put on the page. */

let brush: CanvasRenderingContext2D | null | undefined;

/** The width of the widest of some words in pixels; null where nothing can be drawn. */
export function widest(words: readonly string[], font: string): number | null {
  brush ??= globalThis.document?.createElement("canvas").getContext("2d");
  if (!brush) return null;
  const pen = brush;
  pen.font = font;
  return Math.max(0, ...words.map((word) => pen.measureText(word).width));
}
