import type { TemplateVariable } from '../../generated/template.ts';

/** The defaults that variables have, by name; empty ones say nothing. */
export function nonEmptyDefaults(variables: readonly TemplateVariable[]): ReadonlyMap<string, string> {
  return new Map(
    variables.flatMap(({ name, defaultValue = '' }) =>
      defaultValue === '' ? [] : [[name, defaultValue] as const],
    ),
  );
}
