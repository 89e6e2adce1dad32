/** An answer in the making, where pointing once is not enough. */

import type { Choice, Prompt, Scene, Target } from "../../generated/protocol";
import type { Mark } from "../board/marks";
import { joined, listed, type Row, rowsOf, way } from "./gestures";
import { alternatives, same, targetOf } from "./interaction";

export class Gesture {
  several = $state.raw<readonly Choice[]>([]);
  steps = $state.raw<readonly Target[]>([]);
  rows = $state.raw<readonly Row[]>([]);

  constructor(
    readonly prompt: Prompt,
    readonly key: string,
  ) {
    this.rows = rowsOf(prompt);
  }

  /** Point at something; a choice comes back if it is one by itself. */
  pick(scene: Scene, at: Target): Choice | null {
    const target = [at, ...alternatives(scene, at)].find((one) => this.#at(one).length) ?? at;
    if (this.prompt.gesture === "multi-select") this.#toggle(target);
    else if (this.prompt.gesture === "path") this.#step(target);
    else return this.#at(target)[0] ?? null;
    return null;
  }

  #at(target: Target): Choice[] {
    return this.prompt.choices.filter((choice) => same(targetOf(choice), target));
  }

  #toggle(target: Target): void {
    const choice = this.#at(target)[0];
    if (!choice) return;
    const without = this.several.filter((one) => one !== choice);
    this.several = without.length < this.several.length ? without : [...without, choice];
  }

  #step(target: Target): void {
    if (same(this.steps.at(-1), target)) this.back();
    else this.steps = [...this.steps, target];
  }

  /** Go back one step; false if there is none. */
  back(): boolean {
    if (this.steps.length) this.steps = this.steps.slice(0, -1);
    else if (this.several.length) this.several = this.several.slice(0, -1);
    else return false;
    return true;
  }

  /** What would be answered now; nothing while something is missing. */
  get answer(): Record<string, unknown> | null {
    switch (this.prompt.gesture) {
      case "multi-select":
        return this.several.length ? joined(this.several) : null;
      case "path":
        return way(this.prompt, this.steps);
      case "form":
        return listed(this.prompt, this.rows);
      default:
        return null;
    }
  }

  get marks(): Mark[] {
    const offered = this.prompt.choices.filter((choice) => {
      const { kind } = targetOf(choice);
      return kind !== "button" && kind !== "point";
    });
    const found = offered.map((choice): Mark => {
      const look = targetOf(choice).kind === "piece" ? "choose" : "reach-weak";
      return { target: targetOf(choice), look: this.several.includes(choice) ? "command" : look };
    });
    const steps = this.steps.map((target, at): Mark => ({ target, look: "reach", n: at + 1 }));
    return [...(this.steps.length ? [] : found), ...steps];
  }
}
