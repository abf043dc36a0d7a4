import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { findName } from './find-name.ts';

test('findName finds the only name that differs in case, blanks, underscores and hyphens', () => {
  assert.equal(findName('First name', ['last_name', 'first_name']), 'first_name');
  assert.equal(findName('FIRST-NAME', ['firstName', 'name']), 'firstName');
  assert.equal(findName('größe', ['Gro\u0308ße']), 'Gro\u0308ße');
  assert.equal(findName('a_b', ['a b', 'a-b', 'a_b']), 'a_b');
  assert.equal(findName('ab', ['a b', 'a-b']), null);
  assert.equal(findName('name', ['Name', 'n_ame']), 'Name');
  assert.equal(findName('_', ['-', 'x']), null);
});
