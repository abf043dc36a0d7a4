/** Runs the program in its own process, through src/main.ts. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
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

/** Runs a command to its end. */
export async function runPlaten(args: readonly string[], environment: Environment): Promise<CommandResult> {
  const child = startPlaten(args, environment);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}
