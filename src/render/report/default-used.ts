/** Warnings about defaults that stand in for values that were left out. */
import type { RenderWarning } from '../layout-report.ts';
import type { UsedDefault } from '../scene/element-base.ts';

const code = 'DEFAULT_USED';

/** The variable, or the field of a list: `items.unit`, `orders.items.unit`. */
export function findPlace({ variable, path = [], field }: UsedDefault): string {
  return [variable, ...path, ...(field === undefined ? [] : [field])].join('.');
}

/** The warning of the first element of a page that draws a default. */
export function defaultUsed(
  elementId: string,
  used: UsedDefault,
  onPage: { readonly page?: number },
): RenderWarning {
  const { variable, shown, field } = used;
  const left = field === undefined ? 'was left out' : 'is left out in an entry';
  const detail = `Variable "${findPlace(used)}" ${left}: its default (${shown}) is drawn.`;
  return { code, elementId, detail, variable, ...onPage };
}

/** The warnings of several pages, where each default is reported once. */
export function withoutRepeats(warnings: readonly RenderWarning[]): RenderWarning[] {
  const reported = new Set<string>();
  return warnings.filter((warning) => {
    if (warning.code !== code) return true;
    const isNew = !reported.has(warning.detail);
    reported.add(warning.detail);
    return isNew;
  });
}
