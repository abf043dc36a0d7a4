import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { findInstalledFaces, listInstalledFonts, readInstalledFonts } from './installed-fonts.ts';
import { findWantedFonts } from './wanted-fonts.ts';

const root = path.join(import.meta.dirname, '../../..');
const folder = await mkdtemp(path.join(tmpdir(), 'platen-fonts-'));
after(() => rm(folder, { recursive: true }));

const grotesk = path.join(root, 'samples/event-ticket/space-grotesk-700.woff2');
const packages = path.join(folder, 'node_modules/@expo-google-fonts');

function text(fontFamily: string, more: object = {}) {
  return { type: 'text', id: 't', x: 0, y: 0, width: 9, height: 9, text: 'a', fontFamily, ...more };
}

test('lists files and packages of whole fonts, without divided ones and what is no font', async () => {
  await mkdir(path.join(folder, 'brand'), { recursive: true });
  await cp(grotesk, path.join(folder, 'brand/bold.woff2'));
  await writeFile(path.join(folder, 'brand/broken.ttf'), 'no font');
  await cp(path.join(root, 'node_modules/@expo-google-fonts/caveat'), path.join(packages, 'caveat'), {
    recursive: true,
  });
  await writeFile(path.join(packages, 'caveat/metadata.json'), '{"family": "Other Hand"}');
  const divided = path.join(folder, 'node_modules/@fontsource/x/files');
  await mkdir(divided, { recursive: true });
  await cp(grotesk, path.join(divided, 'x-latin-700-normal.woff2'));

  const families = await listInstalledFonts(folder);
  assert.deepEqual(
    families.map(({ name, faces }) => [name, faces.map(({ weight, style }) => `${weight} ${style}`)]),
    [
      ['Other Hand', ['400 normal', '500 normal', '600 normal', '700 normal']],
      ['Space Grotesk', ['700 normal']],
      // The file names its family so.
      ['Space Grotesk Light', ['700 normal']],
    ],
  );
  const { leftOut } = await readInstalledFonts(folder);
  assert.deepEqual(
    leftOut.map((place) => path.relative(folder, place)),
    ['brand/broken.ttf', 'node_modules/@fontsource'],
  );
  assert.deepEqual(await listInstalledFonts(path.join(folder, 'nowhere')), []);
  assert.deepEqual(await listInstalledFonts(null), []);
});

test('finds the faces that a document names, of the weights that it draws', async () => {
  const weightsFor = async (document: object) =>
    (await findInstalledFaces(folder, document)).map(({ family, weight }) => `${family} ${weight}`);
  assert.deepEqual(await weightsFor({ elements: [text('other hand', { fontWeight: 500 })] }), [
    'Other Hand 400',
    'Other Hand 600',
    'Other Hand 700',
    'Other Hand 500',
  ]);
  assert.deepEqual(await weightsFor({ elements: [text('Inter, "Space Grotesk"')] }), ['Space Grotesk 700']);
  // The template's own font and the catalogue come first.
  const own = [{ family: 'Space Grotesk', src: 'own.ttf' }];
  assert.deepEqual(await weightsFor({ fonts: own, elements: [text('Space Grotesk')] }), []);
  assert.deepEqual(await weightsFor({ elements: [text('Caveat')] }), []);
  const [face] = await findInstalledFaces(folder, { elements: [text('Space Grotesk')] });
  assert.equal((await face?.bytes())?.subarray(0, 4).toString(), 'wOF2');
});

test('weights that values choose are all of the family', () => {
  const { weights } = findWantedFonts({
    body: { fontFamily: 'X', fontWeight: '{{ row.bold ? 700 : 300 }}' },
  });
  assert.equal(weights, null);
  assert.deepEqual(
    [...findWantedFonts({ config: { axis: { labelFont: 'Chart Face' } } }).families],
    ['chart face'],
  );
});

test('a font that is added later is listed, without a new start', async (t) => {
  const added = path.join(folder, 'later');
  await mkdir(added);
  assert.deepEqual(await listInstalledFonts(added), []);
  await cp(grotesk, path.join(added, 'bold.woff2'));
  const now = performance.now();
  t.mock.method(performance, 'now', () => now + 6_000);
  assert.deepEqual(
    (await listInstalledFonts(added)).map(({ name }) => name),
    ['Space Grotesk', 'Space Grotesk Light'],
  );
});

test('a new family is found at once by the document that names it', async () => {
  const added = path.join(folder, 'second');
  await mkdir(added);
  const document = { elements: [text('Space Grotesk')] };
  assert.deepEqual(await findInstalledFaces(added, document), []);
  await cp(grotesk, path.join(added, 'bold.woff2'));
  const now = performance.now();
  const { mock } = await import('node:test');
  const clock = mock.method(performance, 'now', () => now + 6_000);
  assert.equal((await findInstalledFaces(added, document)).length, 1);
  clock.mock.restore();
});
