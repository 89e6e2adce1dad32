import { SvelteMap } from "svelte/reactivity";
import { loadWords } from "../i18n/words.svelte";
import { api } from "../net/api";
import { Rulebook } from "./rulebook";

const books = new SvelteMap<string, Rulebook>();
const asked = new Map<string, Promise<void>>();

/** The rulebook of a game; undefined until it has come. */
export function rulebookOf(game: string): Rulebook | undefined {
  return books.get(game);
}

/** Fetch a rulebook, once. */
export function loadRules(game: string): Promise<void> {
  const known = asked.get(game);
  if (known) return known;
  const work = fetchRules(game);
  asked.set(game, work);
  work.catch(() => asked.delete(game));
  return work;
}

async function fetchRules(game: string): Promise<void> {
  const [info] = await Promise.all([api.rules(game), loadWords(game)]);
  books.set(game, new Rulebook(info));
}
