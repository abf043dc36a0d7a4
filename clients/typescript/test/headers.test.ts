import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  readFileName,
  readLength,
  readQuota,
  readRateLimitWait,
  readRetryAfter,
  readWarnings,
} from '../src/headers.ts';
import { warningDetails } from '../../../handlers/mapping/warning-details.ts';

test('Retry-After is seconds or a date', () => {
  const now = Date.parse('2026-03-02T09:30:00.250Z');
  for (const [text, seconds] of [
    ['0', 0],
    ['7', 7],
    ['Mon, 02 Mar 2026 09:30:05 GMT', 5],
    ['Mon, 02 Mar 2026 09:00:00 GMT', 0],
    ['soon', null],
    ['-1', 0],
    ['', null],
  ] as const) {
    assert.equal(readRetryAfter(new Headers({ 'Retry-After': text }), now), seconds, text);
  }
  assert.equal(readRetryAfter(new Headers()), null);
});

test('RateLimit asks for a wait only when no request is left', () => {
  for (const [text, seconds] of [
    ['"batch-reads";r=0;t=2', 2],
    ['"batch-reads";r=1;t=2', 0],
    ['"batch-reads"; r=0; t=1', 1],
    ['', 0],
    ['unlimited', 0],
  ] as const) {
    assert.equal(readRateLimitWait(new Headers({ RateLimit: text })), seconds, text);
  }
  assert.equal(readRateLimitWait(new Headers()), 0);
});

test('warnings are the codes and elements that the service writes', () => {
  assert.deepEqual(readWarnings(new Headers()), { count: null, named: [] });
  assert.deepEqual(readWarnings(new Headers({ 'X-Render-Warnings': '0' })), { count: 0, named: [] });
  const ids = ['title', 'a "b" \\ c', 'X;element="y", Z', 'gr\u00fc\u00dfe', 'x\r\ny', '%41\u00e9', '写真'];
  const warnings = ids.map((elementId) => ({ code: 'TEXT_OVERFLOW', elementId }));
  const details = warningDetails(warnings.map((warning) => ({ ...warning, detail: '' }))) ?? '';
  const read = (field: string, count: number) =>
    readWarnings(new Headers({ 'X-Render-Warnings': `${count}`, 'X-Render-Warning-Details': field }));
  assert.deepEqual(read(details, ids.length), { count: ids.length, named: warnings });
  assert.deepEqual(read('TEXT_SHRUNK;element="a", more;count=41', 42), {
    count: 42,
    named: [{ code: 'TEXT_SHRUNK', elementId: 'a' }],
  });
  const left = ['name', 'a "b" \\ c', 'Größe'].map((variable) => ({
    code: 'DEFAULT_USED',
    elementId: 'title',
    variable,
  }));
  const leftOut = warningDetails(left.map((warning) => ({ ...warning, detail: '' }))) ?? '';
  assert.deepEqual(read(leftOut, 3), { count: 3, named: left });
});

test('file names are never paths', () => {
  for (const [text, name] of [
    ['attachment; filename="Social card.png"', 'Social card.png'],
    ['attachment; filename=card.png', 'card.png'],
    ['attachment; filename="a \\"b\\".png"', 'a "b".png'],
    [`attachment; filename="Gr__e.png"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.png`, 'Gr\u00fc\u00dfe.png'],
    [`attachment; filename="plain.png"; filename*=UTF-8''%E0%A4%A.png`, 'plain.png'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    [`attachment; filename*=UTF-8''..%2F..%5Cx.png`, 'x.png'],
    ['attachment; filename=".."', null],
    ['attachment', null],
    ['', null],
  ] as const) {
    assert.equal(readFileName(new Headers({ 'Content-Disposition': text })), name, text);
  }
});

test('absent quotas and lengths of compressed bodies are null', () => {
  assert.equal(readLength(new Headers({ 'Content-Length': '12' })), 12);
  assert.equal(readLength(new Headers({ 'Content-Length': '12', 'Content-Encoding': 'gzip' })), null);
  assert.equal(readLength(new Headers()), null);
  const quota = {
    'X-Quota-Limit': '10',
    'X-Quota-Remaining': '0',
    'X-Quota-Reset': '2026-04-01T00:00:00.000Z',
  };
  assert.deepEqual(readQuota(new Headers(quota)), {
    limit: 10,
    remaining: 0,
    resetsAt: '2026-04-01T00:00:00.000Z',
  });
  for (const name of Object.keys(quota)) {
    const headers = new Headers(quota);
    headers.delete(name);
    assert.equal(readQuota(headers), null, name);
  }
});
