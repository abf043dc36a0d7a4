import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { signCallback } from '../../../src/domain/callbacks/signature.ts';
import { queryRow } from '../../../src/store/database.ts';
import { waitUntil } from '../../../test/helpers/wait-until.ts';
import { createAuthority, startReceiver, trust, type Receiver } from '../../../test/helpers/receiver.ts';
import { verifyCallback } from '../src/index.ts';
import { observedClient, startScene, type Scene } from './service.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const deliveryId = '1f0e9d8c-7b6a-4958-8473-625140312233';
const body = Buffer.from(JSON.stringify({ deliveryId, jobId: deliveryId, status: 'COMPLETED', name: 'Zoë' }));
const signedAt = new Date('2026-03-02T09:31:00.000Z');
const now = signedAt.getTime() + 500;
const signed = signCallback({ secrets: [secret], deliveryId, body }, { signedAt });
const service = { 'X-Service-Signature': signed['x-service-signature'] };
const { 'x-service-signature': _, ...standard } = signed;

const getReason = async (...given: Parameters<typeof verifyCallback>): Promise<string | null> => {
  const verdict = await verifyCallback(...given);
  return verdict.genuine ? null : verdict.reason;
};

describe('a delivery signed by the service', () => {
  for (const [name, headers] of Object.entries({ service, standard, both: signed })) {
    test(`${name}: is genuine, with its body`, async () => {
      const verdict = await verifyCallback(body, headers, secret, { now });
      assert.ok(verdict.genuine);
      assert.deepEqual(verdict.completion, JSON.parse(body.toString()));
    });

    test(`${name}: is genuine for both secrets of a rotation`, async () => {
      const newSecret = `whsec_${randomBytes(32).toString('base64')}`;
      const rotated = signCallback({ secrets: [newSecret, secret], deliveryId, body }, { signedAt });
      const given = Object.fromEntries(
        Object.keys(headers).map((key) => [key, rotated[key.toLowerCase() as keyof typeof rotated]]),
      );
      for (const each of [newSecret, secret]) assert.equal(await getReason(body, given, each, { now }), null);
      const other = `whsec_${randomBytes(32).toString('base64')}`;
      assert.equal(await getReason(body, given, other, { now }), 'mismatch');
    });

    test(`${name}: accepts headers and bodies in every form`, async () => {
      for (const form of [
        new Headers(headers),
        Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toUpperCase(), value])),
        Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, [value]])),
      ]) {
        for (const bytes of [body, body.toString(), new Uint8Array(body).buffer]) {
          assert.equal(await getReason(bytes, form, secret, { now }), null);
        }
      }
    });

    test(`${name}: refuses other bytes and another secret`, async () => {
      const other = `whsec_${randomBytes(32).toString('base64')}`;
      assert.equal(await getReason(body, headers, other, { now }), 'mismatch');
      assert.equal(await getReason(`${body.toString()} `, headers, secret, { now }), 'mismatch');
      assert.equal(await getReason('', headers, secret, { now }), 'mismatch');
    });

    test(`${name}: accepts 300 seconds of difference in both directions, not more`, async () => {
      const at = (seconds: number): { now: number } => ({ now: signedAt.getTime() + seconds * 1000 });
      for (const seconds of [-300, 0, 300]) {
        assert.equal(await getReason(body, headers, secret, at(seconds)), null, String(seconds));
      }
      for (const seconds of [-301, 301]) {
        assert.equal(await getReason(body, headers, secret, at(seconds)), 'stale', String(seconds));
      }
      assert.equal(await getReason(body, headers, secret, { ...at(301), tolerance: 400 }), null);
      assert.equal(await getReason(body, headers, secret), 'stale');
    });
  }

  test('one matching signature is enough, at any position', async () => {
    const [time = '', right = ''] = service['X-Service-Signature'].split(',');
    const wrong = `v1=${'0'.repeat(64)}`;
    for (const value of [
      `${time},${wrong},${right}`,
      `${time}, ${right}, ${wrong}`,
      `${wrong},${right},${time}`,
      `${time},v2=abc,${right},v1=zz`,
    ]) {
      assert.equal(await getReason(body, { 'x-service-signature': value }, secret, { now }), null, value);
    }
    const mac = standard['webhook-signature'];
    const wrongMac = `v1,${Buffer.alloc(32).toString('base64')}`;
    for (const value of [`${wrongMac} ${mac}`, `${mac} ${wrongMac}`, `v1a,xyz ${mac} v1,!`]) {
      assert.equal(await getReason(body, { ...standard, 'webhook-signature': value }, secret, { now }), null);
    }
  });

  test('the signature covers the time and the id', async () => {
    const later = service['X-Service-Signature'].replace(/t=\d+/, `t=${Math.floor(now / 1000) + 100}`);
    assert.equal(await getReason(body, { 'x-service-signature': later }, secret, { now }), 'mismatch');
    assert.equal(
      await getReason(body, { ...standard, 'webhook-id': 'another' }, secret, { now }),
      'mismatch',
    );
    const timestamp = String(Number(standard['webhook-timestamp']) + 1);
    assert.equal(
      await getReason(body, { ...standard, 'webhook-timestamp': timestamp }, secret, { now }),
      'mismatch',
    );
  });
});

