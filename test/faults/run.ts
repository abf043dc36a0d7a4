/**
 * Plays seeds, one after the other, and says what each has shown. Ends with 1 at the first whose audit finds a breach.
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

const server = await startDatabaseServer();
let failed = 0;
try {
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    const startedAt = performance.now();
    const elapsed = (): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
    const tell = (line: string): void => void (values.verbose && print(`  ${elapsed()}  ${line}`));
    const result = await play(server, { seed, seconds, tell });
    print(
      `seed ${seed}: ${result.breaches.length === 0 ? 'no breach' : 'BREACH'} (${elapsed()}) ${describe(result)}`,
    );
    for (const crash of result.crashes) print(`  ended by itself: ${crash}`);
    for (const breach of result.breaches) print(`  breach: ${breach}`);
    if (result.breaches.length > 0) failed += 1;
  }
} finally {
  await server.close();
}
print(failed === 0 ? `${seeds} seeds without a breach.` : `${failed} of ${seeds} seeds with breaches.`);
process.exitCode = failed === 0 ? 0 : 1;

function describe({ faults, witness }: Play): string {
  const list = (counts: ReadonlyMap<string, number>): string =>
    [...counts]
      .map(([name, count]) => `${name} ${count}`)
      .sort()
      .join(', ');
  return `${witness.jobs.length} jobs, ${witness.shares.length} shares\n  faults: ${list(faults)}\n  answers: ${list(witness.answers)}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
