import { randomBytes } from 'node:crypto';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';

const mebibyte = 1024 * 1024;
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';

/** Creates files that are not images, are damaged, or decode to far more data than they hold; by name. */
export async function createHostileImages(): Promise<Map<string, Buffer>> {
  const small = sharp({ create: { width: 16, height: 16, channels: 3, background: '#369' } });
  const valid = {
    png: await small.clone().png().toBuffer(),
    jpeg: await small.clone().jpeg().toBuffer(),
    webp: await small.clone().webp().toBuffer(),
    gif: await small.clone().gif().toBuffer(),
    avif: await small.clone().avif().toBuffer(),
  };
  const images = new Map<string, Buffer>([
    ['one NUL byte', Buffer.of(0)],
    ['noise', randomBytes(5_000)],
    ['text', Buffer.from('not an image')],
    ['an SVG', Buffer.from(svg)],
    ['a packed SVG', gzipSync(svg)],
    ['hundreds of comments', Buffer.from('<!---->'.repeat(600))],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>')],
    ['a bitmap', Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)])],
    ['a TIFF', await small.clone().tiff().toBuffer()],
    ['an HEIC brand', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    [
      'an AVIF brand on an SVG',
      Buffer.concat([Buffer.from('\0\0\0\x18ftypxxxx\0\0\0\0avifavif', 'latin1'), Buffer.from(svg)]),
    ],
    ['a GIF head on an SVG', Buffer.from(`GIF89a${svg}`)],
    [
      'PNG: a bomb of 60000 × 60000',
      png([header(60_000, 60_000), chunk('IDAT', deflateSync(Buffer.alloc(mebibyte)))]),
    ],
    [
      'PNG: a bomb within the pixel limit',
      png([header(7_000, 7_000), chunk('IDAT', deflateSync(Buffer.alloc(7_000 * 21_001)))]),
    ],
    [
      'PNG: sides of 2³¹ - 1',
      png([header(0x7fffffff, 0x7fffffff), chunk('IDAT', deflateSync(Buffer.alloc(10)))]),
    ],
    ['PNG: sides of 0', png([header(0, 0), chunk('IDAT', deflateSync(Buffer.alloc(10)))])],
    [
      'PNG: an invalid bit depth',
      png([header(16, 16, 7, 9), chunk('IDAT', deflateSync(Buffer.alloc(1_000)))]),
    ],
    ['PNG: too few pixels', png([header(16, 16), chunk('IDAT', deflateSync(Buffer.alloc(10)))])],
    ['PNG: a profile bomb', png([header(16, 16), profileBomb(), ...pixels()])],
    ['PNG: a text bomb', png([header(16, 16), textBomb('zTXt'), ...pixels()])],
    [
      'PNG: many text bombs',
      png([header(16, 16), ...Array<Buffer>(200).fill(textBomb('zTXt')), ...pixels()]),
    ],
    [
      'PNG: a hundred thousand chunks',
      png([header(16, 16), ...Array<Buffer>(100_000).fill(chunk('teXt', Buffer.of(1))), ...pixels()]),
    ],
    ['PNG: a chunk longer than the file', patched(valid.png, 33, Buffer.from('7fffffff', 'hex'))],
    ['JPEG: sides of 65500', resizedJpeg(valid.jpeg, 65_500)],
    ['JPEG: sides of 7000 in few bytes', resizedJpeg(valid.jpeg, 7_000)],
    [
      'JPEG: a profile in two hundred parts',
      withSegments(
        valid.jpeg,
        Array.from({ length: 200 }, (_, at) =>
          segment(0xe2, `ICC_PROFILE\0${String.fromCharCode(at + 1)}\xff${'x'.repeat(60_000)}`),
        ),
      ),
    ],
    [
      'JPEG: a profile of noise',
      withSegments(valid.jpeg, [
        segment(0xe2, `ICC_PROFILE\0\x01\x01${randomBytes(3_000).toString('latin1')}`),
      ]),
    ],
    [
      'JPEG: Exif that points at itself',
      withSegments(valid.jpeg, [
        segment(0xe1, 'Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\xff\xff\xff\xff\x08\0\0\0\x08\0\0\0'),
      ]),
    ],
    [
      'JPEG: Exif of noise',
      withSegments(valid.jpeg, [segment(0xe1, `Exif\0\0MM\0*${randomBytes(9_000).toString('latin1')}`)]),
    ],
    [
      'JPEG: XMP with entities',
      withSegments(valid.jpeg, [
        segment(
          0xe1,
          `http://ns.adobe.com/xap/1.0/\0<!DOCTYPE a [<!ENTITY b "${'c'.repeat(999)}">]>` +
            `<a>${'&b;'.repeat(9_999)}</a>`,
        ),
      ]),
    ],
    ['JPEG: thousands of scans', manyScans(valid.jpeg)],
    ['GIF: sides of 65535', patched(valid.gif, 6, Buffer.from('ffffffff', 'hex'))],
    ['GIF: thousands of frames', manyFrames(valid.gif)],
    [
      'WebP: a canvas of 2²⁴',
      Buffer.concat([
        Buffer.from('RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\x12\0\0\0\xff\xff\xff\xff\xff\xff', 'latin1'),
        valid.webp.subarray(12),
      ]),
    ],
    ['WebP: longer than the file', patched(valid.webp, 4, Buffer.from('ffffff7f', 'hex'))],
    [
      'AVIF: sides of 60000',
      patched(valid.avif, valid.avif.indexOf('ispe') + 8, Buffer.from('0000ea600000ea60', 'hex')),
    ],
    ['AVIF: a box longer than the file', patched(valid.avif, 0, Buffer.from('ffffffff', 'hex'))],
    ['GIF: also a script', Buffer.concat([valid.gif, Buffer.from('/*'), Buffer.from('*/=1;alert(1)//')])],
    ['JPEG: also a web page', withSegments(valid.jpeg, [segment(0xfe, '<html><script>alert(1)</script>')])],
    ['PNG: also a zip', Buffer.concat([valid.png, Buffer.from('PK\x05\x06'), Buffer.alloc(18)])],
  ]);
  for (const [kind, bytes] of Object.entries(valid)) {
    for (const share of [0.1, 0.5, 0.9]) {
      images.set(`${kind}: ${share * 100} % of it`, bytes.subarray(0, Math.ceil(bytes.length * share)));
    }
    for (let copy = 0; copy < 8; copy += 1)
      images.set(`${kind}: changed bytes, ${copy}`, withChangedBytes(bytes, copy));
  }
  return images;
}

