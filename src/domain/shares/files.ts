/**
 * Where published files are in storage, and at which public addresses.
 */
import type { OutputFormat } from '../../render/scene.ts';
import type { ShareLink, ShareMediaType } from '../../store/share-links.ts';

/** What is under this prefix belongs to share links. */
export const sharedFilesPrefix = 'shares/';

/** The media type of each format's files. */
export const mediaTypes = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  pdf: 'application/pdf',
} as const satisfies Record<OutputFormat, ShareMediaType>;

/** A published file. It has the name of the charge for it, by which a sweep finds out whether it may still become a link's. */
export function sharedFileKey(chargeId: string): string {
  return `${sharedFilesPrefix}${chargeId.slice(0, 2)}/${chargeId}`;
}

/** The charge for a file under `sharedFilesPrefix`. */
export function chargeOfFile(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** The path of a link's public address. */
export function pathOf({ token, extension }: Pick<ShareLink, 'token' | 'extension'>): string {
  return `/s/${token}.${extension}`;
}

/** What a path may be the public address of, or null. */
export function readPath(path: string): Pick<ShareLink, 'token' | 'extension'> | null {
  const [, token, extension] = /^\/s\/([\w-]{22,64})\.([a-z]{3,4})$/.exec(path) ?? [];
  return token === undefined || extension === undefined ? null : { token, extension };
}
