import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FontBook } from '../../fonts/font-book.ts';
import type { SceneText } from '../../scene/text.ts';
import { labelElement } from '../label.ts';
import { layoutText } from '../layout.ts';
import { PathLine } from './path-line.ts';
import type { PlacedText, TextLayout } from '../text-layout.ts';

const fonts = new FontBook();
const box = { x: 0, y: 0, width: 200, height: 100 };
const straight = { d: 'M0 50H200', viewBox: [0, 0, 200, 100] as const };

function layOut(text: string, element: Partial<SceneText> = {}): TextLayout {
  const label = labelElement({
    text,
    box,
    fontSize: 20,
    fontWeight: 400,
    lineHeight: 1.2,
    color: '#000000ff',
    align: 'left',
    overflow: 'visible',
  });
  return layoutText({ ...label, direction: 'auto', path: straight, ...element }, fonts);
}

const getPlaces = ({ lines }: TextLayout): PlacedText[] =>
  lines.flatMap(({ runs }) => runs.flatMap(({ places = [] }) => places));
const getDrawn = (layout: TextLayout) => getPlaces(layout).map(({ drawn }) => drawn);

test('measures lines, curves and arcs, and does not count moves', () => {
  const size = { width: 100, height: 100 };
  const getLength = (d: string) => new PathLine({ d, viewBox: [0, 0, 100, 100] }, size).length;
  assert.equal(getLength('M0 0H30V40Z'), 120);
  assert.equal(getLength('M0 0H30M50 50h10'), 40);
  assert.ok(Math.abs(getLength('M0 50A50 50 0 0 1 100 50') - 50 * Math.PI) < 0.1);
  assert.equal(new PathLine({ d: 'M0 0H10', viewBox: [0, 0, 10, 10] }, { width: 50, height: 5 }).length, 50);
  assert.equal(new PathLine({ d: 'M0 0H10', viewBox: [0, 0, 0, 10] }, size).length, 0);
});

test('knows the direction, also where control points are on the ends of a curve', () => {
  const line = new PathLine({ d: 'M0 0C0 0 100 0 100 0V50', viewBox: [0, 0, 100, 100] }, box);
  assert.equal(line.at(0)?.angle, 0);
  assert.equal(line.at(line.length)?.angle, Math.PI / 2);
  assert.equal(line.at(line.length + 1), null);
  assert.equal(line.at(-1), null);
});

test('on a straight path letters stand as in a box', () => {
  const letters = getPlaces(layOut('Path'));
  assert.deepEqual(
    letters.map(({ drawn }) => drawn),
    ['P', 'a', 't', 'h'],
  );
  const [{ baseline } = { baseline: 0 }] = layOut('Path').lines;
  for (const { matrix } of letters) {
    assert.ok(Math.abs(matrix.e) < 1e-9 && Math.abs(matrix.f + baseline - 50) < 1e-9);
    assert.deepEqual([matrix.a, matrix.b], [1, 0]);
  }
});

test('align places the line between the ends of the path', () => {
  const getStart = (align: SceneText['align']) => getPlaces(layOut('Path', { align }))[0]?.x ?? 0;
  const width = layOut('Path').lines[0]?.width ?? 0;
  assert.deepEqual([getStart('start'), getStart('center')], [0, (200 - width) / 2]);
  assert.equal(getStart('end'), 200 - width);
});

test('letters beyond the end are not drawn, and there is a warning', () => {
  const layout = layOut('Much longer than its path');
  assert.ok(getDrawn(layout).length < 22);
  assert.match(layout.warnings[0]?.detail ?? '', /does not fit its path of 200 px: its line is \d+ px wide/u);
});

test('shrinks to the length of the path, and ends in an ellipsis', () => {
  const shrunk = layOut('Much longer than its path', { overflow: 'shrink' });
  assert.ok(shrunk.scale < 1 && shrunk.scale > 0.7);
  assert.equal(getDrawn(shrunk).join(''), 'Much longer than its path');
  assert.equal(getDrawn(layOut('Much longer than its path', { overflow: 'ellipsis' })).at(-1), '\u2026');
});

test('line feeds become spaces', () => {
  assert.equal(layOut('a\nb').lines.length, 1);
  assert.equal(getDrawn(layOut('a\nb')).join(''), 'a b');
});

test('joined letters keep their forms, and conjuncts stay whole', () => {
  assert.deepEqual(getDrawn(layOut('شمس')), ['\u0634\u200d', '\u200d\u0645\u200d', '\u200d\u0633']);
  assert.deepEqual(getDrawn(layOut('स्ते')), ['स्ते']);
});

test('the bounds hold the letters', () => {
  const [line] = layOut('Path', { path: { d: 'M100 0V100', viewBox: [0, 0, 200, 100] } }).lines;
  assert.ok(line?.bounds !== undefined);
  assert.ok(line.bounds.left < 100 && line.bounds.right > 100);
  assert.ok(Math.abs(line.bounds.bottom - line.bounds.top - line.width) < 1e-6);
});
