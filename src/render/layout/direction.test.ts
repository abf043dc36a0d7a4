/** Layouts from right to left: mirror images of those from left to right. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument } from '../../../generated/template.ts';
import { bindTemplate } from '../bind/bind-template.ts';
import { FontBook } from '../fonts/font-book.ts';
import type { SceneElement } from '../scene/elements.ts';
import { placeJob } from './place-job.ts';

const fonts = new FontBook();
const output = { format: 'png', dpi: 96, scale: 1, quality: 90 } as const;
type Given = Readonly<Record<string, unknown>>;

/** Elements with their boxes. */
async function place(elements: readonly object[], more: object = {}): Promise<readonly SceneElement[]> {
  const page = { viewport: { width: 300, height: 200 }, ...more };
  const document = { schemaVersion: 1, name: 't', ...page, elements } as TemplateDocument;
  const job = { scene: bindTemplate(document, new Map()).scene, assets: {}, output, imageMaxPixels: 1 };
  return (await placeJob(job, [], fonts)).job.scene.elements;
}

/** The left edges and the widths of boxes by id, each in the box around it. */
function getBoxes(elements: readonly SceneElement[]): Record<string, number[]> {
  return Object.fromEntries(
    elements.flatMap((element): [string, number[]][] => [
      [element.id, [element.x, element.width]],
      ...(element.type === 'group' ? Object.entries(getBoxes(element.elements)) : []),
    ]),
  );
}

const rect = (id: string, width: unknown, more: object = {}) => ({
  type: 'rect',
  id,
  width,
  height: 10,
  ...more,
});
const layout = { direction: 'row', gap: 10, padding: [0, 30, 0, 20] };

test('a row of a document in a language from right to left begins at the right', async () => {
  const elements = [rect('a', 50), rect('b', 'fill'), rect('c', 40, { margin: [0, 7, 0, 3] })];
  const b = 300 - 30 - 20 - 50 - 50 - 20;
  const rtl = { a: [230, 50], b: [90, b], c: [37, 40] };
  for (const language of ['ar', 'he', 'fa', 'ur', 'az-Arab', 'ar-EG'])
    assert.deepEqual(getBoxes(await place(elements, { layout, language })), rtl, language);
  assert.deepEqual(getBoxes(await place(elements, { layout, direction: 'rtl' })), rtl);
  assert.deepEqual(getBoxes(await place(elements, { layout: { ...layout, inlineDirection: 'rtl' } })), rtl);
  const ltr = { a: [20, 50], b: [80, b], c: [223, 40] };
  for (const more of [{}, { language: 'en' }, { language: 'az' }, { language: 'ar', direction: 'ltr' }])
    assert.deepEqual(getBoxes(await place(elements, { layout, ...more })), ltr, JSON.stringify(more));
});

test('a layout in another has its own direction, which those in it take over', async () => {
  const inner = { direction: 'row' };
  const group = (id: string, own: object, elements: readonly object[]) => ({
    type: 'group',
    id,
    width: 100,
    height: 10,
    layout: { ...inner, ...own },
    elements,
  });
  const elements = [
    group('g', {}, [rect('a', 10), group('h', { inlineDirection: 'ltr' }, [rect('b', 10), rect('c', 10)])]),
    group('i', { inlineDirection: 'ltr' }, [group('j', {}, [rect('d', 10)])]),
  ];
  assert.deepEqual(getBoxes(await place(elements, { language: 'he', layout: { direction: 'column' } })), {
    g: [200, 100],
    a: [90, 10],
    h: [-10, 100],
    b: [0, 10],
    c: [10, 10],
    i: [200, 100],
    j: [0, 100],
    d: [0, 10],
  });
});

test('what has a place of its own stays there', async () => {
  const elements = [
    rect('x', 10, { x: 20, y: 0 }),
    rect('pin', 10, { pin: { left: 5, top: 0 } }),
    { type: 'group', id: 'g', x: 100, y: 20, width: 'hug', height: 'hug', layout, elements: [rect('a', 10)] },
  ];
  assert.deepEqual(getBoxes(await place(elements, { language: 'ar' })), {
    x: [20, 10],
    pin: [5, 10],
    g: [100, 60],
    a: [30, 10],
  });
});

/** The same numbers for the same seed (Mulberry32). */
function getRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

function randomGroup(random: () => number, id: string, depth: number): Given {
  const one = <Item>(...items: Item[]): Item => items[Math.floor(random() * items.length)]!;
  const upTo = (most: number) => Math.floor(random() * most);
  const sides = (most: number) => [upTo(most), upTo(most), upTo(most), upTo(most)];
  const elements = Array.from({ length: 1 + upTo(5) }, (_, index): Given => {
    const own = {
      width: one<unknown>('fill', 'hug', 10 + upTo(60), 10 + upTo(60)),
      height: one<unknown>('hug', 10 + upTo(40)),
      margin: one(sides(8), [0, 0, 0, 0]),
      ...(random() < 0.2 ? { alignSelf: one('start', 'center', 'end', 'stretch') } : {}),
    };
    const name = `${id}.${index}`;
    if (depth > 0 && random() < 0.4) return { ...randomGroup(random, name, depth - 1), ...own };
    const size = { ...own, width: own.width === 'hug' ? 20 : own.width, height: 15 };
    if (random() < 0.5) return { type: 'rect', id: name, ...size };
    return { type: 'text', id: name, ...own, text: 'ab cd ef '.repeat(1 + upTo(4)), fontSize: 8 };
  });
  const place = {
    direction: one('row', 'column'),
    wrap: random() < 0.4,
    align: one('start', 'center', 'end', 'stretch', 'baseline'),
    justify: one('start', 'center', 'end', 'space-between', 'space-around', 'space-evenly'),
    gap: upTo(10),
    padding: sides(12),
  };
  return { type: 'group', id, width: 'hug', height: 'hug', layout: place, elements };
}

/** Every box as seen from the other side of the box around it. */
function mirrored(elements: readonly SceneElement[], width: number): Record<string, number[]> {
  const round = (length: number) => Math.round(length * 100) / 100 + 0;
  return Object.fromEntries(
    elements.flatMap((element): [string, number[]][] => [
      [element.id, [width - element.x - element.width, element.y, element.width, element.height].map(round)],
      ...(element.type === 'group' ? Object.entries(mirrored(element.elements, element.width)) : []),
    ]),
  );
}

function plainBoxes(elements: readonly SceneElement[]): Record<string, number[]> {
  const round = (length: number) => Math.round(length * 100) / 100 + 0;
  return Object.fromEntries(
    elements.flatMap((element): [string, number[]][] => [
      [element.id, [element.x, element.y, element.width, element.height].map(round)],
      ...(element.type === 'group' ? Object.entries(plainBoxes(element.elements)) : []),
    ]),
  );
}

test('any layout from right to left is the mirror image of one from left to right', async () => {
  for (let seed = 0; seed < 150; seed += 1) {
    const given = { ...randomGroup(getRandom(seed), 'g', 2), width: 300, x: 0, y: 0 };
    const ltr = await place([given]);
    const rtl = await place([given], { direction: 'rtl' });
    assert.deepEqual(mirrored(rtl, 300), plainBoxes(ltr), `seed ${seed}`);
  }
});
