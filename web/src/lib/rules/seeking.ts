/** Finding words in texts, whatever their accents and capitals. */

/** A text in small letters without accents, and for each of its characters the place it came from. */
interface Plain {
  text: string;
  from: number[];
}

/** A part of a text: a hit, a rule's id, something in code, or plain words. */
export interface Piece {
  text: string;
  hit: boolean;
  rule: string;
  code?: boolean;
}

const RULE = /\b[A-Z]{2,6}-[A-Z]?\d+(?:\.\d+)*|`[^`]+`/g;

/** Make texts comparable: Buçaco and bucaco, Straße and strasse are the same. */
export function plain(text: string): string {
  return flatten(text).text;
}

/** The words that are sought. */
export function wordsOf(sought: string): string[] {
  return [...new Set(plain(sought).split(/\s+/).filter(Boolean))];
}

/** Whether all words are in a text that is plain already. */
export function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** Cut a text at hits and at the ids of rules that there are. */
export function cut(
  text: string,
  words: readonly string[],
  known: (rule: string) => boolean = () => false,
): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(RULE)) {
    const special = specialPiece(match[0], words, known);
    if (!special) continue;
    pieces.push(...marked(text.slice(at, match.index), words), special);
    at = match.index + match[0].length;
  }
  return [...pieces, ...marked(text.slice(at), words)];
}

function specialPiece(
  text: string,
  words: readonly string[],
  known: (rule: string) => boolean,
): Piece | null {
  const hit = hasAny(text, words);
  if (text.startsWith("`")) return { text: text.slice(1, -1), hit, rule: "", code: true };
  return known(text) ? { text, hit, rule: text } : null;
}

function marked(text: string, words: readonly string[]): Piece[] {
  const hits = places(text, words);
  const pieces: Piece[] = [];
  let at = 0;
  for (const [start, end] of hits) {
    if (start > at) pieces.push({ text: text.slice(at, start), hit: false, rule: "" });
    pieces.push({ text: text.slice(start, end), hit: true, rule: "" });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), hit: false, rule: "" });
  return pieces;
}

/** Where the words stand in the text as it is written, without overlaps. */
function places(text: string, words: readonly string[]): [number, number][] {
  const { text: flat, from } = flatten(text);
  const found: [number, number][] = [];
  for (const word of words) {
    for (let at = flat.indexOf(word); at >= 0; at = flat.indexOf(word, at + word.length)) {
      found.push([from[at] ?? 0, (from[at + word.length - 1] ?? 0) + 1]);
    }
  }
  return joined(found.sort((one, other) => one[0] - other[0]));
}

function joined(spans: readonly [number, number][]): [number, number][] {
  const result: [number, number][] = [];
  for (const [start, end] of spans) {
    const last = result.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}

function hasAny(text: string, words: readonly string[]): boolean {
  const flat = plain(text);
  return words.some((word) => flat.includes(word));
}

function flatten(text: string): Plain {
  let flat = "";
  const from: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const letters = flatLetter(text.charAt(at));
    flat += letters;
    for (let n = 0; n < letters.length; n += 1) from.push(at);
  }
  return { text: flat, from };
}

function flatLetter(letter: string): string {
  if (letter === "ß") return "ss";
  return letter.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
