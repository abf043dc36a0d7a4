import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PDFDict, PDFDocument, PDFName, PDFStream } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { rasterisePdf } from '../../../test/helpers/codes.ts';
import { renderDocument } from '../../../test/helpers/pages.ts';
import { readObjects } from '../../../test/helpers/pdf.ts';
import { decodePixels, qrcode, rect, render, solid, text } from '../../../test/helpers/scenes.ts';
import type { Scene } from '../scene/scene.ts';
import { withSheetDefaults, type GivenGrid } from '../../common/sheets/sheet-grid.ts';
import { SheetDocument } from './sheet-document.ts';

const MM = 96 / 25.4;
const names = ['Ada Lovelace', 'Grace Hopper', 'Żaneta Wójcik', 'سلمى', '王小明', 'Åsa 👋🏽'];

async function badge(value: string, scene: Partial<Scene> = {}): Promise<Uint8Array> {
  const elements = [
    rect({ x: -8, y: -8, width: 80 * MM + 16, height: 50 * MM + 16, fill: solid('#00ff00ff') }),
    text(value, 20, { x: 10, y: 10, width: 200, height: 60, wrap: false }),
    qrcode({ x: 220, y: 100, width: 70, height: 70, value }),
  ];
  const size = { width: 80 * MM, height: 50 * MM, background: null };
  const { data } = await render(
    { ...size, elements, ...scene },
    { output: { format: 'pdf', isOnSheet: true } },
  );
  return data;
}

async function getSheets(
  pages: readonly Uint8Array[],
  grid: Partial<GivenGrid> = {},
  copies = 1,
): Promise<Buffer> {
  const document = new SheetDocument({
    title: 'Badges',
    grid: withSheetDefaults({ columns: 2, rows: 5, ...grid }),
    labels: pages.length * copies,
  });
  const parts: Uint8Array[] = [];
  for (const page of pages) parts.push(...(await document.add(page, copies)));
  return Buffer.concat([...parts, ...document.end()]);
}

const pixelsPerMm = 10;

/** The first sheet; `at` takes millimetres from its top left. */
async function getPicture(file: Uint8Array) {
  const png = await rasterisePdf(file, (pixelsPerMm * 25.4) / 72);
  const { at } = await decodePixels(png);
  return {
    at: (x: number, y: number) => at(Math.round(x * pixelsPerMm), Math.round(y * pixelsPerMm)).slice(0, 3),
  };
}

const getDicts = ({ context }: PDFDocument) =>
  context
    .enumerateIndirectObjects()
    .map(([, object]) => (object instanceof PDFStream ? object.dict : object))
    .filter((object) => object instanceof PDFDict);

const count = (document: PDFDocument, key: string, value: string) =>
  getDicts(document).filter((dict) => dict.get(PDFName.of(key)) === PDFName.of(value)).length;

test('pages go on as many sheets as they need, and share fonts and profiles', async () => {
  const pages = await Promise.all(names.map((name) => badge(name)));
  const apart = 2 * pages.reduce((sum, { length }) => sum + length, 0);
  const many = await getSheets([...pages, ...pages]);
  const document = await PDFDocument.load(many, { updateMetadata: false });
  assert.equal(document.getPageCount(), 2);
  // Equal rows are in the file once, whatever their place.
  assert.equal(count(document, 'Subtype', 'Form') >= names.length, true);
  const programs = getDicts(document).filter((dict) => dict.has(PDFName.of('FontFile2')));
  const fonts = programs.map((dict) => String(dict.get(PDFName.of('FontName'))).slice(8));
  assert.deepEqual(fonts, [...new Set(fonts)], 'one subset for each font');
  assert.equal(count(document, 'Type', 'OutputIntent'), 1);
  assert.ok(many.length < apart / 2, `${many.length} bytes, and ${apart} in files of their own`);
  assert.deepEqual(await getSheets([...pages, ...pages]), many, 'the same bytes again');
});

