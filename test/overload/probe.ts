/**
 * Loaded into a service (`--import`), where it measures how long its event loop is held up, and tells the harness when asked.
 */
import { connect } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { isMainThread } from 'node:worker_threads';

/** What the event loop was held up, in milliseconds, since it was last asked. */
export interface Stalls {
  readonly p99Ms: number;
  readonly longestMs: number;
  /**
   * The longest that the thread worked without a pause that a timer could have used: without what other processes took of the
   * processors.
   */
  readonly longestWorkMs: number;
}

const resolutionMs = 5;

if (isMainThread) report(Number(new URL(import.meta.url).searchParams.get('port')));

function report(port: number): void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  let longestWorkMs = 0;
  let workedUs = workOf(process.threadCpuUsage());
  setInterval(() => {
    const now = workOf(process.threadCpuUsage());
    longestWorkMs = Math.max(longestWorkMs, (now - workedUs) / 1_000);
    workedUs = now;
  }, resolutionMs).unref();
  delays.enable();
  const socket = connect(port, '127.0.0.1').unref();
  socket.on('error', () => undefined);
  createInterface({ input: socket }).on('line', () => {
    // The histogram holds the times between its looks.
    const held = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - resolutionMs);
    const stalls: Stalls = {
      p99Ms: held(delays.percentile(99)),
      longestMs: held(delays.max),
      longestWorkMs,
    };
    socket.write(`${JSON.stringify(stalls)}\n`);
    delays.reset();
    longestWorkMs = 0;
  });
}

function workOf({ user, system }: NodeJS.CpuUsage): number {
  return user + system;
}
