import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDesign, select, type Design } from '../model/design.ts';
import { findElement } from '../model/elements.ts';
import type { TemplateDocument, TemplateElement } from '../model/template.ts';
import { scaleBy, scaleByHandle } from './scale.ts';
import { changeUnit } from './unit.ts';

const text = {
  type: 'text',
  id: 't',
  x: 20,
  y: 10,
  width: 100,
  height: 40,
  runs: [{ text: 'a', fontSize: 30 }, { text: 'b' }],
  letterSpacing: 2,
  shadow: [{ x: 1, y: 2, blur: 3, color: '#000' }],
};
const ring = {
  type: 'path',
  id: 'p',
  x: 0,
  y: 50,
  width: 40,
  height: 20,
  d: 'M0 0H40V20Z',
  stroke: { color: '#000' },
  blur: 4,
};
const group = {
  type: 'group',
  id: 'g',
  x: 30,
  y: 20,
  width: 150,
  height: 80,
  rotation: 30,
  cornerRadius: 6,
  elements: [text, ring],
};
const getDesign = (change: Partial<TemplateDocument> = {}): Design =>
  openDesign({
    schemaVersion: 1,
    name: 'Test',
    viewport: { width: 400, height: 200 },
    elements: structuredClone([group]) as unknown as TemplateElement[],
    ...change,
  });
const keys = ({ document }: Design, id: string) =>
  JSON.parse(JSON.stringify(findElement(document, id)!.element)) as Record<string, unknown>;

test('a group is scaled with its texts, strokes, radii and effects', () => {
  const after = scaleBy(select(getDesign(), ['g']), 2);
  const { elements, ...own } = keys(after, 'g');
  assert.equal((elements as object[]).length, 2);
  const { elements: _, ...before } = group;
  assert.deepEqual(own, { ...before, x: -45, y: -20, width: 300, height: 160, cornerRadius: 12 });
  assert.deepEqual(keys(after, 't'), {
    ...text,
    x: 40,
    y: 20,
    width: 200,
    height: 80,
    runs: [{ text: 'a', fontSize: 60 }, { text: 'b' }],
    letterSpacing: 4,
    // Without a size, texts have 16 CSS pixels.
    fontSize: 32,
    shadow: [{ x: 2, y: 4, blur: 6, color: '#000' }],
  });
  assert.deepEqual(keys(after, 'p'), {
    ...ring,
    y: 100,
    width: 80,
    height: 40,
    // Path data without an area are lengths: they are stretched.
    viewBox: [0, 0, 40, 20],
    stroke: { color: '#000', width: 2 },
    blur: 8,
  });
});

test('a handle scales from the opposite corner, and a text that hugs its lines goes on doing so', () => {
  const hugs = { ...text, height: 'hug' } as unknown as TemplateElement;
  const boxes = { pageHeight: 200, byId: new Map([['t', { x: 20, y: 10, width: 100, height: 50 }]]) };
  const design = { ...select(getDesign({ elements: [hugs] }), ['t']), boxes };
  const after = scaleByHandle(design, {
    handle: { x: -1, y: -1 },
    distance: { x: -50, y: 0 },
    isCentred: false,
  });
  const { x, y, width, height, fontSize } = keys(after, 't');
  assert.deepEqual([x, y, width, height, fontSize], [-30, -15, 150, 'hug', 24]);
});

test('the template is scaled with its pages; what printers ask for stays', () => {
  const unit = { viewportUnit: 'mm', bleed: 3 } as const;
  const after = scaleBy(getDesign(unit), 0.5);
  assert.deepEqual(after.document.viewport, { width: 200, height: 100 });
  assert.equal(after.document.bleed, 3);
  const { x, y, width } = keys(after, 'g');
  assert.deepEqual([x, y, width], [15, 10, 75]);
  assert.equal(keys(after, 't')['fontSize'], 2.1167);
});

test('another unit keeps strokes without a width, path data and the sizes of cells', () => {
  const { document } = getDesign({
    elements: [
      { ...ring },
      {
        type: 'table',
        id: 'table',
        x: 0,
        y: 0,
        width: 96,
        height: 96,
        rows: '{{ list }}',
        columns: [{ value: 'a', cell: { type: 'image', src: 'a.png', width: 48 } }],
      },
    ] as unknown as TemplateElement[],
  });
  changeUnit(document, 'in');
  const [path, table] = document.elements as unknown as (Record<string, unknown> & typeof ring)[];
  assert.deepEqual(path!['stroke'], { color: '#000', width: 0.0104 });
  assert.deepEqual(path!['viewBox'], [0, 0, 40, 20]);
  assert.equal((table as unknown as { columns: { cell: { width: number } }[] }).columns[0]!.cell.width, 0.5);
});