test('a merged font draws each page as its own did', async () => {
  const pages = await Promise.all(names.map((name) => badge(name)));
  const merged = await getPicture(await getSheets(pages, { rows: 3 }));
  for (const [index, page] of pages.entries()) {
    // The same cell, on a sheet whose fonts have the glyphs of this page only.
    const alone = await getPicture(await getSheets(Array<Uint8Array>(index + 1).fill(page), { rows: 3 }));
    const [left, top] = [25 + 80 * (index % 2), 73.5 + 50 * Math.floor(index / 2)];
    for (let y = 0.5; y < 50; y += 0.5)
      for (let x = 0.5; x < 80; x += 0.5)
        assert.deepEqual(merged.at(left + x, top + y), alone.at(left + x, top + y), names[index]);
  }
});

test('bleed is painted up to the middle of gaps; marks are on all plates, where cells end', async () => {
  const print = { intent: 'print', bleed: 3 * MM } as const;
  const pages = await Promise.all(names.slice(0, 2).map((name) => badge(name, print)));
  const file = await getSheets(pages, { gap: 4, rowGap: 10, rows: 4, cutMarks: true });
  const document = await PDFDocument.load(file, { updateMetadata: false });
  assert.equal(file.subarray(0, 8).toString(), '%PDF-1.6');
  const page = document.getPage(0);
  assert.deepEqual(page.getTrimBox(), page.getMediaBox());
  const xmp = document.catalog.lookup(PDFName.of('Metadata'), PDFStream);
  assert.match(Buffer.from(xmp.getContents()).toString(), /<pdfxid:GTS_PDFXVersion>PDF\/X-4</);
  assert.match(await readObjects(file), /\/Separation ?\/All/);

  const picture = await getPicture(file);
  const isGreen = (x: number, y: number) => {
    const [red = 0, green = 0] = picture.at(x, y);
    return green > red + 40;
  };
  // The left cell is from 23 to 103 mm, and from 33.5 to 83.5 mm.
  const edges = { left: 23, right: 103, top: 33.5, bottom: 83.5 };
  assert.ok(isGreen(edges.left - 2, 50), 'bleed in the margin');
  assert.ok(!isGreen(edges.left - 4, 50), 'no more than the bleed');
  assert.ok(isGreen(edges.right + 1.5, 50), 'bleed in the gap');
  assert.ok(!isGreen(50, edges.bottom + 4), 'white between the rows');
  const darkest = (x: number, y: number) =>
    Math.min(...[-0.2, -0.1, 0, 0.1, 0.2].flatMap((by) => [picture.at(x + by, y)[1] ?? 255, 255]));
  for (const x of [23, 103, 107, 187]) {
    assert.ok(darkest(x, edges.top - 5) < 150, `a mark above ${x} mm`);
    assert.ok(darkest(x, edges.bottom + 5) < 150, `a mark in the gap below ${x} mm`);
    assert.ok(darkest(x + 1, edges.top - 5) > 200, `nothing beside it`);
  }
});

test('a sheet is not tagged, and does not say that it is PDF/UA-1', async () => {
  const title = text('Title', 20, { x: 10, y: 10, width: 200, height: 60, tag: 'H1' });
  const link = text('Link', 20, { x: 10, y: 80, width: 200, height: 30, href: 'https://a.example/' });
  const file = await getSheets([await badge('', { language: 'en', elements: [title, link] })]);
  const objects = await readObjects(file);
  assert.match(objects, /<pdfaid:part>2</);
  assert.match(objects, /\/Subtype \/Link/);
  assert.doesNotMatch(objects, /pdfuaid|StructTreeRoot|StructParent|MarkInfo/);
  const pdf = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  const { items } = await (await pdf.getPage(1)).getTextContent({ includeMarkedContent: true });
  await pdf.destroy();
  assert.ok(items.some((item) => 'str' in item && item.str === 'Title'));
  assert.ok(items.every((item) => 'str' in item || item.id === undefined || item.id === null));
});

test('words whose points are glyphs of their own are found on sheets', async () => {
  const words = ['בְּרֵאשִׁית', 'אֱלֹהִים', 'سلام', 'Office 😀'];
  const element = (value: string) => text(value, 20, { x: 10, y: 10, width: 200, height: 60, wrap: false });
  const pages = await Promise.all(words.map((value) => badge('', { elements: [element(value)] })));
  const file = await getSheets(pages);
  const objects = await readObjects(file);
  assert.match(objects, /\/CIDToGIDMap \/Identity/);
  assert.doesNotMatch(objects, /\/CIDToGIDMap \d/);
  const pdf = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  const { items } = await (await pdf.getPage(1)).getTextContent();
  await pdf.destroy();
  const found = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
  for (const value of words)
    assert.ok(found.normalize('NFC').includes(value.normalize('NFC')), `${value} in ${found}`);
});

