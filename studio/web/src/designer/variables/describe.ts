import type { TemplateVariable } from '../model/template.ts';
import { describeRules } from '../../parts/previews/variable-rules.ts';
import { variableWords as words } from '../../words/designer/variables.ts';
import type { VariableUses } from '../model/changes/variables.ts';

/** Type and rules of a variable, in short. */
export function summarize(variable: TemplateVariable): string {
  const { name, type, label = '', required = false, validation = {} } = variable;
  const rules = describeRules({ name, type, label, required, validation: { ...validation } });
  return [
    // The document may hold another type while it is written as JSON.
    (words.types as Readonly<Record<string, string>>)[type] ?? type,
    ...(required ? [words.required] : []),
    ...(validation.options === undefined ? [] : [words.options(validation.options.length)]),
    ...(rules === null ? [] : [rules]),
  ].join(' · ');
}

/** What uses a variable, in short. */
export function describeUses({ elements, isOnPage }: VariableUses): string {
  if (elements.length === 0) return isOnPage ? words.usedByPage : words.unused;
  const used = words.usedBy(elements.length);
  return isOnPage ? words.usedByPageToo(used) : used;
}
