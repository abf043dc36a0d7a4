import type { TemplateVariable } from './template.ts';
import { defaultText } from '../../../../../src/common/values/lists.ts';

/** Values of variables by their names, as the designer keeps them. */
export type Values = Readonly<Record<string, string>>;

export const noValues: Values = {};

/** The template's example value, or else the default. */
export function knownValue(variable: TemplateVariable, example: Values): string {
  const { [variable.name]: value = '' } = example;
  return value === '' ? (defaultText(variable) ?? '') : value;
}
