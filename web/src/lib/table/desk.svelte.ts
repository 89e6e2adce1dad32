/** Somebody's place at a table: what is in hand, what is looked at, what can be done. */

import type {
  Choice,
  Hinted,
  LogLine,
  Message,
  Position,
  Preview,
  Prompt,
  Refused,
  Scene,
  SeatInfo,
  Sightline,
  TableBoard,
  Target,
  Violation,
} from "../../generated/protocol";
import type { Mark } from "../board/marks";
import { apartPlaces } from "../board/measured/places";
import type { Outcome, Session } from "../net/session.svelte";
import type { Timers } from "../net/socket";
import { focusedBoard } from "../scene/board";
import { Carrying } from "./carrying.svelte";
import { Gesture } from "./gesture.svelte";
import {
  back,
  begin,
  buttons,
  type ChoiceButton,
  choose,
  highlights,
  ordersOf,
  type Picks,
  pick,
  placesOf,
  same,
  targetOf,
} from "./interaction";
import { type Inspected, Knowing } from "./knowing.svelte";
import type { Layers } from "./layers.svelte";
import type { Playback } from "./playback.svelte";
import { preferences } from "./preferences.svelte";
import { hasContent, type Shown } from "./preview";
import { Tape } from "./tape.svelte";
import { draftMode, TerrainDraft } from "./terrain/draft.svelte";

/** Why something cannot be: what was pointed at, and the reasons. */
export interface Reason {
  readonly target: Target | null;
  readonly text: Message | null;
  readonly violations: readonly Violation[];
}

const HOVER_MS = 120;
const WISH_MS = 450;
const REASON_MS = 8000;
const CACHE = 60;
/** More places would cover the table. */
const PLACES = 14;

export class Desk {
  hover = $state.raw<Target | null>(null);
  shown = $state.raw<Shown | null>(null);
  reason = $state.raw<Reason | null>(null);
  hinted = $state.raw<Hinted | null>(null);
  hinting = $state(false);
  /** The line of the report that is pointed at. */
  line = $state.raw<LogLine | null>(null);
  /** Something of what may be done at any time, being done. */
  #begun = $state.raw<{ seq: number; prompt: Prompt } | null>(null);
  #making: Gesture | null = null;
  #draft: TerrainDraft | null = null;
  #picks = $state.raw<{ key: string; picks: Picks }>({ key: "", picks: begin(null) });
  #known = new Map<string, Preview | null>();
  #stopHover: (() => void) | null = null;
  #stopReason: (() => void) | null = null;

  readonly #knowing: Knowing;
  /** The unit in hand over a measured table. */
  readonly carrying: Carrying;
  /** What is measured on it. */
  readonly tape = new Tape();

  constructor(
    readonly session: Session,
    readonly playback: Playback,
    private readonly timers: Timers,
  ) {
    this.#knowing = new Knowing(session);
    this.carrying = new Carrying(
      {
        prompt: () => (this.carries ? this.prompt : null),
        scene: () => this.scene,
        wish: (seat, target, of) => session.wish(seat, target, of),
        give: (answer) => this.give(answer),
        explain: (text, violations) => this.#explain({ target: null, text, violations }),
      },
      timers,
    );
  }

  // -- what there is -------------------------------------------------------------------------------

  get position(): Position | null {
    return this.playback.shown;
  }

  get scene(): Scene | null {
    return this.position?.scene ?? null;
  }

  get seats(): readonly SeatInfo[] {
    return this.position?.table.seats ?? [];
  }

  /** The seat one sees through, or the first one may play. */
  get seat(): string | null {
    return this.position?.seat ?? this.position?.mine?.[0] ?? null;
  }

  get watching(): boolean {
    return !this.position?.mine?.length;
  }

  /** Whether something can be done now: the screen has caught up and the line is open. */
  get free(): boolean {
    return this.playback.current && this.session.line.is === "open" && !this.session.busy;
  }

  /** The question put to this screen, answered or not. */
  get question(): Prompt | null {
    if (this.position?.table.state !== "live") return null;
    const prompt = this.#standing ?? this.scene?.prompt ?? null;
    return prompt && this.position?.mine?.includes(prompt.seat) ? prompt : null;
  }

  /** The question that can be answered now. */
  get prompt(): Prompt | null {
    return this.free ? this.question : null;
  }

  get standing(): readonly Prompt[] {
    return this.free ? (this.scene?.standing ?? []) : [];
  }

