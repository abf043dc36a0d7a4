import type { Schema } from '../../api/client.ts';

/** Whether a page is measured in pixels: its files are scaled. Others are paper, and have a density. */
export function isInPixels(page: Schema<'PageSize'> | null): boolean {
  return page === null || page.unit === 'px';
}

/** The format that every choice of one begins with: a template on paper is printed. */
export function firstFormat({ page }: Pick<Schema<'Template'>, 'page'>): Schema<'OutputFormat'> {
  return isInPixels(page) ? 'png' : 'pdf';
}
