/**
 * A process with one engine and one page, so that CPU time and memory are the engine's: `node child.ts ENGINE
 * WORKLOAD`. It receives tasks as messages and measures inside, so that no message is part of a time.
 */
import { listTree, ownCpuMs, treeMb } from '../shared/processes.ts';
import type { Engine } from './engine.ts';
import { findEngine } from './engines.ts';
import { loadWorkload, type Format } from './workload.ts';

/** One render. With `keep`, the result contains the file. */
export interface RenderTask {
  readonly type: 'render';
  readonly format: Format;
  readonly round: number;
  readonly keep: boolean;
}

/** Renders for `ms`, with `inFlight` of them at once. */
export interface SliceTask {
  readonly type: 'slice';
  readonly format: Format;
  readonly round: number;
  readonly inFlight: number;
  readonly ms: number;
}

export type Task = RenderTask | SliceTask;

export interface RenderResult {
  readonly ms: number;
  readonly cpuMs: number;
  readonly bytes: number;
  readonly peakMb: number;
  readonly file: Uint8Array | null;
}

export interface SliceResult {
  /** Until the end of the last render that started within the slice. */
  readonly rendersPerSecond: number;
}

const [name = '', page = ''] = process.argv.slice(2);
let treePeakMb = 0;

async function render(engine: Engine, { format, round, keep }: RenderTask): Promise<RenderResult> {
  const cpuBefore = engineCpuMs(engine);
  const start = performance.now();
  const file = await engine.render(format, round);
  const ms = performance.now() - start;
  const cpuMs = engineCpuMs(engine) - cpuBefore;
  if (engine.processId !== undefined) treePeakMb = Math.max(treePeakMb, treeMb(engine.processId));
  const peakMb = process.resourceUsage().maxRSS / 1000 + treePeakMb;
  return { ms, cpuMs, bytes: file.byteLength, peakMb, file: keep ? file : null };
}

async function renderSlice(engine: Engine, task: SliceTask): Promise<SliceResult> {
  const start = performance.now();
  let next = task.round;
  let done = 0;
  const work = async (): Promise<void> => {
    while (performance.now() - start < task.ms) {
      await engine.render(task.format, next++);
      done += 1;
      // Memory outside the JavaScript heap is freed between two turns of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all(Array.from({ length: task.inFlight }, work));
  return { rendersPerSecond: (done / (performance.now() - start)) * 1000 };
}

/** CPU time of this process and of the engine's own processes. */
function engineCpuMs({ processId }: Engine): number {
  const own = processId === undefined ? [] : listTree([processId]);
  return own.reduce((sum, { cpuMs }) => sum + cpuMs, ownCpuMs());
}

const start = await findEngine(name).load();
const engine = await start(await loadWorkload(page));
process.on('message', (task: Task) => {
  const result = task.type === 'render' ? render(engine, task) : renderSlice(engine, task);
  result.then(
    (each) => process.send?.(each),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => void engine.close().finally(() => process.exit(0)));
process.send?.({ version: engine.version });
