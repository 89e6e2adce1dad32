/** Of several questions only the last one matters: answers to older ones are dropped. */
export class Latest {
  #asked = 0;

  /** Ask; undefined if something newer was asked, or the question was dropped, before the answer came. */
  async ask<T>(question: () => Promise<T>): Promise<T | undefined> {
    const mine = ++this.#asked;
    const answer = await question();
    return mine === this.#asked ? answer : undefined;
  }

  /** Whatever is under way is no longer wanted. */
  drop(): void {
    this.#asked += 1;
  }
}
