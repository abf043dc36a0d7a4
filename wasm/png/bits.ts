/** Writes the bits of the compressed stream, lowest first. Up to seven bits are pending. */
let buffer: u64 = 0;
let count: u32 = 0;
let at: usize = 0;

/** Continues writing at `to`. */
export function rewind(to: usize): void {
  at = to;
}
/** Drops the pending bits. */
export function reset(): void {
  buffer = 0;
  count = 0;
}
/** The address of the next whole byte. */
export function position(): usize {
  return at;
}
/** Writes up to 32 bits. */
export function put(value: u32, bits: u32): void {
  buffer |= u64(value) << count;
  count += bits;
  store<u64>(at, buffer);
  const bytes = count >>> 3;
  at += bytes;
  buffer >>= u64(count & ~7);
  count &= 7;
}
/** Fills the current byte with zeros. */
export function align(): void {
  if (count > 0) put(0, 8 - count);
}
/** Copies whole bytes. Call `align` first. */
export function raw(from: usize, bytes: u32): void {
  memory.copy(at, from, bytes);
  at += bytes;
}

/** Writes the codes of bytes. Four codes of at most 14 bits fit between two stores. */
export function putLiterals(from: usize, length: u32, codes: usize): void {
  let b = buffer,
    c = count,
    o = at;
  const end = from + length;
  for (; from + 4 <= end; from += 4) {
    const v = load<u32>(from);
    let e = load<u32>(codes + ((v & 0xff) << 2));
    b |= u64(e >>> 8) << u64(c);
    c += e & 0xff;
    e = load<u32>(codes + ((v >>> 6) & 0x3fc));
    b |= u64(e >>> 8) << u64(c);
    c += e & 0xff;
    e = load<u32>(codes + ((v >>> 14) & 0x3fc));
    b |= u64(e >>> 8) << u64(c);
    c += e & 0xff;
    e = load<u32>(codes + ((v >>> 24) << 2));
    b |= u64(e >>> 8) << u64(c);
    c += e & 0xff;
    store<u64>(o, b);
    o += c >>> 3;
    b >>= u64(c & ~7);
    c &= 7;
  }
  for (; from < end; from++) {
    const e = load<u32>(codes + (usize(load<u8>(from)) << 2));
    b |= u64(e >>> 8) << u64(c);
    c += e & 0xff;
    store<u64>(o, b);
    o += c >>> 3;
    b >>= u64(c & ~7);
    c &= 7;
  }
  buffer = b;
  count = c;
  at = o;
}

/** Writes up to 56 bits. */
export function put64(value: u64, bits: u32): void {
  buffer |= value << u64(count);
  count += bits;
  store<u64>(at, buffer);
  at += count >>> 3;
  buffer >>= u64(count & ~7);
  count &= 7;
}
