/**
 * CPU time and memory of processes, read from `/proc`. Linux only: elsewhere there are no processes to list.
 */
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  /** The command line, with zero bytes between its words. */
  readonly command: string;
  /** User and system time, including children that have ended. */
  readonly cpuMs: number;
}

/** CPU time in milliseconds by kind of process. */
export interface CpuTimes {
  readonly service: number;
  readonly renderers: number;
  readonly database: number;
}

/** `/proc/PID/stat` counts in hundredths of a second. */
const tickMs = 10;

/** CPU time since their start of the processes `roots` and of all their descendants. */
export function readCpuTimes(roots: readonly number[]): CpuTimes {
  const times = { service: 0, renderers: 0, database: 0 };
  for (const { command, cpuMs } of listTree(roots)) {
    if (isRenderer(command)) times.renderers += cpuMs;
    else if (command.includes('postgres')) times.database += cpuMs;
    else times.service += cpuMs;
  }
  return times;
}

/** The difference of two readings. */
export function subtractCpuTimes(after: CpuTimes, before: CpuTimes): CpuTimes {
  return {
    service: after.service - before.service,
    renderers: after.renderers - before.renderers,
    database: after.database - before.database,
  };
}

/** CPU time of this process in milliseconds. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The renderer processes that this process has started, in the order of their ids. */
export function listRendererPids(): number[] {
  return listProcesses()
    .filter(({ parent, command }) => parent === process.pid && isRenderer(command))
    .map(({ pid }) => pid)
    .sort((a, b) => a - b);
}

/** Memory that a process has now and the most it ever had, in MiB. */
export function readMemory(pid: number): { readonly residentMib: number; readonly peakMib: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): number => {
    const [, kibibytes] = new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status) ?? [];
    if (kibibytes === undefined) throw new Error(`/proc/${pid}/status has no ${name}.`);
    return Number(kibibytes) / 1024;
  };
  return { residentMib: read('VmRSS'), peakMib: read('VmHWM') };
}

/** Memory of a process and its descendants in MB. Pages that several processes share count once. */
export function treeMb(root: number): number {
  return listTree([root]).reduce((sum, { pid }) => {
    const [, kibibytes] = /^Pss:\s+(\d+) kB/m.exec(readOrEmpty(`/proc/${pid}/smaps_rollup`)) ?? [];
    return sum + (Number(kibibytes ?? 0) * 1024) / 1e6;
  }, 0);
}

/** The processes `roots` and all their descendants. */
export function listTree(roots: readonly number[]): ProcessInfo[] {
  const all = listProcesses();
  const found = all.filter(({ pid }) => roots.includes(pid));
  for (const each of found) {
    found.push(...all.filter((child) => child.parent === each.pid && !found.includes(child)));
  }
  return found;
}

function isRenderer(command: string): boolean {
  return /renderer\/(?:file-)?process/.test(command);
}

function listProcesses(): ProcessInfo[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readOrEmpty(`/proc/${name}/stat`);
      // The second field is the program's name in parentheses, which may contain any character.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields.length < 15) return [];
      // User, system, and the same of children that have ended.
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      const command = readOrEmpty(`/proc/${name}/cmdline`);
      return [{ pid: Number(name), parent: Number(fields[1]), command, cpuMs: ticks * tickMs }];
    });
}

/** Empty when the process has just ended. */
function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
