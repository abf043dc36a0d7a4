/**
 * How long a start of the service takes. Linux only.
 *
 * The service starts and stops again and again on one data folder that was made before. Reported are the
 * milliseconds from the start of the process until it listens and until `/readyz` answers 200, and those of
 * the first two renders, in each format in turn.
 */
import { parseArgs } from 'node:util';
import { request } from 'undici';
import type { OutputFormat } from '../../src/render/job.ts';
import { Connections } from '../shared/connections.ts';
import { loadSample } from '../shared/sample.ts';
import { makeDataDir, startService } from '../shared/service.ts';
import { median, round as rounded } from '../shared/statistics.ts';

const formats: readonly OutputFormat[] = ['png', 'jpeg', 'webp', 'avif', 'svg', 'pdf'];

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sample: { type: 'string', default: 'social-card' },
      rounds: { type: 'string', default: '8' },
    },
  });
  const rounds = Number(values.rounds);
  const sample = await loadSample(values.sample);
  const times = new Map<string, number[]>();
  const record = (name: string, ms: number): void => {
    times.set(name, [...(times.get(name) ?? []), ms]);
  };
  const { dataDir, remove } = await makeDataDir();
  try {
    // The first start creates the database and is not measured.
    await (await startService(dataDir)).stop();
    for (let round = 0; round < rounds; round += 1) {
      const format = formats[round % formats.length] ?? 'png';
      const startedAt = performance.now();
      const service = await startService(dataDir);
      record('listening', service.readyMs);
      while (!(await isReady(service.url)));
      record('ready', performance.now() - startedAt);
      const connections = new Connections(service, values.sample, 1);
      record(`first render, ${format}`, await connections.renderOnce(format, sample.values(2 * round)));
      record(`next render, ${format}`, await connections.renderOnce(format, sample.values(2 * round + 1)));
      await connections.close();
      await service.stop();
    }
  } finally {
    await remove();
  }
  const rows = [...times].map(([name, ms]) => [
    name,
    { 'median ms': rounded(median(ms), 0), 'worst ms': rounded(Math.max(...ms), 0) },
  ]);
  console.log(`${values.sample}, ${rounds} starts`);
  console.table(Object.fromEntries(rows));
}

async function isReady(url: string): Promise<boolean> {
  const { statusCode, body } = await request(`${url}/readyz`);
  await body.dump();
  return statusCode === 200;
}
