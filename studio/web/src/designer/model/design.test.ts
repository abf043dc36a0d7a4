/** Edits of a design, their undo, and the commands, without a browser. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, type Dirent } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { TemplateDocument, TemplateElement } from './template.ts';
import { align, distribute, moveBy, reorder } from './changes/arrange.ts';
import {
  addElements,
  changeSelected,
  duplicateSelected,
  removeSelected,
  renameElement,
  setKey,
} from './changes/content.ts';
import { group, ungroup } from './changes/group.ts';
import { resizeSelected } from './changes/transform.ts';
import { openDesign, redo, select, undo, type Design } from './design.ts';
import { findElement, listIds, walkElements } from './elements.ts';
import { closePages, openPages } from './pages.ts';
import { measureBounds, computeCorners, toPage } from './placement.ts';

const samples = path.resolve(import.meta.dirname, '../../../../../samples');

function readSample(name: string): { readonly text: string; readonly document: TemplateDocument } {
  const saved = JSON.parse(readFileSync(path.join(samples, name, 'template.json'), 'utf8')) as object;
  return { text: JSON.stringify(saved), document: openPages(saved) };
}

const isTemplate = ({ name }: Dirent): boolean => existsSync(path.join(samples, name, 'template.json'));

const box = { x: 10, y: 20, width: 30, height: 40 };
const rect = (id: string, keys: object = {}): TemplateElement => ({ type: 'rect', id, ...box, ...keys });
const getDesign = (...elements: TemplateElement[]): Design =>
  openDesign({ schemaVersion: 1, name: 'Test', viewport: { width: 200, height: 100 }, elements });
const getElement = ({ document }: Design, id: string) => findElement(document, id)!.element;

/** A generator of numbers from 0 to 1 that repeats itself for a seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One random edit of what a random selection holds. */
function editRandomly(design: Design, random: () => number): Design {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const ids = [...listIds(design.document)];
  const chosen = select(design, ids.length === 0 ? [] : [pick(ids), pick(ids)]);
  const distance = { x: Math.round(random() * 100 - 50), y: random() * 10 };
  return pick<() => Design>([
    () => moveBy(chosen, distance),
    () => align(chosen, pick(['left', 'centre', 'right', 'top', 'middle', 'bottom'] as const)),
    () => distribute(select(design, ids), pick(['x', 'y'] as const)),
    () => reorder(chosen, pick(['front', 'forward', 'backward', 'back'] as const)),
    () => group(chosen, 'group'),
    () => ungroup(chosen),
    () => duplicateSelected(chosen, { x: 10, y: 10 }),
    () => (ids.length > 4 ? removeSelected(chosen) : chosen),
    () => addElements(chosen, [rect('rect', { opacity: 0.5 })]),
    () => (ids.length === 0 ? chosen : renameElement(chosen, pick(ids), `name ${random()}`)),
    () => changeSelected(chosen, (element) => setKey(element, 'opacity', pick([undefined, 0.25, 1]))),
    () => changeSelected(chosen, (element) => setKey(element, 'rotation', pick([undefined, 30, 211]))),
    () =>
      ids.length === 0
        ? chosen
        : resizeSelected(chosen, {
            handle: { x: pick([-1, 0, 1]), y: pick([-1, 0, 1]) },
            distance,
            keepsRatio: random() > 0.5,
          }),
  ])();
}

describe('200 random edits, undone, give the same document byte for byte', () => {
  for (const { name } of readdirSync(samples, { withFileTypes: true }).filter(isTemplate)) {
    test(name, () => {
      const { text, document } = readSample(name);
      // As it is saved: which page is in work is no part of it.
      const write = ({ document }: Design) => JSON.stringify(closePages(document));
      const random = randomNumbers(20_261_123);
      let design = openDesign(document);
      while (design.done.length < 200) design = editRandomly(design, random);
      const edited = write(design);
      assert.notEqual(edited, text);
      const ids = Array.from(walkElements(design.document.elements), ({ element }) => element.id);
      assert.equal(new Set(ids).size, ids.length, 'ids are unique');

      while (design.done.length > 0) design = undo(design);
      assert.equal(write(design), text);
      while (design.undone.length > 0) design = redo(design);
      assert.equal(write(design), edited);
    });
  }
});

describe('undo', () => {
  test('restores what was selected before, redo what was selected after', () => {
    let design = select(getDesign(rect('a'), rect('b')), ['a']);
    design = select(duplicateSelected(design, { x: 1, y: 1 }), ['b']);
    design = undo(design);
    assert.deepEqual(design.selection, ['a']);
    assert.deepEqual(redo(design).selection, ['a 2']);
  });

  test('takes edits with the same key back together', () => {
    let design = select(getDesign(rect('a')), ['a']);
    for (const x of [1, 2, 3]) design = moveBy(design, { x, y: 0 }, 'nudge');
    assert.equal(getElement(design, 'a').x, 16);
    design = undo(design);
    assert.equal(getElement(design, 'a').x, 10);
    assert.equal(getElement(redo(design), 'a').x, 16);
  });

  test('forgets undone edits with the next edit, but not with another selection', () => {
    let design = select(getDesign(rect('a'), rect('b')), ['a']);
    design = select(undo(moveBy(design, { x: 1, y: 0 })), ['b']);
    assert.equal(design.undone.length, 1);
    assert.equal(moveBy(design, { x: 1, y: 0 }).undone.length, 0);
  });

  test('restores the order of keys', () => {
    const before = getDesign(rect('a', { opacity: 0.5, rotation: 10 }));
    const text = JSON.stringify(before.document);
    const after = changeSelected(select(before, ['a']), (element) => setKey(element, 'opacity', undefined));
    assert.ok(!JSON.stringify(after.document).includes('opacity'));
    assert.equal(JSON.stringify(undo(after).document), text);
  });
});

