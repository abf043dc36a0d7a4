/**
 * A process with one engine and one page, so that time on the processors and memory are that engine's alone: `node child.ts
 * ENGINE WORKLOAD`. It is told what to do by messages, and measures inside: no message lies within a time.
 */
import type { Engine } from './engine.ts';
import { findEngine } from './engines.ts';
import { cpuMs, ownPeakMb, treeMb } from './process-cost.ts';
import { loadWorkload, type Format } from './workload.ts';

/** One render; `keep` has the file sent along. */
export interface RenderTask {
  readonly type: 'render';
  readonly format: Format;
  readonly round: number;
  readonly keep: boolean;
}

/** As many renders as can be done in a time, with some in hand at once. */
export interface SliceTask {
  readonly type: 'slice';
  readonly format: Format;
  readonly round: number;
  readonly inFlight: number;
  readonly ms: number;
}

export type Task = RenderTask | SliceTask;

export interface RenderAnswer {
  readonly ms: number;
  readonly cpuMs: number;
  readonly bytes: number;
  readonly peakMb: number;
  readonly file: Uint8Array | null;
}

export interface SliceAnswer {
  /** By the time at which the last render that began in the slice was done. */
  readonly rendersPerSecond: number;
}

const [name = '', page = ''] = process.argv.slice(2);
let peakOfTree = 0;

async function render(engine: Engine, { format, round, keep }: RenderTask): Promise<RenderAnswer> {
  const cpuBefore = cpuMs(engine.processId);
  const start = performance.now();
  const file = await engine.render(format, round);
  const ms = performance.now() - start;
  const cpu = cpuMs(engine.processId) - cpuBefore;
  if (engine.processId !== undefined) peakOfTree = Math.max(peakOfTree, treeMb(engine.processId));
  return {
    ...{ ms, cpuMs: cpu, bytes: file.byteLength },
    peakMb: ownPeakMb() + peakOfTree,
    file: keep ? file : null,
  };
}

async function renderSlice(engine: Engine, task: SliceTask): Promise<SliceAnswer> {
  const start = performance.now();
  let next = task.round;
  let done = 0;
  const work = async (): Promise<void> => {
    while (performance.now() - start < task.ms) {
      await engine.render(task.format, next++);
      done += 1;
      // Memory outside the JavaScript heap is only given back between two turns of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all(Array.from({ length: task.inFlight }, work));
  return { rendersPerSecond: (done / (performance.now() - start)) * 1000 };
}

const start = await findEngine(name).load();
const engine = await start(await loadWorkload(page));
process.on('message', (task: Task) => {
  const answer = task.type === 'render' ? render(engine, task) : renderSlice(engine, task);
  answer.then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => void engine.close().finally(() => process.exit(0)));
process.send?.({ version: engine.version });
