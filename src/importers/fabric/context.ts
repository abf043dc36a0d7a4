import { elementTransform, invert, multiply, type Matrix } from '../../render/geometry.ts';
import type { TemplateBuilder } from '../builder.ts';
import type { TextMeasure } from '../measure-text.ts';
import type { PlacedBox } from '../placement.ts';

/** Where objects are converted: what surrounds them. */
export interface FabricContext {
  readonly builder: TemplateBuilder;
  readonly measure: TextMeasure;
  /** The design's version of Fabric.js, its major part. */
  readonly version: number;
  /** From the coordinates that objects have in the design to those of the template's page or group. */
  readonly toParent: Matrix;
  /** From the coordinates of the template's group to those of the canvas. */
  readonly toCanvas: Matrix;
}

/** What surrounds the elements of a group with this box; `matrix` leads out of it to the group's parent. */
export function innerContext(
  box: PlacedBox,
  matrix: Matrix,
  context: FabricContext,
): Pick<FabricContext, 'toParent' | 'toCanvas'> {
  const ofGroup = elementTransform({ rotation: 0, ...box });
  const back = invert(ofGroup) ?? { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
  return { toParent: multiply(back, matrix), toCanvas: multiply(context.toCanvas, ofGroup) };
}
