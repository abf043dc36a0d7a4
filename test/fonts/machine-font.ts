import { readFile } from 'node:fs/promises';

import { BUNDLED_FAMILIES } from '../../src/render/fonts/bundled-fonts.ts';
import { buildSfnt } from '../../src/render/fonts/sfnt.ts';

/** The tables of Inter that a font needs to be drawn. */
const KEPT = new Set([
  'head',
  'hhea',
  'maxp',
  'OS/2',
  'post',
  'hmtx',
  'glyf',
  'loca',
  'cvt ',
  'fpgm',
  'prep',
]);
const GLYPH = 2;

/** A font that has every character; all look alike. */
export async function makeMachineFont(name: string): Promise<Uint8Array> {
  const inter = BUNDLED_FAMILIES.find((family) => family.name === 'Inter');
  const font = await readFile(inter?.faces[0]?.path ?? '');
  const tables = new Map<string, Uint8Array>();
  for (let entry = 12; entry < 12 + 16 * font.readUInt16BE(4); entry += 16) {
    const tag = font.toString('latin1', entry, entry + 4);
    const offset = font.readUInt32BE(entry + 8);
    if (KEPT.has(tag)) tables.set(tag, font.subarray(offset, offset + font.readUInt32BE(entry + 12)));
  }
  tables.set('cmap', everyCharacter());
  tables.set('name', nameTable(name));
  return buildSfnt(tables);
}

/** A `cmap` of format 13, which maps a range to one glyph. */
function everyCharacter(): Uint8Array {
  const table = Buffer.alloc(40);
  [0, 1, 3, 10].forEach((value, index) => table.writeUInt16BE(value, 2 * index));
  table.writeUInt32BE(12, 8);
  table.writeUInt16BE(13, 12);
  [28, 0, 1, 0x20, 0x10ffff, GLYPH].forEach((value, index) => table.writeUInt32BE(value, 16 + 4 * index));
  return table;
}

function nameTable(name: string): Uint8Array {
  const [family, style, full, postScript] = [1, 2, 4, 6];
  const texts = ([family, style, full, postScript] as const).map(
    (id) => [id, Buffer.from(id === style ? 'Regular' : name, 'utf16le').swap16()] as const,
  );
  const head = Buffer.alloc(6 + 12 * texts.length);
  head.writeUInt16BE(texts.length, 2);
  head.writeUInt16BE(head.length, 4);
  let offset = 0;
  texts.forEach(([id, { length }], index) => {
    [3, 1, 0x409, id, length, offset].forEach((value, field) =>
      head.writeUInt16BE(value, 6 + 12 * index + 2 * field),
    );
    offset += length;
  });
  return Buffer.concat([head, ...texts.map(([, text]) => text)]);
}
