import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { makeZip } from '../../../test/helpers/zip.ts';
import { withFullStorage } from '../../../test/helpers/full-workspace.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

const design = {
  width: 400,
  height: 200,
  pages: [
    {
      background: '#ffffff',
      children: [
        { type: 'image', name: 'Photo', src: 'photo.png', x: 0, y: 0, width: 200, height: 200 },
        {
          type: 'text',
          name: 'Title',
          text: 'Dear {name}',
          fontFamily: 'Acme Sans',
          x: 210,
          y: 20,
          width: 180,
          height: 40,
        },
        { type: 'video', name: 'Film', src: 'https://films.example/a.mp4' },
      ],
    },
  ],
};

const convert = (body: Uint8Array | string, query: Record<string, unknown> = {}) =>
  studio.call('convertDesign', { query: { name: 'card.json', ...query }, body: Buffer.from(body) });

const designZip = async () => {
  const blue = { width: 20, height: 20, channels: 3 as const, background: '#0000fe' };
  return makeZip([
    { name: 'card.json', content: JSON.stringify(design) },
    { name: 'photo.png', content: await sharp({ create: blue }).png().toBuffer() },
  ]);
};

const emptyPsd = Buffer.from('OEJQUwABAAAAAAAAAAQAAAAAAAAAAAAIAAMAAAAAAAAAAAAAAAAAAQ==', 'base64');

testOperation('convertDesign', {
  200: [
    { act: () => convert(JSON.stringify(design)) },
    { act: () => convert(JSON.stringify(design), { choice: 'LISTED', variables: '0,1', format: 'polotno' }) },
  ],
  400: [
    { act: () => convert('hello'), code: 'VALIDATION_ERROR' },
    { act: () => convert(makeZip([{ name: 'a.txt', content: '' }])), code: 'VALIDATION_ERROR' },
    { act: () => convert('{}', { format: 'paint' }), code: 'VALIDATION_ERROR' },
    // A picture of Photoshop without a size, and one whose head ends early.
    { act: () => convert(emptyPsd, { name: 'a.psd' }), code: 'VALIDATION_ERROR' },
    { act: () => convert(emptyPsd.subarray(0, 20), { name: 'a.psd' }), code: 'VALIDATION_ERROR' },
  ],
  409: [
    {
      act: () => withFullStorage(studio.db, studio.owner, async () => convert(await designZip())),
      code: 'STORAGE_LIMIT_REACHED',
    },
  ],
});

interface Conversion {
  readonly losses: { element: string; property: string }[];
  readonly missingFonts: string[];
  readonly fonts: { file: string; problem: string | null }[];
  readonly variables: { name: string; isChosen: boolean }[];
  readonly elements: { name: string; x: number; width: number }[];
  readonly page: { width: number; height: number };
  readonly picture: string;
  readonly template: string;
}

test('a .zip has its pictures beside it; the template can be created as it is', async () => {
  const red = { width: 20, height: 20, channels: 3 as const, background: '#ff0000' };
  const zip = makeZip([
    { name: 'card/card.json', content: JSON.stringify(design) },
    { name: 'card/photo.png', content: await sharp({ create: red }).png().toBuffer() },
    { name: 'fonts/bad.ttf', content: 'no font' },
  ]);
  const { json } = await convert(zip, { choice: 'LISTED', variables: '1' });
  const { losses, missingFonts, fonts, variables, elements, page, picture, template } = json as Conversion;
  assert.deepEqual(
    losses.map(({ element, property }) => `${element}: ${property}`),
    [': bad.ttf', 'Title: fontFamily', 'Film: video'],
  );
  assert.deepEqual(missingFonts, ['Acme Sans']);
  assert.deepEqual(
    fonts.map(({ file, problem }) => [file, problem]),
    [['bad.ttf', 'It is no font that can be read: TTF, OTF, WOFF and WOFF2 are.']],
  );
  assert.deepEqual(
    variables.map(({ name, isChosen }) => [name, isChosen]),
    [
      ['Photo', false],
      ['name', true],
    ],
  );
  assert.deepEqual(page, { width: 400, height: 200 });
  assert.deepEqual(
    elements.map(({ name, x, width }) => [name, x, width]),
    [
      ['Photo', 0, 0.5],
      ['Title', 0.525, 0.45],
    ],
  );
  const pixel = { left: 100, top: 100, width: 1, height: 1 };
  const shown = await sharp(Buffer.from(picture, 'base64')).extract(pixel).raw().toBuffer();
  assert.deepEqual([...shown.subarray(0, 3)], [255, 0, 0]);

  const created = await studio.call('createTemplate', {
    path: { projectId: studio.owner.projectId },
    query: { name: 'Spring card' },
    body: Buffer.from(template, 'base64'),
  });
  assert.equal(created.status, 201);
  const { name, draft } = created.json as { name: string; draft: { problemCount: number } };
  assert.deepEqual([name, draft.problemCount], ['Spring card', 0]);
});

test('each page of a file can be chosen', async () => {
  const text = (words: string) => ({
    type: 'text',
    name: words,
    text: words,
    fontFamily: 'Inter',
    height: 20,
  });
  const pages = [{ children: [text('Front')] }, { children: [text('Back')] }];
  const { json } = await convert(JSON.stringify({ pages }), { page: '1' });
  const { pages: names, variables } = json as { pages: string[]; variables: { value: string | null }[] };
  assert.deepEqual([names, variables.map(({ value }) => value)], [['Page 1', 'Page 2'], ['Back']]);
  const refused = await convert(JSON.stringify({ pages }), { page: '2' });
  assert.equal(refused.status, 400);
});

test('the template is compared with the picture of the design: what differs is a loss', async () => {
  const page = (inside: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">${inside}</svg>`;
  interface Compared {
    readonly original: string | null;
    readonly comparison: { share: number; differences: { x: number }[] } | null;
    readonly losses: { element: string; property: string }[];
  }
  const read = async (inside: string) => {
    const { json } = await convert(page(inside), { name: 'card.svg' });
    return json as Compared;
  };
  const same = await read('<rect id="Panel" x="20" y="20" width="60" height="60" fill="#246"/>');
  assert.deepEqual([same.comparison, same.losses], [{ share: 0, differences: [] }, []]);
  const { width, height } = await sharp(Buffer.from(same.original ?? '', 'base64')).metadata();
  assert.deepEqual([width, height], [200, 100]);
  // A picture of the design lies beside it, with something that its JSON has not.
  const zip = makeZip([
    {
      name: 'card.json',
      content: JSON.stringify({ ...design, pages: [{ background: '#ffffff', children: [] }] }),
    },
    {
      name: 'card.png',
      content: await sharp({ create: { width: 400, height: 200, channels: 3, background: '#ffffff' } })
        .composite([
          { input: { create: { width: 80, height: 80, channels: 3, background: '#a22' } }, left: 0, top: 0 },
        ])
        .png()
        .toBuffer(),
    },
  ]);
  const { json } = await convert(zip);
  const { comparison, losses } = json as Compared;
  assert.ok(Math.abs((comparison?.share ?? 0) - 0.08) < 0.01);
  assert.deepEqual(
    losses.map(({ element, property }) => [element, property]),
    [['', 'picture']],
  );
});
