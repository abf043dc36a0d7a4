/**
 * Processor time of processes, as Linux counts it.
 */
import { readdirSync, readFileSync } from 'node:fs';

export type ProcessKind = 'client' | 'service' | 'renderers' | 'database';

/** Linux counts in hundredths of a second. */
const tickMs = 10;

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly cpuMs: number;
}

/** Milliseconds, user and system, that each kind of process of a service has taken since it started. Linux only. */
export function readProcessorTime(
  servicePid: number,
  postmasterPid: number | null,
): Record<ProcessKind, number> {
  const { user, system } = process.cpuUsage();
  const times = { client: (user + system) / 1000, service: 0, renderers: 0, database: 0 };
  for (const { pid, parent, command, cpuMs } of listProcesses()) {
    if (pid === servicePid) times.service += cpuMs;
    else if (parent === servicePid && command.includes('renderer-process')) times.renderers += cpuMs;
    else if (pid === postmasterPid || parent === postmasterPid) times.database += cpuMs;
  }
  return times;
}

function listProcesses(): ProcessEntry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // After the name, which may hold anything: state, parent, … and, 12 and 13 on, user and system ticks.
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const cpuMs = (Number(fields[11]) + Number(fields[12])) * tickMs;
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
        return [{ pid: Number(name), parent: Number(fields[1]), command, cpuMs }];
      } catch {
        // Gone meanwhile.
        return [];
      }
    });
}
