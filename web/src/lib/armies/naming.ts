/** Names in an army: a text, or one in each language. */

import type { ArmyEdit } from "../../generated/protocol";
import { type Plain, put } from "./edits";

type Language = "en" | "de";

/** A name as it is read in a language; one that it lacks is read in another. */
export function nameIn(name: Plain | undefined, language: Language): string {
  if (typeof name === "string") return name;
  if (typeof name !== "object" || name === null || Array.isArray(name)) return "";
  const all = name as Record<string, Plain>;
  const found = all[language] || Object.values(all).find(Boolean);
  return typeof found === "string" ? found : "";
}

/** Give something a name; where it has one in each language, only the one that is read changes. */
export function renamed(
  at: readonly (string | number)[],
  before: Plain | undefined,
  text: string,
  language: Language,
  usual: unknown,
): ArmyEdit {
  const bilingual = typeof before === "object" && before !== null && !Array.isArray(before);
  if (text && bilingual) return put(at, { ...(before as Record<string, Plain>), [language]: text });
  return put(at, text || (usual as Plain | undefined) || (usual === "" ? "" : undefined));
}
