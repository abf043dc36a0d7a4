import type { TemplateVariable } from '../../../../generated/template.ts';
import { canonicalColor, COLOR_KINDS } from '../../../render/bind/colors.ts';
import {
  filledKeys,
  fillPlaceholders,
  hasUnclosedPlaceholder,
  variablesIn,
} from '../../../render/bind/placeholders.ts';
import { escapePointer } from '../../json-text.ts';
import { suggest } from '../../variables/nearest-name.ts';
import { quoteValue } from '../../variables/types.ts';
import type { TemplateProblem } from './problem.ts';
import { nonEmptyDefaults } from './variables.ts';

/** Keys whose strings have to be colours after filling. */
const colorKeys = new Set(['color', 'fill', 'background']);

/** Checks the placeholders in a value: filled keys and declared variables only. */
export function checkStrings(
  value: object,
  pointer: string,
  variables: readonly TemplateVariable[],
): TemplateProblem[] {
  return Object.entries<unknown>(value as Record<string, unknown>).flatMap(([key, inner]) => {
    const at = `${pointer}/${escapePointer(key)}`;
    if (typeof inner === 'object' && inner !== null) return checkStrings(inner, at, variables);
    if (typeof inner !== 'string' || !inner.includes('{{')) return [];
    return checkString(key, inner, at, variables);
  });
}

function checkString(
  key: string,
  text: string,
  pointer: string,
  variables: readonly TemplateVariable[],
): TemplateProblem[] {
  if (!filledKeys.has(key)) {
    const detail =
      `Placeholders are not filled in "${key}"; ` +
      'they may stand in text, src, value, colours, fill and visible.';
    return [{ pointer, detail }];
  }
  const problems: TemplateProblem[] = [];
  if (hasUnclosedPlaceholder(text))
    problems.push({ pointer, detail: 'A "{{" is never closed by "}}". For a literal "{{" write "\\{{".' });
  if (colorKeys.has(key)) problems.push(...checkColor(text, pointer, variables));
  const declared = variables.map(({ name }) => name);
  for (const name of variablesIn(text)) {
    if (declared.includes(name)) continue;
    const meant = suggest(name, declared) ?? ' For a literal "{{" write "\\{{".';
    problems.push({ pointer, detail: `No variable ${quoteValue(name)} is declared.${meant}` });
  }
  return problems;
}

/** Checks a colour that needs no values but the defaults. The schema accepts any braces. */
function checkColor(
  text: string,
  pointer: string,
  variables: readonly TemplateVariable[],
): TemplateProblem[] {
  const defaults = nonEmptyDefaults(variables);
  const names = variablesIn(text);
  if (!names.every((name) => defaults.has(name))) return [];
  const filled = fillPlaceholders(text, defaults).trim();
  if (filled === '' || canonicalColor(filled) !== null) return [];
  const index = variables.findIndex(({ name }) => name === names[0]);
  const detail = `${quoteValue(filled)} is not a colour, but ${pointer} needs one: ` + `${COLOR_KINDS}.`;
  return [{ pointer: index === -1 ? pointer : `/variables/${index}/defaultValue`, detail }];
}
