/** A battlefield in the making: pieces of terrain that are moved, turned, added and removed. */

import type { Choice, Message, Preview, Prompt, TableBoard, Violation } from "../../../generated/protocol";
import { turnBetween } from "../../board/measured/poses";
import type { Point } from "../../scene/board";
import {
  isPiece,
  movedPiece,
  newPiece,
  piecesOn,
  pulledEnd,
  scaledPiece,
  slidLine,
  type Tabletop,
  type TerrainPiece,
  tabletopOf,
  turnedPiece,
} from "./pieces";

type Data = Record<string, unknown>;

/** One change of a battlefield that lies already. */
type Change =
  | {
      readonly change: "shift";
      readonly piece: string;
      readonly by?: Point;
      readonly turn?: number;
      readonly edge?: string;
    }
  | { readonly change: "remove"; readonly piece: string }
  | { readonly change: "add"; readonly piece: TerrainPiece };

/** A whole battlefield is laid out, or the one that lies is changed. */
export type DraftMode = "layout" | "changes";

/** What is asked about a draft. */
export type Judge = (answer: Data) => Promise<Preview | null | undefined>;

interface State {
  readonly pieces: readonly TerrainPiece[];
  readonly changes: readonly Change[];
}

const WORKS: ReadonlySet<string> = new Set(["wall", "rampart", "tower", "gate", "breach"]);
const TERRAIN = [
  "gentle_hill",
  "steep_hill",
  "wood",
  "rocky",
  "fields",
  "village",
  "marsh",
  "sand",
  "stream",
  "river",
  "ford",
  "gully",
  "seashore",
  "road",
];
const UNDONE = 60;

/** Tells how a question about terrain is answered, if it is one. */
export function draftMode(prompt: Prompt): DraftMode | null {
  if (prompt.gesture !== "form") return null;
  if (prompt.choices.some((choice) => Array.isArray(choice.answer?.changes))) return "changes";
  const lists = prompt.choices.map((choice) => choice.answer?.pieces).filter((list) => Array.isArray(list));
  return lists.some((list) => list.length && list.every(isPiece)) ? "layout" : null;
}

export class TerrainDraft {
  #state = $state.raw<State>({ pieces: [], changes: [] });
  #before: readonly State[] = $state.raw([]);
  selected = $state("");
  /** The fields of the answer besides its pieces: the home terrain, for one. */
  fields = $state.raw<Data>({});
  preview = $state.raw<Preview | null>(null);
  /** Whether somebody has changed anything. */
  touched = $state(false);
  /** The kinds that are not allowed, each with the reason. */
  barred = $state.raw<ReadonlyMap<string, Message>>(new Map());

  readonly mode: DraftMode;
  readonly table: Tabletop;
  #asked = 0;
  #names = 0;

  constructor(
    readonly prompt: Prompt,
    readonly key: string,
    board: TableBoard,
    private readonly judge: Judge,
  ) {
    this.mode = draftMode(prompt) ?? "layout";
    this.table = tabletopOf(board);
    if (this.mode === "changes") this.#state = { pieces: piecesOn(board), changes: [] };
    else this.begin(this.proposals[0]);
  }

  get pieces(): readonly TerrainPiece[] {
    return this.#state.pieces;
  }

  get piece(): TerrainPiece | undefined {
    return this.pieces.find((one) => one.id === this.selected);
  }

  // -- what there is to begin from -----------------------------------------------------------------

  /** The battlefields that are proposed. */
  get proposals(): readonly Choice[] {
    const whole = this.prompt.choices.filter((choice) => Array.isArray(choice.answer?.pieces));
    return whole.filter((choice) => ((choice.answer?.pieces ?? []) as unknown[]).every(isPiece));
  }

  /** Begin with a proposal, or with an empty table. */
  begin(choice: Choice | undefined): void {
    const { pieces = [], ...fields } = choice?.answer ?? {};
    this.fields = fields;
    this.#become({ pieces: pieces as TerrainPiece[], changes: [] });
    this.selected = "";
    this.touched = false;
    this.#before = [];
    void this.ask().then(() => this.survey());
  }

  /** Take everything away. */
  clear(): void {
    this.#edit({ pieces: [], changes: this.#state.changes });
    this.selected = "";
  }

  /** What the home terrain can be, with what it is called; nothing if there is no choice. */
  get homes(): readonly { readonly id: string; readonly label: Message }[] {
    const found = new Map<string, Message>();
    for (const { answer, label } of this.prompt.choices) {
      const home = answer?.home;
      const name = label.args.home;
      if (typeof home === "string" && typeof name === "object") found.set(home, name);
    }
    return [...found].map(([id, label]) => ({ id, label }));
  }

