/** The tables of an ICC profile, version 2: `lut8Type` and `lut16Type` (ICC.1:2001-04, 6.5.7 and 6.5.8). */

/** A table with its curves. Values are from 0 to 1. */
export interface IccTable {
  readonly bits: 8 | 16;
  readonly inputs: number;
  readonly look: (values: readonly number[]) => number[];
}

/** A tag of a profile; null: it has none of this name. */
export function findTag(profile: Buffer, name: string): Buffer | null {
  if (profile.length < TAGS_START) return null;
  const count = Math.min(MAX_TAGS, profile.readUInt32BE(TAG_COUNT));
  for (let index = 0; index < count; index++) {
    const at = TAGS_START + index * TAG_BYTES;
    if (at + TAG_BYTES > profile.length) return null;
    if (profile.toString('latin1', at, at + 4) !== name) continue;
    const start = profile.readUInt32BE(at + 4);
    return profile.subarray(start, start + profile.readUInt32BE(at + 8));
  }
  return null;
}

const TAG_COUNT = 128;
const TAGS_START = 132;
const TAG_BYTES = 12;
const MAX_TAGS = 100;

/** Reads a table; null: it is of another kind, or not whole. */
export function readTable(tag: Buffer): IccTable | null {
  const kind = tag.toString('latin1', 0, 4);
  if (kind !== 'mft1' && kind !== 'mft2') return null;
  const bits = kind === 'mft1' ? 8 : 16;
  const [inputs = 0, outputs = 0, grid = 0] = tag.subarray(8, 11);
  const hasCounts = bits === 16 && tag.length >= 52;
  const [entries, outEntries] = hasCounts ? [tag.readUInt16BE(48), tag.readUInt16BE(50)] : [256, 256];
  const start = bits === 16 ? 52 : 48;
  const size = (inputs * entries + grid ** inputs * outputs + outputs * outEntries) * (bits / 8);
  const isKnown =
    (inputs === 3 || inputs === 4) && outputs >= 1 && grid >= 2 && entries >= 2 && outEntries >= 2;
  if (!isKnown || tag.length < start + size) return null;
  let at = start;
  const take = (count: number): Float64Array => {
    const values = new Float64Array(count);
    for (let index = 0; index < count; index++, at += bits / 8)
      values[index] = bits === 8 ? (tag[at] ?? 0) / 255 : tag.readUInt16BE(at) / 65_535;
    return values;
  };
  const inCurves = Array.from({ length: inputs }, () => take(entries));
  const nodes = take(grid ** inputs * outputs);
  const outCurves = Array.from({ length: outputs }, () => take(outEntries));
  const cube = { nodes, grid, outputs };
  return {
    bits,
    inputs,
    look: (values) => {
      const places = inCurves.map((curve, index) => along(curve, values[index] ?? 0));
      const found = inputs === 3 ? inCube(cube, 0, places) : inTwoCubes(cube, places);
      return found.map((value, index) => along(outCurves[index] ?? [0, 1], value));
    },
  };
}

interface Cube {
  readonly nodes: Float64Array;
  readonly grid: number;
  readonly outputs: number;
}

function along(curve: ArrayLike<number>, value: number): number {
  const place = Math.min(1, Math.max(0, value)) * (curve.length - 1);
  const index = Math.min(curve.length - 2, Math.floor(place));
  const from = curve[index] ?? 0;
  return from + ((curve[index + 1] ?? from) - from) * (place - index);
}

/** Four inputs, as littleCMS does it: between the cubes of the other three, along the first. */
function inTwoCubes(cube: Cube, [first = 0, ...others]: readonly number[]): number[] {
  const place = first * (cube.grid - 1);
  const index = Math.min(cube.grid - 2, Math.floor(place));
  const size = cube.grid ** 3 * cube.outputs;
  const from = inCube(cube, index * size, others);
  const to = inCube(cube, (index + 1) * size, others);
  return from.map((value, channel) => value + ((to[channel] ?? value) - value) * (place - index));
}

/** Tetrahedral interpolation: from the corner along the axes, the one with the largest part first. */
function inCube({ nodes, grid, outputs }: Cube, start: number, places: readonly number[]): number[] {
  const steps = [grid ** 2 * outputs, grid * outputs, outputs];
  const axes = places.map((value, axis) => {
    const place = value * (grid - 1);
    const index = Math.min(grid - 2, Math.floor(place));
    return { index, part: place - index, step: steps[axis] ?? 0 };
  });
  let at = axes.reduce((sum, { index, step }) => sum + index * step, start);
  const result = Array.from({ length: outputs }, (_, channel) => nodes[at + channel] ?? 0);
  for (const { part, step } of axes.toSorted((a, b) => b.part - a.part)) {
    for (let channel = 0; channel < outputs; channel++)
      result[channel] =
        (result[channel] ?? 0) + part * ((nodes[at + step + channel] ?? 0) - (nodes[at + channel] ?? 0));
    at += step;
  }
  return result;
}
