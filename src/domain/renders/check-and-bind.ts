import { isLocale } from '../../common/expressions/locale.ts';
import type { BoundValues } from '../../common/values/values.ts';
import { bindTemplate, type BindOptions, type BoundTemplate } from '../../render/bind/bind-template.ts';
import type { PackedScene } from '../../render/job.ts';
import type { FieldError } from '../problems/problem.ts';
import { checkVariablesInWorker } from '../variables/check-values-in-worker.ts';
import type { TemplateToFill } from '../variables/check-values.ts';

export interface BindRequest extends TemplateToFill {
  /** The request's map as it was parsed, which is checked; or checked values. */
  readonly values: Readonly<Record<string, unknown>> | BoundValues;
  readonly options: Omit<BindOptions, 'defaults'>;
}

/** A bound template whose scene only the renderer reads. */
export type PackedTemplate = Omit<BoundTemplate, 'scene'> & { readonly scene: PackedScene };

/** `workMs`: the time of a thread that the refusal took; default: none. */
export type Binding<Bound = BoundTemplate | PackedTemplate> =
  | { readonly ok: true; readonly bound: Bound }
  | { readonly ok: false; readonly problems: readonly FieldError[]; readonly workMs?: number };

/**
 * Checks values against a template and binds them.
 *
 * @throws VariableError as `bindTemplate`
 */
export async function checkAndBind({
  document,
  files,
  values,
  options,
}: BindRequest): Promise<Binding<BoundTemplate>> {
  if (values instanceof Map)
    return { ok: true, bound: bindTemplate(document, values as BoundValues, options) };
  const checked = await checkVariablesInWorker(
    { document, files },
    values as Readonly<Record<string, unknown>>,
  );
  if (!checked.ok) return checked;
  const { locale } = options;
  if (locale !== undefined && !isLocale(locale)) {
    const detail = `${JSON.stringify(locale)} is not a BCP 47 language tag, such as "de-AT".`;
    return { ok: false, problems: [{ pointer: '/options/locale', detail }] };
  }
  const { defaults } = checked;
  return { ok: true, bound: bindTemplate(document, checked.values, { ...options, defaults }) };
}
