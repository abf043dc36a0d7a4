import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { getFirst, undecoded } from '../../test/helpers/designs.ts';
import { namedFont } from '../../test/helpers/named-font.ts';
import { makeZip } from '../../test/helpers/zip.ts';
import { convertInWorker, type ConversionRequest } from './convert-in-worker.ts';
import { UnreadableDesign } from './design.ts';

const requestFor = (content: string): ConversionRequest => ({
  design: { name: 'card.zip', bytes: makeZip([{ name: 'a/card.json', content }]), folder: null },
  fonts: [],
  format: undefined,
  variables: 'marked',
  fetching: null,
});
const card = JSON.stringify({ pages: [{ children: [{ type: 'figure', name: 'Panel' }] }] });

test('a design in a .zip is read in a thread', async () => {
  const { format, kept, names } = await convertInWorker(requestFor(card), undecoded);
  assert.deepEqual([format, kept, [...names.values()]], ['polotno', 1, ['Panel']]);
});

test('what the thread refuses is refused', async () => {
  await assert.rejects(convertInWorker(requestFor('[]'), undecoded), UnreadableDesign);
});

test('a design keeps the fonts that an operator installed', async () => {
  const fontsDir = await mkdtemp(path.join(tmpdir(), 'platen-fonts-'));
  after(() => rm(fontsDir, { recursive: true }));
  await writeFile(path.join(fontsDir, 'quill.ttf'), namedFont('Quill'));
  const text = { type: 'text', text: 'a', fontFamily: 'quill', width: 90, height: 20 };
  const request = requestFor(JSON.stringify({ pages: [{ children: [text] }] }));
  const { document, losses, missingFonts } = await convertInWorker(request, { ...undecoded, fontsDir });
  assert.deepEqual([losses, missingFonts], [[], []]);
  assert.equal(getFirst(document.elements, 'text').fontFamily, 'Quill');
  const without = await convertInWorker(request, undecoded);
  assert.deepEqual(without.missingFonts, ['quill']);
});

test('an abort ends the thread, with the reason of the signal', async () => {
  const gone = new Error('the client is gone');
  await assert.rejects(convertInWorker(requestFor(card), undecoded, AbortSignal.abort(gone)), gone);
  const later = new AbortController();
  const converted = convertInWorker(requestFor(card), undecoded, later.signal);
  setImmediate(() => later.abort(gone));
  await assert.rejects(converted, gone);
});
