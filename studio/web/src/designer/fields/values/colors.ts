/** The colors of a document. */
import type { TemplateDocument } from '../../model/template.ts';

/** Keys whose strings are colors. */
export const colorKeys: ReadonlySet<string> = new Set(['color', 'decorationColor', 'fill', 'background']);

/** All fixed colors of a document, each once, the most frequent first. */
export function listColors({ background, elements }: TemplateDocument): string[] {
  const counts = new Map<string, number>();
  const visit = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if (colorKeys.has(key) && !value.includes('{{')) counts.set(value, (counts.get(value) ?? 0) + 1);
    } else if (Array.isArray(value)) {
      for (const item of value as readonly unknown[]) visit(item, '');
    } else if (typeof value === 'object' && value !== null) {
      for (const [inner, item] of Object.entries(value)) visit(item, inner);
    }
  };
  visit({ background, elements }, '');
  return [...counts].sort(([, one], [, other]) => other - one).map(([color]) => color);
}
