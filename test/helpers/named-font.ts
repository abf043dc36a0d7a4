import { readFileSync } from 'node:fs';
import { BUNDLED_FAMILIES } from '../../src/render/fonts/bundled-fonts.ts';
import { buildSfnt, readAllTables } from '../../src/render/fonts/sfnt.ts';

/** A font file whose family has the given name. Its letters are those of Arimo. */
export function namedFont(family: string): Buffer {
  const path = BUNDLED_FAMILIES.find(({ name }) => name === 'Arimo')?.faces[0]?.path ?? '';
  const tables = new Map(readAllTables(readFileSync(path)));
  const letters = Buffer.from(family, 'utf16le').swap16();
  const name = Buffer.alloc(18 + letters.length);
  // Version 0 with one record: Windows, Unicode, English, the family.
  [0, 1, 18, 3, 1, 0x0409, 1, letters.length, 0].forEach((value, index) =>
    name.writeUInt16BE(value, 2 * index),
  );
  letters.copy(name, 18);
  tables.set('name', name);
  return Buffer.from(buildSfnt(tables));
}
