/** Layers with a vector outline and a fill, and layers that are a fill only. */
import type { Layer, VectorContent } from 'ag-psd';
import type {
  EllipseElement,
  Paint,
  PathElement,
  RectElement,
  TemplateElement,
} from '../../../generated/template.ts';
import { readCommon, readFillOpacity, type PsdContext } from './context.ts';
import { readEffects, type ReadEffects } from './effects.ts';
import { shadowKey } from './pictures.ts';
import { readGeometry, readPaint, readPath, readStroke } from './shapes.ts';

type Shape = PathElement | RectElement | EllipseElement;

/** Converts a shape; null if no element can be it, so that it becomes a picture. */
export function convertShape(
  layer: Layer,
  content: VectorContent,
  name: string,
  { builder, page, globalAngle }: PsdContext,
): TemplateElement[] | null {
  const { vectorMask: mask } = layer;
  if (mask?.invert === true || mask?.fillStartsWithAllPixels === true) return null;
  const { top = 0, bottom = 0 } = layer;
  if (content.type === 'solid' && content.style === 'diamond' && bottom > top) return null;
  if (hasPatterns(layer)) return null;
  const isCut = mask !== undefined && mask.disable !== true;
  const path = isCut ? readPath(mask.paths) : null;
  if (isCut && path === null) return null;
  const isFilled = layer.vectorStroke?.fillEnabled !== false;
  const box = path ?? page;
  const paint = { opacity: readFillOpacity(layer), box };
  const fill = isFilled ? readPaint(content, paint, name, builder.lose.bind(builder)) : null;
  if (isFilled && fill === null) return null;
  const common = readCommon(layer, name, 'path', builder);
  const geometry: Shape = path === null ? { type: 'rect', id: '', ...page } : readGeometry(layer, path);
  const stroke = readStroke(layer, box, name, builder);
  const effects = readEffects(layer, name, builder, { outline: true, stroke: true, globalAngle, box });
  const shape: Shape = {
    ...geometry,
    ...common,
    ...(fill !== null && { fill }),
    ...(stroke !== null && { stroke }),
    ...shadowKey([...effects.inner, ...effects.outer]),
  };
  return withEffects(shape, geometry, effects, (part) => ({
    ...readCommon(layer, `${name} ${part}`, 'path', builder),
  }));
}

/** Whether effects paint with patterns, and there are pixels to paint on. */
function hasPatterns({ effects, top = 0, bottom = 0 }: Layer): boolean {
  if (effects === undefined || effects.disabled === true || bottom <= top) return false;
  const strokes = effects.stroke ?? [];
  return (
    effects.patternOverlay?.enabled === true ||
    strokes.some(({ enabled, fillType }) => enabled === true && fillType === 'pattern')
  );
}

/** What covers the fill replaces it if nothing shines through. Else it lies above; a second stroke does. */
function withEffects(
  shape: Shape,
  geometry: Shape,
  { overlay, stroke }: ReadEffects,
  commonFor: (part: string) => Pick<Shape, 'id'>,
): TemplateElement[] {
  const elements: TemplateElement[] = [shape];
  if (overlay !== null && isOpaque(overlay)) shape.fill = overlay;
  else if (overlay !== null) elements.push({ ...geometry, ...commonFor('overlay'), fill: overlay });
  if (stroke !== null && shape.stroke === undefined) shape.stroke = stroke;
  else if (stroke !== null) elements.push({ ...geometry, ...commonFor('stroke'), stroke });
  return elements;
}

function isOpaque(paint: Paint): boolean {
  const colors = typeof paint === 'string' ? [paint] : paint.stops.map(({ color }) => color);
  return colors.every((color) => color.endsWith('ff'));
}
