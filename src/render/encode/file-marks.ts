/**
 * Writes the density and the colour profile into finished files: sharp writes the density of a JPEG only as
 * EXIF.
 */
const ICC_MARK = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1');

/**
 * Replaces the JFIF header of a JPEG file by one with `density` pixels per inch, and adds the colour profile.
 */
export function markJpeg(jpeg: Buffer, density: number, profile: Uint8Array): Buffer {
  const jfif = Buffer.from('JFIF\0\x01\x02\x01\0\0\0\0\0\0', 'latin1');
  jfif.writeUInt16BE(density, 8);
  jfif.writeUInt16BE(density, 10);
  const startOfImage = jpeg.subarray(0, 2);
  const hasJfif = jpeg.readUInt16BE(2) === 0xffe0;
  const rest = jpeg.subarray(hasJfif ? 4 + jpeg.readUInt16BE(4) : 2);
  return Buffer.concat([
    startOfImage,
    segment(0xe0, jfif),
    segment(0xe2, Buffer.concat([ICC_MARK, profile])),
    rest,
  ]);
}

/** Flags in WebP's extended header. */
const WEBP_PROFILE = 0x20;
const WEBP_ALPHA = 0x10;
const WEBP_HEADER_BYTES = 12;
const EXTENDED_HEADER_BYTES = 18;

/** Adds the colour profile to a WebP file, which needs the extended file format for it (RFC 9649, 2.7). */
export function markWebp(webp: Buffer, width: number, height: number, profile: Uint8Array): Buffer {
  const extended = webp.toString('latin1', 12, 16) === 'VP8X';
  const header = Buffer.alloc(EXTENDED_HEADER_BYTES);
  if (extended) webp.copy(header, 0, WEBP_HEADER_BYTES, WEBP_HEADER_BYTES + EXTENDED_HEADER_BYTES);
  else {
    header.write('VP8X', 'latin1');
    header.writeUInt32LE(EXTENDED_HEADER_BYTES - 8, 4);
    // In lossless files, a bit of the header says whether pixels have an alpha channel.
    if (webp.toString('latin1', 12, 16) === 'VP8L' && (webp.readUInt8(24) & 0x10) !== 0)
      header[8] = WEBP_ALPHA;
    header.writeUIntLE(width - 1, 12, 3);
    header.writeUIntLE(height - 1, 15, 3);
  }
  header.writeUInt8(header.readUInt8(8) | WEBP_PROFILE, 8);
  const color = Buffer.alloc(8 + profile.length + (profile.length % 2));
  color.write('ICCP', 'latin1');
  color.writeUInt32LE(profile.length, 4);
  color.set(profile, 8);
  const rest = webp.subarray(WEBP_HEADER_BYTES + (extended ? EXTENDED_HEADER_BYTES : 0));
  const file = Buffer.concat([webp.subarray(0, WEBP_HEADER_BYTES), header, color, rest]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}
