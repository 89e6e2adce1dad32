/** A unit in hand over a measured table: where it is held, what the server says to that, letting it go. */

import type {
  Ghost,
  Message,
  Piece,
  Preview,
  Previewed,
  Prompt,
  Refused,
  Scene,
  Target,
  Violation,
} from "../../generated/protocol";
import {
  type Body,
  carriedBodies,
  isSamePose,
  oneTurn,
  type Pose,
  poseId,
  poseNamed,
  swung,
} from "../board/measured/poses";
import { bodiesOf, type Frame, frameOf, lineUp, unitWith } from "../board/measured/units";
import type { Timers } from "../net/socket";
import type { Point } from "../scene/board";
import { hands, same, targetOf } from "./interaction";

type Data = Record<string, unknown>;

/** What the server says to a pose. */
export interface Verdict {
  /** The name of the pose it was asked about. */
  readonly id: string;
  readonly preview: Preview | null;
  /** The answer that letting go would give. */
  readonly answer: Data | null;
}

/** Held: in hand, where it stands. Carried: somewhere else. Offered: another place was proposed. Given: sent. */
export type CarryStage = "" | "held" | "carried" | "offered" | "given";

/** Where what is carried comes from. */
export interface CarryHost {
  prompt(): Prompt | null;
  scene(): Scene | null;
  wish(seat: string, target: Target, of: Target): Promise<Previewed | Refused | null | undefined>;
  give(answer: Data): Promise<boolean>;
  explain(text: Message | null, violations: readonly Violation[]): void;
}

/** The server is not asked more often than this. */
const GAP_MS = 90;
const AGAIN_MS = 350;
const TRIES = 6;
const NOTHING: Message = { id: "table.wish_nothing", args: {} };

export class Carrying {
  stage = $state<CarryStage>("");
  /** The piece by which the unit is held. */
  grabbed = $state("");
  pieces = $state.raw<readonly Piece[]>([]);
  /** Where the unit stands, or how it is formed up while it stands nowhere. */
  unit = $state.raw<readonly Body[]>([]);
  /** Where the centre of the grabbed piece is held. */
  pose = $state.raw<Pose | null>(null);
  verdict = $state.raw<Verdict | null>(null);
  /** Whether it is led by the pointer just now. */
  led = $state(false);
  /** How many bases stand side by side, where that was changed by hand. */
  files = $state(0);

  #asking: Promise<void> | null = null;
  /** Whether the line is down, so that asking is pointless. */
  #stuck = false;
  #asked = 0;
  /** What was begun before is over. */
  #turn = 0;
  #question = "";

  constructor(
    private readonly host: CarryHost,
    private readonly timers: Timers,
  ) {}

  // -- what is held --------------------------------------------------------------------------------

  /** Whether it is not on the table yet. */
  get isNew(): boolean {
    return this.pieces.some((piece) => piece.at.on === "tray");
  }

  get isAway(): boolean {
    return this.stage === "carried" || this.stage === "offered" || this.stage === "given";
  }

  /** The bases that are shown elsewhere than where they stand. */
  get lifted(): ReadonlySet<string> {
    return new Set(this.isAway && !this.isNew ? this.unit.map((body) => body.id) : []);
  }

  /** Where the bases are held. */
  get bodies(): readonly Body[] {
    return this.pose ? carriedBodies(this.unit, this.grabbed, this.pose) : this.unit;
  }

  /** The rectangle around them. */
  get frame(): Frame {
    return frameOf(this.bodies);
  }

  /** Where they would really come to stand, if that is elsewhere; only what is said about this pose counts. */
  get ghosts(): readonly Body[] {
    const ghosts = this.verdict?.preview?.ghosts ?? [];
    if (!this.isAway || !ghosts.length) return [];
    const bodies = this.bodies;
    const placed = bodies.map((body) => ghostOf(body, ghosts));
    return placed.every((body, i) => isSamePose(body.pose, bodies[i]?.pose ?? body.pose)) ? [] : placed;
  }

  /** Whether what the server said is about the pose as it is. */
  get isJudged(): boolean {
    return this.pose !== null && this.verdict?.id === this.#id;
  }

  get violations(): readonly Violation[] {
    return this.verdict?.preview?.violations ?? [];
  }

  /** Whether letting go here would be right, as far as that is known. */
  get isFine(): boolean {
    return !!this.verdict?.answer && !this.violations.length;
  }

