/** Shapes, lines and groups of a slide (ECMA-376, part 1, 19.3.1). */
import type { RectElement, TemplateElement } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import type { PlacedBox } from '../placement.ts';
import { readName, type ShapeChain, type SlideContext } from './context.ts';
import { convertFrame } from './frames.ts';
import { convertLineEnds } from './line-ends.ts';
import { readOutline, type Outline } from './outlines.ts';
import { readFill, readShadow, readStroke, readStyleFill } from './paints.ts';
import { convertPicture, fillWithPicture } from './pictures.ts';
import { findInherited } from './slides.ts';
import { placeBy, toBox, type PlacedShape, type Space } from './places.ts';
import { convertText } from './texts.ts';
import { readPlaceholder } from './text-styles.ts';
import { findNode, isOn, readNumber, type XmlNode } from './xml.ts';

/** Converts the shapes of a tree, the first at the back. */
export async function convertTree(
  tree: XmlNode | undefined,
  space: Space,
  context: SlideContext,
): Promise<TemplateElement[]> {
  const elements: TemplateElement[] = [];
  for (const shape of tree?.children ?? []) elements.push(...(await convertShape(shape, space, context)));
  return elements;
}

async function convertShape(shape: XmlNode, space: Space, context: SlideContext): Promise<TemplateElement[]> {
  if (!['sp', 'cxnSp', 'pic', 'grpSp', 'graphicFrame', 'contentPart'].includes(shape.name)) return [];
  const name = readName(context, shape);
  const { builder } = context;
  const nonVisual = shape.children.find((each) => /^nv\w+Pr$/u.test(each.name));
  if (isOn(findNode(nonVisual, 'cNvPr')?.attributes['hidden'])) return [];
  // Placeholders of layouts and masters are only shown where a slide fills them.
  if (!context.isOwn && readPlaceholder(shape) !== null) return [];
  if (!builder.hasRoom(name)) return [];
  if (shape.name === 'contentPart') {
    builder.lose(name, 'ink', 'Ink is not converted.');
    return [];
  }
  const chain = findInherited(shape, context);
  if (shape.name === 'grpSp') return await convertGroup(shape, space, context);
  const placed = placeShape(chain, space, shape.name === 'graphicFrame' ? 'frame' : 'shape');
  if (placed === null) {
    if (findNode(shape, 'txBody') !== undefined || shape.name !== 'sp')
      builder.lose(name, 'xfrm', 'It has no place.');
    return [];
  }
  if (shape.name === 'graphicFrame') return await convertFrame(shape, placed, context, convertTree);
  if (shape.name === 'pic') return await convertPicture(chain, placed, context);
  return await convertOne(chain, placed, space, context);
}

/** The place of a shape; null if neither it nor its layout says it. */
function placeShape(chain: ShapeChain, space: Space, kind: 'frame' | 'shape'): PlacedShape | null {
  const xfrm = chain
    .map((each) => (kind === 'frame' ? findNode(each, 'xfrm') : undefined) ?? findNode(each, 'spPr', 'xfrm'))
    .findLast((each) => findNode(each, 'ext') !== undefined);
  return xfrm === undefined ? null : placeBy(xfrm, space);
}

async function convertGroup(shape: XmlNode, space: Space, context: SlideContext): Promise<TemplateElement[]> {
  const { builder, sheet } = context;
  const name = readName(context, shape);
  const properties = findNode(shape, 'grpSpPr');
  const xfrm = findNode(properties, 'xfrm');
  const lose = (property: string, reason: string): void => builder.lose(name, property, reason);
  const fill = readFill(properties, { sheet, ofGroup: space.fill, lose }) ?? space.fill;
  if (xfrm === undefined) return await convertTree(shape, { ...space, fill }, context);
  const placed = placeBy(xfrm, space);
  const [off, ext, childOff, childExt] = ['off', 'ext', 'chOff', 'chExt'].map((each) => findNode(xfrm, each));
  const scale = (key: string): number => {
    const [own, inner] = [readNumber(ext, key) ?? 0, readNumber(childExt ?? ext, key) ?? 0];
    return inner > 0 ? own / inner : 1;
  };
  const inner: Space = {
    x: readNumber(childOff ?? off, 'x') ?? 0,
    y: readNumber(childOff ?? off, 'y') ?? 0,
    scaleX: space.scaleX * scale('cx'),
    scaleY: space.scaleY * scale('cy'),
    fill,
  };
  const shadow = readShadow(properties, undefined, { sheet, lose });
  const elements = await convertTree(shape, inner, context);
  if (elements.length === 0) return [];
  const id = builder.names.idFor(name, 'group');
  return [{ type: 'group', id, ...toBox(placed), ...(shadow !== null && { shadow }), elements }];
}

