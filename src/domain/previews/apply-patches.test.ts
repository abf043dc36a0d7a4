import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../problems/problem.ts';
import { applyPatches, type DocumentPatch } from './apply-patches.ts';

const document = {
  name: 'Card',
  elements: [
    { id: 'a', x: 1 },
    { id: 'b', x: 2 },
  ],
};

test('what patches do not touch is shared with the document before, which stays as it is', () => {
  const changed = applyPatches(document, [
    { op: 'replace', path: ['elements', 0, 'x'], value: 5 },
    { op: 'add', path: ['elements', 0, 'y'], value: 6 },
  ]) as typeof document;
  assert.deepEqual(changed.elements, [
    { id: 'a', x: 5, y: 6 },
    { id: 'b', x: 2 },
  ]);
  assert.equal(changed.elements[1], document.elements[1]);
  assert.equal(document.elements[0]?.x, 1);
});

test('a list is shortened by its length, as immer describes it', () => {
  const short = applyPatches(document, [{ op: 'replace', path: ['elements', 'length'], value: 1 }]);
  assert.deepEqual(short['elements'], [{ id: 'a', x: 1 }]);
});

const refused: Readonly<Record<string, DocumentPatch>> = {
  'an entry far behind the end': { op: 'replace', path: ['elements', 4_000_000_000], value: 1 },
  'an entry that is added behind the end': { op: 'add', path: ['elements', 3], value: 1 },
  'a longer length': { op: 'replace', path: ['elements', 'length'], value: 4_000_000_000 },
  'an index that is a text': { op: 'replace', path: ['elements', '0'], value: 1 },
  'a negative index': { op: 'remove', path: ['elements', -1] },
  'a name in a list': { op: 'add', path: ['elements', 'map'], value: 1 },
  'the prototype': { op: 'add', path: ['__proto__'], value: { x: 1 } },
  'a member of the prototype': { op: 'add', path: ['constructor', 'prototype', 'x'], value: 1 },
  'a place that does not exist': { op: 'add', path: ['grid', 'size'], value: 1 },
  'a place inside a text': { op: 'add', path: ['name', 0], value: 'x' },
  'the removal of nothing': { op: 'remove', path: ['grid'] },
  'a patch without a value': { op: 'add', path: ['grid'] },
  'a document that is a list': { op: 'replace', path: [], value: [] },
};
for (const [what, patch] of Object.entries(refused)) {
  test(`refuses ${what}, and names the patch`, () => {
    const good: DocumentPatch = { op: 'replace', path: ['name'], value: 'x' };
    assert.throws(
      () => applyPatches(document, [good, patch]),
      (error) =>
        error instanceof Problem &&
        error.status === 400 &&
        error.facts.errors?.[0]?.pointer === '/patches/1/path',
    );
  });
}

for (const op of ['add', 'remove'] as const) {
  test(`refuses patches (${op}) that together move too many entries of a long list`, () => {
    const long = { list: Array.from({ length: 490_000 }, () => 0) };
    const patches = Array.from({ length: 10_000 }, () => ({ op, path: ['list', 0], value: 1 }));
    assert.throws(
      () => applyPatches(long, patches),
      (error) =>
        error instanceof Problem &&
        error.status === 400 &&
        error.facts.errors?.[0]?.pointer === '/patches/2/path' &&
        error.message.includes('1,000,000'),
    );
  });
}

test('refuses patches of objects that have too many members to be copied', () => {
  const members = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`name${index}`, 0]));
  const remove: DocumentPatch = { op: 'remove', path: ['wide', 'name0'] };
  assert.equal(
    Object.keys(applyPatches({ wide: members(19_000) }, [remove])['wide'] as object).length,
    18_999,
  );
  for (const wide of [members(150_000), { name0: 0, inner: members(20_000) }])
    assert.throws(
      () => applyPatches({ wide }, [remove, { op: 'add', path: ['wide', 'inner', 'b'], value: 1 }]),
      (error) => error instanceof Problem && error.status === 400 && error.message.includes('20,000 members'),
    );
});

test('many patches at the end of a long list, or in the entries, are applied', () => {
  const long = { list: Array.from({ length: 490_000 }, () => 0) };
  const appended = Array.from({ length: 5_000 }, (_, index) => ({
    op: 'add' as const,
    path: ['list', 490_000 + index],
    value: 1,
  }));
  const replaced = Array.from({ length: 5_000 }, (_, index) => ({
    op: 'replace' as const,
    path: ['list', index],
    value: 2,
  }));
  const { list } = applyPatches(long, [...appended, ...replaced]) as { list: number[] };
  assert.deepEqual([list.length, list[0], list.at(-1)], [495_000, 2, 1]);
});