  get instead(): Data | null {
    return this.verdict?.preview?.instead ?? null;
  }

  get faces(): boolean {
    return this.unit.some((body) => body.faces);
  }

  get #id(): string {
    const id = this.pose ? poseId(this.pose, this.faces) : "";
    return this.files ? `${id},${this.files}` : id;
  }

  // -- taking in hand ------------------------------------------------------------------------------

  /** The pieces that the question lets be taken in hand; of each unit one. */
  get takeable(): readonly Target[] {
    const prompt = this.host.prompt();
    return prompt ? hands(prompt).filter((target) => target.kind === "piece") : [];
  }

  /** Whether a piece can be taken in hand: it, or another one of its unit, is asked about. */
  mayTake(id: string): boolean {
    const prompt = this.host.prompt();
    const pieces = this.host.scene()?.pieces ?? [];
    if (!prompt || this.stage === "given") return false;
    const unit = unitWith(pieces, id);
    const asked = hands(prompt);
    if (unit.some((piece) => asked.some((target) => target.id === piece.id))) return true;
    if (asked.length) return this.#waitsWith(asked, unit, prompt.seat);
    return unit.some((piece) => piece.owner === prompt.seat) && prompt.choices.some(isPoint);
  }

  /** Of those who wait beside the table only some may be proposed; all of them can be taken. */
  #waitsWith(asked: readonly Target[], unit: readonly Piece[], seat: string): boolean {
    const pieces = this.host.scene()?.pieces ?? [];
    const trays = new Set(
      pieces.flatMap((piece) =>
        piece.at.on === "tray" && asked.some((target) => target.id === piece.id) ? [piece.at.tray] : [],
      ),
    );
    return unit.some((piece) => piece.owner === seat && piece.at.on === "tray" && trays.has(piece.at.tray));
  }

  /** Take a unit in hand by one of its pieces. */
  take(id: string): boolean {
    if (!this.mayTake(id)) return false;
    if (this.stage && this.grabbed === id) return true;
    const before = this.stage && this.unit.some((body) => body.id === id);
    if (before && this.isAway) return this.#regrab(id);
    this.layDown();
    const pieces = this.host.scene()?.pieces ?? [];
    this.pieces = unitWith(pieces, id);
    this.grabbed = id;
    this.stage = "held";
    if (this.isNew) this.#formUp();
    else this.unit = bodiesOf(this.pieces);
    return this.unit.length > 0;
  }

  /** Hold what is carried by another of its pieces. */
  #regrab(id: string): boolean {
    const pose = this.bodies.find((body) => body.id === id)?.pose;
    if (!pose) return false;
    this.grabbed = id;
    this.pose = pose;
    if (this.stage === "offered") this.stage = "carried";
    return true;
  }

  /** What stands nowhere is held as it was proposed, or in order. */
  #formUp(): void {
    const prompt = this.host.prompt();
    const own = new Set(this.pieces.map((piece) => piece.id));
    const choice = prompt?.choices.find((one) => one.of && own.has(one.of.id) && isPoint(one));
    const proposed = choice && poseNamed(targetOf(choice).id);
    const facing = this.pieces.find((piece) => typeof piece.facing === "number")?.facing ?? 0;
    const first = proposed?.faces ? proposed.pose : { x: 0, y: 0, facing };
    const lined = lineUp(this.pieces, first);
    this.grabbed = choice?.of?.id ?? this.grabbed;
    this.unit = carriedBodies(lined, this.grabbed, first);
    if (choice) void this.#learn(choice.of ?? null, targetOf(choice));
  }

  /** Ask how a unit would be formed up. */
  async #learn(of: Target | null, target: Target): Promise<void> {
    const prompt = this.host.prompt();
    if (!prompt || !of) return;
    const turn = this.#turn;
    const reply = await this.host.wish(prompt.seat, target, of);
    if (turn !== this.#turn || reply?.is !== "preview") return;
    this.#adopt(reply.preview?.ghosts ?? []);
  }

  /** Take over a formation, and keep holding it where it is held. */
  #adopt(ghosts: readonly Ghost[]): void {
    if (!this.unit.length || !this.unit.every((body) => ghosts.some((ghost) => ghost.piece === body.id)))
      return;
    this.unit = this.unit.map((body) => ghostOf(body, ghosts));
  }

  /** Carry what stands nowhere yet to the place that is proposed for it. */
  propose(): void {
    if (!this.isNew || this.isAway) return;
    const own = new Set(this.pieces.map((piece) => piece.id));
    const choice = this.host.prompt()?.choices.find((one) => one.of && own.has(one.of.id) && isPoint(one));
    const named = choice && poseNamed(targetOf(choice).id);
    if (named && choice.of?.id === this.grabbed) this.lift(named.pose);
  }

  // -- carrying ------------------------------------------------------------------------------------

  /** Hold the grabbed piece at a pose. */
  lift(pose: Pose): void {
    if (!this.stage || this.stage === "given") return;
    this.pose = { ...pose, facing: oneTurn(pose.facing) };
    this.stage = "carried";
    void this.#judge();
  }

  /** Carry it so that the middle of the unit comes to lie at a point. */
  putAt([x, y]: Point): void {
    const { centre } = this.frame;
    const held = this.#held;
    if (held) this.lift({ ...held, x: held.x + x - centre[0], y: held.y + y - centre[1] });
  }

  shift([dx, dy]: Point): void {
    const held = this.#held;
    if (held) this.lift({ ...held, x: held.x + dx, y: held.y + dy });
  }

  /** Turn it around its middle. */
  turn(by: number, about: Point = this.frame.centre): void {
    const held = this.#held;
    if (held && this.faces) this.lift(swung(held, about, by));
  }

  /** Form it up with another number of bases side by side. */
  widen(by: 1 | -1): void {
    const count = this.unit.length;
    const now = this.files || filesOf(this.unit);
    this.files = Math.max(1, Math.min(count, now + by));
    void this.#judge();
  }

  get #held(): Pose | null {
    return this.pose ?? this.unit.find((body) => body.id === this.grabbed)?.pose ?? null;
  }

  // -- judging -------------------------------------------------------------------------------------

  /** Ask about the pose until it stays as it is; while one question is under way no other is put. */
  #judge(): Promise<void> {
    this.#asking ??= this.#askAgain().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #askAgain(): Promise<void> {
    do await this.#askOnce();
    while (this.stage === "carried" && !this.isJudged && !this.#stuck && this.host.prompt());
  }

  async #askOnce(): Promise<void> {
    await this.#pause(GAP_MS - (this.timers.now() - this.#asked));
    const prompt = this.host.prompt();
    const [turn, id, of] = [this.#turn, this.#id, this.grabbed];
    if (!prompt || !this.pose || this.verdict?.id === id) return;
    this.#asked = this.timers.now();
    const reply = await this.host.wish(prompt.seat, { kind: "point", id }, { kind: "piece", id: of });
    if (turn !== this.#turn) return;
    if (reply === undefined) return;
    if (reply?.is === "refused" && reply.code === "too_fast") return this.#pause(AGAIN_MS);
    this.#stuck = reply === null;
    if (reply === null) return;
    this.verdict =
      reply.is === "refused"
        ? { id, preview: { violations: reply.violations ?? [] }, answer: null }
        : { id, preview: reply.preview ?? null, answer: reply.answer ?? null };
    if (this.files || this.isNew) this.#adopt(this.verdict.preview?.ghosts ?? []);
  }

  #pause(ms: number): Promise<void> {
    if (ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.timers.after(ms, resolve);
    });
  }

  /** What the server says to the pose as it is, if it says anything. */
  async #judged(): Promise<Verdict | null> {
    for (let tries = 0; tries < TRIES && !this.isJudged && !this.#stuck; tries++) await this.#judge();
    return this.isJudged ? this.verdict : null;
  }

  /** Point at something with the unit in hand: what that would mean is offered, or refused with a reason. */
  async aim(target: Target): Promise<void> {
    const prompt = this.host.prompt();
    const of = this.inHand;
    if (!prompt || !of || this.stage === "given") return;
    const turn = this.#turn;
    const reply = await this.host.wish(prompt.seat, target, of);
    if (turn !== this.#turn || !reply) return;
    const preview = reply.is === "preview" ? reply.preview : null;
    const flaws = reply.is === "refused" ? (reply.violations ?? []) : (preview?.violations ?? []);
    const answer = reply.is === "preview" && !flaws.length ? reply.answer : preview?.instead;
    if (!answer || !preview?.ghosts?.length) {
      this.host.explain(flaws.length ? null : NOTHING, flaws);
      return;
    }
    this.pose = this.#held;
    this.verdict = { id: this.#id, preview: { ...preview, instead: answer }, answer };
    this.stage = "offered";
  }

  // -- letting go ----------------------------------------------------------------------------------

  /** Let it go where it is: it stays if that is right, is offered another place, or goes back. */
  async drop(): Promise<void> {
    this.led = false;
    if (this.stage !== "carried") return;
    const turn = this.#turn;
    const verdict = await this.#judged();
    if (turn !== this.#turn || this.stage !== "carried") return;
    if (!verdict) return this.putBack();
    if (verdict.answer && !this.violations.length) return this.#give(verdict.answer);
    if (this.instead) this.stage = "offered";
    else {
      const { violations } = this;
      this.putBack();
      this.host.explain(violations.length ? null : NOTHING, violations);
    }
  }

  /** Do what is shown: let go here, or go to the place that was offered. */
  async confirm(): Promise<void> {
    if (this.stage === "offered" && this.instead) await this.#give(this.instead);
    else await this.drop();
  }

  async #give(answer: Data): Promise<void> {
    const turn = this.#turn;
    this.stage = "given";
    const taken = await this.host.give(answer);
    if (turn === this.#turn && !taken) this.putBack();
  }

  /** Put it back where it stands; it stays in hand. */
  putBack(): void {
    if (!this.stage) return;
    this.#turn += 1;
    this.led = false;
    this.pose = null;
    this.verdict = null;
    this.files = 0;
    this.#stuck = false;
    this.stage = "held";
  }

  /** Nothing is in hand any more. */
  layDown(): void {
    this.#turn += 1;
    this.led = false;
    this.stage = "";
    this.grabbed = "";
    this.pieces = [];
    this.unit = [];
    this.pose = null;
    this.verdict = null;
    this.files = 0;
    this.#stuck = false;
  }

  /** Go back one step; false if there is none. */
  back(): boolean {
    if (this.isAway && this.stage !== "given") {
      const wasNew = this.isNew;
      this.putBack();
      if (wasNew) this.layDown();
      return true;
    }
    if (this.stage !== "held" || this.#isOnly) return false;
    this.layDown();
    return true;
  }

  /** Whether there is nothing else to take in hand. */
  get #isOnly(): boolean {
    const pieces = this.host.scene()?.pieces ?? [];
    const own = new Set(unitWith(pieces, this.grabbed).map((piece) => piece.id));
    return this.takeable.every((target) => own.has(target.id));
  }

  /**
   * Begin with a question: what alone can be carried is in hand already. The same question, put again
   * when somebody came or the line was down, leaves in hand what is.
   */
  renew(question: string): void {
    const again = this.stage && question === this.#question;
    this.#question = question;
    if (again) this.#goOn();
    else this.#begin();
  }

  #begin(): void {
    this.layDown();
    const prompt = this.host.prompt();
    if (prompt?.gesture !== "drag-pose") return;
    const [first] = this.takeable;
    if (!first) return;
    const pieces = this.host.scene()?.pieces ?? [];
    const own = new Set(unitWith(pieces, first.id).map((piece) => piece.id));
    if (this.takeable.every((target) => own.has(target.id))) this.take(first.id);
  }

  #goOn(): void {
    this.#stuck = false;
    if (this.stage === "carried") void this.#judge();
  }

  /** The piece in hand, for the ring around it. */
  get inHand(): Target | null {
    return this.stage ? { kind: "piece", id: this.grabbed } : null;
  }

  /** Whether something pointed at is what is in hand. */
  holds(target: Target | null): boolean {
    return !!target && this.unit.some((body) => same(target, { kind: "piece", id: body.id }));
  }
}

function isPoint(choice: Parameters<typeof targetOf>[0]): boolean {
  return targetOf(choice).kind === "point";
}

function ghostOf(body: Body, ghosts: readonly Ghost[]): Body {
  const ghost = ghosts.find((one) => one.piece === body.id);
  return ghost ? { ...body, pose: { x: ghost.x, y: ghost.y, facing: ghost.facing } } : body;
}

/** Counts the bases that stand side by side in the first rank. */
function filesOf(bodies: readonly Body[]): number {
  const widest = Math.max(1, ...bodies.map((body) => body.size[0]));
  return Math.max(1, Math.round(frameOf(bodies).width / widest));
}
