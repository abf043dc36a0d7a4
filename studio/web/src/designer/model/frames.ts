/** Frames: shapes through which a picture is seen. */
import { outlineOf, shapeNames, type ShapeName } from './shapes.ts';
import type { TemplateElement } from './template.ts';

type Mask = NonNullable<Extract<TemplateElement, { type: 'image' }>['mask']>;
type ShapeElement = Extract<TemplateElement, { type: 'rect' | 'ellipse' | 'path' }>;

const area = [0, 0, 100, 100];
const circle = 'M50 0A50 50 0 1 1 50 100A50 50 0 1 1 50 0Z';

/** The names of frames, in the order of menus. */
export const frameNames = ['circle', ...shapeNames.filter((name) => !outlineOf(name).isLine)] as const;
export type FrameName = 'circle' | ShapeName;

/** The outline of a frame, in an area of 100 × 100. */
export function outlineOfFrame(name: FrameName): string {
  return name === 'circle' ? circle : outlineOf(name).d;
}

/** The mask of a frame. */
export function maskOfFrame(name: FrameName): Mask {
  return { d: outlineOfFrame(name), viewBox: [...area] };
}

/** The frame that a mask is; null: none of these. */
export function findFrameName(mask: { readonly d?: unknown }): FrameName | null {
  return frameNames.find((name) => outlineOfFrame(name) === mask.d) ?? null;
}

/** Whether an element is a shape that a picture can fill. */
export function isShape(element: TemplateElement): element is ShapeElement {
  const { type } = element;
  return type === 'rect' || type === 'ellipse' || (type === 'path' && element.fill !== undefined);
}

/** Keys of shapes that images do not have. */
const shapeKeys = ['type', 'fill', 'stroke', 'd', 'viewBox', 'fillRule', 'backdropBlur'] as const;

/** What an image has of a shape that is its frame: its place, and its outline as a mask. */
export function toFrame(shape: ShapeElement): Partial<TemplateElement> {
  // Recipes read drafts.
  const own = JSON.parse(JSON.stringify(shape)) as Record<string, unknown>;
  const { d, viewBox, fillRule } = own;
  for (const key of shapeKeys) delete own[key];
  const mask =
    shape.type === 'ellipse'
      ? maskOfFrame('circle')
      : { d, ...(viewBox === undefined ? {} : { viewBox }), ...(fillRule === undefined ? {} : { fillRule }) };
  return { ...own, ...(shape.type === 'rect' ? {} : { mask }) } as Partial<TemplateElement>;
}
