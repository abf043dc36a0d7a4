/** Pictures, and shapes that are filled with one. */
import type { Crop, ImageElement, Shadow, TemplateElement } from '../../../generated/template.ts';
import { pictureSize } from '../../render/images/picture-size.ts';
import { rounded } from '../boxes.ts';
import { readName, type ShapeChain, type Sheet, type SlideContext } from './context.ts';
import { readOutline, type Outline } from './outlines.ts';
import { readShadow, readStroke, type Fill } from './paints.ts';
import { toBox, type PlacedShape } from './places.ts';
import { findNode, listNodes, readNumber, readRelationId, type XmlNode } from './xml.ts';

/** Changes of a picture's colours that a template does not have. */
const recolorings = ['duotone', 'clrChange', 'biLevel', 'tint', 'hsl', 'blur', 'clrRepl'];

/** Converts a `pic`. */
export async function convertPicture(
  chain: ShapeChain,
  placed: PlacedShape,
  context: SlideContext,
): Promise<TemplateElement[]> {
  const { builder, sheet } = context;
  const shape = chain.at(-1) as XmlNode;
  const name = readName(context, shape);
  const lose = (property: string, reason: string): void => builder.lose(name, property, reason);
  const media = findNode(shape, 'nvPicPr', 'nvPr')?.children.find(({ name: each }) => /File$/u.test(each));
  if (media !== undefined) lose(media.name, 'A picture does not move and has no sound.');
  const properties = findNode(shape, 'spPr');
  const outline = readOutline(properties, placed.box) ?? { kind: 'rect' };
  const shadow = readShadow(properties, findNode(shape, 'style', 'effectRef'), { sheet, lose });
  const node = findNode(shape, 'blipFill');
  if (node === undefined) return [];
  const filled = await fillWithPicture({ kind: 'picture', node, sheet }, outline, placed, {
    shape,
    context,
    shadow,
  });
  const lines = listNodes(properties, 'ln');
  const stroke = readStroke(lines, findNode(shape, 'style', 'lnRef'), { sheet, lose });
  if (stroke === null) return filled;
  const frame = { id: builder.names.idFor(`${name} line`, 'rect'), ...toBox(placed), stroke };
  if (outline.kind === 'ellipse') return [...filled, { type: 'ellipse', ...frame }];
  if (outline.kind === 'path' && outline.d !== undefined) {
    const viewBox = [0, 0, Math.max(0.001, placed.box.width), Math.max(0.001, placed.box.height)];
    return [...filled, { type: 'path', ...frame, d: outline.d, viewBox }];
  }
  const radii = outline.radii?.map(rounded);
  return [...filled, { type: 'rect', ...frame, ...(radii !== undefined && { cornerRadius: radii }) }];
}

/** The shape that a picture fills. */
interface PictureOwner {
  readonly shape: XmlNode;
  readonly context: SlideContext;
  readonly shadow: Shadow | null;
}

/** A picture in the outline of a shape. */
export async function fillWithPicture(
  { node, sheet }: Extract<Fill, { kind: 'picture' }>,
  outline: Outline,
  placed: PlacedShape,
  { shape, context, shadow }: PictureOwner,
): Promise<TemplateElement[]> {
  const { builder, isOwn } = context;
  const name = readName(context, shape);
  const src = await keepBlip(node, sheet, name, context);
  if (src === null) return [];
  const blip = findNode(node, 'blip');
  for (const effect of recolorings)
    if (findNode(blip, effect) !== undefined)
      builder.lose(name, effect, 'The colours of the picture are not changed.');
  const alpha = (readNumber(findNode(blip, 'alphaModFix'), 'amt') ?? 100_000) / 100_000;
  const { crop, room } = readCrop(findNode(node, 'srcRect'), findNode(node, 'stretch', 'fillRect'));
  const { box } = placed;
  const inner = {
    ...box,
    x: box.x + box.width * room.left,
    y: box.y + box.height * room.top,
    width: box.width * Math.max(0.001, 1 - room.left - room.right),
    height: box.height * Math.max(0.001, 1 - room.top - room.bottom),
  };
  const image: ImageElement = {
    type: 'image',
    id: builder.names.idFor(name, 'image'),
    ...toBox({ ...placed, box: inner }),
    src,
    fit: 'fill',
    ...(crop !== null && { crop }),
    ...(alpha < 1 && { opacity: rounded(alpha) }),
    ...(shadow !== null && { shadow }),
    ...shapeOf(outline, placed),
    ...(await readTile(findNode(node, 'tile'), builder.files.all.get(src))),
    ...(findNode(blip, 'grayscl') !== undefined && { filters: { grayscale: 1 } }),
  };
  const light = findNode(blip, 'lum');
  const veil = readVeil(light);
  if (light !== undefined && veil === null)
    builder.lose(name, 'lum', 'The light and the contrast of the picture are not changed.');
  const alt = shape.children.find(({ name: each }) => /^nv\w+Pr$/u.test(each));
  const description = findNode(alt, 'cNvPr')?.attributes['descr']?.trim() ?? '';
  if (description !== '') image.alt = description.slice(0, 500);
  if (isOwn) builder.proposePicture(image, { name, from: name });
  if (veil === null || veil === 0) return [image];
  const { width = 1, height = 1 } = inner;
  const over = { id: builder.names.idFor(`${name} light`, 'rect'), ...toBox({ ...placed, box: inner }) };
  const d = outline.kind === 'path' ? outline.d : undefined;
  const fill = `#ffffff${Math.round(veil * 255)
    .toString(16)
    .padStart(2, '0')}`;
  if (d !== undefined) return [image, { type: 'path', ...over, d, viewBox: [0, 0, width, height], fill }];
  if (outline.kind === 'ellipse') return [image, { type: 'ellipse', ...over, fill }];
  return [image, { type: 'rect', ...over, fill, ...shapeOf({ ...outline, kind: 'rect' }, placed) }];
}

