/** The texts of a chart that are filled with values: titles of the chart, its axes, legends and headers. */

/** Keys of a specification whose texts are filled. */
export const titleKeys: ReadonlySet<string> = new Set(['title', 'subtitle', 'text']);

type Spec = Readonly<Record<string, unknown>>;

/** A text of a specification, and where it stands in it. */
export interface ChartTitle {
  /** JSON pointer into the specification. */
  readonly pointer: string;
  readonly text: string;
}

/** The titles with placeholders. */
export function titlesIn(spec: Spec): ChartTitle[] {
  const found: ChartTitle[] = [];
  mapTitles(spec, (text, pointer) => {
    found.push({ pointer, text });
    return text;
  });
  return found;
}

/** A copy of a specification with its titles filled; the specification itself if nothing is to be filled. */
export function fillTitles(spec: Spec, fill: (text: string) => string): Spec {
  return mapTitles(spec, fill) as Spec;
}

/** Changes the titles with placeholders. What has none is not copied. */
function mapTitles(
  node: unknown,
  change: (text: string, pointer: string) => string,
  pointer = '',
  key = '',
): unknown {
  if (typeof node === 'string')
    return titleKeys.has(key) && node.includes('{{') ? change(node, pointer) : node;
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) {
    // The lines of a title stand in a list.
    const items = node.map((inner: unknown, index) => mapTitles(inner, change, `${pointer}/${index}`, key));
    return items.some((item, index) => item !== node[index]) ? items : node;
  }
  const changed = Object.entries(node).flatMap(([inner, value]) => {
    if (isRows(key, inner)) return [];
    const at = `${pointer}/${inner.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const mapped = mapTitles(value, change, at, inner);
    return mapped === value ? [] : [[inner, mapped] as const];
  });
  return changed.length === 0 ? node : { ...node, ...Object.fromEntries(changed) };
}

/** Whether a key holds rows of data. */
function isRows(outer: string, key: string): boolean {
  return key === 'datasets' || (outer === 'data' && key === 'values');
}
