/** Curves of an ICC profile: `curveType` and `parametricCurveType` (ICC.1:2022, 10.6 and 10.18). */

/** From a value to another one, both from 0 to 1. */
export type Curve = (value: number) => number;

/** Reads curves that follow each other; null: one is of another kind, or not whole. */
export function readCurves(tag: Buffer, start: number, count: number): Curve[] | null {
  const curves: Curve[] = [];
  for (let at = start; curves.length < count;) {
    if (at + HEAD_BYTES > tag.length) return null;
    const read = tag.toString('latin1', at, at + 4) === 'curv' ? readTable(tag, at) : readFormula(tag, at);
    if (read === null) return null;
    curves.push(read.curve);
    at += read.bytes + (-read.bytes & 3);
  }
  return curves;
}

const HEAD_BYTES = 12;

interface ReadCurve {
  readonly curve: Curve;
  readonly bytes: number;
}

function readTable(tag: Buffer, at: number): ReadCurve | null {
  const count = tag.readUInt32BE(at + 8);
  const bytes = HEAD_BYTES + 2 * count;
  if (at + bytes > tag.length) return null;
  if (count === 0) return { curve: (value) => value, bytes };
  if (count === 1) {
    const gamma = tag.readUInt16BE(at + HEAD_BYTES) / 256;
    return { curve: (value) => value ** gamma, bytes };
  }
  const entries = Float64Array.from(
    { length: count },
    (_, index) => tag.readUInt16BE(at + HEAD_BYTES + 2 * index) / 65_535,
  );
  const curve = (value: number): number => {
    const place = Math.min(1, Math.max(0, value)) * (count - 1);
    const index = Math.min(count - 2, Math.floor(place));
    const from = entries[index] ?? 0;
    return from + ((entries[index + 1] ?? from) - from) * (place - index);
  };
  return { curve, bytes };
}

/** How many parameters each kind of formula has. */
const parameterCounts = [1, 3, 4, 5, 7];

function readFormula(tag: Buffer, at: number): ReadCurve | null {
  const kind = tag.readUInt16BE(at + 8);
  const count = parameterCounts[kind];
  if (tag.toString('latin1', at, at + 4) !== 'para' || count === undefined) return null;
  const bytes = HEAD_BYTES + 4 * count;
  if (at + bytes > tag.length) return null;
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from(
    { length: count },
    (_, index) => tag.readInt32BE(at + HEAD_BYTES + 4 * index) / 65_536,
  );
  const power = (value: number): number => Math.max(0, a * value + b) ** g;
  const formulas: readonly Curve[] = [
    (value) => value ** g,
    (value) => (a * value + b >= 0 ? power(value) : 0),
    (value) => (a * value + b >= 0 ? power(value) + c : c),
    (value) => (value >= d ? power(value) : c * value),
    (value) => (value >= d ? power(value) + e : c * value + f),
  ];
  return { curve: formulas[kind] ?? ((value) => value), bytes };
}
