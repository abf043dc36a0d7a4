import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureCertificate } from '../../src/cli/callback/certificate.ts';
import { signCallback } from '../../src/domain/callbacks/signature.ts';
import { queryRows } from '../../src/store/database.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { runCommand, startPlaten, type CommandResult } from '../helpers/cli.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { createFleet, type Fleet } from '../helpers/fleet.ts';
import { addTemplate, createTenant, send, type Tenant } from '../helpers/http.ts';
import { fetchExternal } from '../helpers/requests.ts';

/** A request as `listen --json` prints it. */
interface Shown {
  readonly isSecure: boolean;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly deliveryId: string | null;
  readonly times: number;
  readonly verified: boolean | null;
  readonly problems: readonly string[];
  readonly answered: number;
}

interface Listener {
  readonly url: string;
  readonly certificate: string;
  /** Returns the next request that it shows. */
  next(): Promise<Shown>;
  /** Sends SIGINT, as Ctrl-C does; returns the exit code. */
  stop(): Promise<number | null>;
}

const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const folder = await mkdtemp(path.join(tmpdir(), 'platen-callback-'));
const dataDir = path.join(folder, 'data');
const closers: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const close of closers.reverse()) await close();
  await rm(folder, { recursive: true, force: true });
});

async function listen(words: readonly string[], environment: Record<string, string> = {}): Promise<Listener> {
  const child = startPlaten(['callback', 'listen', '--port', '0', '--json', ...words], {
    DATA_DIR: dataDir,
    ...environment,
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const stop = async (): Promise<number | null> => {
    child.kill('SIGINT');
    return (await exited)[0];
  };
  closers.push(stop);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async (): Promise<unknown> => {
    const { done, value } = await lines.next();
    if (done === true) throw new Error(`The listener ended: ${await text(child.stderr)}`);
    return JSON.parse(value) as unknown;
  };
  const { url, certificate } = (await read()) as { url: string; certificate: string };
  return { url, certificate, next: () => read() as Promise<Shown>, stop };
}

function createCallback(signedAt = new Date()): {
  readonly headers: Record<string, string>;
  readonly body: string;
} {
  const deliveryId = randomUUID();
  const body = JSON.stringify({
    deliveryId,
    jobId: randomUUID(),
    status: 'FAILED',
    totalItems: 1,
    completedItems: 0,
    failedItems: 1,
    completedAt: signedAt.toISOString(),
  });
  const headers = {
    'content-type': 'application/json',
    ...signCallback({ secrets: [secret], deliveryId, body }, { signedAt }),
  };
  return { headers, body };
}

describe('platen callback listen', { timeout: 120_000 }, () => {
  let listener: Listener;
  let origin: string;
  before(async () => {
    listener = await listen(['--secret', secret]);
    origin = listener.url.replace('https:', 'http:');
  });

  /** Sends a request over plain HTTP. */
  async function post(request: RequestInit, target = ''): Promise<Shown> {
    const [shown, response] = await Promise.all([
      listener.next(),
      fetchExternal(origin + target, { method: 'POST', ...request }),
    ]);
    assert.equal(response.status, shown.answered);
    return shown;
  }

  test('shows a genuine request and counts its repetitions', async () => {
    const callback = createCallback();
    const first = await post(callback, 'hook?token=7');
    assert.deepEqual(
      [first.method, first.target, first.body, first.isSecure],
      ['POST', '/hook?token=7', callback.body, false],
    );
    assert.deepEqual([first.verified, first.problems, first.answered, first.times], [true, [], 204, 1]);
    assert.equal(first.headers['webhook-id'], first.deliveryId);
    assert.equal((await post(callback)).times, 2);
  });

  test('reports for each scheme why it does not verify', async () => {
    const callback = createCallback();
    const altered = await post({ ...callback, body: `${callback.body} ` });
    assert.deepEqual([altered.verified, altered.answered, altered.times], [false, 401, 1]);
    assert.match(altered.problems.join('\n'), /X-Service-Signature.*body.*\n.*webhook-signature.*body/);

    const old = await post(createCallback(new Date(Date.now() - 400_000)));
    assert.equal(old.verified, false);
    assert.match(
      old.problems.join('\n'),
      /X-Service-Signature: .* 40\d s old.*\n.*webhook-timestamp is 40\d s old/,
    );

    const unsigned = await post({ body: callback.body, headers: { 'content-type': 'application/json' } });
    assert.equal(unsigned.verified, false);
    assert.match(unsigned.problems.join('\n'), /no X-Service-Signature header\n.*no webhook-id header/);
  });

  test('accepts a single scheme, but not next to one that fails', async () => {
    const { headers, body } = createCallback();
    const service = headers['x-service-signature'] ?? '';
    const alone = await post({
      body,
      headers: { 'x-service-signature': service, 'content-type': 'application/json' },
    });
    assert.deepEqual([alone.verified, alone.answered], [true, 204]);
    const beside = await post({ body, headers: { ...headers, 'x-service-signature': service.slice(0, -1) } });
    assert.deepEqual([beside.verified, beside.answered], [false, 401]);
  });

  test('reports a wrong method, size, content type, body and id', async () => {
    const get = await post({ method: 'GET' });
    assert.deepEqual([get.answered, get.problems[0]], [405, 'it is a GET, and callbacks are POSTs']);
    const long = await post({ body: 'x'.repeat(1_000_000) });
    assert.deepEqual([long.answered, long.body.length], [413, 65_536]);
    for (const [body, problem] of [
      ['{', /no JSON/],
      ['[]', /no JSON object/],
      [
        '{"deliveryId":1,"status":"DONE","totalItems":1}',
        /lacks.* deliveryId, jobId, completedAt, status, completedItems/,
      ],
    ] as const) {
      const headers = signCallback(
        { secrets: [secret], deliveryId: randomUUID(), body },
        { signedAt: new Date() },
      );
      const shown = await post({ body, headers: { ...headers, 'content-type': 'text/json' } });
      assert.equal(shown.verified, true, body);
      assert.match(shown.problems.join('\n'), problem);
      assert.match(shown.problems.join('\n'), /text\/json, not application\/json/);
    }
    const { body, headers } = createCallback();
    const signed = signCallback({ secrets: [secret], deliveryId: 'another', body }, { signedAt: new Date() });
    assert.match(
      (await post({ body, headers: { ...headers, ...signed } })).problems.join('\n'),
      /webhook-id is another/,
    );
  });

  test('survives connections that are not HTTP, close early or stay silent', async () => {
    const port = Number(new URL(origin).port);
    for (const bytes of [
      '\x16\x03\x01garbage',
      'no http\r\n\r\n',
      'POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nx',
    ]) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
      // The listener reads the bytes meanwhile; nothing shows when it has.
      await pause(20);
      socket.destroy();
    }
    const silent = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(silent, 'connect');
    assert.equal((await post(createCallback())).verified, true);
    assert.equal(await listener.stop(), 0);
  });

  test('prints requests for people without control characters', async () => {
    const child = startPlaten(['callback', 'listen', '--port', '0', '--answer', '503'], {
      DATA_DIR: dataDir,
    });
    closers.push(async () => child.kill('SIGKILL'));
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await waitUntil(async () => output.includes('callbackUrl": "https:'));
    assert.match(output, /NODE_EXTRA_CA_CERTS=\S+certificate\.pem OUTBOUND_ALLOW=127\.0\.0\.0\/8/);
    assert.match(output, /Nothing is verified/);
    const [, port] = /:(\d+)\//.exec(output) ?? [];
    const { headers } = createCallback();
    const response = await fetchExternal(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers,
      body: '{"a":"\u001b[2J\u202e"}',
    });
    assert.equal(response.status, 503, 'the status of --answer');
    await waitUntil(async () => output.includes('✖ the body is no JSON'));
    assert.match(output, /POST \/ by http, \d+ bytes, answered 503/);
    assert.match(output, /\{"a":"\\u\{1b\}\[2J\\u\{202e\}"\}/);
    assert.doesNotMatch(output, /[\u001b\u202e]/);
  });

  test('exits when its output is closed', async () => {
    const child = startPlaten(['callback', 'listen', '--port', '0', '--json'], { DATA_DIR: dataDir });
    closers.push(async () => child.kill('SIGKILL'));
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const { url } = JSON.parse(line) as { url: string };
    const exited = once(child, 'exit');
    child.stdout.destroy();
    const listening = { hasEnded: false };
    void exited.then(() => (listening.hasEnded = true));
    await waitUntil(async () => {
      // The connection may break when the process exits.
      await fetchExternal(url.replace('https:', 'http:'), { method: 'POST', body: '{}' }).catch(
        () => undefined,
      );
      return listening.hasEnded;
    });
    assert.deepEqual([await exited, await text(child.stderr)], [[0, null], '']);
  });

  test('refuses unusable options in one line', async () => {
    const { certFile } = await ensureCertificate(path.join(folder, 'own'), '127.0.0.1');
    const broken = path.join(folder, 'broken.pem');
    await writeFile(broken, 'no key');
    const taken = await listen([]);
    const port = new URL(taken.url).port;
    for (const [words, message] of [
      [[], /--port/],
      [['--port', '70000'], /0 to 65535/],
      [['--port', port], /Port \d+ is taken/],
      [['--port', '0', '--secret', 'abc'], /whsec_/],
      [['--port', '0', '--secret', secret, '--workspace', randomUUID()], /cannot be used with/],
      [['--port', '0', '--cert', certFile], /--cert and --key go together/],
      [['--port', '0', '--cert', certFile, '--key', broken], /--cert and --key cannot be used/],
      [['--port', '0', '--cert', certFile, '--key', 'nowhere.pem'], /nowhere\.pem cannot be read/],
      [['--port', '0', '--host', '192.0.2.1'], /Cannot listen on 192\.0\.2\.1/],
    ] as const) {
      const result = await runCommand(['callback', 'listen', ...words], { DATA_DIR: dataDir });
      assert.equal(result.code, 1, words.join(' '));
      assert.match(result.stderr, message);
      assert.equal(result.stderr.trim().split('\n').length, 1, result.stderr);
    }
  });

  test('concurrent receivers share the certificate that the first one created', async () => {
    const place = path.join(folder, 'shared');
    const created = await Promise.all(Array.from({ length: 4 }, () => ensureCertificate(place, '127.0.0.1')));
    const kept = await readFile(created[0]?.certFile ?? '', 'utf8');
    assert.ok(created.some(({ cert }) => cert === kept));
    assert.equal((await ensureCertificate(place, '127.0.0.1')).cert, kept, 'it is reused');
    assert.notEqual(
      (await ensureCertificate(place, 'receiver.example')).cert,
      kept,
      'another host needs another certificate',
    );
  });
});

