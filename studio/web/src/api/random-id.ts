/** An id that nobody else has. Works without TLS, where browsers have no `crypto.randomUUID`. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
