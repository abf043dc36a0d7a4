/** Accepted `data:` URLs. `image/jpg` is not a registered type, but clients often send it. */
const imageDataUrl = /^data:image\/(png|jpe?g|webp|gif|avif);base64,([A-Za-z0-9+/]*={0,2})$/iu;

/** The accepted form of a `data:` URL, for error messages. */
export const dataUrlShape = 'data:image/…;base64,… URL (png, jpeg, webp, gif or avif)';

/** Whether the text claims to be a `data:` URL, well-formed or not. */
export function isDataUrl(text: string): boolean {
  return /^data:/iu.test(text);
}

/**
 * Decodes an image from a `data:` URL: base64 without blanks and with correct padding, one of the accepted
 * types. Null for anything else. The renderer does not trust the declared type; it looks at the bytes.
 */
export function decodeDataUrl(text: string): Uint8Array | null {
  // Buffer silently skips characters that are not base64, so the form is checked before.
  const base64 = imageDataUrl.exec(text)?.[2];
  if (base64 === undefined || base64.length === 0 || base64.length % 4 !== 0) return null;
  return Buffer.from(base64, 'base64');
}
