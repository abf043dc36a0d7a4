/**
 * Starts processes of `child.ts` and speaks with them.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { rendererEnvironment, rendererFlags } from '../../src/render/pool/process-resources.ts';
import type { RenderAnswer, RenderTask, SliceAnswer, SliceTask, Task } from './child.ts';
import { findEngine } from './engines.ts';

const entry = fileURLToPath(new URL('./child.ts', import.meta.url));

export interface EngineProcess {
  readonly version: string;
  render(task: Omit<RenderTask, 'type'>): Promise<RenderAnswer>;
  renderSlice(task: Omit<SliceTask, 'type'>): Promise<SliceAnswer>;
  stop(): Promise<void>;
}

/** Starts an engine for a page. Rejects where it ends before it is ready. */
export async function startEngineProcess(engine: string, workload: string): Promise<EngineProcess> {
  const child = fork(entry, [engine, workload], {
    serialization: 'advanced',
    ...(findEngine(engine).asRenderer ? { env: rendererEnvironment, execArgv: [...rendererFlags] } : {}),
  });
  const { version } = (await nextMessage(child, engine)) as { version: string };
  const ask = async (task: Task): Promise<unknown> => {
    const answer = nextMessage(child, engine);
    child.send(task);
    return await answer;
  };
  return {
    version,
    render: async (task) => (await ask({ type: 'render', ...task })) as RenderAnswer,
    renderSlice: async (task) => (await ask({ type: 'slice', ...task })) as SliceAnswer,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

async function nextMessage(child: ChildProcess, engine: string): Promise<unknown> {
  return await new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`${engine} ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message);
    });
  });
}
