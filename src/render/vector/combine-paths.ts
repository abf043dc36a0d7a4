import { FillType, Path2D, PathOp } from '@napi-rs/canvas';

/** SVG path data, and what it does to the shape before it. */
export interface PathPart {
  readonly d: string;
  readonly fillRule: 'nonzero' | 'evenodd';
  readonly operation: 'combine' | 'subtract' | 'intersect' | 'exclude';
}

const operations = {
  combine: PathOp.Union,
  subtract: PathOp.Difference,
  intersect: PathOp.Intersect,
  exclude: PathOp.Xor,
} as const;

/** The shape that is left when one part after the other acts on those before; its fill rule is non-zero. */
export function combinePaths(parts: readonly PathPart[]): string {
  const shape = parts.reduce<Path2D>((before, { d, fillRule, operation }) => {
    const path = new Path2D(d);
    if (fillRule === 'evenodd') path.setFillType(FillType.EvenOdd);
    return before.op(path, operations[operation]);
  }, new Path2D());
  return shape.asWinding().toSVGString();
}
