/** Writes small ICC profiles (ICC.1:2001, version 2, which all decoders read). */

/** Chromaticities, x and y. */
type Chromaticity = readonly [x: number, y: number];

export interface Primaries {
  readonly white: Chromaticity;
  readonly red: Chromaticity;
  readonly green: Chromaticity;
  readonly blue: Chromaticity;
}

/** From a sample to light: a power, or the curve of sRGB. */
export type Curve = { readonly kind: 'gamma'; readonly exponent: number } | { readonly kind: 'srgb' };

type Vector = readonly [number, number, number];
/** A matrix of three columns. */
type Columns = readonly [Vector, Vector, Vector];

/** The illuminant of profiles. */
const D50: Vector = [0.9642, 1, 0.8249];
/** From XYZ to the cone responses that colours are adapted by (Bradford, ICC.1 annex E). */
const CONE_COLUMNS: Columns = [
  [0.8951, -0.7502, 0.0389],
  [0.2664, 1.7135, -0.0685],
  [-0.1614, 0.0367, 1.0296],
];
const HEADER_BYTES = 128;
const CURVE_POINTS = 1024;

/** A profile of RGB, or of grey without primaries. */
export function writeProfile(primaries: Primaries | null, curve: Curve): Buffer {
  const tone = writeCurve(curve);
  const tags: (readonly [name: string, data: Buffer])[] = [['wtpt', writeXyz(D50)]];
  if (primaries === null) tags.push(['kTRC', tone]);
  else {
    const [red, green, blue] = findColorants(primaries);
    tags.push(['rXYZ', writeXyz(red)], ['gXYZ', writeXyz(green)], ['bXYZ', writeXyz(blue)]);
    tags.push(['rTRC', tone], ['gTRC', tone], ['bTRC', tone]);
  }
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length, 0);
  let offset = HEADER_BYTES + table.length;
  for (const [index, [name, data]] of tags.entries()) {
    table.write(name, 4 + 12 * index, 'latin1');
    table.writeUInt32BE(offset, 8 + 12 * index);
    table.writeUInt32BE(data.length, 12 + 12 * index);
    offset += data.length;
  }
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(offset, 0);
  header.writeUInt32BE(0x0210_0000, 8);
  header.write(primaries === null ? 'mntrGRAYXYZ ' : 'mntrRGB XYZ ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  D50.forEach((value, index) => header.writeInt32BE(Math.round(value * 65_536), 68 + 4 * index));
  return Buffer.concat([header, table, ...tags.map(([, data]) => data)]);
}

function writeXyz(values: Vector): Buffer {
  const tag = Buffer.alloc(20);
  tag.write('XYZ ', 0, 'latin1');
  values.forEach((value, index) => tag.writeInt32BE(Math.round(value * 65_536), 8 + 4 * index));
  return tag;
}

function writeCurve(curve: Curve): Buffer {
  const tag = Buffer.alloc(12 + 2 * CURVE_POINTS);
  tag.write('curv', 0, 'latin1');
  tag.writeUInt32BE(CURVE_POINTS, 8);
  for (let point = 0; point < CURVE_POINTS; point++) {
    const light = toLight(point / (CURVE_POINTS - 1), curve);
    tag.writeUInt16BE(Math.round(light * 65_535), 12 + 2 * point);
  }
  return tag;
}

function toLight(sample: number, curve: Curve): number {
  if (curve.kind === 'gamma') return sample ** curve.exponent;
  return sample <= 0.04045 ? sample / 12.92 : ((sample + 0.055) / 1.055) ** 2.4;
}

/** The colours of full red, green and blue, which add up to white, adapted to the illuminant of profiles. */
function findColorants({ white, red, green, blue }: Primaries): readonly [Vector, Vector, Vector] {
  const [r, g, b, w] = [toXyz(red), toXyz(green), toXyz(blue), toXyz(white)];
  const [shareR, shareG, shareB] = solve([r, g, b], w);
  const [from, to] = [apply(w), apply(D50)];
  const adapt = (colour: Vector, share: number): Vector => {
    const [l, m, s] = apply(colour);
    const cones: Vector = [(l * to[0]) / from[0], (m * to[1]) / from[1], (s * to[2]) / from[2]];
    const [x, y, z] = solve(CONE_COLUMNS, cones);
    return [x * share, y * share, z * share];
  };
  return [adapt(r, shareR), adapt(g, shareG), adapt(b, shareB)];
}

function toXyz([x, y]: Chromaticity): Vector {
  return [x / y, 1, (1 - x - y) / y];
}

/** The cone responses to a colour. */
function apply([x, y, z]: Vector): Vector {
  const at = (row: 0 | 1 | 2): number =>
    CONE_COLUMNS[0][row] * x + CONE_COLUMNS[1][row] * y + CONE_COLUMNS[2][row] * z;
  return [at(0), at(1), at(2)];
}

/** How much of each column makes `sum`, by Cramer's rule. */
function solve([a, b, c]: Columns, sum: Vector): Vector {
  const whole = determinant([a, b, c]);
  return [
    determinant([sum, b, c]) / whole,
    determinant([a, sum, c]) / whole,
    determinant([a, b, sum]) / whole,
  ];
}

function determinant([[a, b, c], [d, e, f], [g, h, i]]: Columns): number {
  return a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e);
}
