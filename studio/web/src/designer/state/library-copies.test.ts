import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument } from '../model/template.ts';
import { mergeSettings } from '../saving/merge-settings.ts';
import { createDesigner } from './designer.ts';
import { emptySettings, type LibraryCopy } from './design-settings.ts';
import { noteCopies } from './library-copies.ts';

const document = {
  schemaVersion: 1,
  name: 'Card',
  viewport: { width: 100, height: 100 },
  elements: [],
} as unknown as TemplateDocument;

const copies = (name: string, count: number): LibraryCopy[] =>
  Array.from({ length: count }, (_, at) => ({
    itemId: `${name}${at}`,
    revision: 1,
    uses: [`#${name}${at}`],
  }));

const open = (library: readonly LibraryCopy[]) =>
  createDesigner('template', document, { ...emptySettings, library });

test('as many copies as the contract allows are noted, and that the first are forgotten is known', () => {
  const store = open(copies('a', 499));
  noteCopies(store, { id: 'new', revision: 1 }, ['#1']);
  assert.equal(store.getState().settings.library?.length, 500);
  assert.equal(store.getState().hasForgotten, false);
  noteCopies(store, { id: 'newer', revision: 1 }, ['#2']);
  const { settings, hasForgotten } = store.getState();
  const ids = settings.library?.map(({ itemId }) => itemId) ?? [];
  assert.deepEqual([ids.length, ids[0], ids.at(-1), hasForgotten], [500, 'a1', 'newer', true]);
});

test('an item has as many uses as the contract allows', () => {
  const store = open([]);
  const uses = Array.from({ length: 101 }, (_, at) => `text-${at}`);
  noteCopies(store, { id: 'style', revision: 1 }, uses.slice(0, 100));
  assert.equal(store.getState().hasForgotten, false);
  noteCopies(store, { id: 'style', revision: 1 }, uses.slice(100));
  const { settings, hasForgotten } = store.getState();
  assert.deepEqual(settings.library, [{ itemId: 'style', revision: 1, uses: uses.slice(1) }]);
  assert.equal(hasForgotten, true);
});

test('what two people have noted is no more than the contract allows', () => {
  const mine = { ...emptySettings, library: copies('mine', 300) };
  const theirs = { ...emptySettings, library: copies('theirs', 300) };
  const store = open(mine.library);
  store.getState().setSettings(mergeSettings(emptySettings, mine, theirs));
  const { settings, hasForgotten } = store.getState();
  assert.deepEqual(settings.library, [...theirs.library, ...mine.library].slice(-500));
  assert.equal(hasForgotten, true);
});
