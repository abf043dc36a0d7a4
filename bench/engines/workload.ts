import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TemplateDocument } from '../../generated/template.ts';

export type Format = 'png' | 'jpeg' | 'webp' | 'avif' | 'svg' | 'pdf';

/** Quality of JPEG, WebP and AVIF files, for every engine. */
export const QUALITY = 80;

export interface Workload {
  readonly name: string;
  readonly document: TemplateDocument;
  /** Images by their paths in the template. */
  readonly files: ReadonlyMap<string, Buffer>;
  /**
   * The values of a render. The first text starts with `round`, so that every letter has another place each
   * time.
   */
  values(round: number): Record<string, string>;
}

export const workloadsFolder = path.join(import.meta.dirname, 'workloads');

/** The names of all pages. */
export const workloads = ['card', 'a4-300dpi', 'qr-label', 'text-card'] as const;

/** Reads a page and its images into memory. */
export async function loadWorkload(name: string): Promise<Workload> {
  const folder = path.join(workloadsFolder, name);
  const document = JSON.parse(await readFile(path.join(folder, 'template.json'), 'utf8')) as TemplateDocument;
  const example = JSON.parse(await readFile(path.join(folder, 'example.json'), 'utf8')) as Record<
    string,
    string
  >;
  const pictures = readdirSync(folder).filter((file) => file.endsWith('.jpg'));
  const files = new Map<string, Buffer>();
  for (const file of pictures) files.set(file, await readFile(path.join(folder, file)));
  const varied = document.variables?.find(({ type }) => type === 'text')?.name ?? '';
  return {
    name,
    document,
    files,
    values: (round) => ({ ...example, [varied]: `${round} ${example[varied]}` }),
  };
}
