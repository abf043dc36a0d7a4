/** Pages that flow, with headers and footers, from binding to the file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GroupElement, Page, TemplateDocument, TemplateElement } from '../../generated/template.ts';
import { readAloud, readObjects } from '../../test/helpers/pdf.ts';
import { readPdf, renderDocument } from '../../test/helpers/pages.ts';
import { decodePixels } from '../../test/helpers/scenes.ts';
import { RenderInputError } from './errors.ts';

const label = (id: string, text: string, given: object = {}): TemplateElement => ({
  type: 'text',
  id,
  x: 10,
  y: 5,
  width: 80,
  height: 20,
  text,
  fontSize: 10,
  ...given,
});
const header: GroupElement = {
  type: 'group',
  id: 'head',
  height: 30,
  elements: [label('title', 'Report'), label('first', 'First', { x: 60, visible: '{{ page == 1 }}' })],
};
const footer: GroupElement = {
  type: 'group',
  id: 'foot',
  height: 'hug',
  layout: { direction: 'row', padding: 5 },
  elements: [{ ...label('number', '{{ page }} of {{ pages }}'), width: 'hug', height: 'hug' }],
};
const row: TemplateElement = {
  type: 'text',
  id: 'row',
  width: 'fill',
  height: 20,
  fontSize: 10,
  text: '{{ item.name }}',
  repeat: { each: '{{ items }}' },
};

function getDocument(page: Partial<Page>, before: readonly Page[] = []): TemplateDocument {
  return {
    schemaVersion: 1,
    name: 'Report',
    viewport: { width: 100, height: 100 },
    background: '#fff',
    variables: [{ name: 'items', type: 'list', fields: [{ name: 'name', type: 'text' }] }],
    pages: [
      ...before,
      { id: 'rows', flow: true, layout: { direction: 'column' }, header, footer, elements: [row], ...page },
    ],
  };
}

const getValues = (count: number) =>
  new Map([['items', Array.from({ length: count }, (_, index) => ({ name: `Row ${index}` }))]]);

/** The texts of each page of the PDF, from top to bottom. */
async function getTexts(document: TemplateDocument, count: number): Promise<string[]> {
  const values = getValues(count);
  const { data } = await renderDocument(document, { values, output: { format: 'pdf' } });
  return (await readPdf(data)).map(({ items }) =>
    items
      .toSorted((a, b) => a.y - b.y || a.x - b.x)
      .map(({ text }) => text)
      .join(', '),
  );
}

test('a list goes on over as many pages as it needs, with header and footer on each', async () => {
  // 100 - 30 - (12 + 10) leave 48: two rows of 20.
  assert.deepEqual(await getTexts(getDocument({}), 5), [
    'Report, First, Row 0, Row 1, 1 of 3',
    'Report, Row 2, Row 3, 2 of 3',
    'Report, Row 4, 3 of 3',
  ]);
  assert.deepEqual(await getTexts(getDocument({}), 0), ['Report, First, 1 of 1']);
});

test('pages count through the document, and all layouts have the room that is left', async () => {
  const cover: Page = {
    id: 'cover',
    layout: { direction: 'column', justify: 'end' },
    footer: { ...footer, id: 'foot0', elements: [{ ...footer.elements[0]!, id: 'number0' }] },
    elements: [{ ...label('coverText', 'Cover'), width: 'fill', height: 20 }],
  };
  const document = getDocument({}, [cover]);
  assert.deepEqual(await getTexts(document, 3), [
    'Cover, 1 of 3',
    'Report, Row 0, Row 1, 2 of 3',
    'Report, Row 2, 3 of 3',
  ]);
  const { report } = await renderDocument(document, { values: getValues(3), output: { format: 'pdf' } });
  const getBox = (id: string) => report?.elements.find((element) => element.id === id)?.onPage;
  assert.deepEqual(getBox('coverText'), { x: 0, y: 58, width: 100, height: 20 });
  assert.deepEqual(getBox('foot0'), { x: 0, y: 78, width: 100, height: 22 });
  assert.deepEqual(
    report?.pages?.map(({ page, id }) => [page, id]),
    [
      [1, 'cover'],
      [2, 'rows'],
      [3, 'rows'],
    ],
  );
});

test('a header that depends on the number of pages changes how many there are', async () => {
  const high = { ...header, layout: { direction: 'column' as const }, height: 'hug' as const };
  const only = (text: string, visible: string, height: number) =>
    ({ ...label(text, text), width: 'fill', height, visible }) as TemplateElement;
  const elements = [only('Short', '{{ pages <= 2 }}', 10), only('Long', '{{ pages > 2 }}', 60)];
  const pages = await getTexts(
    getDocument({ header: { ...high, elements }, footer: { ...footer, height: 20 } }),
    8,
  );
  // With the short header there would be three pages of three rows, with the long one there are eight.
  assert.equal(pages.length, 8);
  assert.equal(pages.at(-1), 'Long, Row 7, 8 of 8');
});

