/**
 * Which of the eight patterns a QR code's data is mixed with. The encoder tries all of them too, and with the same result, but
 * takes longer for that than for all the rest.
 */

/** The number by which the encoder has to be asked for the first pattern. */
export const FIRST_MASK = 1;

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];
const FORMAT_BITS = 15;
const FORMAT_GENERATOR = 0x537;
/** From this size on, a code has its version written into it. */
const VERSION_SIZE = 45;

/** What all codes of one size share. */
interface Frame {
  /** For each mask, 1 where it turns a module of data over. */
  readonly masks: readonly Uint8Array[];
  /** The two places of each bit of the format, the highest bit first. */
  readonly format: readonly (readonly [number, number])[];
  /** Places that say something about the data, not their own content: they count as dark or as light where masks are weighed. */
  readonly countedDark: readonly number[];
  readonly countedLight: readonly number[];
}

const frames = new Map<number, Frame>();

/** A code of `size` × `size` modules that was made with the first mask, with the mask that has the least penalty. */
export function remask(first: readonly number[], size: number): number[] {
  let frame = frames.get(size);
  if (frame === undefined) frames.set(size, (frame = makeFrame(size)));
  const base = Uint8Array.from(first);
  for (const at of frame.countedDark) base[at] = 1;
  for (const at of frame.countedLight) base[at] = 0;

  let best = 0;
  let least = Infinity;
  frame.masks.forEach((mask, index) => {
    const score = penalty(mix(base, frame.masks[0], mask), size, least);
    if (score >= least) return;
    least = score;
    best = index;
  });
  if (best === 0) return [...first];
  const code = Array.from(mix(Uint8Array.from(first), frame.masks[0], frame.masks[best]));
  // The format is a linear code: what differs is the word of the mask's number alone.
  const difference = formatWord(best);
  frame.format.forEach((places, index) => {
    if (((difference >> (FORMAT_BITS - 1 - index)) & 1) === 0) return;
    for (const at of places) code[at] = 1 - (code[at] ?? 0);
  });
  return code;
}

function mix(code: Uint8Array, from: Uint8Array | undefined, to: Uint8Array | undefined): Uint8Array {
  const mixed = code.slice();
  if (from === undefined || to === undefined) return mixed;
  for (let at = 0; at < mixed.length; at++) mixed[at] = (code[at] ?? 0) ^ (from[at] ?? 0) ^ (to[at] ?? 0);
  return mixed;
}

/** ISO/IEC 18004, 7.8.3.1: less is better read. Stops counting where it is no less than `enough`. */
function penalty(code: Uint8Array, size: number, enough: number): number {
  let sum = 0;
  for (let line = 0; line < size && sum < enough; line++) {
    sum += linePenalty(code, size, line, size) + linePenalty(code, size, line * size, 1);
    if (line > 0) sum += squarePenalty(code, size, line);
  }
  if (sum >= enough) return sum;
  let dark = 0;
  for (const module of code) dark += module;
  return sum + Math.floor(Math.abs((dark * 100) / (size * size) - 50) / 5) * 10;
}

/** Lengths of runs: light, dark, light and so on, the first one may be empty. */
const runs = new Uint8Array(256);

/** Long runs of one colour, and what looks like a finder pattern beside something light. */
function linePenalty(code: Uint8Array, size: number, start: number, step: number): number {
  let count = 0;
  let color = 0;
  let run = 0;
  for (let index = 0, at = start; index < size; index++, at += step) {
    if (code[at] === color) run++;
    else {
      runs[count++] = run;
      color ^= 1;
      run = 1;
    }
  }
  runs[count++] = run;

  let sum = 0;
  for (let index = 0; index < count; index++) {
    const length = runs[index] ?? 0;
    if (length >= 5) sum += length - 2;
  }
  for (let middle = 3; middle + 2 < count; middle += 2) {
    const one = (runs[middle] ?? 0) / 3;
    if (runs[middle - 1] !== one || runs[middle + 1] !== one) continue;
    if (runs[middle - 2] !== one || runs[middle + 2] !== one) continue;
    const atEdge = middle === 3 || middle + 4 >= count;
    if (atEdge || (runs[middle - 3] ?? 0) >= 4 || (runs[middle + 3] ?? 0) >= 4) sum += 40;
  }
  return sum;
}

/** Squares of two by two modules of one colour that end in this row. */
function squarePenalty(code: Uint8Array, size: number, row: number): number {
  let sum = 0;
  for (let at = row * size + 1; at < (row + 1) * size; at++) {
    const color = code[at];
    if (color === code[at - 1] && color === code[at - size] && color === code[at - size - 1]) sum += 3;
  }
  return sum;
}

/** The format's word (BCH 15, 5) for a number, without what it is mixed with. */
function formatWord(number: number): number {
  let rest = number << 10;
  for (let bit = FORMAT_BITS - 1; bit >= 10; bit--)
    if ((rest >> bit) & 1) rest ^= FORMAT_GENERATOR << (bit - 10);
  return (number << 10) | rest;
}

function makeFrame(size: number): Frame {
  const taken = new Uint8Array(size * size);
  const take = (left: number, top: number, width: number, height: number): void => {
    for (let y = top; y < top + height; y++) taken.fill(1, y * size + left, y * size + left + width);
  };
  // Finder patterns with the light around them and the format.
  take(0, 0, 9, 9);
  take(size - 8, 0, 8, 9);
  take(0, size - 8, 9, 8);
  take(6, 0, 1, size);
  take(0, 6, size, 1);
  const countedLight = [8 + (size - 8) * size];
  if (size >= VERSION_SIZE) {
    take(size - 11, 0, 3, 6);
    take(0, size - 11, 6, 3);
    for (let bit = 0; bit < 18; bit++) {
      const [far, near] = [size - 11 + (bit % 3), Math.floor(bit / 3)];
      countedLight.push(near * size + far, far * size + near);
    }
  }
  const centres = alignmentCentres(size);
  for (const y of centres) {
    // Three corners have finder patterns.
    for (const x of centres) {
      if ((x === 6 && (y === 6 || y === size - 7)) || (y === 6 && x === size - 7)) continue;
      take(x - 2, y - 2, 5, 5);
    }
  }

  const masks = MASKS.map((mask) =>
    taken.map((isTaken, at) => (isTaken === 0 && mask(at % size, Math.floor(at / size)) ? 1 : 0)),
  );
  const format = Array.from({ length: FORMAT_BITS }, (_, bit) => formatPlaces(bit, size));
  return { masks, format, countedDark: format.flat(), countedLight };
}

/** Where the middles of alignment patterns are, from left to right. */
function alignmentCentres(size: number): number[] {
  const version = (size - 17) / 4;
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : 2 * Math.ceil((size - 13) / (2 * count - 2));
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - (count - 2 - index) * step)];
}

/** Around the first finder pattern, and once more beside the two others. */
function formatPlaces(bit: number, size: number): [number, number] {
  const at = (x: number, y: number): number => y * size + x;
  const along = bit < 6 ? bit : bit + 1;
  const first = bit < 8 ? at(along, 8) : at(8, bit === 8 ? 7 : 14 - bit);
  return [first, bit < 7 ? at(8, size - 1 - bit) : at(size - FORMAT_BITS + bit, 8)];
}