test('refuses deliveries without a signature in a known form', async () => {
  for (const headers of [
    {},
    { 'x-service-signature': '' },
    { 'x-service-signature': 't=1772443860' },
    { 'x-service-signature': service['X-Service-Signature'].replace('v1=', 'v2=') },
    { 'x-service-signature': service['X-Service-Signature'].replace(/t=\d+/, 't=soon') },
    { 'x-service-signature': 't=1772443860,v1=abc' },
    { 'webhook-signature': standard['webhook-signature'] },
    { ...standard, 'webhook-signature': 'v1,' },
  ]) {
    assert.equal(await getReason(body, headers, secret, { now }), 'unsigned', JSON.stringify(headers));
  }
});

test('wrong arguments throw', async () => {
  const parsed = JSON.parse(body.toString()) as Uint8Array;
  await assert.rejects(verifyCallback(parsed, signed, secret), /already parsed/);
  await assert.rejects(verifyCallback(body, signed, ''), /must start with whsec_/);
  const text = Buffer.from('not JSON');
  const headers = signCallback({ secrets: [secret], deliveryId, body: text }, { signedAt });
  assert.equal(await getReason(text, headers, secret, { now }), 'unreadable');
});

describe('a real delivery', () => {
  let scene: Scene;
  let receiver: Receiver;
  before(async () => {
    const authority = await createAuthority();
    trust(authority);
    scene = await startScene();
    receiver = await startReceiver(await authority.issue({ ip: '127.0.0.1' }), (response) => {
      response.writeHead(204).end();
    });
  });
  after(async () => {
    receiver.close();
    await scene.close();
  });

  test('describes the job that the client waited for', async () => {
    const tenant = await scene.tenant();
    const client = observedClient(scene.service.url, tenant);
    const { jobId } = await client.submitBatch({
      template: { templateId: tenant.templateId },
      rows: [{}, {}],
      callbackUrl: `https://127.0.0.1:${receiver.port}/`,
    });
    const { completedAt } = await client.waitForBatch(jobId);
    await waitUntil(() => receiver.received.length > 0);
    const [received] = receiver.received;
    assert.ok(received !== undefined);
    const { callbackSecret } = await queryRow<{ callbackSecret: string }>(
      scene.service.db,
      'select callback_secret as "callbackSecret" from workspaces where id = :workspaceId',
      { workspaceId: tenant.workspaceId },
    );
    const verdict = await verifyCallback(received.body, received.headers, callbackSecret);
    assert.ok(verdict.genuine);
    const { deliveryId: id, ...completion } = verdict.completion;
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(completion, {
      jobId,
      status: 'COMPLETED',
      totalItems: 2,
      completedItems: 2,
      failedItems: 0,
      completedAt,
    });
  });
});
