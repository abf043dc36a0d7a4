import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import { layoutTexts } from '../../src/render/text/layout.ts';
import { renderScene } from '../../src/render/pipeline.ts';
import type { RenderWarning } from '../../src/render/layout-report.ts';
import { bindCase, fonts, images, placeCase } from './case-job.ts';
import type { QualityCase, TextLines } from './cases.ts';

const visualFormats = ['png', 'avif', 'svg'] as const;

/** The formats that are compared. An SVG is drawn by resvg. */
export type VisualFormat = (typeof visualFormats)[number];

export function isVisualFormat(format: string): format is VisualFormat {
  return (visualFormats as readonly string[]).includes(format);
}

/** RGBA rows without padding, opaque. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

export interface RenderedCase {
  readonly picture: Picture;
  readonly file: Uint8Array;
  readonly texts: readonly (TextLines & { readonly clipsText: boolean })[];
  readonly warnings: readonly RenderWarning[];
  /** How many pages the document has. */
  readonly pageCount: number;
}

/** Renders a case at its own density. Returns its pixels and its lines of text, too. */
export async function renderCase(
  { name, template, page }: Pick<QualityCase, 'name' | 'template' | 'page'>,
  format: VisualFormat = 'png',
): Promise<RenderedCase> {
  const bound = await bindCase({ name, template, ...(page !== undefined && { page }) }, format);
  const { job, readBytes } = bound;
  const { data, warnings, pageCount = 1 } = await renderScene(job, readBytes, fonts, images);
  const placed = await placeCase(bound);
  const texts = [...layoutTexts(placed.scene.elements, placed.fonts, placed)].map(([element, layout]) => ({
    id: element.id,
    clipsText: layout.warnings.some(({ code }) => code === 'TEXT_OVERFLOW'),
    lines: layout.lines
      .filter(({ runs }) => runs.length > 0)
      .map(({ text, baseline, x, width }) => ({ text: text.trimEnd(), baseline, left: x, right: x + width })),
  }));
  const file = format === 'svg' ? rasteriseSvg(data, job.output.dpi) : data;
  return { picture: await readPicture(file), file: data, texts, warnings, pageCount };
}

/** The pixels of an SVG, drawn by resvg. */
function rasteriseSvg(svg: Uint8Array, dpi: number): Uint8Array {
  const fitTo = { mode: 'zoom', value: dpi / 96 } as const;
  return new Resvg(Buffer.from(svg), { fitTo, font: { loadSystemFonts: false } }).render().asPng();
}

/** Decodes an image on a white background. */
export async function readPicture(file: Uint8Array | string): Promise<Picture> {
  const { data, info } = await sharp(file)
    .flatten({ background: '#ffffff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
