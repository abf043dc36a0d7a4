import { suggest } from '../../common/names/nearest-name.ts';
import { documentOfSize } from '../../common/sizes/size-document.ts';
import { listSizeIds } from '../../common/sizes/size-names.ts';
import { problems } from '../problems/catalogue.ts';
import type { FieldError } from '../problems/problem.ts';
import { quoteValue } from '../variables/types.ts';
import type { RenderSource } from './output-options.ts';

/**
 * What is rendered in one of its sizes. Every render goes through it, and a source of that size already stays
 * as it is.
 *
 * @param size default: the base design
 */
export function sizedSource<Source extends RenderSource>(
  source: Source,
  size: string | undefined,
): { readonly source: Source } | { readonly problem: FieldError } {
  const document = documentOfSize(source.document, size);
  if (document === source.document) return { source };
  if (document !== null) return { source: { ...source, document } };
  return { problem: { pointer: '/options/size', detail: describeUnknownSize(source.document, size ?? '') } };
}

/**
 * As `sizedSource`.
 *
 * @throws Problem VALIDATION_ERROR for an unknown size
 */
export function requireSized<Source extends RenderSource>(source: Source, size: string | undefined): Source {
  const sized = sizedSource(source, size);
  if ('problem' in sized) throw problems.invalidRequest([sized.problem]);
  return sized.source;
}

/** Why a document has no such size, and which it has. */
function describeUnknownSize(document: RenderSource['document'], size: string): string {
  const known = listSizeIds(document);
  const shown = known.slice(0, 20).map((id) => quoteValue(id));
  const others = known.length > shown.length ? ` and ${known.length - shown.length} more` : '';
  const meant = suggest(size, known) ?? '';
  return `The template has no size ${quoteValue(size)}.${meant} It has ${shown.join(', ')}${others}.`;
}
