import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { PDFArray, PDFDocument, PDFName, type PDFRef } from 'pdf-lib';
import type { TemplateElement, TextElement } from '../../../generated/template.ts';
import { getDesign, getFirst, getLosses, undecoded } from '../../../test/helpers/designs.ts';
import { similarity } from '../../../test/importers/similarity.ts';
import { convertFile } from '../../../test/importers/convert-file.ts';
import { render, text as textElement } from '../../../test/helpers/scenes.ts';
import { convertDesign } from '../convert-design.ts';
import type { ConversionOptions, ConvertedDesign } from '../design.ts';

const folder = new URL('../../../test/importers/pdf/', import.meta.url);

const convert = async (bytes: Uint8Array, options: Partial<ConversionOptions> = {}) =>
  await convertDesign(
    getDesign('page.pdf', bytes),
    { variables: 'none', fetchImage: null, ...options },
    undecoded,
  );

/** All elements, those of groups in their place. */
function flat(elements: readonly TemplateElement[]): TemplateElement[] {
  return elements.flatMap((element) => (element.type === 'group' ? flat(element.elements) : [element]));
}

function textOf({ text, runs }: TextElement): string {
  return text ?? (runs ?? []).map((run) => run.text).join('');
}

function textsOf({ document }: ConvertedDesign): string[] {
  return flat(document.elements).flatMap((element) => (element.type === 'text' ? [textOf(element)] : []));
}

interface Drawn {
  readonly resources?: (document: PDFDocument) => Record<string, unknown>;
  readonly rotate?: number;
}

/** A page of 200 × 100 points with these operators. `F1` is Helvetica, which no file has to contain. */
async function draw(
  operators: string,
  { resources = () => ({}), rotate = 0 }: Drawn = {},
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([200, 100]);
  const { context } = document;
  const font = context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' });
  page.node.set(PDFName.of('Contents'), context.register(context.stream(operators)));
  page.node.set(
    PDFName.of('Resources'),
    context.obj({ Font: { F1: font }, ...resources(document) } as Parameters<typeof context.obj>[0]),
  );
  if (rotate !== 0) page.node.set(PDFName.of('Rotate'), context.obj(rotate));
  return await document.save({ useObjectStreams: false });
}

const programs: readonly (readonly [string, readonly string[], number])[] = [
  ['chromium', ['Summer Fair', 'Open air concert', 'Tickets at the door or at\nwww.example.org/fair'], 0.95],
  ['typst', ['Annual Report 2026', 'Coffee beans', 'Sum of 𝑥2 + 𝑦2 = 𝑧2 and efficient offices.'], 0.9],
  ['cairo', ['Ada Lovelace', 'ada@example.org'], 0.93],
  ['libreoffice', ['Ada Lovelace', 'Analyst and first programmer', 'ada@example.org'], 0.93],
];

for (const [program, texts, least] of programs)
  test(`a page of ${program} has its texts as texts, and looks as in the file`, async () => {
    const file = new URL(`${program}.pdf`, folder);
    const found = textsOf(await convert(await readFile(file)));
    for (const text of texts) assert.ok(found.includes(text), `${text} is not in ${found.join(' | ')}`);
    const drawOriginal = ({ picture }: { readonly picture: Uint8Array | null }) =>
      Promise.resolve(picture === null ? null : { picture, gaps: [] });
    const { rendered, original } = await convertFile(file.pathname, 'pdf', { drawOriginal }, []);
    assert.ok(original !== null);
    const ssim = (await similarity(rendered, { picture: original, gaps: [] })) ?? 0;
    assert.ok(ssim >= least, `${program}: ${ssim}`);
  });

test('lines of one paragraph are one text that breaks by itself', async () => {
  const converted = await convert(await readFile(new URL('typst.pdf', folder)));
  const paragraph = flat(converted.document.elements).find(
    (element) => element.type === 'text' && textOf(element).startsWith('Lorem ipsum'),
  ) as TextElement;
  assert.match(textOf(paragraph), /eiusmod tempor .* possit\. At\.$/u);
  assert.deepEqual([paragraph.align, paragraph.wrap], ['justify', undefined]);
});

