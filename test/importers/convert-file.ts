import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { convertDesign } from '../../src/importers/convert-design.ts';
import type { ConvertedDesign, DesignFormat, DesignSource } from '../../src/importers/design.ts';
import { findTemplateFile } from '../../src/domain/templates/template-folder.ts';
import { checkVariables } from '../../src/domain/variables/check-values.ts';
import { collectAssets } from '../../src/render/assets.ts';
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import { FontBook } from '../../src/render/fonts/font-book.ts';
import { ImageCache } from '../../src/render/images/image-cache.ts';
import { renderScene } from '../../src/render/pipeline.ts';
import { compare } from '../visual/compare.ts';
import { readPicture } from '../visual/render-case.ts';
import type { DrawOriginal } from './original.ts';

/** Larger pictures are compared at this length of their longer side. */
const maxSide = 1_600;

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
  drawOriginal: DrawOriginal,
  fontFiles: readonly Uint8Array[],
): Promise<FileResult> {
  const source = await readSource(place);
  const started = performance.now();
  const options = { format, variables: 'none', fonts: fontFiles, fetchImage: null } as const;
  const converted = await convertDesign(source, options, limits);
  const seconds = (performance.now() - started) / 1_000;
  const rendered = await renderFolder(converted);
  const { width = 1, height = 1 } = await sharp(rendered).metadata();
  const { folder, picture, kept, losses } = converted;
  const original = await drawOriginal({ source, place, width, height, folder, picture });
  const ssim = original === null ? null : await similarity(rendered, original, { width, height });
  return { kept, losses, seconds, ssim, rendered, original };
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

/** The PNG of a template, with the defaults of its variables. */
async function renderFolder({ folder, document }: ConvertedDesign): Promise<Uint8Array> {
  const variables = checkVariables(document, {});
  if (!variables.ok) throw new Error('its variables need defaults');
  const bound = bindTemplate(document, variables.values);
  const { assets, files } = await collectAssets(bound, {
    readTemplateFile: (file) => Promise.resolve(findTemplateFile(folder, file)),
    fetchImage: (url) => Promise.reject(new Error(`it wants ${url}`)),
    maxImageBytes: 64 * 1024 * 1024,
  });
  const output = { format: 'png' as const, dpi: 96, scale: 1, quality: 95 };
  const job = { scene: bound.scene, assets, output, imageMaxPixels: 50_000_000 };
  const readBytes = (hash: string): Uint8Array => {
    const bytes = files.get(hash);
    if (bytes instanceof Uint8Array) return bytes;
    throw new Error(`the file ${hash} is missing`);
  };
  return (await renderScene(job, readBytes, fonts, images)).data;
}

/** SSIM of two pictures, the second at the size of the first. */
async function similarity(
  ours: Uint8Array,
  original: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<number> {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const pictures = [ours, original].map(async (picture) => {
    const flat = sharp(picture, { limitInputPixels: false }).flatten({ background: '#ffffff' });
    return await readPicture(
      await flat
        .resize({ ...size, fit: 'fill' })
        .png()
        .toBuffer(),
    );
  });
  const [one, other] = await Promise.all(pictures);
  if (one === undefined || other === undefined) throw new Error('two pictures are needed');
  return compare(one, other, { ours: [], reference: [] }, 1).luminance;
}
