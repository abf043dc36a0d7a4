import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { getDesign } from '../../../test/helpers/designs.ts';
import { readAllTables } from '../../render/fonts/sfnt.ts';
import { TemplateBuilder } from '../builder.ts';
import { buildCmap, readCmap } from './cmap.ts';
import { PageFonts, plainText } from './fonts.ts';

const file = new URL('../../../test/visual/assets/variable.ttf', import.meta.url);

/** A font whose OS/2 table has these licence bits (OpenType, OS/2 `fsType`). */
async function readFontWith(fsType: number): Promise<Buffer> {
  const font = Buffer.from(await readFile(file));
  const record = font.indexOf('OS/2', 12, 'latin1');
  font.writeUInt16BE(fsType, font.readUInt32BE(record + 8) + 8);
  return font;
}

async function add(fsType: number, letters: readonly (readonly [string, string])[]) {
  const builder = new TemplateBuilder(getDesign('a.pdf', ''), { variables: 'none', fetchImage: null });
  const fonts = new PageFonts();
  const font = { loadedName: 'g_1', name: 'ABCDEF+AcmeCorp-BoldItalic', data: await readFontWith(fsType) };
  for (const [fontChar, unicode] of letters)
    fonts.use(font, { fontChar, unicode, width: 500, isSpace: false });
  fonts.addFiles(builder);
  return { builder, face: fonts.face(font) };
}

test('a font whose licence allows it is one of the template, with a map of its letters', async () => {
  const { builder, face } = await add(0, [
    ['A', 'A'],
    ['B', 'ﬁ'],
  ]);
  assert.deepEqual(face, { family: 'Acme Corp', weight: 700, isItalic: true });
  assert.deepEqual(builder.fonts.own, [
    { family: 'Acme Corp', weight: 700, style: 'italic', src: 'acme-corp-700-italic.ttf' },
  ]);
  assert.deepEqual(builder.fonts.missing, []);
  const bytes = builder.files.all.get('acme-corp-700-italic.ttf') ?? new Uint8Array();
  const [before, after] = [await readFile(file), bytes].map((font) =>
    readCmap(readAllTables(font).get('cmap') ?? new Uint8Array()),
  );
  assert.equal(after?.(0x41), before?.(0x41));
  assert.notEqual(after?.(0x41), 0);
  // A ligature is no letter, and a letter that the page does not show is not there.
  assert.deepEqual([after?.(0xfb01), after?.(0x43)], [0, 0]);
});

test('a font whose licence allows no editing, or whose letters join, is named and not taken', async () => {
  for (const [fsType, letters, reason] of [
    [2, [['A', 'A']], /licence/],
    [4, [['A', 'A']], /licence/],
    [0, [['A', 'ب']], /rules that join/],
  ] as const) {
    const { builder } = await add(fsType, letters);
    assert.deepEqual([builder.fonts.own, builder.files.all.size], [[], 0]);
    assert.equal(builder.losses.length, 1);
    assert.match(builder.losses[0]?.reason ?? '', reason);
  }
});

test('a map of characters is read as it was written', () => {
  const glyphOf = readCmap(
    buildCmap(
      new Map([
        [0x1f600, 7],
        [0x20, 3],
      ]),
    ),
  );
  assert.deepEqual([glyphOf(0x20), glyphOf(0x1f600), glyphOf(0x21)], [3, 7, 0]);
});

test('ligatures and hyphens are plain letters', () => {
  assert.equal(plainText('eﬃcient\u00ad'), 'efficient-');
});
