import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument } from '../model/template.ts';
import { compareKept, mergeKept } from './restore.ts';

const rect = (id: string, x: number, more: object = {}) => ({ type: 'rect', id, x, y: 0, ...more });
const of = (...elements: object[]) => ({ name: 'Card', elements }) as unknown as TemplateDocument;
const base = of(rect('a', 0), rect('b', 0));

test('says whether somebody else has saved since; its own save without an answer does not count', () => {
  const [first, second] = [of(rect('a', 5), rect('b', 0)), of(rect('a', 0), rect('b', 7))];
  const kept = { document: second, etag: '1', base, unanswered: [first] };
  assert.equal(compareKept(kept, { document: second, etag: '2' }), 'nothing');
  assert.equal(compareKept(kept, { document: base, etag: '1' }), 'mine');
  assert.equal(compareKept(kept, { document: first, etag: '2' }), 'mine');
  assert.equal(compareKept(kept, { document: of(rect('a', 9)), etag: '2' }), 'both');
});

test('puts what is left into what others have saved over a save whose answer is missing', () => {
  // It was moved, saved without an answer, and moved back.
  const first = of(rect('a', 5), rect('b', 0));
  const theirs = of(rect('a', 5), rect('b', 0, { fill: '#111' }));
  const kept = { document: base, etag: '1', base, unanswered: [first] };
  assert.deepEqual(mergeKept(kept, theirs), of(rect('a', 0), rect('b', 0, { fill: '#111' })));
});

test('takes nothing back of what others have changed over the last save', () => {
  const document = of(rect('a', 5), rect('b', 0, { fill: '#111' }));
  const theirs = of(rect('a', 8), rect('b', 0, { fill: '#111' }));
  assert.deepEqual(mergeKept({ document, etag: '1', base }, theirs), theirs);
});

test('is all that is left where the browser had no room for what was there before', () => {
  assert.deepEqual(mergeKept({ document: base, etag: '1' }, of(rect('a', 9))), base);
});
