import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSchema } from './template-check-schema.ts';

const documentOf = (elements: number) => ({
  schemaVersion: 1,
  name: 'A',
  viewport: { width: 10, height: 10 },
  elements: Array.from({ length: elements }, () => ({})),
});

test('of a document that is large beyond measure the first problem is told, not each of a million', () => {
  assert.equal(checkSchema(documentOf(1_000)).length, 1_000);
  assert.deepEqual(checkSchema(documentOf(1_000_000)), checkSchema(documentOf(1)));
});
