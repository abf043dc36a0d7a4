/**
 * A template as it comes: `template.json` and the files beside it, read into memory.
 */
import { createHash } from 'node:crypto';
import type { TemplateFile } from '../render/assets.ts';
import { jsonDepth } from './json-text.ts';

export interface TemplateFolder {
  /** The bytes of `template.json`; null where there is none. */
  readonly templateJson: Uint8Array | null;
  /** The pictures and fonts in the folder, by their path in it. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** What a folder may hold; far above any template, far below what hurts. */
export const FOLDER_LIMITS = {
  files: 1_000,
  totalBytes: 200 * 1024 * 1024,
  templateJsonBytes: 10 * 1024 * 1024,
} as const;

/** Some ninety groups inside each other. What is nested thousands deep takes more stack than there is. */
const maxDepth = 200;

const mediaTypes: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  otf: 'font/otf',
  png: 'image/png',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
  webp: 'image/webp',
  woff: 'font/woff',
  woff2: 'font/woff2',
};

/** Whether a path in a folder is one of a template: a picture or a font, by its name. Others are left out. */
export function isTemplateFile(path: string): boolean {
  const isHidden = path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');
  return !isHidden && extensionOf(path) in mediaTypes;
}

/** The endings of such names, for messages. */
export const templateFileKinds = Object.keys(mediaTypes).join(', ');

/** The media type of a template's file, by its name. */
export function templateMediaType(path: string): string {
  return mediaTypes[extensionOf(path)] ?? 'application/octet-stream';
}

/** Parses `template.json`, or says in a sentence why it can't be. */
export function readTemplateJson({
  templateJson,
}: TemplateFolder): { readonly json: unknown } | { readonly problem: string } {
  if (templateJson === null) return { problem: 'The folder has no template.json.' };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(templateJson);
  } catch {
    return { problem: 'template.json is not UTF-8 text.' };
  }
  if (jsonDepth(text) > maxDepth) return { problem: `template.json is nested more than ${maxDepth} deep.` };
  try {
    return { json: JSON.parse(text, refuseBrokenText) as unknown };
  } catch (error) {
    return { problem: `template.json is not JSON: ${(error as Error).message}.` };
  }
}

/** JSON can escape what neither PostgreSQL nor a font can hold. */
function refuseBrokenText(key: string, value: unknown): unknown {
  for (const text of [key, value]) {
    if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed())) {
      throw new Error(`${JSON.stringify(text.slice(0, 60))} holds U+0000 or half of a surrogate pair`);
    }
  }
  return value;
}

function extensionOf(path: string): string {
  return /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** A file of the folder by its path, as a render wants it; null where there is none. */
export function findTemplateFile({ files }: TemplateFolder, path: string): TemplateFile | null {
  const bytes = files.get(path);
  return bytes === undefined ? null : { hash: createHash('sha256').update(bytes).digest('hex'), bytes };
}
