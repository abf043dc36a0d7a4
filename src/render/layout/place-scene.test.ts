import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { TemplateDocument } from '../../../generated/template.ts';
import { collectAssets } from '../assets.ts';
import { bindTemplate } from '../bind/bind-template.ts';
import { FontBook } from '../fonts/font-book.ts';
import { findImages } from '../images/place-images.ts';
import { ImageCache } from '../images/image-cache.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { Scene } from '../scene/scene.ts';
import { layoutText } from '../text/layout.ts';
import { placeJob } from './place-job.ts';

const fonts = new FontBook();
const images = new ImageCache(1_000_000);
const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#ffaa00' } })
  .png()
  .toBuffer();

type Page = Partial<Omit<TemplateDocument, 'elements'>>;
type Boxes = Record<string, number[]>;

/** Binds and places a document. */
async function place(elements: readonly object[], page: Page = {}): Promise<Scene> {
  const document = { schemaVersion: 1, name: 't', viewport: { width: 200, height: 100 }, ...page, elements };
  const bound = bindTemplate(document as TemplateDocument, new Map());
  const { assets, files } = await collectAssets(bound, {
    readTemplateFile: () => Promise.resolve({ hash: 'picture', bytes: picture }),
    fetchImage: (url) => Promise.reject(new Error(url)),
    maxImageBytes: 1_000_000,
  });
  const output = { format: 'png', dpi: 96, scale: 1, quality: 90 } as const;
  const job = { scene: bound.scene, assets, output, imageMaxPixels: 1_000_000 };
  const found = await findImages(job, (hash) => files.get(hash) as Uint8Array, images);
  return (await placeJob(job, found, fonts)).job.scene;
}

/** The boxes of all elements by id: x, y, width, height. */
async function boxes(elements: readonly object[], page: Page = {}): Promise<Boxes> {
  const all = (list: readonly SceneElement[]): [string, number[]][] =>
    list.flatMap((element) => [
      [element.id, [element.x, element.y, element.width, element.height]],
      ...(element.type === 'group' ? all(element.elements) : []),
    ]);
  return Object.fromEntries(all((await place(elements, page)).elements));
}

/** The boxes in a group of 200 by 100 with a layout. */
async function inLayout(layout: object, elements: readonly object[]): Promise<Boxes> {
  const around = { type: 'group', id: 'g', x: 0, y: 0, width: 200, height: 100 };
  const { g: _around, ...inside } = await boxes([{ ...around, layout, elements }]);
  return inside;
}

const rect = (id: string, width: unknown, height: unknown, more: object = {}) => ({
  type: 'rect',
  id,
  width,
  height,
  fill: '#000',
  ...more,
});
/** In 20 px a line is 24 px high. */
const text = (id: string, content: string, more: object = {}) => ({
  type: 'text',
  id,
  width: 'hug',
  height: 'hug',
  text: content,
  fontFamily: 'Inter',
  fontSize: 20,
  lineHeight: 1.2,
  ...more,
});
const image = (id: string, more: object = {}) => ({
  type: 'image',
  id,
  width: 'hug',
  height: 'hug',
  src: 'a.png',
  ...more,
});

test('elements of rows and columns stand one after the other, with gaps and padding', async () => {
  const elements = [rect('a', 30, 10), rect('b', 40, 20), rect('c', 50, 30)];
  assert.deepEqual(await inLayout({ direction: 'row', gap: 5, padding: [8, 6], align: 'start' }, elements), {
    a: [6, 8, 30, 10],
    b: [41, 8, 40, 20],
    c: [86, 8, 50, 30],
  });
  const column = { direction: 'column', gap: 5, padding: [1, 2, 3, 4], align: 'start' };
  assert.deepEqual(await inLayout(column, elements), {
    a: [4, 1, 30, 10],
    b: [4, 16, 40, 20],
    c: [4, 41, 50, 30],
  });
});

