import type { ImageElement } from '../../../generated/template.ts';
import type { SceneImage } from '../scene/image.ts';
import type { BindContext } from './context.ts';
import { meantPaths, normalizePath } from './template-paths.ts';

/**
 * The point of a picture of the template's folder that is kept in view, if the element leaves open which part
 * of it is shown.
 *
 * @param asset the key of the picture: the path of a file
 */
export function bindFocusPoint(
  { position }: Pick<ImageElement, 'position'>,
  asset: string | null,
  { document: { focusPoints = [] } }: BindContext,
): Pick<SceneImage, 'focusPoint'> {
  const isOpen = position === undefined || position === 'absolute';
  if (!isOpen || asset === null || focusPoints.length === 0) return {};
  const paths = meantPaths(asset);
  const found = focusPoints.find(({ src }) => paths.includes(normalizePath(src) ?? ''));
  return found === undefined ? {} : { focusPoint: { x: found.x, y: found.y } };
}
