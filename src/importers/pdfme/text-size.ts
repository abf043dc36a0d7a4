/** Font sizes of pdfme's texts that fill their box. */
import type { PdfmeField } from '../../../generated/designs/pdfme.ts';
import type { LooseText } from '../measure-text.ts';
import { mmPerPoint, type PdfmeContext } from './context.ts';
import { textHeight, type LineStyle } from './text-fonts.ts';

/** pdfme tries sizes at this distance, in points. */
const step = 0.25;

/** The largest font size that is tried, in points. */
const maxPoints = 1_000;

/** The size of a text, in points. */
export interface TextSize {
  readonly points: number;
  /** Null if the size is fixed. */
  readonly dynamic: {
    readonly min: number;
    readonly max: number;
    /** Lines are not broken: they become smaller. */
    readonly isOneLine: boolean;
    /** Whether the text has room at its size. */
    readonly fits: boolean;
  } | null;
}

/** The size that pdfme gives a text: of those that have room, the largest. */
export function readSize(
  field: PdfmeField,
  text: LooseText,
  place: {
    readonly style: Pick<LineStyle, 'face' | 'multiple'>;
    readonly width: number;
    readonly height: number;
  },
  context: PdfmeContext,
): TextSize {
  const { dynamicFontSize, fontSize = 13 } = field;
  const { min = 4, max = 72, fit = 'vertical' } = dynamicFontSize ?? {};
  if (dynamicFontSize === undefined || max < min || field.overflow === 'expand')
    return { points: Math.max(0.1, fontSize), dynamic: null };
  const isOneLine = fit === 'horizontal';
  const [low, high] = [Math.max(0.1, min), Math.min(maxPoints, Math.max(0.1, max))];
  const hasRoom = (points: number): boolean => {
    const { height } = textHeight(text, place.style, { points, width: place.width }, context);
    if (height > place.height) return false;
    if (!isOneLine) return true;
    const { measure } = context;
    return (measure.measure({ ...text, fontSize: points * mmPerPoint })?.width ?? 0) <= place.width;
  };
  const start = Math.min(high, Math.max(low, fontSize));
  // Sizes are whole steps from the size of the field.
  let [least, most] = [Math.ceil((low - start) / step), Math.floor((high - start) / step)];
  const smallest = start + least * step;
  const fits = hasRoom(smallest);
  if (!fits) most = least;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (hasRoom(start + middle * step)) least = middle;
    else most = middle - 1;
  }
  return { points: start + least * step, dynamic: { min: low, max: high, isOneLine, fits } };
}
