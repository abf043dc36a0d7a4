import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDocument } from './check-document.ts';

const column = { direction: 'column' };
const text = (id: string, value: string, given: object = {}) => ({
  type: 'text',
  id,
  x: 0,
  y: 0,
  width: 50,
  height: 'hug',
  text: value,
  ...given,
});
const group = (id: string, given: object, ...elements: object[]) => ({
  type: 'group',
  id,
  height: 20,
  elements,
  ...given,
});

/** The problems of a document with one page, each with its place. */
async function getProblems(page: object, document: object = {}): Promise<string[]> {
  const json = {
    schemaVersion: 1,
    name: 'x',
    viewport: { width: 100, height: 100 },
    variables: [{ name: 'items', type: 'list', fields: [{ name: 'name', type: 'text' }] }],
    pages: [{ id: 'p', elements: [], ...page }],
    ...document,
  };
  const { problems } = await checkDocument({ json, paths: [], maxOutputPixels: 1e8 });
  return problems.map(({ pointer, detail }) => `${pointer}: ${detail}`);
}

test('a page that flows may have header and footer, which know its number', async () => {
  const texts = [
    text('a', '{{ page }} of {{pages}}', { visible: '{{ page > 1 }}' }),
    text('b', 'Last', { visible: '{{ page == pages }}', opacity: '{{ page == 1 ? 1.0 : 0.5 }}' }),
  ];
  const row = group('row', { layout: { direction: 'row' }, height: 'hug', x: 4 }, text('c', '{{page}}'));
  const elements = [text('d', 'x', { keepTogether: true, breakBefore: true })];
  const header = group('head', {}, ...texts);
  assert.deepEqual(await getProblems({ flow: true, layout: column, header, footer: row, elements }), []);
  assert.deepEqual(await getProblems({ header: group('head', {}, text('e', '{{ page }}')) }), []);
});

test('a page that flows needs a column of elements with heights, and a height of its own', async () => {
  const needs = 'A page that flows needs a "layout" with the direction "column"';
  assert.deepEqual(await getProblems({ flow: true }), [`/pages/0/flow: ${needs}, and has none.`]);
  assert.deepEqual(await getProblems({ flow: true, layout: {} }), [
    `/pages/0/layout: ${needs}, but this is a row.`,
  ]);
  assert.deepEqual(await getProblems({ flow: true, layout: { direction: 'row', wrap: true } }), [
    `/pages/0/layout/direction: ${needs}, but this is a row.`,
    `/pages/0/layout/wrap: ${needs} that does not wrap.`,
  ]);
  const fill = { type: 'rect', id: 'r', width: 1, height: 'fill' };
  assert.deepEqual(await getProblems({ flow: true, layout: column, elements: [fill] }), [
    '/pages/0/elements/0/height: A page that flows has no height of which "fill" could be a share: ' +
      'give it a number or "hug".',
  ]);
  const viewport = { width: 100, height: { min: 10, max: 100 } };
  const fixed = 'A page that flows has a fixed height: give it a number.';
  assert.deepEqual(await getProblems({ flow: true, layout: column }, { viewport }), [
    `/viewport/height: ${fixed}`,
  ]);
  assert.deepEqual(await getProblems({ flow: true, layout: column, viewport }), [
    `/pages/0/viewport/height: ${fixed}`,
  ]);
});

test('the number of a page is known in its header and footer only, but not to pictures', async () => {
  const known = (name: string) =>
    `The name "${name}" is known only in the texts, conditions and numbers of a page's header and footer.`;
  assert.deepEqual(await getProblems({ elements: [text('a', '{{ page }}'), text('b', '{{ pages + 1 }}')] }), [
    `/pages/0/elements/0/text: ${known('page')}`,
    `/pages/0/elements/1/text: ${known('pages')}`,
  ]);
  const picture = { type: 'image', id: 'i', x: 0, y: 0, width: 1, height: 1, src: '{{ page }}.png' };
  assert.deepEqual(await getProblems({ header: group('h', {}, picture) }), [
    `/pages/0/header/elements/0/src: ${known('page')}`,
  ]);
  const repeat = { each: '{{ items }}', as: 'page' };
  assert.deepEqual(await getProblems({ repeat, header: group('h', {}, text('z', '{{ page }}')) }), [
    '/pages/0/repeat/as: The name "page" is that of a number in header and footer: choose another one.',
  ]);
  const own = { each: '{{ items }}', index: 'pagesOfGroup' };
  assert.deepEqual(
    await getProblems({ repeat: own, header: group('h', {}, text('z', '{{ pageOfGroup }}')) }),
    [
      '/pages/0/repeat/index: ' +
        'The name "pagesOfGroup" is that of a number in header and footer: choose another one.',
    ],
  );
  // Without header and footer the name is free, as it was.
  assert.deepEqual(await getProblems({ repeat, elements: [text('z', '{{ page.name }}')] }), []);
});

test('headers and footers are checked as elements are, and leave room', async () => {
  const footer = group('h', { height: 60, width: 'fill' }, text('z', '{{ nope }}'));
  assert.deepEqual(await getProblems({ layout: column, header: group('h', { height: 60 }), footer }), [
    "/pages/0/footer/height: Header and footer take 120 of the page's height of 100: " +
      'nothing is left for its layout.',
    '/pages/0/footer/width: "fill" takes a share of a layout, and this element is in none.',
    '/pages/0/footer/elements/0/text: No variable "nope" is declared. For a literal "{{" write "\\{{".',
    '/pages/0/footer/id: The id "h" is taken already, by /pages/0/header.',
  ]);
  const [pinned = ''] = await getProblems({ header: group('h', { pin: { top: 0 } }) });
  assert.match(pinned, /^\/pages\/0\/header\/pin: A header stands at the edge of the page/u);
  const [missing = ''] = await getProblems({ header: { type: 'group', id: 'h', elements: [] } });
  assert.equal(missing, '/pages/0/header: The key "height" is missing.');
});

test('a document without pages has no flow, header or footer', async () => {
  const whole = { pages: undefined, elements: [], flow: true, header: group('h', {}) };
  const problems = await getProblems({}, whole);
  assert.deepEqual(problems.map((problem) => problem.replace(/ Accepted here.*$/u, '')).sort(), [
    '/flow: The key "flow" is unknown. It belongs to a page in "pages".',
    '/header: The key "header" is unknown. It belongs to a page in "pages".',
  ]);
  const [inherited] = await getProblems({}, { constructor: 1 });
  assert.match(String(inherited), /^\/constructor: The key "constructor" is unknown\. (?!It belongs)/u);
});
