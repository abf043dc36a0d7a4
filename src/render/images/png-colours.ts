/** What the chunks of a PNG say about its colours (PNG, third edition, 4.3 and 11.3.2). */
import { crc32, deflateSync } from 'node:zlib';

import { writeProfile, type Curve, type Primaries } from './written-profile.ts';

const SIGNATURE = 0x89504e47;
/** The end of the signature and the header. */
const HEADER_END = 33;
const COLOUR_TYPE = 25;
const GREY_TYPES: ReadonlySet<number | undefined> = new Set([0, 4]);
/** `gAMA` and `cHRM` hold numbers times this. */
const UNIT = 100_000;
/** What encoders write beside sRGB, for decoders that do not know it: it means the curve of sRGB. */
const SRGB_GAMMA = 45_455;
const GAMMA_TOLERANCE = 500;
const [MIN_GAMMA, MAX_GAMMA] = [1000, 1_000_000];
const CHROMATICITY_TOLERANCE = 0.002;

const D65 = [0.3127, 0.329] as const;
const SRGB: Primaries = { white: D65, red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06] };
const SRGB_CURVE: Curve = { kind: 'srgb' };
/** By their numbers in `cICP` (ITU-T H.273, table 2). */
const CODED_PRIMARIES: ReadonlyMap<number | undefined, Primaries> = new Map([
  [1, SRGB],
  [9, { white: D65, red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046] }],
  [12, { white: D65, red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] }],
]);
/** Also by their numbers (table 3). Pictures in PQ and HLG are brighter than paper, and stay as they are. */
const CODED_CURVES: ReadonlyMap<number | undefined, Curve> = new Map<number, Curve>([
  [4, { kind: 'gamma', exponent: 2.2 }],
  [5, { kind: 'gamma', exponent: 2.8 }],
  [8, { kind: 'gamma', exponent: 1 }],
  [13, SRGB_CURVE],
]);

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
  readonly start: number;
  readonly end: number;
}

/**
 * A PNG with an ICC profile in place of chunks that say the same (`cICP`, `gAMA`, `cHRM`), which the decoder
 * does not read. Files in sRGB, and those with a profile of their own, are returned as they are.
 */
export function withColourProfile(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = readFirstChunks(file);
  const meaning = readMeaning(new Map(chunks.map(({ type, data }) => [type, data])));
  if (meaning === null) return bytes;
  const isGrey = GREY_TYPES.has(file[COLOUR_TYPE]);
  if (isGrey && meaning.curve.kind === 'srgb') return bytes;
  const profile = writeProfile(isGrey ? null : meaning.primaries, meaning.curve);
  const replaced = new Set(['cICP', 'gAMA', 'cHRM', 'sRGB']);
  const kept = chunks.filter(({ type }) => !replaced.has(type));
  return Buffer.concat([
    file.subarray(0, HEADER_END),
    writeChunk('iCCP', Buffer.concat([Buffer.from('colours\0\0', 'latin1'), deflateSync(profile)])),
    ...kept.map(({ start, end }) => file.subarray(start, end)),
    file.subarray(chunks.at(-1)?.end ?? HEADER_END),
  ]);
}

/** The chunks between the header and the palette or the pixels: those about colours are among them. */
function readFirstChunks(file: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  if (file.length < HEADER_END || file.readUInt32BE(0) !== SIGNATURE) return chunks;
  for (let start = HEADER_END; start + 12 <= file.length;) {
    const end = start + 12 + file.readUInt32BE(start);
    const type = file.toString('latin1', start + 4, start + 8);
    if (type === 'PLTE' || type === 'IDAT' || end > file.length) break;
    chunks.push({ type, data: file.subarray(start + 8, end - 4), start, end });
    start = end;
  }
  return chunks;
}

/** Null for sRGB, for files with a profile, and for what cannot be read. */
function readMeaning(
  chunks: ReadonlyMap<string, Buffer>,
): { readonly primaries: Primaries; readonly curve: Curve } | null {
  if (chunks.has('iCCP')) return null;
  const coded = chunks.get('cICP');
  if (coded?.length === 4) {
    const [primaries, curve] = [CODED_PRIMARIES.get(coded[0]), CODED_CURVES.get(coded[1])];
    if (primaries === undefined || curve === undefined) return null;
    return isSrgb(primaries) && curve.kind === 'srgb' ? null : { primaries, curve };
  }
  if (chunks.has('sRGB')) return null;
  const primaries = readPrimaries(chunks.get('cHRM')) ?? SRGB;
  const curve = readCurve(chunks.get('gAMA'));
  return isSrgb(primaries) && curve.kind === 'srgb' ? null : { primaries, curve };
}

function readCurve(data: Buffer | undefined): Curve {
  const gamma = data?.length === 4 ? data.readUInt32BE(0) : SRGB_GAMMA;
  const isUsable = gamma >= MIN_GAMMA && gamma <= MAX_GAMMA;
  if (!isUsable || Math.abs(gamma - SRGB_GAMMA) <= GAMMA_TOLERANCE) return SRGB_CURVE;
  return { kind: 'gamma', exponent: UNIT / gamma };
}

/** Null if they are not there, or span no colours. */
function readPrimaries(data: Buffer | undefined): Primaries | null {
  if (data?.length !== 32) return null;
  const point = (at: number) => [data.readUInt32BE(at) / UNIT, data.readUInt32BE(at + 4) / UNIT] as const;
  const found = { white: point(0), red: point(8), green: point(16), blue: point(24) };
  const { white, red, green, blue } = found;
  const area = (green[0] - red[0]) * (blue[1] - red[1]) - (blue[0] - red[0]) * (green[1] - red[1]);
  const isUsable = [white, red, green, blue].every(([x, y]) => y > 0 && x + y <= 1) && Math.abs(area) > 0.01;
  return isUsable ? found : null;
}

function isSrgb(primaries: Primaries): boolean {
  return (['white', 'red', 'green', 'blue'] as const).every((name) =>
    primaries[name].every(
      (value, index) => Math.abs(value - SRGB[name][index === 0 ? 0 : 1]) <= CHROMATICITY_TOLERANCE,
    ),
  );
}

function writeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
