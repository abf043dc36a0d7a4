import type { ByteRange } from '../storage/storage.ts';

/** What a client may compare its part of a file with. */
export interface Validators {
  /** With its quotes. */
  readonly etag: string;
  readonly lastModified: Date;
}

/** The values of a request's headers. */
export interface RangeRequest {
  readonly range?: string | undefined;
  readonly ifRange?: string | undefined;
}

/**
 * Selects the part of a file that a request asks for (RFC 9110, 13.1.5 and 14.2).
 *
 * @returns null for the whole file, also for several ranges, other units and values that cannot be parsed;
 *   `unsatisfiable` if the range starts after the file's end
 */
export function selectRange(
  { range, ifRange }: RangeRequest,
  bytes: number,
  validators: Validators,
): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range ?? '') ?? [];
  const isBackwards = first !== '' && last !== '' && Number(last) < Number(first);
  if ((first === '' && last === '') || isBackwards) return null;
  if (ifRange !== undefined && !isUnchanged(ifRange, validators)) return null;
  // Without a first position, the other number counts bytes from the end.
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start >= bytes ? 'unsatisfiable' : { start, end };
}

/** Whether an If-None-Match header has an entity tag. Compares weakly (RFC 9110, 13.1.2). */
export function matchesAny(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.matchAll(/"[^"]*"/g).some(([tag]) => tag === etag);
}

/** Compares strongly: weak tags and later dates do not prove that the content is the same. */
function isUnchanged(ifRange: string, { etag, lastModified }: Validators): boolean {
  return ifRange.startsWith('"') ? ifRange === etag : ifRange === lastModified.toUTCString();
}
