/**
 * Puts the benchmark's tables into the documents, between marks that name them: `<!-- bench:card -->` to `<!-- /bench -->`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as prettier from 'prettier';
import type { Results } from './results.ts';
import { aloneTable, busyTable, conditions, ratioTable } from './tables.ts';

const root = path.join(import.meta.dirname, '../..');
const DOCUMENTS = ['README.md', 'docs/performance.md'];
const MARKED = /(<!-- bench:(?<name>[\w-]+) -->\n)[\s\S]*?(\n<!-- \/bench -->)/gu;

/** Writes the tables anew into every document that has marks for them. */
export async function writeTables(results: Results): Promise<void> {
  const options = await prettier.resolveConfig(path.join(root, 'README.md'));
  for (const document of DOCUMENTS) {
    const file = path.join(root, document);
    const text = await readFile(file, 'utf8');
    const filled = text.replace(
      MARKED,
      (_, start: string, name: string, end: string) => `${start}\n${makeTable(results, name)}\n${end}`,
    );
    await writeFile(file, await prettier.format(filled, { ...options, parser: 'markdown' }));
  }
}

function makeTable(results: Results, name: string): string {
  if (name === 'busy') return busyTable(results);
  if (name === 'ratios') return ratioTable(results);
  if (name === 'conditions') return conditions(results);
  return aloneTable(results, name);
}
