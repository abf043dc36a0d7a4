import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedFiles } from './named-files.ts';

const variables = [
  {
    name: 'items',
    type: 'list',
    fields: [
      { name: 'kind', type: 'text' },
      { name: 'parts', type: 'list', fields: [{ name: 'name', type: 'text' }] },
    ],
  },
];
const paths = ['icons/a.png', 'icons/b.png', 'icons/c-d.png', 'logo.png', 'other.png'];

/** The files that a document with one element in a layout names. */
const getNamed = (element: object) =>
  [
    ...namedFiles(
      {
        schemaVersion: 1,
        name: 'Files',
        viewport: { width: 100, height: 100 },
        layout: { direction: 'column' },
        variables,
        elements: [{ id: 'one', width: 50, ...element }],
      },
      paths,
    ),
  ].toSorted();

const picture = (src: string) => ({ type: 'image', src, height: 10 });

test('pictures of cells are files of the template, also by values of their row', () => {
  const table = (...cells: object[]) => ({
    type: 'table',
    rows: '{{ items }}',
    columns: cells.map((cell) => ({ cell })),
  });
  assert.deepEqual(getNamed(table(picture('logo.png'))), ['logo.png']);
  assert.deepEqual(getNamed(table(picture('icons/{{ item.kind }}.png'), picture('logo.png'))), [
    'icons/a.png',
    'icons/b.png',
    'icons/c-d.png',
    'logo.png',
  ]);
  assert.deepEqual(getNamed(table(picture('icons/{{ item.none }}.png'))), []);
});

test('pictures in repeats are files of the template by values of all entries around', () => {
  const repeat = { each: '{{ items }}', as: 'item', index: 'i' };
  const image = picture('icons/{{ item.kind }}.png');
  assert.deepEqual(getNamed({ ...image, repeat }), ['icons/a.png', 'icons/b.png', 'icons/c-d.png']);
  assert.deepEqual(getNamed(image), []);
  const inner = {
    type: 'table',
    id: 'parts',
    width: 40,
    rows: '{{ item.parts }}',
    as: 'part',
    columns: [{ cell: picture('icons/{{ part.name }}-{{ i }}{{ item.kind }}.png') }],
  };
  const group = { type: 'group', height: 'hug', layout: { direction: 'column' }, elements: [inner], repeat };
  assert.deepEqual(getNamed(group), ['icons/c-d.png']);
});