/** The texts of each page, from the top left, line by line. */
async function readLabels(file: Uint8Array): Promise<string[]> {
  const pdf = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    const texts = items.flatMap((item) =>
      'str' in item && item.str.trim() !== '' ? [{ text: item.str, at: item.transform as number[] }] : [],
    );
    const [x, y] = [4, 5];
    texts.sort((a, b) => (b.at[y] ?? 0) - (a.at[y] ?? 0) || (a.at[x] ?? 0) - (b.at[x] ?? 0));
    pages.push(texts.map(({ text }) => text).join(' '));
  }
  await pdf.destroy();
  return pages;
}

test('copies are in the file once, and fill cells in each order', async () => {
  const pages = await Promise.all(['A', 'B', 'C'].map((name) => badge(name)));
  const grid = { columns: 2, rows: 2 };
  const once = await getSheets(pages, grid);
  const file = await getSheets(pages, grid, 3);
  assert.deepEqual(await readLabels(file), ['A A A B', 'B B C C', 'C']);
  assert.ok(file.length < once.length + 2_000, `${file.length} bytes, and ${once.length} without copies`);
  assert.deepEqual(await readLabels(await getSheets(pages, { ...grid, startAt: 4 })), ['A', 'B C']);
  assert.deepEqual(await readLabels(await getSheets(pages, { ...grid, order: 'columns' })), ['A C B']);
  const stacks = await getSheets(pages, { ...grid, order: 'stack' }, 2);
  assert.deepEqual(await readLabels(stacks), ['A B C', 'A B C']);
});

test('backs lie behind their fronts, upright when the card is turned like a page', async () => {
  const colors = ['#ff0000', '#00ff00', '#0000ff'];
  const pages = await Promise.all(
    colors.map(async (color, index) => {
      const side = (id: string, corner: string) => ({
        id,
        elements: [
          { type: 'rect' as const, id: `${id}-corner`, x: 0, y: 0, width: 10, height: 10, fill: corner },
          {
            type: 'text' as const,
            id: `${id}-text`,
            x: 20,
            y: 20,
            width: 40,
            height: 10,
            fontSize: 5,
            text: `${id}${index}`,
          },
        ],
      });
      const viewport = { width: 80, height: 50 };
      const document = {
        schemaVersion: 1 as const,
        name: 'Card',
        viewport,
        viewportUnit: 'mm' as const,
        background: '#ffffff',
      };
      const { data } = await renderDocument(
        { ...document, pages: [side('F', '#000000'), side('B', color)] },
        { output: { format: 'pdf', isOnSheet: true } },
      );
      return data;
    }),
  );
  const grid = { columns: 2, rows: 2, gap: 4, rowGap: 10 };
  const long = await getSheets(pages, { ...grid, backs: 'long-edge' });
  assert.deepEqual(await readLabels(long), ['F0 F1 F2', 'B1 B0 B2']);
  const short = await getSheets(pages, { ...grid, backs: 'short-edge' });
  assert.deepEqual(await readLabels(short), ['F0 F1 F2', 'B2 B0 B1']);
  // Cells begin at 23 and 107 mm, and at 93.5 and 153.5 mm.
  const picture = async (file: Uint8Array, page: number) => {
    const document = await PDFDocument.load(file);
    document.removePage(1 - page);
    return await getPicture(await document.save());
  };
  const upright = await picture(long, 1);
  assert.deepEqual(
    upright.at(107 + 5, 93.5 + 5),
    [255, 0, 0],
    'the first back is at the right, its corner at the top',
  );
  assert.deepEqual(upright.at(23 + 5, 93.5 + 5), [0, 255, 0]);
  const turned = await picture(short, 1);
  assert.deepEqual(
    turned.at(23 + 75, 153.5 + 45),
    [255, 0, 0],
    'the first back is at the bottom, upside down',
  );
  assert.deepEqual(turned.at(23 + 75, 93.5 + 45), [0, 0, 255]);
});
