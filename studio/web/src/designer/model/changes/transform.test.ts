import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyToPoint } from 'transformation-matrix';
import { openDesign, select, type Design } from '../design.ts';
import { findElement } from '../elements.ts';
import { computeCorners, toPage, type Point } from '../placement.ts';
import type { TemplateElement } from '../template.ts';
import { resizeSelected } from './transform.ts';

const box = { x: 10, y: 20, width: 40, height: 30 };
const rect = (id: string, keys: object = {}): TemplateElement => ({ type: 'rect', id, ...box, ...keys });
const getDesign = (...elements: TemplateElement[]): Design =>
  openDesign({ schemaVersion: 1, name: 'Test', viewport: { width: 200, height: 100 }, elements });
const getElement = ({ document }: Design, id: string) => findElement(document, id)!.element;
const all = (design: Design) =>
  select(
    design,
    design.document.elements.map(({ id }) => id),
  );

/** Where a place of an element's own box, as shares of its sides, is on the page. */
function seenAt(design: Design, id: string, { x, y }: Point): Point {
  const placed = findElement(design.document, id)!;
  const { width, height } = placed.element;
  return applyToPoint(toPage(placed), { x: x * width, y: y * height });
}

function near(one: Point, other: Point, what: string): void {
  assert.ok(Math.hypot(one.x - other.x, one.y - other.y) < 1e-3, `${what}: ${JSON.stringify([one, other])}`);
}

for (const turn of [{}, { rotation: 30 }, { rotation: 211, skewX: 20 }, { flipX: true, flipY: true }]) {
  test(`past the opposite edge a box is mirrored, and that edge stays: ${JSON.stringify(turn)}`, () => {
    const design = select(getDesign(rect('a', turn)), ['a']);
    const from = seenAt(design, 'a', { x: 1, y: 0.5 });
    const to = seenAt(design, 'a', { x: -0.5, y: 0.5 });
    const after = resizeSelected(design, {
      handle: { x: 1, y: 0 },
      distance: { x: to.x - from.x, y: to.y - from.y },
    });
    const { width, height, flipX, flipY } = getElement(after, 'a');
    assert.deepEqual([width, height], [20, 30]);
    assert.equal(flipX === true, !('flipX' in turn));
    assert.equal(flipY === true, 'flipY' in turn);
    // The edge that was at the left is at the right, seen from the page.
    near(seenAt(after, 'a', { x: 0, y: 0.5 }), seenAt(design, 'a', { x: 0, y: 0.5 }), 'left');
    near(seenAt(after, 'a', { x: 1, y: 0.5 }), to, 'right');
  });
}

test('letters and codes are not mirrored, and stand on the other side', () => {
  const text = { type: 'text', id: 't', ...box, text: 'a' } as TemplateElement;
  const after = resizeSelected(select(getDesign(text), ['t']), {
    handle: { x: 1, y: 0 },
    distance: { x: -60, y: 0 },
  });
  const { x, width, flipX } = getElement(after, 't');
  assert.deepEqual([x, width, flipX], [-10, 20, undefined]);
});

test('several turned elements are mirrored as one picture', () => {
  const design = all(getDesign(rect('a', { rotation: 20, skewX: 10 }), rect('b', { x: 100, flipY: true })));
  const corners = (each: Design, id: string) => {
    const placed = findElement(each.document, id)!;
    return computeCorners(placed.element, toPage(placed));
  };
  const everything = ['a', 'b'].flatMap((id) => corners(design, id));
  const [left, right] = [
    Math.min(...everything.map(({ x }) => x)),
    Math.max(...everything.map(({ x }) => x)),
  ];
  const distance = { x: -2 * (right - left), y: 0 };
  const after = resizeSelected(design, { handle: { x: 1, y: 0 }, distance });
  for (const id of ['a', 'b']) {
    for (const [index, corner] of corners(after, id).entries()) {
      const before = corners(design, id)[index]!;
      near(corner, { x: 2 * left - before.x, y: before.y }, `${id}, corner ${index}`);
    }
  }
});

test('each side grows as its direction does, in groups as well', () => {
  for (const rotation of [0, 45, 90]) {
    const member = rect('m', { rotation });
    const group = { type: 'group', id: 'g', x: 0, y: 0, width: 100, height: 100, elements: [member] };
    const frame = rect('frame', { x: 0, y: 0, width: 100, height: 100 });
    const doubled = { handle: { x: 1, y: 0 }, distance: { x: 100, y: 0 } } as const;
    const inGroup = resizeSelected(select(getDesign(group as TemplateElement), ['g']), doubled);
    const several = resizeSelected(all(getDesign(member, frame)), doubled);
    const along = Math.hypot(2 * Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180));
    for (const design of [inGroup, several]) {
      const { x, width } = getElement(design, 'm');
      assert.ok(Math.abs(width - 40 * along) < 1e-3, `${rotation}: ${width}`);
      assert.ok(Math.abs(x + width / 2 - 60) < 1e-3, `${rotation}: ${x}`);
    }
  }
});
