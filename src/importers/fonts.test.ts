import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { BUNDLED_FAMILIES } from '../render/fonts/bundled-fonts.ts';
import { FontBook } from '../render/fonts/font-book.ts';
import { buildSfnt, readAllTables } from '../render/fonts/sfnt.ts';
import { FolderFiles } from './folder-files.ts';
import { DesignFonts } from './fonts.ts';

const fonts = new DesignFonts(new FolderFiles());
const book = new FontBook();

/** How wide letters are, in thousandths of the font size. */
function widths(family: string, letters: string): number[] {
  const { font, unitsPerEm } = book.stack(family, 400, 'normal').primary.shaping;
  return [...letters].map((letter) => {
    const glyph = font.nominalGlyph(letter.codePointAt(0) ?? 0) ?? 0;
    return Math.round((font.glyphHAdvance(glyph) / unitsPerEm) * 1_000);
  });
}

test('the common families have stand-ins whose letters are as wide', () => {
  // What the metrics of PostScript's base fonts say of "A", "a", "i", "W".
  const metrics = {
    Helvetica: [667, 556, 222, 944],
    'Times New Roman': [722, 444, 278, 944],
    'Courier New': [600, 600, 600, 600],
  };
  for (const [name, expected] of Object.entries(metrics)) {
    const { family, loss } = fonts.find(name);
    assert.deepEqual(widths(family, 'AaiW'), expected, family);
    assert.match(
      loss ?? '',
      new RegExp(`"${name}" is not there; "${family}", whose letters are as wide,`, 'u'),
    );
  }
});

test('a family is found by its name, then by its metrics, then by its looks, then by what is generic', () => {
  const families = Object.entries({
    'open-sans': 'Open Sans',
    'Arial, Roboto': 'Arimo',
    'Arial Black': 'Arimo',
    'Comic Neue, Roboto, sans-serif': 'Roboto',
    'Georgia, serif': 'Tinos',
    'Bodoni 72': 'Playfair Display',
    'Proxima Nova': 'Montserrat',
    'Comic Neue, serif': 'Playfair Display',
    'Source Han Sans SC': 'Noto Sans SC',
    monospace: 'Cousine',
    'Comic Neue': 'Inter',
  });
  for (const [names, family] of families) assert.equal(fonts.find(names).family, family, names);
  for (const names of ['Roboto, Arial', 'montserrat', 'serif', 'monospace', ''])
    assert.equal(fonts.find(names).loss, null, names);
  assert.equal(
    fonts.find('Arial Black, Inter').loss,
    'The font "Arial Black" is not there; "Inter" stands in for it until its file is given.',
  );
});

test('a font whose family has the weight in its name is found by the family without it, too', () => {
  const path = BUNDLED_FAMILIES.find(({ name }) => name === 'Arimo')?.faces[0]?.path ?? '';
  const tables = new Map(readAllTables(readFileSync(path)));
  const family = Buffer.from('Quill SemiBold', 'utf16le').swap16();
  const name = Buffer.alloc(18 + family.length);
  // Version 0 with one record: Windows, Unicode, English, the family.
  [0, 1, 18, 3, 1, 0x0409, 1, family.length, 0].forEach((value, index) =>
    name.writeUInt16BE(value, 2 * index),
  );
  family.copy(name, 18);
  tables.set('name', name);
  const own = new DesignFonts(new FolderFiles(), [buildSfnt(tables)]);
  assert.deepEqual(
    own.own.map((font) => font.family),
    ['Quill SemiBold', 'Quill'],
  );
  assert.equal(own.find('quill, sans-serif').loss, null);
});
