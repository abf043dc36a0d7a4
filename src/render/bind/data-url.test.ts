import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeDataUrl } from './data-url.ts';

test('decodes base64 of every length', () => {
  for (const text of ['a', 'ab', 'abc', 'abcd']) {
    const base64 = Buffer.from(text).toString('base64');
    assert.deepEqual(decodeDataUrl(`data:image/png;base64,${base64}`), Buffer.from(text));
    assert.deepEqual(decodeDataUrl(`DATA:image/JPG;Base64,${base64}`), Buffer.from(text));
  }
});

test('refuses what Buffer would skip or take for something else', () => {
  for (const data of [
    '',
    'A',
    'AAA',
    'AA=',
    'A===',
    'AA==AAAA',
    'AAA A',
    'AAAA\n',
    'AA-_',
    'AAA\u017f',
    'AAA\u212a',
    'AA%3D',
  ]) {
    assert.equal(decodeDataUrl(`data:image/png;base64,${data}`), null, data);
  }
  for (const prefix of [
    'data:image/png,',
    'data:image/svg+xml;base64,',
    'data:text/plain;base64,',
    ' data:',
  ]) {
    assert.equal(decodeDataUrl(`${prefix}AAAA`), null, prefix);
  }
});
