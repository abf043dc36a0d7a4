/**
 * Answers at signed image URLs: 304s, one picture from the cache, and a thousand different ones, alone and
 * while other requests render. The client shares the cores with the service: on a machine with other work,
 * the CPU time of an answer says more than answers a second. Linux only.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { Agent, request } from 'undici';
import { signImageUrl } from '../../clients/typescript/src/index.ts';
import { loadSample } from '../shared/sample.ts';
import { ownCpuMs, readCpuTimes } from '../shared/processes.ts';
import { makeDataDir, startService, type BenchService } from '../shared/service.ts';
import { quantile, round as rounded } from '../shared/statistics.ts';

const program = path.join(import.meta.dirname, '../../src/main.ts');
const sampleName = 'social-card';

interface Asked {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
}

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      connections: { type: 'string', default: '32' },
      pictures: { type: 'string', default: '1000' },
      ms: { type: 'string', default: '4000' },
    },
  });
  const sequences = Number(values.connections);
  const ms = Number(values.ms);
  const { dataDir, remove } = await makeDataDir();
  const service = await startService(dataDir);
  const readCpu = () => ({ client: ownCpuMs(), ...readCpuTimes(service.pids) });
  const agent = new Agent({ connections: sequences, pipelining: 1 });
  try {
    const sign = await makeSigner(service, dataDir);
    const sample = await loadSample(sampleName);
    const urls = await Promise.all(
      Array.from({ length: Number(values.pictures) }, (_, at) => sign(sample.values(at))),
    );
    const [first = ''] = urls;
    const etag = await renderAll(agent, urls, sequences);
    const cases: Readonly<Record<string, (count: number) => Asked>> = {
      '304': () => ({ url: first, headers: { 'if-none-match': etag }, status: 304 }),
      'one picture': () => ({ url: first, headers: {}, status: 200 }),
      [`${urls.length} pictures`]: (count) => ({
        url: urls[count % urls.length] ?? '',
        headers: {},
        status: 200,
      }),
    };
    const table: Record<string, object> = {};
    for (const isBusy of [false, true]) {
      for (const [name, next] of Object.entries(cases)) {
        const others = isBusy ? startRenders(service, (at) => sample.values(at)) : null;
        await ask(agent, next, { sequences, ms: 2_000 });
        const startedAt = performance.now();
        const before = readCpu();
        const times = await ask(agent, next, { sequences, ms });
        const elapsedMs = performance.now() - startedAt;
        const after = readCpu();
        const cpuMs = (kind: keyof typeof after) => rounded((after[kind] - before[kind]) / times.length, 3);
        const renders = await others?.stop();
        table[`${name}${isBusy ? ', beside renders' : ''}`] = {
          'answers/s': Math.round((times.length * 1_000) / elapsedMs),
          'median ms': rounded(quantile(times, 0.5), 1),
          'p95 ms': rounded(quantile(times, 0.95), 1),
          'service cpu ms': cpuMs('service'),
          'database cpu ms': cpuMs('database'),
          'client cpu ms': cpuMs('client'),
          ...(renders === undefined ? {} : { 'renders/s beside': rounded(renders, 1) }),
        };
      }
    }
    console.table(table);
  } finally {
    await agent.destroy();
    await service.stop();
    await remove();
  }
}

/** Makes a URL key on the command line, as an operator does. */
async function makeSigner(
  { url: baseUrl, demo }: BenchService,
  dataDir: string,
): Promise<(variables: Readonly<Record<string, string>>) => Promise<string>> {
  const words = ['url-key', 'create', '--account', demo.accountId, '--name', 'bench', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
  });
  const key = JSON.parse(stdout) as { urlKeyId: string; secret: string };
  const templateId = getTemplate(demo);
  return (variables) => signImageUrl({ baseUrl, ...key, templateId, file: 'card.jpg', variables });
}

function getTemplate({ templates }: BenchService['demo']): string {
  const templateId = templates[sampleName];
  if (templateId === undefined) throw new Error(`The demo has no ${sampleName}.`);
  return templateId;
}

/** Requests every picture once. Returns the ETag of the first. */
async function renderAll(agent: Agent, urls: readonly string[], sequences: number): Promise<string> {
  const left = [...urls.entries()];
  let etag = '';
  const sequence = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const answer = await request(next[1], { dispatcher: agent });
      await answer.body.arrayBuffer();
      if (answer.statusCode !== 200) throw new Error(`A picture was answered with ${answer.statusCode}.`);
      if (next[0] === 0) etag = String(answer.headers['etag']);
    }
  };
  await Promise.all(Array.from({ length: Math.min(8, sequences) }, sequence));
  return etag;
}

/** Sends requests in several sequences. Returns the times of the answers. */
async function ask(
  agent: Agent,
  next: (count: number) => Asked,
  { sequences, ms }: { readonly sequences: number; readonly ms: number },
): Promise<number[]> {
  const times: number[] = [];
  const endsAt = performance.now() + ms;
  const sequence = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const { url, headers, status } = next(times.length);
      const startedAt = performance.now();
      const answer = await request(url, { dispatcher: agent, headers });
      await answer.body.dump();
      if (answer.statusCode !== status) throw new Error(`Expected ${status}, got ${answer.statusCode}.`);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: sequences }, sequence));
  return times;
}

/** Renders new pictures over the API, two at a time, until it is stopped. Returns the renders a second. */
function startRenders(
  { url, demo }: BenchService,
  makeValues: (at: number) => Readonly<Record<string, string>>,
): { stop(): Promise<number> } {
  const startedAt = performance.now();
  let isStopped = false;
  let renders = 0;
  const sequence = async (): Promise<void> => {
    while (!isStopped) {
      const variables = makeValues(1_000_000 + Math.floor(Math.random() * 1e9));
      const answer = await request(`${url}/api/v1/templates/${getTemplate(demo)}/generate`, {
        method: 'POST',
        headers: { 'x-api-key': demo.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ variables, format: 'jpeg' }),
      });
      await answer.body.dump();
      renders += 1;
    }
  };
  const sequences = [sequence(), sequence()];
  return {
    async stop() {
      isStopped = true;
      await Promise.all(sequences);
      return (renders * 1_000) / (performance.now() - startedAt);
    },
  };
}
