/** What an earlier tab has left unsaved, beside what the service has now. */
import { findBase } from '../model/merge/find-base.ts';
import { mergeDocuments } from '../model/merge/merge-documents.ts';
import { closePages, openPages } from '../model/pages.ts';
import type { TemplateDocument } from '../model/template.ts';
import type { Unsaved } from './unsaved.ts';

/**
 * What is left of it: `nothing`, as the service has it; `mine`, where nobody else has saved since; `both`,
 * where somebody has.
 */
export function compareKept(
  { document, etag, unanswered = [] }: Unsaved,
  draft: { readonly document: TemplateDocument; readonly etag: string },
): 'nothing' | 'mine' | 'both' {
  const textOf = (each: object) => JSON.stringify(closePages(openPages(each)));
  const saved = textOf(draft.document);
  if (textOf(document) === saved) return 'nothing';
  // A save whose answer is missing has given the draft another tag.
  return etag === draft.etag || unanswered.some((each) => textOf(each) === saved) ? 'mine' : 'both';
}

/** Puts what is left into what the service has, which stays but for what both have changed. */
export function mergeKept({ document, base, unanswered = [] }: Unsaved, theirs: object): object {
  if (base === undefined) return document;
  // It may have been on its way when the tab ended.
  const sent = [...unanswered, document];
  const sides = { base: findBase(base, sent, theirs), mine: document, theirs };
  return mergeDocuments(sides, { prefer: 'mine' }).document;
}
