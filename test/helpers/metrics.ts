/** Reads metrics as Prometheus does. */
import { waitUntil } from './wait-until.ts';
import type { Member } from './fleet.ts';
import { fetchExternal } from './requests.ts';

/** The value of each series, by its name with labels as written. */
export type Samples = ReadonlyMap<string, number>;

/** Finds the metrics URL in a process's log. */
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

/** Fetches all metrics; throws on an invalid line. */
export async function scrape(url: string): Promise<Samples> {
  const response = await fetchExternal(url);
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  return readSamples(await response.text());
}

function readSamples(text: string): Samples {
  const samples = new Map<string, number>();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('# HELP ') || line.startsWith('# TYPE ')) continue;
    const [, series, value] = /^([a-z_:][\w:]*(?:\{[^}]*\})?) (\S+)$/i.exec(line) ?? [];
    // `Nan`: nothing has been measured yet.
    const isNumber = value === 'Nan' || !Number.isNaN(Number(value));
    if (series === undefined || !isNumber) throw new Error(`not a sample: ${line}`);
    samples.set(series, Number(value));
  }
  return samples;
}
