import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ElementNames } from './element-names.ts';

test('an id has no placeholders, and the name of its element keeps them', () => {
  const names = new ElementNames();
  assert.equal(names.idFor('Dear {{ name }},', 'text'), 'Dear { name },');
  assert.equal(names.idFor('Dear {{{ name }}},', 'text'), 'Dear { name }, 2');
  assert.equal(names.all.get('Dear { name },'), 'Dear {{ name }},');
});
