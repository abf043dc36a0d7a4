import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCallbackUrlCheck } from './check-callback-url.ts';

/** Resolves a few names. */
const names: Record<string, readonly string[]> = {
  'hooks.example': ['93.184.216.34', '2606:2800:220:1::1'],
  'inside.example': ['10.1.2.3'],
  'both.example': ['93.184.216.34', '127.0.0.1'],
  'nobody.example': [],
};
const resolve = (name: string): Promise<readonly string[]> => {
  const known = names[name];
  if (name === 'silent.example') return new Promise(() => undefined);
  return known === undefined
    ? Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }))
    : Promise.resolve(known);
};
const check = createCallbackUrlCheck({ allow: [], resolve, timeoutMs: 50 });

for (const url of [
  'https://hooks.example/platen?token=1',
  'https://hooks.example:8443/',
  'https://hooks.example/@me?mail=a@b.example',
  'https://93.184.216.34/',
]) {
  test(`accepted: ${url}`, async () => assert.equal(await check(url), true));
}

for (const url of [
  'http://hooks.example/',
  'ftp://hooks.example/',
  'https://user@hooks.example/',
  'https://user:secret@hooks.example/',
  'https://@hooks.example/',
  ' https://hooks.example/',
  'https://hooks.exa\tmple/',
  'https://inside.example/',
  'https://both.example/',
  'https://nobody.example/',
  'https://unknown.example/',
  'https://silent.example/',
  'https://127.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://169.254.169.254/',
  'https://100.64.0.1/',
  'https://224.0.0.1/',
  'https://0x7f000001/',
  '//hooks.example/',
  'hooks.example',
  '',
]) {
  test(`refused: ${url}`, async () => assert.equal(await check(url), false));
}

test('blocks that the configuration permits are accepted', async () => {
  const local = createCallbackUrlCheck({ allow: ['127.0.0.0/8'], resolve });
  assert.equal(await local('https://127.0.0.1:9000/'), true);
  assert.equal(await local('https://10.0.0.1/'), false);
});

test('a bug in the resolver is an error, not a refusal', async () => {
  const broken = createCallbackUrlCheck({
    allow: [],
    resolve: () => {
      throw new TypeError('broken');
    },
  });
  await assert.rejects(broken('https://hooks.example/'), TypeError);
});
