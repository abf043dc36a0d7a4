/**
 * Runs the program: `startPlaten` and `runPlaten` in a process of its own, through src/main.ts; `runCommand`
 * in a process that the commands of all test files of a process share, which takes a tenth of the time.
 */
import { fork, spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { basicEnvironment } from './environment.ts';

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that the shared process runs. */
export interface CommandOrder {
  readonly args: readonly string[];
  readonly environment: Environment;
}

type Environment = Readonly<Record<string, string>>;

const program = path.resolve(import.meta.dirname, '..', '..', 'src', 'main.ts');

/**
 * Starts the program with only the given environment (and `basicEnvironment`).
 *
 * @param stdin a file descriptor
 */
export function startPlaten(
  args: readonly string[],
  environment: Environment,
  stdin: number | 'ignore' = 'ignore',
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, [program, ...args], {
    env: { ...basicEnvironment, LOG_FORMAT: 'json', ...environment },
    stdio: [stdin, 'pipe', 'pipe'],
  }) as ChildProcessByStdio<null, Readable, Readable>;
}

/** Runs a command to its end, in its own process: for what concerns the start, the end or the process. */
export async function runPlaten(args: readonly string[], environment: Environment): Promise<CommandResult> {
  const child = startPlaten(args, environment);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}

let host: ChildProcess | null = null;
let lastCommand: Promise<unknown> = Promise.resolve();

/** Runs a command to its end, after the one before it. Fails if the command's own process would not end. */
export async function runCommand(args: readonly string[], environment: Environment): Promise<CommandResult> {
  const result = lastCommand.then(() =>
    order({ args, environment: { ...basicEnvironment, LOG_FORMAT: 'json', ...environment } }),
  );
  lastCommand = result.catch(() => undefined);
  return await result;
}

async function order(command: CommandOrder): Promise<CommandResult> {
  host ??= fork(path.join(import.meta.dirname, 'command-host.ts'), {
    env: basicEnvironment,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<CommandResult>();
  const process = host;
  const fail = (code: number | null): void => {
    host = null;
    reject(new Error(`platen ${command.args.join(' ')} ended the process, with code ${code}.`));
  };
  process.ref();
  process.channel?.ref();
  process.once('message', resolve).once('exit', fail);
  process.send(command);
  try {
    return await promise;
  } finally {
    process.off('message', resolve).off('exit', fail);
    // The test file ends without it.
    process.unref();
    process.channel?.unref();
  }
}
