/**
 * A block of deflate (RFC 1951): collects and counts literals and matches, then writes them with their own
 * codes.
 */
import { align, put, put64, putLiterals, raw } from './bits';
import { assignCodes, codeLengths } from './huffman';

const LITERALS: u32 = 286;
const DISTANCES: u32 = 30;
const END: u32 = 256;
/** Four literals and seven pending bits fit into 64. */
const LONGEST_CODE: u32 = 14;

/** The sequences that fit into a block. */
export const MAX_SEQUENCES: u32 = 1 << 14;
/** Pairs of u32: literal count, then `length << 16 | distance - 1` of the next match (length 0: none). */
const sequences = memory.data((1 << 14) * 8, 8);
/** Four counts of each byte, because a repeated byte would wait for its previous addition. */
const literalCounts = memory.data(4 * 256 * 4, 16);
const frequencies = memory.data(288 * 4, 16);
const distanceFrequencies = memory.data(32 * 4, 16);
const lengths = memory.data(320, 16);
const distanceLengths = memory.data(32, 16);
const codes = memory.data(288 * 4, 16);
const distanceCodes = memory.data(32 * 4, 16);
/** Symbols of match lengths (3 to 258) and of distances minus one, and the first value of each symbol. */
const lengthSymbol = memory.data(260, 4);
const distanceSymbol = memory.data(512, 4);
const lengthBase = memory.data(32 * 2, 4);
const distanceBase = memory.data(32 * 4, 4);
const headerFrequencies = memory.data(19 * 4, 4);
const headerLengths = memory.data(20, 4);
const headerCodes = memory.data(19 * 4, 4);
const headerSymbols = memory.data(320 * 2, 4);

let count: u32 = 0;
let literals: u32 = 0;
let ready = false;

function extraOfLength(symbol: u32): u32 {
  return symbol < 8 || symbol == 28 ? 0 : (symbol - 4) >> 2;
}
function extraOfDistance(symbol: u32): u32 {
  return symbol < 4 ? 0 : (symbol - 2) >> 1;
}

/** Creates the tables once, and starts an empty block. */
export function prepare(): void {
  if (!ready) {
    ready = true;
    let length: u32 = 3;
    for (let s: u32 = 0; s < 28; s++) {
      store<u16>(lengthBase + (s << 1), length);
      for (let n: u32 = 1 << extraOfLength(s); n > 0; n--) {
        if (length < 259) store<u8>(lengthSymbol + length, s);
        length++;
      }
    }
    store<u8>(lengthSymbol + 258, 28);
    store<u16>(lengthBase + (28 << 1), 258);
    let distance: u32 = 0;
    for (let s: u32 = 0; s < 30; s++) {
      store<u32>(distanceBase + (s << 2), distance);
      for (let n: u32 = 1 << extraOfDistance(s); n > 0; n--, distance++) {
        if (distance < 256) store<u8>(distanceSymbol + distance, s);
        else store<u8>(distanceSymbol + 256 + (distance >> 7), s);
      }
    }
  }
  start();
}

function start(): void {
  count = 0;
  literals = 0;
  memory.fill(literalCounts, 0, 4 * 256 * 4);
  memory.fill(frequencies, 0, 288 * 4);
  memory.fill(distanceFrequencies, 0, 32 * 4);
}

/** `distance`: minus one. */
function symbolOfDistance(distance: u32): u32 {
  return distance < 256
    ? load<u8>(distanceSymbol + distance)
    : load<u8>(distanceSymbol + 256 + (distance >> 7));
}
function increase(table: usize, index: u32): void {
  const at = table + (index << 2);
  store<u32>(at, load<u32>(at) + 1);
}

function countLiterals(from: usize, length: u32): void {
  const end = from + length;
  for (; from + 4 <= end; from += 4) {
    const v = load<u32>(from);
    increase(literalCounts, v & 0xff);
    increase(literalCounts + 1024, (v >>> 8) & 0xff);
    increase(literalCounts + 2048, (v >>> 16) & 0xff);
    increase(literalCounts + 3072, v >>> 24);
  }
  for (; from < end; from++) increase(literalCounts, load<u8>(from));
}

/** Adds literals, then a match of `match` bytes (0: none). */
export function addSequence(from: usize, literalCount: u32, match: u32, distance: u32): void {
  countLiterals(from, literalCount);
  literals += literalCount;
  const at = sequences + (count << 3);
  store<u32>(at, literalCount);
  store<u32>(at + 4, (match << 16) | (distance - 1));
  count++;
  if (match > 0) {
    increase(frequencies, 257 + load<u8>(lengthSymbol + match));
    increase(distanceFrequencies, symbolOfDistance(distance - 1));
  }
}

/** Sequences so far: pairs of literals and a match. */
export function sequenceCount(): u32 {
  return count;
}
/** Literals and matches so far. */
export function symbolCount(): u32 {
  return count + literals;
}

