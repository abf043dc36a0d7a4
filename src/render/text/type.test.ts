/** Features, variations and what else a run's style can be, measured and drawn alike in every format. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';

import { render, renderPixels, solid, text } from '../../../test/helpers/scenes.ts';
import { FontBook } from '../fonts/font-book.ts';
import type { SceneText, SceneTextRun } from '../scene/text.ts';
import { drawText } from './draw/draw-text.ts';
import { layoutText } from './layout.ts';
import { shapeText } from './shape/shape-text.ts';
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
    text: content,
    fontFamily: 'Inter',
    fontSize: 20,
    fontWeight: 400,
    fontStyle: 'normal',
    color: solid('#000000ff'),
    letterSpacing: 0,
    decoration: 'none',
    ...style,
  };
}

function element(runs: readonly SceneTextRun[], more: Partial<SceneText> = {}): SceneText {
  return text('', 20, { ...box, ...more, runs });
}

function layOut(runs: readonly SceneTextRun[], more: Partial<SceneText> = {}): TextLayout {
  return layoutText(element(runs, more), fonts);
}

const getWidth = (content: string, style: Partial<SceneTextRun>): number =>
  layOut([textRun(content, style)]).lines[0]?.width ?? 0;

test('features change glyphs: digits of one width, and ligatures also beside letter spacing', () => {
  const digits = (fontFeatures: Record<string, number>) => getWidth('1111', { fontFeatures });
  assert.equal(digits({ tnum: 1 }), getWidth('0000', { fontFeatures: { tnum: 1 } }));
  assert.ok(digits({ tnum: 1 }) > digits({ tnum: 0 }) + 5);
  assert.equal(digits({}), getWidth('1111', {}));
  const arrow = { letterSpacing: 2, fontFeatures: { calt: 1 } };
  assert.ok(getWidth('->', arrow) < getWidth('->', { letterSpacing: 2 }) - 1);
});

test('a variable font has every weight and width between the ends of its axes', () => {
  const width = (fontWeight: number, fontVariations?: Record<string, number>) =>
    getWidth('Hamburg', {
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

test('raised and lowered runs make their line taller, and are drawn where they stand', () => {
  const plain = layOut([textRun('a'), textRun('b')]);
  const raised = layOut([textRun('a'), textRun('b', { baselineShift: 10 })]);
  const lowered = layOut([textRun('a'), textRun('b', { baselineShift: -10 })]);
  assert.deepEqual(
    [plain, raised, lowered].map(({ lines }) => [lines[0]?.height, lines[0]?.baseline]),
    [
      [24, 19],
      [34, 29],
      [34, 19],
    ],
  );
  const shrunk = layOut([textRun('a'), textRun('b', { baselineShift: 10 })], {
    overflow: 'shrink',
    height: 17,
  });
  assert.ok(shrunk.scale < 0.51 && shrunk.warnings.some(({ code }) => code === 'TEXT_SHRUNK'));
});

test('indents, marks of lists and space between paragraphs take room in the box', () => {
  const value = [textRun('One two\n\nThree')];
  const lines = (more: Partial<SceneText>) => layOut(value, more).lines;
  assert.deepEqual(
    lines({ indent: 30 }).map(({ x }) => x),
    [30, 30, 30],
  );
  assert.deepEqual(
    lines({ paragraphSpacing: 6 }).map(({ top }) => top),
    [0, 30, 60],
  );
  const list = lines({ list: 'decimal' });
  const marks = list.map(({ runs }) => runs.filter(({ isMarker }) => isMarker).map(({ typed }) => typed));
  assert.deepEqual(marks, [['1.'], [], ['2.']], 'empty paragraphs have no mark');
  assert.deepEqual(
    list.map(({ x, text: content }) => [x, content]),
    [
      [30, 'One two'],
      [30, ''],
      [30, 'Three'],
    ],
  );
  const [first] = lines({ list: 'disc', width: 200, direction: 'rtl' });
  const mark = first?.runs.at(-1);
  assert.ok(first !== undefined && mark?.isMarker === true && mark.x >= first.x + first.width + 10);
  const narrow = layOut([textRun('One two three')], {
    list: 'disc',
    width: 75,
    overflow: 'ellipsis',
    height: 24,
  });
  assert.ok(narrow.lines.every(({ x, width }) => x === 30 && x + width <= 75));
  assert.match(narrow.lines[0]?.text ?? '', /…$/u);
});

test('trim: the box is as high as from the capitals to the baseline, for overflow, too', () => {
  const more = { trimsToCapitals: true, height: 15, overflow: 'ellipsis' } as const;
  const { lines, warnings } = layOut([textRun('Hx')], more);
  assert.deepEqual(warnings, []);
  assert.ok(Math.abs((lines[0]?.baseline ?? 0) - 0.7275 * 20) < 0.01);
  assert.equal(layOut([textRun('H\nH')], more).warnings[0]?.code, 'TEXT_OVERFLOW');
  assert.match(
    layOut([textRun('H\nH')], { ...more, overflow: 'visible' }).warnings[0]?.detail ?? '',
    /39 px high/u,
  );
});

test('keep-all: Korean breaks between words only, and a word that is too long is cut', () => {
  const broken = (more: Partial<SceneText>) =>
    layOut([textRun('대한민국의 권력은')], more).lines.map((l) => l.text);
  assert.deepEqual(broken({ width: 120, keepsWords: true }), ['대한민국의', '권력은']);
  assert.notDeepEqual(broken({ width: 130 }), ['대한민국의', '권력은']);
  assert.ok(broken({ width: 50, keepsWords: true }).length > 3);
});

test('runs have outlines and bars of their own', async () => {
  const scene = (style: Partial<SceneTextRun>) => ({
    elements: [element([textRun('HHHH ', { fontSize: 40 }), textRun('HHHH', { fontSize: 40, ...style })])],
    width: 300,
    height: 60,
    background: solid('#ffffffff'),
  });
  const red = { color: '#ff0000ff', width: 6 };
  const bar = { color: '#00ff00ff', padding: 0, cornerRadius: 0 };
  const count = async (style: Partial<SceneTextRun>, [r, g, b]: readonly number[]) => {
    const { data, width } = await renderPixels(scene(style));
    const at = (index: number) => data[index] === r && data[index + 1] === g && data[index + 2] === b;
    const places = Array.from({ length: data.length / 4 }, (_, pixel) => pixel).filter((pixel) =>
      at(4 * pixel),
    );
    return { count: places.length, left: Math.min(...places.map((pixel) => pixel % width)) };
  };
  const outlined = await count({ stroke: red }, [255, 0, 0]);
  assert.ok(outlined.count > 200 && outlined.left > 120);
  const marked = await count({ highlight: bar }, [0, 255, 0]);
  assert.ok(marked.count > 2000 && marked.left > 120);
  assert.equal((await count({}, [255, 0, 0])).count, 0);
  assert.equal((await count({ stroke: null }, [0, 255, 0])).count, 0);
});

test('letters have the forms of the language, measured and drawn alike', () => {
  const context = createCanvas(500, 100).getContext('2d');
  const dobar = [textRun('добър град', { fontFamily: 'Montserrat', fontSize: 40 })];
  const widths = [null, 'en', 'bg'].map((language) => {
    const layout = layOut(dobar, { language });
    drawText(context, layout);
    const [run] = layout.lines[0]?.runs ?? [];
    assert.equal(run?.language, language);
    assert.ok(Math.abs(context.measureText(run.drawn).width - run.width) < 0.02, String(language));
    return run.width;
  });
  assert.equal(widths[0], widths[1]);
  assert.notEqual(widths[0], widths[2]);
});

test('pictures of a text show the forms of its language', async () => {
  const pixelsOf = async (content: string, fontFamily: string, language: string | null): Promise<string> => {
    const runs = [textRun(content, { fontFamily, fontSize: 40 })];
    const { data } = await renderPixels({ elements: [element(runs, { language })] });
    return Buffer.from(data).toString('base64');
  };
  for (const [content, family, language] of [
    ['добър', 'Montserrat', 'bg'],
    ['ş', 'Roboto', 'ro'],
    ['۴۶۷', 'Inter', 'ur'],
    ['लहान', 'Inter', 'mr'],
  ] as const) {
    const plain = await pixelsOf(content, family, null);
    assert.ok((await pixelsOf(content, family, language)) !== plain, language);
  }
});

/** A text in two runs, cut before an index, that differ in what does not show: their links. */
function cutRuns(content: string, at: number, style: Partial<SceneTextRun>): SceneTextRun[] {
  return [
    textRun(content.slice(0, at), style),
    textRun(content.slice(at), { ...style, href: 'https://example.com' }),
  ];
}

