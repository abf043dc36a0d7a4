/** What the colours of a page put on the plates of a press. */
import { parseColor } from '../../color-channels.ts';
import { blends, divideForBlending } from '../../draw/blending.ts';
import { usesInks } from '../../inks/element-colors.ts';
import { inksOf } from '../../inks/ink-color.ts';
import type { OutputProfile } from '../../inks/output-profile.ts';
import type { SceneElement } from '../../scene/elements.ts';
import type { Color } from '../../scene/paint.ts';
import type { Scene } from '../../scene/scene.ts';
import type { SceneText } from '../../scene/text.ts';
import type { TextLayout } from '../../text/text-layout.ts';

/** How much of each ink, from 0 to 1, by its name. */
export type Plates = ReadonlyMap<string, number>;

/** The names of process inks, in the order of CMYK. */
const PROCESS_INKS = ['cyan', 'magenta', 'yellow', 'black'] as const;

/** Less of an ink is not visible at an edge. */
const VISIBLE_INK = 0.02;

/**
 * The inks of a colour.
 *
 * @param keepsGreys neutral greys are black ink; else they are separated as all colours of sRGB
 */
export function platesOf(color: Color, profile: OutputProfile, keepsGreys: boolean): Plates {
  const inks = inksOf(color);
  if (inks !== null)
    return new Map([
      ...PROCESS_INKS.map((name, index) => [name, inks.cmyk[index] ?? 0] as const),
      ...inks.spots.map(({ name, tint }) => [name, tint] as const),
    ]);
  const [red, green, blue] = parseColor(color);
  if (keepsGreys && red === green && green === blue) return new Map([['black', 1 - red / 255]]);
  const cmyk = profile.separate([red, green, blue]);
  return new Map(PROCESS_INKS.map((name, index) => [name, cmyk[index] ?? 0]));
}

/** The most of each ink that any of some colours has. */
export function unitePlates(all: readonly Plates[]): Plates {
  const united = new Map<string, number>();
  for (const plates of all)
    for (const [name, amount] of plates) united.set(name, Math.max(united.get(name) ?? 0, amount));
  return united;
}

/** The inks of which there is enough to be seen, the most first. */
export function visibleInks(plates: Plates): readonly (readonly [name: string, amount: number])[] {
  return [...plates].filter(([, amount]) => amount >= VISIBLE_INK).toSorted(([, a], [, b]) => b - a);
}

/** All inks together, 1 for a solid one. */
export function totalInk(plates: Plates): number {
  return [...plates.values()].reduce((sum, amount) => sum + amount, 0);
}

/** Whether it is solid black ink alone. */
export function isOnlyBlack(plates: Plates): boolean {
  return (plates.get('black') ?? 0) === 1 && totalInk(plates) === 1;
}

/** Inks in words: `cyan 60 %, black 100 %`. */
export function describeInks(plates: Plates): string {
  return visibleInks(plates)
    .map(([name, amount]) => `${name} ${Math.round(amount * 100)} %`)
    .join(', ');
}

/**
 * Finds the elements whose neutral greys are black ink: all, except on a page that blends in sRGB, where only
 * what is drawn apart keeps them. Null is the background of the page.
 */
export function findKeptGreys(
  scene: Scene,
  texts: ReadonlyMap<SceneText, TextLayout>,
): (element: SceneElement | null) => boolean {
  if (!blends(scene.elements) || usesInks(scene.elements, scene.background)) return () => true;
  const kept = new Set<object>();
  const add = (elements: readonly SceneElement[]): void => {
    for (const element of elements) {
      kept.add(element);
      if (element.type !== 'group') continue;
      // A group that is drawn in parts is another object, its background is not.
      if (element.background !== undefined) kept.add(element.background);
      add(element.elements);
    }
  };
  add(divideForBlending({ texts }, scene.elements).apart);
  return (element) =>
    element !== null && kept.has(element.type === 'group' ? (element.background ?? element) : element);
}
