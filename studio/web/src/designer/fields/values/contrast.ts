/** The contrast of two colors, as WCAG 2 defines it. */

/** From 1 to 21; of opaque colors as `#rrggbb`. */
export function contrastRatio(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** What is enough for text, and for large text (from 24 px, or 18.66 px in bold). */
export const enoughContrast = { text: 4.5, largeText: 3 } as const;

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) =>
    linear(Number.parseInt(hex.slice(start, start + 2), 16) / 255),
  );
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
