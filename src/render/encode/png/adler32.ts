/** The largest prime below 2¹⁶ (RFC 1950, section 9). */
const MODULUS = 65521;

/**
 * Adler-32 of two concatenated parts, from the checksums of both and the length of the second part. The byte
 * sum of the first part is in every partial sum of the second one (RFC 1950, section 8.2). Both sums start at
 * 1, which must count once.
 */
export function joinAdler32(first: number, second: number, secondBytes: number): number {
  const [a, b] = [first & 0xffff, first >>> 16];
  const low = (a + (second & 0xffff) + MODULUS - 1) % MODULUS;
  const high = (b + (second >>> 16) + (secondBytes % MODULUS) * (a + MODULUS - 1)) % MODULUS;
  return high * 0x10000 + low;
}
