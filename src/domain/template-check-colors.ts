import type { TemplateVariable } from '../../generated/template.ts';
import { canonicalColor } from '../render/bind/colors.ts';
import { fillPlaceholders, variablesIn } from '../render/bind/placeholders.ts';
import type { TemplateProblem } from './template-check-problem.ts';
import { nonEmptyDefaults } from './variables-defaults.ts';
import { quoteValue } from './variables-types.ts';

/** Keys whose strings are colours once values are in them. */
const colorKeys = new Set(['color', 'fill', 'background']);

/**
 * What is wrong with a string that has braces in it and has to be a colour, if defaults alone fill it, or nothing does: the schema takes
 * whatever has braces.
 */
export function checkColor(
  key: string,
  text: string,
  pointer: string,
  variables: readonly TemplateVariable[],
): TemplateProblem | null {
  if (!colorKeys.has(key)) return null;
  const defaults = nonEmptyDefaults(variables);
  const names = variablesIn(text);
  if (!names.every((name) => defaults.has(name))) return null;
  const filled = fillPlaceholders(text, defaults).trim();
  if (filled === '' || canonicalColor(filled) !== null) return null;
  const [name] = names;
  const index = variables.findIndex((variable) => variable.name === name);
  return {
    pointer: index === -1 ? pointer : `/variables/${index}/defaultValue`,
    detail: `${quoteValue(filled)} is no colour, which it has to make at ${pointer}: #rgb, #rgba, #rrggbb or #rrggbbaa.`,
  };
}
