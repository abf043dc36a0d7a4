import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isTemplateFile } from '../../src/domain/files/file-kinds.ts';
import { findTemplateFile, type TemplateFolder } from '../../src/domain/templates/template-folder.ts';
import { checkVariables } from '../../src/domain/variables/check-values.ts';
import { collectAssets } from '../../src/render/assets.ts';
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import { FontBook } from '../../src/render/fonts/font-book.ts';
import { computeRatios } from '../../src/render/images/icons.ts';
import { ImageCache } from '../../src/render/images/image-cache.ts';
import type { OutputFormat, RenderJob } from '../../src/render/job.ts';
import type { Scene } from '../../src/render/scene/scene.ts';
import { choosePages } from '../../src/render/steps/choose-pages.ts';
import { placePages, readImageHeaders } from '../../src/render/steps/inputs.ts';
import { type QualityCase, ASSET_FOLDERS } from './cases.ts';

type NamedTemplate = Pick<QualityCase, 'name' | 'template' | 'page'>;

interface CaseJob {
  readonly job: RenderJob;
  readonly readBytes: (hash: string) => Uint8Array;
}

/** All cases share them. */
export const fonts = new FontBook();
export const images = new ImageCache(64 * 1024 * 1024);
let folder: Promise<TemplateFolder> | undefined;

/** The job that renders a case at its own density, with the defaults of its variables. */
export async function bindCase(
  { name, template, page }: NamedTemplate,
  format: OutputFormat,
): Promise<CaseJob> {
  folder ??= readAssets();
  const files = await folder;
  const variables = checkVariables({ document: template, files: [] }, {});
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
  const output = { format, dpi: template.viewportExportDpi ?? 96, scale: 1, quality: 95, page };
  const job = { scene: bound.scene, assets: collected.assets, output, imageMaxPixels: 50_000_000 };
  return { job, readBytes };
}

interface PlacedCase {
  /** With numbers for all boxes. */
  readonly scene: Scene;
  readonly fonts: FontBook;
  /** Width by height of icons in lines. */
  readonly icons: ReturnType<typeof computeRatios>;
}

/** Places what a job renders. */
export async function placeCase({ job, readBytes }: CaseJob): Promise<PlacedCase> {
  const { scene, assets } = job;
  const ownFonts = scene.fonts.map(({ family, weight, style, asset }) => {
    const hash = assets[asset]?.hash ?? '';
    return { family, weight, style, hash, bytes: readBytes(hash) };
  });
  const sceneFonts = fonts.forScene(ownFonts);
  const input = {
    job,
    assetBytes: readBytes,
    fontBook: fonts,
    imageCache: images,
    lease: images.lease(),
    caches: {},
  };
  const { pages } = await placePages({ ...input, ...(await readImageHeaders(input)), fonts: sceneFonts });
  const [placed] = choosePages(pages, job);
  if (placed === undefined) throw new Error('the case has no page');
  return { scene: placed.job.scene, fonts: sceneFonts, icons: computeRatios(placed.found) };
}

async function readAssets(): Promise<TemplateFolder> {
  const files = new Map<string, Uint8Array>();
  for (const folder of ASSET_FOLDERS) {
    const names = (await readdir(folder)).filter(isTemplateFile);
    for (const name of names) files.set(name, await readFile(path.join(folder, name)));
  }
  return { templateJson: null, files };
}
