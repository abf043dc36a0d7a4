import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { rendererEnvironment, rendererFlags } from '../../../src/renderer/flags.ts';
import type { BareResult, BareRun } from './process.ts';

/** A process with the bare render pipeline. */
export interface BareRenderer {
  readonly pid: number;
  /** Runs until `count` renders are done or `ms` are over; give at least one of them. */
  run(run: Omit<BareRun, 'count' | 'ms'> & Partial<BareRun>): Promise<BareResult>;
  stop(): void;
}

/** Starts processes that render a sample, with the flags and the environment of the service's renderers. */
export async function startBareRenderers(sample: string, count: number): Promise<BareRenderer[]> {
  return await Promise.all(Array.from({ length: count }, () => startOne(sample)));
}

async function startOne(sample: string): Promise<BareRenderer> {
  const child = fork(path.join(import.meta.dirname, 'process.ts'), [sample], {
    serialization: 'advanced',
    env: rendererEnvironment,
    execArgv: [...rendererFlags],
  });
  await once(child, 'message');
  return {
    pid: child.pid ?? 0,
    async run(run) {
      const answer = once(child, 'message') as Promise<[BareResult]>;
      child.send({ count: Infinity, ms: Infinity, ...run });
      const [result] = await answer;
      return result;
    },
    stop: () => child.disconnect(),
  };
}
