import { Worker } from 'node:worker_threads';

/** What the thread is told. */
export interface FuzzOrder {
  readonly parser: string;
  readonly seed: number;
  readonly runs: number;
  readonly milliseconds: number;
  /** The folder of the inputs to begin with, with a slash at its end. */
  readonly corpus: string;
  /** How many inputs were begun, how long the last one is, and its bytes. */
  readonly underWay: SharedArrayBuffer;
}

/** What the thread answers. */
export interface FuzzOutcome {
  readonly runs: number;
  /** Blocks of the code under src/ that were run. */
  readonly blocks: number;
  /** Inputs in the corpus, those that were found included. */
  readonly kept: number;
  /** Why a trial failed; null where none has. */
  readonly finding: string | null;
}

/** Inputs are shorter. */
const mostBytes = 4 * 1024 * 1024;

/** One input is tried for so long before it is taken for a hang, on a machine that has much else to do. */
const hangMs = 60_000;

/** Where the inputs of a parser are that fuzzing begins with: examples, and whatever once failed. */
export function corpusOf(parser: string): URL {
  return new URL(`corpus/${parser}/`, import.meta.url);
}

/**
 * Fuzzes a parser until so many inputs are tried or the time is over, in a thread of its own.
 *
 * @returns the outcome, and the input that failed
 */
export async function fuzzParser(
  parser: string,
  { seed, runs = Infinity, milliseconds = Infinity }: { seed: number; runs?: number; milliseconds?: number },
): Promise<FuzzOutcome & { readonly input: Buffer }> {
  const underWay = new SharedArrayBuffer(8 + mostBytes);
  const progress = new Int32Array(underWay, 0, 2);
  const order: FuzzOrder = { parser, seed, runs, milliseconds, corpus: corpusOf(parser).href, underWay };
  const thread = new Worker(new URL('fuzz-thread.ts', import.meta.url), { workerData: order });
  const ended = Promise.withResolvers<FuzzOutcome>();
  let last = -1;
  const watch = setInterval(() => {
    const begun = Atomics.load(progress, 0);
    if (begun === last && begun > 0) {
      ended.resolve({
        runs: begun,
        blocks: 0,
        kept: 0,
        finding: `an input takes more than ${hangMs / 1_000} s`,
      });
    }
    last = begun;
  }, hangMs);
  thread.once('message', (outcome: FuzzOutcome) => ended.resolve(outcome));
  thread.once('error', ended.reject);
  try {
    const outcome = await ended.promise;
    const input = Buffer.from(new Uint8Array(underWay, 8, Atomics.load(progress, 1)));
    return { ...outcome, input };
  } finally {
    clearInterval(watch);
    await thread.terminate();
  }
}
