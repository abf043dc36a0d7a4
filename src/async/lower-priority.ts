import { constants, getPriority, setPriority } from 'node:os';

/**
 * Added to the nice value of the service: work in a process or thread of its own gets a third of the
 * service's share of a contested processor.
 */
const niceness = 5;

/**
 * Lowers the priority of a process, or on Linux with 0 of this thread, so that short work (requests, answers,
 * the database) goes before it.
 */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority(process.pid) + niceness));
  } catch {
    // The process is gone or the system forbids it; the priorities stay equal.
  }
}
