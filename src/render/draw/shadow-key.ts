import type { PlacedImage } from '../images/place-images.ts';
import type { SceneElement, SceneImage } from '../scene.ts';

/**
 * A cache key for an element's shadow: elements with the same key have the same alpha channel. Null for
 * elements whose shadow is usually different in every render (texts, codes, translucent images).
 */
export function shadowKey(
  images: ReadonlyMap<SceneImage, PlacedImage>,
  element: SceneElement,
): string | null {
  switch (element.type) {
    case 'rect':
    case 'ellipse':
    case 'line':
    case 'path':
      return JSON.stringify({ ...element, id: '' });
    case 'image': {
      const placed = images.get(element);
      if (placed?.opaque !== true || element.blur > 0 || element.filters.blur > 0) return null;
      return JSON.stringify({
        ...element,
        id: '',
        asset: '',
        transform: placed.transform,
        overflows: placed.overflows,
      });
    }
    case 'group': {
      const inside: string[] = [];
      for (const child of element.elements) {
        const key = shadowKey(images, child);
        if (key === null) return null;
        inside.push(key);
      }
      return JSON.stringify({ ...element, id: '', elements: inside });
    }
    case 'text':
    case 'qrcode':
    case 'barcode':
      return null;
  }
}
