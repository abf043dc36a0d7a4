import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument, TemplateElement } from '../../../generated/template.ts';
import { findLeftOut } from './left-out.ts';

const text = (id: string, content: string, more: object = {}): TemplateElement => ({
  type: 'text',
  id,
  x: 0,
  y: 0,
  width: 90,
  height: 20,
  text: content,
  fontSize: 8,
  ...more,
});
const header = { type: 'group', id: 'head', height: 20, elements: [text('h', '{{firm}}')] };
const document = {
  schemaVersion: 1,
  name: 'Card',
  viewport: { width: 100, height: 100 },
  variables: [
    { name: 'name', type: 'text', required: true },
    { name: 'role', type: 'text', defaultValue: 'Guest' },
    { name: 'firm', type: 'text', defaultValue: 'Northlight' },
    { name: 'note', type: 'text', defaultValue: 'Hidden without a photo' },
    { name: 'tax', type: 'text', defaultValue: 'VAT', defaultIsNeutral: true },
    { name: 'ink', type: 'text', defaultValue: '#102030' },
    { name: 'photo', type: 'image' },
  ],
  pages: [
    {
      id: 'front',
      header,
      elements: [
        text('a', '{{name}} {{tax}}', { color: '{{ink}}' }),
        text('b', '{{role}}'),
        text('c', '{{note}}', { visible: '{{photo}}' }),
      ],
    },
  ],
} as unknown as TemplateDocument;
const find = (...rows: readonly Readonly<Record<string, unknown>>[]) =>
  findLeftOut({ document, files: [] }, rows);

test('names the variables whose defaults rows draw, with these rows', () => {
  assert.deepEqual(
    find({ name: 'Ada', role: 'Host' }, { name: 'Bea', firm: 'X' }, { name: 'Cy', role: '', firm: '' }),
    [
      { variable: 'firm', rowIndexes: [0] },
      { variable: 'role', rowIndexes: [1] },
    ],
  );
  const photo = 'a picture that comes along.png';
  assert.deepEqual(find({ name: 'Ada', role: 'a', firm: 'b', photo }), [
    { variable: 'note', rowIndexes: [0] },
  ]);
});

test('passes over rows that are refused, and tries others that are like them', () => {
  const refused = Array.from({ length: 5 }, () => ({ name: '', firm: 'X' }));
  assert.deepEqual(find(...refused), []);
  assert.deepEqual(find(...refused, { name: 'Ada', firm: 'X' }), [
    { variable: 'role', rowIndexes: [0, 1, 2, 3, 4, 5] },
  ]);
});

test('takes no longer for many rows', () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ name: `Guest ${index}`, firm: 'X' }));
  const startedAt = performance.now();
  assert.equal(find(...rows)[0]?.rowIndexes.length, 20_000);
  assert.ok(performance.now() - startedAt < 5_000);
});
