/**
 * Real nginx and Caddy with the files of `deploy/`, in front of two processes of the service: what a proxy
 * can break works through them. `npm run test:proxies`.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { Agent, request } from 'undici';
import { WebSocket } from 'ws';
import { maxFileBytes } from '../../src/http/studio/studio-api.ts';
import { queryRows } from '../../src/store/database.ts';
import { goodDocument } from '../helpers/authoring.ts';
import { complete, plainBatch, submitJob } from '../helpers/batch.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { findFreePort } from '../helpers/free-port.ts';
import { addTemplate, startTestService, type TestService } from '../helpers/http.ts';
import { startImageOrigin, type ImageOrigin } from '../helpers/image-origin.ts';
import { createCredentials } from '../helpers/studio-accounts.ts';
import { createUser, type StudioUser } from '../helpers/studio.ts';
import { startProxy, type Proxy, type ProxyName } from './proxy.ts';

/** Longer than the 60 s that nginx waits by default. */
const slowImageMs = 63_000;
/** Clients have another address than the proxies, whose `X-Forwarded-For` counts. */
const clientAddress = '127.0.0.2';

interface Sending {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

for (const name of ['nginx', 'caddy'] satisfies ProxyName[]) {
  describe(`behind ${name}`, { timeout: 600_000 }, () => {
    let database: TestDatabase;
    let proxy: Proxy;
    let services: [TestService, TestService];
    let origin: ImageOrigin;
    let owner: StudioUser;
    let templateId: string;
    let agent: Agent;
    let slowRender: Promise<number>;

    const call = async (method: 'GET' | 'POST' | 'PUT', target: string, sending: Sending = {}) => {
      const answer = await request(proxy.url + target, {
        method,
        dispatcher: agent,
        headersTimeout: 200_000,
        headers: { 'Sec-Fetch-Site': 'same-origin', Origin: proxy.url, ...sending.headers },
        body: sending.body ?? null,
      });
      const bytes = Buffer.from(await answer.body.arrayBuffer());
      return { status: answer.statusCode, headers: answer.headers, bytes };
    };
    const json = (body: unknown, headers: Sending['headers'] = {}): Sending => ({
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const cookie = () => ({ Cookie: `__Host-platen_session=${owner.token}` });

    before(async () => {
      const ports: [number, number] = [await findFreePort(), await findFreePort()];
      proxy = await startProxy(name, ports);
      agent = new Agent({ connect: { ca: proxy.certificate }, localAddress: clientAddress });
      origin = await startImageOrigin();
      database = await createTestDatabase();
      const start = (port: number) => {
        const env = {
          PORT: String(port),
          PUBLIC_URL: proxy.url,
          TRUSTED_PROXIES: '127.0.0.1/32',
          MAX_CONNECTIONS_PER_ADDRESS: 'off',
          OUTBOUND_ALLOW: '127.0.0.0/8',
          IMAGE_TIMEOUT: '2m',
        };
        return startTestService({ env, database });
      };
      services = [await start(ports[0]), await start(ports[1])];
      owner = await createUser(database.db);
      // Caddy asks every second which processes are ready.
      while ((await call('GET', '/readyz')).status !== 200) continue;
      templateId = await addTemplate(database.db, owner, {
        variables: [{ name: 'photo', type: 'image', label: 'Photo' }],
        elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 40, height: 20, src: '{{photo}}' }],
      });
      origin.answer('/slow.png', (response) => {
        setTimeout(() => response.end(origin.image), slowImageMs);
      });
      const variables = { photo: `${origin.url}/slow.png` };
      slowRender = call(
        'POST',
        `/api/v1/templates/${templateId}/generate`,
        json({ variables }, { 'X-Api-Key': owner.apiKey }),
      ).then(({ status }) => status);
      slowRender.catch(() => undefined);
    });
    after(async () => {
      await agent.destroy();
      await Promise.all(services.map((service) => service.close()));
      await database.close();
      origin.close();
      await proxy.close();
    });

    test('a member signs in, and gets a cookie that only this origin has', async () => {
      const { email, password } = await createCredentials(database.db);
      const signedIn = await call('POST', '/studio/api/v1/session', json({ email, password }));
      assert.equal(signedIn.status, 200, signedIn.bytes.toString());
      assert.match(String(signedIn.headers['set-cookie']), /^__Host-platen_session=.*; Secure/);
    });

    test('an attempt to sign in counts for the client, whatever address it claims', async () => {
      await queryRows(database.db, `delete from rate_limits where key like 'sign-in-%'`, {});
      const attempt = { email: 'nobody@example.org', password: 'wrong wrong wrong' };
      const claim = { 'X-Forwarded-For': '203.0.113.7' };
      const { status } = await call('POST', '/studio/api/v1/session', json(attempt, claim));
      assert.equal(status, 401);
      const rows = await queryRows<{ key: string }>(
        database.db,
        `select key from rate_limits where key like 'sign-in-address:%'`,
        {},
      );
      assert.deepEqual(
        rows.map(({ key }) => key),
        [`sign-in-address:${clientAddress}`],
      );
    });

    test('a picture of almost 21 MB is uploaded, and Platen refuses a larger one itself', async () => {
      const side = 2_630;
      const raw = { width: side, height: side, channels: 3 } as const;
      const noise = await sharp(randomBytes(side * side * 3), { raw })
        .png({ compressionLevel: 0 })
        .toBuffer();
      assert.ok(noise.length > 20_500_000 && noise.length <= maxFileBytes, String(noise.length));
      const upload = (body: Uint8Array) =>
        call('PUT', `/studio/api/v1/templates/${templateId}/file?path=photo.png`, {
          headers: { 'Content-Type': 'application/octet-stream', ...cookie() },
          body,
        });
      const taken = await upload(noise);
      assert.ok(taken.status === 200 || taken.status === 201, taken.bytes.toString());
      const refused = await upload(Buffer.alloc(maxFileBytes + 1));
      assert.equal(refused.status, 413);
      assert.match(String(refused.headers['content-type']), /^application\/problem\+json/);
      assert.ok('x-request-id' in refused.headers);
    });

    test('live pictures come through a WebSocket', async () => {
      const socket = new WebSocket(
        `${proxy.url.replace('http', 'ws')}/studio/previews?template=${templateId}`,
        { ca: proxy.certificate, headers: { Origin: proxy.url, ...cookie() } },
      );
      const picture = new Promise<Buffer>((resolve, reject) => {
        socket.on('error', reject);
        socket.on('message', (data: Buffer, isBinary) => {
          if (isBinary) resolve(data);
          else if (data.includes('"problem"')) reject(new Error(data.toString()));
        });
      });
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'document', revision: 1, document: goodDocument }));
      socket.send(JSON.stringify({ type: 'render', id: 1, lane: 'page', revision: 1, values: {} }));
      assert.ok((await picture).includes(Buffer.from('\x89PNG', 'latin1')));
      socket.close();
      await once(socket, 'close');
    });

