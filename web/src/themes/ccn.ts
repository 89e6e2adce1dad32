import type { UnitSymbol } from "./symbols";

const GUARD = { name: "star", scale: 1.12 } as const;

/** The conventional symbols of Napoleonic troops, by the type of the unit. */
export const TROOPS: Readonly<Record<string, UnitSymbol>> = {
  LN: { lines: "cross" },
  LT: { lines: "cross", badges: [{ name: "horn" }] },
  RL: { lines: "cross", badges: [{ name: "horn", field: "#2f5a41", ink: "#f7f1e1" }] },
  GR: { lines: "cross", badges: [{ name: "grenade", scale: 1.12 }] },
  GG: { lines: "cross", badges: [GUARD] },
  OG: { lines: "cross", badges: [{ ...GUARD, field: "#1d2225", ink: "#f3c74e" }] },
  YG: {
    lines: "cross",
    badges: [
      { name: "horn", x: -7.4, radius: 6, scale: 0.8 },
      { name: "star", x: 7.4, radius: 6, scale: 0.82 },
    ],
  },
  MI: { lines: "dashed-cross" },
  LC: { lines: "slant" },
  HC: { lines: "half" },
  CHC: { lines: "half", badges: [{ name: "cuirass", scale: 1.05 }] },
  GHC: { lines: "half", badges: [GUARD] },
  FA: { ball: {} },
  HA: { lines: "slant", ball: { gap: true } },
  GFA: { ball: { x: -7.6 }, badges: [{ name: "star", x: 7.6, radius: 6.2, scale: 0.86 }] },
};

/** What is printed on a card: pennants in the three sections, or a picture. */
export type CardArt =
  | { readonly kind: "sections"; readonly pennants: readonly [Pennants, Pennants, Pennants] }
  | { readonly kind: "picture"; readonly name: CardPicture };

/** So many pennants in a section; a star stands for as many as the command allows. */
export type Pennants = number | "star";

export type CardPicture =
  | "bayonets"
  | "cannon"
  | "horse"
  | "mirror"
  | "eagle"
  | "muskets"
  | "sabre"
  | "boots"
  | "crossed"
  | "bicorne"
  | "arrows"
  | "drum"
  | "wagon";

/** The pictures of the command cards, by their sprites. */
export const CARDS: Readonly<Record<string, CardArt>> = {
  ...wing("scout", 1),
  ...wing("probe", 2),
  ...wing("attack", 3),
  ...wing("assault", "star"),
  coordinated_advance: sections(1, 2, 1),
  flank_attack: sections(2, 0, 2),
  forward: sections(2, 2, 2),
  recon_in_force: sections(1, 1, 1),
  bayonet_charge: picture("bayonets"),
  bombard: picture("cannon"),
  cavalry_charge: picture("horse"),
  counter_attack: picture("mirror"),
  elan: picture("eagle"),
  fire_and_hold: picture("muskets"),
  first_strike: picture("sabre"),
  force_march: picture("boots"),
  cold_steel: picture("crossed"),
  leadership: picture("bicorne"),
  grande_manoeuvre: picture("arrows"),
  rally: picture("drum"),
  short_supply: picture("wagon"),
};

function wing(name: string, pennants: Pennants): Record<string, CardArt> {
  return {
    [`${name}_left`]: sections(pennants, 0, 0),
    [`${name}_center`]: sections(0, pennants, 0),
    [`${name}_right`]: sections(0, 0, pennants),
  };
}

function sections(...pennants: [Pennants, Pennants, Pennants]): CardArt {
  return { kind: "sections", pennants };
}

function picture(name: CardPicture): CardArt {
  return { kind: "picture", name };
}
