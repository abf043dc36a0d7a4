import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TemplateDocument } from '../../generated/template.ts';

/** A template that is compared with Chromium's rendering of an HTML page with the same content. */
export interface QualityCase {
  /** The name of its files. */
  readonly name: string;
  /** A short description. */
  readonly shows: string;
  /** Address of the public report about another tool that the case is made of. */
  readonly report?: string;
  readonly template: TemplateDocument;
  /** The page that is compared; absent: the first. */
  readonly page?: number;
  /** Lower goals for this case, and why; null for the common goals. */
  readonly accepted: Accepted | null;
}

export interface Accepted {
  readonly reason: string;
  /** Minimum SSIM. */
  readonly ssim?: number;
  /** Maximum offset of baselines in CSS pixels. */
  readonly baselinePx?: number;
  /** Lines may break elsewhere. */
  readonly otherBreaks?: boolean;
  /** Maximum offset of ink in pixels of the image. */
  readonly inkPx?: number;
}

/** Chromium's rendering of a case. */
export interface Reference {
  readonly browser: string;
  readonly texts: readonly ReferenceText[];
}

/** The lines of a text and the position of its box on the page; null if it is rotated. */
export interface ReferenceText extends TextLines {
  readonly place: { readonly x: number; readonly y: number } | null;
}

export interface TextLines {
  readonly id: string;
  readonly lines: readonly Line[];
}

/** A line of text, in CSS pixels from the top left corner of its element's box. */
export interface Line {
  /** Without trailing spaces. */
  readonly text: string;
  readonly baseline: number;
  readonly left: number;
  readonly right: number;
}

/** Minimum SSIM. */
export const GOAL_SSIM = 0.98;
/** Maximum offset of the edges and the centre of ink, in pixels of the image. */
export const GOAL_INK_PX = 1;
/**
 * Chromium rounds each line's height to 64ths of a pixel: baselines may be off by one more with each line.
 */
export const GOAL_BASELINE_PX = 1 / 64;

const root = import.meta.dirname;
/** Folders with the files that the templates use. */
export const ASSET_FOLDERS = [path.join(root, 'assets'), path.join(root, '../../samples/certificate')];

/** The names of all cases, sorted. */
export function listCases(): string[] {
  return readdirSync(path.join(root, 'cases'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => path.basename(file, '.json'))
    .sort();
}

export async function readCase(name: string): Promise<QualityCase> {
  const text = await readFile(path.join(root, 'cases', `${name}.json`), 'utf8');
  const { accepted, ...rest } = JSON.parse(text) as Omit<QualityCase, 'name'>;
  return { name, ...rest, accepted: accepted ?? null };
}

/** The HTML page of a case. */
export function pagePath(name: string): string {
  return path.join(root, 'cases', `${name}.html`);
}

/** A file with Chromium's rendering of a case. */
export function referencePath(name: string, kind: 'png' | 'json'): string {
  return path.join(root, 'references', `${name}.${kind}`);
}

export async function readReference(name: string): Promise<Reference> {
  return JSON.parse(await readFile(referencePath(name, 'json'), 'utf8')) as Reference;
}

/** Pixels of the image per CSS pixel. */
export function caseDensity({ template }: QualityCase): number {
  return (template.viewportExportDpi ?? 96) / 96;
}
