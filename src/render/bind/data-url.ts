/** Accepted `data:` URLs. `image/jpg` is not a registered type, but clients often send it. */
const imageDataUrl = /^data:image\/(?:png|jpe?g|webp|gif|avif);base64,/iu;

/** The accepted form of a `data:` URL, for error messages. */
export const dataUrlShape = 'data:image/…;base64,… URL (png, jpeg, webp, gif or avif)';

/** Whether the text claims to be a `data:` URL, well-formed or not. */
export function isDataUrl(text: string): boolean {
  return /^data:/iu.test(text);
}

/** Whether an image can be decoded from the text: see `decodeDataUrl`. */
export function isImageDataUrl(text: string): boolean {
  return getBase64(text) !== null;
}

/**
 * Decodes an image from a `data:` URL: base64 without blanks and with correct padding, one of the accepted
 * types. Null for anything else. The renderer does not trust the declared type; it looks at the bytes.
 */
export function decodeDataUrl(text: string): Uint8Array | null {
  const base64 = getBase64(text);
  return base64 === null ? null : Buffer.from(base64, 'base64');
}

/** The base64 of a `data:` URL, which `Buffer` would decode even if it were not well-formed. */
function getBase64(text: string): string | null {
  const [prefix] = imageDataUrl.exec(text) ?? [];
  if (prefix === undefined || text.length === prefix.length) return null;
  const base64 = text.slice(prefix.length);
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  const digits = base64.slice(0, base64.length - padding);
  // A class in a repetition would need memory for each character of a long text.
  const isComplete = base64.length % 4 === 0 && digits !== '' && !/[^A-Za-z0-9+/]/.test(digits);
  return isComplete ? base64 : null;
}
