/**
 * Texts of 61 languages in 40 scripts have the glyphs that HarfBuzz finds in the files of their fonts: in the
 * layout, in PDFs, behind the outlines of SVGs, and in the fonts that SVGs embed. A name, a headline and a
 * paragraph each: many are the title and article 1 of the Universal Declaration of Human Rights. Another
 * language is another entry of texts.json.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { FontBook } from '../../src/render/fonts/font-book.ts';
import type { SceneText } from '../../src/render/scene/text.ts';
import { layoutText } from '../../src/render/text/layout.ts';
import { render, text } from '../helpers/scenes.ts';
import { openFile, shape, shapeLine, type ShapedStretch } from './harfbuzz.ts';
import { drawOutline, readContours, type Contour } from './outlines.ts';
import { readPdfGlyphs, type PageGlyphs } from './pdf-glyphs.ts';

interface TextsOfScript {
  readonly script: string;
  readonly language: string;
  readonly name: string;
  readonly headline: string;
  readonly paragraph: string;
}

const fonts = new FontBook();
const all = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'texts.json'), 'utf8'),
) as readonly TextsOfScript[];
/** Where the text stands on the page, and how far a glyph may be from its place. */
const MARGIN = 20;
const TOLERANCE = 0.3;

test('there are texts of at least 40 scripts, three of each', () => {
  assert.ok(new Set(all.map(({ script }) => script)).size >= 40);
  for (const { name, headline, paragraph } of all)
    for (const each of [name, headline, paragraph]) assert.ok(each);
});

for (const { script, language, name, headline, paragraph } of all)
  test(`${language} (${script}): a name, a headline and a paragraph`, async () => {
    for (const [content, given] of [
      [name, { width: 600 }],
      [headline, { width: 900, wrap: false }],
      [paragraph, { width: 420 }],
    ] as const) {
      const element = {
        ...text(content, 24, { x: 0, y: 0, height: 1200, lineHeight: 2, ...given }),
        language,
      };
      await checkGlyphs(element, language);
    }
  });

async function checkGlyphs(element: SceneText, language: string): Promise<void> {
  const { lines, warnings } = layoutText(element, fonts);
  assert.deepEqual(warnings, []);
  const stretches = lines.flatMap((line) => shapeLine(line, language));
  for (const { font, glyphs, runs } of stretches) {
    const drawn = runs.map((run) => run.drawn).join('');
    assert.ok(
      glyphs.every(({ glyph }) => glyph !== 0),
      `a missing glyph in ${drawn}`,
    );
    const own = runs.map(({ shaped, measured }) => (shaped ?? measured)?.glyphs);
    const isVisible = (glyph: number): boolean => drawOutline(font, glyph) !== '';
    if (own.every((each) => each !== undefined))
      assert.equal(
        own.flat().filter(isVisible).join(' '),
        glyphs.flatMap(({ glyph }) => (isVisible(glyph) ? [glyph] : [])).join(' '),
        `layout of ${drawn}`,
      );
  }

  const scene = { width: 960, height: 1240, elements: [{ ...element, x: MARGIN, y: MARGIN }] };
  const draw = async (output: Parameters<typeof render>[1]) => (await render(scene, output)).data;
  const pdf = await draw({ output: { format: 'pdf' } });
  assertPdfGlyphs(await readPdfGlyphs(pdf), stretches);

  const outlined = Buffer.from(await draw({ output: { format: 'svg' } })).toString();
  const contours = new Set(readSvgContours(outlined));
  takeContours(contours, stretches.flatMap(listContours), 'the SVG');
  assert.deepEqual([...contours], [], 'other contours of the SVG');

  const embedded = Buffer.from(await draw({ output: { format: 'svg', svgText: 'text' } })).toString();
  assertEmbeddedGlyphs(embedded, stretches, language);
}

