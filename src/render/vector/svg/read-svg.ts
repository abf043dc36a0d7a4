import { multiply, type Matrix } from '../../geometry.ts';
import { readClip } from './clips.ts';
import { parseSvgDocument, type SvgDocument, type SvgElement, UnsupportedSvg } from './document.ts';
import { readFill, readStroke } from './paints.ts';
import { type SvgContext, readStyles, type ElementStyle, type InheritedStyle } from './styles.ts';
import { toOutline, shapeNames, type Viewport } from './shapes.ts';
import { readFraction, readLength, readTransform } from './values.ts';
import { placeViewBox } from './view-box.ts';
import { prepareSvg } from '../prepare/prepare-svg.ts';
import type { Ink, VectorNode, VectorImage } from '../vector-image.ts';

/** Limits, including repetitions by `use`. Viewers are slow with larger vector images; pixels are faster. */
const MAX_ELEMENTS = 10_000;
const MAX_PATH_LENGTH = 2_000_000;
const MAX_DEPTH = 100;

/** Elements that are not drawn where they stand. */
const notDrawn = new Set([
  'animate',
  'animateMotion',
  'animateTransform',
  'clipPath',
  'defs',
  'desc',
  'filter',
  'linearGradient',
  'marker',
  'mask',
  'metadata',
  'pattern',
  'radialGradient',
  'set',
  'style',
  'symbol',
  'title',
  'view',
]);

/** The state of reading one document. */
interface Reader extends SvgContext {
  elements: number;
  pathLength: number;
  hasTranslucentGradient: boolean;
}

interface Place {
  readonly matrix: Matrix;
  readonly style: InheritedStyle;
  readonly depth: number;
  /** It is inside a group with an opacity below 1. */
  readonly isTranslucent: boolean;
}

/**
 * Reads an SVG file as a vector image: paths, basic shapes, groups, `use`, clips by shapes, solid colours,
 * gradients, strokes, opacity and simple style sheets. Null if it contains any other visible feature or
 * anything ambiguous. `decoded` is the size that the SVG decoder reports.
 */
export function readSvg(bytes: Uint8Array, decoded: Viewport): VectorImage | null {
  try {
    return readImage(parseSvgDocument(prepareSvg(bytes)), decoded);
  } catch (error) {
    if (error instanceof UnsupportedSvg) return null;
    throw error;
  }
}

function readImage(document: SvgDocument, decoded: Viewport): VectorImage {
  const { root } = document;
  const { width, height, viewport, matrix } = placeViewBox(root, decoded);
  const reader: Reader = {
    document,
    viewport,
    styleOf: readStyles(document),
    elements: 0,
    pathLength: 0,
    hasTranslucentGradient: false,
  };
  if (root.attributes.has('transform')) throw new UnsupportedSvg('a transform of the root element');
  const place = { matrix, style: new Map(), depth: 0, isTranslucent: false };
  const nodes = readGroup(reader, root, reader.styleOf(root, place.style), place);
  return { width, height, nodes, hasTranslucentGradient: reader.hasTranslucentGradient };
}

function readNode(reader: Reader, element: SvgElement, around: Place): VectorNode[] {
  const { name, attributes } = element;
  if (notDrawn.has(name)) return [];
  reader.elements += 1;
  if (around.depth > MAX_DEPTH || reader.elements > MAX_ELEMENTS) {
    throw new UnsupportedSvg('too many elements');
  }
  const style = reader.styleOf(element, around.style);
  const matrix = multiply(around.matrix, readTransform(attributes.get('transform')));
  const place = { ...around, matrix, depth: around.depth + 1 };
  if (name === 'g' || name === 'a') return readGroup(reader, element, style, place);
  if (name === 'use') return readUse(reader, element, style, place);
  if (shapeNames.has(name)) return readShape(reader, element, style, place);
  throw new UnsupportedSvg(`<${name}>`);
}

/** Reads an element's children with its style, clip and opacity. */
function readGroup(reader: Reader, element: SvgElement, style: ElementStyle, place: Place): VectorNode[] {
  if (style.own.get('display') === 'none') return [];
  const opacity = readFraction(style.own.get('opacity') ?? '1');
  if (opacity === 0) return [];
  const inside = { ...place, style: style.inherited, isTranslucent: place.isTranslucent || opacity < 1 };
  const nodes = element.children.flatMap((child) => readNode(reader, child, inside));
  return wrap(reader, nodes, style, opacity, place.matrix);
}

function readUse(reader: Reader, element: SvgElement, style: ElementStyle, place: Place): VectorNode[] {
  const { attributes } = element;
  const target = reader.document.byId.get((attributes.get('href') ?? '').trim().replace(/^#/u, ''));
  if (target === undefined || target.name === 'svg' || target.name === 'symbol') {
    throw new UnsupportedSvg('<use> of an element with its own size');
  }
  const x = readLength(attributes.get('x') ?? '0', reader.viewport.width);
  const y = readLength(attributes.get('y') ?? '0', reader.viewport.height);
  const moved = multiply(place.matrix, { a: 1, b: 0, c: 0, d: 1, e: x, f: y });
  return readGroup(reader, { ...element, children: [target] }, style, { ...place, matrix: moved });
}

function readShape(reader: Reader, element: SvgElement, style: ElementStyle, place: Place): VectorNode[] {
  const { own, inherited } = style;
  if (own.get('display') === 'none' || (inherited.get('visibility') ?? 'visible') !== 'visible') return [];
  const opacity = readFraction(own.get('opacity') ?? '1');
  const d = toOutline(element, reader.viewport);
  if (d === null || opacity === 0) return [];
  reader.pathLength += d.length;
  if (reader.pathLength > MAX_PATH_LENGTH) throw new UnsupportedSvg('too much path data');

  // With one paint, the opacity moves into its colours. A fill and a stroke overlap, so they need a group.
  const hasBoth = readFill(reader, inherited, d, 1) !== null && readStroke(reader, inherited, d, 1) !== null;
  const inks = hasBoth ? 1 : opacity;
  const fill = element.name === 'line' ? null : readFill(reader, inherited, d, inks);
  const stroke = readStroke(reader, inherited, d, inks);
  if (fill === null && stroke === null) return [];
  for (const paint of [fill, stroke]) {
    if (paint === null || !isTranslucentGradient(paint.ink)) continue;
    if (place.isTranslucent || (hasBoth && opacity < 1))
      throw new UnsupportedSvg('a translucent gradient inside a translucent group');
    reader.hasTranslucentGradient = true;
  }
  const shape = { type: 'shape', d, matrix: place.matrix, fill, stroke } as const;
  return wrap(reader, [shape], style, hasBoth ? opacity : 1, place.matrix);
}

function wrap(
  reader: Reader,
  nodes: VectorNode[],
  { own }: ElementStyle,
  opacity: number,
  matrix: Matrix,
): VectorNode[] {
  const clip = readClip(reader, own.get('clip-path') ?? 'none', matrix);
  if (nodes.length === 0 || (opacity === 1 && clip === null)) return nodes;
  return [{ type: 'group', opacity, clip, nodes }];
}

function isTranslucentGradient(ink: Ink): boolean {
  return ink.type !== 'color' && ink.stops.some(({ color }) => color[3] < 1);
}
