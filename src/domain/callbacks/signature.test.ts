import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { signCallback, verifyCallback, type ReceivedCallback } from './signature.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`;
const deliveryId = '1f0e9d8c-7b6a-4958-8473-625140312233';
const body = Buffer.from('{"deliveryId":"1f0e9d8c-7b6a-4958-8473-625140312233","note":"Žofie"}');
const signedAt = new Date('2026-03-02T09:31:00.999Z');
const seconds = 1772443860;
const headers = signCallback({ secrets: [secret], deliveryId, body }, { signedAt });

const verify = (changes: Partial<ReceivedCallback['headers']>, now = signedAt, bytes = body) =>
  verifyCallback({ headers: { ...headers, ...changes }, body: bytes }, { secret, now });
const later = (ms: number): Date => new Date(signedAt.getTime() + ms);

test('the two schemes key the same secret differently', () => {
  const hex = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
  const base64 = createHmac('sha256', 'a secret of thirty-two bytes, ok')
    .update(`${deliveryId}.${seconds}.`)
    .update(body)
    .digest('base64');
  assert.deepEqual(headers, {
    'x-service-signature': `t=${seconds},v1=${hex}`,
    'webhook-id': deliveryId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${base64}`,
  });
  assert.deepEqual(
    signCallback({ secrets: [secret], deliveryId, body: body.toString() }, { signedAt }),
    headers,
  );
});

test('two secrets sign once each in both schemes, the new one first', () => {
  const newSecret = `whsec_${Buffer.from('another secret, of 32 bytes also').toString('base64')}`;
  const both = signCallback({ secrets: [newSecret, secret], deliveryId, body }, { signedAt });
  const alone = signCallback({ secrets: [newSecret], deliveryId, body }, { signedAt });
  const [, ownOld = ''] = headers['x-service-signature'].split(',');
  assert.deepEqual(both, {
    ...headers,
    'x-service-signature': `${alone['x-service-signature']},${ownOld}`,
    'webhook-signature': `${alone['webhook-signature']} ${headers['webhook-signature']}`,
  });
  for (const each of [newSecret, secret]) {
    const verdict = verifyCallback({ headers: both, body }, { secret: each, now: signedAt });
    assert.deepEqual(verdict, { service: null, standardWebhooks: null });
  }
});

describe('accepted', () => {
  const accepted = { service: null, standardWebhooks: null };
  const [, hex = ''] = headers['x-service-signature'].split('v1=');

  test('the signed request, up to five minutes early or late', () => {
    for (const ms of [0, 299_000, -299_000]) assert.deepEqual(verify({}, later(ms)), accepted);
  });

  test('one matching signature among several; unknown schemes are ignored', () => {
    const several = {
      'x-service-signature': `t=${seconds},v2=00,v1=${'0'.repeat(64)},v1=${hex}`,
      'webhook-signature': `v1a,AAAA v1,AAAA ${headers['webhook-signature']}`,
    };
    assert.deepEqual(verify(several), accepted);
  });
});

describe('refused', () => {
  test('a signature that is too old or in the future', () => {
    for (const [ms, why] of [
      [302_000, /old/],
      [-302_000, /ahead/],
    ] as const) {
      const { service, standardWebhooks } = verify({}, later(ms));
      assert.match(service ?? '', why);
      assert.match(standardWebhooks ?? '', why);
    }
  });

  test('a different byte, id, time or secret', () => {
    const changed = Buffer.from(body);
    changed[changed.length - 1] = 0x20;
    for (const verdict of [
      verify({}, signedAt, changed),
      verify({}, signedAt, Buffer.concat([body, Buffer.from('\n')])),
      verifyCallback({ headers, body }, { secret: `${secret.slice(0, -2)}A=`, now: signedAt }),
      verify({
        'x-service-signature': headers['x-service-signature'].replace(`t=${seconds}`, `t=${seconds + 1}`),
        'webhook-timestamp': String(seconds + 1),
      }),
    ]) {
      assert.match(verdict.service ?? '', /no v1 .* matches/);
      assert.match(verdict.standardWebhooks ?? '', /no v1 .* matches/);
    }
    const other = verify({ 'webhook-id': 'another' });
    assert.deepEqual([other.service, other.standardWebhooks !== null], [null, true]);
  });

  for (const [name, value, why] of [
    ['x-service-signature', undefined, /no X-Service-Signature header/],
    ['x-service-signature', '', /not a Unix time/],
    ['x-service-signature', 'v1=00', /not a Unix time/],
    ['x-service-signature', 't=1e9,v1=00', /not a Unix time/],
    ['x-service-signature', `t=${seconds}`, /holds no v1/],
    ['x-service-signature', `t=${seconds},v1=`, /matches/],
    ['x-service-signature', `t=${seconds},v0=00`, /holds no v1/],
  ] as const) {
    test(`${name}: ${value}`, () => assert.match(verify({ [name]: value }).service ?? '', why));
  }

  for (const [name, value, why] of [
    ['webhook-id', undefined, /no webhook-id/],
    ['webhook-timestamp', undefined, /no webhook-timestamp/],
    ['webhook-timestamp', 'now', /not a Unix time/],
    ['webhook-signature', undefined, /no webhook-signature/],
    ['webhook-signature', 'v2,AAAA', /holds no v1/],
    ['webhook-signature', 'v1,', /matches/],
  ] as const) {
    test(`${name}: ${value}`, () => assert.match(verify({ [name]: value }).standardWebhooks ?? '', why));
  }
});
