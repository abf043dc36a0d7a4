import { crc32 } from 'node:zlib';

/** 2026-03-02 09:30:02 in MS-DOS format: time, date. */
const modified = [0x4bc1, 0x5c62] as const;

/** Creates a .zip with one file under several names, uncompressed (APPNOTE.TXT, 4.3). */
export function storeCopies(content: Buffer, names: readonly string[]): Buffer {
  const [time, date] = modified;
  const checksum = crc32(content);
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const label = Buffer.from(name);
    // Version, flags, method, time, date, checksum, two sizes, length of the name, length of extras.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(10, 0);
    common.writeUInt16LE(time, 6);
    common.writeUInt16LE(date, 8);
    common.writeUInt32LE(checksum, 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(label.length, 22);
    const position = Buffer.alloc(14);
    position.writeUInt32LE(offset, 10);
    parts.push(Buffer.from('PK\x03\x04'), common, label, content);
    directory.push(Buffer.from('PK\x01\x02\x0a\x00'), common, position, label);
    offset += 30 + label.length + content.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}
