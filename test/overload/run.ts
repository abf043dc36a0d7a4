/**
 * What becomes of a service that is asked for more than it can do:
 *
 *     npm run test:overload -- --seconds 60 [--factor 2] [--sample social-card] [--seed 1] [--base-seconds 10]
 *
 * Measures renders of a service that is left alone and its capacity, then sends so many times that, at random distances, beside
 * reads and questions for its health. Prints a table, and ends with 1 where a bound is not kept. The client shares the processors.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { loadSample } from '../../bench/sample.ts';
import { makeDataDir, startService } from '../../bench/served/service.ts';
import { playOverload, type OverloadResult } from './play.ts';
import { openProbeLink } from './probe-link.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    'base-seconds': { type: 'string', default: '10' },
    factor: { type: 'string', default: '2' },
    sample: { type: 'string', default: 'social-card' },
    seed: { type: 'string', default: '1' },
  },
});
const plan = {
  sample: values.sample,
  seconds: Number(values.seconds),
  baseSeconds: Number(values['base-seconds']),
  factor: Number(values.factor),
  seed: Number(values.seed),
  calmFactor: 1.5,
};

// So that nothing is left at work behind a measurement that was cut off.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const sample = await loadSample(plan.sample);
const { dataDir, remove } = await makeDataDir();
const probe = await openProbeLink();
const service = await startService(dataDir, probe.nodeArguments);
let result: OverloadResult;
try {
  result = await playOverload(service, probe, { ...plan, values: (number) => sample.values(number) });
} finally {
  probe.close();
  await service.stop();
  await remove();
}

const { aloneP95Ms, stalls } = result;
const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const rows: readonly (readonly [what: string, measured: string, bound: string, isKept: boolean])[] = [
  ['Renders left alone, p95', ms(aloneP95Ms), '', true],
  ['Capacity', `${result.perSecond.toFixed(1)} a second`, '', true],
  [
    `Sent at ${plan.factor} × capacity for ${plan.seconds} s`,
    `${result.sent}: ${result.rendered} × 200, ${result.turnedAway} × 503`,
    '',
    true,
  ],
  ['Other answers, or 503 without Retry-After', String(result.wrong.length), '0', result.wrong.length === 0],
  [
    '200s, p95',
    ms(result.renderedP95Ms),
    `${ms(3 * aloneP95Ms)} (3 × left alone)`,
    result.renderedP95Ms <= 3 * aloneP95Ms,
  ],
  ['503s, p95', ms(result.turnedAwayP95Ms), '', true],
  ['Discovery reads, p95', ms(result.readsP95Ms), '100 ms', result.readsP95Ms <= 100],
  ['/healthz, p95', ms(result.healthP95Ms), '', true],
  ['Recovery', ms(result.recoveryMs), '2000 ms', result.recoveryMs <= 2_000],
  ['Event loop held up, p99', ms(stalls.p99Ms), '', true],
  ['Event loop held up, longest', ms(stalls.longestMs), '50 ms', stalls.longestMs <= 50],
  ['of that, at most its own work', ms(stalls.longestWorkMs), '50 ms', stalls.longestWorkMs <= 50],
];

print(`\n${plan.sample}, PNG, ${availableParallelism()} processors, seed ${plan.seed}\n`);
print('| | measured | bound | |\n|---|---|---|---|');
for (const [what, measured, bound, isKept] of rows) {
  print(`| ${what} | ${measured} | ${bound} | ${bound === '' ? '' : isKept ? 'kept' : '**not kept**'} |`);
}
for (const [answer, count] of Map.groupBy(result.wrong, (each) => each))
  print(`${answer}: ${count.length} times`);
process.exitCode = rows.every(([, , , isKept]) => isKept) ? 0 : 1;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
