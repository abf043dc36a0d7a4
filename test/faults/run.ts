/**
 * Runs seeds in sequence and prints each result. Exits with 1 if an audit finds a breach, with 2 if a run
 * fails.
 *
 *     npm run test:faults -- --seeds 30 --seed 1 --seconds 25
 */
import { parseArgs } from 'node:util';
import { startDatabaseServer } from './database-server.ts';
import { runSeed, type SeedResult } from './run-seed.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '25' },
    verbose: { type: 'boolean', default: false },
  },
});
const [seeds, firstSeed, seconds] = [values.seeds, values.seed, values.seconds].map(Number) as [
  number,
  number,
  number,
];

const interrupted = Promise.withResolvers<never>();
interrupted.promise.catch(() => undefined);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => interrupted.reject(new Error(`aborted by ${signal}`)));
}

const server = await startDatabaseServer();
let failed = 0;
try {
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    if (!(await runOne(seed))) failed += 1;
  }
} catch (error) {
  print(error instanceof Error ? (error.stack ?? error.message) : String(error));
  await server.close();
  process.exit(2);
}
await server.close();
print(failed === 0 ? `${seeds} seeds without a breach.` : `${failed} of ${seeds} seeds with breaches.`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs a seed and prints its result. False if there was a breach. */
async function runOne(seed: number): Promise<boolean> {
  await using cleanup = new AsyncDisposableStack();
  const startedAt = performance.now();
  const elapsed = (): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  const log = (line: string): void => void (values.verbose && print(`  ${elapsed()}  ${line}`));
  const result = await Promise.race([runSeed(server, { seed, seconds, cleanup, log }), interrupted.promise]);
  const { breaches, crashes, failedRows } = result;
  print(`seed ${seed}: ${breaches.length === 0 ? 'no breach' : 'BREACH'} (${elapsed()}) ${describe(result)}`);
  for (const crash of crashes) print(`  exited by itself: ${crash}`);
  for (const row of failedRows) print(`  failed row: ${row}`);
  for (const breach of breaches) print(`  breach: ${breach}`);
  return breaches.length === 0;
}

function describe({ faults, observed, months }: SeedResult): string {
  const list = (counts: ReadonlyMap<string, number>): string =>
    [...counts]
      .map(([name, count]) => `${name} ${count}`)
      .sort()
      .join(', ');
  const counts = `${observed.jobs.length} jobs, ${observed.shares.length} shares, ${months} months`;
  return `${counts}\n  faults: ${list(faults)}\n  answers: ${list(observed.answers)}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
