import type { TableElement, TemplateDocument, TemplateElement } from '../../../generated/template.ts';
import { ExpressionError } from '../../common/expressions/expression-error.ts';
import { VariableError } from '../errors.ts';
import { listPages, listTurns, type DocumentPage } from './document-pages.ts';
import { alwaysVisible, ONLY_PAGE } from './running.ts';
import { gatherRows } from './table/row-groups.ts';
import { MAX_ELEMENTS, listScopes, namesOf, tooManyElements, type BindScope } from './repeat.ts';

/** A group of pages, a page, or an element. */
interface Part extends Partial<Pick<TemplateElement, 'repeat' | 'visible'>> {
  readonly id: string;
  readonly elements?: readonly Part[];
  readonly type?: TemplateElement['type'];
}

/**
 * Refuses a document whose repeats and tables make too many elements, before any of them is made. Where what
 * is inside a repeat does not depend on its entry, it is multiplied; else it is counted for each entry.
 *
 * @param scope has a budget of steps of its own
 * @throws VariableError
 */
export function checkRepeats(document: TemplateDocument, scope: BindScope): void {
  let total = 0;
  // Headers and footers know these names; what they hide depends on the page.
  const onPage = { ...scope, variables: scope.variables.within({ ...ONLY_PAGE }) };
  for (const part of listTurns(listPages(document)).flatMap(listParts)) {
    for (const counted of isRepeating(part) ? [part] : listTables(part, onPage)) {
      total += countOrNone(counted, onPage);
      if (total <= MAX_ELEMENTS) continue;
      throw tooManyElements(
        counted.type === 'table' && counted.repeat === undefined
          ? `"${counted.id}" is one too many`
          : `the repeats in "${part.id}" make too many`,
      );
    }
  }
}

/** The visible tables of a part in which nothing is repeated. */
function listTables(part: Part, scope: BindScope): readonly Part[] {
  if (part.type === 'table') return [part];
  const { elements = [] } = part;
  const tables = elements.flatMap((element) => listTables(element, scope));
  return tables.length > 0 && countOrNone({ ...part, elements: [] }, scope) === 0 ? [] : tables;
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

/** As `count`; 0 where a value or an expression does not fit, which is reported where elements are made. */
function countOrNone(part: Part, scope: BindScope): number {
  try {
    return count(part, scope);
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof VariableError) return 0;
    throw error;
  }
}

/** The elements that a part becomes, itself included; where they are too many, at least the maximum. */
function count(part: Part, scope: BindScope): number {
  const { repeat } = part;
  if (repeat === undefined) return countOnce(part, scope);
  const scopes = listScopes(repeat, scope);
  const [first] = scopes;
  if (first === undefined) return 0;
  if (!dependsOn(part, namesOf(repeat), first)) return scopes.length * countOnce(part, first);
  let total = 0;
  for (const each of scopes) {
    total += countOnce(part, each);
    if (total > MAX_ELEMENTS) break;
  }
  return total;
}

/** The elements of one entry. */
function countOnce(part: Part, scope: BindScope): number {
  const { visible, elements = [] } = part;
  if (!scope.variables.isVisible(visible)) return 0;
  const inRow = isTable(part) ? 1 + part.columns.length + (part.carry === undefined ? 0 : 1) : 0;
  const cells = isTable(part) ? countRows(part, scope) * inRow + countPictures(part, scope) : 0;
  return elements.reduce((total, element) => total + count(element, scope), 1 + cells);
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
    typeof template === 'string' && scope.variables.hasName(template, names);
  return (
    uses(visible) ||
    (isTable(part) && uses(part.rows)) ||
    elements.some((element) => uses(element.repeat?.each) || dependsOn(element, names, scope))
  );
}
