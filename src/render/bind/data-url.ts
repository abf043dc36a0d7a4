/** Accepted `data:` URLs. `image/jpg` is not a registered type, but clients often send it. */
const imageDataUrl = /^data:image\/(?:png|jpe?g|webp|gif|avif);base64,/iu;

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
  const [prefix] = imageDataUrl.exec(text) ?? [];
  if (prefix === undefined || text.length === prefix.length) return null;
  const base64 = text.slice(prefix.length);
  const bytes = Buffer.from(base64, 'base64');
  // Buffer skips characters that are not base64, stops at a padding, and takes the alphabet of URLs as well.
  const padding = /={0,2}$/u.exec(base64.slice(-2))?.[0].length ?? 0;
  const isComplete = base64.length % 4 === 0 && bytes.length === (base64.length / 4) * 3 - padding;
  return isComplete && !/[-_]/u.test(base64) ? bytes : null;
}
