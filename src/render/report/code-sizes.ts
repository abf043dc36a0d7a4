/** Whether the modules of codes are as large as readers and their boxes need. */
import { PX_PER_INCH, roundedLength, type LengthUnit } from '../../common/lengths/units.ts';
import type { DrawnCode } from '../codes/draw-code.ts';
import type { Size } from '../geometry.ts';
import type { SceneBarcode, SceneQrCode } from '../scene/codes.ts';

/**
 * Pixels per module below which most readers fail, measured after JPEG at quality 60. One pixel is enough if
 * modules lie on whole pixels. In a rotated code edges mix, in codes with rows in both directions. Hexagons
 * never lie on whole pixels.
 */
const MIN_PIXELS = {
  bars: { crisp: 1, turned: 1.5 },
  matrix: { crisp: 1, turned: 2 },
  hexagons: { crisp: 2.5, turned: 2.5 },
};
/**
 * The narrowest printed module: 0.25 mm (10 mil) is the minimum of the GS1 General Specifications outside of
 * factories and hospitals, and about what a phone resolves at arm's length.
 */
const MIN_PRINTED_MM = 0.25;
const ROUNDING_MM = 0.0005;
/** So much larger than its box, a code is not reported. */
const OVERFLOW_PX = 0.5;
const MM_PER_PX = 25.4 / PX_PER_INCH;

/** Why the modules of a code are too small for readers; null: they are not. */
export function describeSmallCode(
  { kind, module, modulePixels, crisp }: DrawnCode,
  isPrinted: boolean,
): string | null {
  const least = MIN_PIXELS[kind][crisp ? 'crisp' : 'turned'];
  if (modulePixels !== null && modulePixels < least - 1e-6) {
    const turned = crisp ? '' : ' in a code that is turned, or whose modules are no whole pixels';
    const width = printBelow(modulePixels, least);
    return (
      `A module is ${width} pixels wide; readers need at least ${least}${turned}. ` +
      'Enlarge its box, the dpi or the scale.'
    );
  }
  const millimetres = module * MM_PER_PX;
  if (!isPrinted || millimetres >= MIN_PRINTED_MM - ROUNDING_MM) return null;
  const wanted = MIN_PRINTED_MM / millimetres;
  // Modules on whole pixels grow in steps of a pixel.
  const exact = crisp && modulePixels !== null ? Math.ceil(wanted * modulePixels) / modulePixels : wanted;
  const factor = (Math.ceil(exact * 100) / 100).toFixed(2);
  const width = printBelow(millimetres, MIN_PRINTED_MM);
  return (
    `A module is ${width} mm wide; printed codes need at least ${MIN_PRINTED_MM} mm. ` +
    `Enlarge its box ${factor} times.`
  );
}

/** A number below a limit with two decimals, or as many as show that it is below. */
function printBelow(value: number, limit: number): string {
  for (let digits = 2; digits < 6; digits += 1) {
    const text = value.toFixed(digits);
    if (Number(text) < limit) return text;
  }
  return String(value);
}

/** Modules of a given size, or a size that the standard gives, need more than the box. */
export function describeLargeCode(
  { width, height }: SceneBarcode | SceneQrCode,
  { needed, module }: DrawnCode,
  unit: LengthUnit = 'px',
): string | null {
  if (needed === undefined) return null;
  // Rounding to the pixels of a page may take as much as one of them.
  const isWider = needed.width > width + OVERFLOW_PX;
  const isHigher = needed.height > height + OVERFLOW_PX;
  if (!isWider && !isHigher) return null;
  const length = (px: number): string => `${roundedLength(px, unit)} ${unit}`;
  const area = (sides: Size): string =>
    needed.height === 0 ? length(sides.width) : `${length(sides.width)} × ${length(sides.height)}`;
  return (
    `With modules of ${length(module)} the code takes ${area(needed)} with its clear space, ` +
    `and its box has ${area({ width, height })}. It is drawn beyond its box.`
  );
}

/** Pixels are whole: a reduction by less than half of one is none. */
export function describeReduction(
  { barWidthReduction = 0 }: SceneBarcode | SceneQrCode,
  { barWidthReduction: drawn = 0 }: DrawnCode,
  unit: LengthUnit = 'px',
): string | null {
  if (barWidthReduction === 0 || drawn > 0) return null;
  const asked = `${roundedLength(barWidthReduction, unit)} ${unit}`;
  return (
    `Bars are not narrower by ${asked}: that is less than half of a pixel. ` +
    'PDFs of 150 dots per inch and more have it.'
  );
}
