import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { rendererEnvironment, rendererFlags } from '../../src/renderer/flags.ts';
import { readMemory } from '../shared/processes.ts';
import type { Result, Task } from './child.ts';
import { installFolder, python } from './install.ts';
import type { ProgramKind } from './programs/programs.ts';

/** A process with one program that is ready for one document. */
export interface ProgramProcess {
  render(task: Task): Promise<Result>;
  /** The most memory that it has had, without the program's own processes. */
  peakMb(): number;
  stop(): Promise<void>;
}

/** As the service's renderers have one. */
const codeCache = path.join(installFolder, 'compiled');
const template = path.join(import.meta.dirname, 'programs/document.typ');
/** A render that takes longer fails. */
const maxRenderMs = 300_000;

/** Starts a program. Rejects when the process ends before the program is ready. */
export async function startProgram(
  kind: ProgramKind,
  documentName: string,
  fontsFile: string,
): Promise<ProgramProcess> {
  const child =
    kind.load === null
      ? spawn(python, [path.join(import.meta.dirname, 'programs/child.py'), kind.name, fontsFile, template], {
          stdio: ['pipe', 'pipe', 'inherit'],
        })
      : fork(path.join(import.meta.dirname, 'child.ts'), [kind.name, documentName, fontsFile], {
          serialization: 'advanced',
          ...(kind.asRenderer
            ? { env: { ...rendererEnvironment, NODE_COMPILE_CACHE: codeCache }, execArgv: [...rendererFlags] }
            : {}),
        });
  const read = kind.load === null ? readLines(child) : readMessages(child);
  await nextAnswer(child, read, kind.name);
  return {
    async render(task) {
      const answer = nextAnswer(child, read, kind.name);
      if (kind.load === null) child.stdin?.write(`${JSON.stringify(task)}\n`);
      else child.send(task);
      return (await answer) as Result;
    },
    peakMb: () => (readMemory(child.pid ?? 0).peakMib * 1024 * 1024) / 1e6,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      if (kind.load === null) child.stdin?.end();
      else if (child.connected) child.disconnect();
      await ended;
    },
  };
}

type Listen = (answered: (value: unknown) => void) => void;

function readMessages(child: ChildProcess): Listen {
  return (answered) => child.once('message', answered);
}

function readLines(child: ChildProcess): Listen {
  if (child.stdout === null) throw new Error('The process has no output.');
  const lines = createInterface({ input: child.stdout });
  return (answered) => lines.once('line', (line) => answered(JSON.parse(line)));
}

async function nextAnswer(child: ChildProcess, listen: Listen, name: string): Promise<unknown> {
  return await new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => {
      clearTimeout(timer);
      reject(new Error(code === null ? `more than ${maxRenderMs / 1000} s` : `${name} ended with ${code}`));
    };
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
    }, maxRenderMs);
    child.once('exit', onExit);
    listen((value) => {
      clearTimeout(timer);
      child.off('exit', onExit);
      resolve(value);
    });
  });
}
