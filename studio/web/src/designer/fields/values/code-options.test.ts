import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatOptions, readOptions } from './code-options.ts';

test('options of barcodes are typed with their names', () => {
  const typed = { 'columns 5, eclevel 2': { columns: 5, eclevel: 2 }, includecheck: { includecheck: true } };
  for (const [text, options] of Object.entries(typed)) {
    assert.deepEqual(readOptions(text), options);
    assert.equal(formatOptions(options), text);
  }
  assert.deepEqual(readOptions('eclevel = Q, version:S-10, hidestars off'), {
    eclevel: 'Q',
    version: 'S-10',
    hidestars: false,
  });
  assert.deepEqual(readOptions(''), {});
  assert.equal(formatOptions({ hidestars: false }), 'hidestars off');
  assert.equal(formatOptions(undefined), '');
  for (const text of ['columns 5 6', '5', 'a, , b']) assert.equal(readOptions(text), null, text);
});
