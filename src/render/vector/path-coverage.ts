import { createCanvas, Path2D } from '@napi-rs/canvas';

/** What lies in a path covers of each pixel of an area, from 0 to 1. The path's data counts from `x`, `y`. */
export function pathCoverage(
  {
    d,
    fillRule,
    x,
    y,
  }: { readonly d: string; readonly fillRule: 'nonzero' | 'evenodd'; x: number; y: number },
  { width, height }: { readonly width: number; readonly height: number },
): Float32Array {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.translate(x, y);
  context.fill(new Path2D(d), fillRule);
  const { data } = context.getImageData(0, 0, width, height);
  return Float32Array.from({ length: width * height }, (_, at) => (data[at * 4 + 3] ?? 0) / 255);
}