test('a page with nothing but paths has them with their paints, strokes and clips', async () => {
  const { document, losses } = await convert(
    await draw(
      '1 0 0 rg 10 10 50 30 re f ' +
        '0 0 1 RG 2 w [4 2] 0 d 10 50 m 60 90 l S ' +
        'q 100 10 40 40 re W n 0 1 0 rg 90 0 30 100 re f Q ' +
        'q 0 0 1 rg 150 20 m 190 20 l 170 60 l h W* n 140 0 60 100 re f Q',
    ),
  );
  assert.deepEqual(losses, []);
  assert.deepEqual([document.viewport, document.viewportUnit], [{ width: 200, height: 100 }, 'pt']);
  const [rect, line, cut, masked] = document.elements;
  assert.deepEqual([rect?.type, rect?.x, rect?.y, rect?.width, rect?.height], ['rect', 10, 60, 50, 30]);
  assert.deepEqual(line?.type === 'path' || line?.type === 'line' ? line.stroke : null, {
    color: '#0000ff',
    width: 2,
    dash: [4, 2],
    miterLimit: 10,
  });
  assert.deepEqual([cut?.type, cut?.x, cut?.width], ['group', 100, 40]);
  assert.ok(masked?.type === 'group');
});

test('a clip that cuts nothing is left out, and what it hides as well', async () => {
  const { document } = await convert(
    await draw('q 0 0 200 100 re W n 0 0 1 rg 10 10 20 20 re f Q q 0 0 5 5 re W n 50 50 9 9 re f Q'),
  );
  assert.deepEqual(
    document.elements.map(({ type }) => type),
    ['rect'],
  );
});

test('text has its place, size, colour and spaces; letters that are nowhere seen are not there', async () => {
  const converted = await convert(
    await draw(
      'BT /F1 12 Tf 0.2 0.4 0.6 rg 20 70 Td [(Hel) -20 (lo) -400 (wo) 30 (rld)] TJ ET ' +
        'BT /F1 10 Tf 0 g 2 Tc 20 40 Td (SPACED) Tj ET ' +
        'BT 3 Tr /F1 10 Tf 0 Tc 20 20 Td (hidden) Tj ET',
    ),
  );
  assert.deepEqual(textsOf(converted), ['Hello world', 'SPACED']);
  const text = getFirst(converted.document.elements, 'text');
  assert.deepEqual([text.x, text.fontSize, text.color], [20, 12, '#336699']);
  assert.ok(Math.abs(Number(text.y) + Number(text.height) / 2 - 26) < 3, `${text.y} ${text.height}`);
  assert.deepEqual(converted.missingFonts, ['Helvetica']);
});

test('small letters above a line stay in it', async () => {
  const converted = await convert(
    await draw('BT /F1 12 Tf 20 50 Td (12 m) Tj /F1 7 Tf 4 Ts (2) Tj 0 Ts /F1 12 Tf ( wide) Tj ET'),
  );
  const { runs } = getFirst(converted.document.elements, 'text');
  assert.equal((runs ?? []).map((run) => run.text).join(''), '12 m2 wide');
  assert.equal(runs?.[1]?.baselineShift, 4);
});

test('columns, rows of a table and lines on panels are texts of their own', async () => {
  const converted = await convert(
    await draw(
      '0.5 w 10 61 m 190 61 l S 0.9 g 100 0 90 26 re f 0 g ' +
        'BT /F1 10 Tf 10 66 Td (Name) Tj 100 0 Td (Price) Tj ET ' +
        'BT /F1 10 Tf 10 51 Td (Coffee) Tj 100 0 Td (2.00) Tj ET ' +
        'BT /F1 10 Tf 110 30 Td (above it) Tj 0 -12 Td (on the panel) Tj ET',
    ),
  );
  assert.deepEqual(textsOf(converted).toSorted(), [
    '2.00',
    'Coffee',
    'Name',
    'Price',
    'above it',
    'on the panel',
  ]);
});

test('a page that is turned is upright; a turned text is turned', async () => {
  const turned = await convert(await draw('BT /F1 12 Tf 0 1 -1 0 50 20 Tm (Upright) Tj ET', { rotate: 90 }));
  assert.deepEqual(turned.document.viewport, { width: 100, height: 200 });
  assert.equal(getFirst(turned.document.elements, 'text').rotation, undefined);
  const { document } = await convert(await draw('BT /F1 12 Tf 0 1 -1 0 50 20 Tm (Up) Tj ET'));
  assert.equal(getFirst(document.elements, 'text').rotation, -90);
});

/** A function from one colour to another. */
const fade = { FunctionType: 2, Domain: [0, 1], C0: [1, 0, 0], C1: [0, 0, 1], N: 1 };

