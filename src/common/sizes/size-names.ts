import type { TemplateDocument } from '../../../generated/template.ts';

/** The size that the document itself is, without what its `sizes` change. */
export const BASE_SIZE = 'base';

/** The name of the size in expressions and in names of files. */
export const SIZE_NAME = 'size';

/** What of a document says which sizes it has, and which of them it is. */
export interface SizeSource extends Pick<TemplateDocument, 'sizes'> {
  /** Of a document of one size: see `documentOfSize`. */
  readonly sizeId?: string;
}

/** The ids of a document's sizes, the base design first. */
export function listSizeIds({ sizes = [] }: Pick<TemplateDocument, 'sizes'>): string[] {
  return [BASE_SIZE, ...sizes.map(({ id }) => id)];
}

/** The name that expressions of a document with sizes know: `size`. */
export function namesOfSize({ sizes = [], sizeId }: SizeSource): ReadonlyMap<string, string> {
  return sizes.length === 0 && sizeId === undefined ? new Map() : new Map([[SIZE_NAME, sizeId ?? BASE_SIZE]]);
}
