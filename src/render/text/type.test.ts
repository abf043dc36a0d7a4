/** Features, variations and what else a run's style can be, measured and drawn alike in every format. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';

import { render, renderPixels, solid, text } from '../../../test/helpers/scenes.ts';
import { FontBook } from '../fonts/font-book.ts';
import type { SceneText, SceneTextRun } from '../scene.ts';
import { drawText } from './draw.ts';
import { layoutText } from './layout.ts';
import type { TextLayout } from './text-layout.ts';

const variableFont = readFileSync(
  path.resolve(import.meta.dirname, '../../../test/visual/assets/variable.ttf'),
);
const fonts = new FontBook().forScene([
  { family: 'Variable', weight: 400, style: 'normal', hash: 'variable', bytes: variableFont },
]);
const box = { x: 0, y: 0, width: 400, height: 200 };

function textRun(content: string, style: Partial<SceneTextRun> = {}): SceneTextRun {
  return {
    ...{ text: content, fontFamily: 'Inter', fontSize: 20, fontWeight: 400, fontStyle: 'normal' },
    ...{ color: solid('#000000ff'), letterSpacing: 0, decoration: 'none' },
    ...style,
  };
}

function element(runs: readonly SceneTextRun[], more: Partial<SceneText> = {}): SceneText {
  return text('', 20, { ...box, ...more, runs });
}

function layOut(runs: readonly SceneTextRun[], more: Partial<SceneText> = {}): TextLayout {
  return layoutText(element(runs, more), fonts);
}

const widthOf = (content: string, style: Partial<SceneTextRun>): number =>
  layOut([textRun(content, style)]).lines[0]?.width ?? 0;

test('features change glyphs: digits of one width, and ligatures also beside letter spacing', () => {
  const digits = (fontFeatures: Record<string, number>) => widthOf('1111', { fontFeatures });
  assert.equal(digits({ tnum: 1 }), widthOf('0000', { fontFeatures: { tnum: 1 } }));
  assert.ok(digits({ tnum: 1 }) > digits({ tnum: 0 }) + 5);
  assert.equal(digits({}), widthOf('1111', {}));
  const arrow = { letterSpacing: 2, fontFeatures: { calt: 1 } };
  assert.ok(widthOf('->', arrow) < widthOf('->', { letterSpacing: 2 }) - 1);
});

test('a variable font has every weight and width between the ends of its axes', () => {
  const width = (fontWeight: number, fontVariations?: Record<string, number>) =>
    widthOf('Hamburg', {
      fontFamily: 'Variable',
      fontWeight,
      ...(fontVariations === undefined ? {} : { fontVariations }),
    });
  assert.equal(width(900), width(400), 'without the key, a file has the weight that it is listed with');
  assert.ok(width(900, {}) > width(650, {}) && width(650, {}) > width(400, {}));
  assert.equal(width(100, {}), width(400, {}), 'the end of the axis');
  assert.ok(width(400, { wdth: 70 }) < 0.8 * width(400, {}));
  assert.equal(width(400, { wdth: 10, none: 3 }), width(400, { wdth: 70 }));
  assert.equal(width(400, { wght: 900 }), width(900, {}));
});

test('the canvas draws as wide as layout measures', () => {
  const context = createCanvas(500, 100).getContext('2d');
  const styles: Partial<SceneTextRun>[] = [
    { fontFeatures: { tnum: 1, zero: 1 } },
    { fontFamily: 'Variable', fontVariations: { wdth: 80 }, fontWeight: 733 },
    { fontFeatures: { smcp: 1 }, fontFamily: 'Playfair Display', letterSpacing: 1 },
  ];
  for (const style of styles) {
    const layout = layOut([textRun('Hag 1071 fi', style)]);
    const [line] = layout.lines;
    const [run] = line?.runs ?? [];
    assert.ok(line !== undefined && run !== undefined);
    drawText(context, layout);
    context.font = `${run.fontSize}px "${run.face.canvasFamily}"`;
    context.fontKerning = 'normal';
    context.textRendering = 'geometricPrecision';
    context.fontVariationSettings = run.face.variationSettings;
    context.fontFeatureSettings = run.features?.css ?? 'normal';
    context.letterSpacing = `${run.letterSpacing}px`;
    assert.ok(Math.abs(context.measureText(run.drawn).width - line.width) < 0.02, JSON.stringify(style));
  }
  const plain = createCanvas(500, 100).getContext('2d');
  for (const each of [plain, context]) {
    each.reset();
    drawText(each, layOut([textRun('1071')]));
  }
  assert.deepEqual(plain.canvas.data(), context.canvas.data(), 'features end with their run');
});

test('SVG text keeps features and axes, with the font embedded', async () => {
  const runs = [
    textRun('Caps ', { fontFamily: 'Playfair Display', fontFeatures: { smcp: 1 } }),
    textRun('wide', { fontFamily: 'Playfair Display' }),
  ];
  const output = { format: 'svg', svgText: 'text' } as const;
  const { data } = await render({ elements: [element(runs)], width: 400, height: 60 }, { output });
  const svg = Buffer.from(data).toString('utf8');
  assert.equal(
    svg.match(/font-feature-settings:&quot;smcp&quot; 1|font-feature-settings:"smcp" 1/gu)?.length,
    1,
  );
  const pixels = await renderPixels({ elements: [element(runs)], width: 400, height: 60 });
  assert.ok(pixels.data.some((sample) => sample !== 255));
});
