/** Where one is: the parts of the address behind `#/`. Tokens stay in the fragment and reach no server log. */
export const route: { path: string[] } = $state({ path: parse(currentHash()) });

if (typeof window !== "undefined") {
  window.addEventListener("hashchange", () => {
    route.path = parse(currentHash());
  });
}

/** Go to another page. */
export function go(...parts: string[]): void {
  location.hash = href(...parts);
}

/** Go to another page so that "back" does not come here again. */
export function replace(...parts: string[]): void {
  location.replace(href(...parts));
}

/** The address of a page, for links. */
export function href(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}

/** The whole address of a page, for sending to a friend. */
export function fullAddress(...parts: string[]): string {
  return location.href.replace(/#.*$/, "") + href(...parts);
}

/** Cut a fragment into its parts; anything odd in it is taken literally. */
export function parse(hash: string): string[] {
  const text = hash.replace(/^#?\/*/, "");
  return text.split("/").filter(Boolean).map(decoded);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function currentHash(): string {
  return typeof location === "undefined" ? "" : location.hash;
}
