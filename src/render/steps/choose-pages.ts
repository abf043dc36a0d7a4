import { RenderInputError } from '../errors.ts';
import type { OutputSettings } from '../job.ts';

/**
 * The pages that a file has: all of them in a PDF, else one.
 *
 * @throws RenderInputError if the document has no such page
 */
export function choosePages<Page>(
  pages: readonly Page[],
  { format, page: number = 1 }: Pick<OutputSettings, 'format' | 'page'>,
): readonly Page[] {
  if (format === 'pdf') return pages;
  const page = pages[number - 1];
  if (page !== undefined) return [page];
  const has = pages.length === 1 ? 'is 1 page' : `are ${pages.length} pages`;
  throw new RenderInputError('page', null, `There is no page ${number}: with these values there ${has}.`);
}
