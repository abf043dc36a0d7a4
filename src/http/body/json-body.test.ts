import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../domain/problems/problem.ts';
import { parseJsonObject } from './json-body.ts';

function refusal(text: string, maxMembers?: number): Problem {
  try {
    parseJsonObject(text, { maxMembers });
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  return assert.fail(`was accepted: ${text.slice(0, 80)}`);
}

test('returns the object unchanged', () => {
  assert.deepEqual(parseJsonObject('{"a":{"b":["c",1,-2.5]},"d":"\\u00e9\\ud83d\\ude00"}'), {
    a: { b: ['c', 1, -2.5] },
    d: 'é😀',
  });
});

test('ignores a byte order mark, which some editors and programs write first', () => {
  assert.deepEqual(parseJsonObject('\uFEFF{"a":"\uFEFFb"}'), { a: '\uFEFFb' });
});

test('refuses anything but a JSON object', () => {
  for (const text of [
    '',
    '{',
    '{"a":1,}',
    "{'a':1}",
    '\uFEFF',
    '\uFEFF\uFEFF{}',
    'null',
    '[]',
    '1',
    '"{}"',
    'true',
  ]) {
    assert.equal(refusal(text).status, 400, text);
  }
});

test('refuses text that the database cannot store and names its place', () => {
  assert.match(refusal('{"variables":{"title":"a\\u0000b"}}').detail, /^\/variables\/title: .*U\+0000/);
  assert.match(refusal('{"rows":[{},{"a/b":"\\ud800"}]}').detail, /^\/rows\/1\/a~1b: .*surrogate/);
  assert.match(refusal('{"rows":[{"\\udfff":"x"}]}').detail, /^\/rows\/0\/\uFFFD: .*surrogate/);
});

test('refuses the key __proto__ in every spelling', () => {
  assert.match(refusal('{"variables":{"__proto__":{"a":"b"}}}').detail, /^\/variables\/__proto__: /);
  assert.match(refusal('{"\\u005f_proto__":{}}').detail, /^\/__proto__: /);
});

test('an integer with an exponent does not become a number', () => {
  for (const written of ['1e2', '1E2', '2.0e0', '1e20', '-1.0e1']) {
    const { scale } = parseJsonObject(`{"scale": ${written}, "text": ": 1e2"}`);
    assert.ok(Number.isNaN(scale), written);
  }
  assert.deepEqual(parseJsonObject('{"a": 1.5, "b": 3.0, "c": [2e-1]}'), { a: 1.5, b: 3, c: [0.2] });
});

test('refuses slow input before parsing it', () => {
  const million = 1_000_000;
  for (const inner of ['', '1e0', '"\\u0000"']) {
    const text = `{"a":${'['.repeat(million)}${inner}${']'.repeat(million)}}`;
    assert.match(refusal(text).detail, /nested more than/);
  }
  assert.match(refusal(`{"a":[${'1e0,'.repeat(million)}1]}`).detail, /number with an exponent/);
  assert.match(refusal(`{"a":[${'1,'.repeat(million)}1]}`, 10_000).detail, /more than 10000 values/);
  assert.equal(
    (parseJsonObject(`{"a":[${'1,'.repeat(9_999)}1]}`, { maxMembers: 10_000 })['a'] as unknown[]).length,
    10_000,
  );
});

test('treats brackets, commas and points in strings as text', () => {
  const text = '[[[[ {{{{ : 1.5, 2e7, \\" \\\\'.repeat(20);
  assert.deepEqual(parseJsonObject(JSON.stringify({ text }), { maxMembers: 1 }), { text });
});

test('a document may be nested deeper, and have exponents', () => {
  const text = `{"a":${'['.repeat(39)}1e2${']'.repeat(39)}, "b": 1e-7}`;
  assert.throws(() => parseJsonObject(text), /nested more than 32 deep/);
  const limits = { maxDepth: 40, acceptsExponents: true };
  const { a, b } = parseJsonObject(text, limits);
  assert.deepEqual([(a as unknown[]).flat(39), b], [[100], 1e-7]);
  assert.throws(() => parseJsonObject(`{"c":${text}}`, limits), /nested more than 40 deep/);
});
