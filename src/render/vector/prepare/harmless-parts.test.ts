import assert from 'node:assert/strict';
import { test } from 'node:test';

import { image, render, renderPixels } from '../../../../test/helpers/scenes.ts';
import { checkSvg } from '../../../domain/templates/check/svg.ts';
import { removeHarmlessParts } from './harmless-parts.ts';

const NAMESPACE = 'http://www.w3.org/2000/svg';
const size = { width: 100, height: 100 };
const elements = [image({ x: 0, y: 0, ...size, asset: 'a', fit: 'fill' })];
const root = (inside: string, attributes = '') =>
  `<svg xmlns="${NAMESPACE}" viewBox="0 0 10 10" ${attributes}>${inside}</svg>`;
const green = '<rect width="10" height="10" fill="#008000"/>';

/** What is seen in the middle of a picture that is accepted, in pixels and as an SVG, and the warnings. */
async function show(bytes: Uint8Array): Promise<{ color: readonly number[]; warnings: string[] }> {
  assert.equal(checkSvg(bytes), null);
  const files = { a: bytes };
  const { at } = await renderPixels({ ...size, elements }, { files });
  const inspect = { report: true, boxes: false };
  const { warnings } = await render({ ...size, elements }, { files, output: { format: 'svg' }, inspect });
  return { color: at(50, 50), warnings: warnings.map(({ code, detail }) => `${code} ${detail}`) };
}

const lossy: readonly (readonly [name: string, inside: string, feature: RegExp])[] = [
  [
    'foreignObject',
    `<foreignObject width="9"><p style="background:url(x)">a</p></foreignObject>${green}`,
    /foreignObject/u,
  ],
  [
    'a foreignObject in another',
    `<foreignObject><foreignObject/><i/></foreignObject>${green}`,
    /foreignObject/u,
  ],
  [
    'a font',
    `<style>@font-face { src: url("data:font/woff2;base64,AA==") } g{}</style>${green}`,
    /@font-face/u,
  ],
  ['a link', `<a href="https://example.com/?a=1">${green}</a>`, /a link/u],
];
for (const [name, inside, feature] of lossy) {
  test(`an SVG with ${name} is drawn without it, and says so`, async () => {
    const { color, warnings } = await show(Buffer.from(root(inside)));
    assert.deepEqual(color, [0, 128, 0, 255]);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /^SVG_FEATURE_LOST /u);
    assert.match(warnings[0] ?? '', feature);
  });
}

test('prefixes that nothing declares are declared', async () => {
  const use = '<use xlink:href="#g" inkscape:label="a"/><sodipodi:namedview/>';
  assert.deepEqual(await show(Buffer.from(root(`<defs><g id="g">${green}</g></defs>${use}`))), {
    color: [0, 128, 0, 255],
    warnings: [],
  });
});

const text = `<text x="1" y="8" font-family="Inter" font-size="9">é</text>`;
const declaration = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`;
const utf16 = (encoding: string) => Buffer.from(declaration(encoding) + root(text), 'utf16le');
const marked = (bytes: Buffer, mark: number[]) => Buffer.concat([Buffer.from(mark), bytes]);
const encoded: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['ISO-8859-1', Buffer.from(declaration('iso-8859-1') + root(text), 'latin1')],
  ['ISO-8859-15', Buffer.from(declaration('ISO-8859-15') + root(text), 'latin1')],
  ['windows-1252', Buffer.from(declaration('Windows-1252') + root(text), 'latin1')],
  [
    'windows-1258, in single quotes',
    Buffer.from(`<?xml version='1.0' encoding='windows-1258'?>${root(text)}`, 'latin1'),
  ],
  ['UTF-16 of little ends', utf16('UTF-16')],
  ['UTF-16 with a mark', marked(utf16('utf-16'), [0xff, 0xfe])],
  ['UTF-16 of big ends with a mark', marked(utf16('UTF-16').swap16(), [0xfe, 0xff])],
  ['UTF-16 of big ends', utf16('UTF-16BE').swap16()],
  ['UTF-8 that is called UTF-16', Buffer.from(declaration('utf-16') + root(text))],
  ['UTF-8 with a mark', marked(Buffer.from(root(text)), [0xef, 0xbb, 0xbf])],
];
test('SVGs in other encodings are drawn as those in UTF-8', async () => {
  const draw = async (a: Uint8Array) => (await render({ ...size, elements }, { files: { a } })).data;
  const expected = await draw(Buffer.from(root(text)));
  assert.notDeepEqual(expected, await draw(Buffer.from(root(text.replace('é', 'e')))));
  for (const [name, bytes] of encoded) {
    assert.equal(checkSvg(bytes), null, name);
    assert.deepEqual(await draw(bytes), expected, name);
  }
});

test('parts of another kind stay, for the checks', () => {
  for (const inside of [
    '<script/>',
    '<a href="javascript:a()"/>',
    '<a href="file:///etc/passwd"/>',
    '<a href="data:text/html,a"/>',
    '<image href="https://example.com/a.png"/>',
    '<style>@font-face{src:url(https://example.com/a)}</style>',
    '<!-- <foreignObject> -->',
  ]) {
    assert.deepEqual(removeHarmlessParts(root(inside)), { text: root(inside), removed: [] });
  }
});
