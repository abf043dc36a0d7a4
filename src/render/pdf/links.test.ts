import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PDFDict, PDFDocument, PDFName, PDFNumber } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { group, image, rect, render, text } from '../../../test/helpers/scenes.ts';
import type { RenderOptions } from '../../../test/helpers/scenes.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { Scene } from '../scene/scene.ts';
import type { SceneText } from '../scene/text.ts';

const PX = 72 / 96;
const base = { width: 200, height: 100 };

async function draw(
  elements: readonly SceneElement[],
  more: Partial<Scene> = {},
  options: RenderOptions = {},
) {
  return await render({ ...base, elements, ...more }, { ...options, output: { format: 'pdf' } });
}

/** The links of a file as pdf.js reads them: address and rectangle in CSS pixels from the top left. */
async function getLinks({ data }: { readonly data: Uint8Array }) {
  const document = await getDocument({ data: new Uint8Array(data), verbosity: 0 }).promise;
  const page = await document.getPage(1);
  const { height } = page.getViewport({ scale: 1 });
  const annotations = (await page.getAnnotations()) as { subtype: string; url: string; rect: number[] }[];
  await document.destroy();
  return annotations.map(({ url, rect: [left = 0, bottom = 0, right = 0, top = 0] }) => ({
    url,
    area: [left, height - top, right, height - bottom].map((side) => Math.round((side / PX) * 10) / 10),
  }));
}

/** The first run is plain, the second is linked. */
function linkedText(plain: string, linked: string, given: Partial<SceneText> = {}): SceneText {
  const element = text('', 20, { x: 10, y: 10, width: 180, height: 80, ...given });
  const [run] = element.runs;
  assert.ok(run !== undefined);
  return {
    ...element,
    runs: [
      { ...run, text: plain },
      { ...run, text: linked, href: 'https://run.example/' },
    ],
  };
}

test('elements are linked as large as their boxes, back to front', async () => {
  const photo = image({ asset: null, x: 10, y: 20, width: 50, height: 30, href: 'https://a.example/x y' });
  const inner = group({
    x: 100,
    y: 10,
    width: 80,
    height: 80,
    href: 'mailto:me@a.example',
    elements: [text('Call', 12, { x: 10, y: 10, width: 60, height: 20, href: 'tel:+4912345' })],
  });
  assert.deepEqual(await getLinks(await draw([photo, inner])), [
    { url: 'https://a.example/x%20y', area: [10, 20, 60, 50] },
    { url: 'mailto:me@a.example', area: [100, 10, 180, 90] },
    { url: 'tel:+4912345', area: [110, 20, 170, 40] },
  ]);
});

test('a linked run has one link for each line, as high as its font', async () => {
  const links = await getLinks(await draw([linkedText('Read the ', 'terms and the conditions')]));
  assert.equal(links.length, 2);
  const [[left = 0, top = 0, , bottom = 0] = [], [next = 0] = []] = links.map(({ area }) => area);
  assert.ok(left > 80 && left < 110, `${left}`);
  assert.ok(Math.abs(bottom - top - 24.2) < 0.2 && top >= 9, `${top} ${bottom}`);
  assert.equal(next, 10);
});

test('annotations are printed, have no border, and corners where they are turned', async () => {
  const turned = rect({ x: 0, y: 0, width: 1, height: 1 });
  const { data } = await draw([
    turned,
    image({ asset: null, x: 50, y: 20, width: 60, height: 40, rotation: 30, href: 'https://a.example/(1)' }),
  ]);
  const document = await PDFDocument.load(data, { updateMetadata: false });
  const annotation = document.getPage(0).node.Annots()?.lookup(0, PDFDict);
  assert.equal(annotation?.lookup(PDFName.of('F'), PDFNumber).asNumber(), 4);
  assert.equal(String(annotation.get(PDFName.of('Border'))), '[ 0 0 0 ]');
  assert.match(String(annotation.get(PDFName.of('A'))), /\/URI \(https:\/\/a\.example\/\\\(1\\\)\)/u);
  const corners =
    String(annotation.get(PDFName.of('QuadPoints')))
      .match(/[\d.]+/gu)
      ?.map(Number) ?? [];
  assert.equal(corners.length, 8);
  // The top left corner, turned about the centre of the box.
  const [sin, cos] = [Math.sin(Math.PI / 6), Math.cos(Math.PI / 6)];
  const [x, y] = [80 - 30 * cos + 20 * sin, 40 - 30 * sin - 20 * cos];
  assert.ok(Math.abs(corners[0]! - x * PX) < 0.01 && Math.abs(corners[1]! - (100 - y) * PX) < 0.01);
});

test('links end where groups, texts and the page do', async () => {
  const wide = { x: -20, y: 0, width: 400, height: 20, href: 'https://a.example/' };
  const clipped = group({
    x: 20,
    y: 50,
    width: 40,
    height: 40,
    clip: 'box',
    elements: [image({ asset: null, ...wide }), image({ asset: null, ...wide, y: 60 })],
  });
  const links = await getLinks(await draw([image({ asset: null, ...wide }), clipped]));
  assert.deepEqual(
    links.map(({ area }) => area),
    [
      [0, 0, 200, 20],
      [20, 50, 60, 70],
    ],
  );
});

test('on a path and in vertical lines, links are where the letters are', async () => {
  const path = { d: 'M0 70 Q90 -40 180 70', viewBox: [0, 0, 180, 80] } as const;
  const bent = await draw([linkedText('', 'along a path', { x: 30, width: 150, path })]);
  const document = await PDFDocument.load(bent.data, { updateMetadata: false });
  const annotation = document.getPage(0).node.Annots()?.lookup(0, PDFDict);
  assert.equal(String(annotation?.get(PDFName.of('QuadPoints'))).match(/[\d.]+/gu)?.length, 12 * 8);
  const upright = linkedText('', '漢字', { isVertical: true });
  const runs = upright.runs.map((run) => ({ ...run, fontFamily: 'Noto Sans JP' }));
  const [link] = await getLinks(await draw([{ ...upright, runs }]));
  const [left = 0, top = 0, right = 0, bottom = 0] = link?.area ?? [];
  assert.deepEqual([top, bottom], [10, 50]);
  // The first line is as wide as 1.2 letters, at the right edge of the box.
  assert.equal((left + right) / 2, 190 - 12);
});

test('a PDF for print has no links, and says so', async () => {
  const elements = [linkedText('', 'here')];
  const print = await draw(elements, { intent: 'print' });
  assert.deepEqual(await getLinks(print), []);
  assert.deepEqual(
    print.warnings.map(({ code }) => code),
    ['LINK_LEFT_OUT'],
  );
  assert.deepEqual((await draw(elements)).warnings, []);
});
