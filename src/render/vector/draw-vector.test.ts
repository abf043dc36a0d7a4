import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ssim } from '@blazediff/ssim';
import sharp from 'sharp';

import { rasterisePdf } from '../../../test/helpers/codes.ts';
import { decodePixels, image, neutralFilters, render } from '../../../test/helpers/scenes.ts';
import type { SceneImage } from '../scene/image.ts';

const stops =
  '<stop stop-color="red"/><stop offset=".5" stop-color="#ff0"/><stop offset="1" stop-color="blue"/>';
const drawings: Readonly<Record<string, string>> = {
  shapes:
    '<rect x="5" y="5" width="40" height="30" rx="8" fill="teal"/>' +
    '<circle cx="70" cy="20" r="15" fill="#f60" stroke="black" stroke-width="3"/>' +
    '<ellipse cx="25" cy="60" rx="20" ry="10" fill="rgb(10, 20, 200)"/>' +
    '<line x1="50" y1="50" x2="95" y2="60" stroke="red" stroke-width="4" stroke-linecap="round"/>' +
    '<polyline points="50,70 60,90 70,70 80,90" fill="none" stroke="#333" stroke-width="3"/>' +
    '<polygon points="10 80 40 80 25 98"/>',
  paths:
    '<path d="M10 10h30v30h-30zM20 20h10v10h-10z" fill-rule="evenodd" fill="purple"/>' +
    '<path d="M60 10a20 20 0 1130 20c-5 5-10-5-15 0s-10 5-15-10z" fill="#0a0"/>' +
    '<path d="M10 60q20-30 40 0t40 0" fill="none" stroke="navy" stroke-width="5"' +
    ' stroke-dasharray="10 4 2" stroke-dashoffset="3"/>' +
    '<path d="M10 85l15 10 15-10 15 10 15-10" fill="none" stroke="#c00" stroke-width="6"' +
    ' stroke-linejoin="round"/>',
  'linear gradients':
    `<linearGradient id="a">${stops}</linearGradient>` +
    '<linearGradient id="b" xlink:href="#a" gradientTransform="rotate(60)"/>' +
    '<linearGradient id="c" gradientUnits="userSpaceOnUse" x1="10" y1="60" x2="90" y2="90" href="#a"/>' +
    '<rect x="5" y="5" width="60" height="20" fill="url(#a)"/>' +
    '<rect x="70" y="5" width="25" height="45" fill="url(#b)"/>' +
    '<rect x="5" y="30" width="60" height="20" fill="url(#b)" transform="skewX(10)"/>' +
    '<circle cx="75" cy="75" r="15" fill="none" stroke="url(#c)" stroke-width="8"/>',
  'radial gradients':
    `<radialGradient id="a">${stops}</radialGradient><radialGradient id="b" href="#a" fx=".3" fy=".3"/>` +
    '<radialGradient id="c" gradientUnits="userSpaceOnUse" cx="70" cy="70" r="25" href="#a"' +
    ' gradientTransform="translate(0 20) scale(1 .7)"/>' +
    '<circle cx="25" cy="25" r="20" fill="url(#a)"/>' +
    '<rect x="50" y="5" width="45" height="20" fill="url(#a)"/>' +
    '<circle cx="25" cy="72" r="22" fill="url(#b)"/>' +
    '<rect x="50" y="45" width="45" height="50" fill="url(#c)"/>' +
    '<circle cx="70" cy="35" r="6" fill="none" stroke="url(#a)" stroke-width="3"/>',
  'translucent paints':
    '<linearGradient id="a"><stop stop-color="red"/>' +
    '<stop offset="1" stop-color="blue" stop-opacity="0"/></linearGradient>' +
    '<rect width="100" height="100" fill="#ddd"/>' +
    '<rect x="5" y="5" width="90" height="30" fill="url(#a)"/>' +
    '<circle cx="30" cy="65" r="25" fill="#0a0" fill-opacity=".5" stroke="#000" stroke-opacity=".4"' +
    ' stroke-width="10"/>' +
    '<rect x="60" y="45" width="35" height="45" fill="url(#a)" fill-opacity=".5"/>',
  groups:
    '<g opacity=".5"><rect x="10" y="10" width="50" height="50" fill="red"/>' +
    '<rect x="30" y="30" width="50" height="50" fill="blue"/></g>' +
    '<circle cx="75" cy="25" r="15" fill="lime" stroke="black" stroke-width="8" opacity=".5"/>' +
    '<g fill="orange" transform="translate(50 80) rotate(15) scale(1.5 .8)" stroke="brown"' +
    ' stroke-width="2">' +
    '<rect x="-20" y="-10" width="40" height="20"/></g>',
  clips:
    '<clipPath id="c"><circle cx="30" cy="30" r="25"/>' +
    '<rect x="30" y="30" width="40" height="30"/></clipPath>' +
    '<clipPath id="d" transform="rotate(10)">' +
    '<path d="M60 60h30v30h-30zM70 70h10v10h-10z" clip-rule="evenodd"/></clipPath>' +
    '<g clip-path="url(#c)"><rect width="100" height="100" fill="gold"/>' +
    '<circle cx="30" cy="30" r="15" fill="crimson"/></g>' +
    '<rect x="50" y="55" width="50" height="45" fill="steelblue" clip-path="url(#d)"' +
    ' transform="translate(0 -5)"/>',
  uses:
    '<defs><g id="s"><path id="p" d="M0-10L3-3 10-3 4 2 6 9 0 5-6 9-4 2-10-3-3-3z"/></g></defs>' +
    '<use href="#s" x="20" y="20" fill="red"/>' +
    '<use xlink:href="#s" transform="translate(60 30) scale(2)" fill="none" stroke="blue"/>' +
    '<use href="#p" x="25" y="75" style="fill: green; opacity: .5"/>',
};

