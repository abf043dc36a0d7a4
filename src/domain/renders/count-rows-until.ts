import type { BoundValues } from '../../common/values/values.ts';
import { readLocale } from '../../common/expressions/locale.ts';
import { countDocument, type Count } from '../../render/bind/count-elements.ts';
import { SourceList } from '../../render/bind/sources.ts';
import { createVariableValues } from '../../render/bind/variable-values.ts';
import { checkVariablesInWorker } from '../variables/check-values-in-worker.ts';
import type { TemplateToFill } from '../variables/check-values.ts';
import type { RowsToCheck } from './check-rows-until.ts';

/** What a row becomes, and the characters of its values. */
export interface RowCost extends Count {
  readonly characters: number;
}

/** The costs of the first rows, and the time that it took to count them. */
export interface RowCosts {
  readonly costs: readonly RowCost[];
  readonly workMs: number;
}

/** Rows whose costs are counted. */
export type RowsToCount = Omit<RowsToCheck, 'maxProblems'>;

/**
 * Counts what rows become, in sequence, without binding them.
 *
 * @param maxMs no further row is begun after this time
 */
export async function countRowsUntil(
  { document, files, rows, options }: RowsToCount,
  maxMs: number,
): Promise<RowCosts> {
  const startedAt = performance.now();
  const costs: RowCost[] = [];
  for (const row of rows) {
    costs.push(await countRow({ document, files }, row, options));
    if (performance.now() - startedAt >= maxMs) break;
  }
  return { costs, workMs: performance.now() - startedAt };
}

async function countRow(
  template: TemplateToFill,
  row: Readonly<Record<string, unknown>>,
  options: RowsToCount['options'],
): Promise<RowCost> {
  const characters = Object.values(row).reduce<number>((sum, value) => sum + countCharacters(value), 0);
  const checked = await checkVariablesInWorker(template, row, 1);
  // A row that is refused is not bound.
  const count = checked.ok ? countBound(template, checked.values, options) : { elements: 0, turns: 0 };
  return { ...count, characters };
}

function countBound(
  { document }: TemplateToFill,
  values: BoundValues,
  { locale, now = new Date() }: RowsToCount['options'],
): Count {
  const moment = { locale: readLocale(document, locale), now, timeZone: document.timeZone };
  const variables = createVariableValues(values, document, moment);
  return countDocument(document, { variables, sources: new SourceList(variables), idSuffix: '' });
}

function countCharacters(value: unknown): number {
  return typeof value === 'string' ? value.length : JSON.stringify(value ?? null).length;
}
