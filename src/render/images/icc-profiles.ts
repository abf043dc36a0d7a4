import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
/** The columns of sRGB's matrix in ICC profiles, adapted to D50 (IEC 61966-2-1, ICC.1). */
const COLORANTS = [
  ['rXYZ', [0.4361, 0.2225, 0.0139]],
  ['gXYZ', [0.3851, 0.7169, 0.0971]],
  ['bXYZ', [0.1431, 0.0606, 0.7139]],
] as const;
/** Profiles differ by rounding. */
const COLORANT_TOLERANCE = 0.003;
/** A little more than 1/255. A plain gamma of 2.2 differs by more than that in dark colours. */
const CURVE_TOLERANCE = 0.006;
const HEADER_BYTES = 128;

/**
 * Whether an ICC profile describes sRGB. The profile's name is not reliable (some linear profiles are called
 * sRGB), so matrix and curves are compared. Profiles with lookup tables do not count.
 */
export function isSrgbProfile(icc: Buffer): boolean {
  try {
    if (icc.toString('latin1', 16, 20) !== 'RGB ') return false;
    const tags = readTags(icc);
    if (tags.has('A2B0') || tags.has('A2B1')) return false;
    return (
      COLORANTS.every(([name, expected]) => {
        const tag = tags.get(name);
        return (
          tag !== undefined &&
          expected.every(
            (value, index) => Math.abs(tag.readInt32BE(8 + 4 * index) / 65536 - value) <= COLORANT_TOLERANCE,
          )
        );
      }) && ['rTRC', 'gTRC', 'bTRC'].every((name) => isSrgbCurve(tags.get(name)))
    );
  } catch (error) {
    // The profile is truncated.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function readTags(icc: Buffer): Map<string, Buffer> {
  const tags = new Map<string, Buffer>();
  const count = Math.min(100, icc.readUInt32BE(HEADER_BYTES));
  for (let index = 0; index < count; index++) {
    const at = HEADER_BYTES + 4 + 12 * index;
    const start = icc.readUInt32BE(at + 4);
    tags.set(icc.toString('latin1', at, at + 4), icc.subarray(start, start + icc.readUInt32BE(at + 8)));
  }
  return tags;
}

function isSrgbCurve(tag: Buffer | undefined): boolean {
  const decode = tag === undefined ? null : getCurve(tag);
  if (decode === null) return false;
  for (let step = 0; step <= 16; step++) {
    const value = step / 16;
    const linear = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    if (Math.abs(decode(value) - linear) > CURVE_TOLERANCE) return false;
  }
  return true;
}

/** A profile's tone curve as a function from 0..1 to 0..1: a table, a gamma, or a parametric curve. */
function getCurve(tag: Buffer): ((value: number) => number) | null {
  const type = tag.toString('latin1', 0, 4);
  if (type === 'curv') {
    const count = tag.readUInt32BE(8);
    if (count === 0) return (value) => value;
    if (count === 1) {
      const gamma = tag.readUInt16BE(12) / 256;
      return (value) => value ** gamma;
    }
    return (value) => {
      const at = value * (count - 1);
      const below = Math.min(Math.floor(at), count - 2);
      const [low, high] = [tag.readUInt16BE(12 + 2 * below), tag.readUInt16BE(14 + 2 * below)];
      return (low + (high - low) * (at - below)) / 65535;
    };
  }
  // Type 3 is the form of sRGB's curve, with a linear part for dark colours.
  if (type !== 'para' || tag.readUInt16BE(8) !== 3) return null;
  const [g = 1, a = 1, b = 0, c = 1, d = 0] = Array.from(
    { length: 5 },
    (_, index) => tag.readInt32BE(12 + 4 * index) / 65536,
  );
  return (value) => (value >= d ? (a * value + b) ** g : c * value);
}

const START_OF_IMAGE_BYTES = 2;
/** The start of each chunk of a profile in a JPEG; its number and their count follow (ICC.1, annex B.4). */
const CHUNK_START = Buffer.from('ICC_PROFILE\0', 'latin1');
/** The most that a segment of a JPEG holds, without what is in front. */
const MAX_CHUNK_BYTES = 65_533 - CHUNK_START.length - 2;

let loading: Promise<Buffer> | undefined;

/**
 * Embeds the FOGRA39 profile (offset printing on coated paper, as in the PDFs' output intent) into a CMYK
 * JPEG without a profile.
 */
export async function embedOffsetProfile(jpeg: Uint8Array): Promise<Buffer> {
  loading ??= readFile(join(import.meta.dirname, '../inks/profiles/fogra39.icc'));
  return embedProfile(jpeg, await loading);
}

/** A JPEG without a profile, with this one. */
export function embedProfile(jpeg: Uint8Array, profile: Buffer): Buffer {
  const count = Math.ceil(profile.length / MAX_CHUNK_BYTES);
  const segments = Array.from({ length: count }, (_, index) => {
    const chunk = profile.subarray(index * MAX_CHUNK_BYTES, (index + 1) * MAX_CHUNK_BYTES);
    const head = Buffer.from([0xff, 0xe2, 0, 0, ...CHUNK_START, index + 1, count]);
    head.writeUInt16BE(head.length - 2 + chunk.length, 2);
    return Buffer.concat([head, chunk]);
  });
  const rest = jpeg.subarray(START_OF_IMAGE_BYTES);
  return Buffer.concat([jpeg.subarray(0, START_OF_IMAGE_BYTES), ...segments, rest]);
}
