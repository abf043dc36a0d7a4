/**
 * The tables of an ICC profile: `lut8Type` and `lut16Type` (ICC.1:2022, 10.10 and 10.11), and the forms of
 * `lutAToBType` and `lutBToAType` that have no matrix (10.12 and 10.13), as profiles of inks are.
 */
import { readCurves, type Curve } from './icc-curves.ts';

/** A table with its curves. Values are from 0 to 1. */
export interface IccTable {
  /** How Lab is written: `short` of `lut16Type` ends at 0xff00. */
  readonly lab: 'short' | 'full';
  readonly inputs: number;
  readonly outputs: number;
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

/** Whether all tags of a profile are within it. */
export function hasWholeTags(profile: Buffer): boolean {
  if (profile.length < TAGS_START) return false;
  const count = profile.readUInt32BE(TAG_COUNT);
  const end = TAGS_START + count * TAG_BYTES;
  if (count > MAX_TAGS || end > profile.length) return false;
  for (let at = TAGS_START; at < end; at += TAG_BYTES)
    if (profile.readUInt32BE(at + 4) + profile.readUInt32BE(at + 8) > profile.length) return false;
  return true;
}

/** Reads a table; null: it is of another kind, or not whole. */
export function readTable(tag: Buffer): IccTable | null {
  const kind = tag.toString('latin1', 0, 4);
  if (kind === 'mAB ' || kind === 'mBA ') return readCurvedTable(tag, kind === 'mAB ');
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
  const follow =
    (curve: Float64Array): Curve =>
    (value) =>
      along(curve, value);
  return joinTable(
    inCurves.map(follow),
    { nodes, grid, outputs },
    outCurves.map(follow),
    bits === 16 ? 'short' : 'full',
  );
}

/** A table with curves of any form. `fromInks`: the curves beside the inks come first. */
function readCurvedTable(tag: Buffer, fromInks: boolean): IccTable | null {
  if (tag.length < CURVED_START) return null;
  const [inputs = 0, outputs = 0] = tag.subarray(8, 10);
  const [atLab, atMatrix, atMiddle, atNodes, atInks] = [12, 16, 20, 24, 28].map((at) => tag.readUInt32BE(at));
  const hasMatrix = atMatrix !== 0 || atMiddle !== 0;
  if (atLab === undefined || atNodes === undefined || atInks === undefined || hasMatrix) return null;
  if ((inputs !== 3 && inputs !== 4) || outputs < 1 || atNodes + NODES_START > tag.length) return null;
  const [grid = 0, ...others] = tag.subarray(atNodes, atNodes + inputs);
  const bytes = tag[atNodes + MAX_INPUTS] ?? 0;
  const count = grid ** inputs * outputs;
  const start = atNodes + NODES_START;
  if (grid < 2 || others.some((each) => each !== grid) || (bytes !== 1 && bytes !== 2)) return null;
  if (start + count * bytes > tag.length) return null;
  const inCurves = readCurves(tag, fromInks ? atInks : atLab, inputs);
  const outCurves = readCurves(tag, fromInks ? atLab : atInks, outputs);
  if (inCurves === null || outCurves === null) return null;
  const nodes = Float64Array.from({ length: count }, (_, index) =>
    bytes === 1 ? (tag[start + index] ?? 0) / 255 : tag.readUInt16BE(start + 2 * index) / 65_535,
  );
  return joinTable(inCurves, { nodes, grid, outputs }, outCurves, 'full');
}

/** Bytes of the head of a table with curves of any form, and of that of its nodes. */
const CURVED_START = 32;
const NODES_START = 20;
/** The inputs that the head of nodes has place for; their width follows. */
const MAX_INPUTS = 16;

function joinTable(
  inCurves: readonly Curve[],
  cube: Cube,
  outCurves: readonly Curve[],
  lab: IccTable['lab'],
): IccTable {
  const inputs = inCurves.length;
  return {
    lab,
    inputs,
    outputs: cube.outputs,
    look: (values) => {
      const places = inCurves.map((curve, index) => clamp(curve(values[index] ?? 0)));
      const found = inputs === 3 ? betweenCorners(cube, places) : inTwoCubes(cube, places);
      return found.map((value, index) => clamp(outCurves[index]?.(value) ?? value));
    },
  };
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
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

/** Three inputs, which are Lab: trilinear, as littleCMS does it, since greys are no diagonal of its cubes. */
function betweenCorners({ nodes, grid, outputs }: Cube, places: readonly number[]): number[] {
  const axes = places.map((value, axis) => {
    const place = value * (grid - 1);
    const index = Math.min(grid - 2, Math.floor(place));
    return { part: place - index, step: grid ** (2 - axis) * outputs, index };
  });
  const start = axes.reduce((sum, { index, step }) => sum + index * step, 0);
  const result = Array.from({ length: outputs }, () => 0);
  for (let corner = 0; corner < 8; corner++) {
    let [weight, at] = [1, start];
    for (const [axis, { part, step }] of axes.entries()) {
      const isFar = ((corner >> axis) & 1) === 1;
      weight *= isFar ? part : 1 - part;
      if (isFar) at += step;
    }
    if (weight === 0) continue;
    for (let channel = 0; channel < outputs; channel++)
      result[channel] = (result[channel] ?? 0) + weight * (nodes[at + channel] ?? 0);
  }
  return result;
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
