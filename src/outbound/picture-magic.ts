/** First bytes of the pictures that callers may send; the fifth to eighth of AVIF say that a file type box comes first. */
const signatures: readonly { readonly at: number; readonly bytes: string }[] = [
  { at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { at: 0, bytes: '\xff\xd8\xff' },
  { at: 0, bytes: 'GIF8' },
  { at: 8, bytes: 'WEBP' },
  { at: 4, bytes: 'ftyp' },
];

/** How many bytes `looksLikePicture` wants to see. */
export const magicBytes = 12;

/**
 * Whether a body may be a picture, by its first bytes and whatever its server calls it, so that a web page is not downloaded to
 * its end. What it really is, the renderer finds out.
 */
export function looksLikePicture(head: Uint8Array): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, magicBytes)).toString(
    'latin1',
  );
  return signatures.some(({ at, bytes }) => text.startsWith(bytes, at));
}
