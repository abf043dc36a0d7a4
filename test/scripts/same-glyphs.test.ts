/**
 * A headline, a paragraph and a name in 40 scripts and languages: what is laid out, and drawn in pixels, SVG
 * and PDF, are the glyphs of HarfBuzz, in its order.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { inflateSync } from 'node:zlib';

import * as hb from 'harfbuzzjs';
import { PDFDocument } from 'pdf-lib';
import { FontBook } from '../../src/render/fonts/font-book.ts';
import type { SceneText } from '../../src/render/scene/text.ts';
import { shapingLanguage } from '../../src/render/text/shape/canvas-shaping.ts';
import { layoutText } from '../../src/render/text/layout.ts';
import type { LaidOutRun, TextLayout } from '../../src/render/text/text-layout.ts';
import { render, text as textElement } from '../helpers/scenes.ts';

interface Sample {
  readonly script: string;
  readonly language: string;
  /** A headline, a paragraph and a name. */
  readonly texts: readonly string[];
}

const file = path.join(import.meta.dirname, 'texts.json');
const samples = JSON.parse(readFileSync(file, 'utf8')) as Sample[];
const fonts = new FontBook();
const sizesPx = [36, 16, 22];
const box = { x: 10, y: 10, width: 360, height: 300 };

interface Laid {
  readonly element: SceneText;
  readonly layout: TextLayout;
  /** What is drawn by one call each, in the order in which it is. */
  readonly runs: readonly LaidOutRun[];
}

function layOut({ language, texts }: Sample): Laid[] {
  return texts.map((text, index) => {
    const element = { ...textElement(text, sizesPx[index] ?? 16, box), language, wrap: true };
    const layout = layoutText(element, fonts);
    const runs = layout.lines.flatMap((line) => line.runs.toSorted((a, b) => a.order - b.order));
    return { element, layout, runs: runs.filter(({ drawn }) => drawn !== '') };
  });
}

/** The glyphs of a run as HarfBuzz shapes it with the whole font. */
function shape(run: LaidOutRun): { glyph: number; x: number; y: number }[] {
  const { font, unitsPerEm } = run.face.outlines;
  const buffer = new hb.Buffer();
  buffer.addText(run.drawn);
  buffer.guessSegmentProperties();
  buffer.setDirection(run.rtl ? hb.Direction.RTL : hb.Direction.LTR);
  buffer.setLanguage(shapingLanguage(run));
  hb.shape(font, buffer);
  const positions = buffer.getGlyphPositions();
  let pen = 0;
  return buffer.getGlyphInfos().map(({ codepoint: glyph }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const placed = { glyph, x: (pen + xOffset) / unitsPerEm, y: yOffset / unitsPerEm };
    pen += xAdvance;
    return placed;
  });
}

/** Where the contours of a path begin, from the first of them on. */
function startsOf(d: string): [number, number][] {
  const points = Array.from(d.matchAll(/M(-?[\d.]+)[ ,](-?[\d.]+)/g), ([, x, y]) => [Number(x), Number(y)]);
  const [[left = 0, top = 0] = []] = points;
  return points.map(([x = 0, y = 0]) => [x - left, y - top]);
}

/** The path of a run, from the outlines of HarfBuzz. */
function outline(run: LaidOutRun): string {
  const { font, unitsPerEm } = run.face.outlines;
  const scale = run.fontSize / unitsPerEm;
  return shape(run)
    .map(({ glyph, x, y }) =>
      font
        .glyphToPath(glyph)
        .replaceAll(
          /M(-?[\d.]+),(-?[\d.]+)/g,
          (_, left: string, top: string) =>
            `M${x * run.fontSize + Number(left) * scale} ${-(y * run.fontSize + Number(top) * scale)}`,
        ),
    )
    .join('');
}

