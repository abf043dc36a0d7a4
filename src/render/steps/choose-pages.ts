import { hasAllPages } from '../../common/names/output-formats.ts';
import { RenderInputError } from '../errors.ts';
import type { RenderJob } from '../job.ts';
import type { PlacedPage } from './inputs.ts';

/**
 * The pages that a file has: all of them in a PDF, else one.
 *
 * @throws RenderInputError if the document has no such page
 */
export function choosePages(
  pages: readonly PlacedPage[],
  { output: { format, page: number = 1 }, pageOf }: Pick<RenderJob, 'output' | 'pageOf'>,
): readonly PlacedPage[] {
  if (hasAllPages[format]) return pages;
  if (pageOf !== undefined) {
    const own = pages.filter(({ job }) => getDocumentPage(job) === pageOf);
    const page = own[Math.min(number, own.length) - 1];
    if (page !== undefined) return [page];
    const detail = `Page "${pageOf}" is not in the result: with these values there is none of it.`;
    throw new RenderInputError('page', null, detail);
  }
  const page = pages[number - 1];
  if (page !== undefined) return [page];
  const has = pages.length === 1 ? 'is 1 page' : `are ${pages.length} pages`;
  throw new RenderInputError('page', null, `There is no page ${number}: with these values there ${has}.`);
}

/** How many pages each page of the document has become, by its id; of a document without pages undefined. */
export function countPages(pages: readonly PlacedPage[]): Readonly<Record<string, number>> | undefined {
  const counts = new Map<string, number>();
  for (const { job } of pages) {
    const id = getDocumentPage(job);
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts.size === 0 ? undefined : Object.fromEntries(counts);
}

/**
 * Of each page of the result the id of its page in the document, where pages take turns, as those of repeated
 * groups do; else undefined.
 */
export function orderOfPages(pages: readonly PlacedPage[]): readonly string[] | undefined {
  const ids = pages.flatMap(({ job }) => getDocumentPage(job) ?? []);
  const changes = ids.filter((id, index) => id !== ids[index - 1]).length;
  return changes === new Set(ids).size ? undefined : ids;
}

/** The id of the page in the document. A repeat adds the place in its list to it: `card[3]`. */
function getDocumentPage({ scene: { pageId } }: RenderJob): string | undefined {
  return pageId?.replace(/(?:\[\d+\])+$/u, '');
}
