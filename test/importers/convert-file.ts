import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { convertDesign } from '../../src/importers/convert-design.ts';
import type { ConvertedDesign, DesignFormat, DesignSource, GivenFont } from '../../src/importers/design.ts';
import { findTemplateFile } from '../../src/domain/templates/template-folder.ts';
import { checkVariables } from '../../src/domain/variables/check-values.ts';
import { collectAssets } from '../../src/render/assets.ts';
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import { FontBook } from '../../src/render/fonts/font-book.ts';
import { ImageCache } from '../../src/render/images/image-cache.ts';
import { pictureOfPage } from '../../src/render/images/picture-of-page.ts';
import { renderScene } from '../../src/render/pipeline.ts';
import type { OriginalModule } from './original.ts';
import { similarity } from './similarity.ts';

/** What became of a file. */
export interface FileResult {
  readonly kept: number;
  readonly losses: readonly { element: string; property: string; reason: string }[];
  readonly seconds: number;
  /** Structural similarity of the luminance; null if there is no picture to compare with. */
  readonly ssim: number | null;
  readonly rendered: Uint8Array;
  readonly original: Uint8Array | null;
}

/** Files are decoded when they are drawn. */
const limits = { maxImagePixels: 1e8, maxOutputPixels: 1e8, timeoutMs: 30_000, decodes: false };

const fonts = new FontBook();
const images = new ImageCache(64 * 1024 * 1024);

/** Converts a file, renders the template, and compares the picture with the original's. */
export async function convertFile(
  place: string,
  format: DesignFormat,
  { drawOriginal, output = 'png', variables = 'none' }: OriginalModule,
  fontFiles: readonly GivenFont[],
): Promise<FileResult> {
  const source = await readSource(place);
  const started = performance.now();
  const options = { format, variables, fonts: fontFiles, fetchImage: null };
  const converted = await convertDesign(source, options, limits);
  const seconds = (performance.now() - started) / 1_000;
  const whole = await renderFolder(converted, output, 1);
  const { width = 1, height = 1 } = await sharp(whole).metadata();
  const { folder, picture, kept, losses } = converted;
  const drawn = await drawOriginal({ source, place, width, height, folder, picture });
  const original = drawn instanceof Uint8Array ? { picture: drawn, gaps: [] } : drawn;
  // Small originals were drawn small, not made smaller.
  const scale = original === null ? 1 : ((await sharp(original.picture).metadata()).width ?? width) / width;
  const rendered = scale < 0.75 ? await renderFolder(converted, output, scale) : whole;
  const ssim = original === null ? null : await similarity(rendered, original);
  return { kept, losses, seconds, ssim, rendered, original: original?.picture ?? null };
}

async function readSource(place: string): Promise<DesignSource> {
  return {
    name: path.basename(place),
    bytes: await readFile(place),
    readBeside: async (relative) => {
      const file = path.join(path.dirname(place), relative);
      const found = await stat(file).catch(() => null);
      return found?.isFile() === true ? await readFile(file) : null;
    },
  };
}

/** The picture of a template, or of its PDF, at its own density, with the defaults of its variables. */
async function renderFolder(
  { folder, document }: ConvertedDesign,
  format: 'png' | 'pdf',
  scale: number,
): Promise<Uint8Array> {
  const variables = checkVariables({ document, files: [] }, {});
  if (!variables.ok) throw new Error('its variables need defaults');
  const bound = bindTemplate(document, variables.values);
  const { assets, files } = await collectAssets(bound, {
    readTemplateFile: (file) => Promise.resolve(findTemplateFile(folder, file)),
    fetchImage: (url) => Promise.reject(new Error(`it wants ${url}`)),
    maxImageBytes: 64 * 1024 * 1024,
  });
  const dpi = document.viewportExportDpi ?? 96;
  const output = { format, dpi, scale: format === 'pdf' ? 1 : scale, quality: 95 };
  const job = { scene: bound.scene, assets, output, imageMaxPixels: 50_000_000 };
  const readBytes = (hash: string): Uint8Array => {
    const bytes = files.get(hash);
    if (bytes instanceof Uint8Array) return bytes;
    throw new Error(`the file ${hash} is missing`);
  };
  const { data } = await renderScene(job, readBytes, fonts, images);
  if (format === 'png') return data;
  const picture = await pictureOfPage(data, (dpi / 72) * scale);
  if (picture === null) throw new Error('its PDF cannot be drawn');
  return picture.png;
}