const cutTexts: readonly (readonly [content: string, style: Partial<SceneTextRun>])[] = [
  ['WAVE To, Ty (AV)', { fontFamily: 'Inter', fontWeight: 700 }],
  ['office flow, AVAV', { fontFamily: 'Roboto' }],
  ['afflict Toyota', { fontFamily: 'Playfair Display', fontStyle: 'italic' }],
  ['AVATAR', { fontFamily: 'Lato', letterSpacing: 2 }],
  ['Tokyo', { fontFamily: 'Variable', fontWeight: 700, fontVariations: { wdth: 80 } }],
  ['سلام عليكم', {}],
  ['السَّلَام', {}],
  ['क्षत्रिय', {}],
  ['אָלֶף', {}],
];

test('a text has the same lines wherever a run ends', () => {
  for (const [content, style] of cutTexts)
    for (const width of [400, 60])
      for (const align of ['start', 'justify'] as const) {
        const more = { width, align };
        const read = ({ lines }: TextLayout) =>
          lines.map((line) => [line.text, line.width.toFixed(3)].join());
        const whole = read(layOut([textRun(content, style)], more));
        for (let at = 1; at < content.length; at += 1) {
          const cut = layOut(cutRuns(content, at, style), more);
          assert.deepEqual(read(cut), whole, `${content}, cut before ${at}`);
        }
      }
});

