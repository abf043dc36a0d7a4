import type { Crop, SceneImage } from '../scene/image.ts';
import type { Rect, Size } from '../geometry.ts';

/**
 * The position and size of the whole image in its box, by CSS `object-fit` and `object-position`. `position`
 * is a fraction: that point of the image lies on the same point of the box. A word counts as the centre
 * here.
 */
export function placeInBox(
  box: Size,
  image: Size,
  fit: SceneImage['fit'],
  position: SceneImage['position'],
): Rect {
  const { width, height } = fitSize(box, image, fit);
  const at = typeof position === 'string' ? { x: 0.5, y: 0.5 } : position;
  return { x: (box.width - width) * at.x, y: (box.height - height) * at.y, width, height };
}

/** Where a picture lies in its box. */
export interface PlacedPicture {
  /** All of the picture, as if nothing of it were cropped. */
  readonly whole: Rect;
  /** The part of it that is used; the same object as `whole` where nothing is cropped. */
  readonly part: Rect;
}

/** The place of an element's picture of a given size in its box. */
export function placePicture(element: SceneImage, picture: Size): PlacedPicture {
  const { crop, fit, position } = element;
  const part =
    fit === 'tile'
      ? { x: 0, y: 0, ...naturalSize(element, picture) }
      : placeInBox(element, croppedSize(picture, crop), fit, position);
  if (crop === undefined) return { whole: part, part };
  const [width, height] = [part.width / crop.width, part.height / crop.height];
  return { whole: { x: part.x - crop.x * width, y: part.y - crop.y * height, width, height }, part };
}

/** The size of an element's picture without a box: of the part that is used, or of a tile. */
export function naturalSize({ crop, fit, tileWidth }: SceneImage, picture: Size): Size {
  const size = croppedSize(picture, crop);
  if (fit !== 'tile' || tileWidth === undefined) return size;
  return { width: tileWidth, height: (tileWidth * size.height) / size.width };
}

/** The size of the part of a picture that is used. */
export function croppedSize({ width, height }: Size, crop: Crop | undefined): Size {
  return crop === undefined ? { width, height } : { width: width * crop.width, height: height * crop.height };
}

/** The part of an element's placed picture that has to be drawn; null if its box shows none of it. */
export function drawnPart(element: SceneImage, part: Rect): Rect | null {
  return element.fit === 'tile' ? part : visiblePart(element, part);
}

/** The part of a placed image that its box shows; null if none. */
export function visiblePart(box: Size, placed: Rect): Rect | null {
  const x = Math.max(0, placed.x);
  const y = Math.max(0, placed.y);
  const width = Math.min(box.width, placed.x + placed.width) - x;
  const height = Math.min(box.height, placed.y + placed.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

function fitSize(box: Size, image: Size, fit: SceneImage['fit']): Size {
  const horizontal = box.width / image.width;
  const vertical = box.height / image.height;
  const scaled = (factor: number): Size => ({
    width: image.width * factor,
    height: image.height * factor,
  });
  switch (fit) {
    case 'fill':
      return box;
    case 'none':
    case 'tile':
      return image;
    case 'contain':
      return scaled(Math.min(horizontal, vertical));
    case 'scale-down':
      return scaled(Math.min(horizontal, vertical, 1));
    case 'cover':
      return scaled(Math.max(horizontal, vertical));
  }
}