const drawing = (inside: string): Uint8Array =>
  new TextEncoder().encode(
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0' +
      ' 0 100 100" width="100" height="100">' +
      `${inside}</svg>`,
  );

/**
 * An SVG on a page of 100 × 100 px: as a PDF, and how alike that is to the same page as a PNG, which the SVG
 * decoder drew.
 */
async function compare(inside: string, element: Partial<SceneImage> = {}) {
  const elements = [image({ x: 5, y: 5, width: 90, height: 90, asset: 'drawing', ...element })];
  const files = { drawing: drawing(inside) };
  const pdf = await render({ elements }, { files, output: { format: 'pdf', dpi: 288 } });
  const png = await render({ elements }, { files, output: { scale: 3 } });
  const expected = await decodePixels(png.data);
  const { width, height } = expected;
  const page = sharp(await rasterisePdf(pdf.data, 4)).resize(width, height, { fit: 'fill' });
  const shown = await page.flatten({ background: '#fff' }).ensureAlpha().raw().toBuffer();
  const bitmaps = Buffer.from(pdf.data).toString('latin1').split('/Subtype /Image').length - 1;
  return { bitmaps, likeness: ssim(expected.data, shown, undefined, width, height) };
}

for (const [name, inside] of Object.entries(drawings)) {
  test(`an SVG stays a vector in a PDF: ${name}`, async () => {
    const { bitmaps, likeness } = await compare(inside);
    assert.equal(bitmaps, 0);
    assert.ok(likeness > 0.975, `SSIM ${likeness}`);
  });
}

test('an SVG is clipped, rotated, faded and blended as a whole', async () => {
  const cases: readonly Partial<SceneImage>[] = [
    { fit: 'cover', x: 20, width: 40, cornerRadius: [15, 0, 15, 0] },
    { rotation: 30, x: 20, y: 20, width: 60, height: 50, fit: 'fill' },
    { opacity: 0.5, blendMode: 'multiply' },
  ];
  for (const element of cases) {
    const { bitmaps, likeness } = await compare(drawings['groups'] ?? '', element);
    assert.equal(bitmaps, 0);
    assert.ok(likeness > 0.975, `${JSON.stringify(element)}: SSIM ${likeness}`);
  }
});

test('an SVG is rasterized if its element needs pixels or it has unsupported features', async () => {
  const { groups = '', 'translucent paints': fading = '' } = drawings;
  const cases: readonly [string, Partial<SceneImage>][] = [
    [groups, { filters: { ...neutralFilters, sepia: 1 } }],
    [groups, { position: 'attention' }],
    [fading, { opacity: 0.5 }],
    [
      `${groups}<filter id="f"><feGaussianBlur stdDeviation="2"/></filter><circle r="40" filter="url(#f)"/>`,
      {},
    ],
  ];
  for (const [inside, element] of cases) {
    const { bitmaps, likeness } = await compare(inside, element);
    assert.ok(bitmaps > 0);
    assert.ok(likeness > 0.9, `SSIM ${likeness}`);
  }
});

test('shadows and blurs follow the shapes of an SVG', async () => {
  const shadow = { x: 6, y: 6, blur: 4, color: '#000000ff' };
  for (const element of [{ shadow }, { blur: 2 }]) {
    const { likeness } = await compare(drawings['shapes'] ?? '', element);
    assert.ok(likeness > 0.95, `${JSON.stringify(element)}: SSIM ${likeness}`);
  }
});