test('a text has the same ink wherever a run ends', () => {
  const context = createCanvas(400, 60).getContext('2d');
  const inkOf = (runs: readonly SceneTextRun[]): Uint8ClampedArray => {
    context.reset();
    drawText(context, layOut(runs));
    return context.getImageData(0, 0, 400, 60).data;
  };
  for (const [content, style] of cutTexts) {
    const whole = inkOf([textRun(content, style)]);
    for (let at = 1; at < content.length; at += 1) {
      const cut = inkOf(cutRuns(content, at, style));
      const differing = whole.filter((value, index) => Math.abs(value - (cut[index] ?? 0)) > 40).length;
      assert.ok(differing < 8, `${content}, cut before ${at}: ${differing} pixels differ`);
    }
  }
});

test('a ligature has the colour of the run in which it begins', () => {
  const roboto = { fontFamily: 'Roboto' };
  const [line] = layOut([
    textRun('of', roboto),
    textRun('fice', { ...roboto, color: solid('#ff0000ff') }),
  ]).lines;
  assert.deepEqual(
    line?.runs.map(({ drawn, typed }) => [drawn, typed]),
    [
      ['offi', 'offi'],
      ['ce', 'ce'],
    ],
  );
});

test('lam and alef of two runs have their own glyphs, which are not those of the letters alone', () => {
  const [line] = layOut([textRun('سل'), textRun('ام')]).lines;
  const glyphs = line?.runs.flatMap(({ shaped }) => shaped?.glyphs ?? []) ?? [];
  const [whole] = layOut([textRun('سلام')]).lines[0]?.runs ?? [];
  assert.ok(whole !== undefined);
  const { face, rtl, script, language } = whole;
  assert.deepEqual(glyphs, shapeText('سلام', { face, rtl, script, language, ligatures: true }).glyphs);
});

test('runs of another size, spacing or place are shaped alone', () => {
  const apart = getWidth('W', {}) + getWidth('A', {});
  const width = (style: Partial<SceneTextRun>): number =>
    layOut([textRun('W'), textRun('A', style)]).lines[0]?.width ?? 0;
  assert.ok(width({ color: solid('#ff0000ff') }) < apart - 0.2);
  assert.equal(width({ baselineShift: 2 }), apart);
  assert.equal(width({ fontStyle: 'italic' }), getWidth('W', {}) + getWidth('A', { fontStyle: 'italic' }));
  assert.equal(width({ fontSize: 21 }), getWidth('W', {}) + getWidth('A', { fontSize: 21 }));
});