describe('deliveries', { timeout: 240_000 }, () => {
  let database: TestDatabase;
  let fleet: Fleet;
  let listener: Listener;
  let tenant: Tenant;
  let templateId: string;
  let url: string;

  before(async () => {
    database = await createTestDatabase();
    closers.push(() => database.close());
    tenant = await createTenant(database.db);
    templateId = await addTemplate(database.db, tenant);
    listener = await listen(['--workspace', tenant.workspaceId], { DATABASE_URL: database.url });
    fleet = createFleet(database, dataDir, {
      NODE_EXTRA_CA_CERTS: listener.certificate,
      OUTBOUND_ALLOW: '127.0.0.0/8',
      CALLBACK_OFFSETS: '0s,500ms',
      RATE_LIMITS: 'off',
    });
    closers.push(() => fleet.close());
    ({ url } = await fleet.serve());
  });

  const platen = (...words: string[]): Promise<CommandResult> =>
    runCommand(['callback', ...words], { DATA_DIR: dataDir, DATABASE_URL: database.url });

  async function list(jobId: string): Promise<Record<string, unknown>> {
    const { stdout, stderr } = await platen('list', '--job', jobId, '--json');
    assert.equal(stderr, '');
    const { deliveries } = JSON.parse(stdout) as { deliveries: Record<string, unknown>[] };
    assert.equal(deliveries.length, 1);
    return deliveries[0] ?? {};
  }

  async function submit(callbackUrl?: string): Promise<string> {
    const json = {
      template: { templateId },
      rows: [{ title: 'x' }],
      ...(callbackUrl === undefined ? {} : { callbackUrl }),
    };
    const answer = await send(url, 'POST', '/api/v1/batch-jobs', { key: tenant.apiKey, json });
    assert.equal(answer.status, 202);
    return (answer.json as { jobId: string }).jobId;
  }

  test('a callback is delivered, and delivered again on request', async () => {
    const jobId = await submit(listener.url);
    const before = await list(jobId);
    assert.deepEqual([before['jobId'], before['status'], before['attempts']], [jobId, 'PENDING', 0]);
    const deliveryId = String(before['deliveryId']);
    const early = await platen('redeliver', '--delivery', deliveryId);
    assert.deepEqual([early.code, early.stdout], [1, '']);
    assert.match(early.stderr, /There is no delivery .* of a finished job/);

    const worker = await fleet.work();
    const first = await listener.next();
    assert.deepEqual([first.isSecure, first.verified, first.problems, first.times], [true, true, [], 1]);
    assert.equal(first.deliveryId, deliveryId);
    await waitUntil(async () => (await list(jobId))['status'] === 'DELIVERED');
    const delivered = await list(jobId);
    assert.deepEqual(
      [delivered['attempts'], delivered['lastError'], delivered['nextAttemptAt']],
      [1, null, null],
    );
    assert.ok(!Number.isNaN(Date.parse(String(delivered['deliveredAt']))));

    const again = await platen('redeliver', '--delivery', deliveryId, '--json');
    assert.deepEqual(JSON.parse(again.stdout), { deliveryId, jobId, attempt: 2 });
    const second = await listener.next();
    assert.deepEqual([second.verified, second.times, second.body], [true, 2, first.body]);
    await waitUntil(async () => (await list(jobId))['status'] === 'DELIVERED');
    const printed = await platen('list', '--job', jobId);
    assert.match(
      printed.stdout,
      new RegExp(`delivery +${deliveryId}\nto +https://127.*\nstatus +DELIVERED\nattempts +2\n`),
    );

    // The record stays after its job is deleted.
    const removed = await send(url, 'DELETE', `/api/v1/batch-jobs/${jobId}`, { key: tenant.apiKey });
    assert.equal(removed.status, 204);
    assert.equal((await list(jobId))['status'], 'DELIVERED');
    await worker.stop();
  });

  test('a failed delivery is sent again, and a pending one cannot be', async () => {
    const refusing = await listen(['--answer', '500'], { DATABASE_URL: database.url });
    const port = new URL(refusing.url).port;
    const jobId = await submit(refusing.url);
    const worker = await fleet.work();
    const attempts = [await refusing.next(), await refusing.next()];
    assert.deepEqual(
      attempts.map(({ verified, answered, times }) => ({ verified, answered, times })),
      [1, 2].map((times) => ({ verified: null, answered: 500, times })),
    );
    await waitUntil(async () => (await list(jobId))['status'] === 'FAILED');
    const { deliveryId, lastError } = await list(jobId);
    assert.match(String(lastError), /500/);
    await refusing.stop();
    await worker.stop();

    const accepting = await listen(['--workspace', tenant.workspaceId, '--port', port], {
      DATABASE_URL: database.url,
    });
    const resent = await platen('redeliver', '--delivery', String(deliveryId));
    assert.match(resent.stdout, /once "serve" or "worker" runs.* callback list --job/);
    const busy = await platen('redeliver', '--delivery', String(deliveryId));
    assert.equal(busy.code, 1);
    assert.match(busy.stderr, /is in progress: its next attempt is due 20/);
    await fleet.work();
    assert.equal((await accepting.next()).verified, true);
    await waitUntil(async () => (await list(jobId))['status'] === 'DELIVERED');
  });

  test('reports jobs without a callback, and unknown ids', async () => {
    const jobId = await submit();
    const none = await platen('list', '--job', jobId);
    assert.deepEqual([none.code, none.stdout], [0, 'The job asked for no callback.\n']);
    for (const words of [
      ['list', '--job', randomUUID()],
      ['redeliver', '--delivery', randomUUID()],
      ['listen', '--port', '0', '--workspace', randomUUID()],
    ]) {
      const { code, stdout, stderr } = await platen(...words);
      assert.deepEqual([code, stdout], [1, ''], words.join(' '));
      assert.match(stderr, /^platen: There is no .*\n$/);
    }
  });

  test('a paused endpoint is listed, and resumed once', async () => {
    const { workspaceId } = tenant;
    await queryRows(
      database.db,
      `insert into callback_endpoints (workspace_id, url, last_error, paused_at, probe_at)
       values (:workspaceId, 'https://hooks.example/in', 'The receiver answered 500.', now(), now())`,
      { workspaceId },
    );
    const shown = await runCommand(['workspace', 'show', '--workspace', workspaceId, '--json'], {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
    });
    const { pausedEndpoints } = JSON.parse(shown.stdout) as { pausedEndpoints: Record<string, unknown>[] };
    assert.deepEqual(
      pausedEndpoints.map(({ url, lastError }) => [url, lastError]),
      [['https://hooks.example/in', 'The receiver answered 500.']],
    );
    const words = ['resume', '--workspace', workspaceId, '--url', 'https://hooks.example/in?token=1'];
    const resumed = JSON.parse((await platen(...words, '--json')).stdout) as Record<string, unknown>;
    assert.deepEqual(resumed, {
      url: 'https://hooks.example/in',
      pausedAt: pausedEndpoints[0]?.['pausedAt'],
      redelivered: 0,
    });
    const again = await platen(...words);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /to https:\/\/hooks\.example\/in are not paused\.\n$/);
  });
});
