import type { TemplateDocument, TemplateElement } from '../../../../generated/template.ts';
import { pagesOf } from '../../../render/bind/document-pages.ts';

/** All elements of a document with their pointers: a group before its members. */
export function* walkDocument(document: TemplateDocument): Generator<[string, TemplateElement]> {
  for (const { pointer, elements } of pagesOf(document)) yield* walkElements(elements, `${pointer}/elements`);
}

/** All elements with their pointers: a group before its members. */
export function* walkElements(
  elements: readonly TemplateElement[],
  pointer: string,
): Generator<[pointer: string, element: TemplateElement]> {
  for (const [index, element] of elements.entries()) {
    yield [`${pointer}/${index}`, element];
    if (element.type === 'group') yield* walkElements(element.elements, `${pointer}/${index}/elements`);
  }
}
