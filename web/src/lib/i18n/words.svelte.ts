import { untrack } from "svelte";
import type { Message } from "../../generated/protocol";
import { type UiKey, words } from "../../words";
import { ApiError, api } from "../net/api";
import { settings } from "../settings.svelte";
import { fill, form, format, type Text, type Texts, unknown } from "./format";

export type { UiKey };

type Language = "en" | "de";
const SHARED = "";

/** The catalogues of server and games, joined by language; new ones replace the object. */
let spoken: Record<Language, Texts> = $state.raw({ en: {}, de: {} });
const wanted: string[] = $state([]);
const fetched = new Map<string, Promise<void>>();
let pending = $state(0);

$effect.root(() => {
  $effect(() => {
    const language = settings.language;
    const games = [...wanted];
    untrack(() => {
      for (const game of games) fetchWords(game, language).catch(() => undefined);
    });
  });
});

/** Say something of the client's own. */
export function ui(key: UiKey, args: Record<string, string | number> = {}): string {
  const text = own(settings.language, key);
  return text === undefined ? unknown(key) : fill(form(text, args), args, say);
}

/** Say what the server or a game wants said; while its words are on their way, nothing. */
export function say(message: Message | null | undefined): string {
  if (!message) return "";
  const texts = spoken[settings.language];
  if (Object.hasOwn(texts, message.id)) return format(texts, message);
  const mine = own(settings.language, message.id);
  if (mine !== undefined) return fill(form(mine, message.args ?? {}), message.args ?? {}, say);
  return pending > 0 ? "" : format(texts, message);
}

/** Whether the games' words have a text under this id, in the language of the page. */
export function hasText(id: string): boolean {
  return Object.hasOwn(spoken[settings.language], id);
}

/** Say a message if there is a text for it, else something else. */
export function sayOr(id: string, otherwise: string): string {
  return hasText(id) ? say({ id, args: {} }) : otherwise;
}

/** Say why something failed. */
export function explain(error: unknown): string {
  if (error instanceof ApiError) return say(error.trouble.text);
  return ui("shell.unexpected");
}

/** Fetch the words of the server, or of a game as well; the other language follows when it is chosen. */
export async function loadWords(game?: string): Promise<void> {
  const needed = game ? [SHARED, game] : [SHARED];
  for (const one of needed) if (!wanted.includes(one)) wanted.push(one);
  await Promise.all(needed.map((one) => fetchWords(one, settings.language)));
}

/** Give words directly, for tests and fixtures. */
export function setTexts(language: Language, texts: Texts): void {
  const before = untrack(() => spoken);
  spoken = { ...before, [language]: { ...before[language], ...texts } };
}

function fetchWords(game: string, language: Language): Promise<void> {
  const name = `${language}/${game}`;
  const known = fetched.get(name);
  if (known) return known;
  const work = takeOver(game, language);
  fetched.set(name, work);
  work.catch(() => fetched.delete(name));
  return work;
}

async function takeOver(game: string, language: Language): Promise<void> {
  pending += 1;
  try {
    setTexts(language, await (game === SHARED ? api.words(language) : api.gameWords(game, language)));
  } finally {
    pending -= 1;
  }
}

function own(language: Language, key: string): Text | undefined {
  const texts: Texts = words[language];
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}
