/**
 * Fuzzes a running service with schemathesis, with a contract and every check: the public API's, with
 * `--contract api-3.0` its 3.0 form, or with `--contract studio` that of the app.
 *
 * Without `--for` it runs one round. The seed is fixed unless `--seed` is given, so that the gate is
 * repeatable. With `--for` it runs rounds until that time is over, each with a new seed on a new service.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import {
  countCases,
  formatFigures,
  neverSeen,
  neverSucceeded,
  readOperations,
  sumFigures,
  type Figures,
} from './fuzzing/figures.ts';
import { olderForm, publicApi } from './fuzzing/api/target.ts';
import { runSchemathesis } from './fuzzing/run.ts';
import { studio } from './fuzzing/studio/target.ts';

const { values: options } = parseArgs({
  options: {
    contract: { type: 'string', default: 'api' },
    for: { type: 'string' },
    seed: { type: 'string' },
    'max-examples': { type: 'string', default: '50' },
  },
});
const contracts = { api: publicApi, 'api-3.0': olderForm, studio };
const contract = contracts[readName('--contract', options.contract, contracts)];
const { unreachable } = contract;
const operations = readOperations(contract.file);
const maxExamples = readInteger('--max-examples', options['max-examples']);
const firstSeed = options.seed === undefined ? null : readInteger('--seed', options.seed);

if (options.for === undefined) await runOnce(firstSeed ?? 20_261_121);
else await runFor(readDurationMs(options.for));

async function runOnce(seed: number): Promise<void> {
  const { isClean, figures } = await runRound(seed);
  showFigures(figures);
  finish(
    isClean
      ? neverSucceeded(figures, operations)
      : [`schemathesis found failures with seed ${seed}; see above`],
  );
}

async function runFor(limitMs: number): Promise<void> {
  const end = performance.now() + limitMs;
  const rounds: Figures[] = [];
  const seeds: number[] = [];
  do {
    const seed = firstSeed !== null && seeds.length === 0 ? firstSeed : randomInt(2 ** 31);
    seeds.push(seed);
    console.log(`\nRound ${seeds.length}, seed ${seed}`);
    const { isClean, figures } = await runRound(seed);
    rounds.push(figures);
    const problems = isClean
      ? neverSucceeded(figures, operations)
      : ['schemathesis found failures; see above'];
    if (problems.length > 0) {
      showFigures(sumFigures(rounds));
      const words = `--contract ${options.contract} --seed ${seed} --max-examples ${maxExamples}`;
      const command = `npm run test:contract -- ${words}`;
      finish([...problems, `Seed ${seed}. To repeat this round alone: ${command}`]);
      return;
    }
  } while (performance.now() < end);
  const all = sumFigures(rounds);
  console.log(`\n${seeds.length} rounds, seeds ${seeds.join(', ')}`);
  showFigures(all);
  finish(neverSeen(all, operations, unreachable));
}

async function runRound(seed: number): ReturnType<typeof runSchemathesis> {
  const target = await contract.start();
  try {
    return await runSchemathesis(target, operations, { seed, maxExamples, isShown: true });
  } finally {
    await target.close();
  }
}

function showFigures(figures: Figures): void {
  const { checks, seconds } = figures;
  console.log(`\n${countCases(figures)} cases in ${Math.round(seconds)} s, by operation and status:\n`);
  console.log(formatFigures(figures, operations));
  console.log('\nChecks, and how many responses each has checked:');
  for (const [name, { looked }] of checks) console.log(`  ${name}: ${looked}`);
  console.log('\nStatuses that fuzzing cannot cause:');
  for (const [status, reason] of Object.entries(unreachable)) console.log(`  ${status}: ${reason}`);
}

function finish(problems: readonly string[]): void {
  for (const problem of problems) console.error(`✖ ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

function readName<Name extends string>(option: string, text: string, known: Record<Name, unknown>): Name {
  if (Object.hasOwn(known, text)) return text as Name;
  throw new Error(`${option} is "${text}", but must be one of ${Object.keys(known).join(', ')}.`);
}

function readInteger(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new Error(`${name} is "${text}", but must be a whole number.`);
  return Number(text);
}

function readDurationMs(text: string): number {
  const [, digits, unit] = /^(\d+)([smh])$/.exec(text) ?? [];
  const seconds = { s: 1, m: 60, h: 3_600 }[unit ?? ''];
  if (seconds === undefined) {
    throw new Error(`--for is "${text}", but must be a number with a unit: 90s, 10m or 2h.`);
  }
  return Number(digits) * seconds * 1_000;
}
