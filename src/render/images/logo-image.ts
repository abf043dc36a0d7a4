/** The logos of QR codes: images in the middle of their codes, which decide their size. */
import type { SceneElement } from '../scene/elements.ts';
import type { SceneImage } from '../scene/image.ts';

const known = new WeakMap<SceneElement, SceneImage>();

/** The logo of a QR code as an image at 0, 0, about as large as it is drawn; null if it has none. */
export function findLogoImage(element: SceneElement): SceneImage | null {
  if (element.type !== 'qrcode' || element.logo === undefined) return null;
  let image = known.get(element);
  if (image === undefined) {
    const { id, width, height, sizing, logo } = element;
    const side = Math.min(width, height) * logo.size;
    image = {
      type: 'image',
      // No element has such an id.
      id: `${id}\0logo`,
      x: 0,
      y: 0,
      width: side,
      height: side,
      rotation: 0,
      opacity: 1,
      blendMode: 'normal',
      shadow: null,
      blur: 0,
      asset: logo.asset,
      fit: 'contain',
      position: { x: 0.5, y: 0.5 },
      cornerRadius: [0, 0, 0, 0],
      filters: { grayscale: 0, sepia: 0, saturate: 1, brightness: 1, contrast: 1, blur: 0 },
      ...(sizing === undefined ? {} : { sizing }),
    };
    known.set(element, image);
  }
  return image;
}
