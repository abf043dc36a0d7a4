/** A template folder in memory: `template.json` and the files beside it. */
import { createHash } from 'node:crypto';
import type { TemplateFile } from '../../render/assets.ts';
import { surveyJson } from '../../common/text/json-text.ts';
import { describeSyntaxError } from './json-syntax.ts';
import { problemWithoutPlace, type LocatedProblem } from './locate-problems.ts';

export interface TemplateFolder {
  /** The bytes of `template.json`; null if it is missing. */
  readonly templateJson: Uint8Array | null;
  /** The images, fonts, PDFs and profiles in the folder, by their path in it. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The bytes of `example.json`, values that the template's pictures show; none if it is missing. */
  readonly exampleJson?: Uint8Array | null;
}

/** Limits of a folder: far above any template, and low enough to protect the service. */
export const FOLDER_LIMITS = {
  files: 1_000,
  totalBytes: 200 * 1024 * 1024,
  templateJsonBytes: 10 * 1024 * 1024,
} as const;

/** About ninety nested groups. Nesting of thousands would overflow the stack. */
export const maxDepth = 200;

/** Parses `template.json`. Returns the reason if that fails. */
export function readTemplateJson({
  templateJson,
}: TemplateFolder): { readonly json: unknown; readonly text: string } | { readonly problem: LocatedProblem } {
  const refuse = (detail: string) => ({ problem: problemWithoutPlace(detail) });
  if (templateJson === null) return refuse('The folder has no template.json.');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(templateJson);
  } catch {
    return refuse('template.json is not UTF-8 text.');
  }
  if (surveyJson(text).depth > maxDepth) return refuse(`template.json is nested more than ${maxDepth} deep.`);
  try {
    return { json: JSON.parse(text, refuseBrokenText) as unknown, text };
  } catch (error) {
    return { problem: describeSyntaxError(text, error as Error) };
  }
}

/** JSON escapes can produce text that neither PostgreSQL nor a font can represent. */
function refuseBrokenText(key: string, value: unknown): unknown {
  for (const text of [key, value]) {
    if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed())) {
      throw new Error(`${JSON.stringify(text.slice(0, 60))} contains U+0000 or a lone surrogate`);
    }
  }
  return value;
}

/** A file of the folder, for a render; null if it is missing. */
export function findTemplateFile({ files }: TemplateFolder, path: string): TemplateFile | null {
  const bytes = files.get(path);
  return bytes === undefined ? null : { hash: createHash('sha256').update(bytes).digest('hex'), bytes };
}
