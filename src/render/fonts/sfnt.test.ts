import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync, deflateSync } from 'node:zlib';

import { BUNDLED_FAMILIES } from './bundled-fonts.ts';
import { buildSfnt, readTablesOfBytes, readTablesOfFile } from './sfnt.ts';

const path = BUNDLED_FAMILIES.find(({ name }) => name === 'Noto Sans Thai')?.faces[0]?.path ?? '';
const bytes = new Uint8Array(readFileSync(path));

/** All tables of a TrueType file with outlines. */
function allTables(font: Uint8Array): [tag: string, data: Uint8Array][] {
  const view = new DataView(font.buffer, font.byteOffset);
  return Array.from({ length: view.getUint16(4) }, (_, index) => {
    const entry = 12 + 16 * index;
    const tag = String.fromCharCode(...font.subarray(entry, entry + 4));
    const offset = view.getUint32(entry + 8);
    return [tag, font.subarray(offset, offset + view.getUint32(entry + 12))];
  });
}

function toWoff(font: Uint8Array): Uint8Array {
  const tables = allTables(font).map(([tag, data]) => ({ tag, data, packed: deflateSync(data) }));
  const header = Buffer.alloc(44 + 20 * tables.length);
  header.write('wOFF', 'latin1');
  header.writeUInt16BE(tables.length, 12);
  const parts: Uint8Array[] = [header];
  let offset = header.length;
  tables.forEach(({ tag, data, packed }, index) => {
    const stored = packed.length < data.length ? packed : data;
    const entry = 44 + 20 * index;
    header.write(tag, entry, 'latin1');
    header.writeUInt32BE(offset, entry + 4);
    header.writeUInt32BE(stored.length, entry + 8);
    header.writeUInt32BE(data.length, entry + 12);
    parts.push(stored);
    offset += stored.length;
  });
  return Buffer.concat(parts);
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}

/** Writes full tags and no transformed tables. */
function toWoff2(font: Uint8Array): Uint8Array {
  const tables = allTables(font);
  const directory = tables.flatMap(([tag, data]) => {
    const version = tag === 'glyf' || tag === 'loca' ? 3 : 0;
    return [(version << 6) | 0x3f, ...Buffer.from(tag, 'latin1'), ...base128(data.length)];
  });
  const packed = brotliCompressSync(Buffer.concat(tables.map(([, data]) => data)));
  const header = Buffer.alloc(48);
  header.write('wOF2', 'latin1');
  header.writeUInt16BE(tables.length, 12);
  header.writeUInt32BE(packed.length, 20);
  return Buffer.concat([header, Buffer.from(directory), packed]);
}

test('reads the same tables from disk and from memory, without outlines', () => {
  const tables = readTablesOfFile(path);
  assert.deepEqual(tables, readTablesOfBytes(bytes));
  assert.ok(tables.has('GSUB'));
  assert.ok(!tables.has('glyf'));
});

function toHex(tables: ReadonlyMap<string, Uint8Array>): Record<string, string> {
  return Object.fromEntries([...tables].map(([tag, data]) => [tag, Buffer.from(data).toString('hex')]));
}

test('reads the tables of WOFF and WOFF2 fonts', () => {
  const tables = toHex(readTablesOfBytes(bytes));
  assert.deepEqual(toHex(readTablesOfBytes(toWoff(bytes))), tables);
  assert.deepEqual(toHex(readTablesOfBytes(toWoff2(bytes))), tables);
});

test('refuses a font that decompresses to too many bytes before decompressing it', () => {
  const [count, length] = [1_000, 1_000_000];
  const packed = deflateSync(Buffer.alloc(length));
  const header = Buffer.alloc(44);
  header.write('wOFF', 'latin1');
  header.writeUInt16BE(count, 12);
  const directory = Buffer.alloc(20 * count);
  for (let index = 0; index < count; index += 1) {
    directory.write(`t${String(index).padStart(3, '0')}`, 20 * index, 'latin1');
    directory.writeUInt32BE(44 + directory.length, 20 * index + 4);
    directory.writeUInt32BE(packed.length, 20 * index + 8);
    directory.writeUInt32BE(length, 20 * index + 12);
  }
  assert.throws(() => readTablesOfBytes(Buffer.concat([header, directory, packed])), /too many bytes/);
  const tables = ['head', 'hhea', 'maxp', 'cmap', 'hmtx', 'GSUB', 'GPOS'].map((tag): [string, Buffer] => [
    tag,
    Buffer.alloc(0),
  ]);
  const overlapping = Buffer.concat([buildSfnt(new Map(tables)), Buffer.alloc(32 * 1024 * 1024)]);
  for (let index = 0; index < tables.length; index += 1) {
    overlapping.writeUInt32BE(0, 12 + 16 * index + 8);
    overlapping.writeUInt32BE(32 * 1024 * 1024, 12 + 16 * index + 12);
  }
  assert.throws(() => readTablesOfBytes(overlapping), /too large/);
});

test('rebuilt tables can be read again', () => {
  const tables = readTablesOfBytes(bytes);
  assert.deepEqual(readTablesOfBytes(buildSfnt(tables)), tables);
});

test('refuses a file that is not a font with a clear message', () => {
  assert.throws(
    () => readTablesOfBytes(new Uint8Array([1, 2, 3])),
    /not a TrueType, OpenType, WOFF or WOFF2/,
  );
  assert.throws(() => readTablesOfBytes(Buffer.from('<svg></svg> and more')), /not a TrueType/);
  assert.throws(() => readTablesOfBytes(bytes.subarray(0, 5000)), /ends inside/);
  assert.throws(() => readTablesOfBytes(buildSfnt(new Map([['head', bytes]]))), /has no table/);
});
