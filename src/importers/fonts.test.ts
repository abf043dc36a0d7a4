import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { undecoded } from '../../test/helpers/designs.ts';
import { namedFont } from '../../test/helpers/named-font.ts';
import { BUNDLED_FAMILIES } from '../render/fonts/bundled-fonts.ts';
import { FontBook } from '../render/fonts/font-book.ts';
import { listInstalledFonts } from '../render/fonts/installed-fonts.ts';
import { convertDesign } from './convert-design.ts';
import { FolderFiles } from './folder-files.ts';
import { DesignFonts } from './fonts.ts';

const fonts = new DesignFonts(new FolderFiles());
const book = new FontBook();

/** How wide letters are, in thousandths of the font size. */
function widths(family: string, letters: string): number[] {
  const { font, unitsPerEm } = book.stack(family, 400, 'normal').primary.shaping;
  return [...letters].map((letter) => {
    const glyph = font.nominalGlyph(letter.codePointAt(0) ?? 0) ?? 0;
    return Math.round((font.glyphHAdvance(glyph) / unitsPerEm) * 1_000);
  });
}

test('the common families have stand-ins whose letters are as wide', () => {
  // What the metrics of PostScript's base fonts say of "A", "a", "i", "W".
  const metrics = {
    Helvetica: [667, 556, 222, 944],
    'Times New Roman': [722, 444, 278, 944],
    'Courier New': [600, 600, 600, 600],
  };
  for (const [name, expected] of Object.entries(metrics)) {
    const { family, loss } = fonts.find(name);
    assert.deepEqual(widths(family, 'AaiW'), expected, family);
    assert.match(
      loss ?? '',
      new RegExp(`"${name}" is not there; "${family}", whose letters are as wide,`, 'u'),
    );
  }
});

test('a family is found by its name, then by its metrics, then by its looks, then by what is generic', () => {
  const families = Object.entries({
    'open-sans': 'Open Sans',
    'Arial, Roboto': 'Arimo',
    'Arial Black': 'Arimo',
    'Comic Neue, Roboto, sans-serif': 'Roboto',
    'Georgia, serif': 'Tinos',
    'Bodoni 72': 'Playfair Display',
    'Proxima Nova': 'Montserrat',
    'Comic Neue, serif': 'Playfair Display',
    'Source Han Sans SC': 'Noto Sans SC',
    'Bradley Hand': 'Caveat',
    'Brush Script MT': 'Caveat',
    'Arial Narrow': 'Roboto Condensed',
    'Oswald, sans-serif': 'Roboto Condensed',
    'Source Han Sans TC': 'Noto Sans TC',
    'PingFang HK': 'Noto Sans HK',
    'Apple Color Emoji': 'Noto Color Emoji',
    monospace: 'Cousine',
    'Comic Neue': 'Inter',
  });
  for (const [names, family] of families) assert.equal(fonts.find(names).family, family, names);
  assert.deepEqual(
    [300, 400].map((weight) => fonts.find('Helvetica Neue', weight).family),
    ['Inter', 'Arimo'],
  );
  for (const names of ['Roboto, Arial', 'montserrat', 'serif', 'monospace', ''])
    assert.equal(fonts.find(names).loss, null, names);
  assert.equal(
    fonts.find('Arial Black, Inter').loss,
    'The font "Arial Black" is not there; "Inter" stands in for it until its file is given.',
  );
});

test('a font whose family has the weight in its name is found by the family without it, too', () => {
  const own = new DesignFonts(new FolderFiles(), [{ name: 'quill.ttf', bytes: namedFont('Quill SemiBold') }]);
  assert.deepEqual(
    own.own.map((font) => font.family),
    ['Quill SemiBold', 'Quill'],
  );
  assert.equal(own.find('quill, sans-serif').loss, null);
  assert.deepEqual(own.given, [
    {
      file: 'quill.ttf',
      src: 'quill-semibold-400.ttf',
      family: 'Quill SemiBold',
      problem: null,
      isUsed: true,
    },
  ]);
});