    test('progress comes at once, as server-sent events', async () => {
      const answer = await request(`${proxy.url}/studio/events`, { dispatcher: agent, headers: cookie() });
      assert.equal(answer.statusCode, 200);
      const plain = await addTemplate(database.db, owner);
      let received = '';
      const seen = (async () => {
        for await (const chunk of answer.body) {
          received += (chunk as Buffer).toString();
          if (received.includes('event: job')) return;
        }
        assert.fail(`the stream ended: ${received}`);
      })();
      const job = await submitJob(services[0], owner, plainBatch(plain));
      await complete(database.db, job);
      await seen;
    });

    test('a render that takes more than a minute is answered', async () => {
      assert.equal(await slowRender, 200);
    });

    if (name === 'nginx') {
      test('nginx refuses what is too large for itself, without a problem of Platen', async () => {
        const { port, host } = new URL(proxy.url);
        const socket = connect({ port: Number(port), host: '127.0.0.1', ca: proxy.certificate });
        socket.write(
          `PUT /studio/api/v1/templates HTTP/1.1\r\nHost: ${host}\r\n` +
            `Content-Length: ${65 * 1024 * 1024}\r\nConnection: close\r\n\r\n`,
        );
        const answer = await text(socket);
        assert.match(answer, /^HTTP\/1\.1 413 /);
        assert.match(answer, /content-type: text\/html/i);
        assert.doesNotMatch(answer, /x-request-id/i);
      });
    }
  });
}
