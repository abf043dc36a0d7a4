import { sleep } from './abortable.ts';

/** Work that one process does for all. */
export interface SharedWork<Result, Claim> {
  /** Reads the result. Null: there is none yet. */
  readonly read: () => Promise<Result | null>;
  /** Claims the work. Null: another process holds the claim. */
  readonly claim: () => Promise<Claim | null>;
  /** Works under the claim; a failure releases it. Null: another process has taken the claim over. */
  readonly work: (claim: Claim) => Promise<Result | null>;
  /** How often to look for the result of another process: this long at first, then longer. */
  readonly pollMs: { readonly first: number; readonly max: number };
}

/**
 * Single flight over processes: returns the result of this work, does the work, or waits for the process that
 * does. Callers in one process join a `SingleFlight` first. The claim is a row of the caller's table.
 */
export async function joinSharedFlight<Result, Claim>(
  { read, claim, work, pollMs }: SharedWork<Result, Claim>,
  signal: AbortSignal,
): Promise<Result> {
  for (let delayMs = pollMs.first; ; delayMs = Math.min(2 * delayMs, pollMs.max)) {
    signal.throwIfAborted();
    const known = await read();
    if (known !== null) return known;
    const claimed = await claim();
    if (claimed === null) {
      await sleep(delayMs, signal);
      continue;
    }
    const made = await work(claimed);
    if (made !== null) return made;
  }
}
