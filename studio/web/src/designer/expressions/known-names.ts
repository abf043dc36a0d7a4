/** The names that expressions of what is selected know: headers and footers know the number of the page. */
import { useMemo } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import { findResultPage } from '../model/result-pages.ts';
import { isInRunning } from '../model/running.ts';
import type { TemplateVariable } from '../model/template.ts';
import { useDesigner } from '../state/designer.ts';
import type { OfferedVariable } from './completion.ts';

const noVariables: readonly TemplateVariable[] = [];

/** The variables, and `page` and `pages` in a header or footer. A variable of such a name goes before it. */
export function useKnownNames(): readonly OfferedVariable[] {
  const variables = useDesigner(({ design }) => design.document.variables ?? noVariables);
  const isRunning = useDesigner(({ design }) => isInRunning(design));
  return useMemo(() => {
    if (!isRunning) return variables;
    const numbers = Object.entries(propertyWords.pageNames).map(([name, label]) => ({ name, label }));
    return [...variables, ...numbers.filter(({ name }) => !variables.some((each) => each.name === name))];
  }, [variables, isRunning]);
}

/** The number of the page that is shown, and how many there are; null outside of headers and footers. */
export function usePageNumbers(): Readonly<Record<'page' | 'pages', number>> | null {
  const page = useDesigner(({ design, pageCounts, shownNumbers }) =>
    isInRunning(design) ? findResultPage(design.document, pageCounts, shownNumbers) : null,
  );
  const pages = useDesigner(({ pageCounts }) => pageCounts.all);
  return useMemo(() => (page === null ? null : { page, pages }), [page, pages]);
}