test('what fills shares what is left by its weight, within its limits', async () => {
  const layout = { direction: 'row', gap: 10 };
  // 200 - 40 - 2 × 10 = 140, in the ratio 1 : 3.
  const elements = (more: object) => [
    rect('a', 40, 10),
    rect('b', 'fill', 'fill', more),
    rect('c', 'fill', 20, { grow: 3 }),
  ];
  assert.deepEqual(await inLayout(layout, elements({})), {
    a: [0, 0, 40, 10],
    b: [50, 0, 35, 100],
    c: [95, 0, 105, 20],
  });
  // What one may not take, the other does.
  assert.deepEqual(await inLayout(layout, elements({ maxWidth: 20, maxHeight: 30 })), {
    a: [0, 0, 40, 10],
    b: [50, 0, 20, 30],
    c: [80, 0, 120, 20],
  });
  const full = [rect('a', 160, 10), rect('b', 'fill', 10, { minWidth: 60 })];
  assert.deepEqual((await inLayout(layout, full)).b, [170, 0, 60, 10]);
  // A least width is taken off before the others share: 200 - 2 × 10 - 120, in the ratio 1 : 2.
  const least = [
    rect('a', 'fill', 10, { minWidth: 120 }),
    rect('b', 'fill', 10),
    rect('c', 'fill', 10, { grow: 2 }),
  ];
  assert.deepEqual(await inLayout(layout, least), {
    a: [0, 0, 120, 10],
    b: [130, 0, 20, 10],
    c: [160, 0, 40, 10],
  });
});

test('texts and pictures hug what they hold', async () => {
  const row = { direction: 'row', align: 'start' };
  const { one, two } = await inLayout(row, [text('one', 'H'), text('two', 'HH\nH')]);
  assert.deepEqual([one?.[3], two?.[3]], [24, 48]);
  // A pair of H is not kerned.
  assert.ok(Math.abs(two![2]! - 2 * one![2]!) < 0.05, `${one![2]} and ${two![2]}`);
  assert.equal(two![0], one![2]);
  assert.deepEqual(await inLayout(row, [image('i'), image('w', { width: 30 }), image('h', { height: 20 })]), {
    i: [0, 0, 60, 40],
    w: [60, 0, 30, 20],
    h: [90, 0, 30, 20],
  });
  // Outside of a layout, too; a width breaks lines.
  const free = await boxes([
    text('t', 'AAAA AAAA', { x: 5, y: 6, width: 80 }),
    image('m', { x: 1, y: 2, maxWidth: 30 }),
  ]);
  assert.deepEqual(free, { t: [5, 6, 80, 48], m: [1, 2, 30, 20] });
});

test('lines that are full wrap', async () => {
  const layout = { direction: 'row', wrap: true, gap: 10, rowGap: 4, align: 'start' };
  const elements = [rect('a', 120, 10), rect('b', 60, 30), rect('c', 90, 20)];
  assert.deepEqual(await inLayout(layout, elements), {
    a: [0, 0, 120, 10],
    b: [130, 0, 60, 30],
    c: [0, 34, 90, 20],
  });
});

test('elements of layouts that wrap keep their margins across', async () => {
  const elements = (margin: number[]) => [rect('a', 20, 10, { margin }), rect('b', 20, 30)];
  const ys = async (align: string) =>
    (await inLayout({ direction: 'row', wrap: true, align }, elements([4, 0, 2, 0]))).a?.[1];
  assert.deepEqual([await ys('start'), await ys('center'), await ys('end')], [4, 11, 18]);
});

test('vertical lines hug along their own direction', async () => {
  const vertical = (id: string, more: object) =>
    text(id, '縦書き', { writingMode: 'vertical-rl', fontFamily: 'Noto Sans JP', ...more });
  const placed = await boxes([
    vertical('whole', { x: 0, y: 0 }),
    // Two letters of 20 px have room in a line.
    vertical('broken', { x: 0, y: 0, height: 45 }),
    vertical('limited', { x: 0, y: 0, maxHeight: 45 }),
  ]);
  assert.deepEqual(placed, { whole: [0, 0, 24, 60], broken: [0, 0, 48, 45], limited: [0, 0, 48, 45] });
  const row = await inLayout({ direction: 'row', align: 'start' }, [vertical('v', {}), rect('r', 10, 10)]);
  assert.deepEqual(row, { v: [0, 0, 24, 60], r: [24, 0, 10, 10] });
});

test('texts in a row shrink by the widths of their whole lines, unless they are never broken', async () => {
  const { a, b } = await inLayout({ direction: 'row' }, [
    text('a', 'H'.repeat(10)),
    text('b', 'H'.repeat(30)),
  ]);
  assert.ok(Math.abs(b![2]! / a![2]! - 3) < 0.01, `${a![2]} and ${b![2]}`);
  assert.ok(Math.abs(a![2]! + b![2]! - 200) < 0.01);
  const free = await inLayout({ direction: 'column' }, [
    text('a', 'H'.repeat(30), { wrap: false, overflow: 'visible' }),
    text('b', 'H'.repeat(30), { wrap: false, overflow: 'ellipsis' }),
  ]);
  assert.ok(free.a![2]! > 300, `${free.a![2]}`);
  assert.equal(free.b?.[2], 200);
});

