import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateElement } from '../model/template.ts';
import { findMatches, listRows, rangeBetween } from './rows.ts';

const box = { x: 0, y: 0, width: 10, height: 10 };
const elements: readonly TemplateElement[] = [
  { type: 'rect', id: 'paper', ...box },
  {
    type: 'group',
    id: 'card',
    ...box,
    elements: [
      { type: 'text', id: 'title', ...box, text: 'Crème brûlée' },
      { type: 'image', id: 'photo', ...box, src: 'images/cake.jpg' },
    ],
  },
  { type: 'text', id: 'price', ...box, text: '3.50' },
];
const open = new Set<string>();
const idsOf = (rows: ReturnType<typeof listRows>) => rows.map(({ element }) => element.id);

test('a range has the rows between two, and no element beside its group', () => {
  const rows = listRows(elements, open);
  assert.deepEqual(idsOf(rows), ['price', 'card', 'photo', 'title', 'paper']);
  assert.deepEqual(rangeBetween(rows, 'paper', 'photo'), ['photo', 'title', 'paper']);
  assert.deepEqual(rangeBetween(rows, 'price', 'paper'), ['price', 'card', 'paper']);
  assert.deepEqual(rangeBetween(rows, 'gone', 'title'), ['title']);
  assert.deepEqual(rangeBetween(rows, 'price', 'gone'), ['gone']);
});

test('a search finds names, texts and files, with the groups around them', () => {
  const find = (search: string) =>
    idsOf(listRows(elements, new Set(['card']), findMatches(elements, search)));
  assert.deepEqual(find('creme'), ['card', 'title']);
  assert.deepEqual(find('CAKE'), ['card', 'photo']);
  assert.deepEqual(find('price 3.5'), ['price']);
  assert.deepEqual(find('nothing'), []);
  assert.deepEqual(find('  '), ['price', 'card', 'paper']);
});
