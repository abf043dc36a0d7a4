/** Finds repetitions within a strip (LZ77) and adds them to blocks. */
import { addSequence, MAX_SEQUENCES, sequenceCount, symbolCount, writeBlock } from './block';

/** The last position of each hash. */
const HASH_BITS: u32 = 14;
const table = memory.data((1 << 14) * 4, 64);
const BLOCK_SYMBOLS: u32 = 1 << 16;
const LONGEST: u32 = 258;

const PRIME: u64 = 0x9e3779b185ebca87;
function hash(at: usize, shift: u64): usize {
  return table + (((((load<u64>(at) << shift) * PRIME) >>> (64 - HASH_BITS)) as usize) << 2);
}
function matchLength(a: usize, b: usize, end: usize): u32 {
  let n: u32 = 0;
  const most = <u32>min<usize>(LONGEST, end - b);
  while (n + 16 <= most) {
    const differ = i8x16.bitmask(i8x16.ne(v128.load(a + n), v128.load(b + n)));
    if (differ != 0) return n + <u32>ctz(differ);
    n += 16;
  }
  while (n + 8 <= most) {
    const x = load<u64>(a + n) ^ load<u64>(b + n);
    if (x != 0) return n + <u32>(ctz(x) >> 3);
    n += 8;
  }
  while (n < most && load<u8>(a + n) == load<u8>(b + n)) n++;
  return n;
}

/** The distance to the previous position with the same hash, for each of the last 32,768. */
const previous = memory.data(32768 * 2, 64);

let least: u32 = 8;
let accepted: u32 = 12;
let depth: u32 = 1;
let skip: u32 = 2;

/** Estimates the bits that a match saves: those of its literals minus those of its symbols and distance. */
function gain(length: u32, distance: u32): i32 {
  return <i32>(length * BITS_PER_LITERAL) - <i32>(32 - clz(distance));
}
const BITS_PER_LITERAL: u32 = 5;
/** Bits of a match's symbols, without the extra bits of its distance. */
const MATCH_BITS: i32 = 5;

/** A repetition of the row above with at least this many bytes is taken before the chain is searched. */
const LONG_ABOVE: u32 = 24;

/** After a match of this many bytes, the search stops. */
const GOOD: u32 = 64;

/**
 * Configures the search: matches have at least `shortest` bytes and are taken from `worth` bytes on;
 * `candidates` positions are compared; steps grow after each `1 << patience` positions without a match.
 */
export function search(shortest: u32, worth: u32, candidates: u32, patience: u32): void {
  least = shortest;
  accepted = worth;
  depth = candidates;
  skip = patience;
}

function insert(at: usize, shift: u64): void {
  const slot = hash(at, shift);
  const seen = <usize>load<u32>(slot);
  store<u32>(slot, <u32>at);
  const back = at - seen;
  store<u16>(previous + ((at & 0x7fff) << 1), back > 32768 ? 0 : <u16>back);
}

/**
 * Compresses a strip. Its rows have `stride` bytes: a filter type, then pixels of `bpp` bytes. Matches are
 * searched only at the starts of pixels.
 */