function png(chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks, chunk('IEND', Buffer.of())]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}

function header(width: number, height: number, depth = 8, color = 2): Buffer {
  return chunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.of(depth, color, 0, 0, 0)]));
}

function pixels(): Buffer[] {
  return [chunk('IDAT', deflateSync(Buffer.alloc(16 * 49)))];
}

function profileBomb(): Buffer {
  return chunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(100 * mebibyte))]));
}

function textBomb(type: string): Buffer {
  return chunk(type, Buffer.concat([Buffer.from('t\0\0'), deflateSync(Buffer.alloc(10 * mebibyte))]));
}

function segment(marker: number, content: string): Buffer {
  const data = Buffer.from(content, 'latin1').subarray(0, 65_533);
  return Buffer.concat([Buffer.of(0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff), data]);
}

function withSegments(jpeg: Buffer, segments: readonly Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

function resizedJpeg(jpeg: Buffer, side: number): Buffer {
  const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'));
  return patched(jpeg, frame + 5, Buffer.concat([uint32(side).subarray(2), uint32(side).subarray(2)]));
}

function manyScans(jpeg: Buffer): Buffer {
  const scan = jpeg.subarray(jpeg.indexOf(Buffer.from('ffda', 'hex')), -2);
  return Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(5_000).fill(scan), jpeg.subarray(-2)]);
}

function manyFrames(gif: Buffer): Buffer {
  const frame = gif.subarray(gif.lastIndexOf(0x2c), -1);
  return Buffer.concat([gif.subarray(0, -1), ...Array<Buffer>(5_000).fill(frame), gif.subarray(-1)]);
}

function patched(bytes: Buffer, at: number, by: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), by, bytes.subarray(at + by.length)]);
}

/** Changes some bytes after the first 12, which identify the format. */
function withChangedBytes(bytes: Buffer, copy: number): Buffer {
  const changed = Buffer.from(bytes);
  for (let times = 0; times < 5; times += 1) {
    changed.writeUInt8(
      (copy * 37 + times * 91) & 0xff,
      12 + ((copy * 131 + times * 977) % (bytes.length - 12)),
    );
  }
  return changed;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
