import { encodingOf } from './svg-text.ts';

/** The supported image types. They are detected from the bytes, never from a file's name or declared type. */
export type ImageType = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'svg';

/** The type is found in these first bytes: comments and a doctype may come before the root of an SVG. */
export const sniffedBytes = 60_000;

/** Detects the image type from the first bytes; null if it is not supported. */
export function sniffImageType(bytes: Uint8Array): ImageType | null {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg';
  const head = latin1(bytes.subarray(0, 12));
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'webp';
  if (head.slice(4, 8) === 'ftyp') return isAvif(bytes) ? 'avif' : null;
  return isSvg(bytes) ? 'svg' : null;
}

/** AVIF is an ISO media file with a matching major or compatible brand (AV1 Image File Format, section 6). */
function isAvif(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Math.min(view.getUint32(0), bytes.length, 256);
  for (let at = 8; at + 4 <= end; at += 4) {
    // Bytes 12 to 15 are a version number.
    if (at === 12) continue;
    const brand = latin1(bytes.subarray(at, at + 4));
    if (brand === 'avif' || brand === 'avis') return true;
  }
  return false;
}

function isSvg(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, sniffedBytes);
  const encoding = encodingOf(head);
  // What comes before the root is markup: other encodings have it as ASCII.
  const label = encoding.startsWith('utf-16') ? encoding : 'utf-8';
  const text = new TextDecoder(label).decode(head);
  // One regular expression for all parts would backtrack exponentially on many comments.
  let at = 0;
  for (;;) {
    const part = prologueParts.find(({ begin }) => matchEnd(begin, text, at) !== null);
    if (part === undefined) return matchEnd(/<(?:[\w.-]+:)?svg[\s/>]/iy, text, at) !== null;
    const end = matchEnd(part.end, text, matchEnd(part.begin, text, at) ?? at);
    if (end === null) return false;
    at = end;
  }
}

/** What may come before the root element. */
const prologueParts = [
  { begin: /\s+/y, end: /(?:)/y },
  { begin: /<!--/y, end: /-->/g },
  { begin: /<\?xml/iy, end: />/g },
  { begin: /<!DOCTYPE[^[>]*\[/iy, end: /\]\s*>/g },
  { begin: /<!DOCTYPE[^[>]*/iy, end: />/y },
];

/** The end of an expression's first match from `from` on; null if there is none. */
function matchEnd(expression: RegExp, text: string, from: number): number | null {
  expression.lastIndex = from;
  return expression.test(text) ? expression.lastIndex : null;
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

function latin1(bytes: Uint8Array): string {
  // Browsers run this, too: without Buffer.
  return String.fromCharCode(...bytes);
}
