import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { BUNDLED_FAMILIES } from './bundled-fonts.ts';
import { checkOutlines } from './check-outlines.ts';
import { buildSfnt, readAllTables } from './sfnt.ts';

const root = path.join(import.meta.dirname, '../../..');
const catalogue = BUNDLED_FAMILIES.flatMap(({ faces }) => faces.map(({ path: file }) => file));
const interFile = BUNDLED_FAMILIES[0]?.faces[0]?.path ?? '';
const inter = readAllTables(readFileSync(interFile));
const cff = readAllTables(readFileSync(path.join(root, 'node_modules/bwip-js/fonts/Inconsolata.otf')));

const getTable = (tables: typeof inter, tag: string) => {
  const table = tables.get(tag);
  if (table === undefined) throw new Error(`no table ${tag}`);
  return table;
};
/** The font with one of its tables changed. */
const changed = (tables: typeof inter, tag: string, change: (table: Buffer) => Uint8Array) =>
  buildSfnt(new Map([...tables, [tag, change(Buffer.from(getTable(tables, tag)))]]));
const isLong = Buffer.from(getTable(inter, 'head')).readUInt16BE(50) !== 0;
const getStart = (glyph: number) => {
  const loca = Buffer.from(getTable(inter, 'loca'));
  return isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph);
};
const glyphCount = Buffer.from(getTable(inter, 'maxp')).readUInt16BE(4);
const composite = Array.from({ length: glyphCount }, (_, glyph) => glyph).find(
  (glyph) => getStart(glyph + 1) > getStart(glyph) && getTable(inter, 'glyf')[getStart(glyph)] === 0xff,
);
if (composite === undefined) throw new Error('the font has no composed glyph');

const damaged: readonly (readonly [name: string, font: () => Uint8Array, expected: RegExp])[] = [
  [
    'whose glyf table is cut off',
    () => changed(inter, 'glyf', (table) => table.subarray(0, table.length / 2)),
    /glyf ends inside glyph \d+/u,
  ],
  ['whose file is cut off', () => readFileSync(interFile).subarray(0, -100_000), /ends inside its table/u],
  [
    'whose offsets are cut off',
    () => changed(inter, 'loca', (table) => table.subarray(0, -9)),
    /loca ends inside its offsets/u,
  ],
  [
    'with a glyph that is longer than its place',
    () =>
      changed(inter, 'glyf', (table) => {
        table.writeInt16BE(9000, getStart(1));
        return table;
      }),
    /glyf cuts off glyph \d+$/u,
  ],
  [
    'with a glyph that contains itself',
    () =>
      changed(inter, 'glyf', (table) => {
        table.writeUInt16BE(composite, getStart(composite) + 12);
        return table;
      }),
    /contains itself/u,
  ],
  [
    'with a part that it does not have',
    () =>
      changed(inter, 'glyf', (table) => {
        table.writeUInt16BE(65_000, getStart(composite) + 12);
        return table;
      }),
    /uses glyph 65000/u,
  ],
  [
    'without outlines',
    () => buildSfnt(new Map([...inter].filter(([tag]) => tag !== 'glyf'))),
    /no outlines/u,
  ],
  [
    'whose widths are cut off',
    () => changed(inter, 'hmtx', (table) => table.subarray(0, 99)),
    /hmtx ends inside the widths/u,
  ],
  [
    'whose CFF table is cut off',
    () => changed(cff, 'CFF ', (table) => table.subarray(0, table.length / 2)),
    /CFF ends inside/u,
  ],
  [
    'with another number of CFF outlines',
    () =>
      changed(cff, 'maxp', (table) => {
        table.writeUInt16BE(9, 4);
        return table;
      }),
    /outlines for 9 glyphs/u,
  ],
];
for (const [name, font, expected] of damaged) {
  test(`refuses a font ${name}`, () => {
    assert.throws(() => checkOutlines(font()), expected);
  });
}

test("accepts the catalogue's fonts, the samples' and one with CFF outlines", () => {
  const samples = globSync('samples/**/*.{ttf,otf,woff,woff2}', { cwd: root });
  assert.ok(samples.length > 0);
  for (const file of [...catalogue, ...samples, 'node_modules/bwip-js/fonts/Inconsolata.otf'])
    assert.doesNotThrow(() => checkOutlines(readFileSync(path.resolve(root, file))), file);
});

test('refuses WOFF2 fonts whose outlines are shorter than they say', () => {
  const [file = ''] = globSync('samples/**/*.woff2', { cwd: root });
  const bytes = readFileSync(path.join(root, file));
  for (const length of [bytes.length / 2, bytes.length - 9])
    assert.throws(() => checkOutlines(bytes.subarray(0, length)));
});
