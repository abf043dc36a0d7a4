/**
 * Measures what one tenant notices while another one attacks the service:
 *
 *     npm run test:neighbours -- [--seconds 20] [--only NAME] [--jobs 100000]
 *
 * The neighbour renders once every 100 ms and submits batches of one row; the attacker, with four accounts of
 * an enterprise workspace, by the API, the app, sign-ins and image URLs, does one thing after the other for
 * 20 s each. The neighbour is measured alone before and after each of them, since the machine may have other
 * work. Prints a table and exits with 1 if a limit is exceeded. Both clients share the processors with the
 * service.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { quantile } from '../../bench/shared/statistics.ts';
import { attacks } from './attacks.ts';
import { experience, type Experience } from './neighbour.ts';
import { openSetting, type Setting } from './setting.ts';

const maxSlowdown = 3;
const maxBatchMs = 3_000;
const maxLoopMs = 50;
const pauseMs = 3_000;
const warmUpMs = 5_000;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    jobs: { type: 'string', default: '100000' },
  },
});
const ms = 1_000 * Number(values.seconds);

// Started processes end with this one.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const setting = await openSetting({ jobs: Number(values.jobs) });
try {
  // Renderers and caches are warm then, for both tenants.
  const warming = await setting.attack('renders at the rate of its plan');
  await experience(setting.neighbour, warmUpMs);
  await warming.stop();
  await experience(setting.neighbour, warmUpMs);
  let before = await measure(setting, ms);
  print(`\nsocial-card, PNG, ${availableParallelism()} processors, ${values.seconds} s each\n`);
  const columns = ['beside', 'p50', 'p95', 'p95 alone', '×', 'batch of one row, p50', 'longest', 'failed'];
  print(`| ${[...columns, 'event loop, longest', 'memory', ''].join(' | ')} |`);
  print('|---|---|---|---|---|---|---|---|---|---|---|');
  report('nobody', before, quantile(before.renderMs, 0.95));
  for (const { name } of attacks.filter((attack) => attack.name.includes(values.only))) {
    const attack = await setting.attack(name);
    const measured = await measure(setting, ms);
    await attack.stop();
    await sleep(pauseMs);
    const after = await measure(setting, ms);
    const aloneP95Ms = quantile([...before.renderMs, ...after.renderMs], 0.95);
    if (!report(name, measured, aloneP95Ms)) process.exitCode = 1;
    before = after;
  }
} finally {
  await setting.close();
}

interface Measured extends Experience {
  readonly loopMs: number;
  readonly peakMebibytes: number;
}

async function measure({ neighbour, probe, readResidentMebibytes }: Setting, ms: number): Promise<Measured> {
  let peakMebibytes = 0;
  const sampling = setInterval(() => (peakMebibytes = Math.max(peakMebibytes, readResidentMebibytes())), 100);
  await probe.readStalls();
  const noticed = await experience(neighbour, ms);
  clearInterval(sampling);
  return { ...noticed, loopMs: (await probe.readStalls()).longestWorkMs, peakMebibytes };
}

function report(name: string, measured: Measured, aloneP95Ms: number): boolean {
  const { renderMs, batchMs, failures, loopMs, peakMebibytes } = measured;
  const p95Ms = quantile(renderMs, 0.95);
  const longestBatchMs = Math.max(...batchMs);
  const isKept =
    p95Ms <= maxSlowdown * aloneP95Ms &&
    longestBatchMs <= maxBatchMs &&
    failures.length === 0 &&
    loopMs <= maxLoopMs;
  const cells = [
    name,
    `${quantile(renderMs, 0.5).toFixed(0)} ms`,
    `${p95Ms.toFixed(0)} ms`,
    `${aloneP95Ms.toFixed(0)} ms`,
    (p95Ms / aloneP95Ms).toFixed(1),
    `${quantile(batchMs, 0.5).toFixed(0)} ms`,
    `${longestBatchMs.toFixed(0)} ms`,
    String(failures.length),
    `${loopMs.toFixed(0)} ms`,
    `${peakMebibytes.toFixed(0)} MiB`,
    isKept ? 'kept' : '**not kept**',
  ];
  print(`| ${cells.join(' | ')} |`);
  for (const [what, all] of Map.groupBy(failures, (each) => each)) print(`  ${all.length} × ${what}`);
  return isKept;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
