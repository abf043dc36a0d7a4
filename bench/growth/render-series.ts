import sharp from 'sharp';
import type { TemplateDocument, TemplateElement } from '../../generated/template.ts';
import type { OutputFormat } from '../../src/render/job.ts';

/** A template of one size. */
export interface GrowthCase {
  readonly document: TemplateDocument;
  readonly format: OutputFormat;
  /** Makes the file that the document shows, if it shows one. */
  readonly image?: () => Promise<Buffer>;
}

/** Templates that grow in one respect. */
export interface GrowthSeries {
  readonly group: 'elements' | 'text' | 'input' | 'output';
  readonly amounts: readonly number[];
  readonly make: (amount: number) => GrowthCase;
}

const page = { width: 1200, height: 630 };
const texts = [100, 300, 1000, 3000, 10_000, 20_000];
const megapixels = [0.5, 2, 8, 24, 50];
const sentence =
  'The quiet harbour town of Vesterhamn wakes early, ' +
  'extraordinarily proud of its weatherboarded lighthouses, ' +
  'its unmistakable gooseberry marmalade and an understated international reputation. ';

function document(elements: readonly TemplateElement[], viewport = page): TemplateDocument {
  return {
    schemaVersion: 1,
    name: 'Growth',
    viewport,
    background: '#ffffff',
    variables: [],
    elements: [...elements],
  };
}

function repeated(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}

/** Elements of many types on a grid. */
function mixedElements(count: number): TemplateElement[] {
  const columns = Math.ceil(Math.sqrt(count * 2));
  const rows = Math.ceil(count / columns);
  const [width, height] = [page.width / columns, page.height / rows];
  return Array.from({ length: count }, (_, index): TemplateElement => {
    const x = (index % columns) * width;
    const y = Math.floor(index / columns) * height;
    const box = { id: `e${index}`, x, y, width: width * 0.9, height: height * 0.9 };
    switch (index % 6) {
      case 0:
        return { ...box, type: 'rect', fill: '#336699', cornerRadius: 2 };
      case 1:
        return { ...box, type: 'text', text: `Line ${index}`, fontSize: height / 3, wrap: false };
      case 2:
        return { ...box, type: 'ellipse', fill: '#cc8833', opacity: 0.8 };
      case 3:
        return { ...box, type: 'path', d: 'M0 0 L10 4 L6 10 Z', viewBox: [0, 0, 10, 10], fill: '#449966' };
      case 4:
        return { ...box, type: 'rect', fill: '#ffffff', shadow: { x: 0, y: 1, blur: 3, color: '#00000066' } };
      default:
        return {
          ...box,
          type: 'group',
          rotation: 5,
          elements: [
            {
              id: `i${index}`,
              type: 'rect',
              x: 0,
              y: 0,
              width: width / 2,
              height: height / 2,
              fill: '#882244',
            },
          ],
        };
    }
  });
}

type TextOptions = Omit<
  Extract<TemplateElement, { type: 'text' }>,
  'type' | 'id' | 'x' | 'y' | 'width' | 'height' | 'text'
>;

function textSeries(source: string, options: TextOptions): GrowthSeries {
  return {
    group: 'text',
    amounts: texts,
    make: (amount) => ({
      document: document([
        {
          type: 'text',
          id: 'text',
          x: 20,
          y: 20,
          width: 1160,
          height: 590,
          text: repeated(source, amount),
          fontSize: 14,
          ...options,
        },
      ]),
      format: 'png',
    }),
  };
}

function outputSeries(format: OutputFormat): GrowthSeries {
  return {
    group: 'output',
    amounts: format === 'webp' ? megapixels : [...megapixels, 100],
    make: (amount) => {
      const side = Math.round(Math.sqrt(amount * 1e6));
      const half = side / 2;
      const fill = {
        type: 'linear' as const,
        angle: 120,
        stops: [
          { offset: 0, color: '#0c1626' },
          { offset: 1, color: '#ffb866' },
        ],
      };
      return {
        document: document(
          [
            { type: 'rect', id: 'sky', x: 0, y: 0, width: side, height: side, fill },
            {
              type: 'ellipse',
              id: 'sun',
              x: half / 2,
              y: half / 2,
              width: half,
              height: half,
              fill: '#ffffff80',
            },
            {
              type: 'text',
              id: 'text',
              x: side / 10,
              y: side / 10,
              width: half,
              height: half,
              text: sentence,
              fontSize: side / 40,
            },
          ],
          { width: side, height: side },
        ),
        format,
      };
    },
  };
}

/** An image of so much detail that decoding it takes time. */
async function photo(millions: number, kind: 'jpeg' | 'png'): Promise<Buffer> {
  const side = Math.round(Math.sqrt(millions * 1e6));
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const small = sharp({ create: { width: 256, height: 256, channels: 3, background: '#000', noise } });
  const grown = sharp(await small.png().toBuffer()).resize(side, side, { kernel: 'cubic' });
  return kind === 'jpeg'
    ? grown.jpeg({ quality: 85 }).toBuffer()
    : grown.png({ compressionLevel: 1 }).toBuffer();
}

function inputSeries(kind: 'jpeg' | 'png'): GrowthSeries {
  return {
    group: 'input',
    amounts: megapixels,
    make: (amount) => ({
      document: document([{ type: 'image', id: 'image', x: 0, y: 0, ...page, src: 'image' }]),
      format: 'png',
      image: () => photo(amount, kind),
    }),
  };
}

/** All series by name: the group's name, and the line's name in the chart. */
export const renderSeries: Readonly<Record<string, GrowthSeries>> = {
  'elements, mixed': {
    group: 'elements',
    amounts: [10, 30, 100, 300, 1000],
    make: (amount) => ({ document: document(mixedElements(amount)), format: 'png' }),
  },
  'text, visible': textSeries(sentence, {}),
  'text, clip': textSeries(sentence, { overflow: 'clip' }),
  'text, ellipsis': textSeries(sentence, { overflow: 'ellipsis' }),
  'text, shrink': textSeries(sentence, { overflow: 'shrink', minFontSize: 3, fontSize: 40 }),
  'text, shrink + hyphens': textSeries(sentence, {
    overflow: 'shrink',
    minFontSize: 3,
    fontSize: 40,
    hyphens: 'auto',
    language: 'en',
  }),
  'text, justified': textSeries(sentence, { align: 'justify' }),
  'text, one word': textSeries('mississippi', {}),
  'text, one line': textSeries(sentence, { wrap: false, overflow: 'ellipsis' }),
  'text, three scripts': textSeries('абв abc 漢字 ', {}),
  'text, tabs': textSeries('a\t', {}),
  'text, lines': textSeries('one\n', {}),
  'input, jpeg': inputSeries('jpeg'),
  'input, png': inputSeries('png'),
  'output, png': outputSeries('png'),
  'output, jpeg': outputSeries('jpeg'),
  'output, webp': outputSeries('webp'),
  'output, pdf': outputSeries('pdf'),
};
