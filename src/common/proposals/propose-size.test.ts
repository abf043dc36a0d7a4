import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument, TemplateElement } from '../../../generated/template.ts';
import { applySize } from '../sizes/size-document.ts';
import { proposeSize } from './propose-size.ts';

const card: TemplateDocument = {
  schemaVersion: 1,
  name: 'Card',
  viewport: { width: 1200, height: 600 },
  elements: [
    { type: 'image', id: 'photo', x: 0, y: 0, width: 1200, height: 600, src: 'photo.jpg' },
    { type: 'rect', id: 'panel', x: 0, y: 400, width: 1200, height: 200, fill: '#fff' },
    { type: 'text', id: 'title', x: 60, y: 60, width: 800, height: 200, fontSize: 80, text: '{{title}}' },
    {
      type: 'text',
      id: 'note',
      x: 60,
      y: 450,
      width: 500,
      height: 50,
      fontSize: 36,
      text: 'Note',
      wrap: false,
    },
    {
      type: 'qrcode',
      id: 'code',
      x: 1000,
      y: 420,
      width: 160,
      height: 160,
      margin: 2,
      value: 'https://a.example',
    },
    {
      type: 'group',
      id: 'logo',
      x: 900,
      y: 40,
      width: 240,
      height: 60,
      elements: [
        { type: 'ellipse', id: 'sign', x: 0, y: 0, width: 60, height: 60, fill: '#000' },
        { type: 'text', id: 'brand', x: 70, y: 10, width: 170, height: 40, fontSize: 30, text: 'Brand' },
      ],
    },
  ],
};

const shapes = [
  { width: 600, height: 600 },
  { width: 1080, height: 1920 },
  { width: 728, height: 90 },
  { width: 160, height: 600 },
];

type Boxed = TemplateElement & { x: number; y: number; width: number; height: number };

function propose(document: TemplateDocument, viewport: { width: number; height: number }) {
  const sized = applySize(document, { ...proposeSize(document, { viewport }), id: 'other', name: 'Other' });
  return new Map((sized.elements as Boxed[]).map((element) => [element.id, element]));
}

void test('nothing leaves the page, and what is apart stays apart', () => {
  for (const viewport of shapes) {
    const placed = propose(card, viewport);
    for (const { id, x, y, width, height } of placed.values()) {
      assert.ok(x >= 0 && y >= 0, id);
      assert.ok(x + width <= viewport.width + 0.02 && y + height <= viewport.height + 0.02, id);
    }
    const [title, note, code, panel] = ['title', 'note', 'code', 'panel'].map((id) => placed.get(id)!);
    assert.ok(title!.y + title!.height <= note!.y);
    assert.ok(note!.x + note!.width <= code!.x);
    for (const each of [note!, code!]) assert.ok(each.y >= panel!.y);
  }
});

void test('pictures and surfaces fill their part of the page; codes and signs keep their proportions', () => {
  for (const viewport of shapes) {
    const placed = propose(card, viewport);
    const { x, y, width, height } = placed.get('photo')!;
    assert.deepEqual({ x, y, width, height }, { x: 0, y: 0, ...viewport });
    assert.equal(placed.get('panel')!.width, viewport.width);
    for (const [id, ratio] of [
      ['code', 1],
      ['logo', 4],
    ] as const)
      assert.ok(Math.abs(placed.get(id)!.width / placed.get(id)!.height / ratio - 1) < 0.01, id);
    assert.equal((placed.get('code') as { margin?: number }).margin, 2);
  }
});

void test('a headline has at least a 25th of the shorter side, and shrinks before it is cut', () => {
  for (const viewport of shapes) {
    const title = propose(card, viewport).get('title') as Extract<TemplateElement, { type: 'text' }>;
    assert.ok((title.fontSize as number) >= Math.min(viewport.width, viewport.height) / 25);
    assert.equal(title.overflow, 'shrink');
    assert.ok((title.minFontSize ?? Infinity) <= (title.fontSize as number));
  }
});

void test('a size of the same shape is the design itself, scaled', () => {
  assert.deepEqual(proposeSize(card, { viewport: { width: 1200, height: 600 } }), {
    viewport: { width: 1200, height: 600 },
  });
  const half = propose(card, { width: 600, height: 300 }).get('title');
  assert.deepEqual(half, { ...card.elements![2], x: 30, y: 30, width: 400, height: 100, fontSize: 40 });
});

void test('equal documents get equal proposals, in the unit of the document', () => {
  const a6 = { viewport: { width: 148, height: 105 }, viewportUnit: 'mm' } as const;
  const proposal = proposeSize(card, a6);
  assert.deepEqual(proposeSize(structuredClone(card), a6), proposal);
  assert.equal(proposal.viewportUnit, 'mm');
  const width = proposal.overrides?.['photo']?.['width'] as number;
  assert.ok(Math.abs(width - (148 / 25.4) * 96) < 0.01);
});

void test('pages and layouts are scaled, and so are headers', () => {
  const { elements, ...rest } = card;
  const layout = { direction: 'column', gap: 20, padding: 40 } as const;
  const header: Extract<TemplateElement, { type: 'group' }> = {
    type: 'group',
    id: 'head',
    height: 40,
    elements: [],
  };
  const pages = [
    { id: 'one', elements: elements! },
    { id: 'two', layout, header, elements: [] },
  ];
  const { overrides, pages: ofPages } = proposeSize(
    { ...rest, pages },
    { viewport: { width: 600, height: 600 } },
  );
  assert.deepEqual(ofPages, { two: { layout: { direction: 'column', gap: 10, padding: 20 } } });
  assert.deepEqual(overrides?.['head'], { height: 20 });
  assert.equal(overrides?.['photo']?.['width'], 600);
});
