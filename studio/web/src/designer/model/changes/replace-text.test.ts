import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDesign, undo } from '../design.ts';
import { openPages } from '../pages.ts';
import type { TemplateDocument } from '../template.ts';
import { findTexts, replaceTexts } from './replace-text.ts';

const box = { x: 0, y: 0, width: 10, height: 10 };
const document: TemplateDocument = openPages({
  schemaVersion: 1,
  name: 'Test',
  viewport: { width: 100, height: 100 },
  variables: [{ name: 'price', type: 'text' }],
  pages: [
    {
      id: 'one',
      elements: [
        { type: 'text', id: 'a', ...box, text: 'Price: {{price}}, the best price (1+1)' },
        { type: 'image', id: 'b', ...box, src: 'price.png' },
      ],
    },
    {
      id: 'two',
      elements: [
        {
          type: 'group',
          id: 'g',
          ...box,
          elements: [{ type: 'text', id: 'c', ...box, runs: [{ text: 'Price' }, { text: ' of it' }] }],
        },
      ],
    },
  ],
});

const places = (found: ReturnType<typeof findTexts>) => found.map(({ id, count }) => `${id} ${count}`);

test('words are found in texts of all pages, not in names of variables and files', () => {
  const find = (text: string, matchesCase = false) =>
    places(findTexts(document, { find: text, matchesCase }));
  assert.deepEqual(find('price'), ['a 2', 'c 1']);
  assert.deepEqual(find('price', true), ['a 1']);
  assert.deepEqual(find('(1+1)'), ['a 1']);
  assert.deepEqual(find('0'), []);
  assert.deepEqual(find(''), []);
});

test('all places are replaced in one step of undo, with placeholders as they were', () => {
  const design = openDesign(document);
  const replaced = replaceTexts(design, { find: 'price', matchesCase: false }, 'Cost $&');
  assert.deepEqual(
    findTexts(replaced.document, { find: 'cost $&', matchesCase: false }).map(({ text }) => text),
    ['Cost $&: {{price}}, the best Cost $& (1+1)', 'Cost $& of it'],
  );
  assert.deepEqual(undo(replaced).document, document);
  assert.equal(replaceTexts(design, { find: 'nowhere', matchesCase: false }, 'x').document, document);
});

test('words are found across the parts of a text; the part that they begin in has what replaces them', () => {
  const design = openDesign({
    ...document,
    pages: undefined as never,
    elements: [
      {
        type: 'text',
        id: 'a',
        ...box,
        runs: [
          { text: 'The Ol' },
          { text: 'd pri', fontWeight: 700 },
          { text: 'ce {{price}} 0' },
          { text: '', icon: 'a.svg' },
          { text: 'ld price' },
        ],
      },
    ],
  });
  const search = { find: 'old price', matchesCase: false };
  assert.deepEqual(findTexts(design.document, search), [
    { id: 'a', text: 'The Old price {{price}} 0', count: 1 },
  ]);
  const replaced = replaceTexts(design, search, 'new cost');
  assert.deepEqual(
    (replaced.document.elements[0] as { runs: { text: string }[] }).runs.map(({ text }) => text),
    ['The new cost', '', ' {{price}} 0', '', 'ld price'],
  );
  assert.deepEqual(undo(replaced).document, design.document);
  // A digit of what stands for a placeholder is none of the text.
  assert.equal(findTexts(design.document, { find: '0', matchesCase: false })[0]!.count, 1);
});
