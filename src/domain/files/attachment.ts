import { safeName } from '../../common/names/file-names.ts';

/** A name for saving a file. */
export interface SaveName {
  /** Any text, such as a template's name. */
  readonly name: string;
  /** Without its dot. */
  readonly extension: string;
  /** Whether the name is that of a file, and so kept as it is. Default: it is not. */
  readonly isFileName?: boolean;
}

/**
 * The value of a Content-Disposition header: RFC 6266, with the extended form of RFC 8187 for a name that is
 * not plain ASCII. It is in the domain because signed URLs of object stores contain it, too.
 *
 * @param isFileName as in `SaveName`
 */
export function attachmentDisposition(name: string, extension: string, isFileName = false): string {
  const filename = `${isFileName ? name : safeName(name)}.${extension}`;
  const ascii = filename.replaceAll(/[^\x20-\x7e]|[%"\\]/gu, '_');
  const extended = ascii === filename ? '' : `; filename*=UTF-8''${encodeExtended(filename)}`;
  return `attachment; filename="${ascii}"${extended}`;
}

/** RFC 8187, 3.2.1: percent-encodes everything but its attr-char. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
