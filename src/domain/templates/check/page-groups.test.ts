import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDocument } from './check-document.ts';
import { locateProblems } from '../locate-problems.ts';

const text = (id: string, value = 'x', more: object = {}) => ({
  type: 'text',
  id,
  x: 0,
  y: 0,
  width: 50,
  height: 20,
  text: value,
  ...more,
});
const page = (id: string, more: object = {}, ...elements: object[]) => ({ id, elements, ...more });
const footer = (...elements: object[]) => ({ type: 'group', id: 'foot', height: 20, elements });
const repeat = { each: '{{ items }}' };
const getDocument = (group: object, ...others: object[]) => ({
  schemaVersion: 1,
  name: 'x',
  viewport: { width: 100, height: 100 },
  variables: [
    {
      name: 'items',
      type: 'list',
      fields: [
        { name: 'name', type: 'text' },
        { name: 'parts', type: 'list', fields: [{ name: 'code', type: 'text' }] },
      ],
    },
  ],
  pages: [{ id: 'mail', ...group }, ...others],
});

/** The findings of a document whose first page is a group, each with its place. */
async function check(group: object, ...others: object[]) {
  const json = getDocument(group, ...others);
  const { problems, warnings } = await checkDocument({ json, paths: [], maxOutputPixels: 1e6 });
  const write = (found: typeof problems) => found.map(({ pointer, detail }) => `${pointer}: ${detail}`);
  return { json, found: problems, problems: write(problems), warnings: write(warnings) };
}

async function getProblems(group: object, ...others: object[]): Promise<string[]> {
  return (await check(group, ...others)).problems;
}

test('pages of a group know its entry, in their own repeat and in header and footer, too', async () => {
  const front = page(
    'front',
    { footer: footer(text('n', '{{ item.name }} {{ pageOfGroup }}')) },
    text('a', '{{ item.name }}'),
  );
  const back = page(
    'back',
    { repeat: { each: '{{ item.parts }}', as: 'part' } },
    text('b', '{{ part.code }}'),
  );
  assert.deepEqual(await getProblems({ repeat, pages: [front, back] }), []);
  const undeclared = 'No variable "item.name" is declared. For a literal "{{" write "\\{{".';
  assert.deepEqual(await getProblems({ pages: [front, page('last')], name: 'Mail' }, page('end')), [
    `/pages/0/pages/0/elements/0/text: ${undeclared}`,
    `/pages/0/pages/0/footer/elements/0/text: ${undeclared}`,
  ]);
});

test('what holds pages is in no other group, and has no elements of its own', async () => {
  const inner = { id: 'inner', pages: [page('a')] };
  const nested = 'A group of pages holds pages only, no other groups.';
  assert.deepEqual(await getProblems({ pages: [inner] }), [`/pages/0/pages/0/pages: ${nested}`]);
  assert.deepEqual(await getProblems({ pages: [] }), ['/pages/0/pages: expected at least 1 entry, got 0.']);
  const accepted = 'It belongs to a page in "pages". Accepted here: id, name, repeat, pages.';
  assert.deepEqual(await getProblems({ pages: [page('a')], elements: [], flow: true }), [
    `/pages/0/elements: The key "elements" is unknown. ${accepted}`,
    `/pages/0/flow: The key "flow" is unknown. ${accepted}`,
  ]);
  assert.deepEqual(await getProblems({ repeat: null, pages: [page('a')] }), [
    '/pages/0/repeat: expected an object, got null.',
  ]);
  assert.deepEqual(await getProblems({ pages: [{ id: 'a' }] }), [
    '/pages/0/pages/0: The key "elements" is missing.',
  ]);
});

test('ids are unique among groups, pages and elements', async () => {
  const taken = (id: string, by: string) => `The id "${id}" is taken already, by ${by}.`;
  assert.deepEqual(await getProblems({ pages: [page('mail'), page('a', {}, text('a'))] }, page('a')), [
    `/pages/0/pages/0/id: ${taken('mail', '/pages/0')}`,
    `/pages/1/id: ${taken('a', '/pages/0/pages/1')}`,
    `/pages/0/pages/1/elements/0/id: ${taken('a', '/pages/1')}`,
  ]);
});

test('names of entries differ from those around them, and from the numbers of pages', async () => {
  const another = 'choose another one.';
  const same = page('a', { repeat: { each: '{{ item.parts }}' } });
  assert.deepEqual(await getProblems({ repeat, pages: [same] }), [
    `/pages/0/pages/0/repeat/as: The name "item" is taken by the repeat or one around it: ${another}`,
  ]);
  const asPage = { ...repeat, as: 'page' };
  const withFooter = page('a', { footer: footer(text('n')) });
  const isNumber = `is that of a number in header and footer: ${another}`;
  assert.deepEqual(await getProblems({ repeat: asPage, pages: [withFooter, page('b')] }), [
    `/pages/0/repeat/as: The name "page" ${isNumber}`,
  ]);
  assert.deepEqual(await getProblems({ repeat: asPage, pages: [page('b')] }), []);
  // The numbers are known in header and footer only.
  const [problem = ''] = await getProblems({ pages: [page('b', {}, text('n', '{{ page }}'))] });
  assert.match(problem, /^\/pages\/0\/pages\/0\/elements\/0\/text: The name "page" is known only in/u);
});

test('pages of a group are checked as others are', async () => {
  const viewport = { width: 2_000, height: 1_000 };
  assert.match((await getProblems({ pages: [page('a', { viewport })] })).join(), /2000 × 1000 px/u);
  assert.deepEqual(await getProblems({ pages: [page('a', { flow: true })] }), [
    '/pages/0/pages/0/flow: A page that flows needs a "layout" with the direction "column", and has none.',
  ]);
  const [half = ''] = await getProblems({ pages: [page('a', { viewport: { width: 10.5, height: 10 } })] });
  assert.match(half, /^\/pages\/0\/pages\/0\/viewport\/width: expected a whole number of pixels/u);
  const off = page('a', {}, text('far', 'x', { x: 500 }));
  const { warnings, json, found } = await check({ pages: [off, page('b', {}, text('c', '{{ nobody }}'))] });
  assert.match(warnings.join(), /^\/pages\/0\/pages\/0\/elements\/0: This element lies off the page/u);
  const [located] = locateProblems(JSON.stringify(json, null, 2), json, found);
  assert.deepEqual([located?.elementId, located?.pointer], ['c', '/pages/0/pages/1/elements/0/text']);
});
