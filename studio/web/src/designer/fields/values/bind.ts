/** Values that come from variables: `{{name}}`. */
import { descriptionKeys, numberKeys } from '../../../../../../src/common/placeholders/placeholders.ts';
import type { TemplateVariable } from '../../model/template.ts';
import type { Rule } from './schema.ts';

/** Keys whose strings are filled with values, in any object. */
export const bindable: ReadonlySet<string> = new Set([
  'text',
  'src',
  'icon',
  'href',
  'alt',
  'value',
  'color',
  'decorationColor',
  'fill',
  'visible',
  'background',
  ...descriptionKeys,
]);

/** The name of the variable that a value is; null: it is a fixed one, or more than a variable. */
export function readVariable(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return /^\{\{([^{}]+)\}\}$/u.exec(value)?.[1]?.trim() ?? null;
}

/** Whether a key holds a number that may be bound. */
export function isNumberKey(path: string): boolean {
  return numberKeys.has(path.split('.').at(-1) ?? '');
}

/** Whether values of a type suit a key. Variables of other types are offered after those that do. */
export function fitsType(path: string, type: TemplateVariable['type']): boolean {
  const key = path.split('.').at(-1);
  if (key === 'src' || key === 'icon') return type === 'image' || type === 'url';
  if (key === 'href') return type === 'url' || type === 'email';
  if (key === 'value' || key === 'alt') return type !== 'image';
  if (key === 'visible') return true;
  if (isNumberKey(path)) return type === 'number';
  const isText = key === 'text' || descriptionKeys.some((each) => each === key);
  return isText ? type !== 'image' : type === 'text';
}

/** The type of a variable that is made for a key. */
export function typeFor(path: string): TemplateVariable['type'] {
  const types = ['text', 'image', 'url', 'number'] as const;
  return types.find((type) => fitsType(path, type)) ?? 'text';
}

/** Numbers in the place of those that are bound; others are left out. */
const numberLiterals: Readonly<Record<string, number>> = { x: 0, y: 0, width: 100, height: 100 };

/** The fixed value in place of a variable: its default where that is accepted, or else that of the key. */
export function readLiteral(path: string, variable: TemplateVariable | undefined, rule: Rule): unknown {
  if (path.split('.').at(-1) === 'visible') return undefined;
  const preset = typeof variable?.defaultValue === 'string' ? variable.defaultValue : '';
  if (isNumberKey(path)) {
    const number = preset.trim() === '' ? NaN : Number(preset);
    const isAccepted = number >= rule.minimum && number <= rule.maximum;
    return isAccepted ? number : numberLiterals[path];
  }
  if (rule.options.length > 0) return rule.options.find((option) => option === preset);
  const isAccepted = preset !== '' && (rule.pattern === null || new RegExp(rule.pattern, 'u').test(preset));
  if (isAccepted) return preset;
  if (!rule.isRequired && path !== 'text') return undefined;
  return rule.pattern === null ? '' : '#000';
}
