import type { TemplateDocument, TemplateElement } from '../../../generated/template.ts';
import { listElements } from '../../render/bind/document-pages.ts';
import type { ElementSelection } from '../../render/scene/scene.ts';
import type { FieldError } from '../problems/problem.ts';
import { quoteValue } from '../variables/types.ts';

/** Names the selected ids that a document does not have. An element that is not drawn now may be selected. */
export function checkSelection(document: TemplateDocument, selection: ElementSelection): FieldError[] {
  const known = new Set(getIds(listElements(document)));
  return Object.entries(selection).flatMap(([key, ids]: [string, readonly string[]]) =>
    ids.flatMap((id, index) => {
      if (known.has(id)) return [];
      return { pointer: `/elements/${key}/${index}`, detail: `There is no element ${quoteValue(id)}.` };
    }),
  );
}

function getIds(elements: readonly TemplateElement[]): string[] {
  return elements.flatMap((element) =>
    element.type === 'group' ? [element.id, ...getIds(element.elements)] : element.id,
  );
}
