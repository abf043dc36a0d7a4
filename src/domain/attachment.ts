import { cutToBytes, escapeReserved, forbiddenInNames, trimName, unseenInNames } from './filename-rules.ts';

const maxCharacters = 100;
/** File systems hold 255, extension and whatever makes a name unlike others included. */
const maxBytes = 240;

/**
 * The value of a Content-Disposition header that saves an answer under a name: RFC 6266 with the extended form of RFC 8187
 * where the name is not plain ASCII. The name loses whatever some file system cannot hold.
 *
 * @param name a template's name, say: any text.
 * @param extension without its dot.
 */
export function attachmentDisposition(name: string, extension: string): string {
  const filename = `${safeName(name)}.${extension}`;
  const ascii = filename.replaceAll(/[^\x20-\x7e]|[%"\\]/gu, '_');
  const extended = ascii === filename ? '' : `; filename*=UTF-8''${encodeExtended(filename)}`;
  return `attachment; filename="${ascii}"${extended}`;
}

/** A name of a file, without extension, that every file system takes; short enough for a dozen characters more. */
export function safeName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(forbiddenInNames, '-')
    .replaceAll(unseenInNames, '')
    .replaceAll(/\s+/gu, ' ');
  const short = trimName(cutToBytes([...plain].slice(0, maxCharacters).join(''), maxBytes));
  if (short === '' || /^[-_ .]*$/.test(short)) return 'image';
  return escapeReserved(short);
}

/** RFC 8187, 3.2.1: all but its attr-char is percent-encoded. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
