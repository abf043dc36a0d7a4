import type { Matrix } from '../geometry.ts';
import type { Definitions } from './definitions.ts';
import { writeOpacity, splitColor, tag, writeTransform, type Attributes } from './markup.ts';

/** A canvas gradient that becomes `linearGradient` or `radialGradient`. */
export class SvgGradient {
  readonly #name: 'linearGradient' | 'radialGradient';
  readonly #geometry: Attributes;
  readonly #stops: string[] = [];

  private constructor(name: 'linearGradient' | 'radialGradient', geometry: Attributes) {
    this.#name = name;
    this.#geometry = geometry;
  }

  static linear(x1: number, y1: number, x2: number, y2: number): SvgGradient {
    return new SvgGradient('linearGradient', { x1, y1, x2, y2 });
  }

  /** From a circle around the focus to a larger one. */
  static radial(fx: number, fy: number, fr: number, cx: number, cy: number, r: number): SvgGradient {
    const focus = fx === cx && fy === cy ? {} : { fx, fy };
    return new SvgGradient('radialGradient', { cx, cy, r, ...focus, ...(fr === 0 ? {} : { fr }) });
  }

  addColorStop(offset: number, color: string): void {
    const { rgb, alpha } = splitColor(color);
    this.#stops.push(
      tag('stop', {
        // Three decimals of `tag` would move the stops of a long gradient.
        offset: String(Number(offset.toFixed(6))),
        'stop-color': rgb,
        'stop-opacity': writeOpacity(alpha),
      }),
    );
  }

  /** Defines it. The transform leads from its coordinates to those of the shape. */
  define(definitions: Definitions, transform: Matrix | null = null): string {
    const gradientTransform = transform === null ? undefined : writeTransform(transform);
    const attributes = { gradientUnits: 'userSpaceOnUse', ...this.#geometry, gradientTransform };
    return definitions.url(this.#name, attributes, this.#stops.join(''));
  }
}
