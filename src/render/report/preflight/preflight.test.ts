import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import sharp from 'sharp';

import {
  barcode,
  chart,
  ellipse,
  group,
  image,
  line,
  path,
  qrcode,
  rect,
  render,
  solid,
  text,
} from '../../../../test/helpers/scenes.ts';
import { inkColor, processInks, spotInks } from '../../inks/ink-color.ts';
import type { Cmyk } from '../../../common/colors/ink-colors.ts';
import type { RenderWarning } from '../../layout-report.ts';
import type { SceneElement } from '../../scene/elements.ts';
import type { Scene } from '../../scene/scene.ts';

const PX_PER_PT = 96 / 72;
const PX_PER_MM = 96 / 25.4;
const black = solid('#000000ff');
/** A colour that prints with several inks. */
const red = '#c01030ff';
const ink = (...cmyk: Cmyk): string => inkColor('#336699ff', processInks(cmyk));
const box = { x: 20, y: 20, width: 40, height: 30 };

/** The warnings of the preflight of a page. */
async function inspect(
  elements: readonly SceneElement[],
  scene: Partial<Scene> = {},
  files: Readonly<Record<string, Uint8Array>> = {},
): Promise<readonly RenderWarning[]> {
  const { warnings } = await render(
    { width: 400, height: 300, intent: 'print', bleed: 10, elements, ...scene },
    { output: { format: 'pdf', dpi: 300, preflight: true }, files, isLayoutOnly: true },
  );
  for (const { detail, severity } of warnings) {
    assert.ok(severity !== undefined);
    assert.ok(detail.length <= 300, detail);
  }
  return warnings;
}

/** Each warning as `element CODE`, with a `?` after those that are advice. */
async function list(...given: Parameters<typeof inspect>): Promise<string[]> {
  const warnings = await inspect(...given);
  return warnings.map(
    ({ elementId, code, severity }) => `${elementId} ${code}${severity === 'advice' ? '?' : ''}`,
  );
}

const png = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#446688' } })
    .png()
    .toBuffer();

