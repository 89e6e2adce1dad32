import type { Counters, Message, Roster, Row, Scene, Side } from "../../generated/protocol";

/** What is known of one side before a battle begins. */
export interface BattleSide {
  seat: string;
  side: Side;
  /** Empty if nobody is named. */
  commander: string;
  detail: Message | null;
  /** Whether it moves first. */
  first: boolean;
  /** What it needs of what is counted. */
  goal: number | null;
}

/** A scenario as the lobby tells it, read from the scene of its first moment. */
export interface Battle {
  date: Message | null;
  /** Empty if it has no date. */
  year: string;
  note: Message | null;
  sides: BattleSide[];
  /** What else there is to know: objectives, special rules. */
  facts: { id: string; name: Message; note: Message }[];
  /** What is counted: banners, points. */
  counted: Message | null;
}

const ROSTER = "battle";
const TITLE = "title";
const NOTE = "note";
const SIDE = "side-";
const ORIGIN = "origin";

/** Read what a scene tells about its battle; a game that tells nothing has sides only. */
export function battleOf(scene: Scene): Battle {
  const rows = rosterOf(scene);
  const counters = countersOf(scene);
  const row = (id: string): Row | undefined => rows.find((one) => one.id === id);
  const date = row(TITLE)?.note ?? null;
  return {
    date,
    year: textArgument(date, "year"),
    note: row(NOTE)?.note ?? null,
    sides: (scene.sides ?? []).map((side) => sideOf(side, row(SIDE + side.seat), counters)),
    facts: rows.flatMap(factOf),
    counted: counters?.title ?? null,
  };
}

/** The seat that moves first, or else the last one: newcomers begin with it. */
export function firstSeat(battle: Battle): string {
  return (battle.sides.find((one) => one.first) ?? battle.sides.at(-1))?.seat ?? "";
}

/** What all sides need, if that is the same. */
export function goals(battle: Battle): number[] {
  const all = battle.sides.flatMap((one) => (one.goal === null ? [] : [one.goal]));
  return [...new Set(all)].length === 1 ? all.slice(0, 1) : all;
}

function rosterOf(scene: Scene): readonly Row[] {
  const found = scene.trays?.find((tray): tray is Roster => tray.tray === "roster" && tray.id === ROSTER);
  return found?.rows ?? [];
}

function countersOf(scene: Scene): Counters | undefined {
  const counted = (tray: Counters): boolean => (tray.counters ?? []).some((one) => one.owner && one.most);
  return scene.trays?.find((tray): tray is Counters => tray.tray === "counters" && counted(tray));
}

function sideOf(side: Side, row: Row | undefined, counters: Counters | undefined): BattleSide {
  return {
    seat: side.seat,
    side,
    commander: textArgument(row?.note, "commander"),
    detail: row?.note ?? null,
    first: (row?.badges ?? []).some((badge) => badge.kind === "first"),
    goal: counters?.counters?.find((one) => one.owner === side.seat)?.most ?? null,
  };
}

function factOf(row: Row): Battle["facts"] {
  const known = row.id === TITLE || row.id === NOTE || row.id.startsWith(SIDE) || row.id.startsWith(ORIGIN);
  return known || !row.note ? [] : [{ id: row.id, name: row.name, note: row.note }];
}

function textArgument(message: Message | null | undefined, name: string): string {
  const value = message?.args?.[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
