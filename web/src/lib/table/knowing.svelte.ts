/** What somebody has been told about things on the board, and what is laid over it for that. */

import type { About, Position, Scene, Sightline, Target } from "../../generated/protocol";
import type { Mark } from "../board/marks";
import type { Session } from "../net/session.svelte";
import { keyOf } from "../scene/board";
import { Layers } from "./layers.svelte";

/** What can be told about a thing. */
export interface Inspected {
  readonly target: Target;
  readonly about: About | null;
}

/** Where others could hit, and in which position of which seat that is so. */
interface Threat {
  readonly of: string;
  readonly targets: readonly Target[];
}

type Overlay = NonNullable<Scene["overlays"]>[number];

const AGAIN = 4;
const NO_THREAT: Threat = { of: "", targets: [] };

export class Knowing {
  inspected = $state.raw<Inspected | null>(null);
  /** What the pointer rests on, without a click. */
  #glanced = $state.raw<Inspected | null>(null);
  /** What is laid over the board besides what is asked. */
  readonly layers = new Layers();
  #threat = $state.raw<Threat>(NO_THREAT);
  /** What was last asked about. */
  #wanted: Target | null = null;

  constructor(private readonly session: Session) {}

  /** Ask about a thing. */
  async inspect(target: Target, seat: string | null): Promise<void> {
    this.#wanted = target;
    const about = await this.#told(target, seat);
    if (this.#wanted === target) this.inspected = { target, about };
  }

  /** Look at a thing in passing: only what is drawn of it is shown. */
  async glance(target: Target | null, seat: string | null): Promise<void> {
    this.#passed = target;
    if (!target) {
      this.#glanced = null;
      return;
    }
    const about = await this.#told(target, seat);
    if (this.#passed === target) this.#glanced = { target, about };
  }

  #passed: Target | null = null;

  /** What is drawn on a table of the thing pointed at, or pinned: arcs, ranges. */
  get overlays(): readonly Overlay[] {
    const about = this.layers.has("range") ? this.inspected?.about : this.#glanced?.about;
    return about?.overlays ?? [];
  }

  /** What the server tells of a thing; a question that another one overtook is put again. */
  async #told(target: Target, seat: string | null): Promise<About | null> {
    for (let tries = 0; tries < AGAIN; tries++) {
      const about = await this.session.about(target, seat);
      if (about !== undefined) return about;
    }
    return null;
  }

  /** Finds out where the pieces of others could hit; asked again only when something has changed. */
  async seekThreat(position: Position, seat: string): Promise<void> {
    const of = `${position.seq}/${seat}`;
    if (this.#threat.of === of) return;
    this.#threat = { of, targets: this.#threat.targets };
    const found = new Map<string, Target>();
    for (const piece of position.scene?.pieces ?? []) {
      if (!piece.owner || piece.owner === seat || piece.at.on === "tray") continue;
      const about = await this.#told({ kind: "piece", id: piece.id }, seat);
      if (this.#threat.of !== of) return;
      for (const target of about?.range ?? []) found.set(keyOf(target), target);
    }
    this.#threat = { of, targets: [...found.values()] };
  }

  get marks(): Mark[] {
    const about = this.inspected?.about;
    const of = (targets: readonly Target[] | undefined, look: Mark["look"]): Mark[] =>
      (targets ?? []).map((target) => ({ target, look }));
    return [
      ...(this.layers.has("reach") ? of(about?.reach, "reach-weak") : []),
      ...(this.layers.has("range") ? of(about?.range, "range") : []),
      ...(this.layers.has("threat") ? of(this.#threat.targets, "threat") : []),
    ];
  }

  /** The lines of sight that are wanted; null if none are. */
  get sight(): readonly Sightline[] | null {
    return this.layers.has("sight") ? (this.inspected?.about?.sight ?? []) : null;
  }

  /** Somebody else comes to the screen. */
  forget(): void {
    this.inspected = null;
    this.#glanced = null;
    this.#passed = null;
    this.#wanted = null;
    this.#threat = NO_THREAT;
    this.layers.clear();
  }
}
