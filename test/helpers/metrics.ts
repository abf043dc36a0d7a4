/**
 * Metrics as Prometheus gets them.
 */
import { waitUntil } from './batch.ts';
import type { Member } from './fleet.ts';
import { fetchElsewhere } from './requests.ts';

/** One sample of each series: its name with its labels as they were written, and its value. */
export type Samples = ReadonlyMap<string, number>;

/** Where a process says that it tells its metrics. */
export async function findMetrics({ lines }: Pick<Member, 'lines'>): Promise<string> {
  let found: string | undefined;
  await waitUntil(() => {
    found = lines
      .map((line) => /"url":"(http:[^"]+\/metrics)"/.exec(line)?.[1])
      .find((url) => url !== undefined);
    return found !== undefined;
  });
  return found ?? '';
}

/** Asks for all metrics; throws where a line is none. */
export async function scrape(url: string): Promise<Samples> {
  const response = await fetchElsewhere(url);
  if (response.status !== 200) throw new Error(`it answered ${response.status}`);
  return readSamples(await response.text());
}

function readSamples(text: string): Samples {
  const samples = new Map<string, number>();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('# HELP ') || line.startsWith('# TYPE ')) continue;
    const [, series, value] = /^([a-z_:][\w:]*(?:\{[^}]*\})?) (\S+)$/i.exec(line) ?? [];
    // Nothing has been measured yet.
    const isNumber = value === 'Nan' || !Number.isNaN(Number(value));
    if (series === undefined || !isNumber) throw new Error(`no sample: ${line}`);
    samples.set(series, Number(value));
  }
  return samples;
}
