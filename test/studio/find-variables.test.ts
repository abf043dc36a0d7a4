import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findVariables } from '../../studio/web/src/parts/previews/find-variables.ts';

const document = {
  name: '{{name}}',
  variables: ['first', 'last', 'tint', 'isShown', 'count'].map((name) => ({ name })),
  elements: [
    { id: 'title', text: 'Dear {{ first }} {{last}}, \\{{not}}', fill: { stops: [{ color: '{{tint}}' }] } },
    { id: 'group', visible: '{{isShown}}', elements: [{ id: 'inner', runs: [{ text: '{{first}}' }] }] },
    { id: 'chart', spec: { data: { name: 'last' }, title: { expr: 'first + 1' }, mark: { type: 'count' } } },
    { id: 'sum', text: '{{ count * 2 }} {{ upper(last) }}' },
  ],
};

test('the variables of an element are found in every key, and in its groups', () => {
  const find = (id: string) => [...findVariables(document, id)].sort();
  assert.deepEqual(find('title'), ['first', 'last', 'tint']);
  assert.deepEqual(find('inner'), ['first']);
  assert.deepEqual(find('group'), ['first', 'isShown']);
  assert.deepEqual(find('sum'), ['count', 'last']);
  assert.deepEqual(find('chart'), ['first', 'last']);
  assert.deepEqual(find('nobody'), []);
});

test('a document that is not valid has no variables', () => {
  for (const broken of [
    null,
    undefined,
    'x',
    { elements: 'all' },
    { elements: [null, 3, { id: 1 }] },
    { elements: [{ id: 'title', text: '{{a}}' }], variables: 'all' },
    { elements: [{ id: 'title', text: '{{a}}' }], variables: [null, { name: 3 }] },
  ])
    assert.equal(findVariables(broken, 'title').size, 0);
});
