import type { ImageElement, TemplateElement } from '../../../generated/template.ts';
import type { PolotnoGif, PolotnoImage, PolotnoSvg } from '../../../generated/designs/polotno.ts';
import { canonicalColor } from '../../render/bind/colors.ts';
import { sniffImageType } from '../../common/pictures/sniff.ts';
import { readSvgText } from '../../common/pictures/svg-text.ts';
import { rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import { readCssColor } from '../css-paint.ts';
import type { CommonKeys } from './common-keys.ts';

/** Colours in the text of an SVG, and words that could be some. */
const cssColor = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\([^)]{1,60}\)|(?<=[:"']\s*)[a-z]{3,20}(?=\s*["';])/giu;

/** The beginning of an SVG whose shapes have no common paint. */
const unpaintedSvg = /<svg(?![^>]*\sfill=)/u;

/** The editor computes crops, so that a whole picture is one of 0.9999999. */
const leastCrop = 0.001;

type PolotnoPicture = PolotnoImage | PolotnoGif | PolotnoSvg;

/** Converts a picture. A border becomes a rect in front of it. */
export async function convertPicture(
  picture: PolotnoPicture,
  common: CommonKeys,
  name: string,
  builder: TemplateBuilder,
): Promise<TemplateElement[]> {
  const src = await readSource(picture, name, builder);
  if (src === null) return [];
  if (picture.type === 'gif') builder.lose(name, 'gif', 'Only its first frame is shown.');
  const { flipX = false, flipY = false, cornerRadius = 0 } = picture;
  const filters = getFilters(picture, name, builder);
  const image: ImageElement = {
    type: 'image',
    ...common,
    src,
    ...getCrop(picture),
    ...(await getMask(picture, name, builder)),
    ...((picture.type === 'svg' || picture.stretchEnabled === true) && { fit: 'fill' as const }),
    ...(flipX && { flipX }),
    ...(flipY && { flipY }),
    ...(cornerRadius > 0 && { cornerRadius: rounded(cornerRadius) }),
    ...(Object.keys(filters).length > 0 && { filters }),
  };
  const variable = picture.custom?.['variable'];
  const isMarked = typeof variable === 'string' && variable !== '';
  builder.proposePicture(image, { name: isMarked ? variable : name, from: name, isMarked });
  return [image, ...getBorder(picture, common, name, builder)];
}

async function readSource(
  picture: PolotnoPicture,
  name: string,
  builder: TemplateBuilder,
): Promise<string | null> {
  const { src = '' } = picture;
  if (src === '') {
    builder.lose(name, 'src', 'It has no picture.');
    return null;
  }
  const replaced = picture.type === 'svg' ? Object.entries(picture.colorsReplace ?? {}) : [];
  if (replaced.length === 0) return await builder.picture(src, name);
  const bytes = await builder.readPicture(src);
  if ('reason' in bytes) {
    builder.lose(name, 'src', bytes.reason);
    return null;
  }
  return builder.pictureOf(replaceColors(bytes, replaced, name, builder), name, 'src');
}

/** Exchanges the colours of an SVG. */
function replaceColors(
  bytes: Uint8Array,
  replaced: readonly (readonly [string, string])[],
  name: string,
  builder: TemplateBuilder,
): Uint8Array {
  const byColor = new Map<string, string>();
  for (const [from, to] of replaced) {
    const [color, other] = [canonicalColor(from), canonicalColor(to)];
    if (color !== null && other !== null) byColor.set(color, other);
    else
      builder.lose(name, 'colorsReplace', `"${from}" cannot become "${to}": one of them is no plain colour.`);
  }
  const text = readSvgText(bytes).replaceAll(
    cssColor,
    (found) => byColor.get(canonicalColor(found) ?? '') ?? found,
  );
  // Shapes without a paint are black.
  const black = byColor.get('#000000ff');
  return Buffer.from(black === undefined ? text : text.replace(unpaintedSvg, `<svg fill="${black}"`));
}

/** The part that is used. The editor fits it to the box as `cover` does. */
function getCrop({
  cropX = 0,
  cropY = 0,
  cropWidth = 1,
  cropHeight = 1,
}: PolotnoPicture): Pick<ImageElement, 'crop'> {
  const parts = [cropX, cropY, 1 - cropWidth, 1 - cropHeight];
  if (parts.every((part) => Math.abs(part) <= leastCrop)) return {};
  return { crop: { x: cropX, y: cropY, width: cropWidth, height: cropHeight } };
}

/** Masks show the picture where they are painted; those of templates where they are light. */
async function getMask(
  picture: PolotnoPicture,
  name: string,
  builder: TemplateBuilder,
): Promise<Pick<ImageElement, 'mask'>> {
  const given = picture.type === 'svg' ? picture.maskSrc : picture.clipSrc;
  if (given === undefined || given === '') return {};
  const bytes = await builder.readPicture(given);
  if ('reason' in bytes || sniffImageType(bytes) !== 'svg') {
    builder.lose(name, 'mask', 'reason' in bytes ? bytes.reason : 'Only masks that are SVGs are converted.');
    return {};
  }
  const text = readSvgText(bytes).replaceAll(cssColor, (found) =>
    canonicalColor(found) === null ? found : '#ffffff',
  );
  const white = Buffer.from(text.replace(unpaintedSvg, '<svg fill="#ffffff"'));
  const src = builder.pictureOf(white, name, 'mask', `${name} mask`);
  return src === null ? {} : { mask: { src } };
}

function getFilters(
  picture: PolotnoPicture,
  name: string,
  builder: TemplateBuilder,
): NonNullable<ImageElement['filters']> {
  const {
    brightnessEnabled = false,
    brightness = 0,
    sepiaEnabled = false,
    grayscaleEnabled = false,
  } = picture;
  if (brightnessEnabled && brightness !== 0)
    builder.lose(name, 'brightness', 'Brightness multiplies colours here; it adds to them in the design.');
  return {
    ...(brightnessEnabled && brightness !== 0 && { brightness: rounded(Math.max(0, 1 + brightness)) }),
    ...(sepiaEnabled && { sepia: 1 }),
    ...(grayscaleEnabled && { grayscale: 1 }),
  };
}

function getBorder(
  picture: PolotnoPicture,
  common: CommonKeys,
  name: string,
  builder: TemplateBuilder,
): TemplateElement[] {
  const { borderSize = 0, borderColor = 'black', cornerRadius = 0 } = picture;
  if (borderSize <= 0) return [];
  const color = readCssColor(borderColor);
  if (color === null) {
    builder.lose(name, 'borderColor', `"${borderColor}" is no colour.`);
    return [];
  }
  const { shadow: _shadow, blur: _blur, ...box } = common;
  const id = builder.names.idFor(`${name} border`, 'rect');
  const stroke = { color, width: rounded(borderSize), align: 'inside' as const };
  return [
    { type: 'rect', ...box, id, stroke, ...(cornerRadius > 0 && { cornerRadius: rounded(cornerRadius) }) },
  ];
}
