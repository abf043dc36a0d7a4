import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { startRendererPool, type RendererPool } from '../../src/render/pool/renderer-pool.ts';
import type { OutputFormat } from '../../src/render/scene.ts';
import { loadSample, type Sample } from '../sample.ts';

/** One picture to be made: a sample with one of its texts (see `Sample.values`), as a file of one format. */
export interface Input {
  readonly name: string;
  readonly format: OutputFormat;
  readonly text: number;
  readonly made: Awaited<ReturnType<Sample['makeJob']>>;
}

/** A sample in one format with as many texts as asked. */
export async function listInputs(name: string, format: OutputFormat, texts: number): Promise<Input[]> {
  const sample = await loadSample(name);
  return await Promise.all(
    Array.from({ length: texts }, async (_, text) => ({
      ...{ name, format, text },
      made: await sample.makeJob(format, text),
    })),
  );
}

/** What each input gave when it was first made, against which everything later is held. */
export class Outputs {
  readonly #first = new Map<string, { readonly digest: string; readonly madeBy: string }>();
  /** Every output that was not its input's first, byte for byte. */
  readonly differences: string[] = [];
  #compared = 0;

  /** How many outputs were held against an earlier one. */
  get compared(): number {
    return this.#compared;
  }

  /** @param madeBy says in a difference which process it was */
  add({ name, format, text }: Input, data: Uint8Array, madeBy: string): void {
    const input = `${name}, ${format}, text ${text}`;
    const digest = `${createHash('sha256').update(data).digest('hex').slice(0, 32)} (${data.length} bytes)`;
    const first = this.#first.get(input);
    if (first === undefined) {
      this.#first.set(input, { digest, madeBy });
      return;
    }
    this.#compared += 1;
    if (first.digest !== digest)
      this.differences.push(`${input}: ${first.digest} from ${first.madeBy}, ${digest} from ${madeBy}`);
  }
}

/** A pool of two renderer processes as the service starts it, both of them warm. */
export async function startPair(): Promise<RendererPool> {
  const log = pino({ level: 'warn' }, pino.destination(2));
  // Nothing is written there: with a folder for results, they come by way of result files, as they do in a service.
  const pool = await startRendererPool({
    processes: 2,
    queueLimit: 2,
    timeoutMs: 120_000,
    resultsFolder: tmpdir(),
    log,
  });
  while (pool.stats().warm < 2) await pause(20);
  return pool;
}

/**
 * Makes one picture in each of a pair's processes, both at a time. The pool gives renders to the first process that is idle,
 * in the order in which they became warm: the first input is always the same process's, unless one was replaced.
 */
export async function renderPair(
  pool: RendererPool,
  inputs: readonly [Input, Input],
  outputs: Outputs,
  run: string,
): Promise<void> {
  const results = await Promise.all(inputs.map(({ made: { job, files } }) => pool.render(job, files)));
  for (const [index, input] of inputs.entries()) {
    const result = results[index];
    if (result !== undefined) outputs.add(input, result.data, `process ${index + 1} of ${run}`);
  }
  const { crashed } = pool.stats();
  if (crashed > 0) throw new Error(`${crashed} renderer process(es) ended in the middle of their work`);
}
