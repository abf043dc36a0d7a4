/** Bytes in which the declaration of an encoding stands. */
const DECLARATION_BYTES = 200;
const DECLARATION = /^\s*<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]*)["']/iu;

/** The text of an SVG file is not in the encoding that it declares, or in none that is known. */
export class SvgEncodingError extends Error {}

/**
 * The encoding of an XML document by its mark, its first bytes or its declaration (XML 1.0, appendix F).
 *
 * @returns a label for TextDecoder, or what the file declares, if that is no encoding that is known
 */
export function encodingOf(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  const start = String.fromCharCode(...bytes.subarray(0, DECLARATION_BYTES));
  const declared = DECLARATION.exec(start)?.[1] ?? 'utf-8';
  // The declaration could be read byte by byte, so the text has no units of 16 bits.
  return /^(?:utf-?(?:16|32)|ucs-?[24]|iso-10646-ucs)/iu.test(declared) ? 'utf-8' : declared;
}

/**
 * The text of an SVG file, without the mark of its encoding and without the declaration of another one than
 * UTF-8. Bytes that are not text in its encoding become U+FFFD.
 */
export function readSvgText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  return decodeAs(bytes, isKnown(encoding) ? encoding : 'utf-8', false);
}

/**
 * As `readSvgText`, for a file that is not checked yet.
 *
 * @throws SvgEncodingError for an unknown encoding, and for a text that is not in its encoding
 */
export function checkSvgText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (!isKnown(encoding))
    throw new SvgEncodingError(`is an SVG in the encoding "${encoding.slice(0, 20)}"; save it as UTF-8.`);
  try {
    return decodeAs(bytes, encoding, true);
  } catch {
    throw new SvgEncodingError(`is an SVG that is not ${encoding.toUpperCase()} text.`);
  }
}

function decodeAs(bytes: Uint8Array, encoding: string, fatal: boolean): string {
  const text = new TextDecoder(encoding, { fatal }).decode(bytes);
  const declared = DECLARATION.exec(text.slice(0, DECLARATION_BYTES))?.[1];
  if (declared === undefined || /^utf-?8$/iu.test(declared)) return text;
  return text.replace(/^(\s*<\?xml\s[^>]*?)\sencoding\s*=\s*["'][^"']*["']/iu, '$1');
}

function isKnown(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== '';
  } catch {
    return false;
  }
}
