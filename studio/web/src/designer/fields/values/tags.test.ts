import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTags, readTags } from './tags.ts';

test('features are typed with or without a number', () => {
  assert.deepEqual(readTags('tnum, liga 0,"ss01" on', true), { tnum: 1, liga: 0, ss01: 1 });
  assert.equal(formatTags({ tnum: true, liga: 0, salt: 3 }, true), 'tnum, liga 0, salt 3');
  for (const text of ['tnumm', 'tnum 1.5', 'tnum -1', 'tnum liga', ','])
    assert.equal(readTags(text, true), null);
});

test('axes need a number', () => {
  assert.deepEqual(readTags('wdth 85, slnt=-7.5', false), { wdth: 85, slnt: -7.5 });
  assert.equal(formatTags({ wdth: 85, wght: 1 }, false), 'wdth 85, wght 1');
  assert.equal(readTags('wdth', false), null);
  assert.equal(formatTags(undefined, false), '');
});
