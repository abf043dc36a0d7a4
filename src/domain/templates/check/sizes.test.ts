import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDocument } from './check-document.ts';
import { namedFiles } from './named-files.ts';

const text = (id: string, more: object = {}) => ({
  type: 'text',
  id,
  x: 10,
  y: 10,
  width: 80,
  height: 20,
  text: 'Words',
  ...more,
});

const document = (sizes: unknown, more: object = {}) => ({
  schemaVersion: 1,
  name: 'Card',
  viewport: { width: 100, height: 50 },
  elements: [
    text('title', { visible: '{{ size == "base" || size.startsWith("s") }}' }),
    { type: 'group', id: 'group', x: 0, y: 0, width: 50, height: 50, elements: [text('inner')] },
  ],
  sizes,
  ...more,
});

async function find(sizes: unknown, more: object = {}, paths: readonly string[] = []) {
  const json = document(sizes, more);
  const { problems, warnings } = await checkDocument({ json, paths, maxOutputPixels: 1_000_000 });
  return { problems, warnings };
}

const story = { id: 'story', name: 'Story', viewport: { width: 90, height: 160 } };
const pointersOf = (problems: readonly { readonly pointer: string }[]) =>
  problems.map(({ pointer }) => pointer);

void test('accepts sizes that change what differs, and the name of the size in expressions', async () => {
  const overrides = { title: { fontSize: 20, text: '{{ size }}' }, inner: { x: 4 } };
  assert.deepEqual(await find([{ ...story, overrides, hidden: ['group'], order: ['title', 'group'] }]), {
    problems: [],
    warnings: [],
  });
});

void test('checks overrides as the element itself, at their own places', async () => {
  const overrides = {
    title: { fontSize: -1, colour: 'red', text: '{{ name }}' },
    inner: { align: 'middle', runs: [{ text: '{{ 1 + }}' }], text: null },
  };
  const { problems } = await find([{ ...story, overrides }]);
  assert.deepEqual(pointersOf(problems).sort(), [
    '/sizes/0/overrides/inner/align',
    '/sizes/0/overrides/inner/runs/0/text',
    '/sizes/0/overrides/title/colour',
    '/sizes/0/overrides/title/fontSize',
    '/sizes/0/overrides/title/text',
  ]);
  assert.equal(
    problems.find(({ pointer }) => pointer.endsWith('title/text'))?.detail,
    'No variable "name" is declared. For a literal "{{" write "\\{{".',
  );
});

void test('names ids that are not there, keys that no size changes, and what is listed twice', async () => {
  const { problems } = await find([
    {
      ...story,
      overrides: { titel: { x: 1 }, title: { id: 'other' }, group: { elements: [] } },
      hidden: ['nothing'],
      order: ['title', 'title', 'nowhere'],
      pages: { first: {} },
    },
    { ...story, viewport: { width: 90.5, height: 160 } },
  ]);
  assert.deepEqual(problems.map(({ pointer, detail }) => [pointer, detail]).sort(), [
    ['/sizes/0/hidden/0', 'There is no element or page "nothing".'],
    ['/sizes/0/order/1', 'The element "title" is listed already.'],
    ['/sizes/0/order/2', 'There is no element "nowhere".'],
    [
      '/sizes/0/overrides/group/elements',
      'A size does not change the "elements" of an element: its elements are changed by their own ids.',
    ],
    ['/sizes/0/overrides/titel', 'There is no element "titel". Did you mean "title"?'],
    ['/sizes/0/overrides/title/id', 'A size does not change the "id" of an element.'],
    ['/sizes/0/pages/first', 'There is no page "first".'],
    ['/sizes/1/id', 'The id "story" is taken already, by /sizes/0.'],
    ['/sizes/1/viewport/width', 'Sides in px are whole numbers, but this is 90.5.'],
  ]);
});

void test('finds a page that is too large, and what is off the page, only in the size', async () => {
  const huge = { ...story, id: 'huge', viewport: { width: 9_000, height: 9_000 } };
  const small = { ...story, id: 'small', viewport: { width: 9, height: 9 } };
  const { problems, warnings } = await find([huge, small], {
    elements: [{ type: 'rect', id: 'title', x: 20, y: 20, width: 30, height: 20, fill: '#000' }],
  });
  assert.deepEqual(pointersOf(problems), ['/sizes/0/viewport']);
  const [off] = warnings.filter(({ pointer }) => pointer === '/sizes/1');
  assert.match(off?.detail ?? '', /^In this size, of the element "title": This element lies off the page/u);
});

void test('does not repeat what is wrong with the base design', async () => {
  const { problems } = await find([story], { elements: [text('title', { text: '{{ name }}' })] });
  assert.deepEqual(pointersOf(problems), ['/elements/0/text']);
});

void test('measures a page in millimetres beside elements in pixels', async () => {
  const a4 = { id: 'a4', name: 'A4', viewport: { width: 210, height: 297 }, viewportUnit: 'mm' };
  assert.deepEqual((await find([a4])).problems, []);
});

void test('checks and keeps the files that only a size names', async () => {
  const picture = { type: 'image', id: 'photo', x: 0, y: 0, width: 9, height: 9, src: 'wide.jpg' };
  const sizes = [
    { ...story, overrides: { photo: { src: 'tall.jpg' } } },
    { ...story, id: 'other', overrides: { photo: { src: 'lost.jpg' } } },
  ];
  const paths = ['wide.jpg', 'tall.jpg', 'spare.jpg'];
  const more = { elements: [picture] };
  const { problems } = await find(sizes, more, paths);
  assert.deepEqual(pointersOf(problems), ['/sizes/1/overrides/photo/src']);
  assert.deepEqual([...namedFiles(document(sizes, more), paths)], ['wide.jpg', 'tall.jpg']);
  const json = document(sizes, more);
  const { fileUses } = await checkDocument({ json, paths, maxOutputPixels: 1_000_000 });
  assert.deepEqual(
    fileUses.map(({ path, pointer }) => [path, pointer]),
    [
      ['wide.jpg', '/elements/0/src'],
      ['tall.jpg', '/sizes/0/overrides/photo/src'],
    ],
  );
});

void test('refuses a size without pages', async () => {
  const pages = [{ id: 'only', elements: [text('title')] }];
  const { problems } = await find([{ ...story, hidden: ['only'] }], { elements: undefined, pages });
  assert.deepEqual(pointersOf(problems), ['/sizes/0/hidden']);
});

void test('refuses a malformed size with its place, beside what is wrong in others', async () => {
  const { problems } = await find([
    { id: 'All', name: '', viewport: { width: 0, height: 1 } },
    { ...story, overrides: { title: { opacity: 7 } } },
    { ...story, id: 'all' },
  ]);
  assert.deepEqual(pointersOf(problems).sort(), [
    '/sizes/0/id',
    '/sizes/0/name',
    '/sizes/0/viewport/width',
    '/sizes/1/overrides/title/opacity',
    '/sizes/2/id',
  ]);
});
