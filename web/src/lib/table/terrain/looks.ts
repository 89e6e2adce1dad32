import { hasText } from "../../i18n/words.svelte";
import { named } from "../../scene/names";

/** Names a kind of terrain as its game does, or as scenes do. */
export function kindName(game: string, kind: string): string {
  const own = kind.includes("/") || !hasText(`${game}.terrain.${kind}`);
  return named("terrain", own ? kind : `${game}/${kind}`);
}

/** How pieces of terrain look while they are moved about: plainer than they are painted. */
export const GROUND_INKS: Readonly<Record<string, string>> = {
  gentle_hill: "#cdac76",
  hill: "#cdac76",
  steep_hill: "#a8834f",
  wood: "#5f8450",
  woods: "#5f8450",
  rocky: "#9c9484",
  fields: "#d6c170",
  village: "#b5674a",
  marsh: "#6f9a8c",
  sand: "#e3cd95",
  stream: "#7aa0b2",
  river: "#5f8ba3",
  ford: "#a9c4c4",
  gully: "#9a7a4a",
  seashore: "#e3cd95",
  road: "#cbb88a",
  wall: "#9d988c",
  rampart: "#a58a5a",
  tower: "#8d887c",
  gate: "#7a4e2a",
  breach: "#b0a898",
};

export function inkOf(kind: string): string {
  return GROUND_INKS[kind.split(/[/.]/).pop() ?? kind] ?? "#a99a66";
}
