import type { TemplateDocument } from '../../../generated/template.ts';
import { descriptionKeys, expressionsIn } from '../../common/placeholders/placeholders.ts';
import { usesNow } from '../../common/expressions/tokens.ts';

/** A stored document never changes. */
const byDocument = new WeakMap<TemplateDocument, boolean>();

/** Whether an expression of a document uses the time of the request. */
export function documentUsesNow(document: TemplateDocument): boolean {
  const known = byDocument.get(document);
  if (known !== undefined) return known;
  const declared = new Set(document.variables?.map(({ name }) => name));
  const isUsed =
    !declared.has('now') &&
    findNow(
      [
        document.elements,
        document.pages,
        document.background,
        ...descriptionKeys.map((key) => document[key]),
      ],
      declared,
    );
  byDocument.set(document, isUsed);
  return isUsed;
}

function findNow(value: unknown, declared: ReadonlySet<string>): boolean {
  if (typeof value === 'string')
    return expressionsIn(value, declared).some(({ expression }) => usesNow(expression));
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((inner) => findNow(inner, declared))
  );
}
