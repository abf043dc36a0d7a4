/** The pixels of a layer while its effects are drawn into them. */
import type { BlendMode, UnitsValue } from 'ag-psd';
import { pathCoverage } from '../../render/vector/path-coverage.ts';
import { edgeDistances, soften, type Coverage } from './distances.ts';
import type { LayerPixels } from './document.ts';
import type { PixelPaint, Rgba } from './inner-paints.ts';
import { mixChannel } from './mix-channels.ts';
import type { ReadPath } from './shapes.ts';

/** Pixels that cover as much are opaque. */
const opaque = 250 / 255;

/** What a coverage leaves out. */
export function inverse({ width, height, data }: Coverage): Coverage {
  return { width, height, data: data.map((covered) => 1 - covered) };
}

/** Straight colours and alphas from 0 to 1, with room around the layer. */
export class EffectCanvas {
  readonly #origin: LayerPixels;
  readonly #margin: number;
  readonly #fillOpacity: number;
  readonly #shape: Coverage;
  readonly #outline: Coverage | null;
  readonly #colors: Float32Array;
  readonly #alpha: Float32Array;
  #distances: Float32Array | undefined;

  /** @param path the outline of a shape whose fill does not cover all of it. Strokes run along it. */
  constructor(pixels: LayerPixels, margin: number, fillOpacity: number, path: ReadPath | null = null) {
    this.#origin = pixels;
    this.#margin = margin;
    this.#fillOpacity = fillOpacity;
    const [width, height] = [pixels.width + 2 * margin, pixels.height + 2 * margin];
    const data = new Float32Array(width * height);
    for (let row = 0; row < pixels.height; row += 1)
      for (let column = 0; column < pixels.width; column += 1)
        data[(row + margin) * width + column + margin] =
          (pixels.data[(row * pixels.width + column) * 4 + 3] ?? 0) / 255;
    this.#shape = { width, height, data };
    const place = path && { ...path, x: path.x - pixels.x + margin, y: path.y - pixels.y + margin };
    this.#outline = place && { width, height, data: pathCoverage(place, { width, height }) };
    this.#colors = new Float32Array(width * height * 3);
    this.#alpha = new Float32Array(width * height);
  }

  get box(): { x: number; y: number; width: number; height: number } {
    return this.boxWith(0);
  }

  boxWith(reach: number): { x: number; y: number; width: number; height: number } {
    const { x, y, width, height } = this.#origin;
    return { x: x - reach, y: y - reach, width: width + 2 * reach, height: height + 2 * reach };
  }

  /** The shape, wider by a size of which a part is solid and the rest soft. */
  spread(size: number, choke: UnitsValue | undefined): Coverage {
    const solid = (size * Math.min(100, Math.max(0, choke?.value ?? 0))) / 100;
    const wide = solid < 0.5 ? this.#shape : this.#within((distance) => solid - distance);
    return soften(wide, size - solid);
  }

  /** What is outside of the shape, reaching into it. */
  spreadInside(size: number, choke: UnitsValue | undefined): Coverage {
    const solid = (size * Math.min(100, Math.max(0, choke?.value ?? 0))) / 100;
    const narrow = solid < 0.5 ? this.#shape : this.#within((distance) => -solid - distance);
    return inverse(soften(narrow, size - solid));
  }

