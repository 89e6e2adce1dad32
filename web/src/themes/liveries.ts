/** The colours of a side: the body, its dark edge, lines and pips on it, and what is written on it. */
export interface Livery {
  readonly body: string;
  readonly edge: string;
  readonly trim: string;
  readonly text: string;
}

const INK = "#1d2225";
const WHITE = "#ffffff";

/** True to the period, and at least 12 (CIEDE2000) apart for every kind of sight where they can meet. */
export const LIVERY_GROUPS = {
  ccn: {
    french: livery("#24427e", "#13264d", "#e8dfc8"),
    british: livery("#b3202a", "#6e1016", "#f3e7c6"),
    portuguese: livery("#ae7d40", "#6b4718", "#f6ebcf", INK),
    spanish: livery("#e3b53a", "#8c6a10", "#5a3f06", INK),
    russian: livery("#4a8a5f", "#265038", "#f4ecd4", INK),
    austrian: livery("#ddd8ca", "#8a8470", "#4a463a", INK),
    prussian: livery("#47474f", "#222229", "#e6e2d6"),
  },
  gba: {
    macedonian: livery("#6a1f3f", "#3c0e22", "#ebd9a8"),
    persian: livery("#dca326", "#8c6208", "#5a2a10", INK),
    indian: livery("#3f9478", "#1f5644", "#f4e6c2", INK),
    greek: livery("#2b578c", "#16335a", "#efe5cb"),
    scythian: livery("#c4683a", "#7a3a19", "#f5e6c8", INK),
    illyrian: livery("#4b5730", "#2b3319", "#eee3c2"),
  },
  nie: {
    france: livery("#2f60b0", "#1b3a70", WHITE),
    great_britain: livery("#c0322d", "#7a1a17", WHITE),
    prussia: livery("#4a2c55", "#2a1632", WHITE),
    russia: livery("#3f8f63", "#22583b", WHITE),
    ottoman_empire: livery("#e8d8b0", "#8c7640", INK),
    austria: livery("#8b9298", "#4e555a", INK),
    spain: livery("#e0a81c", "#8c6508", INK),
    minor: livery("#93c3e2", "#4e7d9c", INK),
  },
  hnh: {
    order: livery("#5b2a6b", "#34143f", "#f0e3c4"),
    gold: livery("#c98b1f", "#7c5308", "#4a2f06", INK),
    azure: livery("#5a9dbf", "#2d6380", "#f4ecd4", INK),
    wild: livery("#33592a", "#1a3414", "#eee3c2"),
    bone: livery("#d9d3c0", "#8a8470", "#4a463a", INK),
  },
  toy: {
    red: livery("#a62b2b", "#641515", "#f2e3b8"),
    blue: livery("#2b578c", "#16335a", "#efe5cb"),
    gold: livery("#c98b1f", "#7c5308", "#4a2f06", INK),
  },
} as const satisfies Record<string, Record<string, Livery>>;

/** Army lists have a second livery, for when the first ones of two armies are too much alike. */
export const ARMY_LIVERIES: Readonly<Record<string, readonly [Livery, Livery]>> = {
  greeks: [livery("#2b578c", "#16335a", "#efe5cb"), pale("#d9d3c0")],
  persians: [livery("#c98b1f", "#7c5308", "#4a2f06", INK), livery("#5b2a6b", "#34143f", "#f0e3c4")],
  carthaginians: [livery("#3f3a7c", "#23204c", "#efe6cc"), pale("#d9d3c0")],
  romans: [livery("#a62b2b", "#641515", "#f2e3b8"), pale("#d9d3c0")],
  germans: [livery("#4b5730", "#2b3319", "#eee3c2"), pale("#c9b24a")],
  imperial_romans: [livery("#7e1d2d", "#480d17", "#f2e3b8"), pale("#d9d3c0")],
  anglo_saxons: [livery("#5f6b75", "#353d44", "#f0ead8"), pale("#c9b24a")],
  vikings: [livery("#2e6e73", "#164044", "#efe6cc"), pale("#d9d3c0")],
  seljuks: [livery("#b5602c", "#6b3412", "#f5e6c8", INK), livery("#2b578c", "#16335a", "#efe5cb")],
  first_crusade: [pale("#d9d3c0"), livery("#a62b2b", "#641515", "#f2e3b8")],
  mongols: [livery("#5a4632", "#32251a", "#efe3c8"), livery("#5a9dbf", "#2d6380", "#f4ecd4", INK)],
  sung: [pale("#c9b24a"), livery("#7e1d2d", "#480d17", "#f2e3b8")],
  free: [livery("#a62b2b", "#641515", "#f2e3b8"), livery("#2b578c", "#16335a", "#efe5cb")],
};

/** What In Death Ground calls its lists. */
const LISTS: Readonly<Record<string, string>> = {
  classical_greeks: "greeks",
  early_achaemenid_persians: "persians",
  carthaginians: "carthaginians",
  romans_punic_wars: "romans",
  early_germans: "germans",
  early_imperial_romans: "imperial_romans",
  anglo_saxons: "anglo_saxons",
  vikings: "vikings",
  seljuks: "seljuks",
  first_crusade: "first_crusade",
  mongols: "mongols",
  late_sung: "sung",
};

const NOBODY = livery("#8d8471", "#4f493c", "#f4ecd8", INK);

const ALL: ReadonlyMap<string, Livery> = new Map([
  ...Object.values(LIVERY_GROUPS).flatMap((group) => Object.entries(group)),
  ...Object.entries(ARMY_LIVERIES).map(([name, [first]]): [string, Livery] => [name, first]),
  ...Object.entries(ARMY_LIVERIES).map(([name, [, second]]): [string, Livery] => [`${name}/2`, second]),
]);

/** Finds the colours under a name; what has none is grey. */
export function liveryOf(name: string | undefined): Livery {
  return (name && (ALL.get(name) ?? ALL.get(listed(name)))) || NOBODY;
}

/** A list is named after its game, and may be worn in its second colours: `idg.vikings/2`. */
function listed(name: string): string {
  const [list = "", second] = name.replace(/^idg\./, "").split("/");
  return second ? `${LISTS[list] ?? list}/${second}` : (LISTS[list] ?? list);
}

function livery(body: string, edge: string, trim: string, text = trim): Livery {
  return { body, edge, trim, text };
}

function pale(body: string): Livery {
  return livery(body, "#8a8470", "#4a463a", INK);
}
