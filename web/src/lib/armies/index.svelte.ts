import { SvelteMap } from "svelte/reactivity";
import type { ArmyIndex, ArmyListInfo } from "../../generated/protocol";
import { loadWords } from "../i18n/words.svelte";
import { api } from "../net/api";

const known = new SvelteMap<string, ArmyIndex>();
const asked = new Map<string, Promise<void>>();

/** The lists and ready armies of a game; undefined until they have come. */
export function armyIndex(game: string): ArmyIndex | undefined {
  return known.get(game);
}

/** Fetch them, once. */
export function loadIndex(game: string): Promise<void> {
  const before = asked.get(game);
  if (before) return before;
  const work = fetchIndex(game);
  asked.set(game, work);
  work.catch(() => asked.delete(game));
  return work;
}

/** Find a list. */
export function listOf(game: string, id: string): ArmyListInfo | undefined {
  return known.get(game)?.lists.find((one) => one.id === id);
}

async function fetchIndex(game: string): Promise<void> {
  const [index] = await Promise.all([api.armies(game), loadWords(game)]);
  known.set(game, index);
}
