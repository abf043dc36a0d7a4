/**
 * How long hostile and large bodies hold the event loop of the service. Linux only.
 *
 * Each body is sent alone. `loop ms` is the CPU time of the longest turn of the service's loop until the
 * answer, so that other processes do not add to it; `idle` sends an empty body.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { request } from 'undici';
import { makeDataDir, startService, type BenchService } from '../shared/service.ts';
import { round as rounded } from '../shared/statistics.ts';

const loopProbe = new URL('../shared/loop-probe.ts', import.meta.url).href;
const probePort = 19_464;
const mebibyte = 1024 * 1024;
const maxBytes = 10 * mebibyte;

interface Body {
  readonly name: string;
  readonly operation: 'generate' | 'submit';
  readonly bytes: () => Uint8Array;
}

/** A PNG of 1,500 × 1,700 random pixels: 7.4 MiB, or nearly 10 MiB in base64. */
const noise = await sharp(randomBytes(1_500 * 1_700 * 3), {
  raw: { width: 1_500, height: 1_700, channels: 3 },
})
  .png()
  .toBuffer();

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { only: { type: 'string', default: '' }, rounds: { type: 'string', default: '1' } },
  });
  const { dataDir, remove } = await makeDataDir();
  const env = { LOOP_PROBE_PORT: String(probePort), RATE_LIMITS: 'off' };
  const service = await startService(dataDir, { env, nodeArguments: ['--import', loopProbe] });
  try {
    const templateId = service.demo.templates['social-card'] ?? '';
    const rows: Record<string, unknown>[] = [];
    for (const body of [idle, ...listBodies(templateId)].filter(({ name }) => name.includes(values.only))) {
      for (let round = 0; round < Number(values.rounds); round += 1) {
        rows.push({
          body: body.name,
          operation: body.operation,
          ...(await measure(service, templateId, body)),
        });
      }
    }
    console.table(rows);
  } finally {
    await service.stop();
    await remove();
  }
}

const idle: Body = { name: 'idle', operation: 'generate', bytes: () => new Uint8Array() };

async function measure(
  { url, demo }: BenchService,
  templateId: string,
  { operation, bytes }: Body,
): Promise<Record<string, unknown>> {
  const path = operation === 'submit' ? '/api/v1/batch-jobs' : `/api/v1/templates/${templateId}/generate`;
  const body = bytes();
  await sleep(200);
  await readLoopDelay();
  const sentAt = performance.now();
  const { statusCode, body: answer } = await request(url + path, {
    method: 'POST',
    headers: { 'X-Api-Key': demo.apiKey, 'Content-Type': 'application/json' },
    body,
  });
  const text = await answer.text();
  const answerMs = performance.now() - sentAt;
  const loopMs = await readLoopDelay();
  const { jobId } = statusCode === 202 ? (JSON.parse(text) as { jobId: string }) : { jobId: null };
  if (jobId !== null) await removeJob({ url, demo }, jobId);
  const detail = statusCode < 400 ? '' : (JSON.parse(text) as { detail: string }).detail.slice(0, 60);
  return { 'loop ms': rounded(loopMs, 0), 'answer ms': rounded(answerMs, 0), status: statusCode, detail };
}

/** The most CPU time of one turn of the service's event loop since the last call, in milliseconds. */
async function readLoopDelay(): Promise<number> {
  const { body } = await request(`http://127.0.0.1:${probePort}`);
  return Number(await body.text());
}

/** Cancels a job and deletes it, so that the next submission is accepted. */
async function removeJob({ url, demo }: Pick<BenchService, 'url' | 'demo'>, jobId: string): Promise<void> {
  const headers = { 'X-Api-Key': demo.apiKey };
  const job = `${url}/api/v1/batch-jobs/${jobId}`;
  await (await request(`${job}/cancel`, { method: 'POST', headers })).body.dump();
  for (let statusCode = 0; statusCode !== 204; await sleep(100)) {
    const answer = await request(job, { method: 'DELETE', headers });
    await answer.body.dump();
    ({ statusCode } = answer);
    if (statusCode === 404) return;
  }
}

