/** What publishing changes, as a list. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageEntry, TemplateDocument, TemplateElement } from '../model/template.ts';
import { describeChanges } from './describe-changes.ts';

const rect = (id: string, keys: object = {}): TemplateElement => ({
  type: 'rect',
  id,
  x: 0,
  y: 0,
  width: 10,
  height: 10,
  ...keys,
});

const group = (id: string, ...elements: TemplateElement[]): TemplateElement => ({
  type: 'group',
  id,
  x: 0,
  y: 0,
  width: 10,
  height: 10,
  elements,
});

const page = (elements: TemplateElement[], keys: Partial<TemplateDocument> = {}): TemplateDocument => ({
  schemaVersion: 1,
  name: 'Test',
  viewport: { width: 100, height: 50 },
  ...keys,
  elements,
});

test('equal documents have no changes, whatever the order of their keys', () => {
  const document = page([rect('a', { opacity: 0.5 }), group('g', rect('b'))]);
  assert.deepEqual(describeChanges(document, structuredClone(document)), []);
  const turned = Object.fromEntries(Object.entries(rect('b')).reverse()) as unknown as TemplateElement;
  const other = page([rect('a', { opacity: 0.5, rotation: undefined }), group('g', turned)]);
  assert.deepEqual(describeChanges(document, other), []);
});

test('keys of the page are listed, with the sides of the page on their own', () => {
  const before = page([], { bleed: 3 });
  const after = page([], { viewport: { width: 120, height: 50 }, background: '#fff' });
  assert.deepEqual(describeChanges(before, after), [
    {
      kind: 'page',
      keys: [
        { key: 'viewport.width', before: 100, after: 120 },
        { key: 'bleed', before: 3, after: undefined },
        { key: 'background', before: undefined, after: '#fff' },
      ],
    },
  ]);
});

test('elements are added, removed and changed, also in groups', () => {
  const before = page([
    rect('a', { fill: '#000' }),
    group('g', rect('b', { stroke: { width: 1 } }), rect('c')),
  ]);
  const after = page([
    rect('a', { fill: '#f00', opacity: 0.5 }),
    group('g', rect('b', { stroke: { width: 2 } })),
    rect('d', { width: 99 }),
  ]);
  assert.deepEqual(describeChanges(before, after), [
    { kind: 'removed', of: 'element', name: 'c', type: 'rect' },
    {
      kind: 'changed',
      of: 'element',
      name: 'a',
      keys: [
        { key: 'fill', before: '#000', after: '#f00' },
        { key: 'opacity', before: undefined, after: 0.5 },
      ],
    },
    { kind: 'changed', of: 'element', name: 'b', keys: [{ key: 'stroke.width', before: 1, after: 2 }] },
    { kind: 'added', of: 'element', name: 'd', type: 'rect' },
  ]);
});

test('an element with another name only is renamed', () => {
  assert.deepEqual(describeChanges(page([rect('a'), rect('b')]), page([rect('a'), rect('c')])), [
    { kind: 'renamed', from: 'b', name: 'c' },
  ]);
  // A group that is renamed does not move its elements.
  assert.deepEqual(describeChanges(page([group('g', rect('a'))]), page([group('h', rect('a'))])), [
    { kind: 'renamed', from: 'g', name: 'h' },
  ]);
});

test('another group, and another order, are changes of their own', () => {
  const before = page([rect('a'), rect('b'), group('g', rect('c'))]);
  assert.deepEqual(describeChanges(before, page([rect('b'), group('g', rect('c')), rect('a')])), [
    { kind: 'order', group: null },
  ]);
  assert.deepEqual(describeChanges(before, page([rect('a'), group('g', rect('c'), rect('b'))])), [
    { kind: 'moved', name: 'b', group: 'g' },
  ]);
  assert.deepEqual(describeChanges(before, page([rect('a'), rect('b'), group('g'), rect('c')])), [
    { kind: 'moved', name: 'c', group: null },
  ]);
});

test('variables are added, removed, changed and put in another order', () => {
  const before = page([], {
    variables: [
      { name: 'title', type: 'text', validation: { maxLength: 10 } },
      { name: 'price', type: 'number' },
      { name: 'old', type: 'text' },
    ],
  });
  const after = page([], {
    variables: [
      { name: 'price', type: 'number' },
      { name: 'title', type: 'text', validation: { maxLength: 20 } },
      { name: 'photo', type: 'image' },
    ],
  });
  assert.deepEqual(describeChanges(before, after), [
    { kind: 'removed', of: 'variable', name: 'old', type: 'text' },
    {
      kind: 'changed',
      of: 'variable',
      name: 'title',
      keys: [{ key: 'validation.maxLength', before: 10, after: 20 }],
    },
    { kind: 'added', of: 'variable', name: 'photo', type: 'image' },
    { kind: 'variables-order' },
  ]);
});

test('lists of objects show the items that differ, and are shown whole with other items', () => {
  const table = (headers: readonly string[]): TemplateElement => ({
    type: 'table',
    id: 'rows',
    x: 0,
    y: 0,
    width: 10,
    height: 10,
    rows: '{{ items }}',
    columns: headers.map((header) => ({ header, value: '{{ item.name }}' })),
  });
  const columns = (before: readonly string[], after: readonly string[]) => {
    const [change] = describeChanges(page([table(before)]), page([table(after)]));
    return change?.kind === 'changed' ? change.keys : [];
  };
  assert.deepEqual(columns(['No.', 'Item', 'Price'], ['No.', 'Article', 'Price']), [
    { key: 'columns.1.header', before: 'Item', after: 'Article' },
  ]);
  assert.deepEqual(
    columns(['Item'], ['Item', 'Price']).map(({ key }) => key),
    ['columns'],
  );
  assert.deepEqual(
    columns(['a', 'b', 'c', 'd'], ['b', 'c', 'd', 'a']).map(({ key }) => key),
    ['columns'],
  );
});

test('pages are added, removed, changed and put in another order', () => {
  const pages = (...entries: PageEntry[]) => page([rect('a')], { pages: entries });
  const front = { id: 'front', name: 'Front' };
  const back = { id: 'back', elements: [rect('b')] };
  assert.deepEqual(describeChanges(pages(front, back), pages(front)), [
    { kind: 'removed-page', name: 'back' },
    { kind: 'removed', of: 'element', name: 'b', type: 'rect' },
  ]);
  assert.deepEqual(
    describeChanges(pages(front), pages({ ...front, flow: true }, { ...back, elements: [] })),
    [
      { kind: 'added-page', name: 'back' },
      {
        kind: 'changed',
        of: 'page',
        name: 'Front',
        keys: [{ key: 'flow', before: undefined, after: true }],
      },
    ],
  );
  assert.deepEqual(describeChanges(pages(front, back), pages(back, front)), [{ kind: 'pages-order' }]);
  const grouped = (group: object) =>
    page([rect('a')], {
      pages: [front, { ...back, elements: [], group: 'g' }],
      pageGroups: [{ id: 'g', ...group }],
    });
  const alone = pages(front, { ...back, elements: [] });
  assert.deepEqual(describeChanges(alone, grouped({ name: 'Mail' })), [
    { kind: 'changed', of: 'page', name: 'back', keys: [{ key: 'group', before: undefined, after: 'g' }] },
    { kind: 'added-group', name: 'Mail' },
  ]);
  assert.deepEqual(describeChanges(grouped({}), alone).at(-1), { kind: 'removed-group', name: 'g' });
  assert.deepEqual(
    describeChanges(grouped({ repeat: { each: '{{ a }}' } }), grouped({ repeat: { each: '{{ b }}' } })),
    [
      {
        kind: 'changed',
        of: 'group',
        name: 'g',
        keys: [{ key: 'repeat.each', before: '{{ a }}', after: '{{ b }}' }],
      },
    ],
  );
  // What there was is the first page.
  assert.deepEqual(describeChanges(page([rect('a')]), pages(front, { ...back, elements: [] })), [
    { kind: 'added-page', name: 'back' },
  ]);
});
