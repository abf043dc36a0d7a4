import { colorsIn, hasInks, paintsOf } from '../inks/element-colors.ts';
import { toInks } from '../inks/ink-color.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { Color } from '../scene/paint.ts';

/**
 * Why colours in inks of an element are sRGB in a PDF for print; null: all of them are kept.
 *
 * @param blur of the element and of the groups around it
 * @param hasInksBelow whether what may be behind it has inks
 * @param converts whether colours of sRGB become inks, so that gradients mix them with others
 */
export function describeInkLoss(
  element: SceneElement,
  blur: number,
  hasInksBelow: boolean,
  converts: boolean,
): string | null {
  const paints = paintsOf(element);
  if ('backdropBlur' in element && hasInksBelow)
    return 'What is behind it becomes pixels of sRGB where it is blurred: inks behind it are lost there.';
  if (!paints.some(hasInks)) return null;
  if (blur > 0) return 'It becomes pixels of sRGB, since it is blurred: its inks are lost.';
  if (element.type === 'image' && Object.values(element.colors ?? {}).some(hasInks))
    return 'An SVG is drawn in sRGB: the inks that "colors" gives it are lost. Draw it as a path.';
  const gradients = paints.filter((paint) => typeof paint === 'object' && hasInks(paint));
  for (const gradient of gradients) {
    if (typeof gradient !== 'object') continue;
    if (gradient.type === 'conic')
      return 'A conic gradient becomes pixels of sRGB: its inks are lost. Linear and radial ones keep them.';
    if (converts) continue;
    const colors = colorsIn(gradient);
    if (!colors.every((color, index) => isInk(color, colors[index - 1] ?? colors[index + 1] ?? color)))
      return 'A gradient mixes inks with colours of sRGB that are no greys: all of it is in sRGB.';
  }
  return null;
}

function isInk(color: Color, beside: Color): boolean {
  return toInks(color, beside) !== null;
}
