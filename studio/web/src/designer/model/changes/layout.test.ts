import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pasteElements, readElements, writeElements } from '../../clipboard/clipboard.ts';
import { openDesign, undo, type Design } from '../design.ts';
import { findElement } from '../elements.ts';
import { readBoxes } from '../known-boxes.ts';
import { findLanding } from '../landing.ts';
import { findLayoutTarget, gapBands, paddingBands, readSides, writeSides } from '../layout-target.ts';
import type { TemplateDocument } from '../template.ts';
import { group, ungroup } from './group.ts';
import { dropPlaced, nudge } from './layout-order.ts';
import { removeLayout, setGap, setPadding, turnLayout, wrapInLayout } from './layout.ts';

const rect = (id: string, box: object = {}) => ({ type: 'rect', id, width: 20, height: 10, ...box });
const text = (id: string, box: object = {}) => ({
  type: 'text',
  id,
  text: 'Ada',
  fontSize: 10,
  width: 'fill',
  height: 'hug',
  ...box,
});
const row = {
  type: 'group',
  id: 'row',
  x: 10,
  y: 20,
  width: 100,
  height: 'hug',
  layout: { gap: 5, padding: [4, 6] },
  elements: [rect('a'), text('name', { grow: 2, alignSelf: 'center' }), rect('b', { margin: 3 }), rect('c')],
};
const boxes = {
  row: { x: 10, y: 20, width: 100, height: 22 },
  a: { x: 6, y: 4, width: 20, height: 10 },
  name: { x: 31, y: 5, width: 15, height: 12 },
  b: { x: 54, y: 7, width: 20, height: 10 },
  plain: { x: 0, y: 60, width: 20, height: 10 },
};

/** The last element of the row was not drawn. */
function open(
  selection: readonly string[],
  elements: readonly object[] = [row, rect('plain', boxes.plain)],
): Design {
  const document = {
    schemaVersion: 1,
    name: 't',
    viewport: { width: 200, height: 100 },
    elements,
  } as unknown as TemplateDocument;
  const report = {
    page: { height: 100 },
    elements: Object.entries(boxes).map(([id, box]) => ({ id, box })),
  };
  return { ...openDesign(document), selection, boxes: readBoxes(report, 1) };
}

function read({ document }: Design, id: string): Record<string, unknown> {
  return JSON.parse(JSON.stringify(findElement(document, id)?.element ?? null)) as Record<string, unknown>;
}

function order(design: Design, id: string): string[] {
  return (read(design, id)['elements'] as { readonly id: string }[]).map((each) => each.id);
}

test('sides are written as short as they can be', () => {
  for (const sides of [3, [3, 4], [3, 4, 5], [3, 4, 5, 6]])
    assert.deepEqual(writeSides(readSides(sides)), sides);
  assert.deepEqual([writeSides([3, 3, 3, 3]), writeSides([3, 4, 3, 4])], [3, [3, 4]]);
});

test('padding and gaps of a layout are seen where the last render has them', () => {
  const target = findLayoutTarget(open(['row']))!;
  assert.deepEqual(paddingBands(target)[1], { x: 94, y: 4, width: 6, height: 14 });
  // The third has a margin, and what was not drawn takes no room.
  assert.deepEqual(gapBands(target), [{ x: 26, y: 4, width: 5, height: 14 }]);
  assert.equal(findLayoutTarget(open(['plain'])), null);
  assert.equal(findLayoutTarget(open([])), null);
});

test('padding, gap and direction change in one step each', () => {
  const design = open(['row']);
  const changed = turnLayout(setGap(setPadding(design, 'row', [1, 2, 1, 2]), 'row', 8), 'column');
  assert.deepEqual(read(changed, 'row')['layout'], { gap: 8, padding: [1, 2], direction: 'column' });
  assert.equal(changed.done.length, 3);
  assert.deepEqual(undo(undo(undo(changed))).document, design.document);
  assert.equal(setGap(design, 'row', 5).document, design.document);
  assert.equal(turnLayout(design, 'row'), design);
});

test('elements that get a layout stay where they are', () => {
  const elements = [
    rect('back', { x: 0, y: 0, width: 100, height: 40 }),
    rect('right', { x: 60, y: 12 }),
    text('left', { x: 10, y: 8, width: 30, height: 18 }),
  ];
  const wrapped = wrapInLayout(open(['back', 'left', 'right'], elements), 'Group');
  assert.deepEqual(wrapped.selection, ['Group']);
  const { elements: members, ...made } = read(wrapped, 'Group');
  assert.deepEqual(made, {
    type: 'group',
    id: 'Group',
    x: 0,
    y: 0,
    width: 'hug',
    height: 'hug',
    layout: { direction: 'row', gap: 20, padding: [8, 20, 14, 10], align: 'center' },
  });
  assert.deepEqual(members, [
    { type: 'rect', id: 'back', position: 'absolute', pin: { left: 0, right: 0, top: 0, bottom: 0 } },
    text('left', { width: 30, height: 18 }),
    rect('right'),
  ]);
  assert.deepEqual(undo(wrapped).document.elements, elements);
});

