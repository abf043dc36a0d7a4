import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEntries } from './list-entries.ts';

test('a list is told in short: how many entries, and the first ones', () => {
  const list = (...names: readonly string[]) => JSON.stringify(names.map((name) => ({ id: '', name })));
  assert.equal(describeEntries(''), '');
  assert.equal(describeEntries(list('Tea')), '1 entry: Tea');
  assert.equal(describeEntries(list('Tea', 'Cup', 'Mug', 'Pot')), '4 entries: Tea, Cup, Mug …');
  assert.equal(describeEntries('[{}]'), '1 entry');
});

test('what a table of texts cannot hold stays as it is', () => {
  for (const value of ['Tea', '{"name":"Tea"}', '["Tea"]', '[{"price":4}]', '[null]'])
    assert.equal(describeEntries(value), null, value);
});
