import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Boxes } from './our-boxes.ts';

/** Edges of boxes may be this far apart. */
export const GOAL_PX = 1;

/** Chromium's boxes of all cases. */
export interface References {
  /** Name and version. */
  readonly browser: string;
  /** `page` tells the page that was measured: see `digest`. */
  readonly cases: Readonly<Record<string, { readonly page: string; readonly boxes: Boxes }>>;
}

export async function readReferences(): Promise<References> {
  return JSON.parse(await readFile(path.join(import.meta.dirname, 'references.json'), 'utf8')) as References;
}