test('gaps that differ become margins', () => {
  const elements = [rect('a', { x: 0, y: 0 }), rect('b', { x: 4, y: 12 }), rect('c', { x: 0, y: 30 })];
  const wrapped = read(wrapInLayout(open(['a', 'b', 'c'], elements), 'Group'), 'Group');
  assert.deepEqual(wrapped['layout'], { direction: 'column', gap: 2 });
  assert.deepEqual(wrapped['elements'], [
    rect('a'),
    rect('b', { margin: [0, 0, 0, 4] }),
    rect('c', { margin: [6, 0, 0, 0] }),
  ]);
});

test('a group without a layout gets one, and keeps its size', () => {
  const plain = {
    type: 'group',
    id: 'g',
    x: 5,
    y: 5,
    width: 60,
    height: 40,
    elements: [rect('a', { x: 10, y: 20 })],
  };
  const { layout, width, elements } = read(wrapInLayout(open(['g'], [plain]), 'Group'), 'g');
  assert.deepEqual(layout, { direction: 'row', padding: [20, 30, 10, 10] });
  assert.deepEqual([width, elements], [60, [rect('a')]]);
});

test('elements whose layout is removed stay where they are seen, and texts hug their lines', () => {
  const removed = removeLayout(open(['row']));
  assert.deepEqual([read(removed, 'row')['layout'], read(removed, 'row')['height']], [undefined, 22]);
  assert.deepEqual(read(removed, 'name'), text('name', { x: 31, y: 5, width: 15 }));
  assert.deepEqual(read(removed, 'b'), rect('b', { x: 54, y: 7 }));
  assert.deepEqual(undo(removed).document.elements[0], row);
});

test('arrow keys move an element of a layout in its order', () => {
  const press = (x: number, y: number, ...ids: string[]) =>
    order(nudge(open(ids), { x, y }, 'n'), 'row').join('');
  assert.equal(press(1, 0, 'a'), 'nameabc');
  assert.equal(press(-1, 0, 'b'), 'abnamec');
  assert.equal(press(10, 0, 'a', 'name'), 'bcaname');
  assert.equal(press(0, 1, 'a'), 'anamebc');
  assert.equal(read(nudge(open(['plain']), { x: 1, y: 0 }, 'n'), 'plain')['x'], 1);
});

test('an element is dropped in its layout by the elements around the pointer', () => {
  const design = open(['a']);
  const landing = findLanding(design, { x: 70, y: 30 })!;
  assert.deepEqual(landing, {
    holder: 'row',
    isInLayout: true,
    before: 'b',
    line: [
      { x: 60, y: 24 },
      { x: 60, y: 38 },
    ],
  });
  const dropped = dropPlaced(design, landing, { distance: { x: 40, y: 0 } });
  assert.deepEqual(order(dropped, 'row'), ['name', 'a', 'b', 'c']);
  assert.deepEqual(undo(dropped).document, design.document);
  const copied = dropPlaced(design, landing, { distance: { x: 40, y: 0 }, isCopy: true });
  assert.deepEqual([order(copied, 'row'), copied.selection], [['a', 'name', 'a 2', 'b', 'c'], ['a 2']]);
});

test('an element that is dropped outside leaves its layout, to where it was dropped', () => {
  const design = open(['name']);
  const landing = findLanding(design, { x: 60, y: 80 })!;
  assert.deepEqual(landing, { holder: null, isInLayout: false });
  const dropped = dropPlaced(design, landing, { distance: { x: 10, y: 50 } });
  assert.deepEqual(
    dropped.document.elements.map(({ id }) => id),
    ['row', 'name', 'plain'],
  );
  assert.deepEqual(read(dropped, 'name'), text('name', { x: 51, y: 75, width: 15 }));
});

test('a group of elements of a layout stands where the first of them was, and texts hug their lines', () => {
  const grouped = group(open(['name', 'b']), 'Group');
  assert.deepEqual(order(grouped, 'row'), ['a', 'Group', 'c']);
  const { x, y, width, height } = read(grouped, 'Group');
  assert.deepEqual([x, y, width, height], [undefined, undefined, 43, 12]);
  assert.deepEqual(read(grouped, 'name')['height'], 'hug');
  assert.deepEqual(ungroup(grouped).selection, ['name', 'b']);
  const apart = read(ungroup(open(['row'])), 'name');
  assert.deepEqual(apart, text('name', { x: 41, y: 25, width: 15 }));
});

