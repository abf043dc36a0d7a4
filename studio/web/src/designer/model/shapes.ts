/** Shapes that are added as vector elements: their outline can be changed afterwards. */
import { designerWords } from '../../words/designer/designer.ts';
import { inCentre } from './new-elements.ts';
import { roundLength, roundToGrid } from './placement.ts';
import type { TemplateDocument, TemplateElement } from './template.ts';

interface Shape {
  /** In an area of 100 × 100. */
  readonly d: string;
  /** Width and height, as shares of the page's shorter side. */
  readonly size: readonly [width: number, height: number];
  /** Whether it is drawn as a line. */
  readonly isLine?: boolean;
}

/** A regular polygon with a corner on top, or a star whose inner corners have a share of the radius. */
function polygon(corners: number, inner = 1): string {
  const count = inner === 1 ? corners : corners * 2;
  const points = Array.from({ length: count }, (_, index) => {
    const radius = index % 2 === 1 ? 50 * inner : 50;
    const angle = (index / count) * 2 * Math.PI - Math.PI / 2;
    return `${roundLength(50 + radius * Math.cos(angle))} ${roundLength(50 + radius * Math.sin(angle))}`;
  });
  return `M ${points.join(' L ')} Z`;
}

const heart =
  'M 50 95 C 10 65 0 45 0 28 C 0 10 13 2 26 2 C 37 2 46 8 50 18 ' +
  'C 54 8 63 2 74 2 C 87 2 100 10 100 28 C 100 45 90 65 50 95 Z';

const bubble =
  'M 8 0 L 92 0 Q 100 0 100 10 L 100 65 Q 100 75 92 75 L 40 75 L 20 100 L 24 75 L 8 75 ' +
  'Q 0 75 0 65 L 0 10 Q 0 0 8 0 Z';

const shapes = {
  triangle: { d: 'M 50 0 L 100 100 L 0 100 Z', size: [0.35, 0.3] },
  diamond: { d: 'M 50 0 L 100 50 L 50 100 L 0 50 Z', size: [0.35, 0.35] },
  pentagon: { d: polygon(5), size: [0.35, 0.35] },
  hexagon: { d: polygon(6), size: [0.35, 0.35] },
  star: { d: polygon(5, 0.45), size: [0.35, 0.35] },
  burst: { d: polygon(16, 0.8), size: [0.35, 0.35] },
  heart: { d: heart, size: [0.35, 0.33] },
  bubble: { d: bubble, size: [0.45, 0.35] },
  blockArrow: { d: 'M 0 28 L 62 28 L 62 0 L 100 50 L 62 100 L 62 72 L 0 72 Z', size: [0.45, 0.25] },
  lineArrow: { d: 'M 0 50 L 100 50 M 90 0 L 100 50 L 90 100', size: [0.5, 0.06], isLine: true },
  lineArrows: {
    d: 'M 0 50 L 100 50 M 10 0 L 0 50 L 10 100 M 90 0 L 100 50 L 90 100',
    size: [0.5, 0.06],
    isLine: true,
  },
} as const satisfies Readonly<Record<string, Shape>>;

export type ShapeName = keyof typeof shapes;

/** The names of all shapes, in the order of menus. */
export const shapeNames = Object.keys(shapes) as ShapeName[];

/** The outline of a shape, in an area of 100 × 100. */
export function outlineOf(name: ShapeName): { readonly d: string; readonly isLine: boolean } {
  const { d, isLine = false }: Shape = shapes[name];
  return { d, isLine };
}

/** A new element of a shape, in the middle of the page. */
export function newShape(name: ShapeName, document: TemplateDocument): TemplateElement {
  const { d, size, isLine = false }: Shape = shapes[name];
  const { width, height } = document.viewport;
  const side = Math.min(width, height);
  const stroke = { color: '#1c2128', width: roundToGrid(side / 150, document) || roundLength(side / 150) };
  return {
    type: 'path',
    id: designerWords.shapes[name],
    ...inCentre(side * size[0], side * size[1], document),
    d,
    viewBox: [0, 0, 100, 100],
    ...(isLine ? { stroke } : { fill: '#5288c2' }),
  };
}
