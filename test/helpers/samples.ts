/** The samples, and their renders without the service around them. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFile } from 'node:fs/promises';
import type { TemplateDocument } from '../../generated/template.ts';
import { readTemplate } from '../../src/cli/template/read-template.ts';
import { findTemplateFile, type TemplateFolder } from '../../src/domain/templates/template-folder.ts';
import { checkVariables } from '../../src/domain/variables/check-values.ts';
import { collectAssets } from '../../src/render/assets.ts';
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import { FontBook } from '../../src/render/fonts/font-book.ts';
import { ImageCache } from '../../src/render/images/image-cache.ts';
import type { OutputFormat, RenderJob, RenderResult } from '../../src/render/job.ts';
import { renderScene } from '../../src/render/pipeline.ts';
import assert from 'node:assert/strict';

type Values = Record<string, string>;

/** A sample's files, its document, and the values of its example.json. */
export interface Sample {
  readonly folder: TemplateFolder;
  readonly document: TemplateDocument;
  readonly example: Values;
}

const samplesFolder = fileURLToPath(new URL('../../samples/', import.meta.url));
const fonts = new FontBook();
const images = new ImageCache(128_000_000);

/** The names of all samples, sorted. */
export const samples = readdirSync(samplesFolder, { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'template.json')
  .map((file) => path.dirname(file))
  .sort();

/** Reads a sample. */
export async function readSample(name: string): Promise<Sample> {
  const folder = await readTemplate(path.join(samplesFolder, name));
  const document = JSON.parse(new TextDecoder().decode(folder.templateJson ?? undefined)) as TemplateDocument;
  const example = JSON.parse(
    await readFile(path.join(samplesFolder, name, 'example.json'), 'utf8'),
  ) as Values;
  return { folder, document, example };
}

function getFiles({ files }: TemplateFolder): { readonly path: string }[] {
  return [...files.keys()].map((path) => ({ path }));
}

/** Renders a sample at its own density, by default with the values of its example. */
export async function renderSample(
  { folder, document, example }: Sample,
  format: OutputFormat,
  {
    values: given = example,
    preflight = false,
    ...more
  }: { readonly values?: Values; readonly preflight?: boolean } & Pick<RenderJob, 'inspect'> = {},
): Promise<RenderResult> {
  const variables = checkVariables({ document, files: getFiles(folder) }, given);
  if (!variables.ok) assert.fail(JSON.stringify(variables.problems));
  const bound = bindTemplate(document, variables.values, { defaults: variables.defaults });
  const { assets, files } = await collectAssets(bound, {
    readTemplateFile: (file) => Promise.resolve(findTemplateFile(folder, file)),
    fetchImage: (url) => assert.fail(`a sample fetches ${url}`),
    maxImageBytes: 0,
  });
  return await renderScene(
    {
      scene: bound.scene,
      assets,
      output: { format, dpi: document.viewportExportDpi ?? 96, scale: 1, quality: 85, preflight },
      imageMaxPixels: 50_000_000,
      ...more,
    },
    (hash) => {
      const bytes = files.get(hash);
      return bytes instanceof Uint8Array ? bytes : assert.fail(`no file ${hash}`);
    },
    fonts,
    images,
  );
}
