/**
 * Loaded into a service (`--import`): measures event loop delays and sends them to the harness on request.
 */
import { connect } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { isMainThread } from 'node:worker_threads';

/** Event loop delays in milliseconds since the last request. */
export interface Stalls {
  readonly p99Ms: number;
  readonly longestMs: number;
  /**
   * The longest CPU time of the thread between two timer runs; unlike the delay, it excludes time that other
   * processes took.
   */
  readonly longestWorkMs: number;
}

const resolutionMs = 5;

if (isMainThread) report(Number(new URL(import.meta.url).searchParams.get('port')));

function report(port: number): void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  let longestWorkMs = 0;
  let workedUs = getCpuTime(process.threadCpuUsage());
  setInterval(() => {
    const now = getCpuTime(process.threadCpuUsage());
    longestWorkMs = Math.max(longestWorkMs, (now - workedUs) / 1_000);
    workedUs = now;
  }, resolutionMs).unref();
  delays.enable();
  const socket = connect(port, '127.0.0.1').unref();
  socket.on('error', () => undefined);
  createInterface({ input: socket }).on('line', () => {
    // The histogram records intervals, not delays.
    const delay = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - resolutionMs);
    const stalls: Stalls = {
      p99Ms: delay(delays.percentile(99)),
      longestMs: delay(delays.max),
      longestWorkMs,
    };
    socket.write(`${JSON.stringify(stalls)}\n`);
    delays.reset();
    longestWorkMs = 0;
  });
}

function getCpuTime({ user, system }: NodeJS.CpuUsage): number {
  return user + system;
}
