import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findVariables } from '../../studio/web/src/parts/previews/find-variables.ts';

const document = {
  name: '{{name}}',
  elements: [
    { id: 'title', text: 'Dear {{ first }} {{last}}, \\{{not}}', fill: { stops: [{ color: '{{tint}}' }] } },
    { id: 'group', visible: '{{isShown}}', elements: [{ id: 'inner', runs: [{ text: '{{first}}' }] }] },
  ],
};

test('the variables of an element are found in every key, and in its groups', () => {
  const find = (id: string) => [...findVariables(document, id)].sort();
  assert.deepEqual(find('title'), ['first', 'last', 'tint']);
  assert.deepEqual(find('inner'), ['first']);
  assert.deepEqual(find('group'), ['first', 'isShown']);
  assert.deepEqual(find('nobody'), []);
});

test('a document that is not valid has no variables', () => {
  for (const broken of [null, undefined, 'x', { elements: 'all' }, { elements: [null, 3, { id: 1 }] }])
    assert.equal(findVariables(broken, 'title').size, 0);
});
