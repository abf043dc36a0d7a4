/**
 * A sample template as the benchmarks render it, and the numbers that they print.
 */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TemplateDocument } from '../generated/template.ts';
import { readTemplate } from '../src/cli/read-template.ts';
import { findTemplateFile } from '../src/domain/template-folder.ts';
import { checkVariables } from '../src/domain/variables.ts';
import { collectAssets, type CollectedAssets } from '../src/render/assets.ts';
import { bindTemplate } from '../src/render/bind.ts';
import type { OutputFormat, RenderJob } from '../src/render/scene.ts';

export interface Sample {
  /** Values whose first text is new each round, and none of its letters where they were the round before. */
  values(round: number): Record<string, string>;
  makeJob(
    format: OutputFormat,
    round: number,
  ): Promise<{ readonly job: RenderJob; readonly files: CollectedAssets['files'] }>;
}

const samplesFolder = path.join(import.meta.dirname, '..', 'samples');

/** The names of all samples of this repository. */
export function listSamples(): string[] {
  return readdirSync(samplesFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'template.json')
    .map((file) => path.dirname(file))
    .sort();
}

/** Reads a sample of this repository, or a template of another folder that has example values with it. */
export async function loadSample(name: string, parent = samplesFolder): Promise<Sample> {
  const place = path.join(parent, name);
  const folder = await readTemplate(place);
  const read = async (file: string): Promise<unknown> =>
    JSON.parse(await readFile(path.join(place, file), 'utf8'));
  const document = (await read('template.json')) as TemplateDocument;
  const example = (await read('example.json')) as Record<string, string>;
  const text = document.variables?.find((each) => each.type === 'text' && each.name in example);
  const values = (round: number): Record<string, string> =>
    text === undefined ? example : { ...example, [text.name]: `${round} ${example[text.name]}` };

  return {
    values,
    async makeJob(format, round) {
      const checked = checkVariables(document, values(round));
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

/** The number below which this share of all lies. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** To one digit more than a reader needs. */
export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
