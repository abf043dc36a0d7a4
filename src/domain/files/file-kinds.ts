/** Images, fonts, PDFs and colour profiles of a template, by their names. */

const PROFILE_TYPE = 'application/vnd.iccprofile';

const mediaTypes: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  gif: 'image/gif',
  icc: PROFILE_TYPE,
  icm: PROFILE_TYPE,
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  otf: 'font/otf',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
  webp: 'image/webp',
  woff: 'font/woff',
  woff2: 'font/woff2',
};

/** Whether a path is a file of a template by its name, and not hidden. Other files are ignored. */
export function isTemplateFile(path: string): boolean {
  const isHidden = path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');
  return !isHidden && getExtension(path) in mediaTypes;
}

/** The accepted extensions, for messages. */
export const templateFileKinds = Object.keys(mediaTypes).join(', ');

/** What a file is, by its name. */
export function findFileKind(path: string): 'image' | 'font' | 'pdf' | 'profile' {
  const type = templateMediaType(path);
  if (type === mediaTypes['pdf']) return 'pdf';
  if (type === PROFILE_TYPE) return 'profile';
  return type.startsWith('font/') ? 'font' : 'image';
}

/** The media type of a file, by its name. */
export function templateMediaType(path: string): string {
  return mediaTypes[getExtension(path)] ?? 'application/octet-stream';
}

function getExtension(path: string): string {
  return /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** The endings of pictures that are converted when they are uploaded. */
const convertedEndings = /\.(?:heic|heif|tiff?)$/iu;

/** Whether a file's name says that it is converted. */
export function hasConvertedEnding(path: string): boolean {
  return convertedEndings.test(path);
}

/** A path whose ending is that of the converted file, if its own says that it is converted. */
export function withEnding(path: string, ending: string): string {
  return path.replace(convertedEndings, `.${ending}`);
}