/** What a PDF shows: the codes of glyphs, and how many contours are drawn as paths. */
async function readPdf(pdf: Uint8Array): Promise<{ codes: number[]; contours: number }> {
  const contents = (await PDFDocument.load(pdf)).getPage(0).node.Contents();
  assert.ok(contents !== undefined && 'getContents' in contents);
  const content = inflateSync(contents.getContents()).toString('latin1');
  const strings = Array.from(content.matchAll(/(\[[^\]]*\] ?TJ|<[\dA-F]+> ?Tj)/gi), ([shown]) => shown);
  const codes = strings
    .flatMap((shown) =>
      Array.from(shown.matchAll(/<([\dA-F]*)>/gi), ([, hex = '']) => hex.match(/.{4}/g) ?? []),
    )
    .flat()
    .map((code) => Number.parseInt(code, 16));
  return { codes, contours: content.match(/ m$/gm)?.length ?? 0 };
}

const isCovered = (laid: readonly Laid[]): boolean =>
  laid.every(({ layout }) => !layout.warnings.some(({ code }) => code === 'GLYPH_MISSING'));

const pathOf = ({ face }: LaidOutRun, glyph: number): string => face.outlines.font.glyphToPath(glyph);

const laidOut = samples.map((sample) => ({ sample, laid: layOut(sample) }));

test('the catalogue has fonts for these scripts', () => {
  const missing = laidOut.filter(({ laid }) => !isCovered(laid)).map(({ sample }) => sample.script);
  assert.deepEqual(missing, []);
  assert.ok(samples.length >= 40);
});

for (const { sample, laid } of laidOut)
  describe(`${sample.script} (${sample.language})`, () => {
    test('is laid out with the glyphs of HarfBuzz', () => {
      for (const { runs } of laid)
        for (const run of runs) {
          const own = run.shaped ?? run.measured;
          const expected = shape(run).map(({ glyph }) => glyph);
          if (own !== null) assert.deepEqual(own.glyphs, expected, run.typed);
        }
    });

    test('is drawn with them in SVG', async () => {
      for (const { element, runs } of laid) {
        const scene = { width: 400, height: 330, elements: [element] };
        const { data } = await render(scene, { output: { format: 'svg' } });
        const svg = Buffer.from(data).toString('utf8');
        const paths = Array.from(svg.matchAll(/<path [^>]*?d="([^"]*)"/g), ([, d = '']) => startsOf(d));
        const expected = runs.map((run) => startsOf(outline(run))).filter(({ length }) => length > 0);
        assert.equal(paths.length, expected.length, element.runs[0]?.text);
        for (const [index, points] of expected.entries()) {
          assert.equal(paths[index]?.length, points.length, runs[index]?.typed);
          for (const [at, [x, y]] of points.entries()) {
            const [left = NaN, top = NaN] = paths[index]?.[at] ?? [];
            assert.ok(
              Math.hypot(left - x, top - y) < 0.05,
              `${runs[index]?.typed}: ${left} ${top}, not ${x} ${y}`,
            );
          }
        }
      }
    });

    test('is drawn with them in PDF', async () => {
      for (const { element, layout, runs } of laid) {
        const scene = { width: 400, height: 330, elements: [element] };
        const { data } = await render(scene, { output: { format: 'pdf' } });
        const { codes, contours } = await readPdf(data);
        const wanted = runs.flatMap((run) => {
          const glyphs = shape(run).map(({ glyph }) => ({ glyph, path: pathOf(run, glyph) }));
          return glyphs.filter(({ path: d }) => d !== '');
        });
        const drawn = codes.filter((code) => wanted.some(({ glyph }) => glyph === code));
        const expected = wanted.map(({ glyph }) => glyph);
        if (!layout.lines.some((line) => line.runs.some(({ rtl }) => rtl)))
          assert.deepEqual(drawn, expected, element.runs[0]?.text);
        // From right to left the strings are in reading order, and marks that stand for no letter are paths.
        const rest = [...wanted];
        for (const code of drawn)
          rest.splice(
            rest.findIndex(({ glyph }) => glyph === code),
            1,
          );
        const paths = rest.reduce((sum, { path: d }) => sum + startsOf(d).length, 0);
        assert.equal(drawn.length + rest.length, expected.length);
        assert.equal(contours, paths, element.runs[0]?.text);
      }
    });
  });
