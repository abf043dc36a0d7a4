/** Softened and widened shapes of pixels, for effects. */

/** A coverage from 0 to 1 for each pixel. */
export interface Coverage {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

const far = 1e12;

/** How far each pixel is from the edge of a shape, also of a translucent one: below 0 inside of it. */
export function edgeDistances({ width, height, data }: Coverage): Float32Array {
  const outside = new Float32Array(data.length);
  const inside = new Float32Array(data.length);
  const isEdge = (at: number): boolean => [1, -1, width, -width].some((step) => (data[at + step] ?? 0) === 0);
  for (let at = 0; at < data.length; at += 1) {
    const covered = data[at] ?? 0;
    const isIn = covered >= 0.5 || (covered > 0 && !isEdge(at));
    outside[at] = isIn ? 0 : far;
    inside[at] = isIn ? far : 0;
  }
  squaredDistances(outside, width, height);
  squaredDistances(inside, width, height);
  return outside.map((squared, at) => {
    const covered = data[at] ?? 0;
    if (covered > 0 && covered < 1 && isEdge(at)) return 0.5 - covered;
    return squared > 0 ? Math.sqrt(squared) - 0.5 : 0.5 - Math.sqrt(inside[at] ?? 0);
  });
}

/** Felzenszwalb and Huttenlocher, Distance Transforms of Sampled Functions: columns, then rows. */
function squaredDistances(grid: Float32Array, width: number, height: number): void {
  const long = Math.max(width, height);
  const line = new Float64Array(long);
  const places = new Int32Array(long);
  const borders = new Float64Array(long + 1);
  const run = (start: number, step: number, length: number): void => {
    for (let at = 0; at < length; at += 1) line[at] = grid[start + at * step] ?? 0;
    let last = 0;
    places[0] = 0;
    [borders[0], borders[1]] = [-Infinity, Infinity];
    for (let at = 1; at < length; at += 1) {
      let border: number;
      do {
        const place = places[last] ?? 0;
        border = ((line[at] ?? 0) + at * at - (line[place] ?? 0) - place * place) / (2 * (at - place));
      } while (border <= (borders[last] ?? 0) && (last -= 1) >= 0);
      last += 1;
      places[last] = at;
      [borders[last], borders[last + 1]] = [border, Infinity];
    }
    last = 0;
    for (let at = 0; at < length; at += 1) {
      while ((borders[last + 1] ?? Infinity) < at) last += 1;
      const place = places[last] ?? 0;
      grid[start + at * step] = (at - place) ** 2 + (line[place] ?? 0);
    }
  };
  for (let column = 0; column < width; column += 1) run(column, width, height);
  for (let row = 0; row < height; row += 1) run(row * width, 1, width);
}

/** Three means after each other are nearly a Gaussian. */
export function soften({ width, height, data }: Coverage, radius: number): Coverage {
  let soft = data;
  const half = Math.round(radius / 2);
  if (half < 1) return { width, height, data };
  for (let round = 0; round < 3; round += 1) {
    soft = getMean(soft, { lines: height, stride: width, length: width, step: 1, half });
    soft = getMean(soft, { lines: width, stride: 1, length: height, step: width, half });
  }
  return { width, height, data: soft };
}

interface Lines {
  readonly lines: number;
  readonly stride: number;
  readonly length: number;
  readonly step: number;
  readonly half: number;
}

function getMean(data: Float32Array, { lines, stride, length, step, half }: Lines): Float32Array {
  const means = new Float32Array(data.length);
  for (let line = 0; line < lines; line += 1) {
    const start = line * stride;
    const valueAt = (at: number): number => (at < 0 || at >= length ? 0 : (data[start + at * step] ?? 0));
    let sum = 0;
    for (let at = 0; at < half; at += 1) sum += valueAt(at);
    for (let at = 0; at < length; at += 1) {
      sum += valueAt(at + half) - valueAt(at - half - 1);
      means[start + at * step] = sum / (2 * half + 1);
    }
  }
  return means;
}
