/**
 * Measures a service under overload:
 *
 *     npm run test:overload -- --seconds 60 [--factor 2] [--sample NAME] [--seed 1] [--base-seconds 10]
 *
 * Measures renders of the unloaded service and its capacity. Then it sends `--factor` times the capacity at
 * random intervals, together with reads and health checks. Prints a table and exits with 1 if a limit is
 * exceeded. The client shares the processors.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { loadSample } from '../../bench/shared/sample.ts';
import { makeDataDir, startService } from '../../bench/shared/service.ts';
import { measureOverload, type OverloadResult } from './measure.ts';
import { openProbeConnection } from './connection.ts';

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
  recoveredFactor: 1.5,
};

// Started processes end with this one.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const sample = await loadSample(plan.sample);
const { dataDir, remove } = await makeDataDir();
const probe = await openProbeConnection();
const service = await startService(dataDir, { nodeArguments: probe.nodeArguments });
let result: OverloadResult;
try {
  result = await measureOverload(service, probe, { ...plan, values: (number) => sample.values(number) });
} finally {
  probe.close();
  await service.stop();
  await remove();
}

const { unloadedP95Ms, stalls } = result;
const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const rows: readonly (readonly [what: string, measured: string, bound: string, isKept: boolean])[] = [
  ['Unloaded renders, p95', ms(unloadedP95Ms), '', true],
  ['Capacity', `${result.perSecond.toFixed(1)} per second`, '', true],
  [
    `Sent at ${plan.factor} × capacity for ${plan.seconds} s`,
    `${result.sent}: ${result.rendered} × 200, ${result.rejected} × 503`,
    '',
    true,
  ],
  [
    'Other answers, or 503 without Retry-After',
    String(result.unexpected.length),
    '0',
    result.unexpected.length === 0,
  ],
  [
    '200s, p95',
    ms(result.renderedP95Ms),
    `${ms(3 * unloadedP95Ms)} (3 × unloaded)`,
    result.renderedP95Ms <= 3 * unloadedP95Ms,
  ],
  ['503s, p95', ms(result.rejectedP95Ms), '', true],
  ['Discovery reads, p95', ms(result.readsP95Ms), '100 ms', result.readsP95Ms <= 100],
  ['/healthz, p95', ms(result.healthP95Ms), '', true],
  ['Recovery', ms(result.recoveryMs), '2000 ms', result.recoveryMs <= 2_000],
  ['Event loop delay, p99', ms(stalls.p99Ms), '', true],
  ['Event loop delay, longest', ms(stalls.longestMs), '50 ms', stalls.longestMs <= 50],
  ['of that, own CPU time at most', ms(stalls.longestWorkMs), '50 ms', stalls.longestWorkMs <= 50],
];

print(`\n${plan.sample}, PNG, ${availableParallelism()} processors, seed ${plan.seed}\n`);
print('| | measured | bound | |\n|---|---|---|---|');
for (const [what, measured, bound, isKept] of rows) {
  print(`| ${what} | ${measured} | ${bound} | ${bound === '' ? '' : isKept ? 'kept' : '**not kept**'} |`);
}
for (const [answer, count] of Map.groupBy(result.unexpected, (each) => each))
  print(`${answer}: ${count.length} times`);
process.exitCode = rows.every(([, , , isKept]) => isKept) ? 0 : 1;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
