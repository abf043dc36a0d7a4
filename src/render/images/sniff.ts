/** The kinds of picture that are decoded at all; a file's name or declared type is never believed. */
export type ImageType = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'svg';

/** How far into a file an SVG's root element is looked for: comments and a doctype may come first. */
const SVG_PROLOGUE_BYTES = 4096;

/** The kind of picture by its first bytes, or null where it is none that is supported. */
export function sniffImageType(bytes: Uint8Array): ImageType | null {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg';
  const head = latin1(bytes.subarray(0, 12));
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'webp';
  if (head.slice(4, 8) === 'ftyp') return isAvif(bytes) ? 'avif' : null;
  return isSvg(bytes) ? 'svg' : null;
}

/** AVIF is an ISO media file whose major or compatible brands name it (AV1 Image File Format, section 6). */
function isAvif(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Math.min(view.getUint32(0), bytes.length, 256);
  for (let at = 8; at + 4 <= end; at += 4) {
    // Between the major brand and the compatible ones is a version number.
    if (at === 12) continue;
    const brand = latin1(bytes.subarray(at, at + 4));
    if (brand === 'avif' || brand === 'avis') return true;
  }
  return false;
}

function isSvg(bytes: Uint8Array): boolean {
  const text = latin1(bytes.subarray(0, SVG_PROLOGUE_BYTES)).replace(/^\u00ef\u00bb\u00bf/, '');
  // Part by part: one expression for all of them has countless ways to read a row of comments, and tries them all.
  let at = 0;
  for (;;) {
    const part = prologueParts.find(({ begin }) => matchEnd(begin, text, at) !== null);
    if (part === undefined) return matchEnd(/<svg[\s>]/iy, text, at) !== null;
    const end = matchEnd(part.end, text, matchEnd(part.begin, text, at) ?? at);
    if (end === null) return false;
    at = end;
  }
}

/** What may come before the root element: how each part begins, and what ends it. */
const prologueParts = [
  { begin: /\s+/y, end: /(?:)/y },
  { begin: /<!--/y, end: /-->/g },
  { begin: /<\?xml/iy, end: />/g },
  { begin: /<!DOCTYPE[^[>]*\[/iy, end: /\]\s*>/g },
  { begin: /<!DOCTYPE[^[>]*/iy, end: />/y },
];

/** Where an expression's first match from a place on ends; null where there is none. */
function matchEnd(expression: RegExp, text: string, from: number): number | null {
  expression.lastIndex = from;
  return expression.test(text) ? expression.lastIndex : null;
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
