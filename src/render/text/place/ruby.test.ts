import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FontBook } from '../../fonts/font-book.ts';
import type { SceneText } from '../../scene/text.ts';
import { labelElement } from '../label.ts';
import { layoutText } from '../layout.ts';
import type { TextLayout } from '../text-layout.ts';

const fonts = new FontBook();

/** Runs as `text` or `text:reading`. */
function layOut(runs: readonly string[], element: Partial<SceneText> = {}): TextLayout {
  const label = labelElement({
    text: '',
    box: { x: 0, y: 0, width: 300, height: 100 },
    fontSize: 20,
    fontWeight: 400,
    lineHeight: 2,
    color: '#000000ff',
    align: 'left',
    overflow: 'visible',
  });
  const styled = runs.flatMap((each) => {
    const [text = '', ruby] = each.split(':');
    const reading = ruby === undefined ? {} : { ruby };
    return label.runs.map((run) => ({ ...run, text, fontFamily: 'Noto Sans JP', ...reading }));
  });
  return layoutText(
    { ...label, verticalAlign: 'top', maxLines: null, wrap: true, ...element, runs: styled },
    fonts,
  );
}

const round = (value: number | undefined) => Math.round((value ?? NaN) * 100) / 100;

test('a reading is half as large, above the middle of its run', () => {
  const { lines, rubies = [] } = layOut(['漢字:か', 'は']);
  const [ruby] = rubies;
  assert.equal(rubies.length, 1);
  assert.deepEqual([ruby?.text, ruby?.runs[0]?.fontSize, ruby?.runs[0]?.letterSpacing], ['か', 10, 30]);
  assert.equal(ruby?.runs[0]?.x, 15);
  assert.equal((lines[0]?.baseline ?? 0) - ruby.baseline, 20);
});

test('texts without readings have no list of them', () => {
  assert.equal('rubies' in layOut(['漢字', 'は']), false);
});

test('a wide reading reaches over neighbours without one, and then spreads its run', () => {
  const over = layOut(['は', '桜:さくら', 'は']);
  assert.deepEqual(
    over.lines[0]?.runs.map(({ x }) => round(x)),
    [0, 20, 40],
  );
  assert.equal(round(over.rubies?.[0]?.x), 15);
  const apart = layOut(['桜:さくら', '桜:さくら']);
  assert.deepEqual(
    apart.lines[0]?.runs.map(({ x, textX }) => [round(x), round(textX)]),
    [
      [0, 5],
      [30, 35],
    ],
  );
});

test('lines do not break inside a run with a reading', () => {
  const texts = ({ lines }: TextLayout) => lines.map(({ text }) => text);
  assert.deepEqual(texts(layOut(['あいう', '漢字:かんじ'], { width: 85 })), ['あいう', '漢字']);
  assert.deepEqual(texts(layOut(['あいう', '漢字'], { width: 85 })), ['あいう漢', '字']);
});

test('lines become higher where a reading has no room', () => {
  const high = layOut(['漢:か'], { lineHeight: 1 }).lines[0]?.height ?? 0;
  assert.ok(high > 20 && high < 40);
  assert.equal(layOut(['漢:か'], { lineHeight: 2 }).lines[0]?.height, 40);
});

test('readings are at the right of vertical lines, and shrink with them', () => {
  const { rubies = [], turn } = layOut(['漢字:かんじ'], { isVertical: true });
  assert.ok(turn !== undefined);
  assert.equal(rubies[0]?.runs[0]?.places?.length, 3);
  const small = layOut(['漢字漢字漢字:かんじ'], { width: 60, overflow: 'shrink' });
  assert.equal(round(small.rubies?.[0]?.runs[0]?.fontSize), round(10 * small.scale));
});
