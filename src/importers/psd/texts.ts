/** Text layers. */
import type { Layer, LayerTextData } from 'ag-psd';
import type { TextElement } from '../../../generated/template.ts';
import { toPlace, rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import { readRuns } from './text-runs.ts';

/** How much a text may be stretched along its lines before that is a loss. */
const leastStretch = 0.01;

/** Capital letters are about as high as this share of the font size. */
const capHeight = 0.72;

/** Why a text layer cannot be a text; null if it can. */
export function whyNoText(text: LayerTextData): string | null {
  const { warp, textPath, shapeType } = text;
  if (warp?.style !== undefined && warp.style !== 'none') return 'The text is warped; it became a picture.';
  if (textPath?.data.type === 2 || (textPath !== undefined && shapeType === undefined))
    return 'The text runs along a path; it became a picture.';
  return null;
}

/** How many times wider than high the letters of a text are drawn; 1 if that is hardly seen. */
export function textStretch({ transform = [] }: LayerTextData): number {
  const [a = 1, b = 0, c = 0, d = 1] = transform;
  const along = Math.hypot(a, b);
  const stretch = along ** 2 / Math.abs(a * d - b * c);
  return Number.isFinite(stretch) && Math.abs(stretch - 1) > leastStretch ? stretch : 1;
}

/** A text layer as a text, in the coordinates of the document. */
export function convertText(
  layer: Layer,
  text: LayerTextData,
  name: string,
  builder: TemplateBuilder,
): TextElement {
  const [a = 1, b = 0, c = 0, d = 1, tx = 0, ty = 0] = (text.transform ?? []).map((value) =>
    Number.isFinite(value) ? value : 0,
  );
  const stretch = Math.hypot(a, b) || 1;
  const scale = (a * d - b * c) / stretch || 1;
  const size = Math.abs(scale);
  if (Math.abs(stretch / size - 1) > leastStretch)
    builder.lose(name, 'transform', 'Letters are not stretched along the line.');
  const skew = (Math.atan2(a * c + b * d, Math.abs(a * d - b * c)) * 180) / Math.PI;

  const { element, leading, lines } = readRuns(text, size, name, builder);
  const box = getBox(layer, text, { size, stretch, leading, lines, align: element.align ?? 'left' });
  // The box is placed in the system of the text, and turned about the text's origin with it.
  const [cos, sin] = [a / stretch, b / stretch];
  const middle = { x: box.x + box.width / 2, y: (box.y + box.height / 2) * Math.sign(scale) };
  const place = toPlace({
    x: tx + middle.x * cos - middle.y * sin - box.width / 2,
    y: ty + middle.x * sin + middle.y * cos - box.height / 2,
    width: box.width,
    height: box.height,
    rotation: (Math.atan2(b, a) * 180) / Math.PI,
  });
  const { rotation, ...upright } = place;
  return {
    ...element,
    ...upright,
    ...(rotation !== 0 && { rotation }),
    ...(scale < 0 && { flipY: true }),
    ...(Math.abs(skew) > 0.1 && Math.abs(skew) < 89 && { skewX: rounded(skew) }),
    ...(text.shapeType === 'box' ? {} : { verticalAlign: 'bottom' as const, wrap: false }),
    // Photoshop's boxes begin at the capital letters, and its points are on the baseline, whatever the font.
    ...(text.orientation !== 'vertical' && { trim: 'cap' as const }),
    overflow: 'visible',
  };
}

interface TextMeasures {
  readonly size: number;
  readonly stretch: number;
  readonly leading: number;
  readonly lines: number;
  readonly align: NonNullable<TextElement['align']>;
}

/** The box about the origin of the text. That of a point ends at the baseline of the last line. */
function getBox(
  layer: Layer,
  text: LayerTextData,
  { size, stretch, leading, lines, align }: TextMeasures,
): { x: number; y: number; width: number; height: number } {
  if (text.shapeType === 'box') {
    const [left = 0, top = 0, right = 0, bottom = 0] = text.boxBounds ?? [];
    const [width, height] = [(right - left) * stretch, (bottom - top) * size];
    return { x: left * stretch, y: top * size, width, height };
  }
  const { left = 0, top = 0, right = 0, bottom = 0 } = layer;
  const long = Math.max(right - left, bottom - top, 1);
  if (text.orientation === 'vertical') return { x: -leading / 2, y: 0, width: leading * lines, height: long };
  const ink = text.boundingBox ?? text.bounds;
  const inked = ink === undefined ? long : (ink.right.value - ink.left.value) * stretch;
  const width = Number.isFinite(inked) && inked > 0 ? inked : long;
  const above = (leading / 1.2) * capHeight;
  const below = (lines - 1) * leading;
  const x = align === 'center' ? -width / 2 : align === 'right' ? -width : 0;
  return { x, y: -above, width, height: above + below };
}