export function compress(from: usize, bytes: u32, last: bool, stride: u32, bpp: u32): void {
  let rowEnd = from + stride;
  const shift: u64 = 64 - 8 * least;
  memory.fill(table, 0, (1 << HASH_BITS) * 4);
  const end = from + bytes;
  const stop = bytes > 16 ? end - 12 : from;
  let block = from;
  let anchor = from;
  let misses: u32 = 0;
  let at = from + 1;
  let recent: u32 = 1;
  // Indexes: a near match, or the match at the next pixel, may save more bits than a longer far one. For
  // colours (three bytes per pixel) the first match is as good.
  const weighs = bpp == 1 && depth > 1;
  // Flat drawings mostly repeat the row above.
  const looksAbove = depth > 1 && least == 3 && stride <= 32768;
  const leastAbove: u32 = bpp == 1 ? least : LONG_ABOVE;
  // The match at the previous pixel.
  let waiting: u32 = 0;
  let waitingDistance: u32 = 0;
  let waitingAt: usize = 0;
  while (at < stop) {
    const slot = hash(at, shift);
    let seen = <usize>load<u32>(slot);
    store<u32>(slot, <u32>at);
    let back = at - seen;
    if (back > 32768) back = 0;
    store<u16>(previous + ((at & 0x7fff) << 1), <u16>back);
    let n: u32 = 0;
    let distance: u32 = 0;
    const here = load<u64>(at);
    if (at - recent >= from && (load<u64>(at - recent) ^ here) << shift == 0) {
      n = least + matchLength(at - recent + least, at + least, end);
      distance = recent;
    }
    if (
      looksAbove &&
      n < GOOD &&
      recent != stride &&
      at - stride >= from &&
      (load<u64>(at - stride) ^ here) << shift == 0
    ) {
      const m: u32 = least + matchLength(at - stride + least, at + least, end);
      if (m > n && m >= leastAbove) {
        n = m;
        distance = stride;
      }
    }
    if (back > 0 && n < GOOD) {
      let tries = misses > 8 ? 1 : depth;
      let offset: usize = back;
      while (true) {
        seen = at - offset;
        if ((load<u64>(seen) ^ here) << shift == 0 && (n == 0 || load<u8>(seen + n) == load<u8>(at + n))) {
          const m: u32 = least + matchLength(seen + least, at + least, end);
          if (m > n && (n == 0 || !weighs || gain(m, <u32>offset) > gain(n, distance))) {
            n = m;
            distance = <u32>offset;
            if (n >= GOOD) break;
          }
        }
        if (--tries == 0) break;
        const more = <usize>load<u16>(previous + ((seen & 0x7fff) << 1));
        if (more == 0) break;
        offset += more;
        if (offset > 32768) break;
      }
    }
    if (weighs) {
      if (n > 0 && gain(n, distance) <= MATCH_BITS) n = 0;
      if (waiting > 0 && (n == 0 || gain(n, distance) <= gain(waiting, waitingDistance) + 2)) {
        n = waiting;
        distance = waitingDistance;
        at = waitingAt;
        waiting = 0;
      } else if (n > 0 && n < GOOD && at + bpp < stop && at + bpp < rowEnd) {
        waiting = n;
        waitingDistance = distance;
        waitingAt = at;
        at += bpp;
        continue;
      } else waiting = 0;
    }
    if (n > 0) {
      if (n > LONGEST) n = LONGEST;
      let start = at;
      while (
        start > anchor &&
        start - distance > from &&
        load<u8>(start - 1) == load<u8>(start - 1 - distance) &&
        n < LONGEST
      ) {
        start--;
        n++;
      }
      if (n >= accepted) {
        addSequence(anchor, <u32>(start - anchor), n, distance);
        recent = distance;
        anchor = start + n;
        // A repetition that fills several rows is found from its start.
        if (depth > 1 && (n < LONGEST || weighs)) {
          const most = min<usize>(min<usize>(anchor, stop), at + 48);
          for (let p = at + bpp; p < most; p += bpp) insert(p, shift);
        }
        at = anchor;
        misses = 0;
        while (at >= rowEnd) rowEnd += stride;
        {
          const off = <u32>(at - (rowEnd - stride)) + bpp - 2;
          at = rowEnd - stride + 1 + (off - (off % bpp));
        }
        if (sequenceCount() >= MAX_SEQUENCES - 2 || symbolCount() >= BLOCK_SYMBOLS) {
          writeBlock(block, <u32>(anchor - block), last && anchor == end);
          block = anchor;
        }
        continue;
      }
    }
    misses++;
    at += bpp * (1 + (misses >>> skip));
    if (at >= rowEnd) {
      do {
        rowEnd += stride;
      } while (at >= rowEnd);
      at = rowEnd - stride + 1;
    }
    if (symbolCount() + <u32>(at - anchor) >= BLOCK_SYMBOLS) {
      if (at > end) at = end;
      addSequence(anchor, <u32>(at - anchor), 0, 1);
      writeBlock(block, <u32>(at - block), last && at == end);
      block = at;
      anchor = at;
    }
  }
  if (block < end) {
    if (anchor < end) addSequence(anchor, <u32>(end - anchor), 0, 1);
    writeBlock(block, <u32>(end - block), last);
  }
}
