import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesAny, selectRange } from './byte-range.ts';

const validators = { etag: '"a"', lastModified: new Date('2026-03-02T09:30:02Z') };
const select = (range: string | undefined, ifRange?: string) =>
  selectRange({ range, ifRange }, 100, validators);

test('selects one range', () => {
  assert.deepEqual(select('bytes=0-0'), { start: 0, end: 0 });
  assert.deepEqual(select('bytes=10-19'), { start: 10, end: 19 });
  assert.deepEqual(select('bytes=90-'), { start: 90, end: 99 });
  assert.deepEqual(select('bytes=90-1000'), { start: 90, end: 99 });
  assert.deepEqual(select('bytes=-10'), { start: 90, end: 99 });
  assert.deepEqual(select('bytes=-1000'), { start: 0, end: 99 });
  assert.deepEqual(select('Bytes= 1-2 '), { start: 1, end: 2 });
});

test('reports a range after the end as unsatisfiable', () => {
  for (const range of ['bytes=100-', 'bytes=100-200', 'bytes=-0', `bytes=${'9'.repeat(400)}-`]) {
    assert.equal(select(range), 'unsatisfiable', range);
  }
});

test('selects the whole file unless there is exactly one valid range', () => {
  const others = [
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'bytes=1',
    'bytes=1-2,4-5',
    'rows=1-2',
  ];
  for (const range of [...others, 'bytes=1-2x', 'bytes=0x1-2', 'bytes=--1', 'bytes=1.5-2', 'bytes=2-1']) {
    assert.equal(select(range), null, range);
  }
});

test('respects If-Range', () => {
  assert.deepEqual(select('bytes=1-2', '"a"'), { start: 1, end: 2 });
  assert.deepEqual(select('bytes=1-2', 'Mon, 02 Mar 2026 09:30:02 GMT'), { start: 1, end: 2 });
  for (const other of [
    '"b"',
    'W/"a"',
    'a',
    'Mon, 02 Mar 2026 09:30:03 GMT',
    'Mon, 02 Mar 2026 09:30:01 GMT',
    '',
  ]) {
    assert.equal(select('bytes=1-2', other), null, other);
  }
  assert.equal(select('bytes=100-', '"b"'), null);
});

test('compares entity tags weakly', () => {
  for (const same of ['"a"', 'W/"a"', '*', ' * ', '"b", "a"', '"b",W/"a"', '"x,y", "a"']) {
    assert.equal(matchesAny(same, '"a"'), true, same);
  }
  for (const other of [undefined, '', 'a', '"b"', '"A"', '"aa"', '"b", W/"c"', '"*"', 'no"a']) {
    assert.equal(matchesAny(other, '"a"'), false, other);
  }
});