test('gradients stay gradients; those of letters, too', async () => {
  const axial = {
    ShadingType: 2,
    ColorSpace: 'DeviceRGB',
    Coords: [0, 0, 200, 0],
    Function: fade,
    Extend: [true, true],
  };
  const radial = { ...axial, ShadingType: 3, Coords: [150, 50, 0, 150, 50, 30] };
  const converted = await convert(
    await draw(
      'q 10 10 60 60 re W n /S1 sh Q q 120 20 60 60 re W n /S2 sh Q ' +
        'q BT 7 Tr /F1 20 Tf 10 80 Td (Fade) Tj ET /S1 sh Q',
      { resources: () => ({ Shading: { S1: axial, S2: radial } }) },
    ),
  );
  const [first, second] = converted.document.elements;
  assert.ok(first?.type === 'rect' && typeof first.fill === 'object' && first.fill.type === 'linear');
  assert.deepEqual([first.x, first.width], [10, 60]);
  assert.ok(second?.type === 'rect' && typeof second.fill === 'object' && second.fill.type === 'radial');
  const text = getFirst(converted.document.elements, 'text');
  assert.equal(text.text, 'Fade');
  assert.ok(typeof text.color === 'object' && text.color.type === 'linear');
  assert.deepEqual(
    getLosses(converted).filter((loss) => !loss.includes('fontFamily')),
    [],
  );
});

test('opacity and blend modes stay', async () => {
  const { document } = await convert(
    await draw('/G gs 1 0 0 rg 10 10 50 50 re f', {
      resources: () => ({ ExtGState: { G: { ca: 0.5, BM: 'Multiply' } } }),
    }),
  );
  const [element] = document.elements;
  assert.equal(element?.blendMode, 'multiply');
  assert.ok(JSON.stringify(element).includes('#ff000080'));
});

test('pictures are files with their crop and place; a stencil has the colour of fills', async () => {
  const pixels = (document: PDFDocument, entries: object, bytes: number[]): PDFRef =>
    document.context.register(
      document.context.stream(new Uint8Array(bytes), {
        Type: 'XObject',
        Subtype: 'Image',
        Width: 2,
        Height: 2,
        ...entries,
      }),
    );
  const { document, folder: files } = await convert(
    await draw('q 60 0 0 40 20 30 cm /P Do Q q 0 0.5 0 rg 20 0 0 20 120 30 cm /M Do Q', {
      resources: (made) => ({
        XObject: {
          P: pixels(
            made,
            { ColorSpace: 'DeviceRGB', BitsPerComponent: 8 },
            [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9],
          ),
          M: pixels(made, { ImageMask: true, BitsPerComponent: 1 }, [0b01000000, 0b10000000]),
        },
      }),
    }),
  );
  const [picture, stencil] = document.elements;
  assert.deepEqual(
    [picture?.type, picture?.x, picture?.y, picture?.width, picture?.height],
    ['image', 20, 30, 60, 40],
  );
  assert.deepEqual([stencil?.type, stencil?.x, stencil?.width], ['image', 120, 20]);
  assert.equal(files.files.size, 2);
});

test('layers that are hidden are not there, but what they change of the state is', async () => {
  const operators = '/OC /L BDC 1 0 0 rg 10 10 20 20 re f BT /F1 9 Tf 5 5 Td (no) Tj ET EMC 50 10 20 20 re f';
  const document = await PDFDocument.load(
    await draw(operators, {
      resources: ({ context, catalog }) => {
        const layer = context.register(context.obj({ Type: 'OCG', Name: 'Layer' }));
        const list = PDFArray.withContext(context);
        list.push(layer);
        catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: list, D: { OFF: list } }));
        return { Properties: { L: layer } };
      },
    }),
  );
  const converted = await convert(await document.save());
  assert.deepEqual(
    converted.document.elements.map(({ type, x }) => [type, x]),
    [['rect', 50]],
  );
  const [element] = converted.document.elements;
  assert.equal(element?.type === 'rect' && element.fill, '#ff0000');
});

test('each page can be chosen, and the others are listed', async () => {
  const document = await PDFDocument.create();
  for (const size of [100, 300]) document.addPage([size, 50]).drawRectangle({ x: 5, y: 5 });
  const bytes = await document.save();
  const second = await convert(bytes, { page: 1 });
  assert.equal(second.document.viewport.width, 300);
  assert.deepEqual(second.pages, ['Page 1', 'Page 2']);
  assert.deepEqual(getLosses(second), [': pages']);
  assert.ok(second.picture !== null);
  await assert.rejects(convert(bytes, { page: 2 }), /It has 2 pages; there is no page 3/);
});

test('a file that is damaged, or needs a password, is refused with the reason', async () => {
  await assert.rejects(convert(Buffer.from('%PDF-1.7 nothing')), {
    name: 'UnreadableDesign',
    message: 'It is no PDF that can be read.',
  });
  const elements = [textElement('Locked', 12, { x: 5, y: 5, width: 100, height: 30 })];
  const locked = await render(
    { width: 200, height: 100, elements },
    { output: { format: 'pdf', password: 'secret' } },
  );
  await assert.rejects(convert(locked.data), /protected with a password/);
});
