import { findMaskImage } from '../images/mask-image.ts';
import type { PlacedImage } from '../images/place-images.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { SceneImage } from '../scene/image.ts';

/**
 * A cache key for an element's shadow: elements with the same key have the same alpha channel. Null for
 * elements whose shadow is usually different in every render (texts, codes, translucent images) and for
 * groups that contain a group with a shadow.
 */
export function shadowKey(
  images: ReadonlyMap<SceneImage, PlacedImage>,
  element: SceneElement,
): string | null {
  const shape = getShape(images, element);
  return shape === null ? null : JSON.stringify(shape);
}

/** What an element's alpha channel depends on. */
function getShape(images: ReadonlyMap<SceneImage, PlacedImage>, element: SceneElement): object | null {
  // Its opacity is that of the picture.
  if (findMaskImage(element) !== null) return null;
  switch (element.type) {
    case 'rect':
    case 'ellipse':
    case 'line':
    case 'path':
      return { ...element, id: '' };
    case 'image': {
      const placed = images.get(element);
      if (placed?.opaque !== true || element.blur > 0 || element.filters.blur > 0) return null;
      const { transform, overflows } = placed;
      return { ...element, id: '', asset: '', transform, overflows };
    }
    case 'group': {
      const elements: object[] = [];
      for (const child of element.elements) {
        const isShadowedGroup = child.type === 'group' && child.shadow !== null;
        const shape = isShadowedGroup ? null : getShape(images, child);
        if (shape === null) return null;
        elements.push(shape);
      }
      return { ...element, id: '', elements };
    }
    case 'text':
    case 'qrcode':
    case 'barcode':
    case 'chart':
      return null;
  }
}