describe('groups', () => {
  test('leave their elements where they are seen, also when they are turned', () => {
    const inner = rect('a', { rotation: 15 });
    const turned: TemplateElement = {
      type: 'group',
      id: 'g',
      x: 50,
      y: 5,
      width: 100,
      height: 60,
      rotation: 30,
      opacity: 0.5,
      elements: [inner, rect('b')],
    };
    const design = getDesign(rect('back'), turned, rect('front'));
    const cornersIn = (each: Design, id: string) => {
      const placed = findElement(each.document, id)!;
      return computeCorners(placed.element, toPage(placed));
    };
    const after = ungroup(select(design, ['g']));
    assert.deepEqual(
      after.document.elements.map(({ id }) => id),
      ['back', 'a', 'b', 'front'],
    );
    assert.deepEqual(after.selection, ['a', 'b']);
    for (const id of ['a', 'b']) {
      for (const [index, corner] of cornersIn(design, id).entries()) {
        const moved = cornersIn(after, id)[index]!;
        assert.ok(Math.hypot(moved.x - corner.x, moved.y - corner.y) < 1e-3, `${id}, corner ${index}`);
      }
    }
    assert.equal(getElement(after, 'a').opacity, 0.5);
  });

  test('leave their elements mirrored and skewed as they were', () => {
    const slanted: TemplateElement = {
      type: 'group',
      id: 'g',
      x: 50,
      y: 5,
      width: 100,
      height: 60,
      rotation: 30,
      flipX: true,
      skewX: 20,
      elements: [rect('a', { rotation: 15 }), { ...rect('t'), type: 'text', text: 'a' } as TemplateElement],
    };
    const design = select(getDesign(slanted), ['g']);
    const seen = (each: Design, id: string) => {
      const placed = findElement(each.document, id)!;
      const { x, y, width, height } = measureBounds(computeCorners(placed.element, toPage(placed)));
      return [x, y, width, height].map((side) => Math.round(side * 100) / 100);
    };
    const after = ungroup(design);
    assert.deepEqual(seen(after, 'a'), seen(design, 'a'));
    assert.deepEqual(seen(after, 't'), seen(design, 't'));
    const { flipX, skewX, rotation, width } = getElement(after, 't');
    assert.deepEqual([flipX, skewX, rotation, width], [true, 20, 30, rect('t').width]);
  });

  test('stand in the place of their foremost element', () => {
    const design = select(getDesign(rect('a'), rect('b'), rect('c'), rect('d')), ['a', 'c']);
    const after = group(design, 'group');
    assert.deepEqual(
      after.document.elements.map(({ id }) => id),
      ['b', 'group', 'd'],
    );
    assert.deepEqual(after.selection, ['group']);
    assert.deepEqual(getElement(after, 'a'), { ...rect('a'), x: 0, y: 0 });
  });
});

test('aligns several elements with each other, and a single one with the page', () => {
  const design = getDesign(rect('a'), rect('b', { x: 100, width: 50 }));
  const both = align(select(design, ['a', 'b']), 'right');
  assert.deepEqual([getElement(both, 'a').x, getElement(both, 'b').x], [120, 100]);
  assert.equal(getElement(align(select(design, ['a']), 'centre'), 'a').x, 85);
});

test('distributes with equal gaps', () => {
  const design = getDesign(rect('a', { x: 0 }), rect('b', { x: 35 }), rect('c', { x: 130 }));
  const after = distribute(select(design, ['a', 'b', 'c']), 'x');
  assert.deepEqual(
    ['a', 'b', 'c'].map((id) => getElement(after, id).x),
    [0, 65, 130],
  );
});

test('orders elements among their siblings; those that touch stay together', () => {
  const getOrder = (order: Parameters<typeof reorder>[1], ids: string[]) =>
    reorder(select(getDesign(rect('a'), rect('b'), rect('c'), rect('d')), ids), order)
      .document.elements.map(({ id }) => id)
      .join('');
  assert.equal(getOrder('front', ['a', 'b']), 'cdab');
  assert.equal(getOrder('forward', ['a', 'b']), 'cabd');
  assert.equal(getOrder('backward', ['c', 'd']), 'acdb');
  assert.equal(getOrder('back', ['d']), 'dabc');
  assert.equal(getOrder('forward', ['d']), 'abcd');
});

test('keeps what is opposite of the handle in its place, in a turned box', () => {
  for (const rotation of [0, 30, 90, 211]) {
    const design = getDesign(rect('a', { rotation }));
    const after = resizeSelected(select(design, ['a']), {
      handle: { x: 1, y: 1 },
      distance: { x: 7, y: -3 },
    });
    const getCorner = (each: Design) => {
      const placed = findElement(each.document, 'a')!;
      return computeCorners(placed.element, toPage(placed))[0]!;
    };
    const [from, to] = [getCorner(design), getCorner(after)];
    assert.ok(Math.hypot(from.x - to.x, from.y - to.y) < 1e-3, `${rotation}°`);
  }
});
