import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ssim } from '@blazediff/ssim';
import sharp from 'sharp';
import { fillsBox } from '../../src/render/charts/fills-box.ts';
import { toTheme } from '../../src/render/charts/theme.ts';
import { chart, render } from '../helpers/scenes.ts';
import { DENSITY, type ChromiumCharts } from './chromium-charts.ts';

/** What became of an example. */
export interface ChartComparison {
  readonly name: string;
  /** Structural similarity to Vega's own SVG in Chromium; null if there is no picture. */
  readonly ssim: number | null;
  /** Why there is no picture. */
  readonly reason?: string;
}

const theme = { fontFamily: 'Inter, Noto Color Emoji', color: '#000000ff', colors: [] };

/** Draws an example and compares it with Vega's own. `folder`: where both pictures go. */
export async function compareChart(
  name: string,
  given: Readonly<Record<string, unknown>>,
  chromium: ChromiumCharts,
  folder: string,
): Promise<ChartComparison> {
  try {
    const config = toTheme(theme);
    const own = await chromium.draw(given, config);
    // A chart without a size would fill its box.
    const spec = fillsBox(given) ? { ...given, ...own.view } : given;
    const reference = await chromium.draw(spec, config);
    const [width, height] = [Math.ceil(reference.width), Math.ceil(reference.height)];
    const expected = await chromium.picture(reference);
    const box = { x: 0, y: 0, width: reference.width, height: reference.height };
    const { data } = await render(
      { width, height, elements: [chart({ ...box, spec, theme })] },
      { output: { dpi: 96 * DENSITY } },
    );
    await writeFile(path.join(folder, `${name}.png`), data);
    await writeFile(path.join(folder, `${name}-vega.png`), expected);
    return { name, ssim: similarity(await getPixels(data), await getPixels(expected)) };
  } catch (error) {
    return { name, ssim: null, reason: String(error).slice(0, 300) };
  }
}

type Picture = Awaited<ReturnType<typeof getPixels>>;

async function getPixels(file: Uint8Array) {
  const { data, info } = await sharp(file)
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function similarity(ours: Picture, reference: Picture): number {
  if (ours.width !== reference.width || ours.height !== reference.height)
    throw new Error(
      `the sizes differ: ${ours.width} × ${ours.height}, ${reference.width} × ${reference.height}`,
    );
  return ssim(ours.data, reference.data, undefined, ours.width, ours.height);
}