/** Writes the block of `bytes` bytes at `from`; stored uncompressed if codes do not make it smaller. */
export function writeBlock(from: usize, bytes: u32, last: bool): void {
  for (let s: u32 = 0; s < 256; s++) {
    const at = literalCounts + (s << 2);
    store<u32>(
      frequencies + (s << 2),
      load<u32>(at) + load<u32>(at + 1024) + load<u32>(at + 2048) + load<u32>(at + 3072),
    );
  }
  store<u32>(frequencies + (END << 2), 1);
  let used: u32 = 0;
  for (let s: u32 = 0; s < DISTANCES; s++) if (load<u32>(distanceFrequencies + (s << 2)) > 0) used++;
  // A complete code has at least two symbols.
  for (let s: u32 = 0; used < 2; s++)
    if (load<u32>(distanceFrequencies + (s << 2)) == 0) {
      store<u32>(distanceFrequencies + (s << 2), 1);
      used++;
    }

  codeLengths(frequencies, LITERALS, LONGEST_CODE, lengths);
  codeLengths(distanceFrequencies, DISTANCES, LONGEST_CODE, distanceLengths);
  let bits: u64 = 3;
  for (let s: u32 = 0; s < LITERALS; s++) {
    bits +=
      u64(load<u32>(frequencies + (s << 2))) *
      (load<u8>(lengths + s) + (s > 256 ? extraOfLength(s - 257) : 0));
  }
  for (let s: u32 = 0; s < DISTANCES; s++)
    bits +=
      u64(load<u32>(distanceFrequencies + (s << 2))) * (load<u8>(distanceLengths + s) + extraOfDistance(s));
  if (bits + 320 > u64(bytes) * 8) {
    writeStored(from, bytes, last);
    start();
    return;
  }

  assignCodes(lengths, LITERALS, codes);
  assignCodes(distanceLengths, DISTANCES, distanceCodes);
  put((last ? 1 : 0) | 4, 3);
  writeHeader();
  for (let i: u32 = 0; i < count; i++) {
    const at = sequences + (i << 3);
    const n = load<u32>(at);
    if (n > 0) putLiterals(from, n, codes);
    const m = load<u32>(at + 4);
    const length = m >>> 16;
    from += n + length;
    if (length == 0) continue;
    const distance = m & 0xffff;
    const ls = <u32>load<u8>(lengthSymbol + length);
    const lc = load<u32>(codes + ((257 + ls) << 2));
    let b = u64(lc >>> 8);
    let c = lc & 0xff;
    b |= u64(length - load<u16>(lengthBase + (ls << 1))) << u64(c);
    c += extraOfLength(ls);
    const ds = symbolOfDistance(distance);
    const dc = load<u32>(distanceCodes + (ds << 2));
    b |= u64(dc >>> 8) << u64(c);
    c += dc & 0xff;
    b |= u64(distance - load<u32>(distanceBase + (ds << 2))) << u64(c);
    c += extraOfDistance(ds);
    put64(b, c);
  }
  const e = load<u32>(codes + (END << 2));
  put(e >>> 8, e & 0xff);
  start();
}

function writeStored(from: usize, bytes: u32, last: bool): void {
  while (bytes > 0) {
    const n = bytes < 65535 ? bytes : 65535;
    put(last && n == bytes ? 1 : 0, 3);
    align();
    put(n | ((~n & 0xffff) << 16), 32);
    raw(from, n);
    from += n;
    bytes -= n;
  }
}

function headerOrder(i: u32): u32 {
  // 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15
  if (i < 3) return 16 + i;
  if (i == 3) return 0;
  const k = i - 4;
  return k & 1 ? 7 - (k >> 1) : 8 + (k >> 1);
}

function writeHeader(): void {
  let l = LITERALS;
  while (l > 257 && load<u8>(lengths + l - 1) == 0) l--;
  let d = DISTANCES;
  while (d > 1 && load<u8>(distanceLengths + d - 1) == 0) d--;
  memory.copy(lengths + l, distanceLengths, d);
  memory.fill(headerFrequencies, 0, 19 * 4);
  let n: u32 = 0;
  const total = l + d;
  for (let i: u32 = 0; i < total;) {
    const v = <u32>load<u8>(lengths + i);
    let run: u32 = 1;
    while (i + run < total && load<u8>(lengths + i + run) == v) run++;
    if (v == 0 && run >= 3) {
      if (run > 138) run = 138;
      const s: u32 = run < 11 ? 17 : 18;
      store<u16>(headerSymbols + (n++ << 1), s | ((run - (s == 17 ? 3 : 11)) << 8));
      increase(headerFrequencies, s);
      i += run;
    } else {
      store<u16>(headerSymbols + (n++ << 1), v);
      increase(headerFrequencies, v);
      i++;
      run--;
      if (v != 0)
        while (run >= 3) {
          const r = run < 6 ? run : 6;
          store<u16>(headerSymbols + (n++ << 1), 16 | ((r - 3) << 8));
          increase(headerFrequencies, 16);
          i += r;
          run -= r;
        }
    }
  }
  codeLengths(headerFrequencies, 19, 7, headerLengths);
  assignCodes(headerLengths, 19, headerCodes);
  let h: u32 = 19;
  while (h > 4 && load<u8>(headerLengths + headerOrder(h - 1)) == 0) h--;
  put(l - 257, 5);
  put(d - 1, 5);
  put(h - 4, 4);
  for (let i: u32 = 0; i < h; i++) put(load<u8>(headerLengths + headerOrder(i)), 3);
  for (let i: u32 = 0; i < n; i++) {
    const v = <u32>load<u16>(headerSymbols + (i << 1));
    const s = v & 0xff;
    const c = load<u32>(headerCodes + (s << 2));
    put(c >>> 8, c & 0xff);
    if (s == 16) put(v >>> 8, 2);
    else if (s == 17) put(v >>> 8, 3);
    else if (s == 18) put(v >>> 8, 7);
  }
}
