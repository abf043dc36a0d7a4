/** Storage keys and public paths of published files. */
import type { OutputFormat } from '../../render/job.ts';
import type { ShareLink, ShareMediaType } from '../../store/share-links.ts';

/** The prefix of all published files. */
export const sharedFilesPrefix = 'shares/';

/** The media type of each format's files. */
export const mediaTypes = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  zpl: 'application/zpl',
} as const satisfies Record<OutputFormat, ShareMediaType>;

/** The key of a published file. From the charge in it, a sweep finds files without a link. */
export function sharedFileKey(chargeId: string): string {
  return `${sharedFilesPrefix}${chargeId.slice(0, 2)}/${chargeId}`;
}

/** The charge of a file, from its key. */
export function chargeOfFile(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** The path of a link's public URL. */
export function toSharedPath({ token, extension }: Pick<ShareLink, 'token' | 'extension'>): string {
  return `/s/${token}.${extension}`;
}

/** The token and extension in a public path, or null. */
export function parsePath(path: string): Pick<ShareLink, 'token' | 'extension'> | null {
  const [, token, extension] = /^\/s\/([\w-]{22,64})\.([a-z]{3,4})$/.exec(path) ?? [];
  return token === undefined || extension === undefined ? null : { token, extension };
}
