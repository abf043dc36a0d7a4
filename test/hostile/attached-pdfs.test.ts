/** Hostile PDFs, checked as at import: in a process with limits of time and memory. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';

import sharp from 'sharp';

import { startFileChecker } from '../../src/renderer/check-files.ts';
import { makeBusyPdf, makeEncryptedPdf, makePdf } from '../helpers/foreign-pdfs.ts';
import { damagedHeaders } from './damaged-headers.ts';

const { Z_FULL_FLUSH } = constants;
const checker = startFileChecker(5_000);
after(() => checker.close());

async function check(bytes: Uint8Array): Promise<string> {
  const [finding] = await checker.check([{ kind: 'pdf', bytes, maxPixels: 1 }]);
  return typeof finding === 'string' ? finding : 'good';
}

/** A file of objects, without a table: readers find the objects by themselves. */
function fileOf(objects: readonly (string | Buffer)[], trailer = '/Root 1 0 R'): Buffer {
  const parts = objects.map((object, index) =>
    Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]),
  );
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...parts,
    Buffer.from(`trailer <<${trailer}>>\nstartxref\n0\n%%EOF\n`),
  ]);
}

const catalog = '<</Type /Catalog /Pages 2 0 R>>';
const page = '<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R>>';
const tree = '<</Type /Pages /Kids [3 0 R] /Count 1>>';

