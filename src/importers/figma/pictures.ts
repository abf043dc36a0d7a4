/** Fills that are pictures: files beside the design, named by their references. */
import type { FigmaPaint } from '../../../generated/designs/figma.ts';
import type { ImageElement } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import { lookUp } from '../look-up.ts';

const folders = ['', 'images/', 'assets/'];
const extensions = ['.png', '.jpg', '.jpeg', '.webp', '.gif', '.svg', ''];

type Picture = Pick<ImageElement, 'type' | 'src' | 'fit' | 'crop' | 'filters' | 'opacity'>;

/** A fill as an image without a place; null if its file is not there, which is a loss. */
export async function convertPicture(
  paint: FigmaPaint,
  name: string,
  builder: TemplateBuilder,
): Promise<Picture | null> {
  const {
    imageRef = paint.imageHash ?? '',
    scaleMode = 'FILL',
    opacity = 1,
    rotation = 0,
    scalingFactor = 1,
  } = paint;
  if (paint.gifRef !== undefined) builder.lose(name, 'gifRef', 'A picture does not move.');
  if (rotation !== 0) builder.lose(name, 'fill rotation', 'The picture is not turned in its box.');
  const src = await findFile(imageRef, name, builder);
  if (src === null) return null;
  if (scaleMode === 'TILE' && scalingFactor !== 1)
    builder.lose(name, 'scalingFactor', 'Tiles are as large as the picture.');
  const fit = lookUp({ FIT: 'contain', TILE: 'tile', STRETCH: 'fill' }, scaleMode) ?? 'cover';
  return {
    type: 'image',
    src,
    ...(fit !== 'cover' && { fit }),
    ...(scaleMode === 'STRETCH' && getCrop(paint, name, builder)),
    ...getFilters(paint, name, builder),
    ...(opacity < 1 && { opacity: rounded(opacity) }),
  };
}

async function findFile(reference: string, name: string, builder: TemplateBuilder): Promise<string | null> {
  if (!/^[\w:.-]{1,200}$/u.test(reference)) {
    builder.lose(name, 'imageRef', 'The fill names no picture.');
    return null;
  }
  for (const folder of folders) {
    for (const extension of extensions) {
      const bytes = await builder.readPicture(`./${folder}${reference}${extension}`);
      if (!('reason' in bytes)) return builder.pictureOf(bytes, name, 'imageRef');
    }
  }
  builder.lose(name, 'imageRef', `There is no file ${reference}.png beside the design, nor in images/.`);
  return null;
}

/** The transform leads from the box to the picture. */
function getCrop(
  { imageTransform }: FigmaPaint,
  name: string,
  builder: TemplateBuilder,
): Pick<ImageElement, 'crop'> {
  const [[width = 1, slant = 0, x = 0] = [], [lean = 0, height = 1, y = 0] = []] = imageTransform ?? [];
  const isWhole = x === 0 && y === 0 && width === 1 && height === 1;
  if (isWhole && slant === 0 && lean === 0) return {};
  const left = Math.min(0.999, Math.max(0, x));
  const top = Math.min(0.999, Math.max(0, y));
  const crop = {
    x: rounded(left),
    y: rounded(top),
    width: Math.max(0.001, rounded(Math.min(1 - left, width))),
    height: Math.max(0.001, rounded(Math.min(1 - top, height))),
  };
  const isInside = x >= -0.01 && y >= -0.01 && x + width <= 1.01 && y + height <= 1.01;
  if (slant !== 0 || lean !== 0 || !isInside)
    builder.lose(name, 'imageTransform', 'A picture is not turned, and its part ends at its edges.');
  return { crop };
}

function getFilters(
  { filters = {} }: FigmaPaint,
  name: string,
  builder: TemplateBuilder,
): Pick<ImageElement, 'filters'> {
  const { exposure = 0, contrast = 0, saturation = 0, ...others } = filters;
  for (const [filter, amount] of Object.entries(others))
    if (amount !== 0) builder.lose(name, `filters.${filter}`, 'The template has no such filter.');
  const read = {
    ...(exposure !== 0 && { brightness: Math.max(0, rounded(2 ** exposure)) }),
    ...(contrast !== 0 && { contrast: Math.max(0, rounded(1 + contrast)) }),
    ...(saturation !== 0 && { saturate: Math.max(0, rounded(1 + saturation)) }),
  };
  if (Object.keys(read).length === 0) return {};
  builder.lose(name, 'filters', 'The filters of CSS are near to those of the design, not the same.');
  return { filters: read };
}
