import type { Badge, Piece } from "../generated/protocol";
import type { TroopName } from "../lib/board/art/figures";

/** Words in the name of a sprite, and who is meant by them; the first that is found counts. */
const WORDS: readonly (readonly [RegExp, TroopName])[] = [
  [/siege_tower/, "siege_tower"],
  [/flamethrower/, "flamethrower"],
  [/ladder/, "ladder"],
  [/\bship/, "ship"],
  [/boat/, "boat"],
  [/fire_ox/, "ox"],
  [/baggage/, "baggage"],
  [/wagon/, "wagon"],
  [/artillery.*(heavy|siege)/, "siege_engine"],
  [/artillery/, "artillery"],
  [/elephant/, "elephant"],
  [/heavy_chariot/, "heavy_chariot"],
  [/chariot/, "light_chariot"],
  [/cataphract/, "cataphract"],
  [/camel/, "camel"],
  [/light_cavalry.*bow/, "horse_archer"],
  [/light_cavalry|mounted_infantry/, "light_cavalry"],
  [/cavalry/, "heavy_cavalry"],
  [/skirmisher.*bow/, "skirmisher_bow"],
  [/sling/, "slinger"],
  [/skirmisher/, "skirmisher"],
  [/crossbow/, "crossbowmen"],
  [/bow|rocket/, "bowmen"],
  [/pike/, "pikemen"],
  [/sword/, "swordsmen"],
  [/warrior/, "warrior"],
];
const GAMES: ReadonlySet<string> = new Set(["idg", "hnh"]);
/** The sign of whoever leads an army. */
const LEADERS = ["leader", "general"];

/** Finds who stands on a base; the sprites of other games have letters. */
export function troopOf({ sprite, badges }: Pick<Piece, "sprite" | "badges">): TroopName | undefined {
  const [game = "", ...rest] = sprite.split(/[/.]/);
  if (!GAMES.has(game)) return undefined;
  const name = rest.join(".");
  const found = WORDS.find(([word]) => word.test(name))?.[1];
  if (isLed({ badges }) && found && isOnFoot(found)) return "general_foot";
  if (isLed({ badges }) && found && isOnHorse(found)) return "general";
  const wild = (badges ?? []).some((badge) => localKind(badge) === "wild");
  return found === "swordsmen" && wild ? "wild" : found;
}

/** Tells whether an army's general is on a base. */
export function isLed({ badges }: Pick<Piece, "badges">): boolean {
  return (badges ?? []).some((badge) => LEADERS.includes(localKind(badge)));
}

function isOnFoot(name: TroopName): boolean {
  return ["warrior", "swordsmen", "pikemen", "bowmen", "crossbowmen", "skirmisher"].includes(name);
}

function isOnHorse(name: TroopName): boolean {
  return ["light_cavalry", "heavy_cavalry", "cataphract", "horse_archer", "camel"].includes(name);
}

/** Games add signs of their own; the last part of the name says what kind they are. */
export function localKind(badge: Badge): string {
  return badge.kind.split("/").pop() ?? badge.kind;
}
