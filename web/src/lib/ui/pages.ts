/** Which page an address leads to, and what it is told. */

type Props = Record<string, string>;

interface PageRule {
  /** The file of the page. */
  name: string;
  /** What the parts of the address behind the first are called. */
  parts: readonly string[];
  /** How many of them make it another page; for the rest it only changes its contents. */
  own: number;
}

const PAGES: Record<string, PageRule> = {
  "": { name: "Lobby", parts: [], own: 0 },
  new: { name: "NewTable", parts: ["game", "scenario"], own: 2 },
  t: { name: "Table", parts: ["table", "token"], own: 2 },
  replay: { name: "Replay", parts: ["table", "token", "at"], own: 2 },
  armies: { name: "Armies", parts: ["army"], own: 1 },
  rules: { name: "Rules", parts: ["game", "rule"], own: 0 },
  odds: { name: "Odds", parts: ["game", "form"], own: 0 },
  account: { name: "Account", parts: [], own: 0 },
  help: { name: "Help", parts: ["section"], own: 0 },
};
const NOWHERE: PageRule = { name: "NotFound", parts: [], own: 0 };

/** The file of the page. */
export function pageName(path: readonly string[]): string {
  return ruleOf(path).name;
}

/** Two addresses with the same key are the same page with other contents; it is not built anew. */
export function pageKey(path: readonly string[]): string {
  const rule = ruleOf(path);
  return [rule.name, ...path.slice(1, 1 + rule.own)].join("/");
}

/** What the page is told: the parts of the address that are there, by name. */
export function pageProps(path: readonly string[]): Props {
  const given = ruleOf(path).parts.map((name, at) => [name, path[at + 1]] as const);
  return Object.fromEntries(given.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

/** Whether a page fills the window and brings its own bar. */
export function standsAlone(name: string): boolean {
  return name === "Table" || name === "Replay";
}

function ruleOf(path: readonly string[]): PageRule {
  const first = path[0] ?? "";
  return Object.hasOwn(PAGES, first) ? (PAGES[first] ?? NOWHERE) : NOWHERE;
}
