import type { TemplateVariable } from '../model/template.ts';
import type { Schema } from '../../api/client.ts';

/** The document's variables as the API describes them. */
export function toVariables(variables: readonly TemplateVariable[] = []): Schema<'Variable'>[] {
  return variables.map(({ label = '', required = false, validation, ...variable }) => ({
    ...variable,
    label,
    required,
    ...(validation === undefined ? {} : { validation: { ...validation } }),
  }));
}
