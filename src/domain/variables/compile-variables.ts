import type { ListField, TemplateVariable } from '../../../generated/template.ts';
import { compilePattern, type CompiledPattern } from './rules.ts';

/** Declarations, prepared for checks. */
export interface CompiledVariables {
  readonly byName: ReadonlyMap<string, TemplateVariable | ListField>;
  readonly patterns: ReadonlyMap<string, CompiledPattern>;
  /** The fields of lists, by the name of the list. */
  readonly lists: ReadonlyMap<string, CompiledVariables>;
}

/** Prepares declarations for checks. Throws an Error for an invalid pattern. */
export function compileVariables(variables: readonly (TemplateVariable | ListField)[]): CompiledVariables {
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  const patterns = new Map<string, CompiledPattern>();
  const lists = new Map<string, CompiledVariables>();
  for (const { name, type, validation, fields = [] } of byName.values()) {
    if (type === 'list') lists.set(name, compileVariables(fields));
    else if (validation?.pattern !== undefined) patterns.set(name, compilePattern(validation.pattern));
  }
  return { byName, patterns, lists };
}
