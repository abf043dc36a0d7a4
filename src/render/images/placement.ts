import type { SceneImage } from '../scene.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

/**
 * Where the whole picture lies in its box (0, 0 is the box's corner), as CSS `object-fit` and `object-position` say: the
 * position's fraction of the picture is laid over the same fraction of the box. `attention` has no meaning before
 * the picture is cropped; it counts as the middle here.
 */
export function placeInBox(
  box: Size,
  picture: Size,
  fit: SceneImage['fit'],
  position: SceneImage['position'],
): Rect {
  const { width, height } = fitSize(box, picture, fit);
  const at = position === 'attention' ? { x: 0.5, y: 0.5 } : position;
  return { x: (box.width - width) * at.x, y: (box.height - height) * at.y, width, height };
}

/** The part of a placed picture that its box shows, or null where nothing does. */
export function visiblePart(box: Size, placed: Rect): Rect | null {
  const x = Math.max(0, placed.x);
  const y = Math.max(0, placed.y);
  const width = Math.min(box.width, placed.x + placed.width) - x;
  const height = Math.min(box.height, placed.y + placed.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

function fitSize(box: Size, picture: Size, fit: SceneImage['fit']): Size {
  const horizontal = box.width / picture.width;
  const vertical = box.height / picture.height;
  const scaled = (factor: number): Size => ({
    width: picture.width * factor,
    height: picture.height * factor,
  });
  switch (fit) {
    case 'fill':
      return box;
    case 'none':
      return picture;
    case 'contain':
      return scaled(Math.min(horizontal, vertical));
    case 'scale-down':
      return scaled(Math.min(horizontal, vertical, 1));
    case 'cover':
      return scaled(Math.max(horizontal, vertical));
  }
}
