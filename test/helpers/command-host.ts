/**
 * Runs the commands of test files one after the other (`runCommand` in ./cli.ts). The source is loaded once,
 * which takes longer than most commands.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Writable } from 'node:stream';
import { runCommandLine } from '../../src/cli/program.ts';
import type { CommandOrder, CommandResult } from './cli.ts';

/** How long connections, processes and timers of a command may stay open after its end. */
const maxOpenMs = 15_000;

process.on('message', (order: CommandOrder) => {
  void run(order).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit());

async function run({ args, environment }: CommandOrder): Promise<CommandResult> {
  const openBefore = countOpen();
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  process.exitCode = 0;
  const output = capture('stdout');
  const errors = capture('stderr');
  await runCommandLine(args);
  await untilClosed(args, openBefore);
  return { code: Number(process.exitCode), stdout: output.join(''), stderr: errors.join('') };
}

/** Collects what is written to one of the process's streams from now on. */
function capture(name: 'stdout' | 'stderr'): readonly string[] {
  const parts: string[] = [];
  const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
    parts.push(chunk.toString());
    done();
  };
  Object.defineProperty(process, name, { value: new Writable({ write }), configurable: true });
  return parts;
}

/** A command's own process would end only then. */
async function untilClosed(args: readonly string[], openBefore: number): Promise<void> {
  const startMs = performance.now();
  while (countOpen() > openBefore) {
    if (performance.now() - startMs > maxOpenMs) {
      const open = process.getActiveResourcesInfo().join(', ');
      throw new Error(`platen ${args.join(' ')} does not end: ${open} are open.`);
    }
    await pause(5);
  }
}

function countOpen(): number {
  return process.getActiveResourcesInfo().length;
}
