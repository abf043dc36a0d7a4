/**
 * The render pipeline in a process of its own, with nothing around it. `start.ts` starts it and sends it
 * runs.
 */
import type { OutputFormat } from '../../../src/render/job.ts';
import { createPipeline } from '../pipeline.ts';
import { loadSample } from '../sample.ts';

/** Renders of the sample, one after the other, until `count` are done or `ms` are over. */
export interface BareRun {
  readonly format: OutputFormat;
  /** Background layers and compressed strips are reused, as in the service's renderers. */
  readonly caches: boolean;
  /** The number of the first render's values. */
  readonly from: number;
  readonly count: number;
  readonly ms: number;
}

export interface BareResult {
  /** Milliseconds of each render. */
  readonly times: readonly number[];
  readonly elapsedMs: number;
}

const sample = await loadSample(process.argv[2] ?? '');
const pipelines = { cached: createPipeline({ caches: true }), uncached: createPipeline({ caches: false }) };

async function render({ format, caches, from, count, ms }: BareRun): Promise<BareResult> {
  const pipeline = caches ? pipelines.cached : pipelines.uncached;
  const times: number[] = [];
  const start = performance.now();
  for (let now = start; times.length < count && now - start < ms;) {
    await pipeline(await sample.makeJob(format, from + times.length));
    const end = performance.now();
    times.push(end - now);
    now = end;
    // Canvas memory is freed between two turns of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { times, elapsedMs: performance.now() - start };
}

process.on('message', (run: BareRun) => {
  void render(run).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
