/** Pictures that a batch takes along. A row's value names one as `pictures/NAME`. */

/** The folder that the values of rows name: beside the files of the template. */
export const picturesFolder = 'pictures/';

/** Limits of the pictures of one batch. */
export const PICTURE_LIMITS = {
  pictures: 2_000,
  /** Of one picture. */
  bytes: 20 * 1024 * 1024,
  /** Of all pictures, unpacked. */
  totalBytes: 1024 * 1024 * 1024,
  /** Of a name, in UTF-8. */
  nameBytes: 255,
} as const;

/** Endings of files that are taken for pictures. */
const endings = new Set([
  'png',
  'jpg',
  'jpeg',
  'webp',
  'gif',
  'avif',
  'svg',
  // Converted, or refused with what to do.
  'heic',
  'heif',
  'tif',
  'tiff',
]);

/** Whether a file is a picture by its name. Hidden files and those of macOS archives are not. */
export function isPictureFile(path: string): boolean {
  const isHidden = path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');
  return !isHidden && endings.has(readEnding(path));
}

/** The value of a row that shows a picture. */
export function pictureValue(name: string): string {
  return `${picturesFolder}${name}`;
}

/** The name in a value; null if the value names no picture of a batch. */
export function nameInValue(value: string): string | null {
  return value.startsWith(picturesFolder) ? value.slice(picturesFolder.length) : null;
}

/** The ending of a name in lower case, without its dot; empty without one. */
export function readEnding(path: string): string {
  const [, ending = ''] = /\.([^./]+)$/u.exec(path) ?? [];
  return ending.toLowerCase();
}

/**
 * A name that values can have, for the path of a file: without characters that cannot be seen, without what
 * starts a placeholder, in Unicode's composed form, and with an ending in lower case.
 */
export function pictureName(path: string): string {
  const plain = path
    .normalize('NFC')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\:]/gu, '_')
    .replaceAll('{{', '((')
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/');
  const ending = readEnding(plain);
  return ending === '' ? plain : `${plain.slice(0, -ending.length)}${ending}`;
}

/**
 * What is wrong with a name that a client has chosen: the end of a sentence; null if values can name it.
 */
export function pictureNameProblem(name: string): string | null {
  if (name === '' || pictureName(name) !== name || !isPictureFile(name)) {
    return (
      'must be the path of a picture, such as "p1.jpg": without "..", a leading slash, "{{", a colon, ' +
      'backslashes and invisible characters, and with an ending in lower case'
    );
  }
  const bytes = new TextEncoder().encode(name).length;
  return bytes > PICTURE_LIMITS.nameBytes
    ? `must have at most ${PICTURE_LIMITS.nameBytes} bytes in UTF-8 (it has ${bytes})`
    : null;
}
