import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { signCallback, signStandardWebhook } from '../../../src/domain/callbacks/signature.ts';
import { verifyWebhook } from '../src/index.ts';

const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
const secret = makeSecret();
const id = '9a3c1f52-6b0d-4d7a-8e45-3c2b1a09f8e7';
const event = { type: 'quota.reached', timestamp: '2026-03-22T17:02:40.871Z', data: { limit: 3, used: 3 } };
const body = JSON.stringify(event);
const signedAt = new Date('2026-03-22T17:02:41.000Z');
const now = signedAt.getTime() + 500;

test('an event is genuine for both secrets of a rotation, with its id', async () => {
  const newSecret = makeSecret();
  const headers = signStandardWebhook({ secrets: [newSecret, secret], id, body }, { signedAt });
  for (const each of [newSecret, secret]) {
    const verdict = await verifyWebhook(Buffer.from(body), new Headers(headers), each, { now });
    assert.deepEqual(verdict, { genuine: true, id, event });
  }
});

test('other bytes, another secret, another id and an old signature are refused', async () => {
  const headers = signStandardWebhook({ secrets: [secret], id, body }, { signedAt });
  const getReason = async (...given: Parameters<typeof verifyWebhook>): Promise<string | null> => {
    const verdict = await verifyWebhook(...given);
    return verdict.genuine ? null : verdict.reason;
  };
  assert.equal(await getReason(`${body} `, headers, secret, { now }), 'mismatch');
  assert.equal(await getReason(body, headers, makeSecret(), { now }), 'mismatch');
  assert.equal(await getReason(body, { ...headers, 'webhook-id': 'other' }, secret, { now }), 'mismatch');
  assert.equal(await getReason(body, headers, secret, { now: now + 301_000 }), 'stale');
  assert.equal(await getReason(body, {}, secret, { now }), 'unsigned');
});

test("the callbacks' own header is no signature of a webhook", async () => {
  const { 'x-service-signature': own } = signCallback(
    { secrets: [secret], deliveryId: id, body },
    { signedAt },
  );
  const verdict = await verifyWebhook(body, { 'x-service-signature': own }, secret, { now });
  assert.deepEqual(verdict, { genuine: false, reason: 'unsigned' });
});
