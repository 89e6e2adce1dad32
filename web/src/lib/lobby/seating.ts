import type { ClockRule, LevelInfo, NewTable, ScenarioInfo, Sitting } from "../../generated/protocol";

export type Occupant = Sitting["occupant"];
export type Opponent = "computer" | "friend" | "open" | "both";
/** Options by name. */
export type Values = Readonly<Record<string, boolean | number | string>>;
export type Seating = Record<string, Sitting>;

/** A clock as it is chosen: none, minutes and seconds, or days and hours. */
export interface ClockChoice {
  kind: "none" | "live" | "days";
  minutes: number;
  seconds: number;
  days: number;
  hours: number;
}

/** Seat me on one seat and the same kind of opponent on all others. */
export function seated(seats: readonly string[], mine: string, opponent: Opponent, level: string): Seating {
  const other = opponent === "both" ? { occupant: "me" as const } : sitting(opponent, level);
  return Object.fromEntries(seats.map((seat) => [seat, seat === mine ? { occupant: "me" } : other]));
}

/** One occupant; only a computer has a level. */
export function sitting(occupant: Occupant, level: string): Sitting {
  return occupant === "computer" ? { occupant, level } : { occupant };
}

/** Change who sits on a seat; whoever takes it over from another leaves the own one to him, unless both are wanted. */
export function reseated(
  seating: Seating,
  seat: string,
  to: Sitting,
  both = false,
): { seating: Seating; left: string } {
  const before = seating[seat];
  const mine = Object.keys(seating).filter((one) => one !== seat && seating[one]?.occupant === "me");
  const [left, ...others] = mine;
  const swaps = to.occupant === "me" && before && before.occupant !== "me" && !both && !others.length;
  if (!swaps || !left) return { seating: { ...seating, [seat]: to }, left: "" };
  return { seating: { ...seating, [seat]: to, [left]: before }, left };
}

/** Leave the armies of some seats to whoever comes. */
export function bringing(seating: Seating, brought: readonly string[]): Seating {
  return Object.fromEntries(
    Object.entries(seating).map(([seat, one]) => [
      seat,
      brought.includes(seat) ? { ...one, brings: true } : { ...one },
    ]),
  );
}

/** Which of the usual ways of playing a seating is, if it is one. */
export function opponentOf(seating: Seating): Opponent | "" {
  const all = Object.values(seating).map((one) => one.occupant);
  const mine = all.filter((one) => one === "me").length;
  if (mine === all.length) return "both";
  const rest = new Set(all.filter((one) => one !== "me"));
  const only = [...rest][0];
  return mine === 1 && rest.size === 1 && only ? only : "";
}

/** Whether people without a key of mine have a part in it, so that a name is needed. */
export function hasOthers(seating: Seating): boolean {
  return Object.values(seating).some((one) => one.occupant === "friend" || one.occupant === "open");
}

/** The level to begin with: the weakest but one, for the weakest plays without a plan. */
export function usualLevel(levels: readonly LevelInfo[]): string {
  return (levels[1] ?? levels[0])?.id ?? "";
}

/** The levels of no special temper. */
export function plainLevels(levels: readonly LevelInfo[]): LevelInfo[] {
  return levels.filter((one) => !one.tempered);
}

/** The strongest level of no special temper. */
export function strongestLevel(levels: readonly LevelInfo[]): string {
  return plainLevels(levels).at(-1)?.id ?? "";
}

/** One of several by lot. */
export function byLot<T>(all: readonly T[], random: () => number = Math.random): T | undefined {
  return all[Math.min(all.length - 1, Math.floor(random() * all.length))];
}

/** A table for somebody who just wants to play: sides by lot, everything else as usual. */
export function quickTable(wish: {
  game: string;
  scenario: ScenarioInfo;
  opponent: "computer" | "friend" | "open";
  level: string;
  name: string;
  nonce: string;
  mine?: string;
}): NewTable {
  const seats = wish.scenario.sides.map((side) => side.seat);
  const mine = wish.mine ?? byLot(seats) ?? "";
  return {
    game: wish.game,
    scenario: wish.scenario.id,
    seats: seated(seats, mine, wish.opponent, wish.level),
    name: wish.name,
    nonce: wish.nonce,
    listed: wish.opponent === "open",
  };
}

/** The rule of the server for a chosen clock. */
export function clockRule(choice: ClockChoice): ClockRule | null {
  if (choice.kind === "none") return null;
  if (choice.kind === "live") return { stock: choice.minutes * 60, added: choice.seconds };
  return { stock: choice.days * 86_400, added: choice.hours * 3600 };
}

/** Only the options that differ from what the preset, or else the game, has. */
export function differing(chosen: Values, usual: Values): Record<string, boolean | number | string> {
  return Object.fromEntries(Object.entries(chosen).filter(([name, value]) => usual[name] !== value));
}
