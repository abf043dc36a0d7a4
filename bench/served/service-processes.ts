/**
 * Processes of the service for the benchmarks: started as anybody starts them, and watched from outside.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface ServiceProcess {
  readonly pid: number;
  /** What stood in the line that told that it is at work, by the pattern's group. */
  readonly found: string;
  stop(): Promise<void>;
}

const program = path.resolve(import.meta.dirname, '..', '..', 'src', 'main.ts');

/**
 * Starts a command of the service and waits until it is at work.
 *
 * @param ready what a line of its output says then
 */
export async function startService(
  words: readonly string[],
  ready: RegExp,
  env: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', LOG_FORMAT: 'json', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const found = await Promise.race([waitForLine(child, ready), exited.then(() => null)]);
  if (found === null) throw new Error(`\`${words.join(' ')}\` ended before it was at work.`);
  return {
    pid: child.pid ?? 0,
    found,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function waitForLine(child: ChildProcess, ready: RegExp): Promise<string> {
  return await new Promise((resolve) => {
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const match = ready.exec(line);
      if (match !== null) resolve(match[1] ?? '');
    });
  });
}

/** Processor time in milliseconds, by what it went to. */
export interface CpuTimes {
  readonly renderers: number;
  readonly postgres: number;
  /** The processes that were asked for themselves. */
  readonly processes: number;
}

/** Ticks of the kernel's clock a second, as /proc has them on every Linux of today. */
const ticksPerSecond = 100;

/**
 * What some processes and all that they started have used so far. Linux only.
 *
 * @throws Error elsewhere
 */
export async function readCpuTimes(pids: readonly number[]): Promise<CpuTimes> {
  const all = new Map<number, { readonly parent: number; readonly cpuMs: number; readonly words: string }>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const read = (file: string) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '');
    const [stat, words] = await Promise.all([read('stat'), read('cmdline')]);
    // Behind the name in brackets, which may have anything in it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields.length < 15) continue;
    // Children that have ended count with their parent.
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
    all.set(Number(name), { parent: Number(fields[1]), cpuMs: (1_000 * ticks) / ticksPerSecond, words });
  }
  const times = { renderers: 0, postgres: 0, processes: 0 };
  for (const [pid, { cpuMs, words }] of all) {
    if (!isAmong(pid, pids)) continue;
    if (words.includes('renderer-process')) times.renderers += cpuMs;
    else if (words.includes('postgres')) times.postgres += cpuMs;
    else times.processes += cpuMs;
  }
  return times;

  function isAmong(pid: number, roots: readonly number[]): boolean {
    for (let each = pid; each > 1; each = all.get(each)?.parent ?? 0) if (roots.includes(each)) return true;
    return false;
  }
}
