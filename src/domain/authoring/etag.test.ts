import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../problems/problem.ts';
import { parseIfMatch } from './etag.ts';

test('reads the entity tags of RFC 9110, and leaves out weak ones', () => {
  for (const [value, expected] of [
    ['"3"', ['"3"']],
    [' "v3" ', ['"v3"']],
    ['"3", W/"4" ,"v5"', ['"3"', '"v5"']],
    [', "3",, "4",', ['"3"', '"4"']],
    ['W/"3"', []],
    ['""', ['""']],
    ['"a,b", "*"', ['"a,b"', '"*"']],
    ['*', '*'],
  ] as const)
    assert.deepEqual(parseIfMatch(value), expected, value);
});

test('refuses a text that is not an entity tag', () => {
  for (const value of ['', '3', "'3'", '"3', '3"', '"3" "4"', 'w/"3"', '*, "3"', '"3", *', '"a b"'])
    assert.throws(() => parseIfMatch(value), Problem, value);
});

test('is read in linear time', () => {
  const before = process.cpuUsage();
  assert.throws(() => parseIfMatch(`${',"a" '.repeat(20_000)}x`), Problem);
  assert.throws(() => parseIfMatch(`${', '.repeat(50_000)}x`), Problem);
  const { user } = process.cpuUsage(before);
  assert.ok(user < 1_000_000, `${user} µs`);
});
