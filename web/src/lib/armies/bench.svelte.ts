import type { ArmyEdit, ArmySheet } from "../../generated/protocol";
import { api } from "../net/api";
import { type Army, applied, isStructural, type Plain, valueAt } from "./edits";
import { findArmy, type KeptArmy, rekeep, type Summary } from "./shelf.svelte";

const MOST_STEPS = 200;

type Options = KeptArmy["options"];
type Judge = (game: string, army: Army, options: Options) => Promise<ArmySheet>;

/** The workbench on which one army is made: its data, what the server says of it, and what was before. */
export class Bench {
  readonly id: string;
  readonly game: string;
  /** What the server says; of the army before, while a new one is on its way. */
  sheet: ArmySheet | null = $state.raw(null);
  trouble: unknown = $state(null);
  /** Whether the browser could not keep the last change. */
  unkept = $state(false);

  #army: Army = $state.raw({});
  #options: Options = $state.raw({});
  #past: readonly Army[] = $state.raw([]);
  #future: readonly Army[] = $state.raw([]);
  #version = $state(0);
  #judged = $state(-1);
  /** Whether places have other numbers than those the sheet speaks of. */
  #shifted = $state(false);
  #waiting: ((sheet: ArmySheet) => readonly ArmyEdit[] | undefined)[] = [];
  #asking = false;
  #judge: Judge;

  constructor(of: KeptArmy, judge: Judge = api.armySheet) {
    this.id = of.id;
    this.game = of.game;
    this.#army = of.army;
    this.#options = of.options;
    this.#judge = judge;
  }

  get army(): Army {
    return this.#army;
  }

  get options(): Options {
    return this.#options;
  }

  /** Whether what is shown is not yet what the server says of the army as it is now. */
  get stale(): boolean {
    return this.#judged !== this.#version;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** What stands at a place now. */
  value(way: readonly (string | number)[]): Plain | undefined {
    return valueAt(this.#army, way);
  }

  /** Change the army as the sheet says; while places have other numbers nothing is changed. */
  edit(edits: readonly ArmyEdit[]): boolean {
    if (this.#shifted || edits.length === 0) return false;
    if (isStructural(edits)) this.#shifted = true;
    this.#step(applied(this.#army, edits));
    return true;
  }

  /** Change the army as soon as the sheet fits: what is asked for twice in a hurry happens twice. */
  soon(choose: (sheet: ArmySheet) => readonly ArmyEdit[] | undefined): void {
    this.#waiting.push(choose);
    this.#next();
  }

  /** Put another army in its place. */
  replace(army: Army): void {
    this.#shifted = true;
    this.#step(army);
  }

  /** Judge by other options. */
  agree(options: Options): void {
    this.#options = options;
    this.#changed();
  }

  undo(): void {
    const last = this.#past.at(-1);
    if (!last) return;
    this.#future = [this.#army, ...this.#future];
    this.#past = this.#past.slice(0, -1);
    this.#turnTo(last);
  }

  redo(): void {
    const [next, ...rest] = this.#future;
    if (!next) return;
    this.#past = [...this.#past, this.#army];
    this.#future = rest;
    this.#turnTo(next);
  }

  /** Ask what the server says, until it has said it about the army as it is. */
  async refresh(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      while (this.stale) await this.#ask();
      this.trouble = null;
    } catch (error) {
      this.trouble = error;
    } finally {
      this.#asking = false;
    }
    this.#next();
  }

  async #ask(): Promise<void> {
    const version = this.#version;
    const sheet = await this.#judge(this.game, this.#army, this.#options);
    if (version !== this.#version) return;
    this.#army = sheet.army as Army;
    this.sheet = sheet;
    this.#judged = version;
    this.#shifted = false;
    if (findArmy(this.id)) this.unkept = !rekeep(this.id, { army: this.#army, summary: summaryOf(sheet) });
  }

  #turnTo(army: Army): void {
    this.#shifted = true;
    this.#army = army;
    this.#changed();
  }

  #step(next: Army): void {
    this.#past = [...this.#past, this.#army].slice(-MOST_STEPS);
    this.#future = [];
    this.#army = next;
    this.#changed();
  }

  #changed(): void {
    this.#version += 1;
    const changes = { army: this.#army, options: this.#options, at: Date.now() };
    if (findArmy(this.id)) this.unkept = !rekeep(this.id, changes);
    void this.refresh();
  }

  #next(): void {
    if (this.#shifted || !this.sheet || this.stale) return;
    const choose = this.#waiting.shift();
    if (!choose) return;
    const edits = choose(this.sheet);
    if (!edits || !this.edit(edits)) this.#next();
  }
}

/** What is kept of a sheet, so that the army can be listed without asking again. */
export function summaryOf({ verdict }: Pick<ArmySheet, "verdict">): Summary {
  const { title, list, points, limit, units, elements } = verdict;
  return { title, list, points, limit, units, elements, flaws: verdict.flaws?.length ?? 0 };
}
