/** What a logo in the middle of a QR code covers, and whether error correction restores it. */
import { CodeValueError } from './code-value.ts';
import { type ErrorCorrection, type QrModules } from './encode-qr.ts';

/** ISO/IEC 18004, table 9: codewords of error correction in each block, by level and version. */
const EC_CODEWORDS: Readonly<Record<ErrorCorrection, readonly number[]>> = {
  L: [
    7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30,
    30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ],
  M: [
    10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28,
    28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  ],
  Q: [
    13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28,
    30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ],
  H: [
    17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30,
    30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ],
};
/** The number of blocks, by level and version. */
const BLOCKS: Readonly<Record<ErrorCorrection, readonly number[]>> = {
  L: [
    1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17,
    18, 19, 19, 20, 21, 22, 24, 25,
  ],
  M: [
    1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29,
    31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
  ],
  Q: [
    1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38,
    40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
  ],
  H: [
    1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45,
    48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
  ],
};
/** ISO/IEC 15415: the part of error correction that grade C, which GS1 requires, leaves unused. */
const UNUSED = 0.37;

/**
 * The code without the modules that a logo touches.
 *
 * @param size the side of the logo as a part of the side of the code
 * @throws CodeValueError if error correction could not restore them with a reserve
 */
export function clearForLogo(code: QrModules, level: ErrorCorrection, size: number): QrModules {
  const covered = coveredRange(code.size, size);
  const isCovered = (x: number, y: number): boolean =>
    x >= covered.from && x < covered.to && y >= covered.from && y < covered.to;
  const version = (code.size - 17) / 4;
  const layout = { version, size: code.size };
  const damaged = damagePerBlock(layout, level, isCovered);
  const restored = Math.floor((EC_CODEWORDS[level][version - 1] ?? 0) / 2);
  const allowed = Math.floor(restored * (1 - UNUSED));
  const worst = Math.max(...damaged);
  if (worst > allowed) {
    throw new CodeValueError(
      `a logo of ${size} covers ${worst} codewords of a block, and error correction ${level} restores ` +
        `${restored}, of which a logo may cover ${allowed}: make it smaller, or raise "errorCorrection"`,
    );
  }
  const { dark } = code;
  const cleared = dark.map((module, at) =>
    isCovered(at % code.size, Math.floor(at / code.size)) ? 0 : module,
  );
  return { size: code.size, dark: cleared };
}

/** The modules that a square in the middle touches, in both directions. */
function coveredRange(modules: number, size: number): { readonly from: number; readonly to: number } {
  const from = Math.floor((modules * (1 - size)) / 2 + 1e-9);
  return { from, to: modules - from };
}

interface QrLayout {
  readonly version: number;
  readonly size: number;
}

/** How many codewords of each block have a covered module. */
function damagePerBlock(
  layout: QrLayout,
  level: ErrorCorrection,
  isCovered: (x: number, y: number) => boolean,
): number[] {
  const order = placeModules(layout);
  const blocks = BLOCKS[level][layout.version - 1] ?? 1;
  const blockOf = interleave(
    Math.floor(order.length / 8),
    blocks,
    EC_CODEWORDS[level][layout.version - 1] ?? 0,
  );
  const damaged = new Set<number>();
  for (const [bit, { x, y }] of order.entries()) if (isCovered(x, y)) damaged.add(bit >> 3);
  const counts = new Array<number>(blocks).fill(0);
  for (const codeword of damaged) {
    const block = blockOf[codeword];
    if (block !== undefined) counts[block] = (counts[block] ?? 0) + 1;
  }
  return counts;
}

/** The block of each codeword, in the order in which they are placed (section 7.6). */
function interleave(codewords: number, blocks: number, correction: number): number[] {
  const shortLength = Math.floor(codewords / blocks);
  const shortBlocks = blocks - (codewords % blocks);
  const order: number[] = [];
  for (let at = 0; at <= shortLength - correction; at += 1)
    for (let block = 0; block < blocks; block += 1)
      if (at < shortLength - correction || block >= shortBlocks) order.push(block);
  for (let at = 0; at < correction; at += 1)
    for (let block = 0; block < blocks; block += 1) order.push(block);
  return order;
}

/** The modules of data in the order of their bits (section 7.7.3). */
function placeModules(layout: QrLayout): { readonly x: number; readonly y: number }[] {
  const { size } = layout;
  const centres = alignmentCentres(layout);
  const order: { x: number; y: number }[] = [];
  for (let right = size - 1, isUpward = true; right > 0; right -= 2, isUpward = !isUpward) {
    // The timing pattern takes the whole column.
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = isUpward ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (!isReserved(layout, centres, x, y)) order.push({ x, y });
    }
  }
  return order;
}

/** Whether a module belongs to a pattern, or to what says the format and the version. */
function isReserved({ version, size }: QrLayout, centres: readonly number[], x: number, y: number): boolean {
  const last = size - 8;
  if ((x < 9 && y < 9) || (x >= last && y < 9) || (x < 9 && y >= last)) return true;
  if (x === 6 || y === 6) return true;
  if (version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11))) return true;
  const near = (at: number): number | undefined => centres.find((centre) => Math.abs(at - centre) <= 2);
  const [column, row] = [near(x), near(y)];
  if (column === undefined || row === undefined) return false;
  // Three corners have no alignment pattern.
  const [first, end] = [centres[0], centres.at(-1)];
  const isCorner = (column === first && (row === first || row === end)) || (column === end && row === first);
  return !isCorner;
}

/** The centres of alignment patterns, along both axes (annex E). */
function alignmentCentres({ version, size }: QrLayout): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((size - 13) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => size - 7 - (count - 2 - at) * step)];
}
