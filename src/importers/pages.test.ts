/** Designs with several pages, frames, artboards or files: each of them can be chosen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getDesign, getLosses, undecoded } from '../../test/helpers/designs.ts';
import { makeZip } from '../../test/helpers/zip.ts';
import { convertDesign } from './convert-design.ts';
import { UnreadableDesign, type ConvertedDesign, type DesignSource } from './design.ts';
import { readSource } from './read-source.ts';

const convert = async (source: DesignSource, page = 0): Promise<ConvertedDesign> =>
  await convertDesign(source, { variables: 'none', fetchImage: null, page }, undecoded);

const getTexts = ({ document }: ConvertedDesign): unknown[] =>
  document.elements.map((element) => (element.type === 'text' ? element.text : element.type));

const frame = (name: string, x: number) => ({
  type: 'FRAME',
  id: name,
  name,
  absoluteBoundingBox: { x, y: 0, width: 100, height: 50 },
  children: [text(name, x)],
});
const text = (characters: string, x: number) => ({
  type: 'TEXT',
  id: `${characters} text`,
  name: characters,
  characters,
  absoluteBoundingBox: { x, y: 0, width: 90, height: 20 },
});
const pages = [
  { type: 'CANVAS', name: 'Cover', children: [frame('Front', 0), frame('Back', 200)] },
  { type: 'CANVAS', name: 'Loose', children: [text('Hello', 40), text('There', 200)] },
];
const file = { name: 'Badges', document: { type: 'DOCUMENT', children: pages } };

test('each frame of Figma can be chosen; a page of loose shapes is one', async () => {
  const first = await convert(getDesign('a.json', file));
  assert.deepEqual(first.pages, ['Cover / Front', 'Cover / Back', 'Loose']);
  assert.deepEqual([getTexts(first), getLosses(first)], [['Front'], [': frames']]);
  assert.deepEqual(getTexts(await convert(getDesign('a.json', file), 1)), ['Back']);
  const loose = await convert(getDesign('a.json', file), 2);
  assert.deepEqual(getTexts(loose), ['Hello', 'There']);
  assert.deepEqual(loose.document.viewport, { width: 250, height: 20 });
  await assert.rejects(convert(getDesign('a.json', file), 3), /It has 3 pages; there is no page 4/);
});

test('reads UTF-16 with and without a mark', async () => {
  const json = JSON.stringify(file);
  const bytes = [
    Buffer.from(`\uFEFF${json}`, 'utf16le'),
    Buffer.from(json, 'utf16le'),
    Buffer.from(`\uFEFF${json}`, 'utf16le').swap16(),
  ];
  for (const each of bytes) assert.deepEqual(getTexts(await convert(getDesign('a.json', each))), ['Front']);
});

const canvas = (words: string) => ({
  version: '5.3.0',
  width: 200,
  height: 100,
  objects: [{ type: 'text', left: 0, top: 0, width: 80, height: 45, fontFamily: 'Inter', text: words }],
});

test('reads lists of canvases, canvases as texts, under keys, and objects alone', async () => {
  const [one, two] = [canvas('One'), canvas('Two')];
  const forms: readonly (readonly [unknown, number])[] = [
    [[one, two], 2],
    [[JSON.stringify(one), JSON.stringify(two)], 2],
    [{ id: 7, pages: [{ canvas: one }, { canvas: two }] }, 2],
    [{ title: 'Card', json: JSON.stringify(one) }, 1],
    [one.objects.map((object) => ({ ...object, originX: 'left' })), 1],
    [{ ...one.objects[0], originX: 'left' }, 1],
  ];
  for (const [json, count] of forms) {
    const converted = await convert(getDesign('a.json', json));
    assert.deepEqual([getTexts(converted), converted.pages.length], [['One'], count]);
    if (count > 1) assert.deepEqual(getTexts(await convert(getDesign('a.json', json), 1)), ['Two']);
  }
});

const svg = (words: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50"><text y="20">${words}</text></svg>`;

test('each design in a .zip can be chosen, by their numbers; what is no design is left out', async () => {
  const bytes = makeZip([
    { name: 'a/10.svg', content: svg('Ten') },
    { name: 'a/2.svg', content: svg('Two') },
    { name: 'a/pictures/logo.svg', content: svg('Logo') },
  ]);
  const { source } = await readSource({ name: 'a.zip', bytes, folder: null });
  const first = await convert(source);
  assert.deepEqual([first.pages, getTexts(first)], [['2.svg', '10.svg'], ['Two']]);
  assert.deepEqual(getLosses(first), [': designs']);
  assert.deepEqual(getTexts(await convert(source, 1)), ['Ten']);
  const json = makeZip([
    { name: 'a-settings.json', content: '{"theme":"dark"}' },
    { name: 'b.json', content: JSON.stringify(canvas('Only')) },
  ]);
  const opened = await readSource({ name: 'a.zip', bytes: json, folder: null });
  const only = await convert(opened.source);
  assert.deepEqual([getTexts(only), only.pages.length, getLosses(only)], [['Only'], 1, []]);
});

test('each page of Inkscape can be chosen, with what lies on it, also in layers', async () => {
  const document = `<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="50mm" viewBox="0 0 100 50"
    xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
    xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">
    <sodipodi:namedview><inkscape:page x="0" y="0" width="100" height="50" id="p1"/>
      <inkscape:page x="110" y="0" width="40" height="50" id="p2" inkscape:label="Back"/></sodipodi:namedview>
    <g id="layer"><rect x="10" y="10" width="20" height="20"/><circle cx="130" cy="25" r="10"/></g></svg>`;
  const first = await convert(getDesign('a.svg', document));
  assert.deepEqual(first.pages, ['Page 1', 'Back']);
  assert.deepEqual(first.document.viewport, { width: 100, height: 50 });
  const second = await convert(getDesign('a.svg', document), 1);
  assert.deepEqual(
    [second.document.viewport, second.document.viewportUnit],
    [{ width: 40, height: 50 }, 'mm'],
  );
  const kinds = (element: ConvertedDesign['document']['elements'][number]): string[] =>
    element.type === 'group' ? element.elements.flatMap(kinds) : [element.type];
  assert.deepEqual(first.document.elements.flatMap(kinds), ['rect']);
  assert.deepEqual(second.document.elements.flatMap(kinds), ['ellipse']);
});

test('says what to do with files that are not read', async () => {
  const advice: readonly (readonly [string | Buffer, RegExp])[] = [
    ['fig-kiwi\u0000', /Figma: choose the frame/],
    ['%!PS-Adobe-3.0', /EPS.*SVG/],
    [Buffer.from('gimp xcf v011'), /GIMP/],
    [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]), /picture \(PNG\).*Canva/],
    ['<!DOCTYPE html><p>', /HTML/],
    ['{"images":{"1:2":"https://a.example"}}', /files\/KEY/],
    ['{"err":"Not found","status":404}', /what went wrong/],
  ];
  for (const [content, wanted] of advice)
    await assert.rejects(convert(getDesign('a', content)), (error: Error) => {
      assert.ok(error instanceof UnreadableDesign);
      assert.match(error.message, wanted);
      return true;
    });
  for (const [name, wanted] of [
    ['designmap.xml', /InDesign/],
    ['artwork/a.agc', /XD/],
  ] as const)
    await assert.rejects(
      readSource({ name: 'a.zip', bytes: makeZip([{ name, content: '' }]), folder: null }),
      wanted,
    );
});
