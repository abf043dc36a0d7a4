/** Pages that blend, in print. */
import { colorsOf } from '../inks/element-colors.ts';
import { elementTransform, intersect, transformBounds, type Bounds } from '../geometry.ts';
import { parseColor } from '../color-channels.ts';
import type { SceneElement } from '../scene/elements.ts';
import { shadowedBounds } from './bounds.ts';
import type { PageResources } from './page-resources.ts';

/** The elements of a page that blends. */
export interface BlendingParts {
  /** What blends and what is behind that: it is drawn in sRGB, as raster files blend. */
  readonly blended: readonly SceneElement[];
  /** What is drawn after it, in inks. */
  readonly apart: readonly SceneElement[];
}

/** Whether elements, or those in them, blend with what is behind them. */
export function blends(elements: readonly SceneElement[]): boolean {
  return elements.some(
    (element) => element.blendMode !== 'normal' || (element.type === 'group' && blends(element.elements)),
  );
}

/**
 * Divides the elements of a page: what nothing blends with, and nothing of that covers, is drawn apart, if it
 * has greys that print in black ink. So are black texts and codes that only `multiply` covers: nothing makes
 * them lighter.
 */
export function divideForBlending(
  { texts }: Pick<PageResources, 'texts'>,
  elements: readonly SceneElement[],
): BlendingParts {
  const blended: SceneElement[] = [];
  const apart: SceneElement[] = [];
  const covers: { readonly area: Bounds; readonly isMultiplied: boolean }[] = [];
  for (const element of elements.flatMap(splitGroup).toReversed()) {
    const own = shadowedBounds(texts, element);
    if (own === null) continue;
    const area = transformBounds(own, elementTransform(element));
    const above = covers.filter((cover) => intersect(cover.area, area) !== null);
    const isFree =
      above.length === 0 || (isBlack(element) && above.every(({ isMultiplied }) => isMultiplied));
    if (isFree && !blends([element]) && hasGreys(element)) {
      apart.unshift(element);
      continue;
    }
    blended.unshift(element);
    covers.push({ area, isMultiplied: element.blendMode === 'multiply' });
  }
  return { blended, apart };
}

/** A group that only places its elements becomes groups with one of them each, after its background. */
function splitGroup(element: SceneElement): SceneElement[] {
  if (element.type !== 'group' || !isPlain(element)) return [element];
  const { background, elements, ...others } = element;
  const back = background === undefined ? [] : [{ ...others, background, elements: [] }];
  return [...back, ...elements.flatMap(splitGroup).map((inner) => ({ ...others, elements: [inner] }))];
}

function isPlain(group: SceneElement & { readonly type: 'group' }): boolean {
  const { opacity, blendMode, blur, shadow, mask, backdropBlur } = group;
  const isFiltered = blur > 0 || shadow !== null || backdropBlur !== undefined || mask !== undefined;
  return !isFiltered && opacity >= 1 && blendMode === 'normal';
}

/** Whether it is a text or code in opaque black, or a group of these. */
function isBlack(element: SceneElement): boolean {
  if (element.opacity < 1 || element.blur > 0) return false;
  if (element.type === 'group')
    return isPlain(element) && element.background === undefined && element.elements.every(isBlack);
  if (element.type !== 'text' && element.type !== 'qrcode' && element.type !== 'barcode') return false;
  return [...colorsOf([element])].every((color) => color.startsWith('#000000ff'));
}

function hasGreys(element: SceneElement): boolean {
  return [...colorsOf([element])].some((color) => {
    const [red, green, blue, alpha] = parseColor(color);
    return red === green && green === blue && red < 255 && alpha > 0;
  });
}
