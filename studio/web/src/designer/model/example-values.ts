import type { ListField } from '../../../../../generated/template.ts';
import type { TemplateVariable } from './template.ts';
import { readList } from '../../../../../src/common/values/lists.ts';
import { generateValue, cut } from './generated-values.ts';
import { type Values, noValues, knownValue } from './values.ts';

const noVariables: readonly TemplateVariable[] = [];

interface Completed {
  readonly variables: readonly TemplateVariable[];
  readonly example: Values;
  readonly values: Values;
}

const completed = new WeakMap<Values, Completed>();

/**
 * The values of the declared variables, and of the declared fields of lists. Others are left out: the service
 * would refuse them, and they are kept for the undo of a rename.
 * A required variable without a value gets the template's example value, its default, or a generated value.
 *
 * @returns the same object for the same arguments
 */
export function completeForDesign(
  values: Values,
  variables: readonly TemplateVariable[] = noVariables,
  example: Values = noValues,
): Values {
  const known = completed.get(values);
  if (known?.variables === variables && known.example === example) return known.values;
  const complete: Record<string, string> = {};
  for (const variable of variables) {
    const { name, required = false } = variable;
    const given = Object.hasOwn(values, name) ? values[name] : undefined;
    // The service refuses a request without a required value, also where there is a default.
    const value = required && (given ?? '') === '' ? getExample(variable, example) : given;
    if (value !== undefined) complete[name] = variable.type === 'list' ? onlyFields(value, variable) : value;
  }
  completed.set(values, { variables, example, values: complete });
  return complete;
}

function getExample(variable: TemplateVariable, example: Values): string {
  const known = knownValue(variable, example);
  return known === '' ? makeExample(variable) : known;
}

/**
 * The example values that still fit. The service has checked them with the variables `checked`: those of
 * variables whose type, rules or fields have changed since are left out.
 *
 * @returns the same object for the same arguments
 */
export function fitToVariables(
  example: Values,
  checked: readonly TemplateVariable[],
  variables: readonly TemplateVariable[],
): Values {
  if (checked === variables) return example;
  const known = fitted.get(variables);
  if (known?.example === example) return known.values;
  const before = new Map(checked.map((variable) => [variable.name, getRules(variable)]));
  const values = Object.fromEntries(
    variables
      .filter((variable) => before.get(variable.name) === getRules(variable))
      .flatMap(({ name }) => (Object.hasOwn(example, name) ? [[name, example[name] ?? '']] : [])),
  );
  fitted.set(variables, { example, values });
  return values;
}

const fitted = new WeakMap<
  readonly TemplateVariable[],
  { readonly example: Values; readonly values: Values }
>();

function getRules({ type, validation, fields }: TemplateVariable): string {
  return JSON.stringify([type, validation ?? {}, fields ?? []]);
}

/** The entries of a list without fields that are not declared. Another value stays as it is. */
function onlyFields(value: string, { fields = [] }: TemplateVariable): string {
  const entries = declaredEntries(value, fields);
  if (entries === null) return value;
  const shown = JSON.stringify(entries);
  return shown === JSON.stringify(readList(value)) ? value : shown;
}

/** The entries, and those of lists in them, with the declared fields; null for another value. */
function declaredEntries(value: unknown, fields: readonly ListField[]): object[] | null {
  const entries = readList(value);
  const isEntry = (entry: unknown): entry is object => typeof entry === 'object' && entry !== null;
  if (entries === null || !entries.every(isEntry)) return null;
  return entries.map((entry) =>
    Object.fromEntries(
      Object.entries(entry as Readonly<Record<string, unknown>>).flatMap(([key, given]) => {
        const field = fields.find(({ name }) => name === key);
        if (field === undefined) return [];
        const inner = field.type === 'list' ? declaredEntries(given, field.fields ?? []) : null;
        return [[key, inner ?? given] as const];
      }),
    ),
  );
}

/** A text is its own label. */
function makeExample(variable: TemplateVariable): string {
  const { name, type, label = '', validation = {} } = variable;
  const { minLength = 0, maxLength = Infinity, options, pattern } = validation;
  if (type !== 'text' || options !== undefined || pattern !== undefined)
    return generateValue(variable, 'Shortest');
  return cut((label === '' ? name : label).padEnd(minLength, '.'), maxLength);
}
