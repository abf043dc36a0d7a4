import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pasteElements, readElements, writeElements } from '../../clipboard/clipboard.ts';
import { goToPage, openDesign, redo, select, undo, type Design } from '../design.ts';
import { pageOfElement, walkPages } from '../elements.ts';
import { readBoxes, seenDocument } from '../known-boxes.ts';
import { closePages, openPages, showPage } from '../pages.ts';
import { isInRunning, readRunning } from '../running.ts';
import { align, moveBy, moveInOrder, reorder } from './arrange.ts';
import { addElements, changeElement, duplicateSelected, removeSelected, selectAll } from './content.ts';
import { setFlow } from './flow.ts';
import { canGroup, ungroup } from './group.ts';
import { canWrapInLayout, wrapInLayout } from './layout.ts';
import { moveToPage } from './pages.ts';
import { setRunning } from './running.ts';
import { resizeSelected } from './transform.ts';

const names = {
  header: 'Header',
  footer: 'Footer',
  number: 'Page number',
  text: 'Page {{ page }} of {{ pages }}',
};
const rect = (id: string, more: object = {}) => ({
  type: 'rect',
  id,
  x: 10,
  y: 20,
  width: 5,
  height: 5,
  ...more,
});
const header = { type: 'group', id: 'top', height: 12, elements: [rect('line', { y: 2 })] };
const footer = { type: 'group', id: 'bottom', y: 4, height: 10, elements: [rect('mark', { y: 1 })] };
const document = {
  schemaVersion: 1,
  name: 'Two',
  viewport: { width: 100, height: 150 },
  pages: [
    { id: 'one', header, footer, elements: [rect('a'), rect('b')] },
    { id: 'two', elements: [rect('c')], footer: { ...footer, id: 'other', elements: [] } },
  ],
};

type Element = Record<string, unknown> & { readonly id: string };
interface Saved {
  readonly pages: readonly {
    readonly elements: readonly Element[];
    readonly header?: Element;
    readonly footer?: Element;
  }[];
}

/** What the service would report of the first page. */
const report = {
  page: { height: 150 },
  elements: [
    { id: 'top', box: { x: 0, y: 0, width: 100, height: 12 } },
    { id: 'bottom', box: { x: 0, y: 136, width: 100, height: 10 } },
  ],
};
const open = (saved: object = document): Design => ({
  ...openDesign(openPages(saved)),
  boxes: readBoxes(report, 1),
});
const getText = ({ document: current }: Design) => JSON.stringify(closePages(current));
const saved = (design: Design) => JSON.parse(getText(design)) as Saved;
const getIds = (design: Design) => saved(design).pages[0]!.elements.map(({ id }) => id);

/** One step; undone, the document is the same byte for byte. Another page may be looked at in between. */
function checkUndo(before: Design, after: Design): void {
  assert.equal(after.done.length, before.done.length + 1);
  const undone = undo(after);
  assert.equal(getText(undone), getText(before));
  assert.equal(getText(redo(undone)), getText(after));
  const looked = undo(goToPage(goToPage(after, 1), 0));
  assert.deepEqual(saved(looked), saved(before));
  assert.deepEqual(saved(redo(goToPage(goToPage(looked, 1), 0))), saved(after));
}

test('header and footer of the page in work are the last of its elements, and saved as they were', () => {
  const opened = openPages(document);
  assert.deepEqual(
    opened.elements.map((element) => [element.id, readRunning(element)]),
    [
      ['a', null],
      ['b', null],
      ['top', 'header'],
      ['bottom', 'footer'],
    ],
  );
  const second = showPage(opened, 1);
  assert.deepEqual(
    second.elements.map(({ id }) => id),
    ['c', 'other'],
  );
  for (const each of [opened, second, showPage(second, 0)])
    assert.equal(JSON.stringify(closePages(each)), JSON.stringify(document));
  for (const each of [opened, second]) {
    const ids = Array.from(walkPages(each), ({ element }) => element.id);
    assert.deepEqual(ids.toSorted(), ['a', 'b', 'bottom', 'c', 'line', 'mark', 'other', 'top']);
    assert.deepEqual([pageOfElement(each, 'mark'), pageOfElement(each, 'other')], [0, 1]);
  }
});

test('a page gets a header and a footer with the number of the page, and loses them', () => {
  const plain = { ...document, pages: [{ id: 'one', elements: [rect('Footer')] }, document.pages[1]!] };
  const before = open(plain);
  const withHeader = setRunning(before, 'header', true, names);
  assert.deepEqual(saved(withHeader).pages[0]?.header, {
    type: 'group',
    id: 'Header',
    height: 30,
    elements: [],
  });
  checkUndo(before, withHeader);
  const after = setRunning(withHeader, 'footer', true, names);
  const made = saved(after).pages[0]?.footer;
  assert.equal(made?.id, 'Footer 2');
  const [number] = made['elements'] as readonly Element[];
  assert.deepEqual(
    [number?.id, number?.['text'], number?.['x'], number?.['width']],
    ['Page number', names.text, 5, 90],
  );
  assert.equal(setRunning(after, 'footer', true, names), after);
  const without = setRunning(select(after, ['Page number']), 'footer', false, names);
  assert.deepEqual(without.selection, []);
  assert.equal(getText(without), getText(withHeader));
  checkUndo(select(after, ['Page number']), without);
  const removed = removeSelected(select(after, ['Header']));
  assert.equal('header' in saved(removed).pages[0]!, false);
  checkUndo(after, removed);
});

