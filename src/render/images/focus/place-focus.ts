import type { Rect, Size } from '../../geometry.ts';
import type { Focus, SceneImage } from '../../scene/image.ts';
import { placePicture } from '../object-fit.ts';
import type { FoundFocus } from './find-focus.ts';

/**
 * The position of a picture in its box that shows what was found: all faces, or the largest where all do not
 * fit, in the middle as far as the picture reaches. A subject is a guess: the more of it is cut off, the
 * nearer is the crop to the middle of the picture. `attention` if nothing was found.
 */
export function placeFocus(
  element: SceneImage,
  picture: Size,
  { kind, boxes }: Pick<FoundFocus, 'boxes'> & { readonly kind: Focus['found'] },
): SceneImage['position'] {
  const { part } = placePicture({ ...element, position: { x: 0.5, y: 0.5 } }, picture);
  const used = boxes.map((box) => toPart(box, element)).filter(isInside);
  const [largest] = used.toSorted((a, b) => b.width * b.height - a.width * a.height);
  if (largest === undefined) return 'attention';
  const shown = { width: element.width / part.width, height: element.height / part.height };
  const all = joinBoxes(used);
  const { x, y, width, height } = all.width <= shown.width && all.height <= shown.height ? all : largest;
  const towards = (middle: number, length: number, share: number): number => {
    const certainty = kind === 'subject' ? Math.min(1, Math.max(0, 2 - length / share)) : 1;
    return toPosition(0.5 + (middle - 0.5) * certainty, share);
  };
  return {
    x: towards(x + width / 2, width, shown.width),
    y: towards(y + height / 2, height, shown.height),
  };
}

/** A box in fractions of the part of the picture that is used. */
function toPart(box: Rect, { crop = { x: 0, y: 0, width: 1, height: 1 } }: SceneImage): Rect {
  return {
    x: (box.x - crop.x) / crop.width,
    y: (box.y - crop.y) / crop.height,
    width: box.width / crop.width,
    height: box.height / crop.height,
  };
}

function isInside({ x, y, width, height }: Rect): boolean {
  return [x + width / 2, y + height / 2].every((middle) => middle >= 0 && middle <= 1);
}

function joinBoxes(boxes: readonly Rect[]): Rect {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** @param shown the share of the picture that its box shows */
function toPosition(middle: number, shown: number): number {
  if (shown >= 1) return 0.5;
  return Math.min(1, Math.max(0, (middle - shown / 2) / (1 - shown)));
}
