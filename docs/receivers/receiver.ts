// Receives the callbacks of batch jobs.
//   PLATEN_CALLBACK_SECRET=whsec_… PORT=3000 node receiver.ts
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Completion {
  deliveryId: string;
  jobId: string;
  status: 'COMPLETED' | 'FAILED' | 'CANCELLED';
  totalItems: number;
  completedItems: number;
  failedItems: number;
  completedAt: string;
}

const secret = process.env['PLATEN_CALLBACK_SECRET'] ?? '';
if (!secret.startsWith('whsec_'))
  throw new Error('PLATEN_CALLBACK_SECRET must be set, and begins with whsec_.');

/** X-Service-Signature: t=<unix seconds>,v1=<hex>[,v1=<hex>…]. The key is the whole text of the secret. */
function isSignedByService(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const pairs = String(headers['x-service-signature'] ?? '')
    .split(',')
    .map((pair) => pair.trim().split('=', 2));
  const time = pairs.find(([name]) => name === 't')?.[1] ?? '';
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  const isValid = pairs.some(
    ([name, value = '']) => name === 'v1' && isSame(Buffer.from(value, 'hex'), expected),
  );
  return isValid && isRecent(time);
}

/** webhook-signature: v1,<base64>[ v1,<base64>…]. The key is the bytes that the secret encodes. */
function isStandardWebhook(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const id = String(headers['webhook-id'] ?? '');
  const time = String(headers['webhook-timestamp'] ?? '');
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest();
  const isValid = String(headers['webhook-signature'] ?? '')
    .split(' ')
    .some((text) => text.startsWith('v1,') && isSame(Buffer.from(text.slice(3), 'base64'), expected));
  return isValid && isRecent(time);
}

/** Compares in constant time, so that the time reveals nothing about the expected signature. */
function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Refuses replayed deliveries, and times too far in the future. */
function isRecent(time: string): boolean {
  return /^\d+$/.test(time) && Math.abs(Date.now() / 1000 - Number(time)) <= 300;
}

/** The raw bytes: the signature covers them, and not JSON that was parsed and serialised again. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    // Callbacks have a few hundred bytes. Throwing ends the connection.
    if (length > 65_536) throw new Error('The body is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

// In your service: a table with the delivery id as its key, written together with the work to do.
const seen = new Set<string>();

async function receive(request: IncomingMessage): Promise<number> {
  const verify = { '/platen': isSignedByService, '/standard': isStandardWebhook }[request.url ?? ''];
  if (verify === undefined) return 404;
  if (request.method !== 'POST') return 405;
  const body = await readBody(request);
  if (!verify(request.headers, body)) return 401;

  const { deliveryId, jobId, status, completedItems, totalItems } = JSON.parse(body.toString()) as Completion;
  if (seen.has(deliveryId)) {
    console.log(`delivery ${deliveryId} came again`);
    return 204;
  }
  seen.add(deliveryId);
  // Work after the answer: without an answer within ten seconds the delivery is sent again.
  console.log(`job ${jobId} ${status}: ${completedItems} of ${totalItems}`);
  return 204;
}

const server = createServer((request, response) => {
  receive(request)
    .catch(() => 500)
    .then((status) => response.writeHead(status).end())
    .catch(() => response.destroy());
});
server.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1', () => {
  console.log(`listening on port ${(server.address() as AddressInfo).port}`);
});
