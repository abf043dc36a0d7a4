import { UnreadableDesign } from './design.ts';

/**
 * The page at a place, from 0.
 *
 * @throws UnreadableDesign if there is none
 */
export function requirePage<Page>(pages: readonly Page[], place: number): Page {
  const page = pages[place];
  if (page !== undefined) return page;
  throw new UnreadableDesign(
    pages.length === 0 ? 'It has no page.' : `It has ${pages.length} pages; there is no page ${place + 1}.`,
  );
}
