import type {
  Repeat,
  TableElement,
  TemplateDocument,
  TemplateElement,
} from '../../../../generated/template.ts';
import { listPages } from '../../../render/bind/document-pages.ts';
import { listCellElements } from '../../../render/bind/table/cell-element.ts';
import type { ExtraType, ExtraTypes } from '../../../common/expressions/extra-names.ts';
import { collectExpressions } from '../../../common/expressions/template-expressions.ts';
import { wholePlaceholder } from '../../../common/placeholders/placeholders.ts';
import { readPointer } from '../../../common/text/json-text.ts';
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
  for (const key of readPointer(pointer)) {
    node = (node as Readonly<Record<string, unknown>>)[key];
    if (typeof node !== 'object' || node === null) break;
    const { repeat } = node as { readonly repeat?: Repeat };
    if (repeat !== undefined) repeats.push(repeat);
  }
  return repeats;
}

function valueAt(document: TemplateDocument, path: readonly string[]): unknown {
  return path.reduce<unknown>((node, key) => (node as Readonly<Record<string, unknown>>)[key], document);
}

/**
 * The names that are known in a place beside the variables: entries and their numbers, by the repeats of what
 * is around it, and by the rows of a table in its columns.
 */
export function namesAt(document: TemplateDocument, pointer: string): ExtraTypes {
  const names = new Map<string, ExtraType>();
  const declared = new Set(document.variables?.map(({ name }) => name));
  for (const { each, as = ENTRY_NAME, index } of listRepetitions(document, pointer)) {
    const inner = wholePlaceholder(each, declared) ?? '';
    const compiled = declared.has(inner) ? null : collectExpressions(document).within(names).compile(inner);
    const list = compiled === null ? inner : compiled.ok ? compiled.expression.list : null;
    if (list !== null) names.set(as, { entryOf: list });
    if (index !== undefined) names.set(index, 'int');
  }
  return names;
}

/** The repeats at a place, and the table whose columns it is in. */
function listRepetitions(document: TemplateDocument, pointer: string): readonly Repeat[] {
  const [, place] = /^(.*)\/columns(?:\/|$)/u.exec(pointer) ?? [];
  const repeats = repeatsAt(document, pointer);
  if (place === undefined) return repeats;
  const table = valueAt(document, readPointer(place)) as TableElement;
  const { rows: each, as, index } = table;
  return [
    ...repeats,
    { each, ...(as === undefined ? {} : { as }), ...(index === undefined ? {} : { index }) },
  ];
}

/** The names of the entries that an element knows, by the repeats of itself and of what is around it. */
export function entryNamesAt(document: TemplateDocument, pointer: string): string[] {
  return repeatsAt(document, pointer).map(({ as = ENTRY_NAME }) => as);
}
