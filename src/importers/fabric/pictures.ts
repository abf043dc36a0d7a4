import type { ImageElement, TemplateElement } from '../../../generated/template.ts';
import type { FabricObject } from '../../../generated/designs/fabric.ts';
import type { Matrix, Rect, Size } from '../../render/geometry.ts';
import { pictureSize } from '../../render/images/picture-size.ts';
import { rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import { readCssColor } from '../css-paint.ts';
import { placeBox } from '../placement.ts';
import { readEffects, readName } from './common-keys.ts';
import type { FabricContext } from './context.ts';
import { readPaint } from './paints.ts';
import { readStroke } from './strokes.ts';

/** Converts a picture: the part of it from its crop on, at its own size before it is scaled. */
export async function convertPicture(
  object: FabricObject,
  matrix: Matrix,
  { builder }: FabricContext,
): Promise<TemplateElement[]> {
  const name = readName(object);
  const bytes = (object.src ?? '') === '' ? null : await builder.readPicture(object.src ?? '');
  if (bytes === null || 'reason' in bytes) {
    builder.lose(name, 'src', bytes?.reason ?? 'It has no picture.');
    return [];
  }
  const natural = await pictureSize(bytes);
  const src = natural === null ? null : builder.pictureOf(bytes, name, 'src');
  if (natural === null || src === null) {
    if (natural === null) builder.lose(name, 'src', 'It is no picture that can be read.');
    return [];
  }
  const { bounds, crop } = getPart(object, natural);
  if (bounds.width <= 0 || bounds.height <= 0) {
    builder.lose(name, 'cropX', 'Nothing of the picture is left.');
    return [];
  }
  const placed = placeBox(matrix, bounds);
  const filters = getFilters(object, name, builder);
  const image: ImageElement = {
    type: 'image',
    id: builder.names.idFor(name, 'image'),
    ...placed.box,
    ...readEffects(object, placed, builder),
    src,
    fit: 'fill',
    ...(crop !== null && { crop }),
    ...(Object.keys(filters).length > 0 && { filters }),
  };
  builder.proposePicture(image, { name, from: name });
  return [...getBackground(object, matrix, builder), image, ...getBorder(object, matrix, builder)];
}

/** The box of the picture around the object's middle, and the part of the file that it shows. */
function getPart(
  object: FabricObject,
  natural: Size,
): { readonly bounds: Rect; readonly crop: NonNullable<ImageElement['crop']> | null } {
  const { width = natural.width, height = natural.height } = object;
  const cropX = Math.max(0, object.cropX ?? 0);
  const cropY = Math.max(0, object.cropY ?? 0);
  const [w, h] = [Math.min(width, natural.width - cropX), Math.min(height, natural.height - cropY)];
  const isWhole = cropX < 0.5 && cropY < 0.5 && natural.width - w < 0.5 && natural.height - h < 0.5;
  const share = (part: number, whole: number) =>
    Math.min(1, Math.max(0, Math.round((part / whole) * 1e6) / 1e6));
  const crop = {
    x: share(cropX, natural.width),
    y: share(cropY, natural.height),
    width: share(w, natural.width),
    height: share(h, natural.height),
  };
  return { bounds: { x: -width / 2, y: -height / 2, width: w, height: h }, crop: isWhole ? null : crop };
}

function getFilters(
  { filters = [] }: FabricObject,
  name: string,
  builder: TemplateBuilder,
): NonNullable<ImageElement['filters']> {
  const found: NonNullable<ImageElement['filters']> = {};
  for (const { type, brightness = 0, contrast = 0, saturation = 0, blur = 0 } of filters) {
    const [key, value] = getFilter(type.toLowerCase(), { brightness, contrast, saturation, blur });
    if (key === null) builder.lose(name, `filters.${type}`, 'The template has no such filter.');
    else if (value !== null) {
      found[key] = rounded(Math.max(0, value));
      builder.lose(name, `filters.${type}`, 'The filter of that name changes colours a little otherwise.');
    }
  }
  return found;
}

/** The filter of a template that is nearest, and its amount; null for an amount that changes nothing. */
function getFilter(
  type: string,
  {
    brightness,
    contrast,
    saturation,
    blur,
  }: Record<'brightness' | 'contrast' | 'saturation' | 'blur', number>,
): readonly [keyof NonNullable<ImageElement['filters']> | null, number | null] {
  const factor = (amount: number) => (amount === 0 ? null : 1 + amount);
  switch (type) {
    case 'grayscale':
    case 'blackwhite':
      return ['grayscale', 1];
    case 'sepia':
      return ['sepia', 1];
    case 'brightness':
      return ['brightness', factor(brightness)];
    case 'contrast':
      return ['contrast', factor(contrast)];
    case 'saturation':
      return ['saturate', factor(saturation)];
    case 'blur':
      return ['blur', blur === 0 ? null : blur * 100];
    case 'resize':
      return ['blur', null];
    default:
      return [null, null];
  }
}

function getBox({ width = 0, height = 0 }: FabricObject): Rect {
  return { x: -width / 2, y: -height / 2, width, height };
}

function getBackground(object: FabricObject, matrix: Matrix, builder: TemplateBuilder): TemplateElement[] {
  const fill = readCssColor(object.backgroundColor ?? '');
  if (fill === null) return [];
  const id = builder.names.idFor(`${readName(object)} background`, 'rect');
  const opacity = rounded(Math.min(1, Math.max(0, object.opacity ?? 1)));
  return [
    { type: 'rect', id, ...placeBox(matrix, getBox(object)).box, fill, ...(opacity < 1 && { opacity }) },
  ];
}

/** The stroke of a picture is a line along its edge. */
function getBorder(object: FabricObject, matrix: Matrix, builder: TemplateBuilder): TemplateElement[] {
  const placed = placeBox(matrix, getBox(object));
  const { scaleX, scaleY, box } = placed;
  const found = readPaint(object.stroke ?? '', { bounds: getBox(object), scaleX, scaleY });
  if ('reason' in found) builder.lose(readName(object), 'stroke', found.reason);
  const stroke = 'paint' in found ? readStroke(object, found.paint, Math.sqrt(scaleX * scaleY)) : null;
  if (stroke === null) return [];
  const id = builder.names.idFor(`${readName(object)} border`, 'rect');
  const opacity = rounded(Math.min(1, Math.max(0, object.opacity ?? 1)));
  return [{ type: 'rect', id, ...box, stroke, ...(opacity < 1 && { opacity }) }];
}
