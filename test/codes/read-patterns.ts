import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What another encoder makes of codes that no reader knows, or only one; make-patterns.py says how it is asked. */
export async function readPatterns(): Promise<Record<string, { value: string; rows: string[] }>> {
  const text = await readFile(join(import.meta.dirname, 'patterns.json'), 'utf8');
  return JSON.parse(text) as Record<string, { value: string; rows: string[] }>;
}
