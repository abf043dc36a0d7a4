import type { FontFace } from '../../fonts/font-face.ts';

/** Ascent and descent around the central baseline, in whole pixels. */
export function centralMetrics(
  { metrics }: FontFace,
  fontSize: number,
): { readonly ascent: number; readonly descent: number } {
  const height = Math.round(metrics.ascent * fontSize) + Math.round(metrics.descent * fontSize);
  const descent = Math.floor(height / 2);
  return { ascent: height - descent, descent };
}

/** How far the alphabetic baseline of a font is below the central one, in pixels. */
export function alphabeticShift(face: FontFace, fontSize: number): number {
  return Math.round(face.metrics.ascent * fontSize) - centralMetrics(face, fontSize).ascent;
}
