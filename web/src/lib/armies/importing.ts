/** Reading army files that somebody brings. */

import { api } from "../net/api";
import type { Army } from "./edits";

/** No army file is larger; what is, is not even read. */
export const MOST_BYTES = 100_000;

/** What has become of a file. */
export type Brought =
  | { readonly file: string; readonly army: Army }
  | { readonly file: string; readonly large: true }
  | { readonly file: string; readonly unread: true }
  | { readonly file: string; readonly error: unknown };

type Reader = (game: string, text: string, file: string) => Promise<{ army: unknown }>;

/** Read files one after the other; what cannot be read is told, not thrown. */
export async function bring(
  game: string,
  files: Iterable<Pick<File, "name" | "size" | "arrayBuffer">>,
  read: Reader = api.readArmy,
): Promise<Brought[]> {
  const found: Brought[] = [];
  for (const file of files) found.push(await bringOne(game, file, read));
  return found;
}

async function bringOne(
  game: string,
  file: Pick<File, "name" | "size" | "arrayBuffer">,
  read: Reader,
): Promise<Brought> {
  if (file.size > MOST_BYTES) return { file: file.name, large: true };
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return { file: file.name, unread: true };
  }
  try {
    const made = await read(game, text, file.name.slice(0, 200));
    return { file: file.name, army: made.army as Army };
  } catch (error) {
    return { file: file.name, error };
  }
}
