/** Where colors and fonts are used: paths of keys, such as `elements.0.stroke.color`. */
import { colorKeys } from './colors.ts';

/** A color or font, and the paths of the keys that have it. */
export interface Use {
  readonly value: string;
  /** Per object that was searched. */
  readonly paths: readonly (readonly string[])[];
  readonly count: number;
}

/** The fixed colors that objects use, the most frequent first. */
export function usedColors(targets: readonly object[]): Use[] {
  return collect(targets, (holder, key) => {
    const value = holder[key];
    return typeof value === 'string' && colorKeys.has(key) && !value.includes('{{') ? [[value, key]] : [];
  });
}

/** The font families of texts, and the paths of the texts and runs that have them. */
export function usedFonts(targets: readonly object[], preset: string): Use[] {
  return collect(targets, (holder, key) => {
    // A run without a family has that of its text.
    if (key === 'fontFamily' && holder['type'] === undefined) return [[String(holder[key]), '']];
    if (key !== 'type' || holder[key] !== 'text') return [];
    return [[typeof holder['fontFamily'] === 'string' ? holder['fontFamily'] : preset, '']];
  });
}

type Holder = Readonly<Record<string, unknown>>;

function collect(
  targets: readonly object[],
  find: (holder: Holder, key: string) => readonly (readonly [value: string, key: string])[],
): Use[] {
  const uses = new Map<string, string[][]>();
  for (const [index, target] of targets.entries()) {
    visit(target, [], (holder, key, way) => {
      for (const [value, last] of find(holder, key)) {
        const paths = uses.get(value) ?? targets.map(() => []);
        uses.set(value, paths);
        paths[index]!.push((last === '' ? way : [...way, last]).join('.'));
      }
    });
  }
  return [...uses]
    .map(([value, paths]) => ({ value, paths, count: paths.flat().length }))
    .toSorted((a, b) => b.count - a.count);
}

function visit(
  holder: object,
  way: readonly string[],
  enter: (holder: Holder, key: string, way: readonly string[]) => void,
): void {
  for (const [key, value] of Object.entries(holder)) {
    if (!Array.isArray(holder)) enter(holder as Holder, key, way);
    // Variables and fonts of the document have keys of their own.
    const isOther = way.length === 0 && (key === 'variables' || key === 'fonts');
    if (typeof value === 'object' && value !== null && !isOther) visit(value as object, [...way, key], enter);
  }
}
