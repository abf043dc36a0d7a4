import { multiply, type Matrix } from '../draw/geometry.ts';
import { readClip } from './svg-clips.ts';
import { parseSvgDocument } from './svg-document.ts';
import type { SvgDocument, SvgElement } from './svg-document.ts';
import { readFill, readStroke } from './svg-paints.ts';
import type { SvgReading } from './svg-reading.ts';
import { outlineOf, shapeNames } from './svg-shapes.ts';
import type { Viewport } from './svg-shapes.ts';
import { readStyles } from './svg-styles.ts';
import type { ElementStyle, InheritedStyle } from './svg-styles.ts';
import { readFraction, readLength, readTransform } from './svg-values.ts';
import { placeViewBox } from './svg-view-box.ts';
import { UnsupportedSvg } from './unsupported.ts';
import type { Ink, VectorNode, VectorPicture } from './vector-picture.ts';

/** More than these, with what `use` repeats, would make a page that viewers are slow at: pixels are quicker. */
const MOST_ELEMENTS = 10_000;
const LONGEST_OUTLINES = 2_000_000;
const DEEPEST_NESTING = 100;

/** Elements that are no part of the picture where they stand. */
const unseen = new Set([
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

interface Walk extends SvgReading {
  elements: number;
  outlines: number;
  hasFadingGradient: boolean;
}

interface Place {
  readonly matrix: Matrix;
  readonly style: InheritedStyle;
  readonly depth: number;
  /** Whether it is part of something that fades as a whole. */
  readonly fades: boolean;
}

/**
 * An SVG file as a drawing: paths, basic shapes, groups, `use`, clips by paths, solid colours, gradients, strokes, opacity and
 * simple style sheets. Null where anything else in it may be seen, or where it is not read beyond doubt. `decoded` is its size
 * as the SVG decoder has it.
 */
export function readSvg(bytes: Uint8Array, decoded: Viewport): VectorPicture | null {
  try {
    return readPicture(parseSvgDocument(bytes), decoded);
  } catch (error) {
    if (error instanceof UnsupportedSvg) return null;
    throw error;
  }
}

function readPicture(document: SvgDocument, decoded: Viewport): VectorPicture {
  const { root } = document;
  const { width, height, viewport, matrix } = placeViewBox(root, decoded);
  const walk: Walk = {
    document,
    viewport,
    styleOf: readStyles(document),
    elements: 0,
    outlines: 0,
    hasFadingGradient: false,
  };
  if (root.attributes.has('transform')) throw new UnsupportedSvg('a transform of the whole picture');
  const place = { matrix, style: new Map(), depth: 0, fades: false };
  const nodes = readGroup(walk, root, walk.styleOf(root, place.style), place);
  return { width, height, nodes, hasFadingGradient: walk.hasFadingGradient };
}

function readNode(walk: Walk, element: SvgElement, around: Place): VectorNode[] {
  const { name, attributes } = element;
  if (unseen.has(name)) return [];
  walk.elements += 1;
  if (around.depth > DEEPEST_NESTING || walk.elements > MOST_ELEMENTS) {
    throw new UnsupportedSvg('so many elements');
  }
  const style = walk.styleOf(element, around.style);
  const matrix = multiply(around.matrix, readTransform(attributes.get('transform')));
  const place = { ...around, matrix, depth: around.depth + 1 };
  if (name === 'g' || name === 'a') return readGroup(walk, element, style, place);
  if (name === 'use') return readUse(walk, element, style, place);
  if (shapeNames.has(name)) return readShape(walk, element, style, place);
  throw new UnsupportedSvg(`<${name}>`);
}

/** An element's children, with its style and cut and faded as it says. */
function readGroup(walk: Walk, element: SvgElement, style: ElementStyle, place: Place): VectorNode[] {
  if (style.own.get('display') === 'none') return [];
  const opacity = readFraction(style.own.get('opacity') ?? '1');
  if (opacity === 0) return [];
  const inside = { ...place, style: style.inherited, fades: place.fades || opacity < 1 };
  const nodes = element.children.flatMap((child) => readNode(walk, child, inside));
  return wrap(walk, nodes, style, opacity, place.matrix);
}

function readUse(walk: Walk, element: SvgElement, style: ElementStyle, place: Place): VectorNode[] {
  const { attributes } = element;
  const target = walk.document.byId.get((attributes.get('href') ?? '').trim().replace(/^#/u, ''));
  if (target === undefined || target.name === 'svg' || target.name === 'symbol') {
    throw new UnsupportedSvg('<use> of a part with a size of its own');
  }
  const x = readLength(attributes.get('x') ?? '0', walk.viewport.width);
  const y = readLength(attributes.get('y') ?? '0', walk.viewport.height);
  const moved = multiply(place.matrix, { a: 1, b: 0, c: 0, d: 1, e: x, f: y });
  return readGroup(walk, { ...element, children: [target] }, style, { ...place, matrix: moved });
}

function readShape(walk: Walk, element: SvgElement, style: ElementStyle, place: Place): VectorNode[] {
  const { own, inherited } = style;
  if (own.get('display') === 'none' || (inherited.get('visibility') ?? 'visible') !== 'visible') return [];
  const opacity = readFraction(own.get('opacity') ?? '1');
  const d = outlineOf(element, walk.viewport);
  if (d === null || opacity === 0) return [];
  walk.outlines += d.length;
  if (walk.outlines > LONGEST_OUTLINES) throw new UnsupportedSvg('such long outlines');

  // Of one paint the opacity is that of its colours; two may overlap, and fade as a whole.
  const both = readFill(walk, inherited, d, 1) !== null && readStroke(walk, inherited, d, 1) !== null;
  const inks = both ? 1 : opacity;
  const fill = element.name === 'line' ? null : readFill(walk, inherited, d, inks);
  const stroke = readStroke(walk, inherited, d, inks);
  if (fill === null && stroke === null) return [];
  for (const paint of [fill, stroke]) {
    if (paint === null || !fadesGradually(paint.ink)) continue;
    if (place.fades || (both && opacity < 1))
      throw new UnsupportedSvg('a see-through gradient in what fades');
    walk.hasFadingGradient = true;
  }
  const shape = { type: 'shape', d, matrix: place.matrix, fill, stroke } as const;
  return wrap(walk, [shape], style, both ? opacity : 1, place.matrix);
}

function wrap(
  walk: Walk,
  nodes: VectorNode[],
  { own }: ElementStyle,
  opacity: number,
  matrix: Matrix,
): VectorNode[] {
  const clip = readClip(walk, own.get('clip-path') ?? 'none', matrix);
  if (nodes.length === 0 || (opacity === 1 && clip === null)) return nodes;
  return [{ type: 'group', opacity, clip, nodes }];
}

function fadesGradually(ink: Ink): boolean {
  return ink.type !== 'color' && ink.stops.some(({ color }) => color[3] < 1);
}
