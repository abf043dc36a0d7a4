import { inksOf } from './ink-color.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { Color, Gradient, Paint, Shadow } from '../scene/paint.ts';

type Given = Color | Paint | Gradient | null | undefined;

/** The paints of an element, without those of the elements in it. */
export function paintsOf(element: SceneElement): Exclude<Given, null | undefined>[] {
  const shadows = [element.shadow ?? []].flat();
  return [...ownPaints(element), ...shadows.map(({ color }) => color)].filter((paint) => paint != null);
}

/** The colours of a paint. */
export function colorsIn(paint: Color | Paint): readonly Color[] {
  if (typeof paint === 'string') return [paint];
  return paint.type === 'solid' ? [paint.color] : paint.stops.map(({ color }) => color);
}

/** The colours of elements and of those in them. */
export function* colorsOf(elements: readonly SceneElement[]): Generator<Color> {
  for (const element of elements) {
    for (const paint of paintsOf(element)) yield* colorsIn(paint);
    if (element.type === 'group') yield* colorsOf(element.elements);
  }
}

/** Whether any of the elements, or what is in them, has colours in inks. */
export function usesInks(elements: readonly SceneElement[], background: Paint | null): boolean {
  if (background !== null && hasInks(background)) return true;
  return [...colorsOf(elements)].some((color) => inksOf(color) !== null);
}

/** Whether a paint has colours in inks. */
export function hasInks(paint: Color | Paint): boolean {
  return colorsIn(paint).some((color) => inksOf(color) !== null);
}

function ownPaints(element: SceneElement): Given[] {
  switch (element.type) {
    case 'rect':
    case 'ellipse':
    case 'path':
      return [element.fill, element.stroke?.color];
    case 'line':
      return [element.stroke?.color];
    case 'qrcode':
    case 'barcode':
      return [element.color, element.background];
    case 'image':
      return Object.values(element.colors ?? {});
    case 'chart':
      return [element.theme.color, ...element.theme.colors];
    case 'text': {
      const { runs, stroke, highlight } = element;
      const inRuns = runs.flatMap((run) => [
        run.color,
        run.decorationColor,
        run.stroke?.color,
        run.highlight?.color,
      ]);
      return [...inRuns, stroke?.color, highlight?.color];
    }
    case 'group': {
      const { background, table } = element;
      const shadows: readonly Shadow[] = [background?.shadow ?? []].flat();
      const { fills = [] } = element.row ?? {};
      const inTable = [table?.borders?.color, ...fills];
      return [background?.fill, background?.stroke?.color, ...shadows.map(({ color }) => color), ...inTable];
    }
  }
}
