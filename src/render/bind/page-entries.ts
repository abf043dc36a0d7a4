/** Repeated pages and groups of pages: how many pages they become, and which names each of these knows. */
import type { Repeat, TemplateDocument } from '../../../generated/template.ts';
import { VariableError } from '../errors.ts';
import { namingExpressions } from './bind-elements.ts';
import { listPages, listTurns, type DocumentPage } from './document-pages.ts';
import { listScopes, MAX_PAGES, MAX_TURNS, namesOf, tooManyTurns, type BindScope } from './repeat.ts';

/** A page of the document for one entry of its repeats. */
export interface PageEntry {
  readonly page: DocumentPage;
  /** The place of the page among those of `listPages`. */
  readonly at: number;
  /** Its place among the entries of the page; null: neither the page nor its group is repeated. */
  readonly entry: number | null;
  readonly scope: BindScope;
  /** The id of the group of pages, with the place of its entry; null: the page is in none. */
  readonly groupId: string | null;
}

/**
 * The pages with their entries, in the order of the result: of a group all pages of the first entry, then all
 * of the second.
 *
 * @throws VariableError for an expression that fails
 */
export function listPageEntries(document: TemplateDocument, scope: BindScope): PageEntry[] {
  const all = listPages(document).map((page, at) => ({ ...page, page, at }));
  return listTurns(all).flatMap(([first, ...others]) => {
    const { group } = first;
    const entries = new Map<number, number>();
    return scopesOfGroup(first.page, scope).flatMap((outer) =>
      [first, ...others].flatMap(({ page, at }) =>
        scopesOfPage(page, outer).map((own): PageEntry => {
          const entry = entries.get(at) ?? 0;
          entries.set(at, entry + 1);
          const isRepeated = group?.repeat !== undefined || page.page?.repeat !== undefined;
          const groupId = group === null ? null : group.id + outer.idSuffix;
          return { page, at, entry: isRepeated ? entry : null, scope: own, groupId };
        }),
      ),
    );
  });
}

/** The scopes of all entries of a page, in order. @throws VariableError for an expression that fails */
export function listPageScopes(page: DocumentPage, scope: BindScope): BindScope[] {
  return scopesOfGroup(page, scope).flatMap((outer) => scopesOfPage(page, outer));
}

function scopesOfGroup({ group }: DocumentPage, scope: BindScope): BindScope[] {
  if (group?.repeat === undefined) return [scope];
  return scopesOf(group, group.repeat, `Group of pages "${group.id}"`, scope);
}

function scopesOfPage({ page }: DocumentPage, scope: BindScope): BindScope[] {
  return page?.repeat === undefined ? [scope] : scopesOf(page, page.repeat, `Page "${page.id}"`, scope);
}

function scopesOf(part: object, repeat: Repeat, place: string, scope: BindScope): BindScope[] {
  return namingExpressions(place, () => listScopes(repeat, scope, { ...part, repeat: null }));
}

/**
 * Refuses a document whose repeats make too many pages, or none, before any of them is made.
 *
 * @param scope has a budget of steps of its own
 * @throws VariableError
 */
export function checkPageCount(document: TemplateDocument, scope: BindScope): void {
  const counter = new PageCounter();
  for (const turn of listTurns(listPages(document))) countTurn(turn, scope, counter);
  if (counter.pages === 0) throw new VariableError(null, 'With these values the template has no page.');
}

/** Refuses too many pages, and too many entries that are gone through for them. */
class PageCounter {
  pages = 0;
  #turns = 0;

  add(turns: number, pages: number): void {
    this.pages += pages;
    this.#turns += turns;
    if (this.pages > MAX_PAGES) {
      const detail = `The template has ${this.pages} pages or more; it may have ${MAX_PAGES}.`;
      throw new VariableError(null, detail);
    }
    if (this.#turns > MAX_TURNS) throw tooManyTurns();
  }
}

/** Counts a group, or a page alone. Repeats that do not depend on its entries are multiplied. */
function countTurn(
  turn: readonly [DocumentPage, ...DocumentPage[]],
  scope: BindScope,
  counter: PageCounter,
): void {
  const [{ group }] = turn;
  const scopes = scopesOfGroup(turn[0], scope);
  const [first] = scopes;
  if (first === undefined) return;
  const names = namesOf(group?.repeat);
  for (const page of turn) {
    const each = page.page?.repeat?.each;
    if (each === undefined) counter.add(0, scopes.length);
    else if (!first.variables.names.isAnyUsed(each, names))
      counter.add(scopes.length, scopes.length * countEntries(page, first));
    else for (const own of scopes) counter.add(1, countEntries(page, own));
  }
}

function countEntries({ page }: DocumentPage, { variables }: BindScope): number {
  const each = page?.repeat?.each;
  if (each === undefined) return 1;
  return namingExpressions(`Page "${page?.id}"`, () => variables.entries(each).length);
}
