import type { Size } from '../geometry.ts';
import { inspectImage } from './decode.ts';

/** The size of a picture in pixels, upright; null if its bytes are no picture that can be read. */
export async function pictureSize(bytes: Uint8Array): Promise<Size | null> {
  const reference = { hash: '', origin: 'template', kind: 'image', variable: null } as const;
  try {
    const { width, height } = await inspectImage({ bytes, reference, key: '' });
    return { width, height };
  } catch {
    return null;
  }
}
