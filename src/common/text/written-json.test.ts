import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeOnce } from './written-json.ts';

test('an object is written once, with its depth', (context) => {
  const stringify = context.mock.method(JSON, 'stringify');
  const document = { a: [{ b: 1 }] };
  assert.equal(writeOnce(document).text, '{"a":[{"b":1}]}');
  assert.equal(writeOnce(document), writeOnce(document));
  assert.equal(writeOnce(document).depth, 3);
  assert.equal(stringify.mock.callCount(), 1);
});
