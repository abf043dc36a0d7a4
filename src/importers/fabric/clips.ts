/** Clip paths of Fabric.js, as groups that clip. */
import type { GroupElement, TemplateElement } from '../../../generated/template.ts';
import type { FabricObject } from '../../../generated/designs/fabric.ts';
import { invert, multiply, type Matrix } from '../../render/geometry.ts';
import { rounded } from '../boxes.ts';
import { placeBox } from '../placement.ts';
import { readEffects, readName } from './common-keys.ts';
import { innerContext, type FabricContext } from './context.ts';
import { objectMatrix } from './geometry.ts';
import { readOutline } from './outlines.ts';

type ConvertInside = (object: FabricObject, context: FabricContext) => Promise<TemplateElement[]>;

/**
 * Converts an object with a clip path, which counts from the object's middle, or, if it is absolute, from the
 * corner of the canvas.
 *
 * @param matrix from the object's coordinates to those of the context
 */
export async function clipWith(
  object: FabricObject,
  clip: FabricObject,
  matrix: Matrix,
  context: FabricContext,
  convertInside: ConvertInside,
): Promise<TemplateElement[]> {
  const { builder, version } = context;
  const name = readName(object);
  const outline = readOutline(clip, version);
  const isBox = outline !== null && (outline.kind === 'rect' || outline.kind === 'ellipse');
  if (!isBox || clip.inverted === true || clip.clipPath !== undefined) {
    builder.lose(name, 'clipPath', 'Only the inside of a rectangle, a circle or an ellipse clips.');
    return await convertInside(object, context);
  }
  const canvas = clip.absolutePositioned === true ? invert(context.toCanvas) : matrix;
  if (canvas === null) return [];
  const around = multiply(canvas, objectMatrix(clip, outline.bounds, version));
  const placed = placeBox(around, outline.bounds);
  const inner = innerContext(placed.box, context.toParent, context);
  const { opacity: _opacity, shadow: _shadow, globalCompositeOperation: _operation, ...inside } = object;
  const elements = await convertInside(inside, { ...context, ...inner });
  const radius = rounded((outline.radii?.[0] ?? 0) * placed.scaleX);
  if (elements.length === 0) return [];
  const group: GroupElement = {
    type: 'group',
    id: builder.names.idFor(`${name} clip`, 'group'),
    ...placed.box,
    ...readEffects(object, placeBox(matrix, outline.bounds), builder),
    clip: outline.kind === 'ellipse' ? 'ellipse' : 'box',
    ...(radius > 0 && { cornerRadius: radius }),
    elements,
  };
  return [group];
}