test('fonts that an operator installed come after those of the design and of the catalogue', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-fonts-'));
  after(() => rm(folder, { recursive: true }));
  for (const family of ['Oswald', 'Quill', 'Open-Sans'])
    await writeFile(path.join(folder, `${family}.ttf`), namedFont(family));
  const installed = await listInstalledFonts(folder);
  const service = new DesignFonts(new FolderFiles(), [], installed);
  assert.deepEqual(service.find('oswald, sans-serif'), { family: 'Oswald', loss: null });
  assert.deepEqual(service.find('Acme, Quill').family, 'Quill');
  assert.deepEqual(service.find('open sans'), { family: 'Open Sans', loss: null });
  assert.deepEqual(service.missing, ['Acme']);
  assert.deepEqual(service.own, []);
  // Lines have their baseline where the font itself has it; its letters are those of Arimo.
  const metrics = ['Quill', 'Arimo', 'Inter'].map((fontFamily) => service.metrics({ fontFamily }));
  assert.deepEqual(metrics[0], metrics[1]);
  assert.notDeepEqual(metrics[0], metrics[2]);
  // Texts of SVG pictures do not have these fonts.
  const inPicture = service.findInPicture('Oswald');
  assert.equal(inPicture.family, 'Roboto Condensed');
  assert.match(inPicture.loss ?? '', /"Oswald" is not there/u);

  const file = { name: 'quill.ttf', bytes: namedFont('Quill') };
  const own = new DesignFonts(new FolderFiles(), [file], installed);
  assert.deepEqual(own.find('quill'), { family: 'Quill', loss: null });
  assert.equal(own.given[0]?.isUsed, true);
});

test('a font with the weight in its name does not replace an installed family', () => {
  const installed = [{ name: 'Quill', language: null, faces: [] }];
  const given = [{ name: 'quill.ttf', bytes: namedFont('Quill SemiBold') }];
  const own = new DesignFonts(new FolderFiles(), given, installed);
  assert.deepEqual(
    own.own.map(({ family }) => family),
    ['Quill SemiBold'],
  );
});

test('families that are not there are asked for; files that are not used, or no fonts, are named', () => {
  const bytes = readFileSync(BUNDLED_FAMILIES.find(({ name }) => name === 'Lato')?.faces[0]?.path ?? '');
  const given = [
    { name: 'lato.ttf', bytes },
    { name: 'page.woff2', bytes: Buffer.from('<!doctype html>') },
  ];
  const own = new DesignFonts(new FolderFiles(), given);
  for (const names of ['Acme Sans, Inter', 'acme-sans', 'Arial', 'Roboto']) own.find(names);
  assert.deepEqual(own.missing, ['acme-sans', 'Arial']);
  assert.deepEqual(own.given, [
    { file: 'lato.ttf', src: 'lato-250.ttf', family: 'Lato', problem: null, isUsed: false },
    {
      file: 'page.woff2',
      src: null,
      family: null,
      isUsed: false,
      problem: 'It is no font that can be read: TTF, OTF, WOFF and WOFF2 are.',
    },
  ]);
  assert.deepEqual([own.has('lato'), own.has('Acme Sans')], [true, false]);
});

test('a font file that is refused when it is checked is named', async () => {
  const bytes = namedFont('Acme Sans');
  bytes.fill(0, 4_000);
  const children = [{ type: 'text', text: 'a', fontFamily: 'Acme Sans', width: 9, height: 9 }];
  const design = Buffer.from(JSON.stringify({ width: 9, height: 9, pages: [{ children }] }));
  const source = { name: 'card.json', bytes: design, readBeside: () => Promise.resolve(null) };
  const fonts = [{ name: 'Acme Bold.ttf', bytes }];
  await assert.rejects(
    convertDesign(source, { variables: 'none', fonts, fetchImage: null }, undecoded),
    /^UnreadableDesign: The font file Acme Bold\.ttf cannot be used: /,
  );
});

test('a font behind an address is no loss if its file is given', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 20"><style>
    @font-face { font-family: "Acme Sans"; src: url(https://fonts.example/acme.woff2) }
    </style><text y="15" font-family="Acme Sans">Hello</text></svg>`;
  const source = { name: 'card.svg', bytes: Buffer.from(svg), readBeside: () => Promise.resolve(null) };
  const convert = (fonts: { name: string; bytes: Uint8Array }[]) =>
    convertDesign(source, { variables: 'none', fonts, fetchImage: null }, undecoded);
  const { losses, missingFonts } = await convert([]);
  assert.deepEqual(
    [losses.map(({ property }) => property).sort(), missingFonts],
    [['@font-face Acme Sans', 'fontFamily'], ['Acme Sans']],
  );
  const given = await convert([{ name: 'acme.ttf', bytes: namedFont('Acme Sans') }]);
  assert.deepEqual([given.losses, given.missingFonts], [[], []]);
});
