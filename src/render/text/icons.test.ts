import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FontBook } from '../fonts/font-book.ts';
import type { SceneImage } from '../scene/image.ts';
import type { SceneText, SceneTextRun } from '../scene/text.ts';
import { labelElement } from './label.ts';
import type { IconRatios } from './analyse/analyse-element.ts';
import { layoutText } from './layout.ts';
import type { TextLayout } from './text-layout.ts';

const fonts = new FontBook();
const base = labelElement({
  text: '',
  box: { x: 0, y: 0, width: 300, height: 100 },
  fontSize: 20,
  fontWeight: 400,
  lineHeight: 1.2,
  color: '#000000ff',
  align: 'left',
  overflow: 'visible',
});
const icon = { type: 'image', id: 'i', width: 1, height: 1 } as SceneImage;
/** The icon is twice as wide as it is high. */
const icons: IconRatios = new Map([[icon, 2]]);
const CAPITAL = fonts.stack('Inter', 400, 'normal').primary.metrics.capHeight * 20;

/** Texts that begin with `*` have an icon. */
function layOut(
  texts: readonly string[],
  element: Partial<SceneText> = {},
  style: Partial<SceneTextRun> = {},
): TextLayout {
  const runs = texts.flatMap((text) =>
    base.runs.map((run) => ({
      ...run,
      ...style,
      text: text.replace('*', '\ufffc'),
      ...(text.startsWith('*') ? { icon } : {}),
    })),
  );
  const flow = { verticalAlign: 'top', maxLines: null, wrap: true } as const;
  return layoutText({ ...base, ...flow, ...element, runs }, fonts, { icons });
}

const near = (actual: number | undefined, expected: number): void =>
  assert.ok(Math.abs((actual ?? NaN) - expected) < 1e-6, `${actual} is not ${expected}`);
const iconRuns = ({ lines }: TextLayout) => lines.flatMap(({ runs }) => runs.filter((run) => run.icon));

test('an icon is as high as the capitals and as wide as its ratio makes it', () => {
  const [run] = iconRuns(layOut(['AB', '*CD']));
  near(run?.icon?.height, CAPITAL);
  near(run?.icon?.width, 2 * CAPITAL);
  near(run?.width, 2 * CAPITAL);
  near(run?.x, layOut(['AB']).lines[0]?.width ?? 0);
});

test('an icon counts in the width of its line, but not in its text or its letter spacing', () => {
  const plain = layOut(['ab', 'cd'], {}, { letterSpacing: 3 }).lines[0];
  const line = layOut(['ab', '*cd'], {}, { letterSpacing: 3 }).lines[0];
  near(line?.width, (plain?.width ?? 0) + 2 * CAPITAL);
  assert.equal(line?.text, 'abcd');
  assert.equal(line.height, plain?.height);
});

test('lines break on both sides of an icon, but not before a comma', () => {
  const width = 2 * CAPITAL + 8;
  const texts = ({ lines }: TextLayout) =>
    lines.map(({ runs }) => runs.map((run) => (run.icon ? '*' : run.typed)).join(''));
  assert.deepEqual(texts(layOut(['abc', '*', '*def'], { width: 40 })), ['abc', '*', '*', 'def']);
  assert.deepEqual(texts(layOut(['*', '*,'], { width })).at(-1), '*,');
});

test('icons shrink with their text', () => {
  const layout = layOut(['*several words', '* in a small box'], {
    width: 90,
    height: 30,
    overflow: 'shrink',
    minFontSize: 4,
  });
  assert.ok(layout.scale < 1);
  for (const run of iconRuns(layout)) near(run.icon?.height, CAPITAL * layout.scale);
});

test('the icon of a right-to-left line stands where it is read', () => {
  const [line] = layOut(['\u05d0\u05d1', '*\u05d2'], { direction: 'rtl', align: 'right' }).lines;
  assert.deepEqual(
    line?.runs.map((run) => (run.icon ? '*' : run.typed)),
    ['\u05d2', '*', '\u05d0\u05d1'],
  );
});

test('an icon on a path and one in a vertical line have a place', () => {
  const path = { d: 'M0 50H300', viewBox: [0, 0, 300, 100] } as const;
  const [onPath] = iconRuns(layOut(['a', '*b'], { path }));
  near(onPath?.places?.[0]?.width, 2 * CAPITAL);
  const [upright] = iconRuns(layOut(['a', '*b'], { isVertical: true }));
  near(upright?.width, CAPITAL);
  assert.equal(upright?.places?.[0]?.matrix.b, -1);
});

test('an icon has no line below it', () => {
  const runs = layOut(['*a'], {}, { decoration: 'underline' }).lines[0]?.runs ?? [];
  assert.deepEqual(
    runs.map(({ decoration }) => decoration?.kind ?? null),
    [null, 'underline'],
  );
});