test('elements stand at the start, centre or end of a line, or stretch', async () => {
  const ys = { start: 0, center: 45, end: 90, stretch: 0, baseline: 0 };
  for (const [align, y] of Object.entries(ys)) {
    const placed = await inLayout({ direction: 'row', align }, [rect('a', 10, 10)]);
    assert.deepEqual(placed.a, [0, y, 10, 10], align);
    const own = [rect('a', 10, 10, { alignSelf: align })];
    assert.deepEqual((await inLayout({ direction: 'row', align: 'end' }, own)).a, [0, y, 10, 10], align);
  }
  const stretched = [text('t', 'A')];
  assert.equal((await inLayout({ direction: 'row', align: 'stretch' }, stretched)).t?.[3], 100);
  assert.equal((await inLayout({ direction: 'row', align: 'start' }, stretched)).t?.[3], 24);
  // The lower edge of a rectangle stands on the line that letters of 20 px have 19 px down.
  const baseline = await inLayout({ direction: 'row', align: 'baseline' }, [
    text('t', 'A'),
    rect('r', 5, 30),
  ]);
  assert.deepEqual([baseline.r?.[1], Math.round(baseline.t![1]!)], [0, 11]);
});

test('what is left in a row goes where "justify" says', async () => {
  // 200 - 20 - 60 = 120 are left.
  const places = {
    start: [0, 20],
    center: [60, 80],
    end: [120, 140],
    'space-between': [0, 140],
    'space-around': [30, 110],
    'space-evenly': [40, 100],
  };
  for (const [justify, xs] of Object.entries(places)) {
    const { a, b } = await inLayout({ direction: 'row', justify }, [rect('a', 20, 10), rect('b', 60, 10)]);
    assert.deepEqual([a?.[0], b?.[0]], xs, justify);
  }
});

test('margins keep others away', async () => {
  const elements = [rect('a', 20, 10, { margin: [1, 2, 3, 4] }), rect('b', 20, 10, { margin: 5 })];
  assert.deepEqual(await inLayout({ direction: 'row', align: 'start' }, elements), {
    a: [4, 1, 20, 10],
    b: [31, 5, 20, 10],
  });
});

test('groups with layouts hug what they hold, in each other', async () => {
  const inner = {
    type: 'group',
    id: 'inner',
    width: 'hug',
    height: 'hug',
    layout: { direction: 'column', gap: 2, padding: 3, align: 'end' },
    elements: [rect('a', 20, 10), rect('b', 40, 10)],
  };
  const outer = { type: 'group', id: 'outer', x: 7, y: 8, width: 'hug', height: 'hug' };
  const layout = { direction: 'row', gap: 10, align: 'center' };
  assert.deepEqual(await boxes([{ ...outer, layout, elements: [inner, rect('c', 10, 8)] }]), {
    // 40 + 2 × 3 wide, 10 + 2 + 10 + 2 × 3 high.
    inner: [0, 0, 46, 28],
    a: [23, 3, 20, 10],
    b: [3, 15, 40, 10],
    c: [56, 10, 10, 8],
    outer: [7, 8, 66, 28],
  });
});

test('absolute elements of a layout stand where they say, and what is invisible takes no room', async () => {
  const elements = [
    rect('a', 20, 10),
    rect('free', 5, 6, { position: 'absolute', x: 50, y: 60 }),
    rect('pinned', 5, 6, { position: 'absolute', pin: { right: 1, bottom: 2 } }),
    rect('unseen', 90, 90, { visible: false }),
    rect('b', 20, 10),
  ];
  assert.deepEqual(await inLayout({ direction: 'row', gap: 4, align: 'start' }, elements), {
    a: [0, 0, 20, 10],
    free: [50, 60, 5, 6],
    pinned: [194, 92, 5, 6],
    b: [24, 0, 20, 10],
  });
});

test('a group with nothing to show takes no room in either direction', async () => {
  const empty = (id: string, elements: object[]) => ({
    type: 'group',
    id,
    width: 'hug',
    height: 'hug',
    elements,
    layout: { direction: 'column' },
  });
  const elements = [
    empty('outer', [empty('inner', [rect('unseen', 9, 9, { visible: false })])]),
    rect('a', 5, 5),
  ];
  assert.deepEqual(await inLayout({ direction: 'column' }, elements), {
    outer: [0, 0, 0, 0],
    inner: [0, 0, 0, 0],
    a: [0, 0, 5, 5],
  });
});

