import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { rendererEnvironment, rendererFlags } from '../../src/renderer/flags.ts';
import type { RenderResult, RenderTask, SliceResult, SliceTask, Task } from './child.ts';
import { findEngine } from './engines.ts';

const entry = fileURLToPath(new URL('./child.ts', import.meta.url));

/** A process with one engine that is ready for one page. */
export interface EngineProcess {
  readonly version: string;
  render(task: Omit<RenderTask, 'type'>): Promise<RenderResult>;
  renderSlice(task: Omit<SliceTask, 'type'>): Promise<SliceResult>;
  stop(): Promise<void>;
}

/** Starts an engine for a page. Rejects when the process ends before the engine is ready. */
export async function startEngineProcess(engine: string, workload: string): Promise<EngineProcess> {
  const child = fork(entry, [engine, workload], {
    serialization: 'advanced',
    ...(findEngine(engine).asRenderer ? { env: rendererEnvironment, execArgv: [...rendererFlags] } : {}),
  });
  const { version } = (await nextMessage(child, engine)) as { version: string };
  const send = async (task: Task): Promise<unknown> => {
    const answer = nextMessage(child, engine);
    child.send(task);
    return await answer;
  };
  return {
    version,
    render: async (task) => (await send({ type: 'render', ...task })) as RenderResult,
    renderSlice: async (task) => (await send({ type: 'slice', ...task })) as SliceResult,
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
    const onExit = (code: number | null): void => reject(new Error(`${engine} ended with ${code}.`));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message);
    });
  });
}
