/**
 * What file names may hold, so that Windows, macOS, Linux and the programs that unpack archives take them.
 */

/** Path separators, and what Windows forbids beside them. */
export const forbiddenInNames = /[<>:"/\\|?*]/g;

/** Controls, marks that are not seen or turn a shown name's end around, and what stands for broken text. */
export const unseenInNames = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/gu;

/** Names that Windows reserves for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\.|$)/i;

/** Keeps a name from being one that Windows reserves for a device. */
export function escapeReserved(name: string): string {
  return reserved.test(name) ? `_${name}` : name;
}

/** Without the dots and blanks at its ends: they hide a file, or Windows drops them. */
export function trimName(name: string): string {
  return name.replaceAll(/^[.\s]+|[.\s]+$/gu, '');
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The beginning of a text in so many bytes of UTF-8, cut between what people take for characters where that can be. */
export function cutToBytes(text: string, limitBytes: number): string {
  if (Buffer.byteLength(text) <= limitBytes) return text;
  // No unit of UTF-16 is less than a byte, so that the end of this never belongs to what is kept.
  const beginning = text.slice(0, limitBytes + 1).toWellFormed();
  if (/^[\x20-\x7e]*$/.test(beginning)) return beginning.slice(0, limitBytes);
  const cut = firstParts(
    Array.from(graphemes.segment(beginning), ({ segment }) => segment),
    limitBytes,
  );
  return cut === '' ? firstParts([...beginning], limitBytes) : cut;
}

function firstParts(parts: readonly string[], limitBytes: number): string {
  let bytes = 0;
  const beyond = parts.findIndex((part) => (bytes += Buffer.byteLength(part)) > limitBytes);
  return parts.slice(0, beyond).join('');
}

/** The extension of each format's files. */
export const extensions = { png: 'png', jpeg: 'jpg', webp: 'webp', pdf: 'pdf' } as const;
