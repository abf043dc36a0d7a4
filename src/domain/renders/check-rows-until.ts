import type { BoundValues } from '../../common/values/values.ts';
import { bindTemplate, type BindOptions } from '../../render/bind/bind-template.ts';
import { VariableError } from '../../render/errors.ts';
import type { FieldError } from '../problems/problem.ts';
import { checkVariablesInWorker } from '../variables/check-values-in-worker.ts';
import type { TemplateToFill } from '../variables/check-values.ts';

export interface RowsToCheck extends TemplateToFill {
  /** The maps of rows as they were parsed. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly options: Pick<BindOptions, 'locale' | 'now'>;
  /** Problems that are described; the others are only counted: describing thousands takes time. */
  readonly maxProblems: number;
}

/** What the check of a row found: the values of variables that are no lists, or what is wrong. */
export type RowCheck =
  | { readonly ok: true; readonly texts: BoundValues }
  | { readonly ok: false; readonly problems: readonly FieldError[]; readonly problemCount: number }
  | { readonly ok: false; readonly unbound: Pick<VariableError, 'variable' | 'message'> };

/** The checks of the first rows, and the time that they took. */
export interface RowChecks {
  readonly checks: readonly RowCheck[];
  readonly workMs: number;
}

/**
 * Checks rows in sequence as for single renders: their values, and that these can be bound.
 *
 * @param maxMs no further row is begun after this time
 */
export async function checkRowsUntil(
  { document, files, rows, options, maxProblems }: RowsToCheck,
  maxMs: number,
): Promise<RowChecks> {
  const startedAt = performance.now();
  const checks: RowCheck[] = [];
  let described = 0;
  for (const row of rows) {
    const check = await checkRow({ document, files }, row, options, maxProblems - described);
    checks.push(check);
    if ('problems' in check) described = Math.min(maxProblems, described + check.problems.length);
    if (performance.now() - startedAt >= maxMs) break;
  }
  return { checks, workMs: performance.now() - startedAt };
}

async function checkRow(
  template: TemplateToFill,
  row: Readonly<Record<string, unknown>>,
  options: RowsToCheck['options'],
  maxProblems: number,
): Promise<RowCheck> {
  const checked = await checkVariablesInWorker(template, row, maxProblems);
  if (!checked.ok) {
    const { problems, problemCount } = checked;
    return { ok: false, problems: problems.slice(0, maxProblems), problemCount };
  }
  try {
    bindTemplate(template.document, checked.values, options);
  } catch (error) {
    if (!(error instanceof VariableError)) throw error;
    const { variable, message } = error;
    return { ok: false, unbound: { variable, message } };
  }
  const texts = [...checked.values].filter(([, value]) => typeof value === 'string');
  return { ok: true, texts: new Map(texts) };
}
