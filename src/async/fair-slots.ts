import { WaitingLine } from './waiting-line.ts';

export interface FairSlotsOptions {
  /** Tasks of one owner that run at the same time. */
  readonly ofOwner: number;
  readonly inAll: number;
  /** Tasks of one owner that run or wait. */
  readonly maxOfOwner: number;
  readonly maxWaitMs: number;
}

/** The owner has too many tasks, or a task has waited for too long. */
export class SlotsFullError extends Error {
  override readonly name = 'SlotsFullError';
}

/** A limited number of slots, which owners get in turns: the tasks of one never take all of them. */
export class FairSlots {
  readonly #options: FairSlotsOptions;
  readonly #ofOwners: WaitingLine;
  readonly #inAll: WaitingLine;

  constructor(options: FairSlotsOptions) {
    this.#options = options;
    this.#ofOwners = new WaitingLine({ atOnce: options.ofOwner });
    this.#inAll = new WaitingLine({ atOnce: options.inAll });
  }

  /**
   * Waits for a slot, then runs a task.
   *
   * @throws SlotsFullError
   */
  async run<Result>(owner: string, task: () => Promise<Result>): Promise<Result> {
    const { maxOfOwner, maxWaitMs } = this.#options;
    if (this.#ofOwners.lengthOf(owner) >= maxOfOwner)
      throw new SlotsFullError('too many tasks of this owner');
    const waiting = new AbortController();
    const { signal } = waiting;
    const timer = setTimeout(() => waiting.abort(new SlotsFullError('no slot became free')), maxWaitMs);
    try {
      return await this.#ofOwners.run({ line: owner, owner }, signal, () =>
        this.#inAll.run({ line: '', owner }, signal, async () => {
          clearTimeout(timer);
          return await task();
        }),
      );
    } finally {
      clearTimeout(timer);
    }
  }
}