test('pins keep their distance from each side, and two opposite ones decide the size', async () => {
  const inside = { ...rect('inside', 10, 10), pin: { right: 5, bottom: 6 } };
  const placed = await boxes([
    rect('topLeft', 20, 10, { pin: { left: 3, top: 4 } }),
    rect('bottomRight', 20, 10, { pin: { right: 3, bottom: 4 } }),
    rect('wide', undefined, 10, { y: 40, pin: { left: 15, right: 25 } }),
    rect('all', undefined, undefined, { pin: { left: 1, right: 2, top: 3, bottom: 4 } }),
    { type: 'group', id: 'group', x: 10, y: 10, width: 100, height: 50, elements: [inside] },
  ]);
  assert.deepEqual(placed, {
    topLeft: [3, 4, 20, 10],
    bottomRight: [177, 86, 20, 10],
    wide: [15, 40, 160, 10],
    all: [1, 3, 197, 93],
    group: [10, 10, 100, 50],
    inside: [85, 34, 10, 10],
  });
});

test('a text grows down from its place, up, or from the middle, within its limits', async () => {
  const lines = (id: string, more: object) => text(id, 'A\nA', { x: 0, y: 60, width: 50, ...more });
  const placed = await boxes([
    lines('down', {}),
    lines('up', { anchor: 'bottom' }),
    lines('middle', { anchor: 'middle' }),
    lines('least', { minHeight: 70, anchor: 'bottom' }),
    lines('most', { maxHeight: 30, overflow: 'visible' }),
    // Of the lines only one has room.
    lines('cut', { maxHeight: 30 }),
  ]);
  assert.deepEqual(placed, {
    down: [0, 60, 50, 48],
    up: [0, 12, 50, 48],
    middle: [0, 36, 50, 48],
    least: [0, -10, 50, 70],
    most: [0, 60, 50, 30],
    cut: [0, 60, 50, 24],
  });
});

test('a page is as tall as its content, between its limits', async () => {
  const viewport = { width: 200, height: { min: 50, max: 120 } };
  const getHeight = async (elements: readonly object[], more: Page = {}) =>
    (await place(elements, { viewport, ...more })).height;
  const layout = { direction: 'column', gap: 4, padding: 10 } as const;
  assert.equal(await getHeight([rect('a', 10, 20)], { layout }), 50);
  assert.equal(await getHeight([rect('a', 10, 40), rect('b', 10, 30)], { layout }), 94);
  assert.equal(await getHeight([rect('a', 10, 300)], { layout }), 120);
  // Without a layout down to the lowest text; what is pinned to the bottom goes with it.
  const down = text('t', 'A\nA', { x: 0, y: 40.5, width: 50 });
  const foot = rect('foot', 10, 5, { x: 0, pin: { bottom: 0 } });
  const grown = await place([down, foot], { viewport });
  assert.deepEqual([grown.height, grown.elements[1]?.y], [89, 84]);
});

test('a text that hugs has room for spaces of paragraphs, markers, indents and trimmed lines', async () => {
  const lines = 'One\nTwo\nThree';
  const many = `${lines}\n${lines}`;
  const sizes = async (more: object, content = lines) => {
    const { t = [] } = await inLayout({ direction: 'column', align: 'start' }, [text('t', content, more)]);
    return t.slice(2).map((side) => Math.round(side * 1000) / 1000);
  };
  const [width = 0, height] = await sizes({});
  assert.equal(height, 72);
  assert.deepEqual(await sizes({ paragraphSpacing: 8 }), [width, 88]);
  assert.deepEqual(await sizes({ list: 'disc' }), [Math.round((width + 30) * 1000) / 1000, 72]);
  assert.deepEqual(await sizes({ indent: 15 }), [Math.round((width + 15) * 1000) / 1000, 72]);
  const [, trimmed = 0] = await sizes({ trim: 'cap' });
  assert.ok(trimmed > 60 && trimmed < 64, `${trimmed}`);
  assert.deepEqual((await sizes({ paragraphSpacing: 8, columns: 2, width: 200 }, many))[1], 88);
  const { elements } = await place(
    [text('t', lines, { x: 0, y: 0, width: 'hug', paragraphSpacing: 8, list: 'decimal', trim: 'cap' })],
    { layout: { direction: 'column', align: 'start' } },
  );
  const [placed] = elements;
  assert.ok(placed?.type === 'text');
  const layout = layoutText(placed, fonts);
  assert.deepEqual(layout.warnings, []);
  assert.deepEqual(
    layout.lines.map((line) => line.text),
    ['One', 'Two', 'Three'],
  );
});
