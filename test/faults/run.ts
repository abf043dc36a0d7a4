/**
 * Plays seeds, one after the other, and says what each has shown. Ends with 1 where an audit finds a breach.
 *
 *     npm run test:faults -- --seeds 30 --seed 1 --seconds 25
 */
import { parseArgs } from 'node:util';
import { startDatabaseServer } from './database-server.ts';
import { play, type Play } from './play.ts';

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
  process.once(signal, () => interrupted.reject(new Error(`broken off by ${signal}`)));
}

const server = await startDatabaseServer();
let failed = 0;
try {
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    if (!(await playOne(seed))) failed += 1;
  }
} catch (error) {
  print(error instanceof Error ? (error.stack ?? error.message) : String(error));
  await server.close();
  process.exit(2);
}
await server.close();
print(failed === 0 ? `${seeds} seeds without a breach.` : `${failed} of ${seeds} seeds with breaches.`);
process.exitCode = failed === 0 ? 0 : 1;

/** Whether there was no breach. */
async function playOne(seed: number): Promise<boolean> {
  await using ends = new AsyncDisposableStack();
  const startedAt = performance.now();
  const elapsed = (): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  const tell = (line: string): void => void (values.verbose && print(`  ${elapsed()}  ${line}`));
  const result = await Promise.race([play(server, { seed, seconds, ends, tell }), interrupted.promise]);
  const { breaches, crashes, hardships } = result;
  print(`seed ${seed}: ${breaches.length === 0 ? 'no breach' : 'BREACH'} (${elapsed()}) ${describe(result)}`);
  for (const crash of crashes) print(`  ended by itself: ${crash}`);
  for (const hardship of hardships) print(`  failed: ${hardship}`);
  for (const breach of breaches) print(`  breach: ${breach}`);
  return breaches.length === 0;
}

function describe({ faults, witness, months }: Play): string {
  const list = (counts: ReadonlyMap<string, number>): string =>
    [...counts]
      .map(([name, count]) => `${name} ${count}`)
      .sort()
      .join(', ');
  return `${witness.jobs.length} jobs, ${witness.shares.length} shares, ${months} months\n  faults: ${list(faults)}\n  answers: ${list(witness.answers)}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