  get #standing(): Prompt | null {
    return this.#begun?.seq === this.position?.seq ? (this.#begun?.prompt ?? null) : null;
  }

  get isStanding(): boolean {
    return this.#standing !== null;
  }

  /** The table on which things are measured, if the question is put on one. */
  get table(): TableBoard | null {
    const board = this.scene && focusedBoard(this.scene);
    return board?.board === "table" ? board : null;
  }

  /** Whether the question is answered by carrying units over a table. */
  get carries(): boolean {
    return this.question?.gesture === "drag-pose" && this.table !== null;
  }

  /** The battlefield in the making, if the question is about one. */
  get draft(): TerrainDraft | null {
    const { question, table } = this;
    if (!question || !table || !draftMode(question)) return null;
    if (this.#draft?.key !== this.#key) {
      this.#draft = new TerrainDraft(question, this.#key, table, (answer) => this.previewOf(answer));
    }
    return this.#draft;
  }

  /** Names the question, so that it can be told from the next one. */
  get key(): string {
    return this.#key;
  }

  /** The answer in the making, where the question wants more than pointing once. */
  get gesture(): Gesture | null {
    const asked = this.question;
    if (!asked?.gesture || this.carries || this.draft) return null;
    if (this.#making?.key !== this.#key) this.#making = new Gesture(asked, this.#key);
    return this.#making;
  }

  get picks(): Picks {
    return this.#picks.key === this.#key ? this.#picks.picks : begin(this.question);
  }

  set picks(picks: Picks) {
    this.#picks = { key: this.#key, picks };
  }

  get #key(): string {
    const asked = this.question;
    return `${this.position?.seq ?? 0}/${asked?.seat ?? ""}/${asked?.kind ?? ""}/${this.isStanding}`;
  }

  get buttons(): readonly ChoiceButton[] {
    const { question, scene } = this;
    if (!question || !scene) return [];
    if (this.carries)
      return buttons({ ...question, choices: question.choices.filter((one) => this.#isAtHand(one)) }, scene);
    if (!this.draft) return buttons(question, scene, this.picks);
    const plain = question.choices.filter(({ answer }) => !answer?.pieces && !answer?.changes);
    return buttons({ ...question, choices: plain }, scene);
  }

  /** Whether pieces are told what to do by menus of their own. */
  get hasOrders(): boolean {
    const { question, scene } = this;
    return !!question && !question.gesture && !!scene && ordersOf(question, scene).length > 0;
  }

  /** While units are carried, what can be done with one of them is offered once it is in hand. */
  #isAtHand(choice: Choice): boolean {
    return !choice.of || this.carrying.holds(choice.of);
  }

  // -- what is marked ------------------------------------------------------------------------------

  get marks(): readonly Mark[] {
    const scene = this.scene;
    if (!scene) return [];
    const asked = this.prompt && !this.prompt.gesture ? highlights(this.prompt, scene, this.#peeked) : [];
    const made = this.carries ? this.#takeable : this.prompt ? (this.gesture?.marks ?? []) : [];
    const shown = [...asked, ...made];
    const more = this.#consequences.filter((mark) => !shown.some((one) => same(one.target, mark.target)));
    return [...shown, ...more, ...this.#besides];
  }

  /** The units that can be carried, but for the one in hand, and the places where that one could go. */
  get #takeable(): Mark[] {
    if (!this.prompt) return [];
    const beside = new Set(this.scene?.pieces?.flatMap((one) => (one.at.on === "tray" ? [one.id] : [])));
    const others = this.carrying.takeable.filter(
      (target) => !this.carrying.holds(target) && !beside.has(target.id),
    );
    const places = this.places.map((choice): Mark => ({ target: targetOf(choice), look: "reach" }));
    return [...others.map((target): Mark => ({ target, look: "choose" })), ...places];
  }

  /** The places on the table to which the unit in hand can go with one click. */
  get places(): readonly Choice[] {
    if (!this.prompt || !this.carries || this.carrying.isAway || this.tape.on) return [];
    const found = this.prompt.choices.filter(
      (choice) => targetOf(choice).kind === "point" && this.carrying.holds(choice.of ?? null),
    );
    const shown = new Set(
      apartPlaces([...new Set(found.map((one) => targetOf(one).id))], this.carrying.unit),
    );
    const distinct = new Map(found.map((choice) => [targetOf(choice).id, choice]));
    return [...distinct].flatMap(([id, choice]) => (shown.has(id) ? [choice] : [])).slice(0, PLACES);
  }

  /** Pointing at a piece that can be taken in hand shows what it could do. */
  get #peeked(): Picks {
    const picks = this.picks;
    if (picks.of || picks.armed || picks.menu.length || !this.hover || !this.prompt) return picks;
    if (this.layers.follows) return picks;
    const isHand = this.prompt.choices.some((choice) => same(choice.of, this.hover));
    return isHand ? { ...picks, of: this.hover } : picks;
  }

  get #consequences(): Mark[] {
    return (this.shown?.preview.reach ?? []).flatMap((target): Mark[] => {
      const piece = target.kind === "piece" && this.scene?.pieces?.find((one) => one.id === target.id);
      if (!piece) return [{ target, look: "reach" }];
      return placesOf(piece).map((place) => ({ target: place, look: "command" }));
    });
  }

  get #besides(): Mark[] {
    const found: Mark[] = [...this.#knowing.marks];
    if (this.reason?.target) found.push({ target: this.reason.target, look: "cannot" });
    const advised = this.hintedChoice;
    if (advised)
      for (const target of [advised.of, advised.target]) if (target) found.push({ target, look: "hint" });
    return found;
  }

  get sight(): readonly Sightline[] {
    const carried = this.carrying.isAway ? this.carrying.verdict?.preview?.sight : undefined;
    return this.#knowing.sight ?? carried ?? this.shown?.preview.sight ?? [];
  }

  get hintedChoice(): Choice | null {
    const wanted = this.hinted && JSON.stringify(this.hinted.answer);
    return this.question?.choices.find((choice) => JSON.stringify(choice.answer) === wanted) ?? null;
  }

  // -- pointing ------------------------------------------------------------------------------------

  /** Something is pointed at, or nothing any more. */
  point(target: Target | null): void {
    if (same(target, this.hover)) return;
    this.hover = target;
    this.#stopHover?.();
    if (this.picks.armed) return;
    if (!target) {
      this.#stopHover = this.timers.after(HOVER_MS, () => this.#unshow());
      void this.#knowing.glance(null, null);
      return;
    }
    const wait = this.shown ? 0 : HOVER_MS;
    this.#stopHover = this.timers.after(wait, () => void this.#look(target));
  }

  /** The pointer is on the card: it stays. */
  stay(): void {
    this.#stopHover?.();
  }

  /** One of several choices is being considered. */
  consider(choice: Choice): void {
    this.hover = targetOf(choice);
    void this.#preview(choice);
  }

  /** Show at once what pointing would show: for long presses and the keyboard. */
  async hold(target: Target): Promise<void> {
    this.hover = target;
    await Promise.all([this.#look(target), this.inspect(target)]);
  }

  async #look(target: Target): Promise<void> {
    if (this.layers.follows) void this.inspect(target);
    else if (this.table && target.kind === "piece" && !this.carrying.isAway) {
      void this.#knowing.glance(target, this.seat);
    }
    const choice = this.#choiceAt(target);
    if (choice) return this.#preview(choice);
    this.#unshow();
    if (!this.picks.of || !this.prompt || same(target, this.picks.of)) return;
    this.#stopHover = this.timers.after(WISH_MS, () => void this.#wishSoftly(target));
  }

  /** The choice that pointing here would make; the first, if there are several to choose from. */
  #choiceAt(target: Target): Choice | null {
    const { prompt, scene } = this;
    if (prompt && this.carries) return prompt.choices.find((one) => same(targetOf(one), target)) ?? null;
    if (!prompt || !scene || prompt.gesture) return null;
    const result = pick(prompt, scene, this.picks, target, { confirm: true });
    if (result.is === "answer") return result.choice;
    return result.is === "go on" ? (result.picks.armed ?? result.picks.menu[0] ?? null) : null;
  }

  async #preview(choice: Choice): Promise<void> {
    const prompt = this.question;
    const target = targetOf(choice);
    if (!prompt) return;
    const preview = await this.previewOf(choice.answer ?? {});
    const wanted = this.picks.armed ? this.picks.armed === choice : !!this.hover;
    if (preview === undefined || !wanted) return;
    this.shown =
      preview && hasContent(preview) ? { preview, choice, target, of: choice.of ?? this.picks.of } : null;
  }

  /** What an answer would mean; known ones are not asked for again. */
  async previewOf(answer: Record<string, unknown>): Promise<Preview | null | undefined> {
    const prompt = this.question;
    if (!prompt) return null;
    const key = `${this.#key}|${JSON.stringify(answer)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const reply = await this.session.preview(prompt.seat, answer, this.isStanding ? prompt.kind : "");
    if (reply === undefined) return undefined;
    const preview = reply?.preview ?? null;
    if (reply) this.#remember(key, preview);
    return preview;
  }

  #remember(key: string, preview: Preview | null): void {
    if (this.#known.size >= CACHE) this.#known.clear();
    this.#known.set(key, preview);
  }

  /** Why the piece in hand cannot do what is pointed at, without making a fuss of it. */
  async #wishSoftly(target: Target): Promise<void> {
    const prompt = this.prompt;
    if (!prompt || !same(this.hover, target)) return;
    const of = this.picks.of;
    const reply = await this.session.muse(prompt.seat, target, of);
    if (reply?.is !== "preview" || !reply.preview?.violations?.length || !same(this.hover, target)) return;
    this.shown = { preview: reply.preview, choice: null, target, of };
  }

  /** What is drawn of the thing pointed at. */
  get overlays(): Knowing["overlays"] {
    return this.carrying.isAway ? [] : this.#knowing.overlays;
  }

  #unshow(): void {
    this.session.dropMusings();
    if (!this.picks.armed) this.shown = null;
  }

  // -- knowing -------------------------------------------------------------------------------------

  get inspected(): Inspected | null {
    return this.#knowing.inspected;
  }

  /** What is laid over the board besides what is asked. */
  get layers(): Layers {
    return this.#knowing.layers;
  }

  /** Ask about a thing for the panel. */
  async inspect(target: Target): Promise<void> {
    await this.#knowing.inspect(target, this.seat);
  }

  /** What is laid over the board belongs to what is pointed at, or in hand. */
  follow(): void {
    const target = this.hover ?? this.picks.of;
    if (this.layers.follows && target) void this.inspect(target);
  }

  /** Find out where the pieces of others could hit. */
  async seekThreat(): Promise<void> {
    const { position, seat } = this;
    if (position && seat) await this.#knowing.seekThreat(position, seat);
  }

  // -- choosing ------------------------------------------------------------------------------------

  /** Something was clicked, tapped or chosen with the keyboard. */
  async pick(target: Target): Promise<void> {
    this.#clearReason();
    if (target.kind === "piece" || target.kind === "cell" || target.kind === "area")
      void this.inspect(target);
    const { prompt, scene } = this;
    if (!prompt || !scene) return;
    if (this.carries) return this.#handed(prompt, target);
    if (this.draft) return;
    if (prompt.gesture) return this.#gestured(scene, target);
    const result = pick(prompt, scene, this.picks, target, { confirm: preferences.confirm });
    if (result.is === "answer") await this.#answer(result.choice);
    else if (result.is === "wish") await this.#wish(result.target, result.of);
    else this.#goOn(result.picks);
  }

  /** Something was clicked while units are carried: one is taken in hand, or a place chosen. */
  async #handed(prompt: Prompt, target: Target): Promise<void> {
    const choice = prompt.choices.find((one) => same(targetOf(one), target));
    if (target.kind === "piece" && this.carrying.holds(target) && this.carrying.isAway)
      this.carrying.putBack();
    else if (target.kind === "piece" && this.carrying.take(target.id)) return;
    else if (choice) return this.choose(choice);
    else if (target.kind === "piece" && this.carrying.inHand) await this.carrying.aim(target);
  }

  /** Something was pointed at for an answer in the making; what it would mean is asked at once. */
  async #gestured(scene: Scene, target: Target): Promise<void> {
    const gesture = this.gesture;
    const choice = gesture?.pick(scene, target);
    if (choice) return this.choose(choice);
    const answer = gesture?.answer;
    if (!answer) return;
    const preview = await this.previewOf(answer);
    if (preview && hasContent(preview)) this.shown = { preview, choice: null, target, of: null };
    else if (preview === null || preview) this.shown = null;
  }

  /** A choice was named: by a button, a menu, a card. */
  async choose(choice: Choice): Promise<void> {
    this.#clearReason();
    if (!this.prompt) return;
    const result = choose(this.picks, choice, { confirm: preferences.confirm });
    if (result.is === "answer") await this.#answer(result.choice);
    else if (result.is === "go on") this.#goOn(result.picks);
  }

  /** Do what waits to be confirmed. */
  async confirm(): Promise<void> {
    const armed = this.picks.armed;
    if (armed && this.prompt) await this.#answer(armed);
  }

  /** Give an answer that was put together; false if it was not taken. */
  async give(answer: Record<string, unknown>): Promise<boolean> {
    this.#clearReason();
    return this.prompt ? this.#answer({ label: this.prompt.text, answer }) : false;
  }

  #goOn(picks: Picks): void {
    this.picks = picks;
    this.shown = null;
    if (picks.armed) void this.#preview(picks.armed);
  }

  /** Go back one step; false if there is nothing to go back from. */
  back(): boolean {
    this.#clearReason();
    if (this.tape.back()) return true;
    this.hinted = null;
    const before = back(this.question, this.picks);
    this.shown = null;
    if (this.carries && !this.picks.armed && this.carrying.back()) return true;
    if (this.draft?.selected) {
      this.draft.selected = "";
      return true;
    }
    if (this.gesture?.back()) return true;
    if (before) this.picks = before;
    else if (this.#standing) this.#begun = null;
    else return false;
    return true;
  }

  /** Begin something that may be done at any time. */
  async begin(standing: Prompt): Promise<void> {
    this.#begun = { seq: this.position?.seq ?? 0, prompt: standing };
    const [only, ...others] = standing.choices;
    if (only && !others.length && !standing.gesture) await this.choose(only);
  }

  async #answer(choice: Choice): Promise<boolean> {
    const prompt = this.prompt;
    if (!prompt) return false;
    this.shown = null;
    this.hinted = null;
    this.hover = null;
    const kind = this.isStanding ? prompt.kind : "";
    const outcome = await this.session.answer(prompt.seat, choice.answer ?? {}, kind);
    this.#begun = null;
    this.picks = begin(this.question);
    this.report(outcome, choice.target ?? null);
    return outcome.is === "done";
  }

  async #wish(target: Target, of: Target | null): Promise<void> {
    const prompt = this.prompt;
    if (!prompt || (target.kind === "button" && !target.id)) return;
    this.shown = null;
    const reply = await this.session.wish(prompt.seat, target, of);
    if (reply?.is === "refused")
      this.#explain({ target, text: reply.text, violations: reply.violations ?? [] });
    else if (reply?.preview?.violations?.length) {
      this.#explain({ target, text: null, violations: reply.preview.violations });
    } else if (reply !== undefined && of) {
      this.#explain({ target, text: { id: "table.wish_nothing", args: {} }, violations: [] });
    }
  }

  /** Somebody else comes to the screen: nothing of what was asked before may stay on it. */
  forget(): void {
    this.#known.clear();
    this.#clearReason();
    this.hover = null;
    this.shown = null;
    this.#knowing.forget();
    this.hinted = null;
    this.line = null;
    this.carrying.layDown();
    this.carrying.renew(this.#key);
    this.tape.clear();
  }

  // -- other deeds ---------------------------------------------------------------------------------

  async undo(): Promise<void> {
    const can = this.position?.undo;
    if (!can || !this.seat || this.session.busy) return;
    this.#clearReason();
    if (can.alone) this.report(await this.session.undo(this.seat));
    else if (can.consent) await this.deed({ do: "propose", seat: this.seat, what: "undo", to: can.to ?? 0 });
    else this.#explain({ target: null, text: can.why ?? null, violations: [] });
  }

  async deed(command: Parameters<Session["deed"]>[0]): Promise<Outcome> {
    const outcome = await this.session.deed(command);
    this.report(outcome);
    return outcome;
  }

  async hint(): Promise<void> {
    const prompt = this.prompt;
    if (!prompt || this.hinting) return;
    this.hinting = true;
    const reply = await this.session.hint(prompt.seat);
    this.hinting = false;
    if (reply?.is === "hint") this.hinted = reply;
    else if (reply) this.#explain({ target: null, text: reply.text, violations: reply.violations ?? [] });
  }

  /** Say why something was refused, if it was. */
  report(outcome: Outcome, target: Target | null = null): void {
    if (outcome.is === "refused") this.#explain(refusal(outcome.refused, target));
    else if (outcome.is === "lost") {
      this.#explain({ target: null, text: { id: "table.answer_lost", args: {} }, violations: [] });
    }
  }

  #explain(reason: Reason): void {
    this.reason = reason;
    this.#stopReason?.();
    this.#stopReason = this.timers.after(REASON_MS, () => this.#clearReason());
  }

  #clearReason(): void {
    this.#stopReason?.();
    this.reason = null;
  }
}

function refusal(refused: Refused, target: Target | null): Reason {
  return { target, text: refused.text, violations: refused.violations ?? [] };
}
