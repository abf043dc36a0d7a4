import type { TemplateVariable } from '../model/template.ts';
import type { ListField } from '../../../../../generated/template.ts';
import type { Schema } from '../../api/client.ts';
import { defaultText } from '../../../../../src/common/values/lists.ts';

/** The document's variables as the API describes them. */
export function toVariables(variables: readonly TemplateVariable[] = []): Schema<'Variable'>[] {
  return variables.map(toField);
}

type InnerFields = NonNullable<Schema<'ListField'>['fields']>;

function toField(variable: TemplateVariable | ListField): Schema<'ListField'> {
  const { name, type, label = '', required = false, validation, fields } = variable;
  const defaultValue = defaultText(variable);
  return {
    name,
    type,
    label,
    required,
    ...(defaultValue === undefined ? {} : { defaultValue }),
    ...(validation === undefined ? {} : { validation: { ...validation } }),
    // The import refuses lists that are four deep.
    ...(fields === undefined ? {} : { fields: fields.map(toField) as InnerFields }),
  };
}
