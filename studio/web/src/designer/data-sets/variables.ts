import type { TemplateVariable } from '../model/template.ts';
import type { Schema } from '../../api/client.ts';
import { defaultText } from '../../../../../src/common/values/lists.ts';

/** The document's variables as the API describes them. */
export function toVariables(variables: readonly TemplateVariable[] = []): Schema<'Variable'>[] {
  return variables.map(({ fields, ...variable }) => ({
    ...toField(variable),
    ...(fields === undefined ? {} : { fields: fields.map(toField) }),
  }));
}

function toField(variable: TemplateVariable): Schema<'ListField'> {
  const { name, type, label = '', required = false, validation } = variable;
  const defaultValue = defaultText(variable);
  return {
    name,
    type,
    label,
    required,
    ...(defaultValue === undefined ? {} : { defaultValue }),
    ...(validation === undefined ? {} : { validation: { ...validation } }),
  };
}
