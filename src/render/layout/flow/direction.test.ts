/** Pages that flow from right to left: mirror images of those from left to right, with the same breaks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument } from '../../../../generated/template.ts';
import { renderDocument } from '../../../../test/helpers/pages.ts';

const WIDTH = 200;

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

/** A page of random elements, whose paddings and margins turn with the direction. */
function getDocument(seed: number, isRtl: boolean): TemplateDocument {
  const random = getRandom(seed);
  const one = <Item>(...items: Item[]): Item => items[Math.floor(random() * items.length)]!;
  const upTo = (most: number) => Math.floor(random() * most);
  const sides = (most: number) => [upTo(most), upTo(most), upTo(most), upTo(most)];
  let count = 0;
  const element = (depth: number): object => {
    const kind = random();
    count += 1;
    const own = { id: `e${count}`, width: one<unknown>('fill', 40 + upTo(60)), margin: sides(6) };
    if (kind < 0.3) return { ...own, type: 'rect', height: 5 + upTo(60) };
    if (kind < 0.5) {
      const text = { type: 'text', height: 'hug', fontSize: 8, text: 'ab cd ef gh '.repeat(2 + upTo(30)) };
      return { ...own, ...text, ...(random() < 0.5 ? { columns: 2, columnGap: 6, width: 120 } : {}) };
    }
    if (kind < 0.6 || depth === 0) {
      const columns = [
        { header: 'a', value: '{{ item.name }}' },
        { header: 'b', value: '{{ item.name }}', width: 30 },
      ];
      const borders = { between: 'all', outer: true };
      return { ...own, type: 'table', rows: '{{ items }}', columns, body: { fontSize: 8 }, borders };
    }
    const direction = one('row', 'column');
    const layout = {
      direction,
      wrap: direction === 'row' && random() < 0.5,
      gap: upTo(6),
      padding: sides(8),
      align: one('start', 'end', 'center', 'stretch'),
    };
    const elements = Array.from({ length: 1 + upTo(6) }, () => element(depth - 1));
    return { ...own, type: 'group', height: 'hug', layout, elements };
  };
  const layout = { direction: 'column', gap: 4, padding: sides(10) };
  const elements = Array.from({ length: 1 + upTo(6) }, () => element(2));
  return {
    schemaVersion: 1,
    name: 'Flow',
    viewport: { width: WIDTH, height: 150 },
    variables: [{ name: 'items', type: 'list', fields: [{ name: 'name', type: 'text' }] }],
    language: 'en',
    ...(isRtl ? { direction: 'rtl' } : {}),
    pages: [{ id: 'p', flow: true, layout, elements }],
  } as unknown as TemplateDocument;
}

/** What stands where on which page, from the side at which lines start. */
async function place(seed: number, isRtl: boolean): Promise<readonly unknown[]> {
  const values = new Map([['items', ['x', 'y y y', 'z'].map((name) => ({ name }))]]);
  const output = { format: 'pdf' } as const;
  const { report } = await renderDocument(getDocument(seed, isRtl), { values, output });
  return (report?.elements ?? []).map(({ page, id, onPage: { x, y, width, height }, text }) => [
    page,
    id,
    ...[isRtl ? WIDTH - x - width : x, y, width, height].map(Math.round),
    text?.lines.map((line) => line.text),
  ]);
}

test('a page that flows from right to left breaks as from left to right', async () => {
  for (let seed = 0; seed < 20; seed += 1)
    assert.deepEqual(await place(seed, true), await place(seed, false), `seed ${seed}`);
});
