import { readdirSync } from 'node:fs';
import path from 'node:path';
import { FontBook } from '../../../src/render/fonts/font-book.ts';
import { ImageCache } from '../../../src/render/images/image-cache.ts';
import type { RenderJob, RenderResult } from '../../../src/render/job.ts';
import { renderScene } from '../../../src/render/pipeline.ts';
import type { SceneElement } from '../../../src/render/scene/elements.ts';
import type { SceneText, SceneTextRun } from '../../../src/render/scene/text.ts';
import { loadSample, samplesFolder, type Sample } from '../../shared/sample.ts';
import { style, type Line, type Paper } from '../paper.ts';
import type { Case, FontFile } from './cases.ts';

type SampleJob = Awaited<ReturnType<Sample['makeJob']>>;

/**
 * A sample of one page whose elements are at fixed places. The other programs get its lines of text at the
 * places that they have in Platen, and everything else as one SVG file.
 */
export async function designedCase(name: string): Promise<Case> {
  const sample = await loadSample(name);
  let art: Promise<string> | null = null;
  return {
    name,
    files: 1,
    shareOfRounds: 1,
    fontFiles: findFonts(name),
    makeJob: async (round) => await sample.makeJob('pdf', round),
    makePaper: async (round) => {
      const given = await sample.makeJob('svg', round);
      art ??= drawArt(given);
      return await makePaper(given, await art);
    },
  };
}

async function makePaper({ job, files }: SampleJob, art: string): Promise<Paper> {
  const { report } = await render(
    { ...job, inspect: { report: true, boxes: false }, isLayoutOnly: true },
    files,
  );
  if (report === undefined) throw new Error('The layout has no report.');
  const texts = new Map(listTexts(job.scene.elements).map((text) => [text.id, text]));
  const lines = report.elements.flatMap(({ id, pageBox, text }): Line[] => {
    const element = texts.get(id);
    if (text === undefined || element === undefined) return [];
    return text.lines.flatMap((line) =>
      line.runs
        .map((run) => ({ ...run, own: findRun(element, run.text) }))
        .map((run) => ({
          x: pageBox.x + run.x,
          y: pageBox.y + line.top,
          height: line.height,
          text: run.text,
          style: style({
            family: run.font.family,
            weight: run.font.weight,
            italic: run.font.style === 'italic',
            size: run.fontSize,
            color: run.own?.color.type === 'solid' ? run.own.color.color.slice(0, 7) : '#000000',
            letterSpacing: (run.own?.letterSpacing ?? 0) * text.scale,
          }),
        })),
    );
  });
  const { width, height } = job.scene;
  const margin = { top: 0, right: 0, bottom: 0, left: 0 };
  return { width, height, margin, edges: [], art, lines, blocks: [] };
}

/** The run of the template that a run of a line is a part of. */
function findRun({ runs }: SceneText, text: string): SceneTextRun | undefined {
  return runs.find((run) => run.text.includes(text.trim())) ?? runs[0];
}

/** The page without its texts. */
async function drawArt({ job, files }: SampleJob): Promise<string> {
  const scene = { ...job.scene, elements: withoutTexts(job.scene.elements) };
  const { data } = await render({ ...job, scene }, files);
  return Buffer.from(data).toString('utf8');
}

async function render(job: RenderJob, files: SampleJob['files']): Promise<RenderResult> {
  const readBytes = (hash: string): Uint8Array => {
    const bytes = files.get(hash);
    if (!(bytes instanceof Uint8Array)) throw new Error(`No file has the hash ${hash}.`);
    return bytes;
  };
  return await renderScene(job, readBytes, new FontBook(), new ImageCache(1));
}

function withoutTexts(elements: readonly SceneElement[]): SceneElement[] {
  return elements
    .filter(({ type }) => type !== 'text')
    .map((element) =>
      element.type === 'group' ? { ...element, elements: withoutTexts(element.elements) } : element,
    );
}

function listTexts(elements: readonly SceneElement[]): SceneText[] {
  return elements.flatMap((element) => {
    if (element.type === 'text') return [element];
    return element.type === 'group' ? listTexts(element.elements) : [];
  });
}

/** The fonts in the folder of the sample, whose names are `family-weight-style.woff2`. */
function findFonts(name: string): FontFile[] {
  const families: Readonly<Record<string, string>> = { fraunces: 'Fraunces', windsong: 'WindSong' };
  const folder = path.join(samplesFolder, name);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.woff2'))
    .map((file) => {
      const [family = '', weight = '400', slant] = path.basename(file, '.woff2').split('-');
      const known = families[family];
      if (known === undefined) throw new Error(`${file} has no family in the benchmark.`);
      return {
        family: known,
        weight: Number(weight),
        italic: slant === 'italic',
        path: path.join(folder, file),
      };
    });
}
