import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PDFDocument, PDFName, PDFNumber, PDFRawStream, decodePDFRawStream } from 'pdf-lib';

import { barcode, group, qrcode, render } from '../../../test/helpers/scenes.ts';
import { withSheetDefaults } from '../../common/sheets/sheet-grid.ts';
import type { SceneElement } from '../scene/elements.ts';
import { DOTS_KEY } from '../pdf/draw-pdf-page.ts';
import { SheetDocument } from '../sheets/sheet-document.ts';

const MM = 96 / 25.4;
/** A page of 50 × 45.3 mm: no whole number of dots at 203 dpi. */
const page = { width: 50 * MM, height: 45.3 * MM, background: null };
/** No edge of a box is on a dot. */
const box = { x: 5.3 * MM, y: 3.1 * MM, width: 38.2 * MM, height: 37.7 * MM, background: null };

const codes: readonly SceneElement[] = [
  qrcode({ ...box, value: 'https://example.com/labels?lot=L26-2208' }),
  barcode({ ...box, symbology: 'datamatrix', value: '0123456789ABCDEF' }),
  barcode({ ...box, symbology: 'pdf417', value: 'PDF417' }),
  barcode({ ...box, symbology: 'ean13', value: '4006381333931' }),
  barcode({ ...box, symbology: 'upca', value: '036000291452' }),
  barcode({ ...box, symbology: 'itf14', value: '10012345678902' }),
  barcode({ ...box, symbology: 'gs1-128', value: '(01)04012345123456(10)ABC' }),
  barcode({ ...box, symbology: 'onecode', value: '0123456709498765432101234567891' }),
];

async function renderPdf(elements: readonly SceneElement[], dpi: number): Promise<Uint8Array> {
  const { data } = await render({ ...page, elements }, { output: { format: 'pdf', dpi, isOnSheet: true } });
  return data;
}

interface Edges {
  readonly columns: readonly number[];
  readonly rows: readonly number[];
}

/** The edges of all rectangles, which are those of codes, in dots from the top left. */
async function findEdges(file: Uint8Array, dpi: number): Promise<Edges> {
  const document = await PDFDocument.load(file);
  const { height } = document.getPage(0).getSize();
  const edges = { columns: [] as number[], rows: [] as number[] };
  for (const [, stream] of document.context.enumerateIndirectObjects()) {
    if (!(stream instanceof PDFRawStream)) continue;
    const isPicture = stream.dict.get(PDFName.of('Subtype')) === PDFName.of('Image');
    if (isPicture || stream.dict.has(PDFName.of('Length1'))) continue;
    const content = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
    const dots = (points: number): number => (points * dpi) / 72;
    const add = (x: number, y: number): void => {
      edges.columns.push(dots(x));
      edges.rows.push(dots(height - y));
    };
    for (const [, numbers = '', operator] of content.matchAll(/^([-\d. ]+) (re|m|l)$/gmu)) {
      const [x = 0, y = 0, across = 0, up = 0] = numbers.split(' ').map(Number);
      add(x, y);
      if (operator === 're') add(x + across, y + up);
    }
  }
  return edges;
}

const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 0.03;

for (const dpi of [203, 300, 600]) {
  test(`modules of codes in a PDF are whole dots at ${dpi} dpi, in groups and turned`, async () => {
    for (const code of codes) {
      const name = 'symbology' in code ? code.symbology : code.type;
      const inGroup = group({ x: 1.37, y: 0.73, width: 180, height: 160, elements: [code] });
      const faded = group({ x: 0.4, y: 0.9, width: 180, height: 160, opacity: 0.9, elements: [code] });
      for (const elements of [
        [code],
        [{ ...code, rotation: 90 }],
        [{ ...code, rotation: 180 }],
        [inGroup],
        [faded],
      ]) {
        const { columns, rows } = await findEdges(await renderPdf(elements, dpi), dpi);
        assert.ok(columns.length > 20, name);
        assert.deepEqual(
          [...columns, ...rows].filter((edge) => !isWhole(edge)),
          [],
          name,
        );
      }
    }
  });
}

test('a code is as large as in the PNG of the same density', async () => {
  for (const code of codes) {
    const output = { dpi: 203 };
    const inspect = { report: true, boxes: false };
    const [pdf, png] = await Promise.all(
      (['pdf', 'png'] as const).map(async (format) => {
        const { report } = await render(
          { ...page, elements: [code] },
          { output: { ...output, format }, inspect },
        );
        return report?.elements[0]?.code;
      }),
    );
    assert.ok(pdf !== undefined && png !== undefined);
    // The picture has a whole number of pixels, so its scale differs a little.
    const isAlike = (a: number, b: number): boolean => Math.abs(a / b - 1) < 0.005;
    assert.ok(isAlike(pdf.module, png.module));
    assert.ok(isAlike(pdf.area.width, png.area.width));
  }
});

test('codes on pages for screens, and codes at an angle, keep their exact size', async () => {
  const [code] = codes;
  assert.ok(code !== undefined);
  for (const [element, dpi] of [
    [code, 96],
    [{ ...code, rotation: 30 }, 203],
  ] as const) {
    const { report } = await render(
      { ...page, elements: [element] },
      { output: { format: 'pdf', dpi }, inspect: { report: true, boxes: false } },
    );
    const { module = 0, columns = 0 } = report?.elements[0]?.code ?? {};
    // 8 modules of clear space; the box is wider than high.
    assert.ok(Math.abs(module * (columns + 8) - box.height) < 0.01);
  }
});

test('pages whose codes are on dots stay on the dots of a sheet', async () => {
  const dpi = 203;
  const [code] = codes;
  assert.ok(code !== undefined);
  const file = await renderPdf([code], dpi);
  const own = await PDFDocument.load(file);
  assert.equal(own.getPage(0).node.lookup(DOTS_KEY, PDFNumber).asNumber(), dpi);
  const grid = withSheetDefaults({ columns: 3, rows: 4, gap: 3.3, margin: 7.7 });
  const document = new SheetDocument({ title: 'Labels', grid, labels: 12 });
  const parts: Uint8Array[] = [];
  for (let cell = 0; cell < 12; cell += 1) parts.push(...(await document.add(file)));
  const sheets = await PDFDocument.load(Buffer.concat([...parts, ...document.end()]));
  const sheet = sheets.getPage(0);
  const contents = sheet.node.Contents();
  assert.ok(contents instanceof PDFRawStream);
  const content = Buffer.from(decodePDFRawStream(contents).decode()).toString('latin1');
  const origins = [...content.matchAll(/1 0 0 1 (\S+) (\S+) cm/gu)];
  assert.equal(origins.length, 12);
  for (const [, x, y] of origins) {
    assert.ok(isWhole((Number(x) * dpi) / 72));
    const top = sheet.getHeight() - Number(y) - own.getPage(0).getHeight();
    assert.ok(isWhole((top * dpi) / 72));
  }
});
