/** What nobody sees of a render is named, whatever the format; what only decorates is not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Layout, TemplateDocument } from '../../../../generated/template.ts';
import { renderDocument } from '../../../../test/helpers/pages.ts';
import type { OutputFormat } from '../../job.ts';

const column: Layout = { direction: 'column' };
const row: Layout = { direction: 'row' };

const entries = 'the 60 entries of "row"';
const partly = 'wholly or partly';
const hidden = 'hidden by the mask of the group "box".';
const clipped = 'cut off by the clip of the group "box" (box).';

function getDocument(elements: readonly object[], page: object | null = null): TemplateDocument {
  const fields = [{ name: 'name', type: 'text' }];
  return {
    schemaVersion: 1,
    name: 'Lost',
    viewport: { width: 300, height: 200 },
    background: '#fff',
    variables: [
      { name: 'items', type: 'list', maxEntries: 100, fields },
      { name: 'story', type: 'text', maxLength: 5_000 },
    ],
    ...(page === null ? { elements } : { pages: [{ id: 'page', ...page, elements }] }),
  } as unknown as TemplateDocument;
}

async function warningsOf(
  elements: readonly object[],
  page: object | null = null,
  format: OutputFormat = 'pdf',
): Promise<string[]> {
  const items = Array.from({ length: 60 }, (_, index) => ({ name: `Part ${index}` }));
  const story = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
  const values = new Map<string, string | typeof items>([
    ['items', items],
    ['story', story],
  ]);
  const { warnings } = await renderDocument(getDocument(elements, page), { values, output: { format } });
  return warnings.map(({ code, elementId, detail }) => `${code} ${elementId}: ${detail.split('. ')[0]}`);
}

const text = (id: string, given: object) => ({
  type: 'text',
  id,
  width: 100,
  height: 12,
  fontSize: 10,
  lineHeight: 1.2,
  ...given,
});
const entry = text('row', {
  height: 'hug',
  text: '{{ item.name }}',
  repeat: { each: '{{ items }}' },
});
const table = {
  type: 'table',
  id: 'lines',
  rows: '{{ items }}',
  width: 200,
  columns: [{ value: '{{ item.name }}' }],
  header: null,
  body: { fontSize: 10, padding: 0 },
  total: { cells: ['Sum'] },
};
const group = (given: object, elements: readonly object[]) => ({
  type: 'group',
  id: 'box',
  x: 0,
  y: 0,
  width: 200,
  height: 100,
  ...given,
  elements,
});

test('rows of a table below the page have one warning, with their number, in every format', async () => {
  const lost = ['PAGE_OVERFLOW lines: 46 of its 61 rows (lines[15] to lines.total) are below the page'];
  for (const format of ['pdf', 'png', 'svg'] as const)
    assert.deepEqual(await warningsOf([{ ...table, x: 0, y: 20 }], null, format), lost);
  assert.deepEqual(
    await warningsOf([{ ...table, width: 'fill' }], { layout: { ...column, padding: 20 } }),
    lost,
  );
  assert.deepEqual(await warningsOf([group({}, [{ ...table, x: 0, y: 20 }])]), lost);
});

test('entries of a repeat off the page have one warning, which names the first', async () => {
  const page = { layout: column };
  assert.deepEqual(await warningsOf([entry], page), [
    `PAGE_OVERFLOW row[16]: 44 of ${entries} (row[16] to row[59]) are ${partly} below the page`,
  ]);
  assert.deepEqual(await warningsOf([{ ...entry, width: 60 }], { layout: row }), [
    'PAGE_OVERFLOW row[5]: 55 of the 60 entries of "row" (row[5] to row[59]) are right of the page',
  ]);
});

test('a group that is too small is named, on pages that flow, too', async () => {
  const page = { flow: true, layout: column };
  const after = text('after', { text: 'after' });
  const limits = [
    { height: 80, layout: column },
    { height: 'hug', maxHeight: 80, layout: column },
  ];
  for (const limit of limits)
    assert.deepEqual(
      await warningsOf([group({ ...limit, x: undefined, y: undefined }, [entry]), after], page),
      [
        'GROUP_OVERFLOW box: What is in it reaches 638 px beyond its bottom, over what may be there',
        `PAGE_OVERFLOW row[16]: 44 of ${entries} (row[16] to row[59]) are ${partly} below the page`,
      ],
    );
  const bare = group({ x: undefined, y: undefined, height: 30 }, [
    text('t', { x: 0, y: 0, height: 'hug', text: '{{ story }}' }),
  ]);
  assert.match((await warningsOf([bare, after], page)).join(), /^GROUP_OVERFLOW box: What is in it reaches/u);
  const roomy = group({ x: undefined, y: undefined, height: 'hug', layout: column }, [entry]);
  assert.deepEqual(await warningsOf([roomy, after], page), []);
});

test('lines of a text off the page are counted; a text that flows goes on', async () => {
  const long = { width: 80, height: 'hug', text: '{{ story }}' };
  const lost = /^PAGE_OVERFLOW t: \d+ of its \d+ lines are (?:wholly or partly )?below the page$/u;
  for (const place of [
    { x: 0, y: 150 },
    { x: 0, y: 150, width: 200, columns: 2 },
  ]) {
    const [warning = '', ...others] = await warningsOf([text('t', { ...long, ...place })]);
    assert.match(warning, lost);
    assert.deepEqual(others, []);
  }
  const absolute = text('t', { ...long, x: 0, y: 150, position: 'absolute' });
  const flow = { flow: true, layout: column };
  assert.match((await warningsOf([absolute], flow)).join(), lost);
  assert.deepEqual(await warningsOf([text('t', long)], flow), []);
  const wide = text('t', { x: 250, y: 20, width: 'hug', wrap: false, text: 'IBAN {{ items[0].name }} 1234' });
  assert.deepEqual(await warningsOf([wide]), ['PAGE_OVERFLOW t: Its line is partly right of the page']);
});

test('a header or footer lower than its text is named, and what a layout places over it', async () => {
  const low = (id: string) => ({ type: 'group', id, height: 10, elements: [text(`${id}.text`, tall)] });
  const tall = { x: 0, y: 0, height: 'hug', width: 40, text: 'two words or more' };
  const body = text('body', { text: 'body' });
  for (const flow of [true, false]) {
    const page = { flow, layout: column };
    const below = await warningsOf([body], { ...page, footer: low('foot') });
    assert.deepEqual(
      below.map((warning) => warning.split(':')[0]),
      ['GROUP_OVERFLOW foot', 'PAGE_OVERFLOW foot.text'],
    );
    const above = await warningsOf([body], { ...page, header: low('head') });
    assert.deepEqual(
      above.map((warning) => warning.split(':')[0]),
      ['GROUP_OVERFLOW head'],
    );
  }
  const footer = { type: 'group', id: 'foot', height: 50, elements: [] };
  const covered = await warningsOf([{ ...table, width: 'fill' }], { layout: column, footer });
  assert.deepEqual(covered, [
    `PAGE_OVERFLOW lines: 4 of its 61 rows (lines[12] to lines[15]) are ${partly} in the room of the footer`,
    'PAGE_OVERFLOW lines: 45 of its 61 rows (lines[16] to lines.total) are below the page',
  ]);
});

test('a clip has one warning for all rows or entries that it hides, and one for each code', async () => {
  const clip = { clip: 'box', layout: column, height: 60 };
  assert.deepEqual(await warningsOf([group(clip, [table])]), [
    `TEXT_CLIPPED lines: 56 of its 61 rows (lines[5] to lines.total) are ${clipped}`,
  ]);
  assert.deepEqual(await warningsOf([group(clip, [entry])]), [
    `TEXT_CLIPPED row[5]: 55 of ${entries} (row[5] to row[59]) are ${clipped}`,
  ]);
  const code = { type: 'qrcode', id: 'code', x: 0, y: 50, width: 60, height: 60, value: 'https://a.example' };
  assert.deepEqual(await warningsOf([group({ clip: 'box' }, [code])]), [
    `CONTENT_CLIPPED code: It is partly ${clipped}`,
  ]);
});

test('a code that is not whole on the page is named', async () => {
  const code = {
    type: 'qrcode',
    id: 'code',
    x: 0,
    y: 170,
    width: 60,
    height: 60,
    value: 'https://a.example',
  };
  const [warning] = await warningsOf([code]);
  assert.equal(warning, 'PAGE_OVERFLOW code: It is partly below the page');
  const [hidden] = await warningsOf([{ ...code, y: 210 }]);
  assert.equal(hidden, 'PAGE_OVERFLOW code: It is below the page');
});

test('a mask hides what lies off it; columns off the page are a part of their rows', async () => {
  const mask = { d: 'M0 0H200V60H0Z' };
  const masked = group({ mask, height: 60, layout: column }, [
    { ...table, rows: '{{ slice(items, 0, 9) }}' },
  ]);
  assert.deepEqual(await warningsOf([masked]), [
    `TEXT_CLIPPED lines: 5 of its 10 rows (lines[5] to lines.total) are ${hidden}`,
  ]);
  const columns = [
    { value: 'a', width: 60 },
    { value: 'b', width: 80 },
  ];
  const wide = { ...table, x: 250, y: 0, columns, rows: '{{ slice(items, 0, 3) }}' };
  assert.deepEqual(await warningsOf([{ ...wide, total: { cells: ['Sum', 'b'] } }]), [
    'PAGE_OVERFLOW lines: All of its 4 rows (lines[0] to lines.total) are partly right of the page',
  ]);
});

test('the warning of a text says its page', async () => {
  const tight = text('t', { width: 30, wrap: false, text: 'does not fit' });
  const document = getDocument([tight, { ...tight, id: 'next', breakBefore: true }], {
    flow: true,
    layout: column,
  });
  const { warnings } = await renderDocument(document, { output: { format: 'pdf' } });
  assert.deepEqual(
    warnings.map(({ code, page }) => [code, page]),
    [
      ['TEXT_OVERFLOW', 1],
      ['TEXT_OVERFLOW', 2],
    ],
  );
});

test('decoration may reach beyond the page', async () => {
  const big = { width: 'hug', height: 'hug', fontSize: 120, text: 'SALE' };
  const dot = { type: 'ellipse', id: 'dot', x: -30, y: -30, width: 60, height: 60, fill: '#f00' };
  assert.deepEqual(
    await warningsOf([
      dot,
      text('big', { ...big, x: 100, y: 120 }),
      text('turned', {
        ...big,
        fontSize: 40,
        text: 'New: {{ items[0].name }}',
        x: -20,
        y: 20,
        rotation: -30,
      }),
      group({ x: undefined, y: undefined, pin: { left: -20, top: 90 } }, [
        text('edge', { x: 0, y: 0, text: 'edge' }),
      ]),
      group({ clip: 'ellipse', y: 150 }, [{ ...dot, id: 'inside', x: 150, y: 80 }]),
    ]),
    [],
  );
});