  set(field: string, value: unknown): void {
    this.fields = { ...this.fields, [field]: value };
    this.touched = true;
    void this.ask().then(() => this.survey());
  }

  /** Find out which kinds are not allowed at all, by asking about each alone; others have precedence. */
  async survey(): Promise<void> {
    if (this.mode !== "layout" || !this.homes.length) return;
    const [mine, fields] = [++this.#surveys, this.fields];
    const flaws = async (pieces: readonly TerrainPiece[]) => {
      const asked = await this.judge({ ...fields, pieces });
      return mine === this.#surveys && asked ? (asked.violations ?? []) : null;
    };
    const usual = (await flaws([]))?.map((one) => JSON.stringify(one));
    const found = new Map<string, Message>();
    for (const kind of usual ? this.kinds : []) {
      const middle: Point = [this.table.width / 2, this.table.height / 2];
      const why = await flaws([newPiece(kind, kind, middle, this.table, this.#like(kind))]);
      if (!why) return;
      const own = why.find((one) => !one.at && !usual?.includes(JSON.stringify(one)));
      if (own) found.set(kind, own.message);
    }
    if (mine === this.#surveys) this.barred = found;
  }

  #surveys = 0;

  /** A piece of the same kind among those that are proposed. */
  #like(kind: string): TerrainPiece | undefined {
    return this.proposals.flatMap(piecesIn).find((piece) => piece.kind === kind && !piece.top);
  }

  /** The kinds that can be added. */
  get kinds(): readonly string[] {
    const known = [...this.proposals.flatMap(piecesIn), ...this.pieces];
    const kinds = known.map((piece) => piece.kind);
    if (kinds.length && kinds.every((kind) => WORKS.has(kind)))
      return [...WORKS].filter((kind) => kind !== "breach");
    return TERRAIN;
  }

  // -- changing ------------------------------------------------------------------------------------

  /** Show a piece elsewhere while it is dragged; nothing is changed yet. */
  shown(id: string, by: Point): TerrainPiece | undefined {
    const piece = this.pieces.find((one) => one.id === id);
    return piece && this.#moved(piece, by);
  }

  #moved(piece: TerrainPiece, by: Point): TerrainPiece {
    return piece.via?.length && this.mode === "layout"
      ? slidLine(piece, by, this.table)
      : movedPiece(piece, by, this.table);
  }

  move(id: string, by: Point): void {
    const whole: Point = [Math.round(by[0]), Math.round(by[1])];
    this.#change(
      id,
      (piece) => this.#moved(piece, whole),
      (piece) =>
        piece.edge
          ? { change: "shift", piece: id, edge: movedPiece(piece, whole, this.table).edge ?? "" }
          : { change: "shift", piece: id, by: whole },
    );
  }

  turn(id: string, by: number): void {
    const whole = Math.round(by);
    this.#change(
      id,
      (piece) => turnedPiece(piece, whole, this.table),
      () => ({ change: "shift", piece: id, turn: whole }),
    );
  }

  /** Whether the shape of a piece can be changed: what lies already is only shifted and turned. */
  mayReshape(id: string): boolean {
    return this.mode === "layout" || this.#isAdded(id);
  }

  scale(id: string, factor: number): void {
    if (this.mayReshape(id)) this.#change(id, (piece) => scaledPiece(piece, factor, this.table));
  }

  /** Pull one end of a line. */
  pull(id: string, end: 0 | 1, to: Point): void {
    if (this.mayReshape(id)) this.#change(id, (piece) => pulledEnd(piece, end, to, this.table));
  }

  /** A line as it would be with one end elsewhere. */
  pulled(id: string, end: 0 | 1, to: Point): TerrainPiece | undefined {
    const piece = this.pieces.find((one) => one.id === id);
    return piece && pulledEnd(piece, end, to, this.table);
  }

  remove(id: string): void {
    const { pieces, changes } = this.#state;
    const rest = changes.filter((one) => !isAbout(one, id));
    const removed: Change[] = this.#isAdded(id) ? [] : [{ change: "remove", piece: id }];
    this.#edit({ pieces: pieces.filter((piece) => piece.id !== id), changes: [...rest, ...removed] });
    this.selected = "";
  }

  add(kind: string, at: Point = [this.table.width / 2, this.table.height / 2]): void {
    const piece = newPiece(kind, this.#newName(kind), at, this.table, this.#like(kind));
    const { pieces, changes } = this.#state;
    this.#edit({ pieces: [...pieces, piece], changes: [...changes, { change: "add", piece }] });
    this.selected = piece.id;
  }

  #newName(kind: string): string {
    let name: string;
    do name = `${kind}-${++this.#names}`;
    while (this.pieces.some((piece) => piece.id === name));
    return name;
  }

  #isAdded(id: string): boolean {
    return this.#state.changes.some((one) => one.change === "add" && one.piece.id === id);
  }

