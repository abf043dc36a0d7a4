/** The icons of runs: images in lines of text, whose size the lines decide. */
import type { SceneImage } from '../scene/image.ts';
import type { SceneText } from '../scene/text.ts';
import type { TextLayout } from '../text/text-layout.ts';
import type { FoundImage } from './place-images.ts';

/** Width by height of each image. */
export function computeRatios(found: readonly FoundImage[]): ReadonlyMap<SceneImage, number> {
  return new Map(
    found.map(({ element, info: { width, height } }) => [
      element,
      width > 0 && height > 0 ? width / height : 1,
    ]),
  );
}

/** The images with those icons that stand in a line, each in its size. */
export function sizeIcons(
  found: readonly FoundImage[],
  texts: ReadonlyMap<SceneText, TextLayout>,
): readonly FoundImage[] {
  const icons = new Set([...texts.keys()].flatMap(({ runs }) => runs.flatMap(({ icon }) => icon ?? [])));
  if (icons.size === 0) return found;
  const known = new Map(found.map((image) => [image.element.id, image]));
  const sized = Array.from(texts.values(), ({ lines }) =>
    lines.flatMap((line) =>
      line.runs.flatMap(({ icon, textX, shift, places }) => {
        const image = icon === undefined ? undefined : known.get(icon.id);
        if (icon === undefined || image === undefined) return [];
        const { x, y } = image.corner ?? { x: 0, y: 0 };
        const isUpright = image.corner !== null && places === undefined;
        const corner = { x: x + textX, y: y + line.baseline - shift - icon.height };
        return { ...image, element: icon, corner: isUpright ? corner : null };
      }),
    ),
  );
  return [...found.filter(({ element }) => !icons.has(element)), ...sized.flat()];
}
