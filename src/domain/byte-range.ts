/** A range of bytes, both ends included, as its request asked for it. */
export interface SelectedRange {
  readonly start: number;
  readonly end: number;
}

/** What a client may compare its part of a file with. */
export interface Validators {
  /** With its quotes. */
  readonly etag: string;
  readonly lastModified: Date;
}

/** The request's fields as they came. */
export interface RangeRequest {
  readonly range?: string | undefined;
  readonly ifRange?: string | undefined;
}

/**
 * The part of a file that a request asks for (RFC 9110, 13.1.5 and 14.2): null for all of it, which is the answer to several
 * ranges, to other units and to what is no range at all, too; or that there is nothing where it asks.
 */
export function selectRange(
  { range, ifRange }: RangeRequest,
  bytes: number,
  validators: Validators,
): SelectedRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range ?? '') ?? [];
  const isBackwards = first !== '' && last !== '' && Number(last) < Number(first);
  if ((first === '' && last === '') || isBackwards) return null;
  if (ifRange !== undefined && !isUnchanged(ifRange, validators)) return null;
  // Without a first position, the other number is how many bytes are wanted from the end.
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start >= bytes ? 'unsatisfiable' : { start, end };
}

/** Whether an If-None-Match field names an entity tag (RFC 9110, 13.1.2): weakly, since that is enough for a copy. */
export function matchesAny(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.matchAll(/"[^"]*"/g).some(([tag]) => tag === etag);
}

/** Weak tags and dates that are only later do not say that the content is the same. */
function isUnchanged(ifRange: string, { etag, lastModified }: Validators): boolean {
  return ifRange.startsWith('"') ? ifRange === etag : ifRange === lastModified.toUTCString();
}
