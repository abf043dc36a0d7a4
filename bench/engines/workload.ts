/**
 * The pages that engines are measured on, as they lie in `bench/workloads`.
 */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TemplateDocument } from '../../generated/template.ts';

/** What engines make of a page. */
export type Format = 'png' | 'jpeg' | 'webp' | 'pdf';

/** Quality of JPEG and WebP files, for every engine. */
export const QUALITY = 80;

export interface Workload {
  readonly name: string;
  readonly document: TemplateDocument;
  /** Pictures by their paths in the template. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** The values of a render: the first text is another one each time, and none of its letters where they were. */
  values(round: number): Record<string, string>;
}

/** Where the pages lie. */
export const workloadsFolder = path.join(import.meta.dirname, '..', 'workloads');

/** The names of all pages, the card first. */
export const WORKLOADS = ['card', 'a4-300dpi', 'qr-label', 'text-card'] as const;

/** Reads a page and its pictures into memory. */
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
