import type { TemplateDocument } from '../../generated/template.ts';
import { canonicalColor } from '../render/bind/colors.ts';
import { fillPlaceholders, variablesIn } from '../render/bind/placeholders.ts';
import type { TemplateProblem } from './template-check-problem.ts';
import { quoteValue } from './variables-types.ts';

/** Keys whose strings are colours once values are in them. */
const colorKeys = new Set(['color', 'fill', 'background']);

/** Colours that defaults alone make, or that hold an escaped brace: the schema takes whatever has braces in it. */
export function checkColors({ background, elements, variables = [] }: TemplateDocument): TemplateProblem[] {
  const defaults = new Map(
    variables.flatMap(({ name, defaultValue = '' }) =>
      defaultValue === '' ? [] : [[name, defaultValue] as const],
    ),
  );
  const problems: TemplateProblem[] = [];
  const check = (text: string, pointer: string): void => {
    const names = variablesIn(text);
    if (!names.every((name) => defaults.has(name))) return;
    const filled = fillPlaceholders(text, defaults).trim();
    if (filled === '' || canonicalColor(filled) !== null) return;
    const [name] = names;
    const index = variables.findIndex((variable) => variable.name === name);
    problems.push({
      pointer: index === -1 ? pointer : `/variables/${index}/defaultValue`,
      detail: `${quoteValue(filled)} is no colour, which it has to make at ${pointer}: #rgb, #rgba, #rrggbb or #rrggbbaa.`,
    });
  };
  const walk = (value: object, pointer: string): void => {
    for (const [key, inner] of Object.entries<unknown>(value as Record<string, unknown>)) {
      const at = `${pointer}/${key}`;
      if (typeof inner === 'object' && inner !== null) walk(inner, at);
      else if (typeof inner === 'string' && colorKeys.has(key) && inner.includes('{{')) check(inner, at);
    }
  };
  walk({ background, elements }, '');
  return problems;
}
