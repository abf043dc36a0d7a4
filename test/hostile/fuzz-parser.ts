import { Worker } from 'node:worker_threads';

/** The order for the worker thread. */
export interface FuzzOrder {
  readonly parser: string;
  readonly seed: number;
  readonly runs: number;
  readonly milliseconds: number;
  /** The URL of the folder with the first inputs; it ends with a slash. */
  readonly corpus: string;
  /** The number of started inputs, the length of the current input (32 bits each), and its bytes. */
  readonly current: SharedArrayBuffer;
}

/** The result of the worker thread. */
export interface FuzzOutcome {
  readonly runs: number;
  /** Blocks of src/ that ran. */
  readonly blocks: number;
  /** Inputs in the corpus, including new ones. */
  readonly kept: number;
  /** Why a trial failed; null if none failed. */
  readonly finding: string | null;
}

/** Every input is shorter. */
const maxBytes = 4 * 1024 * 1024;

/** An input that takes longer counts as a hang, even on a busy machine. */
const hangMs = 60_000;

/** The folder of a parser's first inputs: examples, and inputs that once failed. */
export function corpusFolder(parser: string): URL {
  return new URL(`corpus/${parser}/`, import.meta.url);
}

/**
 * Fuzzes a parser in a worker thread until the number of runs or the time is reached.
 *
 * @returns the outcome, and the last input: the one that failed, if any did
 */
export async function fuzzParser(
  parser: string,
  { seed, runs = Infinity, milliseconds = Infinity }: { seed: number; runs?: number; milliseconds?: number },
): Promise<FuzzOutcome & { readonly input: Buffer }> {
  const current = new SharedArrayBuffer(8 + maxBytes);
  const progress = new Int32Array(current, 0, 2);
  const order: FuzzOrder = { parser, seed, runs, milliseconds, corpus: corpusFolder(parser).href, current };
  const thread = new Worker(new URL('fuzz-thread.ts', import.meta.url), { workerData: order });
  const finished = Promise.withResolvers<FuzzOutcome>();
  let last = -1;
  const hangCheck = setInterval(() => {
    const started = Atomics.load(progress, 0);
    if (started === last && started > 0) {
      finished.resolve({
        runs: started,
        blocks: 0,
        kept: 0,
        finding: `an input takes more than ${hangMs / 1_000} s`,
      });
    }
    last = started;
  }, hangMs);
  thread.once('message', (outcome: FuzzOutcome) => finished.resolve(outcome));
  thread.once('error', finished.reject);
  try {
    const outcome = await finished.promise;
    const input = Buffer.from(new Uint8Array(current, 8, Atomics.load(progress, 1)));
    return { ...outcome, input };
  } finally {
    clearInterval(hangCheck);
    await thread.terminate();
  }
}
