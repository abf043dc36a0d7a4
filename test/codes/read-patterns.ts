import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Codes encoded by zint (see make-patterns.py), for symbologies that at most one scanner reads. */
export async function readPatterns(): Promise<Record<string, { value: string; rows: string[] }>> {
  const text = await readFile(join(import.meta.dirname, 'patterns.json'), 'utf8');
  return JSON.parse(text) as Record<string, { value: string; rows: string[] }>;
}
