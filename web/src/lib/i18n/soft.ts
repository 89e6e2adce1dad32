/** Where long words may be divided, for narrow places and browsers that do not know how. */

const LONG = /\p{L}{10,}/gu;
const VOWEL = "aeiouyäöüAEIOUYÄÖÜ";
/** After a vowel, before the last of the consonants that stand before the next vowel. */
const JOINT = new RegExp(
  `(?<=[${VOWEL}][^${VOWEL}]*)(?!(?<=s)t|(?<=c)h)(?=(?:ch|sch|st|[^${VOWEL}])[${VOWEL}])`,
  "gu",
);
const HYPHEN = "\u00ad";

/** Put hyphens that only show where a line ends into the long words of a text. */
export function soft(text: string): string {
  return text.replace(LONG, (word) =>
    word.replace(JOINT, (_, at: number) => (at > 2 && at < word.length - 2 ? HYPHEN : "")),
  );
}
