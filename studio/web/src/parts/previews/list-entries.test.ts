import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEntries, readEntries, writeEntries } from './list-entries.ts';

const fields = [{ name: 'id' }, { name: 'name' }, { name: 'price' }];

test('describes a list by its count and its first entries', () => {
  const list = (...names: readonly string[]) => JSON.stringify(names.map((name) => ({ id: '', name })));
  assert.equal(describeEntries('', fields), '');
  assert.equal(describeEntries(list('Tea'), fields), '1 entry: Tea');
  assert.equal(describeEntries(list('Tea', 'Cup', 'Mug', 'Pot'), fields), '4 entries: Tea, Cup, Mug …');
  assert.equal(describeEntries('[{}]', fields), '1 entry');
});

test('what a table of the fields cannot hold stays as it is', () => {
  const entries = ['[["Tea"]]', '[[]]', '[{"name":"Tea","nam":"Cup"}]', '[{"price":4}]', '[null]'];
  for (const value of ['Tea', '{"name":"Tea"}', '["Tea"]', ...entries])
    assert.equal(describeEntries(value, fields), null, value);
});

test('lists in lists are kept, and described as far as a table can hold them', () => {
  const orders = [{ name: 'id' }, { name: 'items', fields }];
  const value = '[{"items":[{"name":"Tea"}],"id":"A"},{"items":"[{\\"name\\":\\"Cup\\"}]"}]';
  assert.equal(writeEntries(readEntries(value)), value);
  assert.equal(describeEntries(value, orders), '2 entries: A …');
  assert.equal(describeEntries('[{"items":[{"nam":"Tea"}]}]', orders), null);
  assert.equal(describeEntries('[{"items":"Tea"}]', orders), null);
  assert.equal(describeEntries('[{"id":[]}]', orders), null);
});
