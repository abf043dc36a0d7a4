import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { redPng } from '../../../test/helpers/authoring.ts';
import { cornerPicture, heic } from '../../../test/helpers/pictures.ts';
import { describeUnreadable, needsConversion, pictureHeadBytes } from './picture-kinds.ts';

const text = (content: string) => Buffer.from(content, 'latin1');

/** A TIFF of one directory with these tags. */
function tiff(...tags: readonly (readonly [tag: number, value: number])[]): Buffer {
  const bytes = Buffer.alloc(10 + 12 * tags.length);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(tags.length, 8);
  for (const [index, [tag, value]] of tags.entries()) {
    bytes.writeUInt16LE(tag, 10 + 12 * index);
    bytes.writeUInt16LE(4, 12 + 12 * index);
    bytes.writeUInt32LE(1, 14 + 12 * index);
    bytes.writeUInt32LE(value, 18 + 12 * index);
  }
  return bytes;
}

const bitmap = Buffer.concat([text('BM'), Buffer.alloc(12), Buffer.from([40, 0, 0, 0])]);

const unreadable: readonly (readonly [what: string, bytes: Buffer, expected: RegExp, name?: string])[] = [
  ['an empty file', Buffer.alloc(0), /^is empty: it has no bytes\. Copy or download it again\.$/u],
  ['Photoshop', text('8BPS\0\x01'), /^is a Photoshop file \(PSD\); save it as PNG or JPEG first\.$/u],
  ['a PDF', text('%PDF-1.7'), /^is a PDF, not a picture; save its page/u],
  ['EPS', text('%!PS-Adobe-3.0'), /^is an EPS or Illustrator file/u],
  ['MP4', text('\0\0\0\x18ftypmp42\0\0\0\0isom'), /^is a video, not a picture/u],
  ['a film of an iPhone', text('\0\0\0\x14ftypqt  \0\0\0\0qt  '), /^is a video/u],
  ['WebM', text('\x1a\x45\xdf\xa3'), /^is a video/u],
  ['AVI', text('RIFF\0\0\0\0AVI LIST'), /^is a video/u],
  ['CR3', text('\0\0\0\x18ftypcrx \0\0\0\x01'), /^is a raw file of a camera; export it as JPEG first\.$/u],
  ['CR2', text('II*\0\x10\0\0\0CR\x02\0'), /^is a raw file/u],
  ['DNG', tiff([254, 0], [50_706, 4]), /^is a raw file/u],
  ['a raw file whose first picture is a preview', tiff([254, 1]), /^is a raw file/u],
  ['the values of a sensor', tiff([262, 32_803]), /^is a raw file/u],
  ['a raw file by its name', tiff([254, 0]), /^is a raw file/u, 'DSC_1.NEF'],
  ['RAF', text('FUJIFILMCCD-RAW 0201'), /^is a raw file/u],
  ['BMP', bitmap, /^is a BMP picture; save it as PNG/u],
  ['ICO', text('\0\0\x01\0\x01\0'), /^is an icon of Windows/u],
  ['JPEG XL', text('\xff\x0a'), /^is a JPEG XL picture/u],
  ['JPEG 2000', text('\0\0\0\x0cjP  \r\n\x87\n'), /^is a JPEG 2000 picture/u],
  ['WMF', text('\xd7\xcd\xc6\x9a'), /^is a drawing of Windows/u],
  ['a .zip', text('PK\x03\x04'), /^is a \.zip, or a document/u],
  ['an old document', text('\xd0\xcf\x11\xe0'), /^is a \.zip, or a document/u],
  ['.svgz', text('\x1f\x8b'), /^is compressed/u],
  ['a font', text('wOF2'), /^is a font, not a picture\.$/u],
  ['a page', text('<!DOCTYPE html><title>404'), /^is a web page, not a picture/u],
  ['a text', Buffer.from('Grüße'), /^is a text, not a picture\. Accepted are png/u],
  ['noise', Buffer.from([1, 2, 3, 4]), /^is not a picture that can be read\. Accepted are png/u],
];

describe('files that are no pictures are named', () => {
  for (const [what, bytes, expected, name = 'photo.jpg'] of unreadable) {
    test(what, () => assert.match(String(describeUnreadable(bytes, name)), expected));
  }
});

describe('pictures are found by their content, whatever their name is', () => {
  const kept = {
    PNG: () => redPng,
    JPEG: () => cornerPicture().jpeg().toBuffer(),
    WebP: () => cornerPicture().webp().toBuffer(),
    GIF: () => cornerPicture().gif().toBuffer(),
    AVIF: () => cornerPicture().avif().toBuffer(),
    SVG: () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
  };
  for (const [what, make] of Object.entries(kept)) {
    test(`${what} stays as it is`, async () => {
      const bytes = await make();
      for (const name of ['a.txt', 'a.heic', 'a.nef']) assert.equal(describeUnreadable(bytes, name), null);
      assert.equal(needsConversion(bytes), false);
    });
  }

  test('HEIC and TIFF are converted, and their start is enough to know', async () => {
    const large = await cornerPicture().resize(300, 300).tiff({ compression: 'none' }).toBuffer();
    const big = Buffer.concat([text('II+\0\x08\0\0\0'), Buffer.alloc(8)]);
    for (const bytes of [heic.rotated, heic.transparent, large, big]) {
      assert.equal(describeUnreadable(bytes.subarray(0, pictureHeadBytes), 'IMG.jpg'), null);
      assert.equal(needsConversion(bytes.subarray(0, pictureHeadBytes)), true);
    }
  });
});
