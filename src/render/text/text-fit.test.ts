import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { FontBook } from '../fonts/font-book.ts';
import type { SceneText, SceneTextRun } from '../scene/text.ts';
import { labelElement } from './label.ts';
import { layoutText } from './layout.ts';

const fonts = new FontBook();
const label = labelElement({
  text: '',
  box: { x: 0, y: 0, width: 300, height: 100 },
  fontSize: 20,
  fontWeight: 400,
  lineHeight: 1.2,
  color: '#000000ff',
  align: 'left',
  overflow: 'visible',
});
const plain: SceneText = { ...label, wrap: true, maxLines: null, overflow: 'ellipsis' };
const own: SceneText = { ...plain, fitsBox: true };

function runOf(text: string, more: Partial<SceneTextRun> = {}): SceneTextRun {
  const [run] = label.runs;
  assert.ok(run !== undefined);
  return { ...run, text, ...more };
}

const layOut = (text: string | readonly SceneTextRun[], more: Partial<SceneText> = {}) =>
  layoutText({ ...own, runs: typeof text === 'string' ? [runOf(text)] : text, ...more }, fonts);

/** The height of the lines, and the width of the widest. */
function sizeOf({ lines }: ReturnType<typeof layOut>) {
  return {
    width: Math.max(...lines.map(({ width }) => width)),
    height: lines.reduce((sum, line) => sum + line.height, 0),
  };
}

describe('a text that fits its box', () => {
  const texts = [
    'A',
    'Sale',
    'Half price this weekend',
    'One\ntwo\nthree',
    'مرحبا بكم',
    '春の新作',
    '👍🏽 yes',
  ];

  test('is as large as the box allows, and does not stick out', () => {
    for (const text of texts)
      for (const [width, height] of [
        [300, 100],
        [40, 400],
        [900, 30],
        [12, 12],
      ] as const) {
        const box = { width, height };
        const layout = layOut(text, box);
        const size = sizeOf(layout);
        const name = `${JSON.stringify(text)} in ${width} × ${height}`;
        assert.ok(size.width <= width + 0.1 && size.height <= height + 0.1, name);
        assert.ok(
          layout.lines.every((line) => !line.text.includes('…')),
          name,
        );
        assert.deepEqual(
          layout.warnings.map(({ code }) => code),
          [],
          name,
        );
        // A text that is a little larger does not fit, or has a word that is cut.
        const larger = layoutText(
          {
            ...plain,
            ...box,
            overflow: 'shrink',
            minFontSize: 0.1,
            runs: [runOf(text, { fontSize: 20 * layout.scale * 1.02 })],
          },
          fonts,
        );
        assert.ok(larger.scale < 1, name);
      }
  });

  test('is between its limits', () => {
    assert.equal(layOut('A', { maxFontSize: 30 }).scale, 1.5);
    assert.equal(layOut('A', { maxFontSize: 10 }).scale, 0.5);
    assert.equal(layOut('A', { minFontSize: 40, maxFontSize: 40 }).scale, 2);
    const least = layOut('Much more than there is room for, at this size', { minFontSize: 40 });
    assert.equal(least.scale, 2);
    assert.deepEqual(
      least.warnings.map(({ code }) => code),
      ['TEXT_OVERFLOW'],
    );
    assert.match(least.lines.at(-1)?.text ?? '', /…$/);
  });

  test('has one line without wrap, and at most maxLines', () => {
    const text = 'Everything is half price this weekend';
    const [one, many] = [layOut(text, { wrap: false }), layOut(text)];
    assert.equal(one.lines.length, 1);
    assert.ok(many.scale > one.scale && many.lines.length > 1);
    assert.ok(Math.abs(sizeOf(one).width - 300) < 0.1);
    assert.equal(layOut(text, { maxLines: 2 }).lines.length, 2);
  });

  test('keeps the proportions of runs, with their shifts and letter spacing', () => {
    const runs = [runOf('49'), runOf('90', { fontSize: 10, baselineShift: 8, letterSpacing: 1 })];
    const { scale, lines } = layOut(runs);
    assert.ok(scale > 2);
    const [first, second] = lines[0]?.runs ?? [];
    assert.equal(first?.fontSize, 20 * scale);
    assert.deepEqual(
      [second?.fontSize, second?.shift, second?.letterSpacing],
      [10 * scale, 8 * scale, scale],
    );
  });

  test('cuts no word to be larger, and breaks an address only where it gains much', () => {
    const text = 'Donaudampfschifffahrtsgesellschaft';
    assert.equal(layOut(text, { height: 1000 }).lines.length, 1);
    assert.equal(layOut('mail@example.com', { height: 1000 }).lines.length, 3);
    assert.equal(layOut('mail@example.com').lines.length, 1);
  });

  test('fits columns, a path and vertical lines', () => {
    const columns = { count: 2, gap: 20 };
    const { lines } = layOut('Words that flow from one column into the next one', { columns });
    assert.ok(lines.every(({ x, width, top, height }) => x + width <= 300.1 && top + height <= 100.1));
    const path = { d: 'M0 50H300', viewBox: [0, 0, 300, 100] } as const;
    const bent = layOut('On a path', { path });
    assert.ok(Math.abs((bent.lines[0]?.width ?? 0) - 300) < 0.1);
    const vertical = layOut('縦書き', { isVertical: true, width: 60, height: 400 });
    assert.ok(vertical.scale > 1);
    assert.ok(sizeOf(vertical).width <= 400.1 && sizeOf(vertical).height <= 60.1);
  });
});