function listBodies(templateId: string): Body[] {
  const head = `"template":{"templateId":"${templateId}"}`;
  const submit = (name: string, text: () => string | Buffer): Body => ({
    name,
    operation: 'submit',
    bytes: () => Buffer.from(text()),
  });
  const generate = (name: string, text: () => string | Buffer): Body => ({
    name,
    operation: 'generate',
    bytes: () => Buffer.from(text()),
  });
  const [title, photo] = ['headline', 'photo'];
  const withValue = (name: string, key: string, text: string): Body[] => [
    generate(name, () => `{"variables":{"${key}":"${fill(text)}"}}`),
    submit(name, () => `{${head},"rows":[{"${key}":"${fill(text)}"}]}`),
  ];
  return [
    submit('unknown member, {} rows', () => `{"x":"\\u0041","rows":[${fill('{},')}{}]}`),
    submit('{} rows', () => `{${head},"rows":[${fill('{},')}{}]}`),
    submit('[] rows', () => `{${head},"rows":[${fill('[],')}[]]}`),
    submit('[] rows of 64 KB', () => `{${head},"rows":[${fill('[],', 64_000)}[]]}`),
    submit('{} rows of 64 KB, unknown member', () => `{"x":"\\u0041","rows":[${fill('{},', 64_000)}{}]}`),
    submit(
      '64 KB of unknown members',
      () => `{${head},${fillNumbered((n) => `"${n}":1,`, 64_000)}"rows":[{}]}`,
    ),
    submit(
      'one row with many names',
      () => `{${head},"rows":[{${fillNumbered((n) => `"n${n}":"",`)}"a":""}]}`,
    ),
    submit('200 rows with many names', () => {
      const row = (n: number): string => `{${fillNumbered((m) => `"m${m}_${n}":"",`, 50_000)}"a":""},`;
      return `{${head},"rows":[${fillNumbered(row)}{}]}`;
    }),
    generate('many names', () => `{"variables":{${fillNumbered((n) => `"n${n}":"",`)}"a":""}}`),
    generate('9,999 names', () => `{"variables":{${fillNumbered((n) => `"n${n}":"",`, 100_000)}"a":""}}`),
    generate(
      '9,999 long names',
      () => `{"variables":{${fillNumbered((n) => `"${'n'.repeat(1_000)}${n}":"",`, 10_000_000)}"a":""}}`,
    ),
    submit('a row of numbers', () => `{${head},"rows":[{"${title}":[${fill('1,')}1]}]}`),
    submit('deep nesting', () => `{${head},"rows":${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}}`),
    submit('brackets only', () => fill('[')),
    submit('quotes only', () => fill('"')),
    submit('backslashes', () => `{"a":"${fill('\\\\')}`),
    submit('backslash runs', () => `{"a":"${fill(`${'\\\\'.repeat(1000)}"`)}`),
    submit('escapes', () => `{${head},"rows":[{"${title}":"${fill('\\u0041')}"}]}`),
    submit('duplicate names', () => `{${head},"rows":[{${fill('"${title}":"x",')}"${title}":"x"}]}`),
    submit('__proto__', () => `{${head},"rows":[${fill('{"__proto__":{}},')}{}]}`),
    submit(
      '__proto__ as a value',
      () => `{${head},"rows":[${fill('{"${title}":"__proto__"},', 1_000_000)}{}]}`,
    ),
    submit('exponents', () => `{${head},"rows":[{"${title}":[${fill('1e9,', 64_000)}1]}]}`),
    submit('a long number', () => `{${head},"rows":[{"${title}":${fill('9')}}]}`),
    submit('a number with a long exponent', () => `{${head},"rows":[{"${title}":1e${fill('9')}}]}`),
    submit('blanks', () => `${fill(' ')}{}`),
    submit('invalid UTF-8 at the end', () =>
      Buffer.concat([Buffer.from(`{"a":"${fill('x')}`), Buffer.from([0xff])]),
    ),
    submit(
      'wide characters, a NUL at the end',
      () => `{${head},"rows":[{"${title}":"${fill('é漢')}\\u0000"}]}`,
    ),
    ...withValue('a long text', title, 'abc def '),
    ...withValue('a long wide text', title, '漢字'),
    ...withValue('a long text of escapes', title, '\\n'),
    ...withValue('a long URL', photo, 'https://example.com/'),
    generate(
      'a data URL that is no image',
      () => `{"variables":{"${photo}":"data:image/png;base64,${fill('AAAA')}"}}`,
    ),
    submit(
      'a data URL that is no image',
      () => `{${head},"rows":[{"${title}":"t","${photo}":"data:image/png;base64,${fill('AAAA')}"}]}`,
    ),
    ...withValue('an image', photo, `data:image/png;base64,${noise.toString('base64')}`),
    ...withValue('a number', 'minutes', '9'),
    submit('2,000 valid rows of 5 kB', () => {
      const row = JSON.stringify({ headline: 'x'.repeat(4_900), category: 'News' });
      return `{${head},"rows":[${Array(2000).fill(row).join(',')}]}`;
    }),
    submit('400 rows of large text', () => {
      const row = JSON.stringify({ headline: 'é\n"x'.repeat(3_500) });
      return `{${head},"rows":[${Array(400).fill(row).join(',')}]}`;
    }),
    submit('2,000 rows of data URLs', () => {
      const row = JSON.stringify({ headline: 't', photo: `data:image/png;base64,${'AAAA'.repeat(1_200)}` });
      return `{${head},"rows":[${Array(2000).fill(row).join(',')}]}`;
    }),
  ];
}

/** Repeats a text up to just below the maximum size of a body. */
function fill(text: string, bytes = maxBytes - 1_000): string {
  return text.repeat(Math.floor(bytes / Buffer.byteLength(text)));
}

function fillNumbered(write: (number: number) => string, bytes = maxBytes - 1_000): string {
  const parts: string[] = [];
  for (let [length, number] = [0, 0]; ; number += 1) {
    const part = write(number);
    length += part.length;
    if (length > bytes) return parts.join('');
    parts.push(part);
  }
}