test('a picture shows one of the pages, and answers how many there are', async () => {
  const colored: GroupElement = {
    type: 'group',
    id: 'head',
    height: 30,
    elements: ['#f00', '#0f0'].map((fill, index) => ({
      type: 'rect',
      id: fill,
      x: 0,
      y: 0,
      width: 100,
      height: 30,
      fill,
      visible: `{{ page == ${index + 1} }}`,
    })),
  };
  const document = getDocument({ header: colored });
  for (const [page, color] of [
    [1, [255, 0, 0, 255]],
    [2, [0, 255, 0, 255]],
    [3, [255, 255, 255, 255]],
  ] as const) {
    const { data, pageCount } = await renderDocument(document, { values: getValues(5), output: { page } });
    assert.equal(pageCount, 3);
    assert.deepEqual((await decodePixels(data)).at(50, 10), color);
  }
  await assert.rejects(renderDocument(document, { values: getValues(5), output: { page: 4 } }), {
    message: 'There is no page 4: with these values there are 3 pages.',
  });
  const svg = await renderDocument(document, {
    values: getValues(5),
    output: { format: 'svg', page: 2, svgText: 'text' },
  });
  assert.match(Buffer.from(svg.data).toString(), /Row 2[\s\S]*2 of 3/u);
});

test('a text goes on between its lines, as one paragraph', async () => {
  const words = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');
  const long: TemplateElement = {
    type: 'text',
    id: 'long',
    width: 'fill',
    height: 'hug',
    fontSize: 10,
    text: words,
  };
  const pages = await getTexts(getDocument({ header: { ...header, elements: [] }, elements: [long] }), 0);
  assert.ok(pages.length > 2);
  const shown = pages.flatMap((page) => page.split(/, | /u).filter((word) => word.startsWith('word')));
  assert.deepEqual(shown, words.split(' '));
});

test('screen readers read what goes on as one, and neither headers nor footers', async () => {
  const words = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');
  const long: TemplateElement = {
    type: 'text',
    id: 'long',
    width: 'fill',
    height: 'hug',
    fontSize: 10,
    text: words,
  };
  const { data } = await renderDocument(getDocument({ elements: [long] }), { output: { format: 'pdf' } });
  const spoken = JSON.stringify(await readAloud(data, 2));
  assert.match(spoken, /^\[\["Document",\["Sect",\["P","word\d+[^"]*"\]\]\]\]$/u);
  const objects = await readObjects(data);
  assert.equal(objects.split('/S /P\n').length - 1, 1);
});

test('warns of what is cut, on its page', async () => {
  const elements: TemplateElement[] = [
    label('a', 'A', { x: undefined, y: undefined }),
    { type: 'rect', id: 'high', width: 'fill', height: 90, fill: '#00f' },
  ].map((element) => JSON.parse(JSON.stringify(element)) as TemplateElement);
  const { warnings, data } = await renderDocument(getDocument({ elements }), { output: { page: 2 } });
  assert.deepEqual(warnings, [
    {
      code: 'PAGE_OVERFLOW',
      elementId: 'high',
      page: 2,
      detail:
        'It is 90 px high, but a page has room for 48 px: the rest is cut off. ' +
        'Make it smaller, or let it be divided.',
    },
  ]);
  const pixels = await decodePixels(data);
  assert.deepEqual(
    [pixels.at(50, 77), pixels.at(50, 79)],
    [
      [0, 0, 255, 255],
      [255, 255, 255, 255],
    ],
  );
});

test('refuses more pages than a document may have, and pages without room', async () => {
  const refuses = async (page: Partial<Page>, count: number, message: RegExp) =>
    await assert.rejects(
      renderDocument(getDocument(page), { values: getValues(count) }),
      (error) => error instanceof RenderInputError && message.test(error.message),
    );
  const broken = { ...row, breakBefore: true };
  await refuses({ elements: [broken] }, 1_001, /more than 1,000 pages/u);
  const tall = { ...footer, elements: [{ ...footer.elements[0]!, height: 80 }] };
  await refuses({ footer: tall }, 1, /^On page 1 the header, the footer and the padding leave no room/u);
  const failing = { ...header, elements: [label('bad', '{{ 1 / (pages - 1) }}')] };
  await refuses({ header: failing }, 1, /^On page 1: Element "bad": the expression/u);
});
