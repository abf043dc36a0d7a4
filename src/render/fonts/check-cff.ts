import type { FontTable } from './font-table.ts';

/** Operators of a Top DICT (CFF, section 9; CFF2 has the same numbers). */
const CHAR_STRINGS = 17;
/** A private DICT: its size and offset. */
const PRIVATE = 18;
const FD_ARRAY = 12 * 256 + 36;

/** Checks the INDEXes of a CFF or CFF2 table: names, subroutines and the program of each glyph. */
export function checkCff(table: FontTable, glyphCount: number): void {
  const isCff2 = table.tag === 'CFF2';
  const headerSize = table.uint8(2, 'its header');
  let top: Dict;
  if (isCff2) {
    const end = headerSize + table.uint16(3, 'its header');
    top = readDict(table, headerSize, end);
    checkIndex(table, end, true);
  } else {
    const names = checkIndex(table, headerSize, false);
    const dicts = checkIndex(table, names.end, false);
    const [start, end] = dicts.first ?? [0, 0];
    if (dicts.count === 0) throw new Error('its table CFF has no font');
    top = readDict(table, start, end);
    checkIndex(table, checkIndex(table, dicts.end, false).end, false);
  }
  const [charStrings] = top.get(CHAR_STRINGS) ?? [];
  if (charStrings === undefined) throw new Error(`its table ${table.tag} has no outlines`);
  const programs = checkIndex(table, charStrings, isCff2);
  if (programs.count !== glyphCount)
    throw new Error(`its table ${table.tag} has ${programs.count} outlines for ${glyphCount} glyphs`);
  const [size = 0, offset = 0] = top.get(PRIVATE) ?? [];
  table.need(offset + size, 'its private values');
  const [fonts] = top.get(FD_ARRAY) ?? [];
  if (fonts !== undefined) checkIndex(table, fonts, isCff2);
}

interface Index {
  readonly count: number;
  /** Where the first object starts and ends; null in an empty INDEX. */
  readonly first: readonly [number, number] | null;
  readonly end: number;
}

/** CFF, section 5: a count, offsets that never decrease, and the objects. */
function checkIndex(table: FontTable, start: number, isCff2: boolean): Index {
  const what = 'an INDEX';
  const count = isCff2 ? table.uint32(start, what) : table.uint16(start, what);
  const after = start + (isCff2 ? 4 : 2);
  if (count === 0) return { count, first: null, end: after };
  const size = table.uint8(after, what);
  if (size < 1 || size > 4)
    throw new Error(`its table ${table.tag} has an INDEX with offsets of ${size} bytes`);
  const offsets = after + 1;
  // Offsets count from the byte before the objects.
  const base = offsets + (count + 1) * size - 1;
  table.need(base + 1, what);
  const read = (index: number): number => {
    let value = 0;
    for (let byte = 0; byte < size; byte++) value = value * 256 + table.uint8(offsets + index * size + byte);
    return value;
  };
  let last = 1;
  for (let index = 0; index <= count; index++) {
    const offset = read(index);
    if (offset < last) throw new Error(`its table ${table.tag} has object ${index} of an INDEX backwards`);
    last = offset;
  }
  table.need(base + last, 'the objects of an INDEX');
  return { count, first: [base + read(0), base + read(1)], end: base + last };
}

type Dict = ReadonlyMap<number, readonly number[]>;

/** CFF, section 4: operands, then their operator. Real numbers are skipped. */
function readDict(table: FontTable, start: number, end: number): Dict {
  table.need(end, 'its font');
  const dict = new Map<number, readonly number[]>();
  let operands: number[] = [];
  for (let at = start; at < end;) {
    const byte = table.uint8(at++);
    if (byte <= 21) {
      const operator = byte === 12 ? 12 * 256 + table.uint8(at++) : byte;
      dict.set(operator, operands);
      operands = [];
    } else if (byte === 28) {
      operands.push((table.uint16(at) << 16) >> 16);
      at += 2;
    } else if (byte === 29) {
      operands.push(table.uint32(at) | 0);
      at += 4;
    } else if (byte === 30) {
      while (at < end && (table.uint8(at) & 0x0f) !== 0x0f && table.uint8(at) >> 4 !== 0x0f) at++;
      at++;
      operands.push(0);
    } else if (byte >= 32 && byte <= 246) operands.push(byte - 139);
    else if (byte >= 247 && byte <= 250) operands.push((byte - 247) * 256 + table.uint8(at++) + 108);
    else if (byte >= 251 && byte <= 254) operands.push(-(byte - 251) * 256 - table.uint8(at++) - 108);
  }
  return dict;
}
