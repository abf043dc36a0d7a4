import type { Repeat, TemplateDocument, TemplateElement } from '../../../../generated/template.ts';
import { listPages } from '../../../render/bind/document-pages.ts';
import { listCellElements } from '../../../render/bind/table/cell-element.ts';
import { ENTRY_NAME } from '../../../common/values/values.ts';

/**
 * All elements of a document with their pointers: a group before its members, a table before its cells that
 * hold elements.
 */
export function* walkDocument(document: TemplateDocument): Generator<[string, TemplateElement]> {
  for (const { pointer, elements, running } of listPages(document)) {
    yield* walkElements(elements, `${pointer}/elements`);
    for (const { pointer: place, group } of running) {
      yield [place, group];
      yield* walkElements(group.elements, `${place}/elements`);
    }
  }
}

/** All elements with their pointers: a group before its members, a table before its cells. */
export function* walkElements(
  elements: readonly TemplateElement[],
  pointer: string,
): Generator<[pointer: string, element: TemplateElement]> {
  for (const [index, element] of elements.entries()) {
    yield [`${pointer}/${index}`, element];
    if (element.type === 'group') yield* walkElements(element.elements, `${pointer}/${index}/elements`);
    if (element.type === 'table')
      for (const [place, cell] of listCellElements(element)) yield [`${pointer}/${index}/${place}`, cell];
  }
}

/** Whether an element is a cell of a table, which has no id of its own. */
export function isCellPlace(pointer: string): boolean {
  return pointer.endsWith('/cell');
}

/** The repeats of an element and of what is around it, from the outside in. */
export function repeatsAt(document: TemplateDocument, pointer: string): Repeat[] {
  const repeats: Repeat[] = [];
  let node: unknown = document;
  for (const key of pointer.split('/').slice(1)) {
    node = (node as Record<string, unknown>)[key];
    const { repeat } = node as { readonly repeat?: Repeat };
    if (repeat !== undefined) repeats.push(repeat);
  }
  return repeats;
}

/** The names of the entries that an element knows, by the repeats of itself and of what is around it. */
export function entryNamesAt(document: TemplateDocument, pointer: string): string[] {
  return repeatsAt(document, pointer).map(({ as = ENTRY_NAME }) => as);
}
