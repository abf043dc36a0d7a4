/** Whether a picture has enough pixels for its size in print. */
import { PX_PER_INCH } from '../../../common/lengths/units.ts';
import type { ImageInfo } from '../../images/decode.ts';
import type { SceneImage } from '../../scene/image.ts';
import { imageDensity } from '../image-density.ts';
import type { PageElement } from '../page-elements.ts';
import type { Fault } from './fault.ts';
import { scalesOf } from './printed-marks.ts';

/** Pixels an inch: what is wanted, and below what pixels are seen. */
const PHOTO = { wanted: 300, least: 150 };
/** Pictures of two colours have no tones that soften edges. */
const LINE_ART = { wanted: 800, least: 550 };
/** Boxes in millimetres are never quite whole pixels. */
const TOLERANCE = 0.995;

/** The warning about a picture; null: it has enough pixels, or is a drawing. */
export function findResolutionFault(
  { matrix, blur }: Pick<PageElement, 'matrix' | 'blur'>,
  image: SceneImage,
  info: ImageInfo,
  name: string,
): Fault | null {
  if (info.type === 'svg') return null;
  const { wanted, least } = info.isLineArt ? LINE_ART : PHOTO;
  const scale = scalesOf(matrix).most;
  const perInch = (imageDensity(image, info) / scale) * PX_PER_INCH;
  // Details finer than a blur's standard deviation are not visible.
  const visible = blur > 0 ? PX_PER_INCH / (blur * scale) : Infinity;
  if (perInch >= Math.min(wanted, visible) * TOLERANCE) return null;
  const enough = (side: number): number => (side > 1 ? Math.ceil((side * wanted) / perInch) : 1);
  const isError = perInch < Math.min(least, visible) * TOLERANCE;
  const kind = info.isLineArt ? ' of two colours' : '';
  return {
    code: 'IMAGE_LOW_RESOLUTION',
    severity: isError ? 'error' : 'advice',
    detail:
      `The ${name}${kind} has ${info.width} × ${info.height} pixels, ` +
      `which makes ${Math.floor(perInch)} an inch in its size on the page. ` +
      `Print wants ${wanted}, and below ${least} pixels are seen. ` +
      `A picture of ${enough(info.width)} × ${enough(info.height)} pixels has enough.`,
  };
}
