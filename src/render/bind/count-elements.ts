import type { TableElement, TemplateDocument, TemplateElement } from '../../../generated/template.ts';
import { ExpressionError } from '../../common/expressions/expression-error.ts';
import { VariableError } from '../errors.ts';
import { listPages, listTurns, type DocumentPage } from './document-pages.ts';
import { alwaysVisible, ONLY_PAGE } from './running.ts';
import { gatherRows } from './table/row-groups.ts';
import {
  MAX_ELEMENTS,
  MAX_TURNS,
  listScopes,
  namesOf,
  tooManyElements,
  tooManyTurns,
  type BindScope,
} from './repeat.ts';

/** A group of pages, a page, or an element. */
interface Part extends Partial<Pick<TemplateElement, 'repeat' | 'visible'>> {
  readonly id: string;
  readonly elements?: readonly Part[];
  readonly type?: TemplateElement['type'];
}

/** What a part, or a document, becomes. */
export interface Count {
  readonly elements: number;
  /** The entries of repeats that are gone through for it. */
  readonly turns: number;
}

const nothing: Count = { elements: 0, turns: 0 };

/**
 * Refuses a document whose repeats and tables make too many elements, before any of them is made. Where what
 * is inside a repeat does not depend on its entry, it is multiplied; else it is counted for each entry.
 *
 * @param scope has a budget of steps of its own
 * @throws VariableError
 */
export function checkRepeats(document: TemplateDocument, scope: BindScope): void {
  let total = nothing;
  // Headers and footers know these names; what they hide depends on the page.
  const onPage = { ...scope, variables: scope.variables.within({ ...ONLY_PAGE }) };
  for (const part of listTurns(listPages(document)).flatMap(listParts)) {
    for (const counted of isRepeating(part) ? [part] : listTables(part, onPage)) {
      total = add(total, countOrNone(counted, onPage));
      if (!isTooMuch(total)) continue;
      if (total.elements <= MAX_ELEMENTS) throw tooManyTurns();
      throw tooManyElements(
        counted.type === 'table' && counted.repeat === undefined
          ? `"${counted.id}" is one too many`
          : `the repeats in "${part.id}" make too many`,
      );
    }
  }
}

/**
 * Counts what a document becomes with some values, without making it. Each number is the maximum at most:
 * what has more is refused when it is bound.
 */
export function countDocument(document: TemplateDocument, scope: BindScope): Count {
  let total = nothing;
  const onPage = { ...scope, variables: scope.variables.within({ ...ONLY_PAGE }) };
  for (const part of listTurns(listPages(document)).flatMap(listParts)) {
    total = add(total, countOrNone(part, onPage));
    if (isTooMuch(total)) break;
  }
  return { elements: Math.min(total.elements, MAX_ELEMENTS), turns: Math.min(total.turns, MAX_TURNS) };
}

/** The visible tables of a part in which nothing is repeated. */
function listTables(part: Part, scope: BindScope): readonly Part[] {
  if (part.type === 'table') return [part];
  const { elements = [] } = part;
  const tables = elements.flatMap((element) => listTables(element, scope));
  return tables.length > 0 && countOrNone({ ...part, elements: [] }, scope).elements === 0 ? [] : tables;
}

/** A group of pages that is repeated, with its pages; of others the parts of their pages. */
function listParts(turn: readonly [DocumentPage, ...DocumentPage[]]): readonly Part[] {
  const [{ group }] = turn;
  const parts = turn.flatMap(listPartsOfPage);
  return group?.repeat === undefined ? parts : [{ id: group.id, repeat: group.repeat, elements: parts }];
}

/** A page that is repeated, with its header and footer; of another page its elements. */
function listPartsOfPage({ page, elements, running }: DocumentPage): readonly Part[] {
  const all = [...elements, ...running.map(({ group }) => alwaysVisible(group))];
  return page?.repeat === undefined ? all : [{ id: page.id, repeat: page.repeat, elements: all }];
}

/** Whether a part, or something in it, is repeated. */
function isRepeating({ repeat, elements = [] }: Part): boolean {
  return repeat !== undefined || elements.some(isRepeating);
}

/** As `count`; nothing where a value or expression does not fit: the next step reports that. */
function countOrNone(part: Part, scope: BindScope): Count {
  try {
    return count(part, scope);
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof VariableError) return nothing;
    throw error;
  }
}

/** The elements that a part becomes, itself included; where they are too many, at least the maximum. */
function count(part: Part, scope: BindScope): Count {
  const { repeat } = part;
  if (repeat === undefined) return countOnce(part, scope);
  const scopes = listScopes(repeat, scope);
  const [first] = scopes;
  if (first === undefined) return nothing;
  if (!dependsOn(part, namesOf(repeat), first)) {
    const { elements, turns } = countOnce(part, first);
    return { elements: scopes.length * elements, turns: scopes.length * (1 + turns) };
  }
  let total = nothing;
  for (const each of scopes) {
    const { elements, turns } = countOnce(part, each);
    total = add(total, { elements, turns: 1 + turns });
    if (isTooMuch(total)) break;
  }
  return total;
}

function add(one: Count, other: Count): Count {
  return { elements: one.elements + other.elements, turns: one.turns + other.turns };
}

function isTooMuch({ elements, turns }: Count): boolean {
  return elements > MAX_ELEMENTS || turns > MAX_TURNS;
}

/** The elements of one entry. */
function countOnce(part: Part, scope: BindScope): Count {
  const { visible, elements = [] } = part;
  if (!scope.variables.isVisible(visible)) return nothing;
  const inRow = isTable(part) ? 1 + part.columns.length + (part.carry === undefined ? 0 : 1) : 0;
  const cells = isTable(part) ? countRows(part, scope) * inRow + countPictures(part, scope) : 0;
  let total: Count = { elements: 1 + cells, turns: 0 };
  for (const element of elements) {
    total = add(total, count(element, scope));
    if (isTooMuch(total)) break;
  }
  return total;
}

function isTable(part: Part): part is TableElement {
  return part.type === 'table';
}

/** The rows of a table, its header, its groups and its totals included. */
function countRows(element: TableElement, { variables }: BindScope): number {
  const { rows, header, total, totals = [], groupBy, groupHeader, groupTotal } = element;
  const others = (header === null ? 0 : 1) + (total === undefined ? 0 : 1) + totals.length;
  const inGroup = (groupHeader === undefined ? 0 : 1) + (groupTotal === undefined ? 0 : 1);
  const groups = inGroup === 0 ? 0 : groupBy === undefined ? 1 : gatherRows(element, variables).length;
  return variables.entries(rows).length + inGroup * groups + others;
}

/** The pictures and codes in the cells of a table. */
function countPictures({ rows, columns }: TableElement, { variables }: BindScope): number {
  const inRow = columns.filter(({ cell }) => cell !== undefined).length;
  return inRow === 0 ? 0 : variables.entries(rows).length * inRow;
}

/** Whether how many elements a part becomes depends on one of these names. */
function dependsOn(part: Part, names: ReadonlySet<string>, scope: Pick<BindScope, 'variables'>): boolean {
  const { visible, elements = [] } = part;
  const uses = (template: unknown) =>
    typeof template === 'string' && scope.variables.names.isAnyUsed(template, names);
  return (
    uses(visible) ||
    (isTable(part) && uses(part.rows)) ||
    elements.some((element) => uses(element.repeat?.each) || dependsOn(element, names, scope))
  );
}