describe('hostile PDFs are refused by name, and never break the service', () => {
  test('those whose head is damaged or that of another kind of file', async () => {
    const files = [await makePdf(['One']), await makeBusyPdf(), await makeEncryptedPdf()];
    const dot = sharp({ create: { width: 4, height: 4, channels: 3, background: '#369' } });
    const others = [await dot.png().toBuffer(), await dot.jpeg().toBuffer(), Buffer.from('PK\x03\x04')];
    let refused = 0;
    for (const file of files) {
      for (const { name, bytes } of damagedHeaders(file, others)) {
        const finding = await check(bytes);
        assert.doesNotMatch(finding, /decoder failed|too much time/u, name);
        if (finding !== 'good') refused += 1;
      }
    }
    assert.ok(refused > 100);
  });

  test('those with zeroed parts', async () => {
    const file = await makePdf(Array.from({ length: 20 }, (_each, index) => `Page ${index}`));
    for (let at = 0; at < file.length; at += 97) {
      const bytes = Buffer.from(file);
      bytes.fill(0, at, Math.min(at + 64, bytes.length));
      assert.doesNotMatch(await check(bytes), /decoder failed|too much time/u, String(at));
    }
  });

  for (const [name, make, expected] of [
    ['arrays in arrays', () => fileOf([catalog, tree, page, '['.repeat(500_000)]), /damaged/u],
    [
      'a page below itself',
      () => fileOf([catalog, '<</Type /Pages /Kids [2 0 R] /Count 1>>']),
      /its list of pages cannot be read/u,
    ],
    [
      'a tree with more pages than there are atoms',
      () => {
        const node = (next: number) => `<</Kids [${next} 0 R ${next} 0 R] /Count 2>>`;
        return fileOf([catalog, ...Array.from({ length: 90 }, (_each, index) => node(index + 3)), page]);
      },
      /its list of pages cannot be read/u,
    ],
    [
      'parents in a circle',
      () => fileOf([catalog, tree, page.replace('/MediaBox [0 0 9 9]', ''), '<<>>']),
      /damaged/u,
    ],
    [
      'a page without a size',
      () => fileOf([catalog, tree, page.replace('9 9]', '0 9]'), '<<>>']),
      /no size/u,
    ],
    [
      'a page with a size that is no number',
      () => fileOf([catalog, tree, page.replace('9 9]', '/A 9]'), '<<>>']),
      /no box/u,
    ],
    ['a reference to itself', () => fileOf([catalog, tree, page, '4 0 R']), /good|damaged/u],
    [
      'tables of objects that follow each other in a circle',
      () => fileOf([catalog, tree, page, '<<>>'], '/Root 1 0 R /Prev 9 /XRefStm 9'),
      /good|damaged/u,
    ],
    [
      'four hundred thousand objects',
      () => fileOf([catalog, tree, page, ...Array<string>(400_000).fill('0')]),
      /good|too much time or memory/u,
    ],
    [
      'a tree of names in a circle',
      () => {
        const names = '<</Dests 6 0 R>>';
        const link = '[<</Subtype /Link /Rect [0 0 1 1] /Dest (x)>>]';
        const linked = page.replace('/Contents', '/Annots 7 0 R /Contents');
        return fileOf([
          catalog.replace('>>', '/Names 5 0 R>>'),
          tree,
          linked,
          '<<>>',
          names,
          '<</Kids [6 0 R 6 0 R]>>',
          link,
        ]);
      },
      /good|damaged/u,
    ],
    [
      'pages that share a list of a hundred thousand links',
      () => {
        const link = '<</Subtype /Link /Rect [0 0 1 1] /A <</S /URI /URI (https://x.example)>>>>';
        const kids = Array.from({ length: 100 }, (_each, index) => `${index + 6} 0 R`).join(' ');
        return fileOf([
          catalog,
          `<</Type /Pages /Kids [${kids}] /Count 100>>`,
          '<<>>',
          '<<>>',
          `[${link.repeat(100_000)}]`,
          ...Array<string>(100).fill(page.replace('/Contents', '/Annots 5 0 R /Contents')),
        ]);
      },
      /too much time or memory|more than|good/u,
    ],
    [
      'a hundred thousand pages in one list',
      () => fileOf([catalog, `<</Kids [${'3 0 R '.repeat(100_000)}] /Count 1>>`, page, '<<>>']),
      /its list of pages cannot be read/u,
    ],
    [
      'a hundred and one pages',
      () => {
        const kids = Array.from({ length: 101 }, (_each, index) => `${index + 3} 0 R`).join(' ');
        return fileOf([catalog, `<</Kids [${kids}] /Count 1>>`, ...Array<string>(101).fill(page)]);
      },
      /has more than 100 pages/u,
    ],
    [
      'a tree of pages that is deep',
      () => {
        const nodes = Array.from({ length: 60 }, (_each, index) => `<</Kids [${index + 3} 0 R] /Count 1>>`);
        return fileOf([catalog, ...nodes, page]);
      },
      /its list of pages cannot be read/u,
    ],
    [
      'a form that draws itself',
      () => {
        const form = (own: number) =>
          `<</Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</F ${own} 0 R>>>> /Length 5>>` +
          '\nstream\n/F Do\nendstream';
        const own = page.replace('/Contents', '/Resources <</XObject <</F 4 0 R>>>> /Contents');
        return fileOf([catalog, tree, own, form(4)]);
      },
      /good|damaged/u,
    ],
    [
      'a stream that unpacks to gigabytes',
      () => {
        const bomb = deflateSync(Buffer.alloc(400 * 1024 * 1024));
        const dict = `<</Filter /FlateDecode /Length ${bomb.length}>>\nstream\n`;
        const stream = Buffer.concat([Buffer.from(dict), bomb, Buffer.from('\nendstream')]);
        return fileOf([catalog, tree, page, stream]);
      },
      /cannot be unpacked/u,
    ],
    [
      'a stream of objects that unpacks to gigabytes',
      () => {
        // Two gigabytes of "1 ", whose deflated blocks are equal.
        const block = deflateRawSync(Buffer.alloc(16 * 1024 * 1024, '1 '), { finishFlush: Z_FULL_FLUSH });
        const bomb = Buffer.concat([
          Buffer.of(0x78, 0x9c),
          ...Array<Buffer>(128).fill(block),
          Buffer.of(3, 0),
        ]);
        const dict = `<</Type /ObjStm /N 9 /First 9 /Filter /FlateDecode /Length ${bomb.length}>>\nstream\n`;
        const stream = Buffer.concat([Buffer.from(dict), bomb, Buffer.from('\nendstream')]);
        return fileOf([catalog, tree, page, stream]);
      },
      /too much time or memory|damaged/u,
    ],
  ] as const) {
    test(name, async () => {
      const bytes = make();
      assert.match(await check(bytes), expected);
      // The next file is not affected.
      assert.equal(await check(await makePdf(['One'])), 'good');
    });
  }
});
