/** A thousand badges on sheets of ten, as readers of other makers find them. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PDFDocument } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { SheetDocument } from '../../src/render/sheets/sheet-document.ts';
import { withSheetDefaults } from '../../src/common/sheets/sheet-grid.ts';
import { qrcode, rect, render, solid, text } from '../helpers/scenes.ts';
import { prepareValidators, readStrictlyWithPypdf } from './validators.ts';

const [badgeCount, perSheet] = [1_000, 10];
const sheetCount = badgeCount / perSheet;
const maxBytes = 15_000_000;
const mm = 96 / 25.4;
const getName = (index: number): string => `Guest ${String(index).padStart(4, '0')}`;

async function drawBadge(name: string): Promise<Uint8Array> {
  const size = { width: 85 * mm, height: 54 * mm };
  const elements = [
    rect({ x: 0, y: 0, width: size.width, height: 4 * mm, fill: solid('#35605aff') }),
    text(name, 24, { x: 6 * mm, y: 25 * mm, width: 46 * mm, height: 17 * mm }),
    qrcode({
      x: 55 * mm,
      y: 24 * mm,
      width: 24 * mm,
      height: 24 * mm,
      value: `https://badges.example/${name}`,
    }),
  ];
  const output = { format: 'pdf', isOnSheet: true } as const;
  return (await render({ ...size, elements }, { output })).data;
}

/** The names on a sheet, in order. */
const namesOn = (words: string): string[] => words.match(/Guest \d{4}/gu) ?? [];
const expected = Array.from({ length: sheetCount }, (_, sheet) =>
  Array.from({ length: perSheet }, (_, place) => getName(sheet * perSheet + place)),
);

describe('a PDF of a thousand badges', { timeout: 600_000 }, () => {
  let file: Buffer;
  before(async () => {
    const grid = withSheetDefaults({ columns: 2, rows: 5, gap: 4, rowGap: 0, cutMarks: true });
    const document = new SheetDocument({ title: 'Badges', grid, labels: badgeCount });
    const parts: Uint8Array[] = [];
    for (let index = 0; index < badgeCount; index += 1)
      parts.push(...(await document.add(await drawBadge(getName(index)))));
    file = Buffer.concat([...parts, ...document.end()]);
  });

  test('has at most 15 MB, and each badge once in pdf-lib', async () => {
    assert.ok(file.length <= maxBytes, `${file.length} bytes`);
    const document = await PDFDocument.load(file, { throwOnInvalidObject: true, updateMetadata: false });
    const placed = document.getPages().map((page) => page.node.normalizedEntries().XObject.entries());
    assert.deepEqual(
      placed.map((entries) => entries.length),
      expected.map(() => perSheet),
    );
    const forms = placed.flatMap((entries) => entries.map(([, form]) => String(form)));
    assert.equal(new Set(forms).size, badgeCount);
  });

  test('opens in pdf.js without a warning, with each name on its sheet', async (t) => {
    const complaints = ['log', 'warn', 'error'].map((name) =>
      t.mock.method(console, name as 'log', () => undefined),
    );
    const document = await getDocument({ data: new Uint8Array(file), stopAtErrors: true }).promise;
    assert.equal(document.numPages, sheetCount);
    for (const [sheet, names] of expected.entries()) {
      const page = await document.getPage(sheet + 1);
      await page.getOperatorList();
      const { items } = await page.getTextContent();
      const found = namesOn(items.map((item) => ('str' in item ? item.str : '')).join(' '));
      assert.deepEqual(found.toSorted(), names, `sheet ${sheet + 1}`);
    }
    await document.destroy();
    for (const { mock } of complaints) assert.deepEqual(mock.calls, []);
  });

  test('has names and cut marks on each sheet in PDFium', async () => {
    const library = await PDFiumLibrary.init();
    const document = await library.loadDocument(file);
    assert.equal(document.getPageCount(), sheetCount);
    for (const [sheet, names] of expected.entries()) {
      const page = document.getPage(sheet);
      assert.deepEqual(namesOn(page.getText()).toSorted(), names, `sheet ${sheet + 1}`);
      // Pictures of all sheets would take minutes.
      if (sheet === 0 || sheet === sheetCount - 1) checkMarks(await drawPage(page), `sheet ${sheet + 1}`);
    }
    document.destroy();
    library.destroy();
  });

  test('opens in qpdf and pypdf without a warning, with each name on its sheet', async (t) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'platen-sheets-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const [whole, damaged] = [path.join(folder, 'whole.pdf'), path.join(folder, 'damaged.pdf')];
    await writeFile(whole, file);
    // No reader knows the filter of its streams.
    const text = file.toString('latin1').replaceAll('/FlateDecode', '/FlateDecade');
    await writeFile(damaged, text, 'latin1');

    const { checkStructure } = await prepareValidators();
    const verdicts = await checkStructure([whole, damaged]);
    assert.deepEqual(verdicts.get(whole), []);
    assert.notDeepEqual(verdicts.get(damaged), []);
    const { texts, complaints } = await readStrictlyWithPypdf(whole);
    assert.deepEqual(complaints, []);
    assert.deepEqual(
      texts.map((words) => namesOn(words).toSorted()),
      expected,
    );
    await assert.rejects(readStrictlyWithPypdf(damaged), /FlateDecade/);
  });
});

/** A hairline fills a pixel. */
const pixelsPerMm = 20;
/** In millimetres: PDFium draws a page with whole points. */
const slack = 0.6;

interface Picture {
  readonly data: Uint8Array;
  readonly width: number;
}

async function drawPage(page: ReturnType<Awaited<ReturnType<PDFiumLibrary['loadDocument']>>['getPage']>) {
  let width = 0;
  const { data } = await page.render({
    scale: (pixelsPerMm * 25.4) / 72,
    render: (drawn) => {
      ({ width } = drawn);
      return Promise.resolve(drawn.data);
    },
  });
  return { data, width };
}

/** Marks stand at the edges of cells: 18, 103, 107 and 192 mm across, and each 54 mm from 13.5 mm down. */
function checkMarks({ data, width }: Picture, sheet: string): void {
  const darkest = (left: number, top: number, right: number, bottom: number): number => {
    let value = 255;
    for (let y = Math.round(top * pixelsPerMm); y < bottom * pixelsPerMm; y += 1)
      for (let x = Math.round(left * pixelsPerMm); x < right * pixelsPerMm; x += 1)
        value = Math.min(value, data[4 * (y * width + x)] ?? 255);
    return value;
  };
  for (const x of [18, 103, 107, 192]) {
    for (const [top, bottom] of [[8, 11] as const, [286, 289] as const]) {
      assert.ok(darkest(x - slack, top, x + slack, bottom) < 150, `${sheet}: a mark at ${x} mm`);
      assert.ok(darkest(x + 1, top, x + 2, bottom) > 240, `${sheet}: nothing beside ${x} mm`);
    }
  }
  for (let line = 0; line <= 5; line += 1) {
    const y = 13.5 + 54 * line;
    for (const [left, right] of [[12, 15] as const, [195, 198] as const]) {
      assert.ok(darkest(left, y - slack, right, y + slack) < 150, `${sheet}: a mark at ${y} mm down`);
      assert.ok(darkest(left, y + 1, right, y + 2) > 240, `${sheet}: nothing below ${y} mm`);
    }
  }
}
