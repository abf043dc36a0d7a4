import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

import * as hb from 'harfbuzzjs';
import sax from 'sax';

import { colorDistance, decodePixels, render, renderPixels, text } from '../../../test/helpers/scenes.ts';
import { FontFace } from '../fonts/font-face.ts';
import { buildSfnt, readAllTables } from '../fonts/sfnt.ts';

const size = { width: 300, height: 60 };

async function draw(content: string, svgText: 'text' | 'outlines', more: object = {}, files = {}) {
  const label = text(content, 32, { x: 0, y: 0, ...size });
  const runs = label.runs.map((run) => ({ ...run, ...more }));
  const fonts = Object.keys(files).map((asset) => ({ family: 'Own', weight: 400, style: 'normal', asset }));
  const scene = { ...size, elements: [{ ...label, runs }], fonts } as Parameters<typeof render>[0];
  return { scene, options: { files, output: { format: 'svg', svgText } as const } };
}

/** The texts of an SVG, with the font that is embedded for each. */
function readTexts(svg: string): { content: string; font: Uint8Array }[] {
  const fonts = new Map(
    [...svg.matchAll(/font-family:(f\w+);src:url\(data:font\/\w+;base64,([^)]*)\)/gu)].map(
      ([, family = '', base64 = '']) => [family, Buffer.from(base64, 'base64')],
    ),
  );
  const found: { content: string; font: Uint8Array }[] = [];
  let family: string | null = null;
  const reader = sax.parser(true);
  reader.onopentag = ({ name, attributes }) => {
    family = name === 'text' ? (attributes['font-family'] as string) : null;
  };
  reader.onclosetag = () => {
    family = null;
  };
  reader.ontext = (content) => {
    const font = family === null ? undefined : fonts.get(family);
    if (font !== undefined) found.push({ content, font });
  };
  reader.write(svg).close();
  return found;
}

function shape(font: Uint8Array, content: string): number[] {
  const shaper = new hb.Font(new hb.Face(new hb.Blob(font)));
  const buffer = new hb.Buffer();
  buffer.addText(content);
  buffer.guessSegmentProperties();
  hb.shape(shaper, buffer);
  return buffer.getGlyphInfos().map(({ codepoint }) => codepoint);
}

for (const [script, content] of [
  ['Thai', 'น้ำดื่มสำหรับทำอาหาร'],
  ['Lao', 'ນ້ຳດື່ມ ຄຳ'],
  ['Tamil', 'கொடு கோ கௌ'],
  ['Khmer', 'លោក គឿ គៀ ភៅ'],
  ['Bengali', 'কো কৌ'],
  ['Malayalam', 'കൊ കോ കൌ'],
  ['Oriya', 'କୋ କୌ କୈ'],
  ['Sinhala', 'කෝ කෞ කේ'],
  ['Telugu', 'కై'],
  ['Kannada', 'ಕೋ ಕೇ'],
  ['Balinese', 'ᬅᬶᬓᭀ'],
  ['Tibetan', 'ཀཱི ཀཱུ'],
  ['Myanmar', 'ကို ဪ'],
  ['Hangul of jamo', '한글 서울'.normalize('NFD')],
  ['Japanese of parts', 'がぎぐ パピプ'.normalize('NFD')],
  ['Latin of parts', 'Việt Nam Ångström'.normalize('NFD')],
  ['Latin', 'Việt Nam Ångström'.normalize('NFC')],
  ['Arabic of parts', 'آأؤ'.normalize('NFD')],
  ['a hyphen that keeps words together', 'a\u2011b\u00a0c'],
] as const) {
  test(`fonts in an SVG have all glyphs that a shaper asks for: ${script}`, async () => {
    const { scene, options } = await draw(content, 'text');
    const texts = readTexts(Buffer.from((await render(scene, options)).data).toString('utf8'));
    assert.ok(texts.length > 0, 'it is text');
    for (const { content: drawn, font } of texts) {
      const glyphs = shape(font, drawn);
      assert.ok(glyphs.length > 0 && !glyphs.includes(0), `${drawn}: ${glyphs.join()}`);
    }
  });
}

/** Inter with an A of two layers: the letter itself in red, and an I in blue. */
function colorFont(): Uint8Array {
  const file = import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf');
  const tables = readAllTables(readFileSync(fileURLToPath(file)));
  const description = { alias: 'color-test', weight: 400, style: 'normal', language: 'en' } as const;
  const face = new FontFace({ bytes: buildSfnt(tables) }, description);
  const [letter = 0, layer = 0] = ['A', 'I'].map((sign) => shape(buildSfnt(face.allTables), sign)[0] ?? 0);
  const colr = Buffer.alloc(14 + 6 + 8);
  // Version, records of letters, where they are, where the layers are, layers (OpenType 1.9, COLR version 0).
  [0, 1].forEach((value, index) => colr.writeUInt16BE(value, 2 * index));
  [14, 20].forEach((value, index) => colr.writeUInt32BE(value, 4 + 4 * index));
  [2, letter, 0, 2, letter, 0, layer, 1].forEach((value, index) => colr.writeUInt16BE(value, 12 + 2 * index));
  const cpal = Buffer.alloc(14 + 8);
  [0, 2, 1, 2].forEach((value, index) => cpal.writeUInt16BE(value, 2 * index));
  cpal.writeUInt32BE(14, 8);
  cpal.set([0, 0, 255, 255, 255, 0, 0, 255], 14);
  return buildSfnt(new Map([...tables, ['COLR', colr], ['CPAL', cpal]]));
}

test('letters in colours are pictures among outlines, as the PNG has them', async () => {
  const { scene, options } = await draw('AA', 'outlines', { fontFamily: 'Own' }, { own: colorFont() });
  const svg = Buffer.from((await render(scene, options)).data).toString('utf8');
  const [, base64 = ''] = /data:image\/png;base64,([^"]*)/u.exec(svg) ?? [];
  const picture = await decodePixels(Buffer.from(base64, 'base64'));
  const png = await renderPixels(scene, { files: options.files });
  for (const { data } of [picture, png]) {
    const has = (color: readonly number[]) =>
      Array.from({ length: data.length / 4 }, (_, at) => [...data.subarray(4 * at, 4 * at + 4)]).some(
        (pixel) => colorDistance(pixel, color) < 4,
      );
    assert.ok(has([255, 0, 0, 255]) && has([0, 0, 255, 255]));
  }
});

test('a font with colours keeps them where an SVG has text', async () => {
  const { scene, options } = await draw('AA', 'text', { fontFamily: 'Own' }, { own: colorFont() });
  const [found] = readTexts(Buffer.from((await render(scene, options)).data).toString('utf8'));
  assert.equal(found?.content, 'AA');
  const tables = readAllTables(found.font);
  const colr = Buffer.from(tables.get('COLR') ?? []);
  assert.ok(tables.has('CPAL'));
  // The table names glyphs of the reduced font.
  const [letter] = shape(found.font, 'A');
  assert.equal(colr.readUInt16BE(14), letter);
  const font = new hb.Font(new hb.Face(new hb.Blob(found.font)));
  for (const layer of [colr.readUInt16BE(20), colr.readUInt16BE(24)])
    assert.notEqual(font.glyphToPath(layer), '');
  assert.ok(found.font.length < 60_000, `${found.font.length}`);
});
