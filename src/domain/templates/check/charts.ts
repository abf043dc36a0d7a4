import type { ChartElement, TemplateDocument, TemplateVariable } from '../../../../generated/template.ts';
import { chartToCheck } from '../../../render/bind/chart.ts';
import type { BoundValues, ListEntry, VariableValue } from '../../../common/values/values.ts';
import { nonEmptyDefaults } from './variables.ts';
import { toFindings, merge, type Findings } from './problem.ts';
import { entryNamesAt, walkDocument } from './walk-elements.ts';

/**
 * Checks the specifications of charts, and passes those that are sound on to be laid out: a renderer process
 * does that, as a specification may hang it.
 */
export async function checkCharts(
  document: TemplateDocument,
  isRefused: (pointer: string) => boolean,
): Promise<Findings> {
  const charts = [...walkDocument(document)].flatMap(([pointer, element]) =>
    element.type === 'chart' && !isRefused(pointer) ? [[pointer, element] as const] : [],
  );
  if (charts.length === 0) return toFindings({});
  // Documents without charts do not load the parser of expressions.
  const { checkSpec } = await import('../../../render/charts/check-spec.ts');
  const { variables = [] } = document;
  const lists = variables.filter(({ type }) => type === 'list').map(({ name }) => name);
  return merge(
    charts.map(([pointer, element]) => {
      const named = new Set([...lists, ...entryNamesAt(document, pointer)]);
      const problems = checkSpec(element.spec, named).map(({ pointer: place, detail }) => ({
        pointer: `${pointer}/spec${place}`,
        detail,
      }));
      return toFindings(
        problems.length > 0 ? { problems } : { fileUses: [getUse(element, pointer, document)] },
      );
    }),
  );
}

/** The defaults of variables; those of lists as far as they are written as entries. */
function getDefaults(variables: readonly TemplateVariable[]): BoundValues {
  const lists = variables.flatMap(({ name, type, defaultValue }) =>
    type === 'list' && Array.isArray(defaultValue) ? [[name, defaultValue as ListEntry[]] as const] : [],
  );
  return new Map<string, VariableValue>([...nonEmptyDefaults(variables), ...lists]);
}

/** The chart with the defaults of variables, as a renderer process takes it. */
function getUse(element: ChartElement, pointer: string, document: TemplateDocument) {
  const { variables = [] } = document;
  const chart = chartToCheck(element, document, getDefaults(variables));
  const data = Buffer.from(JSON.stringify(chart), 'utf8');
  return { kind: 'chart', path: `chart ${pointer}`, pointer: `${pointer}/spec`, data } as const;
}
