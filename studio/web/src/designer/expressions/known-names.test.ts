import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPages } from '../model/pages.ts';
import type { TemplateVariable } from '../model/template.ts';
import { namesAt } from './known-names.ts';

const variables: readonly TemplateVariable[] = [
  { name: 'title', type: 'text' },
  {
    name: 'items',
    type: 'list',
    fields: [
      { name: 'name', type: 'text', label: 'Article' },
      { name: 'unit price', type: 'number' },
    ],
  },
  { name: 'people', type: 'list', fields: [{ name: 'mail', type: 'email' }] },
];
const text = (id: string) => ({ type: 'text', id, text: '' });
const saved = {
  schemaVersion: 1,
  name: 'Scopes',
  viewport: { width: 100, height: 100 },
  variables,
  pages: [
    {
      id: 'first',
      repeat: { each: '{{ people }}', as: 'person' },
      header: { type: 'group', id: 'head', height: 10, elements: [text('number')] },
      elements: [
        text('plain'),
        {
          type: 'group',
          id: 'card',
          layout: {},
          repeat: { each: '{{ items.filter(e, e.name != "") }}', index: 'i' },
          elements: [text('inner')],
        },
        {
          type: 'table',
          id: 'table',
          rows: '{{ items }}',
          as: 'row',
          index: 'at',
          columns: [{ header: '', value: '' }],
        },
      ],
    },
    { id: 'second', elements: [text('other')] },
  ],
};

/** The names that are no variables. */
function known(id: string, place: string, page = 0): string[] {
  const names = namesAt({ document: openPages(saved, page), selection: id === '' ? [] : [id] }, place);
  return names.map(({ name }) => name).filter((name) => !variables.some((each) => each.name === name));
}

const ofItem = ['item.name', 'item["unit price"]', 'i'];
const ofRow = ['row.name', 'row["unit price"]', 'at'];

test('a repeat is known to what it repeats, and to what is in that', () => {
  assert.deepEqual(known('other', 'text', 1), []);
  assert.deepEqual(known('plain', 'text'), ['person.mail']);
  assert.deepEqual(known('inner', 'text'), [...ofItem, 'person.mail']);
  assert.deepEqual(known('card', 'visible'), [...ofItem, 'person.mail']);
  assert.deepEqual(known('card', 'repeat.each'), ['person.mail'], 'the list is made outside');
});

test('a row is known to the values of columns and the style of rows', () => {
  for (const place of ['columns.0.value', 'body.color'])
    assert.deepEqual(known('table', place), [...ofRow, 'person.mail'], place);
  for (const place of ['columns.0.header', 'total.cells.0', 'header.color', 'rows', 'visible'])
    assert.deepEqual(known('table', place), ['person.mail'], place);
});

test('headers and footers know the number of the page, and the entry of its repeat', () => {
  assert.deepEqual(known('number', 'text'), ['person.mail', 'page', 'pages', 'pageOfGroup', 'pagesOfGroup']);
});

test('fields have their labels, and a variable goes before a name like it', () => {
  const document = { ...openPages(saved), variables: [...variables, { name: 'i', type: 'text' as const }] };
  const names = namesAt({ document, selection: ['inner'] }, 'text');
  assert.deepEqual(
    names.filter(({ name }) => name === 'item.name').map(({ label }) => label),
    ['Article'],
  );
  assert.deepEqual(
    names.filter(({ name }) => name === 'i').map(({ type }) => type),
    ['text'],
  );
});
