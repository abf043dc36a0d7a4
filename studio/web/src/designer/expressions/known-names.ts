/** The names that expressions of what is selected know. */
import { useMemo } from 'react';
import { findElement } from '../model/elements.ts';
import { stepsToPage } from '../model/filled-strings.ts';
import { pageInWork } from '../model/pages.ts';
import { findOwnNumbers, findResultPage } from '../model/result-pages.ts';
import { isInRunning } from '../model/running.ts';
import { findScope, stepsTo, type Scope } from '../model/scope.ts';
import type { TemplateDocument } from '../model/template.ts';
import { useDesigner } from '../state/use-designer.ts';
import type { OfferedVariable } from './completion.ts';
import { listScopeNames } from './scope-names.ts';

interface Selected {
  readonly document: TemplateDocument;
  readonly selection: readonly string[];
}

/**
 * What expressions know beside the variables.
 *
 * @param place the keys from what is selected first to the expression, such as `columns.0.value`
 */
export function scopeAt({ document, selection: [first] }: Selected, place: string): Scope {
  const placed = first === undefined ? null : findElement(document, first);
  const page = document.pages?.[pageInWork(document)];
  const { groups, element } = placed ?? { groups: [], element: document };
  return findScope([
    ...stepsToPage(document, page, 'elements'),
    ...groups.map((group) => [group, 'elements'] as const),
    ...stepsTo(element, place.split('.')),
  ]);
}

/** The names that a place offers: the variables, fields of entries, and numbers of pages. */
export function namesAt(selected: Selected, place: string): readonly OfferedVariable[] {
  return listScopeNames(scopeAt(selected, place), selected.document.variables ?? []);
}

/**
 * The number of the page that is shown, and how many there are, also of its group if that is known; null
 * outside of headers and footers.
 */
export function usePageNumbers(): Readonly<Record<string, number>> | null {
  const page = useDesigner(({ design, pageCounts, shownNumbers }) =>
    isInRunning(design) ? findResultPage(design.document, pageCounts, shownNumbers) : null,
  );
  const pages = useDesigner(({ pageCounts }) => pageCounts.all);
  const own = useDesigner(({ design, pageCounts, shownNumbers }) =>
    JSON.stringify(findOwnNumbers(design.document, pageCounts, shownNumbers)),
  );
  return useMemo(
    () => (page === null ? null : { page, pages, ...(JSON.parse(own) as Record<string, number> | null) }),
    [page, pages, own],
  );
}
