import type { WorkingState } from '../../store/authoring/working-copies.ts';
import { problems } from '../problems/catalogue.ts';
import { studioProblems } from '../problems/studio-problems.ts';

/** A precondition: `*`, or tags in quotes. */
export type IfMatch = '*' | readonly string[];

/**
 * The entity tag of a working copy, with its quotes. A draft has its revision, which no other draft of the
 * template has; the document of a published version has that version's number.
 */
export function computeTag({ draft, published }: Pick<WorkingState, 'draft' | 'published'>): string {
  if (draft !== null && !draft.isBaseDocument) return `"${draft.revision}"`;
  return `"v${draft?.baseVersion ?? published?.number ?? 0}"`;
}

/**
 * Reads the value of If-Match (RFC 9110, 13.1.1). Weak tags are valid there, but never match.
 *
 * @throws Problem VALIDATION_ERROR
 */
export function parseIfMatch(value: string): IfMatch {
  const text = value.trim();
  if (text === '*') return '*';
  // RFC 9110, 5.6.1 and 8.8.3: a list may have empty members, a tag has no quotes and no spaces.
  const list =
    /^(?:[ \t]*,)*[ \t]*(?:W\/)?"[!#-~\x80-\xff]*"[ \t]*(?:,[ \t]*(?:(?:W\/)?"[!#-~\x80-\xff]*"[ \t]*)?)*$/;
  if (!list.test(text)) {
    const detail = 'Expected * or the ETag of the last answer, in its quotes, such as "3".';
    throw problems.invalidRequest([{ pointer: '/header/If-Match', detail }]);
  }
  return [...text.matchAll(/(W\/)?("[^"]*")/g)].flatMap(([, weak, tag = '']) =>
    weak === undefined ? [tag] : [],
  );
}

/** Whether a precondition holds for a thing with this tag. */
export function isMatch(ifMatch: IfMatch, tag: string): boolean {
  return ifMatch === '*' || ifMatch.includes(tag);
}

/**
 * Requires that a working copy is the one that a request is based on.
 *
 * @throws Problem DRAFT_CHANGED, with who saved or published since and when
 */
export function requireMatch(copy: WorkingState, ifMatch: IfMatch): void {
  if (isMatch(ifMatch, computeTag(copy))) return;
  const { draft, published } = copy;
  throw studioProblems.draftChanged({
    savedAt: draft?.savedAt ?? published?.at ?? null,
    savedBy: draft === null ? (published?.by ?? null) : draft.savedBy,
  });
}
