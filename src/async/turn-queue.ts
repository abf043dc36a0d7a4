/** Runs one task at a time: round robin between owners, first come first served for each of them. */
export class TurnQueue {
  /** In the order of their turns. */
  readonly #waiting = new Map<string, (() => Promise<void>)[]>();
  #isBusy = false;

  run<Result>(owner: string, task: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const tasks = this.#waiting.get(owner) ?? [];
      tasks.push(() => task().then(resolve, reject));
      this.#waiting.set(owner, tasks);
      void this.#work();
    });
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (const [owner, tasks] of this.#waiting) {
      // The owner's next turn is after those of the others. An entry that is set again is visited again.
      this.#waiting.delete(owner);
      const [task, ...others] = tasks;
      if (others.length > 0) this.#waiting.set(owner, others);
      await task?.();
    }
    this.#isBusy = false;
  }
}
