const MODULUS: u32 = 65521;
/** Continues the Adler-32 `sum` with `bytes` bytes. */
export function adler32(sum: u32, from: usize, bytes: u32): u32 {
  let a = sum & 0xffff,
    b = sum >>> 16;
  while (bytes > 0) {
    let n: u32 = bytes < 5552 ? bytes : 5552;
    bytes -= n;
    let va = i32x4.splat(0),
      vb = i32x4.splat(0),
      vs = i32x4.splat(0);
    const whole = n >>> 4;
    const w0 = i16x8(16, 15, 14, 13, 12, 11, 10, 9),
      w1 = i16x8(8, 7, 6, 5, 4, 3, 2, 1);
    b += a * (whole << 4);
    for (let i: u32 = 0; i < whole; i++) {
      const x = v128.load(from);
      vs = i32x4.add(vs, va);
      va = i32x4.add(va, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(x)));
      vb = i32x4.add(
        vb,
        i32x4.add(
          i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(x), w0),
          i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(x), w1),
        ),
      );
      from += 16;
    }
    b += (lanes(vs) << 4) + lanes(vb);
    a += lanes(va);
    for (n &= 15; n > 0; n--) {
      a += load<u8>(from++);
      b += a;
    }
    a %= MODULUS;
    b %= MODULUS;
  }
  return (b << 16) | a;
}
function lanes(v: v128): u32 {
  return (
    i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3)
  );
}
