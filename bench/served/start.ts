/**
 * How long a start takes: `npm run bench:start [-- --rounds N]`.
 *
 * On one data folder, made before, the service is started and stopped again and again. Told are the milliseconds from the start of
 * its process until it listens, and then until `/readyz` says that it is ready; and those that the very first render takes, in each
 * format in turn, beside a render of the same kind after it. Medians and the worst of the rounds. Linux only.
 */
import { parseArgs } from 'node:util';
import { request } from 'undici';
import type { OutputFormat } from '../../src/render/scene.ts';
import { loadSample, quantile, round as rounded } from '../sample.ts';
import { Clients } from './client.ts';
import { makeDataDir, startService } from './service.ts';

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: 'social-card' },
    rounds: { type: 'string', default: '8' },
  },
});
const rounds = Number(values.rounds);
const formats: readonly OutputFormat[] = ['png', 'jpeg', 'webp', 'pdf'];

// So that nothing is left at work behind a benchmark that was cut off.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const sample = await loadSample(values.sample);
const { dataDir, remove } = await makeDataDir();
const times = new Map<string, number[]>();
try {
  const first = await startService(dataDir);
  await first.stop();
  for (let round = 0; round < rounds; round += 1)
    await startOnce(formats[round % formats.length] ?? 'png', round);
} finally {
  await remove();
}

console.log(`${values.sample}, ${rounds} starts`);
console.table(
  Object.fromEntries(
    [...times].map(([name, ms]) => [
      name,
      { 'median ms': rounded(quantile(ms, 0.5), 0), 'worst ms': rounded(Math.max(...ms), 0) },
    ]),
  ),
);

async function startOnce(format: OutputFormat, round: number): Promise<void> {
  const started = performance.now();
  const service = await startService(dataDir);
  note('listening', service.listeningMs);
  while ((await isReady(service.url)) === false);
  note('ready', performance.now() - started);
  const target = {
    url: service.url,
    apiKey: service.demo.apiKey,
    templateId: service.demo.templates[values.sample] ?? '',
  };
  const clients = new Clients(target, 1);
  const firstMs = await clients.ask(format, sample.values(2 * round));
  const nextMs = await clients.ask(format, sample.values(2 * round + 1));
  note(`first render, ${format}`, firstMs);
  note(`next render, ${format}`, nextMs);
  await clients.close();
  await service.stop();
}

async function isReady(url: string): Promise<boolean> {
  const { statusCode, body } = await request(`${url}/readyz`);
  await body.dump();
  return statusCode === 200;
}

function note(name: string, ms: number): void {
  times.set(name, [...(times.get(name) ?? []), ms]);
}
