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

/** Keys whose values are the content itself: a request that gives none has forgotten them. */
const contentKeys: ReadonlySet<string> = new Set([
  'text',
  'src',
  'icon',
  'href',
  'alt',
  'value',
  ...descriptionKeys,
]);

/** Whether a key holds content: what it shows is an example of it, not its default. */
export function isContentKey(path: string): boolean {
  return contentKeys.has(path.split('.').at(-1) ?? '');
}

const weights: Readonly<Record<string, number>> = { normal: 400, bold: 700 };

/** What a key shows before it is bound: its value, or what counts where it has none. */
export function valueAtHand(path: string, target: object, value: unknown, rule: Rule): unknown {
  const key = path.split('.').at(-1);
  if (key === 'visible') return value ?? true;
  if (key === 'decorationColor') return value ?? ('color' in target ? target.color : '#000000');
  const shown = value ?? rule.default;
  return key === 'fontWeight' && typeof shown === 'string' ? (weights[shown] ?? shown) : shown;
}

/** Numbers in the place of those that are bound; others are left out. */
const numberLiterals: Readonly<Record<string, number>> = { x: 0, y: 0, width: 100, height: 100 };

/**
 * The fixed value in place of a variable: what it shows where that is accepted, or else that of the key.
 *
 * @param shown the present value as a text
 */
export function readLiteral(path: string, shown: string, rule: Rule): unknown {
  if (path.split('.').at(-1) === 'visible') return ['', 'false', '0'].includes(shown) ? false : undefined;
  if (isNumberKey(path)) {
    const number = shown.trim() === '' ? NaN : Number(shown);
    const isAccepted = number >= rule.minimum && number <= rule.maximum;
    return isAccepted ? number : numberLiterals[path];
  }
  if (rule.options.length > 0) return rule.options.find((option) => option === shown);
  const isAccepted = shown !== '' && (rule.pattern === null || new RegExp(rule.pattern, 'u').test(shown));
  if (isAccepted) return isContentKey(path) ? shown.replaceAll('{{', '\\{{') : shown;
  if (!rule.isRequired && path !== 'text') return undefined;
  return rule.pattern === null ? '' : '#000';
}