test('an element that is copied out of a layout is pasted where it was drawn, or into a layout', () => {
  const copied = readElements(writeElements('t', open(['name'])))!;
  const target = open([], [rect('other', boxes.plain)]);
  const pasted = read(pasteElements(target, copied), 'name');
  assert.deepEqual(pasted, text('name', { x: 41, y: 25, width: 15 }));
  const ofPage = { ...target, document: { ...target.document, layout: {} } };
  assert.deepEqual(read(pasteElements(ofPage, copied), 'name'), row.elements[1]);
  assert.equal(readElements(writeElements('t', open(['plain'])))?.free, undefined);
});

/** The row as seen from the other side. */
const rtlBoxes = {
  row: { x: 10, y: 20, width: 100, height: 22 },
  a: { x: 74, y: 4, width: 20, height: 10 },
  name: { x: 54, y: 5, width: 15, height: 12 },
  b: { x: 26, y: 7, width: 20, height: 10 },
};

function openRtl(selection: readonly string[], more: object = { language: 'ar' }): Design {
  const design = open(selection);
  const report = {
    page: { height: 100 },
    elements: Object.entries(rtlBoxes).map(([id, box]) => ({ id, box })),
  };
  return { ...design, document: { ...design.document, ...more }, boxes: readBoxes(report, 1) };
}

test('a row from right to left is edited from the right', () => {
  const moved = nudge(openRtl(['a']), { x: -1, y: 0 }, 'nudge');
  assert.deepEqual(order(moved, 'row'), ['name', 'a', 'b', 'c']);
  assert.deepEqual(order(nudge(openRtl(['a']), { x: 1, y: 0 }, 'nudge'), 'row'), ['a', 'name', 'b', 'c']);
  assert.deepEqual(gapBands(findLayoutTarget(openRtl(['row']))!), [{ x: 69, y: 4, width: 5, height: 14 }]);
  // At the right edge of the row is the place before the first.
  const first = findLanding(openRtl(['b']), { x: 108, y: 30 });
  assert.ok(first?.isInLayout === true);
  assert.deepEqual([first.before, first.line[0].x > 100], ['a', true]);
  const last = findLanding(openRtl(['a']), { x: 12, y: 30 });
  assert.ok(last?.isInLayout === true);
  assert.equal(last.before, null);
  // The direction of the document gives way to that of the layout.
  const layout = { ...row.layout, inlineDirection: 'ltr' };
  const own = openRtl(['a']);
  const ltr = { ...own.document, elements: [{ ...row, layout }] } as unknown as TemplateDocument;
  assert.deepEqual(order(nudge({ ...own, document: ltr }, { x: 1, y: 0 }, 'nudge'), 'row'), [
    'name',
    'a',
    'b',
    'c',
  ]);
});

test('four paddings of a row from right to left are seen on the other sides', () => {
  const padded = { ...row, layout: { ...row.layout, padding: [1, 2, 3, 40] } };
  const own = openRtl(['row']);
  const document = { ...own.document, elements: [padded] } as unknown as TemplateDocument;
  const bands = paddingBands(findLayoutTarget({ ...own, document })!);
  assert.deepEqual(
    [bands[1], bands[3]],
    [
      { x: 60, y: 1, width: 40, height: 18 },
      { x: 0, y: 1, width: 2, height: 18 },
    ],
  );
});

test('elements from right to left that get a layout stay where they are', () => {
  const elements = [
    rect('right', { x: 60, y: 8 }),
    rect('left', { x: 10, y: 8 }),
    rect('mid', { x: 37, y: 8 }),
  ];
  const given = open(['left', 'right', 'mid'], elements);
  const design = { ...given, document: { ...given.document, direction: 'rtl' as const } };
  const wrapped = wrapInLayout(design, 'Group');
  assert.deepEqual(order(wrapped, 'Group'), ['right', 'mid', 'left']);
  assert.deepEqual(read(wrapped, 'Group')['layout'], { direction: 'row', gap: 3 });
  assert.deepEqual(read(wrapped, 'left')['margin'], [0, 0, 0, 4]);
  const wide = {
    type: 'group',
    id: 'g',
    x: 0,
    y: 0,
    width: 60,
    height: 10,
    elements: [rect('a', { x: 10, y: 0 })],
  };
  const one = open(['g'], [wide]);
  const inGroup = wrapInLayout({ ...one, document: { ...one.document, direction: 'rtl' as const } }, 'Group');
  assert.deepEqual(read(inGroup, 'g')['layout'], { direction: 'row', padding: [0, 10, 0, 30] });
});
