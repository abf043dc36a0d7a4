import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateVariable } from '../../../generated/template.ts';
import { checkOffline } from './check-offline.ts';
import { fitValues } from './fit-values.ts';

const short = { maxLength: 12 };
const variables: readonly TemplateVariable[] = [
  { name: 'title', type: 'text', required: true, validation: short },
  { name: 'link', type: 'url', validation: short },
  { name: 'kind', type: 'text', validation: { maxLength: 12, options: ['news', 'essay'] } },
  {
    name: 'items',
    type: 'list',
    validation: { maxLength: 2 },
    fields: [{ name: 'a/b', type: 'text', validation: short }],
  },
];

void test('shortens texts and the texts of lists, and nothing else', () => {
  const given = {
    title: 'The harvest is in',
    link: 'https://example.org/a/long/path',
    items: JSON.stringify([{ 'a/b': 'short' }, { 'a/b': 'One more long text' }]),
    other: 'an undeclared value that is long',
  };
  assert.deepEqual(fitValues(variables, given), {
    values: {
      ...given,
      title: 'The harvest…',
      items: JSON.stringify([{ 'a/b': 'short' }, { 'a/b': 'One more…' }]),
    },
    fitted: [
      { place: 'title', pointer: '/variables/title', text: 'The harvest…' },
      { place: 'items[1].a/b', pointer: '/variables/items/1/a~1b', text: 'One more…' },
    ],
  });
});

void test('leaves what fits exactly as it was given', () => {
  const given = { title: 'The harvest', items: '[ {"a/b": "x"} ]', kind: 'news' };
  assert.deepEqual(fitValues(variables, given), { values: given, fitted: [] });
});

void test('a value that breaks another rule is refused with and without shortening', () => {
  const given = { title: 'The harvest is in', kind: 'an essay, though', items: '[{},{},{}]', colour: 'red' };
  const details = (isFitted: boolean) =>
    checkOffline(variables, given, isFitted).map(({ variable, shortened }) => [variable, shortened]);
  assert.deepEqual(details(false), [
    ['title', 'The harvest…'],
    ['kind', null],
    ['items', null],
    ['colour', null],
  ]);
  assert.deepEqual(details(true), [
    ['kind', null],
    ['items', null],
    ['colour', null],
  ]);
});
