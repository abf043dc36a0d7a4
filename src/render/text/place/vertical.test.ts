import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FontBook } from '../../fonts/font-book.ts';
import type { SceneText } from '../../scene/text.ts';
import { multiply, transformPoint } from '../../geometry.ts';
import { labelElement } from '../label.ts';
import { layoutText } from '../layout.ts';
import { standsUpright } from '../analyse/orientation.ts';
import type { TextLayout } from '../text-layout.ts';

const fonts = new FontBook();

function layOut(text: string, element: Partial<SceneText> = {}): TextLayout {
  const label = labelElement({
    text,
    box: { x: 0, y: 0, width: 100, height: 80 },
    fontSize: 20,
    fontWeight: 400,
    lineHeight: 1.5,
    color: '#000000ff',
    align: 'left',
    overflow: 'visible',
  });
  const runs = label.runs.map((run) => ({ ...run, fontFamily: 'Noto Sans JP' }));
  const flow = { verticalAlign: 'top', maxLines: null, wrap: true, isVertical: true } as const;
  return layoutText({ ...label, runs, ...flow, ...element }, fonts);
}

const lineTexts = ({ lines }: TextLayout) => lines.map(({ text }) => text);

/** Where the letters of a line stand in the box: the left end of each on its baseline. */
function getOrigins({ lines, turn }: TextLayout, line: number) {
  assert.ok(turn !== undefined);
  const { baseline = 0, runs = [] } = lines[line] ?? {};
  return runs.flatMap(({ places = [] }) =>
    places.map(({ matrix, x }) => transformPoint(x, baseline, multiply(turn, matrix))),
  );
}

test('ideographs and kana stand upright, Latin letters and digits do not', () => {
  assert.deepEqual(['漢', 'か', 'ー', '。', '「', '한', '😀', 'A', '1', 'ب', '…'].map(standsUpright), [
    true,
    true,
    true,
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('lines are as long as the box is high, and follow from right to left', () => {
  const layout = layOut('縦書きの文章です');
  assert.deepEqual(lineTexts(layout), ['縦書きの', '文章です']);
  const [first, second] = [getOrigins(layout, 0), getOrigins(layout, 1)];
  assert.equal(first.length, 4);
  for (const [index, { x, y }] of first.entries()) {
    assert.ok(Math.abs(x - (first[0]?.x ?? 0)) < 1e-9, 'letters stand below each other');
    assert.ok(Math.abs(y - (0.88 + index) * 20) < 1e-6, 'by the em box of the font');
  }
  assert.ok(Math.abs((first[0]?.x ?? 0) - (second[0]?.x ?? 0) - 30) < 1e-9);
  assert.ok((first[0]?.x ?? 0) > 70 && (first[0]?.x ?? 0) < 80);
});

test('punctuation has its vertical form', () => {
  const [run] = layOut('。').lines[0]?.runs ?? [];
  assert.deepEqual(run?.features?.tags, ['vert']);
  assert.equal(run.isUpright, true);
});

test('Latin words lie on their side, in one piece', () => {
  const [latin, kana] = layOut('Webへ').lines[0]?.runs ?? [];
  assert.deepEqual(
    latin?.places?.map(({ drawn }) => drawn),
    ['Web'],
  );
  assert.equal(latin.features, null);
  assert.equal(latin.places[0]?.matrix.b, 0);
  assert.equal(kana?.places?.[0]?.matrix.b, -1);
});

test('align is along the line, and verticalAlign across the lines', () => {
  const end = getOrigins(layOut('縦書', { align: 'right', verticalAlign: 'bottom' }), 0);
  const start = getOrigins(layOut('縦書'), 0);
  assert.ok(Math.abs((end[0]?.y ?? 0) - (start[0]?.y ?? 0) - 40) < 1e-6);
  assert.ok(Math.abs((start[0]?.x ?? 0) - (end[0]?.x ?? 0) - 70) < 1e-6);
});

test('shrinks, and warns where lines need more than the width', () => {
  const text = '縦書きの文章はとても長い';
  assert.equal(layOut(text, { width: 60, overflow: 'shrink' }).scale < 1, true);
  assert.deepEqual(
    layOut(text, { width: 60 }).warnings.map(({ code }) => code),
    ['TEXT_OVERFLOW'],
  );
});
