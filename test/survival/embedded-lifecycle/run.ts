/**
 * Kills, stops and pauses processes that share an embedded database. Exits with 1 if a command or the service
 * needs more than 30 s to work again, or if something is left at the end.
 *
 *     npm run test:lifecycle -- --events 200 --seed 1
 */
import { parseArgs } from 'node:util';
import { runLifecycle } from './run-lifecycle.ts';

const limitMs = 30_000;

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
});

let number = 0;
const { results, failures, leftovers } = await runLifecycle({
  seed: Number(values.seed),
  count: Number(values.events),
  report({ name, commandMs, serviceMs }) {
    const late = Math.max(commandMs, serviceMs) > limitMs ? 'LATE ' : '';
    print(
      `${(number += 1)}: ${late}command ${seconds(commandMs)}, service ${seconds(serviceMs)} after: ${name}`,
    );
  },
});
for (const failure of failures) print(`failed once: ${failure.trim().split('\n').at(-1)}`);
for (const leftover of leftovers) print(`left: ${leftover}`);
const times = results.flatMap(({ commandMs, serviceMs }) => [commandMs, serviceMs]).sort((a, b) => a - b);
const late = times.filter((ms) => ms > limitMs).length;
print(
  `${results.length} events: median ${seconds(times[Math.floor(times.length / 2)] ?? 0)}, ` +
    `longest ${seconds(times.at(-1) ?? 0)}, over 30 s ${late}, failed once ${failures.length}, ` +
    `left ${leftovers.length}`,
);
process.exitCode = late === 0 && leftovers.length === 0 ? 0 : 1;

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