const svg = (inside: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inside}</svg>`);

const letters = (
  id: string,
  points: number,
  color = red,
  given: Partial<SceneElement> = {},
): SceneElement => {
  const { runs, ...rest } = text('Small print', points * PX_PER_PT, { id, ...box, width: 300, height: 60 });
  return { ...rest, runs: runs.map((run) => ({ ...run, color: solid(color) })), ...given } as SceneElement;
};

test('only renders that ask for it have it', async () => {
  const { warnings } = await render(
    { intent: 'print', elements: [line({ ...box, stroke: { color: red, width: 0.1, dash: [] } })] },
    { output: { format: 'pdf', dpi: 300 } },
  );
  assert.deepEqual(warnings, []);
});

test('lines below 0.25 pt are named, wherever they are from', async () => {
  const thin = { color: '#000000ff', width: 0.24 * PX_PER_PT, dash: [] };
  const enough = { ...thin, width: 0.25 * PX_PER_PT };
  const skewed = { skewX: 60 };
  assert.deepEqual(
    await list([
      line({ id: 'line', ...box, stroke: thin }),
      line({ id: 'fine', ...box, stroke: enough }),
      rect({ id: 'frame', ...box, stroke: thin, rotation: 30 }),
      ellipse({ id: 'ring', ...box, stroke: thin, opacity: 0.5 }),
      path({ id: 'curve', ...box, d: 'M0 0L9 9', viewBox: [0, 0, 9, 9], stroke: thin }),
      rect({ id: 'bar', ...box, width: 0.3, fill: black }),
      rect({ id: 'wide bar', ...box, width: 0.4, fill: black }),
      path({ id: 'filled', ...box, height: 0.3, d: 'M0 0H9V9H0Z', viewBox: [0, 0, 9, 9], fill: black }),
      group({ id: 'around', ...box, ...skewed, elements: [line({ id: 'skewed', ...box, stroke: enough })] }),
      group({
        id: 'back',
        ...box,
        background: { fill: null, stroke: thin, cornerRadius: [0, 0, 0, 0], shadow: null },
        elements: [],
      }),
      line({ id: 'unseen', ...box, stroke: { ...thin, color: '#00000000' } }),
      text('Outlined', 20, { id: 'outlined', ...box, width: 200, stroke: thin }),
    ]),
    ['line', 'frame', 'ring', 'curve', 'bar', 'filled', 'skewed', 'back', 'outlined'].map(
      (id) => `${id} LINE_TOO_THIN`,
    ),
  );
  const [first] = await inspect([line({ id: 'line', ...box, stroke: thin })], { unit: 'mm' });
  assert.equal(
    first?.detail,
    'A line is 0.24 pt wide on the page (0.08 mm). Below 0.25 pt (0.09 mm) lines break or disappear on ' +
      'a press: make it 1.05 times as wide.',
  );
});

test('lines of pictures and charts have the size that they have on the page', async () => {
  const drawing = svg('<path d="M10 10H90" stroke="#000" fill="none"/>');
  const files = { 'a.svg': drawing };
  const shown = (id: string, side: number): SceneElement =>
    image({ id, x: 20, y: 20, width: side, height: side, asset: 'a.svg', fit: 'contain' });
  // One of a hundred units is 0.25 pt wide in a third of 100 px.
  assert.deepEqual(await list([shown('small', 32), shown('large', 34)], {}, files), ['small LINE_TOO_THIN']);
  const spec = {
    data: {
      values: [
        { a: 1, b: 2 },
        { a: 3, b: 4 },
      ],
    },
    mark: { type: 'line', strokeWidth: 0.2 },
    encoding: { x: { field: 'a', type: 'quantitative' }, y: { field: 'b', type: 'quantitative' } },
  };
  const found = await list([chart({ id: 'chart', x: 20, y: 20, width: 300, height: 200, spec })]);
  assert.ok(found.includes('chart LINE_TOO_THIN'), found.join());
});

test('small letters in several inks are named, and black with other inks up to 12 pt', async () => {
  const spot = inkColor('#aa8844ff', spotInks({ name: 'Gold', tint: 0.6, cmyk: [0, 0.2, 0.6, 0.2] }));
  assert.deepEqual(
    await list([
      letters('small', 4.9),
      letters('five', 5),
      letters('cmyk', 4, ink(0.2, 0.3, 0, 0)),
      letters('one', 4, ink(1, 0, 0, 0)),
      letters('spot', 4, spot),
      letters('grey', 4, '#777777ff'),
      letters('shown through', 4, '#77777780'),
      letters('turned', 4, red, { y: 150, rotation: 45 }),
      group({ id: 'skewed', ...box, skewX: 60, elements: [letters('narrow', 6)] }),
      letters('rich', 11.9, '#111827ff'),
      letters('rich cmyk', 9, inkColor('#000000ff', processInks([0.6, 0.4, 0.4, 1]))),
      letters('headline', 12, '#111827ff'),
      letters('blue', 9, '#10309fff'),
    ]),
    [
      'small TEXT_TOO_SMALL',
      'cmyk TEXT_TOO_SMALL',
      'turned TEXT_TOO_SMALL',
      'narrow TEXT_TOO_SMALL',
      'rich BLACK_TOO_RICH',
      'rich cmyk BLACK_TOO_RICH',
    ],
  );
});

test('letters with an outline in another ink are in several inks', async () => {
  const gold = inkColor('#b0904aff', spotInks({ name: 'Gold', tint: 1, cmyk: [0.2, 0.35, 0.75, 0.1] }));
  const small = (id: string, color: string, outline: string): SceneElement =>
    letters(id, 4, color, { stroke: { color: outline, width: 1, join: 'round' } });
  assert.deepEqual(
    await list([
      small('both', gold, '#000000ff'),
      small('gold', gold, gold),
      small('white', gold, '#ffffffff'),
      small('spot and process', '#000000ff', ink(1, 0, 0, 0)),
    ]),
    ['both TEXT_TOO_SMALL', 'spot and process TEXT_TOO_SMALL'],
  );
});

test('greys of a page that blends in sRGB are several inks, except those that are drawn apart', async () => {
  const multiplied = rect({ id: 'over', ...box, fill: solid(red), blendMode: 'multiply' });
  const below = letters('below', 4, '#777777ff');
  const apart = letters('apart', 4, '#777777ff', { y: 200 });
  assert.deepEqual(await list([below, apart, multiplied]), ['below TEXT_TOO_SMALL']);
});

test('total ink counts spot inks, opacity, and what is below inks that overprint or multiply', async () => {
  const filled = (id: string, color: string, given: Partial<SceneElement> = {}): SceneElement =>
    ({ ...rect({ id, ...box, fill: solid(color) }), ...given }) as SceneElement;
  const heavy = ink(0.9, 0.8, 0.8, 0.81);
  const gold = inkColor('#aa8844ff', spotInks({ name: 'Gold', tint: 1, cmyk: [0, 0.2, 0.6, 0.2] }));
  const cmy = ink(0.9, 0.8, 0.8, 0);
  assert.deepEqual(await list([filled('heavy', heavy)]), ['heavy INK_EXCEEDED']);
  assert.deepEqual(await list([filled('allowed', ink(0.9, 0.8, 0.8, 0.8))]), []);
  assert.deepEqual(await list([filled('faint', heavy, { opacity: 0.9 })]), []);
  assert.deepEqual(await list([filled('srgb', '#000001ff')]), []);
  assert.deepEqual(await list([letters('text', 20, heavy)]), ['text INK_EXCEEDED']);
  assert.deepEqual(await list([], { background: solid(heavy) }), ['background INK_EXCEEDED']);
  const uncoated: Partial<Scene> = { outputProfile: { name: 'FOGRA47' } };
  assert.deepEqual(await list([filled('uncoated', ink(0.8, 0.75, 0.75, 0.75))], uncoated), [
    'uncoated INK_EXCEEDED',
  ]);
  const stacked = (given: Partial<SceneElement>): Promise<string[]> =>
    list([filled('below', cmy), filled('above', gold, given)]);
  assert.deepEqual(await stacked({}), []);
  assert.deepEqual(await stacked({ overprint: true }), ['above INK_EXCEEDED']);
  assert.deepEqual(await stacked({ blendMode: 'multiply' }), ['above INK_EXCEEDED']);
  assert.deepEqual(await stacked({ overprint: true, x: 200 }), []);
  const inGroup = group({
    id: 'turned',
    ...box,
    rotation: 90,
    overprint: true,
    elements: [filled('inside', gold, { x: 0, y: 0 })],
  });
  assert.deepEqual(await list([filled('below', cmy), inGroup]), ['inside INK_EXCEEDED']);
  const covered = [
    filled('below', cmy),
    filled('white', '#ffffffff'),
    filled('above', gold, { overprint: true }),
  ];
  assert.deepEqual(await list(covered), []);
  const [found] = await inspect([filled('below', cmy), filled('above', gold, { overprint: true })]);
  assert.equal(
    found?.detail,
    'It has 350 % of ink over "below" (Gold 100 %, cyan 90 %, magenta 80 %, yellow 80 %), and paper ' +
      'of FOGRA39 takes 330 %: more does not dry, and comes off on other sheets. Use less of its inks.',
  );
  const { overprint: _, ...headline } = letters('headline', 40, '#000000ff', { height: 90 });
  const wide = filled('below', cmy, { width: 300, height: 100 });
  assert.deepEqual(await list([wide, headline as SceneElement]), ['headline INK_EXCEEDED']);
});

test('what ends between the trim and the edge of the bleed is named, with how far to extend it', async () => {
  const fill = black;
  const area = (id: string, x: number, y: number, width: number, height: number): SceneElement =>
    rect({ id, x, y, width, height, fill });
  assert.deepEqual(
    await list([
      area('inside', 1, 1, 398, 298),
      area('at the trim', 0, 50, 100, 20),
      area('short', -5, 50, 100, 20),
      area('bleeds', -10, 50, 100, 20),
      area('beyond', 350, 50, 200, 20),
      area('off the page', -8, 50, 5, 20),
      ellipse({ id: 'round', x: 380, y: 100, width: 25, height: 25, fill }),
      line({
        id: 'rule',
        x: 50,
        y: 290,
        width: 0,
        height: 15,
        stroke: { color: '#000000ff', width: 2, dash: [] },
      }),
      group({
        id: 'clipped',
        x: 0,
        y: 0,
        width: 400,
        height: 300,
        clip: 'box',
        elements: [area('cut by its group', -10, 50, 100, 20)],
      }),
      group({
        id: 'turned',
        x: 100,
        y: -5,
        width: 20,
        height: 20,
        rotation: 90,
        elements: [area('in it', 0, 0, 20, 20)],
      }),
    ]),
    ['at the trim', 'short', 'round', 'rule', 'cut by its group', 'in it'].map((id) => `${id} BLEED_SHORT`),
  );
  const [found] = await inspect([rect({ id: 'short', x: -5, y: -2, width: 100, height: 20, fill })], {
    unit: 'mm',
  });
  assert.equal(
    found?.detail,
    'It ends 1.32 mm beyond the left edge of the page, and the bleed is 2.65 mm: after cutting a line of ' +
      'paper may show. Extend it by 1.32 mm (left and top), or end it inside the page.',
  );
  const photo = { 'a.png': await png(500, 400) };
  const picture = image({ id: 'photo', x: -4, y: 20, width: 100, height: 80, asset: 'a.png' });
  assert.deepEqual(await list([picture], {}, photo), ['photo BLEED_SHORT']);
});

test('edges of what is turned, round or a line are judged where they are', async () => {
  const fill = black;
  const stroke = { color: '#000000ff', width: 8, dash: [] };
  const background = { fill, stroke: null, shadow: null, cornerRadius: [0, 0, 0, 0] as const };
  const wide = { x: 340, y: 20, width: 70, height: 200, fill };
  const found = await inspect([
    // The lower right corner is 6.5 px beyond the right edge of the page, the upper one 13.5 px.
    rect({ id: 'turned', ...wide, rotation: 2 }),
    rect({ id: 'far', ...wide, width: 90, rotation: 2 }),
    rect({ id: 'corner', x: 370, y: 200, width: 40, height: 40, fill, rotation: 45 }),
    group({
      id: 'around',
      ...wide,
      rotation: 2,
      elements: [],
      background,
    }),
    // A square around the disk would reach 16 px beyond the edge.
    ellipse({ id: 'disk', x: 325, y: 100, width: 80, height: 80, fill, rotation: 45 }),
    line({ id: 'butt', x: 50, y: 290, width: 0, height: 15, stroke }),
    line({ id: 'square', x: 80, y: 290, width: 0, height: 16, stroke: { ...stroke, cap: 'square' } }),
    path({
      id: 'corners',
      x: 100,
      y: 290,
      width: 30,
      height: 15,
      d: 'M0 0H2V1H0Z',
      viewBox: [0, 0, 2, 1],
      fill,
    }),
  ]);
  const expected = ['turned', 'around', 'disk', 'butt', 'corners'];
  assert.deepEqual(
    found.map(({ elementId, code }) => `${elementId} ${code}`),
    expected.map((id) => `${id} BLEED_SHORT`),
  );
  assert.match(found[0]?.detail ?? '', /^It ends 6(\.\d+)? px beyond the right edge/u);
});

test('cut contours, which overprint in a spot ink, may stand at the trim', async () => {
  const contour = inkColor('#ff00ffff', spotInks({ name: 'CutContour', tint: 1, cmyk: [0, 1, 0, 0] }));
  const edge = { x: 0, y: 0, width: 400, height: 300 };
  const cut = (id: string, color: string, overprint: boolean): SceneElement =>
    rect({ id, ...edge, stroke: { color, width: 1, dash: [] }, overprint });
  assert.deepEqual(await list([cut('cut', contour, true)]), []);
  assert.deepEqual(await list([cut('frame', '#000000ff', true), cut('gold', contour, false)]), [
    'frame BLEED_SHORT',
    'gold BLEED_SHORT',
  ]);
});

test('a page without bleed has advice for what reaches its edge', async () => {
  const edge = rect({ id: 'edge', x: 0, y: 0, width: 50, height: 20, fill: black });
  assert.deepEqual(await list([edge], { bleed: 0 }), ['edge BLEED_SHORT?']);
  assert.deepEqual(await list([], { bleed: 0, background: solid('#eeeeeeff') }), ['background BLEED_SHORT?']);
  assert.deepEqual(await list([{ ...edge, x: 5, y: 5 }], { bleed: 0 }), []);
});

test('pictures are judged by their pixels in their size on the page', async () => {
  const files = { 'a.png': await png(300, 200) };
  const half = { crop: { x: 0, y: 0, width: 0.5, height: 0.5 } };
  const shown = (id: string, perInch: number, given: Partial<SceneElement> = {}): SceneElement =>
    ({
      ...image({
        id,
        x: 20,
        y: 20,
        width: (300 / perInch) * 96,
        height: (200 / perInch) * 96,
        asset: 'a.png',
      }),
      ...given,
    }) as SceneElement;
  assert.deepEqual(
    await list(
      [
        shown('enough', 300),
        shown('soft', 250),
        shown('coarse', 149),
        shown('turned', 300, { x: 200, y: 200, rotation: 45 }),
        shown('cropped', 300, half),
        group({ id: 'skewed', ...box, skewX: 60, elements: [shown('stretched', 300)] }),
        shown('blurred', 100, { blur: 5 }),
      ],
      { width: 4000, height: 3000 },
      files,
    ),
    [
      'soft IMAGE_LOW_RESOLUTION?',
      'coarse IMAGE_LOW_RESOLUTION',
      'cropped IMAGE_LOW_RESOLUTION?',
      'stretched IMAGE_LOW_RESOLUTION',
    ],
  );
  const [found] = await inspect([shown('coarse', 149)], {}, files);
  assert.equal(
    found?.detail,
    'The picture has 300 × 200 pixels, which makes 149 an inch in its size on the page. Print wants 300, ' +
      'and below 150 pixels are seen. A picture of 605 × 403 pixels has enough.',
  );
});

test('pictures of two colours need more pixels', async () => {
  const drawing = await sharp(await png(300, 200))
    .toColourspace('b-w')
    .threshold()
    .png({ palette: true, colours: 2 })
    .toBuffer();
  assert.equal((await sharp(drawing).metadata()).bitsPerSample, 1);
  const shown = (id: string, perInch: number): SceneElement =>
    image({ id, x: 20, y: 20, width: (300 / perInch) * 96, height: (200 / perInch) * 96, asset: 'a.png' });
  assert.deepEqual(
    await list([shown('300', 300), shown('600', 600), shown('800', 800)], {}, { 'a.png': drawing }),
    ['300 IMAGE_LOW_RESOLUTION', '600 IMAGE_LOW_RESOLUTION?'],
  );
});

test('codes in several inks need larger modules', async () => {
  // 21 modules, and 4 of clear space on both sides.
  const code = (id: string, millimetres: number, color: string): SceneElement =>
    qrcode({
      id,
      x: 20,
      y: 20,
      width: 29 * millimetres * PX_PER_MM,
      height: 29 * millimetres * PX_PER_MM,
      value: 'AB',
      color,
    });
  const dark = '#101840ff';
  assert.deepEqual(await list([code('one', 0.45, '#000000ff')]), []);
  assert.deepEqual(await list([code('several', 0.45, dark)]), ['several CODE_TOO_SMALL']);
  assert.deepEqual(await list([code('large', 0.6, dark)]), []);
  assert.deepEqual(await list([code('tiny', 0.2, dark)]), ['tiny CODE_TOO_SMALL']);
  const bars = barcode({
    id: 'bars',
    x: 120,
    y: 120,
    width: 120,
    height: 60,
    value: '12345',
    symbology: 'code128',
    color: dark,
  });
  assert.ok((await list([{ ...bars, rotation: 90 }])).includes('bars CODE_TOO_SMALL'));
});

test('rows of a table, and entries of a repeat, have one warning together', async () => {
  const entry = (index: number): SceneElement =>
    group({
      id: `label[${index}]`,
      x: 20,
      y: 20 + index * 20,
      width: 100,
      height: 20,
      isEntry: true,
      elements: [letters(`name[${index}]`, 4, red, { x: 0, y: 0 })],
    });
  const warnings = await inspect([entry(0), entry(1), entry(2)]);
  assert.equal(warnings.length, 1);
  assert.equal(warnings[0]?.elementId, 'name[0]');
  assert.match(warnings[0].detail, / In its list 2 more elements have the same\.$/u);
});

/** A font whose OS/2 table has these licence bits (OpenType, OS/2 `fsType`). */
async function readFontWith(fsType: number): Promise<Buffer> {
  const file = new URL('../../../../test/visual/assets/variable.ttf', import.meta.url);
  const font = Buffer.from(await readFile(file));
  const record = font.indexOf('OS/2', 12, 'latin1');
  font.writeUInt16BE(fsType, font.readUInt32BE(record + 8) + 8);
  return font;
}

test('fonts that forbid embedding are named once, by the first element that has them', async () => {
  const use = async (fsType: number, family: string) => {
    const lines = ['a', 'b'].map((id) => {
      const element = text('Name', 20, { id, ...box, width: 300, height: 60 });
      return {
        ...element,
        runs: element.runs.map((run) => ({ ...run, fontFamily: family })),
      };
    });
    const fonts = [{ family, weight: 400, style: 'normal' as const, asset: 'font.ttf' }];
    return await list(lines, { fonts }, { 'font.ttf': await readFontWith(fsType) });
  };
  // Restricted licence; bitmaps only.
  assert.deepEqual(await use(0x0002, 'Restricted'), ['a FONT_NOT_EMBEDDED']);
  assert.deepEqual(await use(0x0200, 'Bitmaps'), ['a FONT_NOT_EMBEDDED']);
  // Installable; preview and print; editable.
  assert.deepEqual(await use(0x0000, 'Installable'), []);
  assert.deepEqual(await use(0x0004, 'Print'), []);
  assert.deepEqual(await use(0x0008, 'Editable'), []);
});
