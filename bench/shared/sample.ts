import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TemplateDocument } from '../../generated/template.ts';
import { readTemplate } from '../../src/cli/template/read-template.ts';
import { findTemplateFile } from '../../src/domain/templates/template-folder.ts';
import { checkVariables } from '../../src/domain/variables/check-values.ts';
import { collectAssets, type CollectedAssets } from '../../src/render/assets.ts';
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import type { OutputFormat, RenderJob } from '../../src/render/job.ts';

export interface Sample {
  /**
   * The example's values. The first text starts with `round`, so that every letter has another place each
   * time.
   */
  values(round: number): Record<string, string>;
  makeJob(
    format: OutputFormat,
    round: number,
  ): Promise<{ readonly job: RenderJob; readonly files: CollectedAssets['files'] }>;
}

export const samplesFolder = path.join(import.meta.dirname, '../../samples');

/** The names of all samples of this repository. */
export function listSamples(): string[] {
  return readdirSync(samplesFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'template.json')
    .map((file) => path.dirname(file))
    .sort();
}

/** Reads a sample of this repository, or a template with example values in another folder. */
export async function loadSample(name: string, parent = samplesFolder): Promise<Sample> {
  const directory = path.join(parent, name);
  const folder = await readTemplate(directory);
  const read = async (file: string): Promise<unknown> =>
    JSON.parse(await readFile(path.join(directory, file), 'utf8'));
  const document = (await read('template.json')) as TemplateDocument;
  const example = (await read('example.json')) as Record<string, string>;
  const templateFiles = [...folder.files.keys()].map((file) => ({ path: file }));
  const text = document.variables?.find((each) => each.type === 'text' && each.name in example);
  const values = (round: number): Record<string, string> =>
    text === undefined ? example : { ...example, [text.name]: `${round} ${example[text.name]}` };

  return {
    values,
    async makeJob(format, round) {
      const checked = checkVariables({ document, files: templateFiles }, values(round));
      if (!checked.ok) throw new Error(checked.problems.map(({ detail }) => detail).join(' '));
      const bound = bindTemplate(document, checked.values, {});
      const { assets, files } = await collectAssets(bound, {
        readTemplateFile: (file) => Promise.resolve(findTemplateFile(folder, file)),
        fetchImage: () => Promise.reject(new Error('A benchmark fetches nothing.')),
        maxImageBytes: 20 * 1024 * 1024,
      });
      const output = { format, dpi: document.viewportExportDpi ?? 96, scale: 1, quality: 80 };
      return { job: { scene: bound.scene, assets, output, imageMaxPixels: 50_000_000 }, files };
    },
  };
}
