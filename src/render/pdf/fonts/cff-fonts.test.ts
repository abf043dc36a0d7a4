import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PDFDict, PDFDocument, PDFName, PDFRawStream, type PDFObject } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { rasterisePdf } from '../../../../test/helpers/codes.ts';
import { decodePixels, render, renderPixels, text } from '../../../../test/helpers/scenes.ts';
import { readAllTables } from '../../fonts/sfnt.ts';
import { readStream } from '../streams.ts';

/** Outlines of PostScript in an OpenType file; the SIL Open Font License. */
const font = readFileSync(new URL('../../../../node_modules/bwip-js/fonts/Inconsolata.otf', import.meta.url));
const letters = 'Größe 12: AVATAR, office';

const family = 'Own';
const line = text(letters, 30, { x: 10, y: 10, width: 480, height: 40 });
const scene = {
  width: 500,
  height: 60,
  fonts: [{ family, weight: 400, style: 'normal' as const, asset: 'own.otf' }],
  elements: [{ ...line, runs: line.runs.map((run) => ({ ...run, fontFamily: family })) }],
};
const files = { 'own.otf': font };

const getName = (dict: PDFDict, key: string) => dict.lookupMaybe(PDFName.of(key), PDFName)?.decodeText();

test('a font with outlines of PostScript is embedded with these, reduced to its letters', async () => {
  const { data } = await render(scene, { files, output: { format: 'pdf' } });
  const { context } = await PDFDocument.load(data, { updateMetadata: false });
  const objects = context.enumerateIndirectObjects().map(([, object]): PDFObject => object);
  const dicts = objects.filter((object) => object instanceof PDFDict);
  const ofType = (type: string) => dicts.filter((dict) => getName(dict, 'Type') === type);
  const kinds = ofType('Font').map((dict) => getName(dict, 'Subtype'));
  assert.deepEqual(kinds.sort(), ['CIDFontType0', 'Type0']);
  const [descriptor, ...others] = ofType('FontDescriptor');
  assert.ok(descriptor !== undefined && others.length === 0);
  assert.deepEqual(
    ['FontFile', 'FontFile2'].filter((key) => descriptor.has(PDFName.of(key))),
    [],
  );
  const program = descriptor.lookup(PDFName.of('FontFile3'));
  assert.ok(program instanceof PDFRawStream);
  assert.equal(getName(program.dict, 'Subtype'), 'CIDFontType0C');
  const cff = Buffer.from(readStream(program), 'latin1');
  // The first version of CFF, not a whole OpenType file.
  assert.equal(cff[0], 1);
  const whole = readAllTables(font).get('CFF ')?.length ?? 0;
  assert.ok(cff.length < whole / 4, `${cff.length} of ${whole} bytes`);
});

test('text in such a font is found as typed, and looks like the raster file', async () => {
  const { data } = await render(scene, { files, output: { format: 'pdf' } });
  const document = await getDocument({ data: data.slice(), verbosity: 0 }).promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  await document.destroy();
  assert.equal(items.map((item) => ('str' in item ? item.str : '')).join(''), letters);
  const library = await PDFiumLibrary.init();
  const opened = await library.loadDocument(data);
  assert.equal(opened.getPage(0).getText().replace(/\0+$/u, '').trim(), letters);
  opened.destroy();
  library.destroy();

  const [page, raster] = [
    await decodePixels(await rasterisePdf(data, 96 / 72)),
    await renderPixels(scene, { files }),
  ];
  assert.deepEqual([page.width, page.height], [raster.width, raster.height]);
  const countInk = ({ data }: typeof page) => data.filter((value, at) => at % 4 === 1 && value < 128).length;
  const differing = raster.data.filter((value, at) => Math.abs(value - (page.data[at] ?? 0)) > 128).length;
  const ink = countInk(raster);
  assert.ok(ink > 1000, `${ink} pixels of ink`);
  assert.ok(differing / 3 < ink / 20, `${differing / 3} pixels differ, ${ink} are ink`);
});
