/** The largest prime below 2¹⁶ (RFC 1950, section 9). */
const MODULUS = 65521;

/**
 * Adler-32 of two parts together, from those of either and the length of the second one in bytes. The sum of the first part's bytes is
 * in every one of the second's partial sums (RFC 1950, section 8.2); both begin with 1, which must count once.
 */
export function joinAdler32(first: number, second: number, secondBytes: number): number {
  const [a, b] = [first & 0xffff, first >>> 16];
  const low = (a + (second & 0xffff) + MODULUS - 1) % MODULUS;
  const high = (b + (second >>> 16) + (secondBytes % MODULUS) * (a + MODULUS - 1)) % MODULUS;
  return high * 0x10000 + low;
}