  /** Paints outside of the shape, below all that is there. */
  under(coverage: Coverage, paint: PixelPaint): void {
    this.#each((at, x, y) => {
      const [r, g, b, a] = paint(x, y);
      this.#put(at, [r, g, b], a * (coverage.data[at] ?? 0) * (1 - (this.#shape.data[at] ?? 0)));
    });
  }

  /** Paints outside of the shape with the colours of a gradient, which begins where all is covered. */
  glow(coverage: Coverage, table: readonly Rgba[]): void {
    this.#each((at) => {
      const covered = coverage.data[at] ?? 0;
      const [r, g, b, a] = table[Math.round((1 - covered) * (table.length - 1))] ?? [0, 0, 0, 0];
      // Its end has no edge, also where the last colour is seen.
      const shown = Math.min(1, covered * 8) * (1 - (this.#shape.data[at] ?? 0));
      if (shown > 0) this.#put(at, [r, g, b], a * shown);
    });
  }

  /** The layer itself. */
  addFill(): void {
    const { width, data } = this.#origin;
    this.#each((at, x, y) => {
      const from = ((y - this.#origin.y) * width + x - this.#origin.x) * 4;
      const covered = this.#shape.data[at] ?? 0;
      if (covered === 0) return;
      const [r = 0, g = 0, b = 0] = data.subarray(from, from + 3);
      this.#add(at, [r / 255, g / 255, b / 255], covered * this.#fillOpacity);
    });
  }

  /** Paints inside of the shape. */
  over(coverage: Coverage | null, paint: PixelPaint, mode: string | undefined): void {
    this.#each((at, x, y) => {
      const covered = this.#shape.data[at] ?? 0;
      if (covered === 0) return;
      const [r, g, b, a] = paint(x, y);
      this.#mix(at, [r, g, b], a * (coverage === null ? 1 : (coverage.data[at] ?? 0)), covered, mode);
    });
  }

  /** Paints along the edge of the shape. All that is translucent belongs to the edge. */
  stroke(width: number, reach: number, paint: PixelPaint, mode: string | undefined): void {
    const shape = this.#outline ?? this.#shape;
    const edge = this.#outline === null ? this.#edge() : edgeDistances(shape);
    const depths = width > reach ? this.#depth(shape) : edge;
    this.#each((at, x, y) => {
      const distance = edge[at] ?? 0;
      const outer = Math.min(1, Math.max(0, reach + 0.5 - distance));
      const inner = Math.min(1, Math.max(0, width - reach + 0.5 + (depths[at] ?? 0)));
      const covered = shape.data[at] ?? 0;
      const [r, g, b, a] = paint(x, y);
      if (covered > 0) this.#mix(at, [r, g, b], a * (width > reach ? inner : 0), covered, mode);
      if (covered < 1 && reach > 0) this.#add(at, [r, g, b], a * outer * (1 - covered));
    });
  }

  toPixels(): LayerPixels {
    const { width, height } = this.#shape;
    const data = new Uint8ClampedArray(width * height * 4);
    for (let at = 0; at < width * height; at += 1) {
      for (let channel = 0; channel < 3; channel += 1)
        data[at * 4 + channel] = (this.#colors[at * 3 + channel] ?? 0) * 255;
      data[at * 4 + 3] = (this.#alpha[at] ?? 0) * 255;
    }
    return { x: this.#origin.x - this.#margin, y: this.#origin.y - this.#margin, width, height, data };
  }

  #edge(): Float32Array {
    this.#distances ??= edgeDistances(this.#shape);
    return this.#distances;
  }

  /** The distance of each pixel from transparent ones; negative inside of opaque areas. */
  #depth({ width, height, data }: Coverage): Float32Array {
    const gone = data.map((covered) => (covered >= opaque ? 0 : 1 - covered));
    return edgeDistances({ width, height, data: gone }).map((distance) => -distance);
  }

  #within(depth: (distance: number) => number): Coverage {
    const { width, height } = this.#shape;
    const data = this.#edge().map((distance) => Math.min(1, Math.max(0, depth(distance) + 0.5)));
    return { width, height, data };
  }

  #each(visit: (at: number, x: number, y: number) => void): void {
    const { width, height } = this.#shape;
    const [left, top] = [this.#origin.x - this.#margin, this.#origin.y - this.#margin];
    for (let row = 0; row < height; row += 1)
      for (let column = 0; column < width; column += 1) visit(row * width + column, left + column, top + row);
  }

  /** Beside what is there: both cover other parts of the pixel, or what is there is covered. */
  #add(at: number, color: readonly number[], alpha: number): void {
    const before = this.#alpha[at] ?? 0;
    const rest = Math.min(before, 1 - alpha);
    const all = rest + alpha;
    if (all <= 0) return;
    for (let channel = 0; channel < 3; channel += 1) {
      const old = this.#colors[at * 3 + channel] ?? 0;
      this.#colors[at * 3 + channel] = (old * rest + (color[channel] ?? 0) * alpha) / all;
    }
    this.#alpha[at] = all;
  }

  /** Above what is there. */
  #put(at: number, color: readonly number[], alpha: number): void {
    const rest = (this.#alpha[at] ?? 0) * (1 - alpha);
    if (rest + alpha <= 0) return;
    for (let channel = 0; channel < 3; channel += 1) {
      const old = this.#colors[at * 3 + channel] ?? 0;
      this.#colors[at * 3 + channel] = (old * rest + (color[channel] ?? 0) * alpha) / (rest + alpha);
    }
    this.#alpha[at] = rest + alpha;
  }

  /** Above the part of a pixel that the shape covers: no other part of it is painted. */
  #mix(at: number, color: readonly number[], alpha: number, covered: number, mode: string | undefined): void {
    const before = this.#alpha[at] ?? 0;
    const filled = Math.min(1, before / covered);
    const [beside, own] = [Math.max(0, before - covered), alpha * covered];
    const rest = filled * (1 - alpha) * covered + beside;
    if (own + rest <= 0) return;
    for (let channel = 0; channel < 3; channel += 1) {
      const below = this.#colors[at * 3 + channel] ?? 0;
      const source = color[channel] ?? 0;
      const mixed = source * (1 - filled) + mixChannel(mode as BlendMode | undefined, below, source) * filled;
      this.#colors[at * 3 + channel] = (below * rest + mixed * own) / (rest + own);
    }
    this.#alpha[at] = rest + own;
  }
}
