import assert from 'node:assert/strict';
import { test } from 'node:test';

import { colorDistance, image, renderPixels } from '../../../../test/helpers/scenes.ts';
import { prepareSvgText } from './prepare-svg.ts';

const NAMESPACE = 'http://www.w3.org/2000/svg';
const page = { x: 0, y: 0, width: 100, height: 100 };

async function draw(svg: string, scale = 1, fit: 'fill' | 'none' = 'fill') {
  const files = { svg: new TextEncoder().encode(svg) };
  return renderPixels({ elements: [image({ ...page, asset: 'svg', fit })] }, { files, output: { scale } });
}

test('namespaces given as entities are read, as older versions of Illustrator write them', async () => {
  const svg =
    '<?xml version="1.0"?><!-- Generator --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://x/svg11.dtd" [' +
    `<!ENTITY ns_svg "${NAMESPACE}"><!ENTITY ns_ai 'http://ns.adobe.com/AdobeIllustrator/10.0/'>]>` +
    '<svg xmlns="&ns_svg;" xmlns:i="&ns_ai;" viewBox="0 0 10 10" width="10" height="10">' +
    '<switch><foreignObject requiredExtensions="&ns_ai;" width="1" height="1"/>' +
    '<g><rect width="10" height="10" fill="#00f"/></g></switch></svg>';
  assert.deepEqual((await draw(svg)).at(50, 50), [0, 0, 255, 255]);
});

test('entities that are not plain text are left to be refused', () => {
  for (const declarations of ['<!ENTITY a "&b;">', '<!ENTITY % a "b">', '<!ENTITY a SYSTEM "b">']) {
    const text = `<!DOCTYPE svg [${declarations}]><svg viewBox="0 0 1 1">&a;</svg>`;
    assert.equal(prepareSvgText(text), text);
  }
});

const colors: readonly (readonly [css: string, expected: readonly number[]])[] = [
  // By CSS Color 4, clipped to sRGB.
  ['oklch(62.8% 0.2577 29.23)', [255, 0, 0]],
  ['oklch(0.7 0.1 150deg)', [111, 175, 127]],
  ['oklab(45.2% -0.0324 -0.3115)', [0, 0, 255]],
  ['lab(87.82% -79.27 80.99)', [0, 255, 0]],
  ['lch(54.29 106.84 40.86)', [255, 0, 0]],
  ['color-mix(in srgb, red 25%, rgb(0 0 255))', [64, 0, 191]],
  ['color-mix(in oklab, red, #00f)', [140, 83, 162]],
  ['color(display-p3 0 1 0)', [0, 255, 0]],
  ['oklch(from #00f l c h)', [0, 0, 255]],
  ['var(--blue)', [0, 0, 255]],
  ['var(--missing, #0f0)', [0, 255, 0]],
  ['var(--nested)', [0, 0, 255]],
];
for (const [css, expected] of colors) {
  test(`draws the colour ${css}`, async () => {
    const style = '<style>:root{--blue:#00f;--nested:var(--blue)} rect{fill:red}</style>';
    const rect = `<rect width="9" height="9" style="fill:${css}"/>`;
    const svg = `<svg xmlns="${NAMESPACE}" viewBox="0 0 9 9">${style}${rect}</svg>`;
    const color = (await draw(svg)).at(50, 50);
    assert.ok(colorDistance(color.slice(0, 3), expected) <= 2, color.join());
  });
}

for (const [size, width, height] of [
  ['', 300, 150],
  ['width="100%" height="100%"', 300, 150],
  ['width="60"', 60, 150],
  ["width='0.5in' height='36pt'", 48, 48],
] as const) {
  test(`an SVG without a viewBox has the size of CSS at every scale: ${size || 'no size'}`, async () => {
    const rect = `<rect width="${width / 2}" height="${height}" fill="#00f"/>`;
    for (const scale of [1, 2, 3]) {
      const { at } = await draw(`<svg xmlns="${NAMESPACE}" ${size}>${rect}</svg>`, scale);
      assert.deepEqual(at(48 * scale, 97 * scale), [0, 0, 255, 255], `scale ${scale}`);
      assert.deepEqual(at(52 * scale, 50 * scale), [255, 255, 255, 255], `scale ${scale}`);
    }
  });
}

for (const [name, inside] of [
  ['on a screen', '<style>rect{fill:red} @media screen{rect{fill:#00f}}</style><rect width="9" height="9"/>'],
  [
    'that is light, or in print',
    '<style>@media (prefers-color-scheme: light), print{rect{fill:#00f}}</style><rect width="9" height="9"/>',
  ],
  [
    'that is dark',
    '<style>rect{fill:#00f} @media (prefers-color-scheme: dark){rect{fill:red} g{}}</style>' +
      '<rect width="9" height="9"/>',
  ],
] as const) {
  test(`applies rules for media ${name}`, async () => {
    const svg = `<svg xmlns="${NAMESPACE}" viewBox="0 0 9 9">${inside}</svg>`;
    assert.deepEqual((await draw(svg)).at(50, 50), [0, 0, 255, 255]);
  });
}

for (const attributes of [
  'transform="rotate(90)" transform-origin="50 50"',
  'transform="rotate(90)" transform-origin="50px,50px"',
  'style="transform:rotate(90deg);transform-origin:50px 50px"',
]) {
  test(`turns a shape around its origin: ${attributes}`, async () => {
    const shape = `<rect y="40" width="50" height="20" fill="#00f" ${attributes}/>`;
    const { at } = await draw(`<svg xmlns="${NAMESPACE}" viewBox="0 0 100 100">${shape}</svg>`);
    assert.deepEqual(at(50, 20), [0, 0, 255, 255]);
    assert.deepEqual(at(20, 50), [255, 255, 255, 255]);
  });
}

test('a file that needs nothing is unchanged, and text that looks like markup stays', () => {
  const plain = `<svg xmlns="${NAMESPACE}" viewBox="0 0 9 9"><rect fill="red"/></svg>`;
  assert.equal(prepareSvgText(plain), plain);
  const text = `<svg viewBox="0 0 9 9"><text a="oklch(1 0 0)">oklch(1 0 0)</text><!-- oklch(1 0 0) --></svg>`;
  assert.equal(prepareSvgText(text), text.replace('"oklch(1 0 0)"', '"rgb(255, 255, 255)"'));
});

test('hostile files take time in proportion to their length', () => {
  // Each of these takes minutes or hours with a search that starts again at every place.
  const parts = [
    '<a',
    '<style>',
    '<!--',
    '<![CDATA[',
    'var(--a,',
    '@media',
    '--a',
    '/*',
    '<!DOCTYPE',
    '"',
    ' ',
    '{',
    'url(',
    '@font-face{',
    '@media a{',
    ' transform-origin="1 1"',
    " xlink:a='",
    '&a;',
  ];
  for (const part of parts) {
    const long = part.repeat(500_000 / part.length);
    prepareSvgText(`<svg a="oklch(1 1 1) ${long}">oklch(1 1 1)<style>${long}</style>${long}`);
    prepareSvgText(long);
    const slice = 'viewBox="0 0 1 1" preserveAspectRatio="xMidYMid slice"';
    const pattern = `<pattern id="p" ${slice}>${long}</pattern>`;
    prepareSvgText(`<svg>${pattern}<style>${long}</style><rect style="fill:url(#p)" class="${long}"/></svg>`);
    prepareSvgText(`<svg><foreignObject>${long}<a href="${long}"><style>@font-face{${long}</style></svg>`);
  }
});
