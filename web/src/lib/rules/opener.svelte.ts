/** Which rule is open beside the page, and of which game. */
export const opened: { rule: string; game: string } = $state({ rule: "", game: "" });

let current = "";

/** Say which game the page is about, so that its rule ids are found. */
export function rulesOf(game: string): void {
  current = game;
}

/** Show a rule wherever one is. */
export function openRule(rule: string, game = ""): void {
  opened.game = game || current || gameOf(rule);
  opened.rule = rule;
}

/** Put the rule away. */
export function closeRule(): void {
  opened.rule = "";
}

/** The game whose rulebook uses this prefix: CCN-8.4.1 is a rule of ccn. */
export function gameOf(rule: string): string {
  return rule.split("-", 1)[0]?.toLowerCase() ?? "";
}
