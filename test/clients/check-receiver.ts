/**
 * What a receiver of callbacks has to accept and to refuse, whatever it is written in.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { signCallback, type SignatureHeaders } from '../../src/domain/callbacks/signature.ts';
import type { Sender } from './sender.ts';
import { fetchExternal } from '../helpers/requests.ts';
import { waitUntil } from '../helpers/wait-until.ts';

/** A request as somebody may send it. */
interface Letter {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Forgery = (letter: Letter & { readonly headers: SignatureHeaders }, secret: string) => Letter;

const signedAgo = (seconds: number): Forgery => {
  return ({ headers, body }, secret) => {
    const signedAt = new Date(Date.now() - seconds * 1000);
    const deliveryId = headers['webhook-id'];
    return { headers: signCallback({ secrets: [secret], deliveryId, body }, { signedAt }), body };
  };
};

const withHeaders = (change: (headers: SignatureHeaders) => Record<string, string>): Forgery => {
  return ({ headers, body }) => ({ headers: { ...headers, ...change(headers) }, body });
};

const otherSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const forgeries: Readonly<Record<string, Forgery>> = {
  'a changed counter': ({ headers, body }) => ({
    headers,
    body: body.replace('"failedItems":0', '"failedItems":1'),
  }),
  'other bytes of the same JSON': ({ headers, body }) => ({ headers, body: `${body} ` }),
  'no signature': ({ body }) => ({ headers: {}, body }),
  'another secret': ({ headers, body }) => ({
    headers: signCallback(
      { secrets: [otherSecret], deliveryId: headers['webhook-id'], body },
      { signedAt: new Date() },
    ),
    body,
  }),
  'an old recording': signedAgo(330),
  'a time far ahead': signedAgo(-330),
  'a recording with a new time': (letter, secret) => {
    const { headers, body } = signedAgo(330)(letter, secret);
    const [, signature = ''] = (headers['x-service-signature'] ?? '').split(',');
    const now = letter.headers['webhook-timestamp'];
    return {
      headers: { ...headers, 'x-service-signature': `t=${now},${signature}`, 'webhook-timestamp': now },
      body,
    };
  },
  'half a signature': withHeaders((headers) => ({
    'x-service-signature': headers['x-service-signature'].slice(0, -32),
    'webhook-signature': headers['webhook-signature'].slice(0, -20),
  })),
  'another version': withHeaders((headers) => ({
    'x-service-signature': headers['x-service-signature'].replace('v1=', 'v2='),
    'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,'),
  })),
  'empty values': withHeaders(() => ({ 'x-service-signature': 't=,v1=', 'webhook-signature': 'v1,' })),
  'no sense': withHeaders(() => ({
    'x-service-signature': ',,=,t,v1=zz\u00e9,t=1e9',
    'webhook-signature': ' , v1,%%%\u00e9',
    'webhook-timestamp': 'now',
  })),
};

const wrong = { hex: '0'.repeat(64), base64: `${'A'.repeat(43)}=` };

/** Signatures of two secrets while one takes over from the other, and a scheme that is yet to come. */
const rotations: Readonly<Record<string, Forgery>> = {
  'signed with a newer secret too': ({ headers, body }, secret) => {
    const signed = { secrets: [otherSecret, secret], deliveryId: headers['webhook-id'], body };
    return { headers: signCallback(signed, { signedAt: new Date() }), body };
  },
  'the first of two': withHeaders((headers) => ({
    'x-service-signature': `${headers['x-service-signature']},v1=${wrong.hex}`,
    'webhook-signature': `${headers['webhook-signature']} v1,${wrong.base64}`,
  })),
  'the second of two': withHeaders((headers) => ({
    'x-service-signature': headers['x-service-signature'].replace(',', `,v1=${wrong.hex},`),
    'webhook-signature': `v1,${wrong.base64} ${headers['webhook-signature']}`,
  })),
  'beside a v2': withHeaders((headers) => ({
    'x-service-signature': headers['x-service-signature'].replace(',', `,v2=${wrong.hex},`),
    'webhook-signature': `v2,${wrong.base64} ${headers['webhook-signature']}`,
  })),
};

/**
 * Starts a receiver that prints its port, and then a line for each delivery, and has it take real deliveries
 * and forged ones, by both schemes.
 */
export async function checkReceiver(
  sender: Sender,
  program: string,
  words: readonly string[],
): Promise<void> {
  const receiver = await startProcess(program, words, { PLATEN_CALLBACK_SECRET: sender.secret, PORT: '0' });
  const { port, lines } = receiver;
  try {
    const front = await sender.shield(port);
    for (const path of ['/platen', '/standard']) {
      const { jobId } = await sender.deliver(front + path);
      await expectLine(lines, `job ${jobId} COMPLETED: 1 of 1`);

      const url = `http://127.0.0.1:${port}${path}`;
      for (const [name, forge] of Object.entries(forgeries)) {
        const status = await post(url, forge(writeLetter(sender.secret), sender.secret));
        assert.equal(status, 401, `${path}: ${name}`);
      }
      assert.ok((await post(url, { headers: {}, body: 'x'.repeat(100_000) })) >= 400, 'a long body');
      assert.equal(lines.length, 0, `${path}: a forgery was taken for genuine`);

      for (const [name, rotate] of Object.entries(rotations)) {
        const letter = writeLetter(sender.secret);
        const { jobId, deliveryId } = JSON.parse(letter.body) as { jobId: string; deliveryId: string };
        assert.equal(await post(url, rotate(letter, sender.secret)), 204, `${path}: ${name}`);
        await expectLine(lines, `job ${jobId} COMPLETED: 2 of 2`);
        assert.equal(await post(url, letter), 204, `${path}: ${name}, once more`);
        await expectLine(lines, `delivery ${deliveryId} came again`);
      }
    }
    assert.equal(await post(`http://127.0.0.1:${port}/elsewhere`, writeLetter(sender.secret)), 404);
  } finally {
    await receiver.stop();
  }
}

function writeLetter(secret: string): Letter & { readonly headers: SignatureHeaders } {
  const deliveryId = randomUUID();
  const body = JSON.stringify({
    deliveryId,
    jobId: randomUUID(),
    status: 'COMPLETED',
    totalItems: 2,
    completedItems: 2,
    failedItems: 0,
    completedAt: new Date().toISOString(),
  });
  return { headers: signCallback({ secrets: [secret], deliveryId, body }, { signedAt: new Date() }), body };
}

/** The status of the answer; 599 where the connection ended without one. */
async function post(url: string, { headers, body }: Letter): Promise<number> {
  try {
    const response = await fetchExternal(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    if (error instanceof TypeError && error.cause !== undefined) return 599;
    throw error;
  }
}

async function expectLine(lines: string[], expected: string): Promise<void> {
  // Some print after they have answered.
  await waitUntil(() => lines.length !== 0);
  assert.equal(lines.shift(), expected);
}

interface ReceiverProcess {
  readonly port: number;
  /** What it prints. */
  readonly lines: string[];
  stop(): Promise<void>;
}

async function startProcess(
  program: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ReceiverProcess> {
  const child: ChildProcess = spawn(program, words, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  if (child.stdout === null) throw new Error('Its output is not piped.');
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  await Promise.race([once(output, 'line'), exited]);
  const port = Number(/^listening on port (\d+)$/.exec(lines.shift() ?? '')?.[1]);
  if (!Number.isInteger(port)) throw new Error(`${program} ${words.join(' ')} did not say where it listens.`);
  return {
    port,
    lines,
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
