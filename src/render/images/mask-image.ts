/** The pictures of masks: images over the boxes of their elements, which are drawn as opacity only. */
import type { SceneElement } from '../scene/elements.ts';
import { plainImage, type SceneImage } from '../scene/image.ts';
import type { RawPixels } from './decode.ts';

/** The luminance of red, green and blue (CSS Masking 1, section 7.10.1). */
const LUMINANCE = [0.2126, 0.7152, 0.0722] as const;

const known = new WeakMap<SceneElement, SceneImage>();

/** The picture of an element's mask, in the element's coordinates; null if it has none. */
export function findMaskImage(element: SceneElement): SceneImage | null {
  if ((element.type !== 'image' && element.type !== 'group') || element.mask?.type !== 'picture') return null;
  let image = known.get(element);
  if (image === undefined) known.set(element, (image = makeImage(element, element.mask.asset)));
  return image;
}

function makeImage({ id, width, height, sizing }: SceneElement, asset: string): SceneImage {
  // No element has such an id.
  return plainImage({ asset, id: `${id}\0mask`, width, height, sizing }, 'fill');
}

/** The luminance of pixels times their opacity, as the opacity of black pixels. Changes them in place. */
export function toMask({ data, width, height }: RawPixels): RawPixels {
  const [red, green, blue] = LUMINANCE;
  for (let at = 0; at < data.length; at += 4) {
    const luminance = red * data[at]! + green * data[at + 1]! + blue * data[at + 2]!;
    data[at + 3] = Math.round((luminance * data[at + 3]!) / 255);
    data.fill(0, at, at + 3);
  }
  return { data, width, height, opaque: false };
}
