/** The units that a template may measure its viewport in. */
export const LENGTH_UNITS = ['px', 'mm', 'cm', 'in', 'pt'] as const;

export type LengthUnit = (typeof LENGTH_UNITS)[number];

/** CSS pixels in one inch. */
export const PX_PER_INCH = 96;

/** PostScript points in one inch, the unit of PDF pages. */
export const POINTS_PER_INCH = 72;

const unitsPerInch: Readonly<Record<LengthUnit, number>> = {
  px: PX_PER_INCH,
  mm: 25.4,
  cm: 2.54,
  in: 1,
  pt: POINTS_PER_INCH,
};

/** Inches in a length. */
export function toInches(length: number, unit: LengthUnit): number {
  return length / unitsPerInch[unit];
}

/** The length of some CSS pixels in a unit. */
export function fromPx(px: number, unit: LengthUnit): number {
  return (px * unitsPerInch[unit]) / PX_PER_INCH;
}

/** The length of some CSS pixels as a person reads it, without its unit. */
export function roundedLength(px: number, unit: LengthUnit): number {
  return Math.round(fromPx(px, unit) * 100) / 100;
}

/** A length that is enough for some CSS pixels: whole pixels, or hundredths of another unit. */
export function sufficientLength(px: number, unit: LengthUnit): number {
  const steps = unit === 'px' ? 1 : 100;
  return Math.ceil(fromPx(px, unit) * steps - 0.01) / steps;
}

/** CSS pixels in a length. A length in px is returned unchanged, to the last bit. */
export function toPx(length: number, unit: LengthUnit): number {
  return unit === 'px' ? length : (length * PX_PER_INCH) / unitsPerInch[unit];
}