/** How large a tile is: without it, and with other picture formats, as large as the picture. */
async function readTile(
  tile: XmlNode | undefined,
  bytes: Uint8Array | undefined,
): Promise<Pick<ImageElement, 'fit' | 'tileWidth'>> {
  if (tile === undefined) return {};
  const size = bytes === undefined ? null : await pictureSize(bytes);
  const scale = (readNumber(tile, 'sx') ?? 100_000) / 100_000;
  return { fit: 'tile', ...(size !== null && { tileWidth: Math.max(1, rounded(size.width * scale)) }) };
}

/** How much white lies over a picture that is washed out; 0 for none, null for another change of light. */
function readVeil(light: XmlNode | undefined): number | null {
  const [bright = 0, contrast = 0] = ['bright', 'contrast'].map((key) => (readNumber(light, key) ?? 0) / 1e5);
  return bright >= 0 && Math.abs(bright + contrast) < 0.05 ? Math.min(1, bright) : null;
}

/** What makes a picture another shape than its box. */
function shapeOf(outline: Outline, { box }: PlacedShape): Pick<ImageElement, 'cornerRadius' | 'mask'> {
  if (outline.kind === 'rect') {
    const radii = outline.radii?.map(rounded) ?? [];
    return radii.some((radius) => radius > 0) ? { cornerRadius: radii } : {};
  }
  if (outline.kind === 'ellipse')
    return { mask: { d: 'M0 1A1 1 0 0 1 2 1A1 1 0 0 1 0 1Z', viewBox: [0, 0, 2, 2] } };
  if (outline.d === undefined) return {};
  const viewBox = [0, 0, Math.max(0.001, rounded(box.width)), Math.max(0.001, rounded(box.height))];
  return { mask: { d: outline.d, viewBox, fillRule: 'evenodd' } };
}

/** Keeps the picture of a `blip`. Returns its path; null if that is not possible, which is a loss then. */
export async function keepBlip(
  node: XmlNode,
  sheet: Sheet,
  name: string,
  { builder, file }: SlideContext,
): Promise<string | null> {
  const blip = findNode(node, 'blip');
  const id = readRelationId(blip, 'embed') ?? readRelationId(blip, 'link');
  const relation = id === undefined ? undefined : sheet.part.relations.get(id);
  if (relation === undefined) {
    if (id !== undefined) builder.lose(name, 'blip', 'The file does not have its picture.');
    return null;
  }
  if (relation.isExternal) return await builder.picture(relation.target, name, 'blip');
  const bytes = file.file(relation.target);
  if (bytes === null) {
    builder.lose(name, 'blip', 'The file does not have its picture.');
    return null;
  }
  if (/\.(?:emf|wmf)$/iu.test(relation.target)) {
    builder.lose(name, 'blip', 'It is a Windows metafile. PowerPoint: Save as Picture, PNG, and place that.');
    return null;
  }
  return builder.pictureOf(bytes, name, 'blip', relation.target);
}

interface Sides {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What is shown of a picture, and which share of the box is left free where it is smaller. */
function readCrop(
  source: XmlNode | undefined,
  fill: XmlNode | undefined,
): { crop: Crop | null; room: Sides } {
  const [cut, free] = [source, fill].map((node) => ({
    left: (readNumber(node, 'l') ?? 0) / 100_000,
    top: (readNumber(node, 't') ?? 0) / 100_000,
    right: (readNumber(node, 'r') ?? 0) / 100_000,
    bottom: (readNumber(node, 'b') ?? 0) / 100_000,
  })) as [Sides, Sides];
  // A negative part of the source is empty room; a negative part of the fill is cut off.
  const along = (from: number, to: number, before: number, after: number) => {
    const shown = 1 - Math.max(0, from) - Math.max(0, to);
    const whole = 1 - before - after;
    const [hiddenBefore, hiddenAfter] = [before, after].map((side) => (Math.max(0, -side) / whole) * shown);
    const span = 1 - from - to;
    return {
      start: Math.max(0, from) + (hiddenBefore ?? 0),
      length: shown - (hiddenBefore ?? 0) - (hiddenAfter ?? 0),
      before: Math.max(0, before) + Math.max(0, -from) / span,
      after: Math.max(0, after) + Math.max(0, -to) / span,
    };
  };
  const x = along(cut.left, cut.right, free.left, free.right);
  const y = along(cut.top, cut.bottom, free.top, free.bottom);
  const isWhole = x.start === 0 && y.start === 0 && x.length === 1 && y.length === 1;
  const share = (value: number): number => Math.min(1, Math.max(0, Math.round(value * 1e6) / 1e6));
  return {
    crop: isWhole
      ? null
      : {
          x: share(x.start),
          y: share(y.start),
          width: Math.max(0.0001, share(Math.min(x.length, 1 - share(x.start)))),
          height: Math.max(0.0001, share(Math.min(y.length, 1 - share(y.start)))),
        },
    room: { left: x.before, right: x.after, top: y.before, bottom: y.after },
  };
}
