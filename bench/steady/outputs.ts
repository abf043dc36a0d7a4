import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { startRendererPool, type RendererPool } from '../../src/renderer/pool.ts';
import type { OutputFormat } from '../../src/render/job.ts';
import { loadSample, type Sample } from '../shared/sample.ts';

/** One render: a sample with one of its texts (see `Sample.values`) in one format. */
export interface Input {
  readonly name: string;
  readonly format: OutputFormat;
  readonly text: number;
  readonly made: Awaited<ReturnType<Sample['makeJob']>>;
}

/** The renders of a sample in one format with `texts` texts. */
export async function listInputs(name: string, format: OutputFormat, texts: number): Promise<Input[]> {
  const sample = await loadSample(name);
  return await Promise.all(
    Array.from({ length: texts }, async (_, text) => ({
      name,
      format,
      text,
      made: await sample.makeJob(format, text),
    })),
  );
}

/** Compares every output with the first one of the same input. */
export class Outputs {
  readonly #first = new Map<string, { readonly digest: string; readonly madeBy: string }>();
  /** Outputs that differ from the first one of their input. */
  readonly differences: string[] = [];
  #compared = 0;

  /** The number of outputs that were compared with an earlier one. */
  get compared(): number {
    return this.#compared;
  }

  /** @param madeBy names the process in a difference */
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

/** Starts a pool of two renderer processes as the service does, and waits until both are warm. */
export async function startPair(): Promise<RendererPool> {
  const log = pino({ level: 'warn' }, pino.destination(2));
  const pool = await startRendererPool({
    processes: 2,
    queueLimit: 2,
    timeoutMs: 120_000,
    log,
  });
  while (pool.stats().warm < 2) await sleep(20);
  return pool;
}

/**
 * Renders one input in each of the two processes at the same time. The pool takes the first idle process, in
 * a fixed order, so that the first input always goes to the same process.
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
  if (crashed > 0) throw new Error(`${crashed} renderer processes crashed`);
}