  /** Change a piece: one that was added is simply another, one that lay there is shifted or turned. */
  #change(
    id: string,
    shape: (piece: TerrainPiece) => TerrainPiece,
    told?: (piece: TerrainPiece) => Change,
  ): void {
    const before = this.pieces.find((piece) => piece.id === id);
    if (!before) return;
    const after = shape(before);
    const { pieces, changes } = this.#state;
    const next = this.#isAdded(id)
      ? changes.map((one) => (one.change === "add" && one.piece.id === id ? { ...one, piece: after } : one))
      : told
        ? merged(changes, told(before))
        : changes;
    this.#edit({ pieces: pieces.map((piece) => (piece.id === id ? after : piece)), changes: next });
  }

  #edit(next: State): void {
    this.#before = [...this.#before.slice(-UNDONE), this.#state];
    this.touched = true;
    this.#become(next);
  }

  #become(next: State): void {
    this.#state = next;
    void this.ask();
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  undo(): void {
    const last = this.#before.at(-1);
    if (!last) return;
    this.#before = this.#before.slice(0, -1);
    this.#become(last);
    if (!this.piece) this.selected = "";
  }

  // -- the answer ----------------------------------------------------------------------------------

  /** How many changes it takes. */
  get changes(): number {
    return this.#state.changes.length;
  }

  /** What would be answered; nothing while nothing is changed. */
  get answer(): Data | null {
    if (this.mode === "layout") return { ...this.fields, pieces: this.pieces };
    const sample = this.prompt.choices.find((choice) => Array.isArray(choice.answer?.changes))?.answer;
    return this.changes && sample ? { ...sample, changes: this.#state.changes } : null;
  }

  /** Ask what is wrong with it. */
  async ask(): Promise<void> {
    const mine = ++this.#asked;
    const answer = this.answer;
    if (!answer) {
      this.preview = null;
      return;
    }
    const preview = await this.judge(answer);
    if (mine === this.#asked && preview !== undefined) this.preview = preview;
  }

  get violations(): readonly Violation[] {
    return this.preview?.violations ?? [];
  }

  get isFine(): boolean {
    return this.answer !== null && this.preview !== null && !this.violations.length;
  }

  /** Whether something is wrong with a piece in particular. */
  isWrong(id: string): boolean {
    return this.violations.some(({ at }) => at.split(" ").includes(id));
  }
}

function piecesIn(choice: Choice): TerrainPiece[] {
  return ((choice.answer?.pieces as unknown[]) ?? []).filter(isPiece);
}

function isAbout(one: Change, id: string): boolean {
  return one.change === "add" ? one.piece.id === id : one.piece === id;
}

/**
 * Joins a change with one of its kind of the same piece: a piece is turned round its own middle, so that the
 * order does not matter. What comes to nothing is no change.
 */
function merged(changes: readonly Change[], next: Change): readonly Change[] {
  if (next.change !== "shift") return [...changes, next];
  const same = changes.find(
    (one) => one.change === "shift" && one.piece === next.piece && wayOf(one) === wayOf(next),
  );
  if (same?.change !== "shift") return [...changes, next];
  const both = joined(same, next);
  return changes.flatMap((one) => (one !== same ? [one] : isNothing(both) ? [] : [both]));
}

type Shift = Extract<Change, { change: "shift" }>;

function wayOf({ by, turn }: Shift): string {
  return by ? "by" : turn !== undefined ? "turn" : "edge";
}

function joined(one: Shift, next: Shift): Shift {
  if (one.by && next.by) return { ...one, by: [one.by[0] + next.by[0], one.by[1] + next.by[1]] };
  if (one.turn !== undefined && next.turn !== undefined) {
    return { ...one, turn: turnBetween(0, one.turn + next.turn) };
  }
  return next;
}

function isNothing({ by, turn }: Shift): boolean {
  return by ? by[0] === 0 && by[1] === 0 : turn === 0;
}
