/**
 * The parts of a ZIP archive (APPNOTE.TXT 6.3.10) whose entries' sizes and checksums are known before they are written. Numbers
 * that are too large for the fields of old have those of ZIP64, where they are needed only.
 */

export interface ZipEntry {
  readonly name: string;
  readonly modifiedAt: Date;
  /** Stored as it is otherwise. */
  readonly isDeflated: boolean;
  readonly crc32: number;
  /** In the archive, less than 4 GiB. */
  readonly storedBytes: number;
  /** Of the file, less than 4 GiB. */
  readonly bytes: number;
  /** Of its local header in the archive. */
  readonly offset: number;
}

const largest16 = 0xffff;
const largest32 = 0xffffffff;

/** Versions of the format, times ten: 2.0 has deflated entries, 4.5 has ZIP64. */
const plainVersion = 20;
const zip64Version = 45;

const unixHost = 3 << 8;
/** A plain file that everybody may read. */
const unixMode = 0o100644;

/** Names are in UTF-8. */
const utf8Flag = 1 << 11;

const deflateMethod = 8;

/** What stands in front of an entry's bytes. @throws RangeError where the entry is too large. */
export function localHeader(entry: ZipEntry): Buffer {
  return Buffer.concat([
    uint32(0x04034b50),
    uint16(plainVersion),
    commonFields(entry),
    uint16(0),
    nameOf(entry),
  ]);
}

/** What the directory behind all entries says of one. */
export function directoryEntry(entry: ZipEntry): Buffer {
  const isFar = entry.offset >= largest32;
  // Field 1: of the numbers that do not fit, the offset is the only one that may be so large.
  const extra = isFar ? Buffer.concat([uint16(1), uint16(8), uint64(entry.offset)]) : Buffer.alloc(0);
  const version = isFar ? zip64Version : plainVersion;
  return Buffer.concat([
    uint32(0x02014b50),
    uint16(unixHost | version),
    uint16(version),
    commonFields(entry),
    uint16(extra.length),
    // No comment, the first disk, no internal attributes.
    Buffer.alloc(6),
    uint32((unixMode << 16) >>> 0),
    uint32(isFar ? largest32 : entry.offset),
    nameOf(entry),
    extra,
  ]);
}

/** What ends an archive. */
export function directoryEnd({
  entries,
  bytes,
  offset,
}: {
  readonly entries: number;
  /** Of the directory. */
  readonly bytes: number;
  /** Of the directory in the archive. */
  readonly offset: number;
}): Buffer {
  const fits = entries < largest16 && bytes < largest32 && offset < largest32;
  const end = Buffer.concat([
    uint32(0x06054b50),
    // The first disk, twice.
    Buffer.alloc(4),
    uint16(Math.min(entries, largest16)),
    uint16(Math.min(entries, largest16)),
    uint32(Math.min(bytes, largest32)),
    uint32(Math.min(offset, largest32)),
    uint16(0),
  ]);
  if (fits) return end;
  const version = uint16(zip64Version);
  const fields = Buffer.concat([
    version,
    version,
    Buffer.alloc(8),
    ...[entries, entries, bytes, offset].map(uint64),
  ]);
  const locator = [uint32(0x07064b50), uint32(0), uint64(offset + bytes), uint32(1)];
  return Buffer.concat([uint32(0x06064b50), uint64(fields.length), fields, ...locator, end]);
}

function commonFields({ name, modifiedAt, isDeflated, crc32, storedBytes, bytes }: ZipEntry): Buffer {
  return Buffer.concat([
    uint16(utf8Flag),
    uint16(isDeflated ? deflateMethod : 0),
    dosTime(modifiedAt),
    uint32(crc32),
    uint32(storedBytes),
    uint32(bytes),
    uint16(Buffer.byteLength(name)),
  ]);
}

function nameOf({ name }: ZipEntry): Buffer {
  return Buffer.from(name);
}

/** UTC, to two seconds, from 1980 on. */
function dosTime(at: Date): Buffer {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const year = Math.min(127, Math.max(0, at.getUTCFullYear() - 1980));
  return Buffer.concat([uint16(time), uint16((year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate())]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
