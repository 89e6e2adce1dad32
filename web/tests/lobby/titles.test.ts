import { expect, test } from "vitest";
import { split } from "../../src/lib/lobby/titles";

test.each([
  ["Rolica (French First Position)", "Rolica", "French First Position"],
  ["Waterloo (11:00 to 15:00)", "Waterloo", "11:00 to 15:00"],
  ["Vimiero", "Vimiero", ""],
  ["(odd)", "(odd)", ""],
  ["A (b) c", "A (b) c", ""],
  ["", "", ""],
])("%s is cut at its brackets", (title, main, rest) => {
  expect(split(title)).toEqual({ main, rest });
});
