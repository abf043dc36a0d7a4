import type { Canvas } from '@napi-rs/canvas';
import type { PDFContext, PDFObject, PDFRef } from 'pdf-lib';

import type { Matrix, Size } from '../../geometry.ts';
import { inksOf, processInks, type Inks } from '../../inks/ink-color.ts';
import type { Separator } from '../../inks/separator.ts';

/** Red, green, blue and opacity, each from 0 to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** The last colour that was read: most texts have that of the text before. */
let last: { readonly color: string; readonly rgba: Rgba } = { color: '#000000', rgba: [0, 0, 0, 1] };

/** A colour as the drawing writes it: `#rrggbb`, `#rrggbbaa` or `rgba(…)`. */
export function readColor(color: string): Rgba {
  if (last.color !== color) last = { color, rgba: parseColor(color) };
  return last.rgba;
}

function parseColor(color: string): Rgba {
  if (color.startsWith('#')) {
    const at = (index: number): number => Number.parseInt(color.slice(index, index + 2), 16) / 255;
    return [at(1), at(3), at(5), color.length > 7 ? at(7) : 1];
  }
  const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
  return [red / 255, green / 255, blue / 255, alpha];
}

interface Stop {
  readonly offset: number;
  readonly color: Rgba;
  /** As a scene has it. */
  readonly text: string | null;
  /** What it was separated into. */
  readonly inks?: Inks;
}

/** A linear or radial gradient, as a canvas makes them. */
export class PdfGradient {
  readonly coordinates: readonly number[];
  readonly #stops: Stop[] = [];

  private constructor(coordinates: readonly number[]) {
    this.coordinates = coordinates;
  }

  static linear(x0: number, y0: number, x1: number, y1: number): PdfGradient {
    return new PdfGradient([x0, y0, x1, y1]);
  }

  static radial(x0: number, y0: number, r0: number, x1: number, y1: number, r1: number): PdfGradient {
    return new PdfGradient([x0, y0, r0, x1, y1, r1]);
  }

  addColorStop(offset: number, color: string): void {
    this.#stops.push({ offset, color: readColor(color), text: color });
  }

  addStop(offset: number, color: Rgba): void {
    this.#stops.push({ offset, color, text: null });
  }

  get isOpaque(): boolean {
    return this.#stops.every(({ color }) => color[3] >= 1);
  }

  /** Its colours as inks, if all of them are; null: it is in sRGB. */
  findInks(): readonly Inks[] | null {
    const inks = this.#stops.map((stop) => inksOfStop(stop));
    return inks.every((each) => each !== null) ? inks : null;
  }

  /**
   * The same gradient with all its colours in inks: those of sRGB are separated, and between two of them it
   * has the colours that it has in sRGB.
   */
  separate(separator: Separator): PdfGradient {
    const result = new PdfGradient(this.coordinates);
    const add = (offset: number, color: Rgba, own: Inks | null = null): void => {
      const inks = own ?? processInks(separator.color(color[0], color[1], color[2]));
      result.#stops.push({ offset, color, text: null, inks });
    };
    for (const [index, { offset, color, text }] of this.#stops.entries()) {
      const from = this.#stops[index - 1];
      const own = ownInks(text);
      const isSeparated = from !== undefined && own === null && ownInks(from.text) === null;
      if (isSeparated && offset > from.offset && String(from.color) !== String(color))
        for (let step = 1; step < SEPARATED_STEPS; step++) {
          const share = step / SEPARATED_STEPS;
          const mix = (one: number, other: number): number => one + (other - one) * share;
          const [red, green, blue, alpha] = color.map((each, at) => mix(from.color[at] ?? 0, each));
          add(mix(from.offset, offset), [red ?? 0, green ?? 0, blue ?? 0, alpha ?? 1]);
        }
      add(offset, color, own);
    }
    return result;
  }

  /** Its colours without opacity. */
  writeColors(context: PDFContext, colorSpace: PDFObject): PDFRef {
    return this.#write(context, colorSpace, ({ color: [red, green, blue] }) => [red, green, blue]);
  }

  /** Its colours in inks, which it has. */
  writeInks(context: PDFContext, colorSpace: PDFObject, components: (inks: Inks) => number[]): PDFRef {
    return this.#write(context, colorSpace, (stop) => components(inksOfStop(stop) ?? noInks));
  }

  /** Its opacity as shades of grey, multiplied by `alpha`. */
  writeOpacity(context: PDFContext, alpha: number): PDFRef {
    return this.#write(context, context.obj('DeviceGray'), ({ color }) => [color[3] * alpha]);
  }

  #write(context: PDFContext, colorSpace: PDFObject, pick: (stop: Stop) => number[]): PDFRef {
    return context.register(
      context.obj({
        ShadingType: this.coordinates.length === 4 ? 2 : 3,
        ColorSpace: colorSpace,
        Coords: this.coordinates.map(round),
        Function: this.#writeFunction(context, pick),
        Extend: [true, true],
      }),
    );
  }

  /** Functions between two stops each, stitched together (ISO 32000-1, 7.10.4). */
  #writeFunction(context: PDFContext, pick: (stop: Stop) => number[]): PDFObject {
    const stops = this.#stops.map((stop) => ({ offset: stop.offset, values: pick(stop).map(round) }));
    const [first, last] = [stops[0], stops.at(-1)];
    if (first === undefined || last === undefined) throw new Error('a gradient has no colours');
    const all = [
      ...(first.offset > 0 ? [{ ...first, offset: 0 }] : []),
      ...stops,
      ...(last.offset < 1 ? [{ ...last, offset: 1 }] : []),
    ];
    const parts = all.slice(1).map((to, index) => {
      const from = all[index] ?? to;
      return { from, to };
    });
    const shown = parts.filter(({ from, to }) => to.offset > from.offset);
    const functions = shown.map(({ from, to }) =>
      context.obj({ FunctionType: 2, Domain: [0, 1], C0: from.values, C1: to.values, N: 1 }),
    );
    if (functions.length === 1 && functions[0] !== undefined) return functions[0];
    return context.obj({
      FunctionType: 3,
      Domain: [0, 1],
      Functions: functions,
      Bounds: shown.slice(1).map(({ from }) => round(from.offset)),
      Encode: shown.flatMap(() => [0, 1]),
    });
  }
}

const noInks = processInks([0, 0, 0, 0]);

/** Steps between two colours that are separated: inks do not mix as sRGB does. */
const SEPARATED_STEPS = 16;

function ownInks(text: string | null): Inks | null {
  return text === null ? null : inksOf(text);
}

/** The inks of a stop: its own, or black ink for a neutral grey. */
function inksOfStop({ color, text, inks }: Stop): Inks | null {
  if (inks !== undefined) return inks;
  return ownInks(text) ?? blackInk(color);
}

/** A colour in process inks, in a file that has no others; null: it stays sRGB. */
export function separated([red, green, blue]: Rgba, separator: Separator | null): Inks | null {
  return separator === null ? null : processInks(separator.color(red, green, blue));
}

/** A neutral grey in black ink; null for any other colour. */
export function blackInk([red, green, blue]: Rgba): Inks | null {
  return red === green && green === blue ? processInks([0, 0, 0, 1 - red]) : null;
}

/** A picture that is repeated in both directions, in units of its pixels. */
export class PdfPattern {
  readonly image: Canvas;
  readonly size: Size;
  matrix: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

  constructor(image: Canvas) {
    this.image = image;
    this.size = { width: image.width, height: image.height };
  }

  setTransform(matrix: Matrix): void {
    this.matrix = matrix;
  }
}

function round(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}
