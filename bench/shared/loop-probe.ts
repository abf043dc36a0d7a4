/**
 * Loaded into a measured process by `--import`: serves the most CPU time of the main thread between turns of
 * its event loop, in milliseconds, since it was last asked. Other processes do not add to it.
 */
import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

const port = Number(process.env['LOOP_PROBE_PORT']);

if (isMainThread && port > 0 && process.argv.includes('serve')) {
  let before = process.threadCpuUsage();
  let longestMs = 0;
  const turn = (): void => {
    const now = process.threadCpuUsage();
    longestMs = Math.max(longestMs, (now.user + now.system - before.user - before.system) / 1000);
    before = now;
  };
  setInterval(turn, 1).unref();
  createServer((_request, response) => {
    turn();
    response.end(String(longestMs));
    longestMs = 0;
  })
    .listen(port, '127.0.0.1')
    .unref();
}
