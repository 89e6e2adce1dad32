import { SvelteMap } from "svelte/reactivity";
import type { GameInfo, ScenarioInfo, Scene } from "../../generated/protocol";
import { loadWords } from "../i18n/words.svelte";
import { api } from "../net/api";
import { type Battle, battleOf } from "./battle";

const AT_ONCE = 3;
const NOTHING: readonly GameInfo[] = [];

const scenes = new SvelteMap<string, Scene>();
const asked = new Set<string>();
const waiting: [string, string][] = [];
let running = 0;
let known: Promise<void> | undefined;
let listed: readonly GameInfo[] = $state.raw(NOTHING);

/** The games there are; none until they have been fetched. */
export function games(): readonly GameInfo[] {
  return listed;
}

/** Find a game. */
export function gameOf(id: string): GameInfo | undefined {
  return listed.find((game) => game.id === id);
}

/** Find a scenario of a game. */
export function scenarioOf(game: string, scenario: string): ScenarioInfo | undefined {
  return gameOf(game)?.scenarios.find((one) => one.id === scenario);
}

/** Fetch the games and all they say. */
export function loadGames(): Promise<void> {
  known ??= fetchGames().catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

/** The opening position of a scenario; undefined until it has come. */
export function openingOf(game: string, scenario: string): Scene | undefined {
  return scenes.get(nameOf(game, scenario));
}

/** What is told about a scenario; undefined until it has come. */
export function battleIn(game: string, scenario: string): Battle | undefined {
  const scene = openingOf(game, scenario);
  return scene && battleOf(scene);
}

/** Ask for an opening position, once; a few at a time, in the order they were asked for, but for what is wanted soon. */
export function wantOpening(game: string, scenario: string, soon = false): void {
  const name = nameOf(game, scenario);
  const late = waiting.findIndex((pair) => nameOf(...pair) === name);
  if (soon && late > 0) waiting.splice(late, 1);
  else if (asked.has(name)) return;
  asked.add(name);
  if (soon) waiting.unshift([game, scenario]);
  else waiting.push([game, scenario]);
  void next();
}

async function next(): Promise<void> {
  if (running >= AT_ONCE) return;
  const pair = waiting.shift();
  if (!pair) return;
  running += 1;
  const name = nameOf(...pair);
  try {
    scenes.set(name, await api.scene(...pair));
  } catch (error) {
    console.warn("no picture of", name, error);
    asked.delete(name);
  } finally {
    running -= 1;
    void next();
  }
}

async function fetchGames(): Promise<void> {
  const found = await api.games();
  await Promise.all(found.map((game) => loadWords(game.id)));
  listed = found;
}

function nameOf(game: string, scenario: string): string {
  return `${game}/${scenario}`;
}
