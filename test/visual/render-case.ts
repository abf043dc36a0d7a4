import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import {
  findTemplateFile,
  isTemplateFile,
  type TemplateFolder,
} from '../../src/domain/templates/template-folder.ts';
import { checkVariables } from '../../src/domain/variables/check-values.ts';
import { collectAssets } from '../../src/render/assets.ts';
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import { ratiosOf } from '../../src/render/images/icons.ts';
import { layoutTexts } from '../../src/render/text/layout.ts';
import { FontBook } from '../../src/render/fonts/font-book.ts';
import { ImageCache } from '../../src/render/images/image-cache.ts';
import { findImages } from '../../src/render/images/place-images.ts';
import { placeJob } from '../../src/render/layout/place-job.ts';
import { renderScene } from '../../src/render/pipeline.ts';
import type { RenderWarning } from '../../src/render/layout-report.ts';
import { type QualityCase, type TextLines, ASSET_FOLDERS } from './cases.ts';

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
}

const fonts = new FontBook();
const images = new ImageCache(64 * 1024 * 1024);
let folder: Promise<TemplateFolder> | undefined;

/** Renders a case at its own density. Returns its pixels and its lines of text, too. */
export async function renderCase(
  { name, template }: QualityCase,
  format: VisualFormat = 'png',
): Promise<RenderedCase> {
  folder ??= readAssets();
  const files = await folder;
  const variables = checkVariables(template, {});
  if (!variables.ok) throw new Error(`${name}: its variables need defaults`);
  const bound = bindTemplate(template, variables.values);
  const collected = await collectAssets(bound, {
    readTemplateFile: (file) => Promise.resolve(findTemplateFile(files, file)),
    fetchImage: (url) => Promise.reject(new Error(`${name} wants ${url}`)),
    maxImageBytes: 1024 * 1024,
  });
  const readBytes = (hash: string): Uint8Array => {
    const bytes = collected.files.get(hash);
    if (bytes instanceof Uint8Array) return bytes;
    throw new Error(`${name} lacks the file ${hash}`);
  };
  const output = { format, dpi: template.viewportExportDpi ?? 96, scale: 1, quality: 95 };
  const job = { scene: bound.scene, assets: collected.assets, output, imageMaxPixels: 50_000_000 };
  const { data, warnings } = await renderScene(job, readBytes, fonts, images);
  const ownFonts = bound.scene.fonts.map(({ family, weight, style, asset }) => {
    const hash = collected.assets[asset]?.hash ?? '';
    return { family, weight, style, hash, bytes: readBytes(hash) };
  });
  const sceneFonts = fonts.forScene(ownFonts);
  const found = await findImages(job, readBytes, images);
  const placed = bound.scene.isUnplaced === true ? await placeJob(job, found, sceneFonts) : { job, found };
  const icons = ratiosOf(placed.found);
  const texts = [...layoutTexts(placed.job.scene.elements, sceneFonts, { icons })].map(
    ([element, layout]) => ({
      id: element.id,
      clipsText: layout.warnings.some(({ code }) => code === 'TEXT_OVERFLOW'),
      lines: layout.lines
        .filter(({ runs }) => runs.length > 0)
        .map(({ text, baseline, x, width }) => ({
          text: text.trimEnd(),
          baseline,
          left: x,
          right: x + width,
        })),
    }),
  );
  const file = format === 'svg' ? rasteriseSvg(data, output.dpi) : data;
  return { picture: await readPicture(file), file: data, texts, warnings };
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

async function readAssets(): Promise<TemplateFolder> {
  const files = new Map<string, Uint8Array>();
  for (const folder of ASSET_FOLDERS) {
    const names = (await readdir(folder)).filter(isTemplateFile);
    for (const name of names) files.set(name, await readFile(path.join(folder, name)));
  }
  return { templateJson: null, files };
}
