/** What callers may send as a picture. `jpg` is no registered type, but written so often that refusing it would help nobody. */
const shape = /^data:image\/(png|jpe?g|webp|gif|avif);base64,([A-Za-z0-9+/]*={0,2})$/iu;

/** What a `data:` URL must look like, for error messages. */
export const dataUrlShape = 'data:image/…;base64,… URL (png, jpeg, webp, gif or avif)';

/** Whether the text claims to be a `data:` URL, well-formed or not. */
export function isDataUrl(text: string): boolean {
  return /^data:/iu.test(text);
}

/**
 * The bytes of a `data:` URL with a picture: base64 only, no blanks, right padding, one of the accepted types. Null where
 * it is anything else. The type is not trusted further: the renderer looks at the bytes.
 */
export function decodeDataUrl(text: string): Uint8Array | null {
  // A stray surrogate or a blank makes Buffer skip characters silently, hence the strict shape before decoding.
  const base64 = shape.exec(text)?.[2];
  if (base64 === undefined || base64.length === 0 || base64.length % 4 !== 0) return null;
  return Buffer.from(base64, 'base64');
}
