/** Photoshop's documents. https://www.adobe.com/devnet-apps/photoshop/fileformatashtml/ */
import type { Layer } from 'ag-psd';
import type { Paint, TemplateElement } from '../../../generated/template.ts';
import { pictureOfInks, type InkPicture } from '../../render/images/ink-picture.ts';
import type { TemplateBuilder } from '../builder.ts';
import { UnreadableDesign, type DesignSource } from '../design.ts';
import { namesApart } from '../element-names.ts';
import type { ConvertedPage, Importer } from '../importer.ts';
import { TextMeasure } from '../measure-text.ts';
import { requirePage } from '../pages.ts';
import { Adjustments } from './adjust/adjustments.ts';
import { moved } from './clipping.ts';
import type { PsdContext } from './context.ts';
import { readLayerName } from './layer-name.ts';
import { PsdDocument } from './document.ts';
import { asRgb, layerKind, readFlat } from './flat-document.ts';
import { FittingBudget } from './fitting-budget.ts';
import { convertLayers } from './layers.ts';
import { readColor } from './paints.ts';
import { cut, toPng } from './pixels.ts';

/** The direction of the light in documents that do not say it. */
const defaultAngle = 120;

/** The importer of Photoshop's documents. */
export const psd: Importer = {
  format: 'psd',
  pagesKey: 'artboards',
  recognizes: ({ bytes }) => isPhotoshop(bytes),
  convert: async (source, _json, builder, place) => {
    if (!isPhotoshop(source.bytes)) throw new UnreadableDesign('It does not begin as files of Photoshop do.');
    const flat = readFlat(source.bytes);
    if (flat !== null) return await convertFlat(source, flat, builder);
    return convertDocument(source, new PsdDocument(source.bytes), place, builder);
  },
};

function isPhotoshop(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).toString('latin1') === '8BPS';
}

/** A document whose layers are not read, as one picture. Each layer is a loss. */
async function convertFlat(
  source: DesignSource,
  flat: InkPicture,
  builder: TemplateBuilder,
): Promise<ConvertedPage> {
  const { mode, width, height } = flat;
  const colors = mode === 'cmyk' ? 'CMYK' : 'Lab';
  const why = `It is part of the picture: layers in ${colors} are not read. Photoshop: Image, Mode, RGB.`;
  const layers = namesApart(withInner(readLayers(source.bytes)), readLayerName);
  for (const [layer, name] of layers) builder.lose(name, layerKind(layer), why);
  const by = flat.profile === null ? 'usual inks' : 'the profile in the file';
  const converted = mode === 'cmyk' ? `converted from CMYK by ${by}` : 'converted from Lab';
  builder.lose('', 'colours', `They are ${converted}; the template is one picture.`);
  const picture = await pictureOfInks(flat);
  const src = builder.pictureOf(picture, 'Document', 'pixels');
  const id = builder.names.idFor('Document', 'image');
  return {
    page: { name: source.name.replace(/\.[a-z]+$/iu, '') || 'Design', viewport: { width, height } },
    elements: src === null ? [] : [{ type: 'image', id, x: 0, y: 0, width, height, src }],
    picture,
  };
}

/** The layers of a document in other colours than RGB, for their names; none if they cannot be read. */
function readLayers(bytes: Uint8Array): readonly Layer[] {
  try {
    return new PsdDocument(asRgb(bytes)).psd.children ?? [];
  } catch (error) {
    if (error instanceof UnreadableDesign) return [];
    throw error;
  }
}

interface Board {
  readonly layers: readonly Layer[];
  readonly page: PsdContext['page'];
  readonly background: Paint | null;
  /** The names of all artboards; of the document, if it has none. */
  readonly names: readonly string[];
}

function convertDocument(
  source: DesignSource,
  document: PsdDocument,
  place: number,
  builder: TemplateBuilder,
): ConvertedPage {
  const { psd: file } = document;
  for (const [layer, name] of namesApart(withInner(file.children ?? []), readLayerName)) layer.name = name;
  const { layers, page, background, names } = getBoard(document, place, builder);
  const globalAngle = file.imageResources?.globalAngle ?? defaultAngle;
  const context = {
    document,
    builder,
    globalAngle,
    page,
    below: [],
    steps: [],
    isOpen: true,
    adjustments: new Adjustments(document, builder),
    measure: new TextMeasure(builder, 'px'),
    fitting: new FittingBudget(),
  };
  if (
    (file.imageResources?.animations?.frames.length ?? 0) > 1 ||
    file.imageResources?.timelineInformation?.enabled === true
  )
    builder.lose('', 'animation', 'A picture does not move.');
  const elements = layers.length === 0 ? flatPicture(context) : convertLayers(layers, [], context);
  const composite = document.composite();
  const picture = composite && cut(composite, getEdges(page));
  return {
    page: {
      name: source.name.replace(/\.[a-z]+$/iu, '') || 'Design',
      viewport: { width: page.width, height: page.height },
      ...(background !== null && { background }),
    },
    elements: elements.map((element) => moved(element, -page.x, -page.y)),
    picture: picture && toPng(picture),
    pages: names,
  };
}

function withInner(layers: readonly Layer[]): Layer[] {
  return layers.flatMap((layer) => [layer, ...withInner(layer.children ?? [])]);
}

/** The artboard at a place; the whole document if it has none. */
function getBoard({ psd: file }: PsdDocument, place: number, builder: TemplateBuilder): Board {
  const layers = file.children ?? [];
  const boards = layers.filter(({ artboard }) => artboard !== undefined);
  const names = boards.length === 0 ? ['Document'] : boards.map(readLayerName);
  requirePage(names, place);
  const board = boards[place];
  if (board?.artboard === undefined) {
    return { layers, page: { x: 0, y: 0, width: file.width, height: file.height }, background: null, names };
  }
  for (const layer of layers)
    if (layer.artboard === undefined)
      builder.lose(readLayerName(layer), 'layer', 'It is outside of the artboard.');
  const { rect, backgroundType, color } = board.artboard;
  const [left, top] = [Math.round(rect.left), Math.round(rect.top)];
  const width = Math.min(30_000, Math.max(1, Math.round(rect.right) - left));
  const height = Math.min(30_000, Math.max(1, Math.round(rect.bottom) - top));
  const own = color === undefined ? null : readColor(color);
  const background =
    { 1: '#ffffff', 2: '#000000', 3: null }[backgroundType ?? 1] ?? (backgroundType === 3 ? null : own);
  return { layers: board.children ?? [], page: { x: left, y: top, width, height }, background, names };
}

/** A document without layers is its composite. */
function flatPicture(context: PsdContext): TemplateElement[] {
  const { document, builder } = context;
  const composite = document.composite();
  if (composite === null) return [];
  const { x, y, width, height } = composite;
  const src = builder.pictureOf(toPng(composite), 'Background', 'pixels');
  if (src === null) return [];
  return [{ type: 'image', id: builder.names.idFor('Background', 'image'), x, y, width, height, src }];
}

function getEdges({ x, y, width, height }: PsdContext['page']): Parameters<typeof cut>[1] {
  return { left: x, top: y, right: x + width, bottom: y + height };
}
