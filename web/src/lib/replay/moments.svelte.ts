/** The scenes of a game, fetched when they are needed and kept. */

import type { Scene } from "../../generated/protocol";

export class Moments {
  scene: Scene | null = $state.raw(null);
  failed: unknown = $state.raw(null);
  readonly #fetched = new Map<number, Promise<Scene>>();
  readonly #fetch: (n: number) => Promise<Scene>;
  #wanted = -1;

  constructor(fetch: (n: number) => Promise<Scene>) {
    this.#fetch = fetch;
  }

  /** Show a moment as soon as it is there, unless another one was asked for meanwhile. */
  async show(n: number): Promise<void> {
    this.#wanted = n;
    try {
      const scene = await this.#get(n);
      if (this.#wanted !== n) return;
      this.scene = scene;
      this.failed = null;
    } catch (error) {
      if (this.#wanted === n) this.failed = error;
    }
  }

  /** Fetch moments that will be needed soon. */
  prepare(numbers: readonly number[]): void {
    for (const n of numbers) this.#get(n).catch(() => undefined);
  }

  #get(n: number): Promise<Scene> {
    const known = this.#fetched.get(n);
    if (known) return known;
    const asked = this.#fetch(n);
    this.#fetched.set(n, asked);
    asked.catch(() => this.#fetched.delete(n));
    return asked;
  }
}
