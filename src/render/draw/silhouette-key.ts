import type { PlacedImage } from '../images/place-images.ts';
import type { SceneElement, SceneImage } from '../scene.ts';

/**
 * What an element's silhouette depends on, as a string that equal ones share; null where it would take long to say or is new
 * with every render (texts, codes, see-through pictures).
 */
export function silhouetteKey(
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
        place: placed.transform,
        cut: placed.overflows,
      });
    }
    case 'group': {
      const inside: string[] = [];
      for (const child of element.elements) {
        const key = silhouetteKey(images, child);
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
