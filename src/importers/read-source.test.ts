import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { undecoded } from '../../test/helpers/designs.ts';
import { makePresentation } from '../../test/helpers/presentation.ts';
import { makeZip } from '../../test/helpers/zip.ts';
import { convertInWorker } from './convert-in-worker.ts';
import { readSource } from './read-source.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'platen-designs-'));
  await mkdir(path.join(folder, 'designs/pictures'), { recursive: true });
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';
  for (const file of ['secret.svg', 'designs/pictures/own.svg'])
    await writeFile(path.join(folder, file), svg);
  await symlink(path.join(folder, 'secret.svg'), path.join(folder, 'designs/link.svg'));
});
after(() => rm(folder, { recursive: true }));

/** The losses of a design in the folder `designs` whose pictures have these addresses, by the address. */
async function getLosses(addresses: readonly string[]): Promise<Record<string, string>> {
  const children = addresses.map((src) => ({ type: 'image', name: src, src }));
  const { losses } = await convertInWorker(
    {
      design: {
        name: 'card.json',
        bytes: Buffer.from(JSON.stringify({ pages: [{ children }] })),
        folder: path.join(folder, 'designs'),
      },
      fonts: [],
      format: undefined,
      variables: 'none',
      fetching: { allow: [], maxBytes: 1_000_000, timeoutMs: 10_000 },
    },
    undecoded,
  );
  return Object.fromEntries(losses.map(({ element, reason }) => [element, reason]));
}

test('a design reads the files beside it, and no others', async () => {
  const others = ['../secret.svg', 'link.svg', 'pictures/../../secret.svg', path.join(folder, 'secret.svg')];
  const schemes = [`file://${folder}/secret.svg`, 'ftp://pictures.example/a.png'];
  const losses = await getLosses(['pictures/own.svg', ...others, ...schemes]);
  assert.deepEqual(Object.keys(losses).sort(), [...others, ...schemes].sort());
});

test('a design fetches nothing from addresses that are not public', async () => {
  const addresses = ['http://127.0.0.1:9/a.png', 'http://169.254.169.254/latest', 'http://[::1]/a.png'];
  const losses = await getLosses(addresses);
  for (const address of addresses) assert.match(losses[address] ?? '', /^The picture .*address/, address);
});

test('a .zip may be in another one, with more fonts beside it', async () => {
  const inner = makeZip([
    { name: 'card/card.json', content: '{}' },
    { name: 'card/photo.png', content: 'photo' },
    { name: 'card/own.otf', content: 'own' },
  ]);
  const open = (entries: Parameters<typeof makeZip>[0]) =>
    readSource({ name: 'card.zip.zip', bytes: makeZip(entries), folder: null });
  const { source, fonts } = await open([
    { name: 'card.zip', content: inner },
    { name: 'fonts/1/Acme.ttf', content: 'given' },
  ]);
  assert.equal(source.name, 'card.json');
  assert.equal(Buffer.from((await source.readBeside('photo.png')) ?? []).toString(), 'photo');
  assert.deepEqual(
    fonts.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]),
    [
      ['Acme.ttf', 'given'],
      ['own.otf', 'own'],
    ],
  );
  const deeper = makeZip([{ name: 'card.zip', content: inner }]);
  for (const entries of [
    [{ name: 'deeper.zip', content: deeper }],
    ['a.zip', 'b.zip'].map((name) => ({ name, content: inner })),
  ])
    await assert.rejects(open(entries), /The \.zip has no \.json, \.psd, \.pdf, \.ai, \.svg or \.pptx file/);
});

test('a presentation is read as it is, though it is a .zip; in a .zip it is the design', async () => {
  const bytes = makePresentation({ slides: [''] });
  const alone = await readSource({ name: 'card.pptx', bytes, folder: null });
  assert.equal(alone.source.bytes, bytes);
  const zipped = makeZip([
    { name: 'notes.txt', content: '' },
    { name: 'card.pptx', content: bytes },
  ]);
  const inside = await readSource({ name: 'card.zip', bytes: zipped, folder: null });
  assert.equal(inside.source.name, 'card.pptx');
  assert.deepEqual(Buffer.from(inside.source.bytes), bytes);
});

test('a .zip without a design is not called one that cannot be read', async () => {
  const open = (bytes: Uint8Array) => readSource({ name: 'a.zip', bytes, folder: null });
  await assert.rejects(open(makeZip([{ name: 'notes.txt', content: 'none' }])), {
    name: 'UnreadableDesign',
    message: 'The .zip has no .json, .psd, .pdf, .ai, .svg or .pptx file.',
  });
  await assert.rejects(
    open(Buffer.from('PK\u0003\u0004')),
    /^UnreadableDesign: It is not a \.zip that can be read/,
  );
});
