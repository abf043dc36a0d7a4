/**
 * The cases of the reference suite: a template, the same thing written for a browser, and what the browser made of it.
 */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TemplateDocument } from '../../generated/template.ts';

export interface QualityCase {
  /** `group-what`, the name of its files. */
  readonly name: string;
  /** What it shows, in a few words. */
  readonly shows: string;
  readonly template: TemplateDocument;
  /** The least that is asked of it where that is less than of the others, and why. */
  readonly accepted: Accepted | null;
}

export interface Accepted {
  readonly reason: string;
  /** Least SSIM, where it is below the goal. */
  readonly ssim?: number;
  /** How far lines may differ: other baselines by so many CSS pixels, or other breaks. */
  readonly baselinePx?: number;
  readonly otherBreaks?: boolean;
  /** How far ink may be off, in pixels of the picture. */
  readonly inkPx?: number;
}

/** What Chromium made of a case. */
export interface Reference {
  readonly browser: string;
  readonly texts: readonly ReferenceText[];
}

/** Lines of a text, and where on the page its box begins; null where it is turned. */
export interface ReferenceText extends TextLines {
  readonly place: { readonly x: number; readonly y: number } | null;
}

export interface TextLines {
  readonly id: string;
  readonly lines: readonly Line[];
}

/** A line of text: CSS pixels from the corner of its element's box. */
export interface Line {
  /** Without spaces at its end. */
  readonly text: string;
  readonly baseline: number;
  readonly left: number;
  readonly right: number;
}

/** SSIM that every case has to reach. */
export const GOAL_SSIM = 0.98;
/** How far the edge of ink may be off, and its centre, in pixels of the picture. */
export const GOAL_INK_PX = 1;
/** Chromium cuts each line's height to 64ths of a pixel: by the second line, baselines may be one apart, and so on. */
export const GOAL_BASELINE_PX = 1 / 64;

const root = import.meta.dirname;
/** Hold the pictures and the font that cases use: the folder of their templates, as it were. */
export const ASSET_FOLDERS = [path.join(root, 'assets'), path.join(root, '../../samples/certificate')];

/** The names of all cases, sorted. */
export function listCases(): string[] {
  return readdirSync(path.join(root, 'cases'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => path.basename(file, '.json'))
    .sort();
}

/** Reads a case. */
export async function readCase(name: string): Promise<QualityCase> {
  const text = await readFile(path.join(root, 'cases', `${name}.json`), 'utf8');
  const { shows, template, accepted } = JSON.parse(text) as Omit<QualityCase, 'name'>;
  return { name, shows, template, accepted: accepted ?? null };
}

/** Where a case's page is. */
export function pagePath(name: string): string {
  return path.join(root, 'cases', `${name}.html`);
}

/** Where what Chromium made of a case is kept. */
export function referencePath(name: string, kind: 'png' | 'json'): string {
  return path.join(root, 'references', `${name}.${kind}`);
}

/** Reads what Chromium made of a case. */
export async function readReference(name: string): Promise<Reference> {
  return JSON.parse(await readFile(referencePath(name, 'json'), 'utf8')) as Reference;
}

/** Pixels per CSS pixel of a case's pictures. */
export function caseDensity({ template }: QualityCase): number {
  return (template.viewportExportDpi ?? 96) / 96;
}