/** Each visible glyph is in the PDF once, with its outline and at its place, and no others are. */
function assertPdfGlyphs({ glyphs: codes, contours }: PageGlyphs, stretches: readonly ShapedStretch[]): void {
  const left = new Set(codes);
  const drawn = new Set(contours);
  const isNear = (one: number, other: number): boolean => Math.abs(one - MARGIN - other) < TOLERANCE;
  for (const stretch of stretches)
    for (const each of stretch.glyphs) {
      const outline = drawOutline(stretch.font, each.glyph);
      if (outline === '') continue;
      const found = [...left].find(
        ({ glyph, x, y, ...own }) =>
          glyph === each.glyph && own.outline === outline && isNear(x, each.x) && isNear(y, each.y),
      );
      if (found !== undefined) left.delete(found);
      else
        takeContours(drawn, listContours({ ...stretch, glyphs: [each] }), `glyph ${each.glyph} of the PDF`);
    }
  assert.deepEqual([...left], [], 'other glyphs of the PDF');
}

function takeContours(from: Set<Contour>, contours: readonly Contour[], what: string): void {
  for (const contour of contours) {
    const found = [...from].find((each) =>
      each.every((edge, index) => Math.abs(edge - MARGIN - (contour[index] ?? 0)) < TOLERANCE),
    );
    assert.ok(found, `${what} lacks the contour at ${contour.map((edge) => edge.toFixed(2)).join(', ')}`);
    from.delete(found);
  }
}

/** The contours of all paths, in CSS pixels from the top left corner of the page. */
function readSvgContours(svg: string): Contour[] {
  return [...svg.matchAll(/<path d="([^"]*)"[^>]*transform="translate\(([-\d.]+) ([-\d.]+)\)"/g)].flatMap(
    ([, d = '', x, y]) => readContours(d, Number(x), Number(y)),
  );
}

function listContours({ font, fontSize, runs, glyphs }: ShapedStretch): Contour[] {
  const scale = fontSize / (runs[0]?.face.shaping.unitsPerEm ?? 1);
  return glyphs.flatMap(({ glyph, x, y }) =>
    readContours(drawOutline(font, glyph)).map(([left, bottom, right, top]): Contour => [
      x + left * scale,
      y - top * scale,
      x + right * scale,
      y - bottom * scale,
    ]),
  );
}

/** A viewer that shapes the texts of the SVG with its fonts finds the same outlines. */
function assertEmbeddedGlyphs(svg: string, stretches: readonly ShapedStretch[], language: string): void {
  const files = new Map(
    [...svg.matchAll(/@font-face\{font-family:(\w+);src:url\(data:[^,]*,([^)]*)\)/g)].map(
      ([, family = '', base64 = '']) => [family, openFile(Buffer.from(base64, 'base64'))] as const,
    ),
  );
  const found = [...svg.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)].flatMap(
    ([, attributes = '', content = '']) => {
      const family = /font-family="(\w+)"/.exec(attributes)?.[1] ?? '';
      const font = files.get(family) ?? assert.fail(`the SVG lacks the font ${family}`);
      const isRtl = attributes.includes('direction="rtl"');
      return shape(font, unescape(content), isRtl, language).map(({ glyph }) => drawOutline(font, glyph));
    },
  );
  // Texts in a language with forms of its own are outlines.
  if (readSvgContours(svg).length > 0) return;
  const left = found.filter((outline) => outline !== '');
  for (const { font, glyphs, runs } of stretches)
    for (const { glyph } of glyphs) {
      const outline = drawOutline(font, glyph);
      const at = left.indexOf(outline);
      if (outline === '') continue;
      assert.ok(
        at !== -1,
        `the fonts of the SVG lack glyph ${glyph} of ${runs.map(({ drawn }) => drawn).join('')}`,
      );
      left.splice(at, 1);
    }
  assert.equal(left.length, 0, 'other glyphs of the embedded fonts');
}

function unescape(markup: string): string {
  return markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
