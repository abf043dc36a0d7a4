/** Signatures of the accepted image formats. AVIF begins with a box of the type `ftyp`, after its length. */
const signatures: readonly { readonly at: number; readonly bytes: string }[] = [
  { at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { at: 0, bytes: '\xff\xd8\xff' },
  { at: 0, bytes: 'GIF8' },
  { at: 8, bytes: 'WEBP' },
  { at: 4, bytes: 'ftyp' },
];

/** How many bytes `hasImageSignature` needs. */
export const signatureBytes = 12;

/**
 * Whether a file begins like an image, whatever its Content-Type says, so that a web page is not downloaded
 * to its end. The renderer decodes it and has the last word.
 */
export function hasImageSignature(head: Uint8Array): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, signatureBytes)).toString(
    'latin1',
  );
  return signatures.some(({ at, bytes }) => text.startsWith(bytes, at));
}
