/** Rules for file names that Windows, macOS, Linux and unpackers of archives accept. */

const maxCharacters = 100;
/** File systems accept 255, which includes the extension and a suffix that makes the name unique. */
const maxBytes = 240;

/**
 * Makes a file name, without extension, that every file system accepts. `image` if nothing of the name is
 * usable. It has at most 100 characters and 240 bytes of UTF-8.
 */
export function safeName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(forbiddenInNames, '-')
    .replaceAll(invisibleInNames, '')
    .replaceAll(/\s+/gu, ' ');
  const short = trimName(cutToBytes([...plain].slice(0, maxCharacters).join(''), maxBytes));
  if (short === '' || /^[-_ .]*$/.test(short)) return 'image';
  return escapeReserved(short);
}

/** Path separators, and the other characters that Windows forbids. */
export const forbiddenInNames = /[<>:"/\\|?*]/g;

/**
 * Control characters, invisible marks, marks that reverse the displayed name, and the replacement character.
 */
export const invisibleInNames = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/gu;

/** Names that Windows reserves for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\.|$)/i;

/** Adds `_` to a name that Windows reserves for a device. */
export function escapeReserved(name: string): string {
  return reserved.test(name) ? `_${name}` : name;
}

/** Removes dots and white space at both ends: they hide a file, or Windows drops them. */
export function trimName(name: string): string {
  return name.replaceAll(/^[.\s]+|[.\s]+$/gu, '');
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Cuts a text to `limitBytes` of UTF-8, between user-perceived characters (graphemes) if possible. */
export function cutToBytes(text: string, limitBytes: number): string {
  if (countBytes(text) <= limitBytes) return text;
  // A UTF-16 unit has at least one byte of UTF-8, so the last unit of this slice is always cut off.
  const beginning = text.slice(0, limitBytes + 1).toWellFormed();
  // Whole characters that fit.
  const { read } = encoder.encodeInto(beginning, new Uint8Array(limitBytes));
  const graphemeStart = graphemes.segment(beginning).containing(read)?.index ?? read;
  return beginning.slice(0, graphemeStart === 0 ? read : graphemeStart);
}

const encoder = new TextEncoder();

function countBytes(text: string): number {
  return encoder.encode(text).length;
}