test('elements are added to the header that is selected, and are moved, changed and deleted', () => {
  const before = select(open(), ['line']);
  const added = addElements(before, [rect('new', { x: 30, y: 70, height: 6 }) as never]);
  assert.deepEqual(saved(added).pages[0]?.header?.['elements'], [
    rect('line', { y: 2 }),
    rect('new', { x: 30, y: 3, height: 6 }),
  ]);
  assert.equal(isInRunning(added), true);
  checkUndo(before, added);
  const onPage = addElements(select(before, ['a']), [rect('new') as never]);
  assert.deepEqual(getIds(onPage), ['a', 'b', 'new']);
  checkUndo(select(before, ['a']), onPage);
  const changed = changeElement(moveBy(before, { x: 3, y: -1 }), 'line', (each) => {
    each.opacity = 0.5;
  });
  const header = saved(changed).pages[0]?.header;
  assert.ok(header);
  assert.deepEqual((header['elements'] as readonly Element[])[0], {
    ...rect('line', { x: 13, y: 1 }),
    opacity: 0.5,
  });
  assert.deepEqual(saved(removeSelected(before)).pages[0]?.header, { ...header, elements: [] });
  const into = moveInOrder(before, 'a', 'bottom', 'inside');
  assert.deepEqual(saved(into).pages[0]?.footer?.['elements'], [
    rect('mark', { y: 1 }),
    // It stays where it is seen.
    rect('a', { y: 20 - 136 }),
  ]);
  checkUndo(before, into);
});

test('a header is counted from the top of the page, a footer from the bottom', () => {
  const design = open();
  assert.deepEqual(
    seenDocument(design)
      .elements.slice(2)
      .map(({ x, y, width, height }) => [x, y, width, height]),
    [
      [0, 0, 100, 12],
      [0, 136, 100, 10],
    ],
  );
  const down = saved(moveBy(select(design, ['top']), { x: 0, y: 7 })).pages[0];
  assert.deepEqual(down?.header, { ...header, y: 7 });
  const up = moveBy(select(design, ['bottom']), { x: 2, y: -6 });
  assert.deepEqual(saved(up).pages[0]?.footer, { ...footer, x: 2, y: 10 });
  checkUndo(select(design, ['bottom']), up);
  const aligned = align(select(design, ['bottom']), 'bottom');
  assert.deepEqual(saved(aligned).pages[0]?.footer?.['y'], 0);
  const resize = (y: -1 | 1, distance: number) => {
    const options = { handle: { x: 0, y } as const, distance: { x: 0, y: distance } };
    const { y: place, height } = saved(resizeSelected(select(design, ['bottom']), options)).pages[0]!.footer!;
    return [place, height];
  };
  assert.deepEqual(resize(-1, -5), [4, 15]);
  assert.deepEqual(resize(1, 3), [1, 13]);
});

test('copies of headers are groups like others, or the header of a page without one', () => {
  const design = select(open(), ['top']);
  const copied = duplicateSelected(design, { x: 1, y: 1 });
  assert.deepEqual(getIds(copied), ['a', 'b', 'top 2']);
  const [, , copy] = saved(copied).pages[0]!.elements;
  assert.deepEqual([copy?.['x'], copy?.['y'], copy?.['width'], 'running' in copy!], [0, 0, 100, false]);
  checkUndo(design, copied);
  const text = readElements(writeElements('t', design))!;
  const pasted = saved(pasteElements(goToPage(design, 1), text));
  assert.deepEqual(pasted.pages[1]?.header?.['elements'], [{ ...rect('line 2', { y: 2 }) }]);
  const elsewhere = pasteElements(openDesign({ ...document, pages: undefined, elements: [] } as never), text);
  assert.deepEqual(
    (saved(elsewhere) as unknown as { readonly elements: readonly Element[] }).elements.map((each) => [
      each.id,
      each['width'],
      'running' in each,
    ]),
    [['top', 100, false]],
  );
});

test('headers and footers stay where they are: in front, on their page, in no group', () => {
  const design = open();
  assert.deepEqual(selectAll(design), ['a', 'b']);
  const both = select(design, ['a', 'top']);
  assert.deepEqual([canGroup(both), canWrapInLayout(both)], [false, false]);
  assert.equal(moveInOrder(design, 'top', 'a', 'behind').document, design.document);
  assert.equal(getText(reorder(select(design, ['bottom']), 'back')), getText(design));
  assert.equal(moveToPage(select(design, ['top']), 1).document, design.document);
  const sent = saved(moveToPage(both, 1));
  assert.deepEqual(
    [sent.pages[0]?.header?.id, sent.pages[1]?.elements.map(({ id }) => id)],
    ['top', ['c', 'a']],
  );
  const front = moveInOrder(design, 'a', 'bottom', 'before');
  assert.deepEqual(getIds(front), ['b', 'a']);
  checkUndo(design, front);
  const apart = ungroup(select(design, ['bottom']));
  assert.deepEqual(saved(apart).pages[0]!.elements.at(-1), rect('mark', { y: 137 }));
  assert.equal('footer' in saved(apart).pages[0]!, false);
  const wrapped = wrapInLayout(select(design, ['top']), 'Layout');
  assert.equal(typeof saved(wrapped).pages[0]?.header?.['layout'], 'object');
});

test('a page that goes on has its column between header and footer', () => {
  const [one, two] = document.pages;
  const pages = [{ ...one, elements: [rect('a'), rect('b', { y: 40 })] }, two];
  const before = open({ ...document, pages });
  const after = setFlow(before, true);
  const page = saved(after).pages[0] as unknown as { readonly layout: object; readonly header: object };
  assert.deepEqual(page.layout, { direction: 'column', gap: 15, padding: [8, 85, 8, 10] });
  assert.deepEqual(page.header, header);
  checkUndo(before, after);
});
