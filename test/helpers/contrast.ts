/** The contrast of texts in a picture, where what is behind them is a flat colour. */
import sharp from 'sharp';
import type { LayoutReport } from '../../src/render/layout-report.ts';

interface TextLine {
  readonly page: number | undefined;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly smallest: number;
  readonly isBold: boolean;
}

interface MeasuredLine<Line> {
  readonly line: Line;
  readonly contrast: number;
  /** By WCAG 2.2: 3 for large text, 4.5 for other. */
  readonly needed: number;
}

/** WCAG: 18 points, or 14 in bold. */
const LARGE = { normal: 24, bold: 18.66 };
/** The part of a box that has one colour if it is a flat ground with letters. */
const GROUND_SHARE = 0.4;

/**
 * Measures lines on the first page of a picture. The ground is the most frequent colour of a line's box, the
 * letters are the pixel that differs most from it. Lines on pictures and gradients are left out.
 */
export async function measureContrast<Line extends TextLine>(
  picture: Uint8Array,
  { page }: LayoutReport,
  lines: readonly Line[],
): Promise<MeasuredLine<Line>[]> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const scale = info.width / page.width;
  const measured: MeasuredLine<Line>[] = [];
  for (const line of lines) {
    if (line.page !== undefined && line.page > 1) continue;
    const counts = new Map<number, number>();
    let all = 0;
    const bottom = Math.min(info.height, Math.round((line.y + line.height) * scale));
    const right = Math.min(info.width, Math.round((line.x + line.width) * scale));
    for (let y = Math.max(0, Math.round(line.y * scale)); y < bottom; y += 1) {
      for (let x = Math.max(0, Math.round(line.x * scale)); x < right; x += 1) {
        const at = (y * info.width + x) * info.channels;
        const color = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
        counts.set(color, (counts.get(color) ?? 0) + 1);
        all += 1;
      }
    }
    const [ground = 0, share = 0] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0]);
    if (all === 0 || share / all < GROUND_SHARE) continue;
    const contrast = Math.max(...[...counts.keys()].map((color) => contrastOf(color, ground)));
    const isLarge = line.smallest >= (line.isBold ? LARGE.bold : LARGE.normal);
    measured.push({ line, contrast, needed: isLarge ? 3 : 4.5 });
  }
  return measured;
}

function contrastOf(one: number, other: number): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: number): number {
  const [red = 0, green = 0, blue = 0] = [color >> 16, (color >> 8) & 255, color & 255].map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
