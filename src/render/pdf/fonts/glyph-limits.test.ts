import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as hb from 'harfbuzzjs';
import { PDFDict, PDFDocument, PDFName, PDFRawStream, type PDFContext } from 'pdf-lib';

import { appendBlankGlyphs } from '../../fonts/blank-glyphs.ts';
import { FontBook } from '../../fonts/font-book.ts';
import { buildSfnt, readAllTables } from '../../fonts/sfnt.ts';
import { readStream } from '../streams.ts';
import { BlankFont } from './blank-font.ts';
import { EmbeddedFont } from './embedded-font.ts';

const MAX_GLYPHS = 65_535;
const fonts = new FontBook();

/** The one font program of a file. */
function readProgram(context: PDFContext): Uint8Array {
  const files = context.enumerateIndirectObjects().flatMap(([, object]) => {
    const file = object instanceof PDFDict ? object.lookup(PDFName.of('FontFile2')) : null;
    return file instanceof PDFRawStream ? [file] : [];
  });
  assert.equal(files.length, 1);
  return Buffer.from(readStream(files[0] as PDFRawStream), 'latin1');
}

function countGlyphs(program: Uint8Array): number {
  return Buffer.from(readAllTables(program).get('maxp') ?? []).readUInt16BE(4);
}

/** The Inter font with glyphs that draw nothing, up to a number of all. */
function openWith(count: number): EmbeddedFont {
  const { base } = fonts.stack('Inter', 400, 'normal').primary;
  const bytes = appendBlankGlyphs(buildSfnt(base.allTables), count);
  const family = { family: 'Padded', weight: 400, style: 'normal', hash: `padded ${count}`, bytes } as const;
  const face = fonts.forScene([family]).stack('Padded', 400, 'normal').primary;
  return EmbeddedFont.open(face, 'F1') ?? assert.fail('the font cannot be embedded');
}

test('a font has at most 65,535 glyphs, those for single characters among them', async () => {
  assert.equal(openWith(MAX_GLYPHS).blankFor('a'), undefined);
  const font = openWith(MAX_GLYPHS - 1);
  assert.equal(font.blankFor('a'), MAX_GLYPHS - 1);
  assert.equal(font.blankFor('b'), undefined);
  assert.equal(font.blankFor('a'), MAX_GLYPHS - 1);
  font.copies.nameFor([{ code: font.use(2), text: 'x' }]);
  const { context } = await PDFDocument.create();
  font.write(context);
  assert.equal(countGlyphs(readProgram(context)), MAX_GLYPHS);
});

test('invisible text has a box of its own for each of 5,000 texts', async () => {
  const blank = new BlankFont('F0');
  const codes = Array.from({ length: 5000 }, (_, index) => blank.use(`text ${index}`, 0.5));
  blank.copies.nameFor(codes.map((code, index) => ({ code, text: `text ${index}` })));
  const { context } = await PDFDocument.create();
  assert.equal(blank.write(context).size, 1);
  const program = new hb.Font(new hb.Face(new hb.Blob(readProgram(context))));
  for (const code of [codes[0], codes[3855], codes[3856], codes[4999]]) {
    const { width, height } = program.glyphExtents(code ?? 0) ?? assert.fail(String(code));
    assert.deepEqual([width, Math.abs(height)], [500, 700], String(code));
  }
});

test('invisible text beyond 65,535 glyphs maps to its own words, too', async () => {
  const blank = new BlankFont('F0');
  const shown = Array.from({ length: MAX_GLYPHS + 10 }, (_, index) => {
    const text = `text ${index}`;
    const code = blank.use(text, 0.5);
    return { code, text, name: blank.copies.nameFor([{ code, text }]) };
  });
  const maps = new Map(blank.copies.all.map(({ name, texts }) => [name, texts]));
  for (const { code, text, name } of shown) {
    assert.ok(code < MAX_GLYPHS, text);
    assert.equal(maps.get(name)?.get(code), text);
  }
  const { context } = await PDFDocument.create();
  const written = blank.write(context);
  assert.deepEqual([...written.keys()], [...maps.keys()]);
  assert.equal(countGlyphs(readProgram(context)), MAX_GLYPHS);
});