/** A shape with its text. */
async function convertOne(
  chain: ShapeChain,
  placed: PlacedShape,
  space: Space,
  context: SlideContext,
): Promise<TemplateElement[]> {
  const { builder } = context;
  const shape = chain.at(-1) as XmlNode;
  const name = readName(context, shape);
  const properties = chain
    .map((each) => findNode(each, 'spPr'))
    .findLast((each) => each?.children.some((child) => /Geom$/u.test(child.name)));
  let outline = readOutline(properties, placed.box);
  if (outline === null) {
    const preset = findNode(properties, 'prstGeom')?.attributes['prst'] ?? '';
    builder.lose(name, 'prstGeom', `The shape "${preset}" becomes a rectangle.`);
    outline = { kind: 'rect' };
  }
  const drawn = await drawOutline(chain, outline, placed, space, context);
  // Letters are never mirrored; upside down they are turned.
  const box = placed.flipY ? { ...placed.box, rotation: placed.box.rotation + 180 } : placed.box;
  return [...drawn, ...convertText(chain, box, outline.inset ?? [0, 0, 0, 0], context)];
}

async function drawOutline(
  chain: ShapeChain,
  outline: Outline,
  placed: PlacedShape,
  space: Space,
  context: SlideContext,
): Promise<TemplateElement[]> {
  const { builder, sheet } = context;
  const shape = chain.at(-1) as XmlNode;
  const name = readName(context, shape);
  const lose = (property: string, reason: string): void => builder.lose(name, property, reason);
  const place = { sheet, ofGroup: space.fill, lose };
  const style = findNode(shape, 'style');
  const fills = chain.map((each) => readFill(findNode(each, 'spPr'), place)).filter((each) => each !== null);
  const fill = fills.at(-1) ?? readStyleFill(findNode(style, 'fillRef'), place);
  const lines = chain.map((each) => findNode(each, 'spPr', 'ln')).filter((each) => each !== undefined);
  const stroke = readStroke(lines, findNode(style, 'lnRef'), place);
  const paint =
    fill?.kind === 'paint' && outline.kind !== 'line' && outline.isOpen !== true ? fill.paint : null;
  const shadow = readShadow(findNode(shape, 'spPr'), findNode(style, 'effectRef'), place);
  const picture =
    fill?.kind === 'picture' && outline.kind !== 'line'
      ? await fillWithPicture(fill, outline, placed, {
          shape,
          context,
          shadow: stroke === null ? shadow : null,
        })
      : [];
  if (paint === null && stroke === null) return picture;
  const painted = {
    id: builder.names.idFor(name, outline.kind),
    ...toBox(placed),
    ...(shadow !== null && { shadow }),
    ...(stroke !== null && { stroke }),
    ...(paint !== null && { fill: paint }),
  };
  const ends = stroke === null ? [] : convertLineEnds(lines, outline, placed, stroke, { name, builder });
  return [...picture, ...toElement(outline, painted), ...ends];
}

type Painted = PlacedBox & Pick<RectElement, 'id' | 'shadow' | 'stroke' | 'fill'>;

function toElement(outline: Outline, painted: Painted): TemplateElement[] {
  const { width, height } = painted;
  switch (outline.kind) {
    case 'rect': {
      const radii = outline.radii?.map(rounded) ?? [];
      const [first = 0] = radii;
      const cornerRadius = radii.every((radius) => radius === first) ? first : radii;
      return [{ type: 'rect', ...painted, ...(radii.some((radius) => radius > 0) && { cornerRadius }) }];
    }
    case 'ellipse':
      return [{ type: 'ellipse', ...painted }];
    case 'line': {
      const { fill: _fill, flipX = false, flipY = false, ...line } = painted;
      // A line from the top right to the bottom left is mirrored; one that is mirrored twice is not.
      return [{ type: 'line', ...line, ...(flipX !== flipY && { flipX: true }) }];
    }
    case 'path': {
      const viewBox = [0, 0, Math.max(0.001, width), Math.max(0.001, height)];
      const box = { width: Math.max(0.001, width), height: Math.max(0.001, height) };
      return [{ type: 'path', ...painted, ...box, d: outline.d ?? 'M0 0', viewBox, fillRule: 'evenodd' }];
    }
  }
}
