import type { Matrix } from '../../render/geometry.ts';
import type { TemplateBuilder } from '../builder.ts';

/** Where objects are converted: what surrounds them. */
export interface FabricContext {
  readonly builder: TemplateBuilder;
  /** The design's version of Fabric.js, its major part. */
  readonly version: number;
  /** From the coordinates that objects have in the design to those of the template's page or group. */
  readonly toParent: Matrix;
  /** From the coordinates of the template's group to those of the canvas. */
  readonly toCanvas: Matrix;
}
