/** Huffman codes of limited length. */
const sortedSymbols = memory.data(288 * 2, 4);
const weights = memory.data(288 * 4, 4);
const perLength = memory.data(64 * 4, 4);
const next = memory.data(64 * 4, 4);

/** Lengths of the Huffman code with at most `limit` bits. `frequencies` are u32s, `lengths` u8s. */
export function codeLengths(frequencies: usize, symbols: u32, limit: u32, lengths: usize): void {
  memory.fill(lengths, 0, symbols);
  let used: u32 = 0;
  for (let s: u32 = 0; s < symbols; s++) {
    const f = load<u32>(frequencies + (s << 2));
    if (f == 0) continue;
    store<u32>(weights + (used << 2), f);
    store<u16>(sortedSymbols + (used << 1), s);
    used++;
  }
  if (used == 0) return;
  if (used == 1) {
    store<u8>(lengths + load<u16>(sortedSymbols), 1);
    return;
  }
  sort(used);
  minimumRedundancy(used);
  memory.fill(perLength, 0, 64 * 4);
  for (let i: u32 = 0; i < used; i++) {
    let l = load<u32>(weights + (i << 2));
    if (l > limit) l = limit;
    store<u32>(perLength + (l << 2), load<u32>(perLength + (l << 2)) + 1);
  }
  let taken: u32 = 0;
  for (let l: u32 = 1; l <= limit; l++) taken += load<u32>(perLength + (l << 2)) << (limit - l);
  while (taken > 1 << limit) {
    const last = perLength + (limit << 2);
    store<u32>(last, load<u32>(last) - 1);
    for (let l = limit - 1; l > 0; l--) {
      const at = perLength + (l << 2);
      const n = load<u32>(at);
      if (n == 0) continue;
      store<u32>(at, n - 1);
      store<u32>(at + 4, load<u32>(at + 4) + 2);
      break;
    }
    taken--;
  }
  // The rarest symbols come first and get the longest codes.
  let i: u32 = 0;
  for (let l = limit; l > 0; l--)
    for (let n = load<u32>(perLength + (l << 2)); n > 0; n--, i++)
      store<u8>(lengths + load<u16>(sortedSymbols + (i << 1)), l);
}

/** Shell sort by weight then symbol. */
function sort(used: u32): void {
  for (let gap: u32 = 121; gap > 0; gap = gap / 3) {
    for (let i = gap; i < used; i++) {
      const w = load<u32>(weights + (i << 2));
      const s = load<u16>(sortedSymbols + (i << 1));
      let j = i;
      while (j >= gap) {
        const other = load<u32>(weights + ((j - gap) << 2));
        const otherSymbol = load<u16>(sortedSymbols + ((j - gap) << 1));
        if (other < w || (other == w && otherSymbol < s)) break;
        store<u32>(weights + (j << 2), other);
        store<u16>(sortedSymbols + (j << 1), otherSymbol);
        j -= gap;
      }
      store<u32>(weights + (j << 2), w);
      store<u16>(sortedSymbols + (j << 1), s);
    }
  }
}

function w(i: i32): u32 {
  return load<u32>(weights + ((<usize>i) << 2));
}
function setW(i: i32, v: u32): void {
  store<u32>(weights + ((<usize>i) << 2), v);
}

/** Moffat and Katajainen's in-place algorithm: sorted weights become code lengths. */
function minimumRedundancy(used: u32): void {
  const n = <i32>used;
  setW(0, w(0) + w(1));
  let root = 0,
    leaf = 2;
  for (let next = 1; next < n - 1; next++) {
    if (leaf >= n || w(root) < w(leaf)) {
      setW(next, w(root));
      setW(root++, next);
    } else setW(next, w(leaf++));
    if (leaf >= n || (root < next && w(root) < w(leaf))) {
      setW(next, w(next) + w(root));
      setW(root++, next);
    } else setW(next, w(next) + w(leaf++));
  }
  setW(n - 2, 0);
  for (let next = n - 3; next >= 0; next--) setW(next, w(w(next)) + 1);
  let avail = 1,
    usedNodes = 0,
    depth: u32 = 0;
  root = n - 2;
  let next = n - 1;
  while (avail > 0) {
    while (root >= 0 && w(root) == depth) {
      usedNodes++;
      root--;
    }
    while (avail > usedNodes) {
      setW(next--, depth);
      avail--;
    }
    avail = 2 * usedNodes;
    depth++;
    usedNodes = 0;
  }
}

/** The codes in writing order, lowest bit first: `code << 8 | length`. */
export function assignCodes(lengths: usize, symbols: u32, codes: usize): void {
  memory.fill(perLength, 0, 64);
  for (let s: u32 = 0; s < symbols; s++) {
    const at = perLength + (usize(load<u8>(lengths + s)) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  store<u32>(perLength, 0);
  let code: u32 = 0;
  for (let l: u32 = 1; l < 16; l++) {
    code = (code + load<u32>(perLength + ((l - 1) << 2))) << 1;
    store<u32>(next + (l << 2), code);
  }
  for (let s: u32 = 0; s < symbols; s++) {
    const l = <u32>load<u8>(lengths + s);
    if (l == 0) {
      store<u32>(codes + (s << 2), 0);
      continue;
    }
    let c = load<u32>(next + (l << 2));
    store<u32>(next + (l << 2), c + 1);
    let reversed: u32 = 0;
    for (let b: u32 = 0; b < l; b++) {
      reversed = (reversed << 1) | (c & 1);
      c >>= 1;
    }
    store<u32>(codes + (s << 2), (reversed << 8) | l);
  }
}
