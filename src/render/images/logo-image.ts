/** The logos of QR codes: images in the middle of their codes, which decide their size. */
import type { SceneElement } from '../scene/elements.ts';
import { plainImage, type SceneImage } from '../scene/image.ts';

const known = new WeakMap<SceneElement, SceneImage>();

/** The logo of a QR code as an image at 0, 0, about as large as it is drawn; null if it has none. */
export function findLogoImage(element: SceneElement): SceneImage | null {
  if (element.type !== 'qrcode' || element.logo === undefined) return null;
  let image = known.get(element);
  if (image === undefined) {
    const { id, width, height, sizing, logo } = element;
    const side = Math.min(width, height) * logo.size;
    // No element has such an id.
    const own = { asset: logo.asset, id: `${id}\0logo`, width: side, height: side, sizing };
    image = plainImage(own, 'contain');
    known.set(element, image);
  }
  return image;
}
