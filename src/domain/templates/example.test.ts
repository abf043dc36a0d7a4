import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument } from '../../../generated/template.ts';
import { fitExample, hashExample, readExample } from './example.ts';

const read = (text: string) => readExample(Buffer.from(text));

test('reads strings, and lists as JSON', () => {
  assert.deepEqual(read('{"a": "x", "list": [{"b": "y"}], "__proto__": "z"}'), {
    values: Object.fromEntries([
      ['a', 'x'],
      ['list', '[{"b":"y"}]'],
      ['__proto__', 'z'],
    ]),
  });
});

test('refuses a value that is not an object of strings, and one that cannot be stored', () => {
  const cases: [string, RegExp][] = [
    ['[]', /must be an object/u],
    ['null', /must be an object/u],
    ['{"a": 1}', /"a" must be/u],
    ['{"a": {"b": "c"}}', /"a" must be/u],
    [String.raw`{"a": "\u0000"}`, /"a" must be/u],
    [String.raw`{"a": "\ud800"}`, /"a" must be/u],
    ['{', /is not JSON/u],
    ['['.repeat(300), /nested more than/u],
    [JSON.stringify({ a: 'x'.repeat(1024 * 1024) }), /bytes; at most/u],
    [JSON.stringify(Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [n, '']))), /1001 values/u],
  ];
  for (const [text, expected] of cases) {
    const found = read(text);
    assert.match('problem' in found ? found.problem : '', expected, text.slice(0, 40));
  }
});

test('leaves out values that do not fit the variables, and lists them', async () => {
  const document = {
    variables: [
      { name: 'title', type: 'text', required: true },
      { name: 'count', type: 'number' },
      { name: 'mail', type: 'email' },
    ],
    elements: [],
  } as unknown as TemplateDocument;
  const { values, problems } = await fitExample(
    { document, files: [] },
    { count: '3', mail: 'nobody', toString: 'undeclared' },
  );
  assert.deepEqual(values, { count: '3' });
  assert.deepEqual(
    problems.map((problem) => /mail|toString/u.exec(problem)?.[0]),
    ['mail', 'toString'],
  );
});

test('the hash depends on the values, not on their order', () => {
  assert.equal(hashExample({}), null);
  assert.equal(hashExample({ a: '1', b: '2' }), hashExample({ b: '2', a: '1' }));
  assert.notEqual(hashExample({ a: '1' }), hashExample({ a: '2' }));
});
